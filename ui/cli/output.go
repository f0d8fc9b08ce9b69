package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/safetext"
)

// asSent is a JSON value to be printed as the server sent it. One that is no
// JSON is printed as a string that holds it.
type asSent struct{ rawjson.Value }

// IsZero leaves an absent value out of an object.
func (a asSent) IsZero() bool { return a.Value == nil }

// MarshalJSON implements [json.Marshaler].
func (a asSent) MarshalJSON() ([]byte, error) {
	switch {
	case a.Value == nil:
		return []byte("null"), nil
	case !json.Valid(a.Value):
		return json.Marshal(string(a.Value))
	}
	return a.Value, nil
}

// orderedObject is a JSON object whose members keep the order they were added
// in.
type orderedObject []member

type member struct {
	name  string
	value any
}

func (o *orderedObject) add(name string, value any) { *o = append(*o, member{name, value}) }

// MarshalJSON implements [json.Marshaler].
func (o orderedObject) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := encode(m.value)
		if err != nil {
			return nil, err
		}
		out = append(rawjson.AppendString(out, m.name), ':')
		out = append(out, value...)
	}
	return append(out, '}'), nil
}

// encode is json.Marshal without the escapes meant for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// writeJSON prints v on one line, harmless to a terminal: what safetext would
// make visible is written as an escape, which leaves the value the same.
func writeJSON(w io.Writer, v any) error {
	b, err := encode(v)
	if err == nil {
		_, err = w.Write(append(escapeHidden(b), '\n'))
	}
	if err != nil {
		return &localError{what: "cannot write the result", why: err.Error()}
	}
	return nil
}

func escapeHidden(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/16)
	for seg := range safetext.Segments(string(b)) {
		r, size := utf8.DecodeRune(b[seg.Start:])
		if !seg.Substitute || r == utf8.RuneError && size == 1 {
			out = append(out, b[seg.Start:seg.End]...)
			continue
		}
		if hi, lo := surrogates(r); lo != 0 {
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

func surrogates(r rune) (hi, lo rune) {
	if r < 0x10000 {
		return r, 0
	}
	r -= 0x10000
	return 0xD800 + r>>10, 0xDC00 + r&0x3FF
}

// jsonServer is the server in the JSON output.
type jsonServer struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Protocol  string `json:"protocol"`
	Era       string `json:"era"`
	Transport string `json:"transport"`
}

func serverJSON(c *mcpclient.Client) jsonServer {
	s := c.Server()
	return jsonServer{s.Identity.Name, s.Identity.Version, s.Revision, s.Era(), s.Connection.Kind}
}
