package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mcperuse/mcpclient/wire"
)

// errEnded says that the server ended a subscription in order.
var errEnded = errors.New("ended by the server")

// errNoAcknowledgement says that a subscription was not acknowledged in time.
var errNoAcknowledgement = fmt.Errorf("not acknowledged within %v", ackTimeout)

// Refusal is implemented by errors that are the server's answer, as opposed to
// a broken connection: asking again would be answered the same.
type Refusal interface{ Refused() bool }

// stream is one subscriptions/listen.
type stream struct {
	filter   Filter
	afterGap bool
	cancel   context.CancelCauseFunc
	acked    chan struct{} // closed with the acknowledgement
	over     chan error    // one value, when the request is over

	// Guarded by Supervisor.mu.
	agreed     bool // acknowledged
	superseded bool // a newer stream is acknowledged and reports the same
}

func (st *stream) acknowledge() {
	if !st.agreed {
		st.agreed = true
		close(st.acked)
	}
}

func (st *stream) end(why error) { st.cancel(why) }

// listener serves a modern connection: one stream for everything wanted.
type listener struct {
	*Supervisor
	link Link

	current *stream // the acknowledged one
	attempt int     // failures in a row
	refused Filter  // what the server said no to, not to be asked again
	gap     bool    // something may have been missed
}

func (l *listener) run(ctx context.Context) {
	defer l.drop()
	var retry <-chan time.Time
	for ctx.Err() == nil {
		want := l.wanted()
		if retry == nil && l.outdated(want) {
			retry = l.replace(ctx, want)
			continue
		}
		select {
		case <-ctx.Done():
		case <-l.poke:
		case <-retry:
			retry = nil
		case err := <-l.overOf():
			st := l.current
			l.current = nil
			retry = l.failed(ctx, st, err)
		}
	}
}

// wanted is what to ask for now; what the server does not offer is marked.
func (l *listener) wanted() Filter {
	l.mu.Lock()
	defer l.mu.Unlock()
	var f Filter
	l.each(func(i *Interest) {
		switch {
		case i.URI == "" && l.abilities.ListChanged:
			f.ListChanged = true
		case i.URI != "" && l.abilities.Subscribe:
			f.URIs = append(f.URIs, i.URI)
		case i.URI == "":
			i.State, i.Why = Failed, "the server does not offer list changes"
		default:
			i.State, i.Why = Failed, "the server does not offer subscriptions to resources"
		}
	})
	return f
}

func (l *listener) outdated(want Filter) bool {
	switch {
	case want.equal(l.refused):
		return false
	case l.current == nil:
		return !want.Empty()
	}
	return !want.equal(l.current.filter)
}

func (l *listener) overOf() <-chan error {
	if l.current == nil {
		return nil
	}
	return l.current.over
}

// replace opens a stream for want, and closes the current one only once the
// new one is acknowledged, so that there is no gap. It returns the timer of
// the next attempt where this one failed.
func (l *listener) replace(ctx context.Context, want Filter) (retry <-chan time.Time) {
	if want.Empty() {
		l.drop()
		return nil
	}
	next := l.open(ctx, want)
	timer := time.NewTimer(ackTimeout)
	defer timer.Stop()
	var err error
	select {
	case <-next.acked:
		l.drop()
		l.current, l.attempt, l.gap = next, 0, false
		return nil
	case err = <-next.over:
	case <-timer.C:
		err = errNoAcknowledgement
		next.end(err)
		<-next.over
	case <-ctx.Done():
		<-next.over
		return nil
	}
	return l.failed(ctx, next, err)
}

// open starts a subscriptions/listen.
func (l *listener) open(ctx context.Context, want Filter) *stream {
	ctx, cancel := context.WithCancelCause(ctx)
	st := &stream{filter: want, afterGap: l.gap, cancel: cancel, acked: make(chan struct{}), over: make(chan error, 1)}
	l.set(l.uncovered(want), Asked, "")
	l.tell(Event{Kind: Listening})
	go func() {
		err := l.link.Listen(ctx, want, func(id wire.ID) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.streams[id] = st
		})
		if cause := context.Cause(ctx); errors.Is(cause, errEnded) {
			err = nil
		}
		cancel(nil)
		l.mu.Lock()
		for id, other := range l.streams {
			if other == st {
				delete(l.streams, id)
				l.closed[id] = true
			}
		}
		l.mu.Unlock()
		st.over <- err
	}()
	return st
}

// uncovered is what of a filter the current stream does not bring.
func (l *listener) uncovered(f Filter) Filter {
	if l.current == nil {
		return f
	}
	return f.without(l.current.filter)
}

// failed deals with a stream that is over without our wish, and returns the
// timer of the next attempt, nil where none is due.
func (l *listener) failed(ctx context.Context, st *stream, err error) <-chan time.Time {
	if ctx.Err() != nil {
		return nil
	}
	l.mu.Lock()
	agreed := st.agreed
	l.mu.Unlock()
	// What the stream was to replace goes on bringing what it brings.
	gone := l.uncovered(st.filter)
	var refusal Refusal
	switch {
	case err == nil && !agreed:
		// An answer instead of a subscription: asking again would be answered
		// the same at once, for ever.
		l.refused = st.filter
		const why = "the server closed it without acknowledging"
		l.set(gone, Failed, why)
		l.tell(Event{Kind: Refused, Detail: why})
		return nil
	case errors.As(err, &refusal) && refusal.Refused():
		l.refused = st.filter
		l.set(gone, Failed, err.Error())
		l.tell(Event{Kind: Refused, Detail: err.Error()})
		return nil
	case err == nil:
		l.set(gone, Broken, "ended by the server")
		l.tell(Event{Kind: Ended, Missed: gone})
	default:
		l.set(gone, Broken, err.Error())
		l.tell(Event{Kind: Lost, Detail: err.Error(), Missed: gone})
	}
	l.gap = l.gap || l.current == nil
	l.attempt++
	pause := l.pause(l.attempt)
	l.retryAt(gone, l.opts.Now().Add(pause))
	l.tell(Event{Kind: Retrying, Attempt: l.attempt, RetryIn: pause})
	return time.After(pause)
}

// retryAt tells when what is lost is asked for again.
func (l *listener) retryAt(f Filter, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.each(func(i *Interest) {
		if f.covers(i.URI) {
			i.Retry = at
		}
	})
}

// drop ends the current stream and waits until it is over.
func (l *listener) drop() {
	if l.current == nil {
		return
	}
	l.current.end(context.Canceled)
	<-l.current.over
	l.current = nil
}

func outOf(got, asked int) string {
	return fmt.Sprintf("%d of %d", got, asked)
}
