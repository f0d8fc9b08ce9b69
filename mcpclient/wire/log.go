package wire

import (
	"sync"
	"time"
)

// DefaultLogSize is the bound of a [Log] in bytes where none is given.
const DefaultLogSize = 64 << 20

// frameOverhead is what a frame costs besides its bytes, roughly: the struct,
// its place in the log and a note. Without it a flood of tiny frames would
// take many times the bound.
const frameOverhead = 400

// Log keeps the frames of one connection, the oldest dropped when they come to
// more than its bound. It is safe for concurrent use, and the frames it hands
// out never change.
type Log struct {
	opts LogOptions

	mu      sync.Mutex
	last    uint64   // sequence number of the newest frame
	frames  []*Frame // consecutive, oldest first
	bytes   int64    // of the frames kept
	dropped struct {
		frames int
		bytes  int64
	}
	pending [2]pending        // requests without a reply, by the direction they went
	replies map[uint64]uint64 // from a request to its reply, for the replies kept
	changed chan struct{}     // nil while nobody waits
}

// LogOptions shapes a [Log]. The zero value will do.
type LogOptions struct {
	// MaxBytes bounds what is kept; 0 means [DefaultLogSize].
	MaxBytes int64
	// Now gives the time of frames that come without one; nil means time.Now.
	Now func() time.Time
	// Observe, unless nil, is called for every frame, in order. The log is
	// locked meanwhile: it must be quick and must not call the log.
	Observe func(*Frame)
}

// NewLog returns an empty log.
func NewLog(o LogOptions) *Log {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultLogSize
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Log{opts: o, replies: make(map[uint64]uint64)}
}

// Add puts f into the log and returns it with its sequence number. A reply is
// matched with the open request it answers, which fills Method, ReplyTo,
// Answers and RoundTrip; what does not fit gets a note. The frame added is
// never dropped by its own addition, however large it is.
func (l *Log) Add(f Frame) *Frame { return l.AddOn(f, "") }

// AddOn is [Log.Add] for a frame that came on the HTTP response to the request
// exchange. A reply that names no request is then taken as the reply to that
// one.
func (l *Log) AddOn(f Frame, exchange ID) *Frame { return l.add(f, exchange, false) }

// AddEnd is [Log.AddOn] for the last frame of an HTTP response that holds no
// reply. Where the frame is no message, it stands for the response that ended
// the request exchange, and gets ReplyTo, Method and RoundTrip, but no Answers.
func (l *Log) AddEnd(f Frame, exchange ID) *Frame { return l.add(f, exchange, true) }

func (l *Log) add(f Frame, exchange ID, ends bool) *Frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	f.Seq = l.last
	if f.Time.IsZero() {
		f.Time = l.opts.Now()
	}
	l.match(&f, exchange, ends)
	l.frames = append(l.frames, &f)
	l.bytes += int64(len(f.Bytes))
	if f.ReplyTo != 0 {
		l.replies[f.ReplyTo] = f.Seq
	}
	l.shrink()
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
	if l.opts.Observe != nil {
		l.opts.Observe(&f)
	}
	return &f
}

func (l *Log) match(f *Frame, exchange ID, ends bool) {
	switch {
	case f.Kind == Request:
		if !l.pending[f.Dir].open(f.ID, openRequest{f.Seq, f.Time, f.Method}) {
			f.Notes = append(f.Notes, note(NoteIDReused, "the id %s belongs to a request that is still open", quote([]byte(f.ID))))
		}
		return
	case f.Kind == Reply, f.Kind == NotMessage && f.ID != "":
	case f.Kind == NotMessage && ends:
		if request, ok := l.pending[1-f.Dir].close(exchange); ok {
			f.answer(request)
		}
		return
	default:
		return
	}
	asked := &l.pending[1-f.Dir]
	id := f.ID
	request, ok := asked.close(id)
	if !ok {
		if id, ok = asked.respelled(f.ID); ok {
			request, _ = asked.close(id)
			f.Notes = append(f.Notes, note(NoteIDRetyped, "the id %s was sent as %s", quote([]byte(f.ID)), quote([]byte(id))))
		}
	}
	if !ok {
		id = exchange
		if request, ok = asked.close(id); ok {
			f.Notes = append(f.Notes, note(NoteReplyBound, "names no open request; taken as the reply to %s, whose exchange it came on", quote([]byte(id))))
		}
	}
	if !ok {
		switch {
		case asked.wasClosed(f.ID):
			f.Notes = append(f.Notes, note(NoteReplyRepeated, "the request %s was answered before", quote([]byte(f.ID))))
		case f.ID.Valid():
			f.Notes = append(f.Notes, note(NoteReplyUnknown, "no request with the id %s is open", quote([]byte(f.ID))))
		}
		return
	}
	f.Answers = id
	f.answer(request)
}

func (f *Frame) answer(r openRequest) {
	f.ReplyTo, f.Method, f.RoundTrip = r.seq, r.method, max(0, f.Time.Sub(r.time))
}

// shrink drops the oldest frames while there is more than the bound allows.
func (l *Log) shrink() {
	n := 0
	for n < len(l.frames)-1 && l.bytes+int64(len(l.frames)-n)*frameOverhead > l.opts.MaxBytes {
		f := l.frames[n]
		l.frames[n] = nil
		l.bytes -= int64(len(f.Bytes))
		l.dropped.frames++
		l.dropped.bytes += int64(len(f.Bytes))
		if f.ReplyTo != 0 {
			delete(l.replies, f.ReplyTo)
		}
		n++
	}
	// The room before the slice is given back when append moves it.
	l.frames = l.frames[n:]
}

// Frames returns the frames kept after the sequence number, oldest first.
func (l *Log) Frames(after uint64) []*Frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	skip := 0
	if first := l.first(); after >= first {
		skip = int(min(after-first+1, uint64(len(l.frames))))
	}
	return append([]*Frame(nil), l.frames[skip:]...)
}

// Get returns the frame with the sequence number, nil where it was dropped or
// is still to come.
func (l *Log) Get(seq uint64) *Frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.get(seq)
}

// ReplyOf returns the reply to the request with the sequence number, nil where
// there is none, or none any more.
func (l *Log) ReplyOf(seq uint64) *Frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.get(l.replies[seq])
}

func (l *Log) first() uint64 { return l.last + 1 - uint64(len(l.frames)) }

func (l *Log) get(seq uint64) *Frame {
	if first := l.first(); seq >= first && seq <= l.last {
		return l.frames[seq-first]
	}
	return nil
}

// Dropped returns how much was dropped to stay within the bound.
func (l *Log) Dropped() (frames int, bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped.frames, l.dropped.bytes
}

// Len returns the number of frames kept.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.frames)
}

// Bytes returns the bytes of the frames kept.
func (l *Log) Bytes() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes
}

// Changed returns a channel that is closed when the next frame is added. To
// miss none: take the channel, then the frames, then wait.
func (l *Log) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.changed
}

// openRequest is what is kept of a request to match its reply.
type openRequest struct {
	seq    uint64
	time   time.Time
	method string
}
