package live

import (
	"context"
)

// subscriber serves a legacy connection: one resources/subscribe a resource,
// and list changes that come unasked (specification 2025-11-25: Resources,
// Subscriptions).
type subscriber struct {
	*Supervisor
	link  Link
	asked map[string]bool // what the server was asked for on this connection
}

func (s *subscriber) run(ctx context.Context) {
	s.begin()
	for ctx.Err() == nil {
		if s.step(ctx) {
			continue
		}
		select {
		case <-ctx.Done():
		case <-s.poke:
		}
	}
}

// begin settles the lists, which need no asking.
func (s *subscriber) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.abilities.ListChanged:
		s.lists.State, s.lists.Why = Failed, "the server does not offer list changes"
	case s.streamless:
		s.lists.State, s.lists.Why = Failed, noStream
	default:
		s.lists.State, s.lists.Why, s.lists.Unsolicited = Confirmed, "", true
	}
}

// step subscribes to, or unsubscribes from, one resource. It reports false
// where nothing is left to do.
func (s *subscriber) step(ctx context.Context) bool {
	s.mu.Lock()
	var add, remove string
	for _, i := range s.watched {
		switch {
		case s.asked[i.URI]:
		case !s.abilities.Subscribe:
			i.State, i.Why = Failed, "the server does not offer subscriptions to resources"
		case add == "":
			add = i.URI
		}
	}
	for uri := range s.asked {
		if s.find(uri) == nil {
			remove = uri
		}
	}
	s.mu.Unlock()
	switch {
	case add != "":
		s.subscribe(ctx, add)
	case remove != "":
		delete(s.asked, remove)
		// The server may go on notifying; such updates are shown as not
		// subscribed to, which is the truth.
		_ = s.link.Unsubscribe(ctx, remove)
	default:
		return false
	}
	return true
}

func (s *subscriber) subscribe(ctx context.Context, uri string) {
	s.asked[uri] = true
	f := Filter{URIs: []string{uri}}
	s.set(f, Asked, "")
	err := s.link.Subscribe(ctx, uri)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		s.set(f, Failed, err.Error())
		s.tell(Event{Kind: Refused, URI: uri, Detail: err.Error()})
	default:
		s.set(f, Confirmed, "")
		s.tell(Event{Kind: Acknowledged, URI: uri, Detail: outOf(1, 1)})
	}
}
