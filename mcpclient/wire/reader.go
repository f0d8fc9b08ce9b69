package wire

import (
	"bytes"
	"io"
)

// Reader reads frames from a stream of newline-delimited JSON ("Transports,
// stdio" of the specification), and makes the best of a stream that is not
// quite that: log lines between messages, several messages on a line, a
// message spread over several lines. Nothing that came is left out.
//
// A Reader is not safe for concurrent use.
type Reader struct {
	lines *lines
	limit int64
	queue []Frame // read, not yet returned
	next  int     // into queue
	open  spread
	err   error
}

// NewReader returns a Reader of r. A frame of more than limit bytes is refused:
// it becomes a [NotMessage] frame with its first few kilobytes and, where they
// show one, its id. A limit of 0 or less means [DefaultMaxFrame].
func NewReader(r io.Reader, limit int64) *Reader {
	l := newLines(r, limit, false)
	return &Reader{lines: l, limit: l.limit}
}

// Next returns the next frame, with Message, Bytes and Notes set. The frame
// owns its bytes. The error is that of the stream, io.EOF at its end; what was
// read before it is returned first.
func (r *Reader) Next() (Frame, error) {
	for r.next == len(r.queue) {
		if r.err != nil {
			return Frame{}, r.err
		}
		r.queue, r.next = r.queue[:0], 0
		r.fill()
	}
	f := r.queue[r.next]
	r.queue[r.next] = Frame{}
	r.next++
	return f, nil
}

// fill reads one line and queues what it completes.
func (r *Reader) fill() {
	l, err := r.lines.next()
	if err != nil {
		r.err = err
		r.abandon()
		return
	}
	b := l.bytes
	if l.size > r.limit {
		r.abandon()
		r.queue = append(r.queue, Refused(b, l.tail, l.size, r.limit))
		return
	}
	if l.ended {
		b = bytes.TrimSuffix(b, []byte{'\r'})
	}
	if skipSpace(b, 0) == len(b) {
		return
	}
	if !l.owned {
		b = bytes.Clone(b)
	}
	if r.open.active() {
		r.goOn(b)
	} else {
		r.begin(b)
	}
	if !l.ended && len(r.queue) > 0 {
		f := &r.queue[len(r.queue)-1]
		f.Notes = append(f.Notes, note(NoteUnterminated, "the stream ended before the line did"))
	}
}

// begin takes a line that stands on its own, or begins a spread message.
func (r *Reader) begin(b []byte) {
	from := len(r.queue)
	r.queue = split(r.queue, b)
	if len(r.queue) == from+1 && r.queue[from].Kind == NotMessage && r.open.begin(b) {
		r.queue = r.queue[:from]
	}
}

// goOn takes a line while a message is spread over lines.
func (r *Reader) goOn(b []byte) {
	if r.open.interruptedBy(b) {
		r.abandon()
		r.begin(b)
		return
	}
	if int64(len(r.open.bytes)+1+len(b)) > r.limit {
		id, _ := idOf(r.open.bytes)
		r.queue = append(r.queue, Frame{
			Message: Message{ID: id},
			Bytes:   r.open.bytes,
			Notes:   []Note{note(NoteTooLarge, "came over several lines, and is over the bound of %d bytes; what follows is taken by itself", r.limit)},
		})
		r.open = spread{}
		r.begin(b)
		return
	}
	switch r.open.add(b) {
	case spreadBroken:
		r.abandon()
		r.begin(b)
	case spreadClosed:
		whole := r.open.bytes
		r.open = spread{}
		from := len(r.queue)
		r.queue = split(r.queue, whole)
		for i := from; i < len(r.queue); i++ {
			f := &r.queue[i]
			f.Notes = append(f.Notes, note(NoteSpread, "came over several lines"))
		}
	}
}

// abandon gives up a spread message: its lines become one piece of output that
// is no message.
func (r *Reader) abandon() {
	if !r.open.active() {
		return
	}
	r.queue = append(r.queue, Frame{
		Bytes: r.open.bytes,
		Notes: []Note{note(NoteUnfinished, "began like a message over several lines and never became one")},
	})
	r.open = spread{}
}

// Refused returns the frame that stands for one of size bytes, over the limit,
// of which only the head and the last few bytes are known. Its id is found
// there if it is there; the tail may be nil.
func Refused(head, tail []byte, size, limit int64) Frame {
	id, isReply := idOf(head)
	if id == "" && isReply {
		id = idAtEnd(tail)
	}
	return Frame{
		Message: Message{ID: id},
		Bytes:   head,
		Notes:   []Note{note(NoteTooLarge, "%d bytes, over the bound of %d; only the first %d are kept", size, limit, len(head))},
	}
}
