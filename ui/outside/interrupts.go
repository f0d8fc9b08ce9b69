// Package outside gives contents to other programs: a pager, an editor, what the
// system opens files with, a command, the clipboard.
package outside

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"time"
)

// Interrupts decides whom ctrl+c is meant for. While another program has the
// terminal, the terminal sends the signal to both, and it is only for the other.
// The zero value is ready.
type Interrupts struct {
	// Grace is how long a signal that came while the terminal was lent may be on its
	// way still when it is back.
	Grace time.Duration

	lent atomic.Int32
	back atomic.Int64 // when it came back last, in nanoseconds since 1970
}

// Lend tells that another program has the terminal, until back is called.
func (i *Interrupts) Lend() (back func()) {
	i.lent.Add(1)
	return func() {
		i.back.Store(time.Now().UnixNano())
		i.lent.Add(-1)
	}
}

// others reports whether an interrupt that comes now is for another program.
func (i *Interrupts) others() bool {
	return i.lent.Load() > 0 || time.Since(time.Unix(0, i.back.Load())) < i.Grace
}

// Context returns a context that ends with one of the signals, or with stop, which
// is to be called in any case.
func (i *Interrupts) Context(parent context.Context, signals ...os.Signal) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	came := make(chan os.Signal, 8) // one that waits is in the way of no other
	signal.Notify(came, signals...)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-came:
				if s != os.Interrupt || !i.others() {
					cancel()
				}
			}
		}
	}()
	return ctx, func() {
		cancel()
		signal.Stop(came)
		<-ended
	}
}
