package model

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"mcperuse/mcpclient/rawjson"
)

// ContentsKind says what one item of contents holds, decided by the fields
// that are there and never by the MIME type.
type ContentsKind uint8

// The kinds of contents. Both and Neither break the specification.
const (
	Neither ContentsKind = iota
	Text
	Blob
	Both
)

// Contents is one item of a read (specification: Resources, Resource
// Contents).
type Contents struct {
	Raw      rawjson.Value
	Kind     ContentsKind
	URI      string // may differ from the URI that was asked for
	MIMEType string
	Text     string
	Base64   []byte // the blob as sent; it may alias Raw
	Problems []Problem
}

// DecodeContents decodes one item.
func DecodeContents(raw rawjson.Value) Contents {
	c := Contents{Raw: raw}
	if raw.Kind() != rawjson.Object {
		c.Problems = append(c.Problems, Problem{"", raw, "an object with text or blob"})
		return c
	}
	var text, blob, uri rawjson.Value
	for name, v := range raw.Members() {
		switch string(name) {
		case "uri":
			uri = v
		case "mimeType":
			var ok bool
			if c.MIMEType, ok = v.Text(); !ok {
				c.Problems = append(c.Problems, Problem{"mimeType", v, "a string, or nothing at all"})
			}
		case "text":
			text = v
		case "blob":
			blob = v
		}
	}
	var hasURI, hasText, hasBlob bool
	if c.URI, hasURI = uri.Text(); !hasURI {
		c.Problems = append(c.Problems, Problem{"uri", uri, "a string"})
	}
	if c.Text, hasText = text.Text(); !hasText && text != nil {
		c.Problems = append(c.Problems, Problem{"text", text, "a string"})
	}
	if c.Base64, hasBlob = blob.Bytes(); !hasBlob && blob != nil {
		c.Problems = append(c.Problems, Problem{"blob", blob, "a base64 string"})
	}
	switch {
	case hasText && hasBlob:
		c.Kind = Both
		c.Problems = append(c.Problems, Problem{"blob", blob, "text or blob, not both"})
	case hasText:
		c.Kind = Text
	case hasBlob:
		c.Kind = Blob
	case text == nil && blob == nil:
		c.Problems = append(c.Problems, Problem{"text", nil, "text or blob"})
	}
	return c
}

// ErrNotBase64 is the reason a blob could not be decoded.
var ErrNotBase64 = errors.New("not base64")

// DecodeBlob decodes the blob. Besides the standard alphabet it takes the
// URL-safe one, missing padding and white space; dialect then says in words
// what was not standard ("" where all was). The error wraps ErrNotBase64.
func (c *Contents) DecodeBlob() (data []byte, dialect string, err error) {
	s := c.Base64
	if data, err = decode(base64.StdEncoding.Strict(), s); err == nil && !bytes.ContainsAny(s, "\r\n") {
		return data, "", nil
	}
	var odd []string
	space, urlSafe := bytes.ContainsAny(s, " \t\r\n"), bytes.ContainsAny(s, "-_")
	if space {
		odd = append(odd, "white space inside")
	}
	if urlSafe {
		odd = append(odd, "URL-safe alphabet")
	}
	if space || urlSafe {
		s = bytes.Map(standard, s)
	}
	bare := bytes.TrimRight(s, "=")
	if len(bare)%4 != 0 && len(s)%4 != 0 {
		odd = append(odd, "padding missing")
	}
	data, err = decode(base64.RawStdEncoding, bare)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrNotBase64, err)
	}
	if len(odd) == 0 {
		odd = append(odd, "stray bits at the end")
	}
	return data, strings.Join(odd, ", "), nil
}

func decode(e *base64.Encoding, s []byte) ([]byte, error) {
	data := make([]byte, e.DecodedLen(len(s)))
	n, err := e.Decode(data, s)
	return data[:n], err
}

// standard is what stands in standard base64 for a character of a dialect, -1 for
// nothing.
func standard(r rune) rune {
	switch r {
	case ' ', '\t', '\r', '\n':
		return -1
	case '-':
		return '+'
	case '_':
		return '/'
	}
	return r
}

// WriteTo writes the bytes that Data returns, without a copy of a text.
func (c *Contents) WriteTo(w io.Writer) (int64, error) {
	if c.Kind == Text {
		n, err := io.WriteString(w, c.Text)
		return int64(n), err
	}
	data, err := c.Data()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(data)
	return int64(n), err
}

// Data returns the bytes that the item holds: those of its text, or of its blob
// decoded. An item with both or neither is an error.
func (c *Contents) Data() ([]byte, error) {
	switch c.Kind {
	case Text:
		return []byte(c.Text), nil
	case Blob:
		data, _, err := c.DecodeBlob()
		return data, err
	case Both:
		return nil, errors.New("it holds both text and blob")
	case Neither:
	}
	return nil, errors.New("it holds neither text nor blob")
}
