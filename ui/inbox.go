package ui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// frame is the least time between two deliveries: what happens within one
// frame of the screen reaches Update as one message.
const frame = 16 * time.Millisecond

// batch is everything that happened within one frame, in order.
type batch []any

// inbox gathers what the client reports from its goroutines and hands it to
// Update in batches. Writers never wait.
type inbox struct {
	wake chan struct{}
	done chan struct{}

	mu      sync.Mutex
	waiting batch
	closed  bool
}

func newInbox() *inbox {
	return &inbox{wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// put adds something that happened.
func (b *inbox) put(v any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, v)
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// next returns the command that delivers the next batch. The first thing after
// a quiet time is delivered at once; what follows waits for the frame to end.
func (b *inbox) next(last time.Time) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-b.wake:
		case <-b.done:
			return nil
		}
		if rest := frame - time.Since(last); rest > 0 {
			timer := time.NewTimer(rest)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-b.done:
				return nil
			}
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		out := b.waiting
		b.waiting = nil
		return out
	}
}

// close ends the command that waits.
func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.done)
	}
}
