package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"mcperuse/mcpclient/rawjson"
)

// Redacted stands in a log for a value that must not be kept.
const Redacted = "[redacted]"

// JSONLines writes frames to a file, one JSON object a line:
//
//	{"seq":7,"time":"…","from":"server","kind":"reply","method":"resources/read",
//	 "replyTo":6,"ms":12.5,"http":{…},"notes":[{"code":"…","text":"…"}],"frame":{…}}
//
// A frame that is valid JSON is the value of "frame"; other output is a string
// under "text", or under "base64" when it is not UTF-8. The state a server
// hands out for the next round, and what a user entered, are redacted. Header
// values are masked before they get into a frame. JSONLines is safe for
// concurrent use.
type JSONLines struct {
	// KeepSecrets writes everything as it went. It must not be changed once
	// frames are written.
	KeepSecrets bool

	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewJSONLines returns a writer to w. Its method Write is the observer to give
// to a [Log].
func NewJSONLines(w io.Writer) *JSONLines { return &JSONLines{w: w} }

// Err returns the first error of writing, after which nothing more is written.
func (j *JSONLines) Err() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

type jsonNote struct {
	Code NoteCode `json:"code"`
	Text string   `json:"text"`
}

type jsonHTTP struct {
	Method string              `json:"method"`
	URL    string              `json:"url"`
	Status int                 `json:"status,omitempty"`
	Header map[string][]string `json:"header,omitempty"`
}

type jsonFrame struct {
	Seq     uint64          `json:"seq"`
	Time    time.Time       `json:"time"`
	From    string          `json:"from"`
	Kind    string          `json:"kind"`
	Method  string          `json:"method,omitempty"`
	ReplyTo uint64          `json:"replyTo,omitempty"`
	MS      float64         `json:"ms,omitempty"`
	HTTP    *jsonHTTP       `json:"http,omitempty"`
	Notes   []jsonNote      `json:"notes,omitempty"`
	Frame   json.RawMessage `json:"frame,omitempty"`
	Text    *string         `json:"text,omitempty"`
	Base64  string          `json:"base64,omitempty"`
}

// Write writes one frame.
func (j *JSONLines) Write(f *Frame) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return
	}
	out := jsonFrame{
		Seq: f.Seq, Time: f.Time, From: f.Dir.String(), Kind: f.Kind.String(), Method: f.Method,
		ReplyTo: f.ReplyTo, MS: float64(f.RoundTrip) / float64(time.Millisecond),
	}
	if f.HTTP != nil {
		out.HTTP = &jsonHTTP{f.HTTP.Method, f.HTTP.URL, f.HTTP.Status, f.HTTP.Header}
	}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, jsonNote(n))
	}
	b := f.Bytes
	if !j.KeepSecrets {
		b = redact(f)
	}
	switch {
	case rawjson.Check(b) == nil:
		out.Frame = b // Marshal takes out the line feeds
	case utf8.Valid(b):
		text := string(b)
		out.Text = &text
	default:
		out.Base64 = base64.StdEncoding.EncodeToString(b)
	}
	encoder := json.NewEncoder(j.w)
	encoder.SetEscapeHTML(false)
	j.err = encoder.Encode(out)
}

// redact returns the bytes of f without what only server and user should know:
// the requestState and inputResponses of multi-round requests, and the content of
// an answer to a question (specification: Multi Round-Trip Requests, Elicitation).
func redact(f *Frame) rawjson.Value {
	content := f.Kind == Reply && f.Dir == ToServer // whatever it seems to answer
	return withMembers(f.Bytes, func(name string, value rawjson.Value) rawjson.Value {
		if name != "params" && name != "result" {
			return value
		}
		return withMembers(value, func(name string, value rawjson.Value) rawjson.Value {
			if name == "requestState" || name == "inputResponses" || name == "content" && content {
				return rawjson.AppendString(nil, Redacted)
			}
			return value
		})
	})
}

// withMembers returns v with other values for its members; where none is another, it
// is v to the byte.
func withMembers(v rawjson.Value, other func(name string, value rawjson.Value) rawjson.Value) rawjson.Value {
	changed := false
	for name, value := range v.Members() {
		changed = changed || !bytes.Equal(other(string(name), value), value)
	}
	if !changed {
		return v
	}
	out := []byte{'{'}
	for name, value := range v.Members() {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(rawjson.AppendString(out, string(name)), ':')
		out = append(out, other(string(name), value)...)
	}
	return append(out, '}')
}

// String names the sender of a frame that goes in this direction.
func (d Direction) String() string {
	if d == ToServer {
		return "client"
	}
	return "server"
}

// String names the kind in one word.
func (k Kind) String() string {
	return [...]string{"text", "request", "notification", "reply"}[k]
}
