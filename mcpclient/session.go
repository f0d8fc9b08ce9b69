package mcpclient

import (
	"context"
	"errors"
	"slices"

	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// ask sends a request and returns its result. Where the server does not know
// the session any more, the request is sent once more in a new one
// (specification 2025-11-25: Streamable HTTP, Session Management).
func (c *Client) ask(ctx context.Context, n *conn, method string, p params, o callOptions) (*wire.Frame, rawjson.Value, error) {
	session := n.sessions.Load()
	f, result, err := n.result(ctx, method, p, o)
	if brokeOff(err) && !o.once && Modern(c.Server().Revision) && ctx.Err() == nil {
		// Nothing was lost on the way but the answer to a question that changes
		// nothing: it is asked again, under a new id (specification 2026-07-28:
		// Streamable HTTP, Disconnection).
		f, result, err = n.result(ctx, method, p, o)
	}
	if !sessionLost(err) {
		return f, result, err
	}
	select {
	case err = <-c.renewal(n, session):
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return f, nil, err
	}
	return n.result(ctx, method, p, o)
}

// SessionError says that the server forgot the session and a new one could not
// be begun, so that the connection is of no use any more.
type SessionError struct{ Reason error }

func (e *SessionError) Error() string { return sessionForgotten + ": " + e.Reason.Error() }

// Explain implements [transport.Explained].
func (e *SessionError) Explain() (what, why, try string) {
	return sessionForgotten, Explain(e.Reason).String(), "connect again"
}

const sessionForgotten = "the server forgot the session, and no new one can be begun"

// brokeOff reports whether a response ended before the reply came.
func brokeOff(err error) bool {
	var stream *transport.StreamError
	return errors.As(err, &stream)
}

func sessionLost(err error) bool {
	var status *transport.HTTPError
	return errors.As(err, &status) && status.SessionLost
}

// renewal begins a new session in place of the one with the given number,
// unless somebody did already. It goes on when nobody waits for it.
func (c *Client) renewal(n *conn, session int64) <-chan error {
	done := make(chan error, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.life.Err() != nil {
		done <- ErrNotConnected
		return done
	}
	c.background.Go(func() { done <- c.renew(n, session) })
	return done
}

func (c *Client) renew(n *conn, session int64) error {
	c.opening.Lock()
	defer c.opening.Unlock()
	if n.sessions.Load() != session || n.lost() != nil {
		return n.lost()
	}
	ctx, stop := context.WithTimeout(c.life, c.opts.Timeout)
	defer stop()
	c.mu.Lock()
	current := c.conn == n
	c.stopRenewal = stop
	c.mu.Unlock()
	if !current {
		return ErrNotConnected
	}
	gap := live.Event{Time: c.opts.Now(), Kind: live.Lost, Count: 1, Detail: "the server forgot the session; a new one is begun", Missed: c.relied()}
	c.live.Detach()
	c.onLive(gap)
	o := &opener{client: c, conn: n, kind: "http"}
	revision, _ := n.era()
	server, err := o.initialize(ctx, revision, slices.Contains(Revisions(), c.opts.Protocol))
	if err != nil {
		n.Down(&SessionError{err})
		return n.lost()
	}
	n.sessions.Add(1)
	c.attach(n, server)
	return nil
}

// relied is what the server had promised to tell about.
func (c *Client) relied() live.Filter {
	var f live.Filter
	for _, i := range c.live.Interests() {
		switch {
		case i.State != live.Confirmed:
		case i.URI == "":
			f.ListChanged = true
		default:
			f.URIs = append(f.URIs, i.URI)
		}
	}
	return f
}
