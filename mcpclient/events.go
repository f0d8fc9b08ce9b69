package mcpclient

import (
	"bytes"
	"sync"
	"time"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/live"
)

// Event is something that happened by itself.
type Event interface{ event() }

// Opening reports a step while a connection is being opened.
type Opening struct{ Step string }

// Lost reports that the connection is gone. What was fetched stays.
type Lost struct{ Err error }

// Stray reports an error reply that names no request while none or several are
// open, so that it is about the connection as a whole.
type Stray struct {
	Err   *ServerError // the latest
	Count int          // how many came since the last such event
}

// LiveEvent reports a notification or a change of a subscription.
type LiveEvent struct{ live.Event }

// Refused reports that a legacy server asked for something that cannot be
// answered, and was told so.
type Refused struct{ Request input.Request }

// FramesChanged reports that the log has new frames.
type FramesChanged struct{}

// StderrChanged reports that the child wrote to its standard error.
type StderrChanged struct{}

func (Opening) event()       {}
func (Lost) event()          {}
func (Stray) event()         {}
func (LiveEvent) event()     {}
func (Refused) event()       {}
func (FramesChanged) event() {}
func (StderrChanged) event() {}

// eventQueue hands events from many writers, who never wait, to one reader.
// Events that say the same as one still waiting are merged into it, so that a
// storm of notifications costs a bounded queue.
type eventQueue struct {
	out  chan Event
	wake chan struct{}
	done chan struct{}
	idle chan struct{} // closed when run has ended

	mu      sync.Mutex
	waiting []Event
	stray   Stray // waiting, unless its Count is 0
	frames  bool  // a FramesChanged is waiting
	stderr  bool  // a StderrChanged is waiting
}

func newEventQueue() *eventQueue {
	q := &eventQueue{out: make(chan Event), wake: make(chan struct{}, 1), done: make(chan struct{}), idle: make(chan struct{})}
	go q.run()
	return q
}

func (q *eventQueue) run() {
	defer close(q.idle)
	defer close(q.out)
	for {
		select {
		case <-q.done:
			return
		case <-q.wake:
		}
		for {
			e, ok := q.next()
			if !ok {
				break
			}
			select {
			case q.out <- e:
			case <-q.done:
				return
			}
		}
	}
}

func (q *eventQueue) next() (Event, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) > 0 {
		e := q.waiting[0]
		q.waiting = q.waiting[1:]
		return e, true
	}
	if s := q.stray; s.Count > 0 {
		q.stray = Stray{}
		return s, true
	}
	if q.frames {
		q.frames = false
		return FramesChanged{}, true
	}
	if q.stderr {
		q.stderr = false
		return StderrChanged{}, true
	}
	return nil, false
}

// push appends an event, merging a live event with a like one that waits.
func (q *eventQueue) push(e Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l, ok := e.(LiveEvent); ok && l.Kind.IsChange() {
		for i, w := range q.waiting {
			if old, ok := w.(LiveEvent); ok && old.Kind == l.Kind && old.URI == l.URI {
				l.Count += old.Count
				q.waiting[i] = l
				return
			}
		}
	}
	q.waiting = append(q.waiting, e)
	q.poke()
}

func (q *eventQueue) strayed(err *ServerError) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stray.Err = err
	q.stray.Count++
	q.poke()
}

func (q *eventQueue) framesChanged() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.frames = true
	q.poke()
}

func (q *eventQueue) stderrChanged() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stderr = true
	q.poke()
}

func (q *eventQueue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *eventQueue) close() {
	q.mu.Lock()
	select {
	case <-q.done:
	default:
		close(q.done)
	}
	q.mu.Unlock()
	<-q.idle
}

// StderrLine is one line of a child's standard error.
type StderrLine struct {
	Time time.Time
	Text string
}

// stderrLog keeps the last lines of standard error.
type stderrLog struct {
	mu    sync.Mutex
	lines []StderrLine
}

const maxStderrLines = 2000

func (l *stderrLog) add(t time.Time, line []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) >= 2*maxStderrLines {
		l.lines = append(l.lines[:0:0], l.lines[len(l.lines)-maxStderrLines:]...)
	}
	l.lines = append(l.lines, StderrLine{t, string(bytes.TrimRight(line, "\r"))})
}

func (l *stderrLog) snapshot() []StderrLine {
	l.mu.Lock()
	defer l.mu.Unlock()
	from := max(0, len(l.lines)-maxStderrLines)
	return append([]StderrLine(nil), l.lines[from:]...)
}
