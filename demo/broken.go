package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// A broken server breaks every rule that is checked for, each at least once, so that a debugger can be shown at work. It is written
// in raw JSON: a library would not let it go wrong. What it says depends on what it is asked alone, so every run is the same.
//
// Most of its resources are faults: reading broken:message/id-null gets an answer that breaks the rule message/id-null. Faults that belong
// to the opening, to lists and to subscriptions are met on the way. Some exclude each other, so there are variants: of an older revision
// (Options.Legacy), and bare (Options.Bare), which introduces itself badly and declares nothing.
type broken struct {
	opts   Options
	stderr io.Writer
	http   bool
}

// ask is a request or notification to the broken server.
type ask struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		URI             string  `json:"uri"`
		Cursor          *string `json:"cursor"`
		ProtocolVersion string  `json:"protocolVersion"`
		Notifications   struct {
			ResourceSubscriptions []string `json:"resourceSubscriptions"`
		} `json:"notifications"`
		Ref struct {
			URI string `json:"uri"`
		} `json:"ref"`
		Meta struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// serveBrokenStdio is ServeStdio for a broken server.
func serveBrokenStdio(ctx context.Context, in io.Reader, out, stderr io.Writer, opts Options) error {
	b := &broken{opts: opts, stderr: stderr}
	if c, ok := in.(io.Closer); ok {
		defer context.AfterFunc(ctx, func() { _ = c.Close() })() // ends the read below
	}
	fmt.Fprintln(stderr, "broken server, listening on stdio")
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var a ask
		if json.Unmarshal(line, &a) == nil && a.ID != nil && a.Method != "" {
			if _, err := io.WriteString(out, b.say(b.answer(a), a)+"\n"); err != nil {
				return err
			}
		}
		switch {
		case err == nil:
		case errors.Is(err, io.EOF), ctx.Err() != nil:
			return nil
		default:
			return err
		}
	}
}

// serveBrokenHTTP is ServeHTTP for a broken server.
func serveBrokenHTTP(ctx context.Context, addr string, stderr io.Writer, opts Options) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("demo server: %w", err)
	}
	b := &broken{opts: opts, stderr: stderr, http: true}
	fmt.Fprintf(stderr, "listening on http://%s%s\n", ln.Addr(), endpoint)
	mux := http.NewServeMux()
	mux.HandleFunc(endpoint, b.serve)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = srv.Close() })()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("demo server: %w", err)
	}
	return nil
}

// serve answers one POST: with one JSON body, with a stream where there is more to say, or as the fault has it.
func (b *broken) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var a ask
	if r.Method != http.MethodPost || err != nil || json.Unmarshal(body, &a) != nil {
		http.Error(w, "only messages by POST", http.StatusMethodNotAllowed)
		return
	}
	if a.ID == nil || a.Method == "" {
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, "thank you") // http/accepted-body
		return
	}
	say := b.say(b.answer(a), a)
	if f, ok := b.fault(a); ok && f.send != nil {
		f.send(w, say)
		return
	}
	if !strings.Contains(say, "\n") {
		sendAs(w, http.StatusOK, "application/json", say)
		return
	}
	sendAs(w, http.StatusOK, "text/event-stream", events(say))
}

func sendAs(w http.ResponseWriter, status int, contentType, body string) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // a client that has gone needs no answer
}

// events makes each line an event.
func events(lines string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(lines, "\n") {
		fmt.Fprintf(&out, "data: %s\n\n", line)
	}
	return out.String()
}

// say fills in what depends on the request.
func (b *broken) say(script string, a ask) string {
	hints := `"resultType":"complete","ttlMs":0,"cacheScope":"private",`
	if b.opts.Legacy {
		hints = ""
	}
	token := a.Params.Meta.Token
	if token == nil {
		token = json.RawMessage(`"none"`)
	}
	for _, fill := range []*strings.Replacer{
		strings.NewReplacer("$OK", `{$HEAD,"result":{$HINTS"contents":[$TEXT]}}`, "$FAIL", `{$HEAD,"error":`),
		strings.NewReplacer("$TEXT", `{"uri":$URI,"mimeType":"text/plain","text":"fine"}`),
		strings.NewReplacer(
			"$HEAD", `"jsonrpc":"2.0","id":`+string(a.ID), "$ID", string(a.ID), "$HINTS", hints, "$TOKEN", string(token),
			"$URI", string(mustJSON(a.Params.URI)), "$DEEP", strings.Repeat("[", 10_001)+strings.Repeat("]", 10_001),
			"$LARGE", `"`+strings.Repeat("x", 200_000)+`"`,
		),
	} {
		script = fill.Replace(script)
	}
	return script
}

// answer is the script of what a request gets.
func (b *broken) answer(a ask) string {
	switch a.Method {
	case "server/discover":
		return b.discover()
	case "initialize":
		return b.initialize(a)
	case "resources/list":
		return b.resources(a)
	case "resources/templates/list":
		return b.templates(a)
	case "resources/read":
		return b.read(a)
	case "completion/complete":
		return brokenCompletion(a.Params.Ref.URI)
	case "subscriptions/listen":
		return b.listen(a)
	case "ping":
		return `{$HEAD,"result":{}}`
	}
	return `$FAIL{"code":-32601,"message":"Method not found"}}`
}

// fault is the fault that a request asks for by its URI.
func (b *broken) fault(a ask) (fault, bool) {
	name, ok := strings.CutPrefix(a.Params.URI, faultPrefix)
	if !ok || a.Method != "resources/read" {
		return fault{}, false
	}
	for _, f := range faults {
		if f.rule == name && b.has(f) {
			return f, true
		}
	}
	return fault{}, false
}

func (b *broken) read(a ask) string {
	f, ok := b.fault(a)
	switch {
	case ok:
		return f.script
	case strings.HasPrefix(a.Params.URI, "broken:") || strings.HasPrefix(a.Params.URI, "notes"), b.opts.Bare:
		return "$OK"
	}
	return `$FAIL{"code":-32603,"message":"No such resource"}}`
}

// has reports whether this variant has a fault.
func (b *broken) has(f fault) bool {
	era, transport := modernOnly, stdioOnly
	if b.opts.Legacy {
		era = legacyOnly
	}
	if b.http {
		transport = httpOnly
	}
	fits := func(wanted only, is only) bool { return f.only&wanted == 0 || f.only&is != 0 }
	return fits(modernOnly|legacyOnly, era) && fits(stdioOnly|httpOnly, transport) && b.opts.Bare == (f.only&bareOnly != 0)
}

// row is a fault as it is listed.
func (f fault) row() string {
	return fmt.Sprintf(`{"uri":%q,"name":%q,"mimeType":"text/plain"%s}`, faultPrefix+f.rule, f.rule, f.extra)
}
