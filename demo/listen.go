package demo

import (
	"context"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Change notifications of 2026-07-28 (Subscriptions). The SDK's server remembers one subscriptions/listen a connection, so on stdio a
// second one silences the first, and closing it silences both; and it may notify before it acknowledges. Here the SDK parses, acknowledges
// and holds the request, while listens remembers each stream under its own id, from the moment its acknowledgement has been written.
// Sessions of older revisions are left to the SDK.

// A listen is one subscriptions/listen request that is being answered.
type listen struct {
	ctx     context.Context // the request's: over HTTP it routes a notification to the request's own stream
	session *mcp.ServerSession
	id      any // JSON-RPC id of the request: the subscription id
	agreed  mcp.NotificationSubscriptions
}

// listens holds the acknowledged streams, oldest first. It is safe for concurrent use.
type listens struct {
	mu   sync.Mutex
	open []*listen
}

type listenKey struct{}

// listen answers subscriptions/listen: it agrees to what this server can notify about, and returns when the client or the server ends.
func (s *server) listen(ctx context.Context, next mcp.MethodHandler, method string, req mcp.Request) (mcp.Result, error) {
	r := req.(*mcp.SubscriptionsListenRequest)
	if r.Params.Notifications == nil {
		return next(ctx, method, req) // the SDK refuses it
	}
	asked := *r.Params.Notifications
	asked.ResourceSubscriptions = slices.DeleteFunc(slices.Clone(asked.ResourceSubscriptions), func(uri string) bool { return !s.known(uri) })
	params := *r.Params
	params.Notifications = &asked

	l := &listen{ctx: ctx, session: r.Session}
	defer s.listens.remove(l)
	return next(context.WithValue(ctx, listenKey{}, l), method,
		&mcp.SubscriptionsListenRequest{Session: r.Session, Params: &params, Extra: r.Extra})
}

// send wraps the sending of every message to a client.
func (s *server) send(next mcp.MethodHandler) mcp.MethodHandler {
	s.notify = next
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch params := req.GetParams().(type) {
		case *mcp.SubscriptionsAcknowledgedParams:
			// No event may come between the acknowledgement and the first notification, nor before it.
			s.listens.mu.Lock()
			defer s.listens.mu.Unlock()
			res, err := next(ctx, method, req)
			if l, ok := ctx.Value(listenKey{}).(*listen); ok && err == nil {
				l.id = params.Meta[mcp.MetaKeySubscriptionID]
				l.agreed = params.Notifications
				s.listens.open = append(s.listens.open, l)
			}
			return res, err
		case *mcp.ResourceListChangedParams, *mcp.ResourceUpdatedNotificationParams:
			if _, ok := req.GetParams().GetMeta()[mcp.MetaKeySubscriptionID]; ok {
				return nil, nil // the SDK's copy for a listen stream: listens sends its own
			}
		}
		return next(ctx, method, req)
	}
}

func (ls *listens) remove(l *listen) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.open = slices.DeleteFunc(ls.open, func(o *listen) bool { return o == l })
}

// each calls f for every stream that agreed to what wants selects.
func (ls *listens) each(wants func(mcp.NotificationSubscriptions) bool, f func(*listen)) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	for _, l := range ls.open {
		if wants(l.agreed) {
			f(l)
		}
	}
}

// updated tells everyone who watches uri that its content changed. A stream that has just gone is no error: its end is on its way.
func (s *server) updated(uri string) {
	// Reaches the sessions of older revisions; it cannot fail, by its own source.
	_ = s.mcp.ResourceUpdated(s.ending, &mcp.ResourceUpdatedNotificationParams{URI: uri})
	s.listens.each(
		func(n mcp.NotificationSubscriptions) bool { return slices.Contains(n.ResourceSubscriptions, uri) },
		func(l *listen) {
			_, _ = s.notify(l.ctx, "notifications/resources/updated", &mcp.ServerRequest[*mcp.ResourceUpdatedNotificationParams]{
				Session: l.session,
				Params:  &mcp.ResourceUpdatedNotificationParams{URI: uri, Meta: l.meta()},
			})
		})
}

// listChanged tells the listen streams that resources/list has changed. Older sessions hear it from the SDK when a row is added or removed.
func (s *server) listChanged() {
	s.listens.each(
		func(n mcp.NotificationSubscriptions) bool { return n.ResourcesListChanged },
		func(l *listen) {
			_, _ = s.notify(l.ctx, "notifications/resources/list_changed", &mcp.ServerRequest[*mcp.ResourceListChangedParams]{
				Session: l.session,
				Params:  &mcp.ResourceListChangedParams{Meta: l.meta()},
			})
		})
}

func (l *listen) meta() mcp.Meta { return mcp.Meta{mcp.MetaKeySubscriptionID: l.id} }
