package live

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// Options configures a Supervisor.
type Options struct {
	Now func() time.Time
	// Emit is called with every event, in order. It must not call back.
	Emit func(Event)
	// Jitter spreads pauses; it returns a number in [0,1). nil stands for a
	// random one.
	Jitter func() float64
}

// Bounds of the pauses between attempts to open a lost stream, and of the
// wait for an acknowledgement.
const (
	firstPause = time.Second
	lastPause  = time.Minute
	ackTimeout = 10 * time.Second
)

// Supervisor keeps subscriptions for one client, over any number of
// connections. It is safe for concurrent use.
type Supervisor struct {
	opts Options
	poke chan struct{} // the interests changed

	mu        sync.Mutex
	lists     Interest
	watched   []*Interest // in the order they were asked for
	abilities Abilities
	streams   map[wire.ID]*stream
	closed    map[wire.ID]bool // streams of this attachment that are over

	// Of a legacy server over HTTP: its notification stream is down, or it
	// offers none.
	cut, streamless bool

	// Of the attachment; stop is nil while there is none.
	stop context.CancelFunc
	done chan struct{} // closed when the attached loop has ended
}

// New returns a Supervisor that wants to hear about the lists and is attached
// to nothing.
func New(o Options) *Supervisor {
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	return &Supervisor{opts: o, poke: make(chan struct{}, 1), lists: Interest{State: Waiting}, streams: map[wire.ID]*stream{}, closed: map[wire.ID]bool{}}
}

// Attach begins to work on a connection, until Detach.
//
// The supervisor must be detached. News of a legacy stream may come before.
func (s *Supervisor) Attach(link Link, a Abilities) {
	ctx, stop := context.WithCancel(context.Background())
	s.mu.Lock()
	s.abilities, s.stop, s.done = a, stop, make(chan struct{})
	done := s.done
	s.mu.Unlock()
	go func() {
		defer close(done)
		if a.Modern {
			(&listener{Supervisor: s, link: link}).run(ctx)
		} else {
			(&subscriber{Supervisor: s, link: link, asked: map[string]bool{}}).run(ctx)
		}
	}()
}

// Detach stops working on the connection and waits until nothing of it is
// left. What is wanted is kept for the next connection.
func (s *Supervisor) Detach() {
	s.mu.Lock()
	stop, done := s.stop, s.done
	s.stop, s.cut, s.streamless = nil, false, false
	s.mu.Unlock()
	if stop == nil {
		return
	}
	stop()
	<-done
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.streams)
	clear(s.closed)
	s.each(func(i *Interest) { i.State, i.Why, i.Retry = Waiting, "", time.Time{} })
	s.lists.Unsolicited = false
}

// Stop ends the supervisor.
func (s *Supervisor) Stop() { s.Detach() }

// Watch adds a resource to what is wanted. It reports false where it was
// there already.
func (s *Supervisor) Watch(uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.find(uri) != nil {
		return false
	}
	s.watched = append(s.watched, &Interest{URI: uri, State: Waiting})
	s.wake()
	return true
}

// Unwatch takes a resource out of what is wanted. It reports false where it
// was not there.
func (s *Supervisor) Unwatch(uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.watched)
	s.watched = slices.DeleteFunc(s.watched, func(i *Interest) bool { return i.URI == uri })
	s.wake()
	return len(s.watched) < n
}

// Watching reports whether a resource is wanted.
func (s *Supervisor) Watching(uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(uri) != nil
}

// Interests returns where everything wanted stands: the lists first, then the
// resources in the order they were asked for.
func (s *Supervisor) Interests() []Interest {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Interest
	s.each(func(i *Interest) { out = append(out, *i) })
	return out
}

// Notify takes a notification of the server. It reports whether it was about
// subscriptions.
func (s *Supervisor) Notify(n Notification) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch n.Method {
	case "notifications/subscriptions/acknowledged":
		if st := s.streamOf(n); st != nil {
			s.acknowledged(st, n)
		}
	case "notifications/resources/list_changed":
		s.changed(&s.lists, ListChanged, "", n)
	case "notifications/resources/updated":
		uri, _ := n.Params.Get("uri").Text()
		s.changed(s.find(uri), Updated, uri, n)
	case "notifications/cancelled":
		// A server may end a subscription this way on stdio.
		if st := s.streams[wire.ID(n.Params.Get("requestId"))]; st != nil {
			st.end(errEnded)
		}
	default:
		return false
	}
	return true
}

const noStream = "the server offers no stream for notifications"

// Stream takes news of the stream on which a legacy server over HTTP sends its
// notifications: it is open, it was cut and will be opened again, or the
// server offers none (final).
func (s *Supervisor) Stream(open, final bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case open && s.cut:
		s.cut = false
		s.emit(Event{Kind: Acknowledged, Detail: "the stream is back", Missed: s.move(Broken, Confirmed, "")})
	case open:
	case final:
		s.streamless = true
		s.lists.State, s.lists.Why = Failed, noStream
		s.emit(Event{Kind: Refused, Detail: noStream})
	case !s.cut:
		s.cut = true
		s.emit(Event{Kind: Lost, Detail: err.Error(), Missed: s.move(Confirmed, Broken, err.Error())})
	}
}

// move puts every interest in one state into another and returns those it
// moved.
func (s *Supervisor) move(from, to State, why string) Filter {
	var f Filter
	s.each(func(i *Interest) {
		switch {
		case i.State != from:
			return
		case i.URI == "":
			f.ListChanged = true
		default:
			f.URIs = append(f.URIs, i.URI)
		}
		i.State, i.Why, i.Retry = to, why, time.Time{}
	})
	return f
}

func (s *Supervisor) changed(i *Interest, kind Kind, uri string, n Notification) {
	if st := s.streamOf(n); st != nil && st.superseded || s.closed[subscriptionOf(n)] {
		return // the stream that replaces this one brings it too
	}
	now := s.opts.Now()
	e := Event{Time: now, Kind: kind, URI: uri, Count: 1, Frame: n.Frame, Unasked: true}
	if s.stop != nil {
		e.Undeclared = kind == ListChanged && !s.abilities.ListChanged || kind == Updated && !s.abilities.Subscribe
	}
	hear := func(i *Interest) {
		i.Count++
		i.Last = now
		e.Unasked = e.Unasked && i.State != Confirmed
	}
	if i != nil {
		hear(i)
	}
	if kind == Updated {
		for _, parent := range s.watched {
			if below(uri, parent.URI) {
				e.Parents = append(e.Parents, parent.URI)
				hear(parent)
			}
		}
	}
	s.opts.Emit(e)
}

// below reports whether a URI names something inside what another one names: a
// server may report changes of sub-resources to who subscribed to the resource
// (specification: Resources, ResourceUpdatedNotification).
func below(uri, parent string) bool {
	rest, ok := strings.CutPrefix(uri, parent)
	return ok && rest != "" && (strings.HasSuffix(parent, "/") || strings.ContainsRune("/?#", rune(rest[0])))
}

const subscriptionID = "io.modelcontextprotocol/subscriptionId"

// subscriptionOf is the subscription a notification says it belongs to, "" where
// it does not say.
func subscriptionOf(n Notification) wire.ID { return wire.ID(n.Params.Get("_meta", subscriptionID)) }

// streamOf finds the stream a notification belongs to: by its subscription id,
// exact in type, or by the HTTP response it came on.
func (s *Supervisor) streamOf(n Notification) *stream {
	if st := s.streams[subscriptionOf(n)]; st != nil {
		return st
	}
	return s.streams[n.Exchange]
}

// acknowledged compares what was agreed with what was asked.
func (s *Supervisor) acknowledged(st *stream, n Notification) {
	agreed := n.Params.Get("notifications")
	var uris []string
	for e := range agreed.Get("resourceSubscriptions").Elements() {
		if uri, ok := e.Text(); ok {
			uris = append(uris, uri)
		}
	}
	lists, _ := agreed.Get("resourcesListChanged").Bool()
	const left = "the server's acknowledgement leaves it out"
	got, asked := 0, 0
	settle := func(i *Interest, ok bool) {
		asked++
		i.Retry = time.Time{}
		if i.State, i.Why = NotAgreed, left; ok {
			i.State, i.Why = Confirmed, ""
			got++
		}
	}
	if st.filter.ListChanged {
		settle(&s.lists, lists)
	}
	for _, i := range s.watched {
		if slices.Contains(st.filter.URIs, i.URI) {
			settle(i, slices.Contains(uris, i.URI))
		}
	}
	e := Event{Kind: Acknowledged, Detail: outOf(got, asked), Frame: n.Frame}
	if st.afterGap {
		e.Missed = st.filter
	}
	s.emit(e)
	for _, other := range s.streams {
		other.superseded = other != st
	}
	st.acknowledge()
}

func (s *Supervisor) find(uri string) *Interest {
	for _, i := range s.watched {
		if i.URI == uri {
			return i
		}
	}
	return nil
}

func (s *Supervisor) each(f func(*Interest)) {
	f(&s.lists)
	for _, i := range s.watched {
		f(i)
	}
}

// set gives every interest that a filter covers a state.
func (s *Supervisor) set(f Filter, state State, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.each(func(i *Interest) {
		if f.covers(i.URI) {
			i.State, i.Why, i.Retry = state, why, time.Time{}
		}
	})
}

func (s *Supervisor) emit(e Event) {
	e.Time = s.opts.Now()
	e.Count = max(1, e.Count)
	s.opts.Emit(e)
}

// tell emits an event from outside the lock.
func (s *Supervisor) tell(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.emit(e)
}

func (s *Supervisor) wake() {
	select {
	case s.poke <- struct{}{}:
	default:
	}
}

// pause is how long to wait before an attempt, counted from 1.
func (s *Supervisor) pause(attempt int) time.Duration {
	d := min(firstPause<<min(attempt-1, 10), lastPause)
	return d/2 + time.Duration(s.opts.Jitter()*float64(d/2))
}

// ParamsOf returns the notifications member of a subscriptions/listen.
func (f Filter) ParamsOf() rawjson.Value {
	out := []byte{'{'}
	if f.ListChanged {
		out = append(out, `"resourcesListChanged":true`...)
	}
	if len(f.URIs) > 0 {
		if f.ListChanged {
			out = append(out, ',')
		}
		out = append(out, `"resourceSubscriptions":[`...)
		for i, uri := range f.URIs {
			if i > 0 {
				out = append(out, ',')
			}
			out = rawjson.AppendString(out, uri)
		}
		out = append(out, ']')
	}
	return append(out, '}')
}

// Empty reports whether nothing is asked for.
func (f Filter) Empty() bool { return !f.ListChanged && len(f.URIs) == 0 }

// covers reports whether a resource is in the filter, or with "" the lists.
func (f Filter) covers(uri string) bool {
	if uri == "" {
		return f.ListChanged
	}
	return slices.Contains(f.URIs, uri)
}

// without returns what f has and g has not.
func (f Filter) without(g Filter) Filter {
	out := Filter{ListChanged: f.ListChanged && !g.ListChanged}
	for _, uri := range f.URIs {
		if !g.covers(uri) {
			out.URIs = append(out.URIs, uri)
		}
	}
	return out
}

func (f Filter) equal(g Filter) bool {
	return f.ListChanged == g.ListChanged && slices.Equal(f.URIs, g.URIs)
}
