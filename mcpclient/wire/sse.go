package wire

import (
	"bytes"
	"io"
	"strconv"
	"time"
)

// Event is one server-sent event.
type Event struct {
	Type string // "message" where none was given
	Data []byte // owned by the event; over the bound only the first kilobytes
	Size int64  // real length of the data in bytes
	tail []byte // over the bound, the last bytes
	// Stray holds the lines before the end of the event that are no field of
	// one. A browser would ignore them.
	Stray []byte

	// Unterminated says that the stream ended without the blank line that ends
	// an event. A browser would drop it.
	Unterminated bool
}

// EventReader reads server-sent events as the WHATWG HTML standard tells it,
// section 9.2.6, except that nothing is dropped: an event cut off by the end of
// the stream is marked, and lines that are no field of an event come with the
// next one, or as one of their own without data. It is not safe for concurrent
// use.
type EventReader struct {
	lines  *lines
	limit  int64
	begun  bool
	lastID string
	retry  time.Duration
}

// NewEventReader returns a reader of r. Events with more data than limit bytes
// are cut; 0 or less means [DefaultMaxFrame].
func NewEventReader(r io.Reader, limit int64) *EventReader {
	l := newLines(r, limit, true)
	return &EventReader{lines: l, limit: l.limit, retry: -1}
}

// LastEventID returns the id to resume after, "" where there was none.
func (r *EventReader) LastEventID() string { return r.lastID }

// Retry returns the reconnection time the stream asked for, negative where it
// did not.
func (r *EventReader) Retry() time.Duration { return r.retry }

// Next returns the next event with data, or with stray lines. The error is that
// of the stream, io.EOF at its end.
func (r *EventReader) Next() (Event, error) {
	var e Event
	id, hasID := "", false
	for {
		l, err := r.lines.next()
		if err != nil {
			if e.Size > 0 || e.Stray != nil {
				e.Unterminated = e.Size > 0
				return r.finish(e), nil
			}
			return Event{}, err
		}
		b := l.bytes
		if !r.begun {
			r.begun = true
			b = bytes.TrimPrefix(b, bom)
		}
		if len(b) == 0 {
			if !l.ended {
				continue
			}
			if hasID {
				r.lastID = id
			}
			if e.Size > 0 || e.Stray != nil {
				return r.finish(e), nil
			}
			e, hasID = Event{}, false
			continue
		}
		name, value, found := bytes.Cut(b, []byte{':'})
		value = bytes.TrimPrefix(value, []byte{' '})
		switch string(name) {
		case "event":
			e.Type = string(value)
		case "data":
			e.addData(value, l, r.limit)
		case "id":
			if bytes.IndexByte(value, 0) < 0 {
				id, hasID = string(value), true
			}
		case "retry":
			const most = int64(24 * time.Hour / time.Millisecond)
			if ms, err := strconv.ParseUint(string(value), 10, 63); err == nil {
				r.retry = time.Duration(min(int64(ms), most)) * time.Millisecond
			} else {
				e.addStray(b, r.limit)
			}
		default:
			if !found || len(name) > 0 { // not a comment
				e.addStray(b, r.limit)
			}
		}
	}
}

// addData adds one data line. The usual case, a single line, is not copied
// more than it takes to own it.
func (e *Event) addData(value []byte, l line, limit int64) {
	joined := e.Data != nil
	if e.Size += l.size - int64(len(l.bytes)) + int64(len(value)); joined {
		e.Size++
	}
	switch {
	case e.Size > limit:
		if l.tail != nil {
			e.tail = l.tail
		} else {
			e.tail = endOf(e.tail, value)
		}
		e.Data = append(e.Data, value[:min(len(value), max(0, headSize-len(e.Data)))]...)
		e.Data = e.Data[:min(len(e.Data), headSize)]
	case joined:
		e.Data = append(append(e.Data, '\n'), value...)
	case l.owned:
		e.Data = value
	default:
		e.Data = append([]byte{}, value...)
	}
}

// addStray keeps a line that is no field, of as many as the bound allows.
func (e *Event) addStray(b []byte, limit int64) {
	if e.Stray != nil {
		b = append([]byte{'\n'}, b...)
	}
	room := max(0, limit-int64(len(e.Stray)))
	e.Stray = append(e.Stray, b[:min(int64(len(b)), room)]...)
}

func (r *EventReader) finish(e Event) Event {
	if e.Type == "" {
		e.Type = "message"
	}
	return e
}

// Frames turns the data of an event into frames, as [Split] does, after one for
// its stray lines.
func (e Event) Frames(limit int64) []Frame {
	if e.Stray != nil {
		stray := Frame{Bytes: e.Stray, Notes: []Note{note(NoteEventLine, "is no field of an event")}}
		e.Stray = nil
		return append([]Frame{stray}, e.Frames(limit)...)
	}
	var frames []Frame
	if e.Size > int64(len(e.Data)) {
		frames = []Frame{Refused(e.Data, e.tail, e.Size, limit)}
	} else {
		frames = Split(e.Data)
	}
	for i := range frames {
		f := &frames[i]
		if e.Type != "message" {
			f.Notes = append(f.Notes, note(NoteEventType, "came in an event of type %q", quote([]byte(e.Type))))
		}
		if e.Unterminated {
			f.Notes = append(f.Notes, note(NoteUnterminated, "the stream ended before the event did"))
		}
	}
	return frames
}
