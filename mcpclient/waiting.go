package mcpclient

import (
	"context"
	"time"

	"mcperuse/mcpclient/wire"
)

// call is a request waiting for its reply. Its channels hold one value each
// and are never closed.
type call struct {
	token    wire.ID // under which the server reports progress
	reply    chan *wire.Frame
	doubtful chan *wire.Frame // a reply that may be about something else
	ended    chan error
	progress chan Progress
	before   *ServerError // the last error that belonged to no call, when it was sent
}

// doubt is how long a call with a doubtful reply waits for one beyond doubt.
const doubt = time.Second

// wait waits for the reply to a call.
func (c *conn) wait(ctx context.Context, w *call, method string, o callOptions) (*wire.Frame, error) {
	var silence, enough <-chan time.Time
	var timer *time.Timer
	if o.timeout > 0 {
		timer = time.NewTimer(o.timeout)
		defer timer.Stop()
		silence = timer.C
	}
	var doubtful *wire.Frame
	for {
		select {
		case f := <-w.reply:
			if doubtful != nil {
				c.strayed(doubtful)
			}
			return f, nil
		case doubtful = <-w.doubtful:
			patience := time.NewTimer(doubt)
			defer patience.Stop()
			enough = patience.C
		case <-enough:
			return doubtful, nil
		case p := <-w.progress:
			if timer != nil {
				timer.Reset(o.timeout)
			}
			o.onProgress(p)
		case err := <-w.ended:
			// The reply is handed over before the exchange ends.
			select {
			case f := <-w.reply:
				return f, nil
			default:
			}
			if err == nil {
				err = noReplyError{}
			}
			return nil, err
		case <-c.gone:
			select {
			case f := <-w.reply:
				return f, nil
			default:
				return nil, c.lostOr(ErrNotConnected)
			}
		case <-silence:
			if rest := c.thinking(o.timeout); rest > 0 {
				timer.Reset(rest)
				continue
			}
			if doubtful != nil {
				return doubtful, nil
			}
			e := &TimeoutError{Method: method, After: o.timeout, Heard: c.wasHeard()}
			if stray := c.lastStray(); stray != w.before {
				e.Stray = stray
			}
			return nil, e
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// noReplyError is the end of an HTTP exchange that held no reply.
type noReplyError struct{}

func (noReplyError) Error() string { return "the server ended the response without a reply" }

// replied hands a reply to the call it belongs to: that of the request the log
// matched it with. One that names no request can only be meant for the call
// that waits where just one does; while several do, nobody can tell.
func (c *conn) replied(f *wire.Frame) {
	c.mu.Lock()
	w, noticed := c.calls[f.Answers], c.noticed
	c.noticed = false
	var only *call
	if len(c.calls) == 1 {
		for _, only = range c.calls {
		}
	}
	c.mu.Unlock()
	switch {
	case w != nil:
		offer(w.reply, f)
	case f.ID.Valid() || f.Answers != "": // late, repeated or unknown: the log notes it
	case only == nil && f.Error != nil:
		c.strayed(f)
	case only == nil:
	case noticed && f.Error != nil:
		// It may as well refuse the notification that was sent before.
		offer(only.doubtful, f)
	default:
		offer(only.reply, f)
	}
}

// offer puts f into a channel that has room for one. A second reply to one
// request is of no use.
func offer(to chan *wire.Frame, f *wire.Frame) {
	select {
	case to <- f:
	default:
	}
}

// strayed takes an error reply that belongs to no call.
func (c *conn) strayed(f *wire.Frame) {
	err := newServerError("a message", f)
	c.mu.Lock()
	c.stray = err
	c.mu.Unlock()
	c.onStray(err)
}

func (c *conn) lastStray() *ServerError {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stray
}
