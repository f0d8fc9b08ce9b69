package mcpclient

import (
	"context"
	"errors"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// Watch asks to be told when a resource changes. It returns at once: how it
// went arrives as an event, and [Client.Interests] shows where it stands.
func (c *Client) Watch(uri string) bool { return c.live.Watch(uri) }

// Unwatch takes a Watch back.
func (c *Client) Unwatch(uri string) bool { return c.live.Unwatch(uri) }

// Interests returns what is watched, the lists first.
func (c *Client) Interests() []live.Interest { return c.live.Interests() }

// onNotification takes every notification that is not about progress.
func (c *Client) onNotification(f *wire.Frame, exchange wire.ID) {
	c.live.Notify(live.Notification{Method: f.Method, Params: f.Params, Exchange: exchange, Frame: f.Seq})
}

// onLost takes the end of a connection.
func (c *Client) onLost(lost *conn, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == lost && c.server.Revision != "" && !lost.told {
		lost.told = true
		c.events.push(Lost{err})
	}
}

// onLive takes what the subscriptions report: it spoils the cache before
// anybody can look at it, then tells.
func (c *Client) onLive(e live.Event) {
	switch e.Kind {
	case live.Updated:
		c.spoilRead(freshness.Cause{Reason: freshness.Updated, Frame: e.Frame}, e.URI)
		for _, parent := range e.Parents {
			c.spoilRead(freshness.Cause{Reason: freshness.ChildUpdated, URI: e.URI, Frame: e.Frame}, parent)
		}
	case live.ListChanged:
		c.spoilLists(freshness.Cause{Reason: freshness.ListChanged, Frame: e.Frame})
	case live.Listening, live.Acknowledged, live.Refused, live.Lost, live.Ended, live.Retrying:
		gap := freshness.Cause{Reason: freshness.Gap}
		if e.Missed.ListChanged {
			c.spoilLists(gap)
		}
		for _, uri := range e.Missed.URIs {
			c.spoilRead(gap, uri)
		}
	}
	c.events.push(LiveEvent{e})
}

// spoilAll marks everything kept as being of another connection.
func (c *Client) spoilAll() {
	c.cache.Invalidate(freshness.Cause{Reason: freshness.Reconnected}, func(freshness.Key) bool { return true })
}

func (c *Client) spoilLists(cause freshness.Cause) {
	c.cache.Invalidate(cause, func(k freshness.Key) bool { return k.Method == methodList || k.Method == methodTemplates })
}

func (c *Client) spoilRead(cause freshness.Cause, uri string) {
	c.cache.Invalidate(cause, func(k freshness.Key) bool { return k == ReadKey(uri) })
}

// liveLink is a connection as the subscriptions use it.
type liveLink struct {
	client *Client
	conn   *conn
}

// Listen implements [live.Link].
func (l *liveLink) Listen(ctx context.Context, f live.Filter, sent func(wire.ID)) error {
	var p params
	p.raw("notifications", f.ParamsOf())
	return l.request(ctx, methodListen, p, callOptions{onSent: sent})
}

// Subscribe implements [live.Link].
func (l *liveLink) Subscribe(ctx context.Context, uri string) error {
	return l.about(ctx, methodSubscribe, uri)
}

// Unsubscribe implements [live.Link].
func (l *liveLink) Unsubscribe(ctx context.Context, uri string) error {
	return l.about(ctx, methodUnsubscribe, uri)
}

func (l *liveLink) about(ctx context.Context, method, uri string) error {
	var p params
	p.text("uri", uri)
	return l.request(ctx, method, p, callOptions{timeout: l.client.opts.Timeout})
}

func (l *liveLink) request(ctx context.Context, method string, p params, o callOptions) error {
	session := l.conn.sessions.Load()
	_, _, err := l.conn.result(ctx, method, p, o)
	if sessionLost(err) {
		// Not waited for: it ends with all that was asked for being asked again.
		l.client.renewal(l.conn, session)
	}
	var status *transport.HTTPError
	if errors.As(err, &status) && status.Status >= 400 && status.Status < 500 {
		err = refusal{err}
	}
	return err
}

// refusal marks an error as the server's answer.
type refusal struct{ error }

func (refusal) Refused() bool   { return true }
func (r refusal) Unwrap() error { return r.error }

// Refused implements [live.Refusal]: an error reply is the server's answer.
func (e *ServerError) Refused() bool { return true }
