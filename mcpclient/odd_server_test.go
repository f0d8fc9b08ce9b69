package mcpclient

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/wire"
)

// An odd server says what the test wants it to say: a read of a URI, or a page
// with a cursor, made by saying is answered with the text in it, in which $ID
// stands for the id of the request. All else it answers well.
func saying(text string) string { return "say:" + hex.EncodeToString([]byte(text)) }

func (r request) say(saying string) {
	text, err := hex.DecodeString(strings.TrimPrefix(saying, "say:"))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", bytes.ReplaceAll(text, []byte("$ID"), r.ID))
}

// playOdd serves requests oddly. It offers no subscriptions, so that a test
// knows which requests are open.
func playOdd(r request) {
	switch r.Method {
	case methodDiscover:
		r.result(`{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"resources":{}},"ttlMs":0,"cacheScope":"public"}`)
	case methodList:
		if c := r.Params.Cursor; c != nil && strings.HasPrefix(*c, "say:") {
			r.say(*c)
			return
		}
		r.result(`{"resultType":"complete","ttlMs":0,"cacheScope":"public","resources":[{"uri":"fine:1","name":"fine"}]}`)
	case methodRead:
		kind, arg, _ := strings.Cut(r.Params.URI, ":")
		n, _ := strconv.Atoi(arg)
		switch kind {
		case "say":
			r.say(r.Params.URI)
		case "hold": // never answered
		case "text":
			r.stretch(`{"jsonrpc":"2.0","id":$ID,"result":{"contents":[{"uri":"big:","text":"`, "x", n, `"}]}}`)
		case "id-last":
			r.stretch(`{"result":{"contents":[{"uri":"big:","text":"`, "x", n, `"}]},"jsonrpc":"2.0","id":$ID}`)
		case "lists":
			r.stretch(`{"jsonrpc":"2.0","id":$ID,"result":{"contents":[{"uri":"deep:","text":"ok"}],"deep":`+strings.Repeat("[", n), "]", n, `}}`)
		case "objects":
			r.stretch(`{"jsonrpc":"2.0","id":$ID,"error":{"code":1,"message":"deep","data":`+strings.Repeat(`{"a":`, n)+"1", "}", n, `}}`)
		case "noise":
			r.stretch("", "[", n, "")
			r.result(`{"contents":[{"uri":"deep:","text":"ok"}]}`)
		case "dies":
			fmt.Fprintln(os.Stderr, "Traceback (most recent call last):")
			fmt.Fprintln(os.Stderr, "OutOfCheese: no more")
			fmt.Print(`{"jsonrpc":"2.0","id":`)
			os.Exit(n)
		default:
			r.result(`{"resultType":"complete","ttlMs":0,"cacheScope":"public","contents":[{"uri":%q,"text":"fine"}]}`, r.Params.URI)
		}
	}
}

// stretch prints a line with something in the middle n times.
func (r request) stretch(before, middle string, n int, after string) {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	fmt.Fprint(out, strings.ReplaceAll(before, "$ID", string(r.ID)))
	for chunk := strings.Repeat(middle, min(n, 1<<16)); n > 0; n -= len(chunk) {
		fmt.Fprint(out, chunk[:min(n, len(chunk))])
	}
	fmt.Fprintln(out, strings.ReplaceAll(after, "$ID", string(r.ID)))
	if err := out.Flush(); err != nil {
		panic(err)
	}
}

// framesSince writes the frames of the server after seq as their kinds and
// notes.
func framesSince(c *Client, seq uint64) string {
	var out []string
	for _, f := range c.Log().Frames(seq) {
		if f.Dir == wire.FromServer {
			out = append(out, frameWords(f))
		}
	}
	return strings.Join(out, "; ")
}

func frameWords(f *wire.Frame) string {
	words := []string{f.Kind.String()}
	for _, n := range f.Notes {
		words = append(words, string(n.Code))
	}
	return strings.Join(words, " ")
}

func lastFrame(c *Client) uint64 {
	frames := c.Log().Frames(0)
	return frames[len(frames)-1].Seq
}

// goesOn fails the test unless an ordinary read is answered well.
func goesOn(t *testing.T, c *Client) {
	t.Helper()
	r, err := c.Read(t.Context(), "fine:1", ReadOptions{Refresh: true})
	if err != nil || len(r.Contents) != 1 || r.Contents[0].Text != "fine" {
		t.Errorf("the session does not go on: %+v, %v", r.Contents, err)
	}
}

// told is what became of a read, in a line.
func told(r Reading, err error) string {
	if err != nil {
		return "error: " + Explain(err).String()
	}
	var out []string
	for _, c := range r.Contents {
		s := map[model.ContentsKind]string{model.Text: "text ", model.Blob: "blob ", model.Both: "both ", model.Neither: "neither"}[c.Kind] + c.Text
		if c.Kind == model.Blob || c.Kind == model.Both {
			data, dialect, err := c.DecodeBlob()
			switch {
			case errors.Is(err, model.ErrNotBase64):
				s += "not base64 " + string(c.Base64)
			case dialect != "":
				s += string(data) + " (" + dialect + ")"
			default:
				s += string(data)
			}
		}
		out = append(out, s+problemWords(c.Problems))
	}
	return strings.Join(out, ", ") + problemWords(r.Problems)
}

func problemWords(problems []model.Problem) string {
	var out string
	for _, p := range problems {
		out += " ! " + p.String()
	}
	return out
}
