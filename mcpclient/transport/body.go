package transport

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"mcperuse/mcpclient/wire"
)

// form is what a body is by its looks.
type form uint8

const (
	formUnknown form = iota
	formJSON
	formEvents
)

// declaredForm is what the content type says; declared is false where there is
// none.
func declaredForm(h http.Header) (f form, declared bool) {
	value := h.Get("Content-Type")
	media, _, err := mime.ParseMediaType(value)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(value), ";")
		media = strings.TrimSpace(media)
	}
	switch {
	case media == eventsType:
		return formEvents, true
	case media == jsonType, strings.HasSuffix(media, "+json"):
		return formJSON, true
	}
	return formUnknown, value != ""
}

// peek reads the beginning of a body and tells its form: by its first bytes
// where they say it, else by its declared type. A note says where the two
// disagree.
func peek(r *http.Response) (body io.Reader, f form, notes []wire.Note) {
	declared, isDeclared := declaredForm(r.Header)
	const enough = 512
	head := make([]byte, enough)
	n, err := r.Body.Read(head)
	head = head[:n]
	body = io.MultiReader(bytes.NewReader(head), r.Body)
	if err != nil {
		if body = bytes.NewReader(head); !errors.Is(err, io.EOF) {
			body = io.MultiReader(body, failing{err})
		}
	}
	found := sniff(head)
	switch {
	case found == formUnknown:
		return body, declared, nil
	case found == declared:
	case isDeclared:
		notes = []wire.Note{{Code: wire.NoteContentType, Text: "declared as " + r.Header.Get("Content-Type")}}
	default:
		notes = []wire.Note{{Code: wire.NoteContentType, Text: "came without a Content-Type"}}
	}
	return body, found, notes
}

func sniff(head []byte) form {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 {
		return formUnknown
	}
	if text[0] == '{' || text[0] == '[' {
		return formJSON
	}
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(text, []byte(field)) {
			return formEvents
		}
	}
	return formUnknown
}

// failing is a reader at the point where reading failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// readFrames reads a whole body that is no stream. The error is that of a body
// that was cut off; the frames then are what there was of it.
func readFrames(body io.Reader, f form, size, limit int64) ([]wire.Frame, error) {
	var frames []wire.Frame
	if f == formEvents {
		events := wire.NewEventReader(body, limit)
		for {
			e, err := events.Next()
			if errors.Is(err, io.EOF) {
				return frames, nil
			}
			if err != nil {
				return frames, err
			}
			frames = append(frames, e.Frames(limit)...)
		}
	}
	b, total, err := readAll(body, size, limit)
	switch {
	case total > limit:
		frames = []wire.Frame{wire.Refused(b, nil, total, limit)}
	default:
		frames = wire.Split(b)
	}
	if err != nil {
		for i := range frames {
			frames[i].Notes = append(frames[i].Notes, wire.Note{Code: wire.NoteUnterminated, Text: "the body was cut off"})
		}
	}
	return frames, err
}

// readAll reads r to its end, in one piece where the size is known. Over the
// limit it reads on without keeping more than the first kilobytes; total then
// is the real length.
func readAll(r io.Reader, size, limit int64) (b []byte, total int64, err error) {
	const headSize, first = 4 << 10, 32 << 10
	var buffer bytes.Buffer
	if size > 0 && size <= min(limit, 64<<20) { // a size is only a claim
		buffer.Grow(int(size) + bytes.MinRead)
	} else {
		buffer.Grow(first)
	}
	total, err = buffer.ReadFrom(io.LimitReader(r, limit+1))
	if total > limit {
		var rest int64
		rest, err = io.Copy(io.Discard, r)
		return bytes.Clone(buffer.Bytes()[:min(headSize, total)]), total + rest, err
	}
	return buffer.Bytes(), total, err
}

// snippet is the beginning of what frames hold, for a person to see.
func snippet(frames []wire.Frame) string {
	const most = 300
	if len(frames) == 0 {
		return ""
	}
	b := frames[0].Bytes
	return string(b[:min(len(b), most)])
}
