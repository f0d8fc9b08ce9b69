package wire

import (
	"bytes"

	"mcperuse/mcpclient/rawjson"
)

var bom = []byte("\ufeff")

// Split turns one piece of output (a line, the data of an event, an HTTP
// body) into the frames it holds, in order: usually one message, but also
// several of them, the elements of a batch, and the text around them, each
// with a note. White space alone gives none. Only Message, Bytes and Notes are
// set; the frames alias b.
func Split(b []byte) []Frame { return split(nil, b) }

func split(frames []Frame, b []byte) []Frame {
	var common []Note
	if bytes.HasPrefix(b, bom) {
		b = b[len(bom):]
		common = append(common, note(NoteBOM, "begins with a byte order mark"))
	}
	first := len(frames)
	text := 0 // start of what belongs to no message yet
	// Text that begins values without ending them would be scanned from each
	// beginning to its end; a hostile line gets a bounded number of passes.
	budget := 4*len(b) + 1<<20
	for i := candidate(b, 0); i < len(b) && budget > 0; i = candidate(b, i) {
		before := len(frames)
		frames = appendText(frames, b[text:i])
		var n int
		var ok bool
		if frames, n, ok = appendValue(frames, b[i:]); ok {
			i += n
			text = i
			continue
		}
		// Not a message, so what is here stays part of the text. A whole value
		// is passed over: a message quoted inside a log record is none.
		frames = frames[:before]
		if n == 0 {
			budget -= len(b) - i
			n = 1
		}
		i += n
	}
	frames = appendText(frames, b[text:])
	found := frames[first:]
	shared := len(found) > 1 && text > 0
	for i := range found {
		f := &found[i]
		if shared && !f.Has(NoteBatch) {
			f.Notes = append(f.Notes, note(NoteShared, "shares its line with other output"))
		}
		if i == 0 {
			f.Notes = append(f.Notes, common...)
		}
	}
	return frames
}

// candidate returns the first offset from i on where a message or a batch
// could begin, len(b) if there is none.
func candidate(b []byte, i int) int {
	for ; i < len(b); i++ {
		n := bytes.IndexAny(b[i:], "{[")
		if n < 0 {
			break
		}
		i += n
		next := skipSpace(b, i+1)
		if next < len(b) && (b[i] == '{' && b[next] == '"' || b[i] == '[' && b[next] == '{') {
			return i
		}
	}
	return len(b)
}

// appendText appends a frame for text that is no message, unless it is blank.
func appendText(frames []Frame, b []byte) []Frame {
	if skipSpace(b, 0) == len(b) {
		return frames
	}
	return append(frames, Frame{Bytes: b})
}

// appendValue appends the message, or the elements of the batch, that b begins
// with. n is the length of the value b begins with, 0 if it does not end; ok is
// false when it is no message, and nothing was appended.
func appendValue(frames []Frame, b []byte) (_ []Frame, n int, ok bool) {
	if b[0] == '{' {
		e, n, err := open(b)
		if err != nil {
			return frames, 0, false
		}
		f := Frame{Bytes: b[:n:n]}
		f.Message, f.Notes = e.message()
		if f.Kind == NotMessage && f.Notes == nil {
			return frames, n, false
		}
		f.Notes = append(f.Notes, e.check(f.Bytes)...)
		return append(frames, f), n, true
	}
	batch, rest, err := rawjson.Next(b)
	if err != nil {
		return frames, 0, false
	}
	before := len(frames)
	for element := range batch.Elements() {
		f := Frame{Bytes: element}
		f.Message, f.Notes = Parse(element)
		f.Notes = append(f.Notes, note(NoteBatch, "came inside an array"))
		ok = ok || f.Kind != NotMessage
		frames = append(frames, f)
	}
	if !ok {
		frames = frames[:before]
	}
	return frames, len(b) - len(rest), ok
}

// idOf finds the id near the start of a message of which only the beginning is
// known, so that a refused reply can still be told to whoever waits for it.
// isReply is false where the message has a method, or is none.
func idOf(head []byte) (id ID, isReply bool) {
	i := skipSpace(head, 0)
	if i == len(head) || head[i] != '{' {
		return "", false
	}
	for i++; ; {
		for i = skipSpace(head, i); i < len(head) && head[i] == ','; {
			i = skipSpace(head, i+1)
		}
		name, rest, err := rawjson.Next(head[i:])
		if err != nil || name.Kind() != rawjson.String {
			return "", true
		}
		rest = rest[skipSpace(rest, 0):]
		if len(rest) == 0 || rest[0] != ':' {
			return "", true
		}
		value, rest, err := rawjson.Next(rest[1:])
		switch {
		case string(name) == `"method"`:
			return "", false
		case err != nil, len(rest) == 0:
			return "", true
		case string(name) == `"id"`:
			return ID(value), true
		}
		i = len(head) - len(rest)
	}
}

// idAtEnd finds the id near the end of a message of which only the end is
// known. Many servers write it after the result. What follows it must be the
// rest of one object, which nothing inside a result can look like.
func idAtEnd(tail []byte) ID {
	i := bytes.LastIndex(tail, []byte(`"id"`))
	if i < 0 {
		return ""
	}
	e, n, err := open(append([]byte{'{'}, tail[i:]...))
	if err != nil || n != 1+len(bytes.TrimRight(tail[i:], " \t\r")) || e.method != nil || e.broken || !ID(e.id).Valid() {
		return ""
	}
	return ID(e.id)
}
