package findings

import (
	"strings"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// The methods that rules know.
const (
	methodDiscover   = "server/discover"
	methodInitialize = "initialize"
	methodList       = "resources/list"
	methodTemplates  = "resources/templates/list"
	methodRead       = "resources/read"
	methodListen     = "subscriptions/listen"
	methodSubscribe  = "resources/subscribe"
	methodComplete   = "completion/complete"

	noticeAcknowledged = "notifications/subscriptions/acknowledged"
	noticeListChanged  = "notifications/resources/list_changed"
	noticeUpdated      = "notifications/resources/updated"
	noticeProgress     = "notifications/progress"
	noticeLog          = "notifications/message"
	noticeCancelled    = "notifications/cancelled"
	noticeInitialized  = "notifications/initialized"
)

// Keys of _meta (specification 2026-07-28: Overview, _meta).
const (
	metaPrefix       = "io.modelcontextprotocol/"
	metaRevision     = metaPrefix + "protocolVersion"
	metaCapabilities = metaPrefix + "clientCapabilities"
	metaLogLevel     = metaPrefix + "logLevel"
	metaServerInfo   = metaPrefix + "serverInfo"
	metaSubscription = metaPrefix + "subscriptionId"
)

const firstModern = "2026-07-28"

// Bounds on what is remembered.
const (
	mostRequests      = 1024
	mostSubscriptions = 128
	mostCursors       = 4096  // of one list
	mostListed        = 20000 // resources
	mostWords         = 4096  // bytes of a URI or a cursor; a longer one is not remembered
)

// state is what has to be remembered of a conversation to judge the next frame.
type state struct {
	requests map[uint64]*request // unanswered, by their place in the log
	order    []uint64            // of the requests

	era          Era    // as the server opened, or is being opened; "" before that
	openedAt     uint64 // the place in the log of the reply that opened
	revision     string // agreed on, or that of the latest modern request
	capabilities *capabilities
	client       clientAbilities // what a legacy client declared
	ready        bool            // a legacy client said that it is initialized

	lists         map[string]*list // by method
	listed        map[string]listed
	subscriptions map[wire.ID]*subscription
	watched       bool // a legacy client subscribed to something
}

func (s *state) init() {
	s.requests = make(map[uint64]*request)
	s.lists = map[string]*list{methodList: newList(), methodTemplates: newList()}
	s.listed = make(map[string]listed)
	s.subscriptions = make(map[wire.ID]*subscription)
}

// request is what is remembered of a request of the client.
type request struct {
	seq      uint64
	id       wire.ID
	method   string
	revision string // that a modern request names, "" on a legacy one
	uri      string
	cursor   *string
	token    string // progressToken as sent, "" without one
	progress float64
	steps    int // progress notifications so far
	logs     bool
	client   clientAbilities
}

func (q *request) modern() bool { return q.revision >= firstModern }

// clientAbilities are the client capabilities a server may make use of.
type clientAbilities struct{ form, url, sampling, roots bool }

func decodeAbilities(v rawjson.Value) clientAbilities {
	var a clientAbilities
	for name, v := range v.Members() {
		switch string(name) {
		case "elicitation":
			// An empty declaration means forms.
			a.url = v.Get("url") != nil
			a.form = v.Get("form") != nil || !a.url
		case "sampling":
			a.sampling = true
		case "roots":
			a.roots = true
		}
	}
	return a
}

// allows reports whether a server may ask for method, and in which mode.
func (a clientAbilities) allows(method, mode string) bool {
	switch method {
	case "elicitation/create":
		if mode == "url" {
			return a.url
		}
		return a.form
	case "sampling/createMessage":
		return a.sampling
	case "roots/list":
		return a.roots
	}
	return true
}

// capabilities are what the server declared.
type capabilities struct{ resources, listChanged, subscribe, completions bool }

func decodeCapabilities(v rawjson.Value) *capabilities {
	is := func(v rawjson.Value) bool { b, _ := v.Bool(); return b }
	there := func(v rawjson.Value) bool { return v != nil && v.Kind() != rawjson.Null }
	resources := v.Get("resources")
	return &capabilities{
		resources: there(resources), listChanged: is(resources.Get("listChanged")), subscribe: is(resources.Get("subscribe")),
		completions: there(v.Get("completions")),
	}
}

// listed is what a list said of a resource.
type listed struct {
	mimeType string
	size     float64
	hasSize  bool
}

// subscription is one subscriptions/listen.
type subscription struct {
	asked        rawjson.Value // the filter
	acknowledged bool
	heard        bool // something came on it
	over         bool // the server ended it
	cancelled    bool // the client did
}

// sent takes a frame of the client.
func (s *state) sent(f *wire.Frame) {
	switch f.Kind {
	case wire.Request:
		s.asked(f)
	case wire.Notification:
		switch f.Method {
		case noticeInitialized:
			s.ready = true
		case noticeCancelled:
			if sub := s.subscriptions[wire.ID(f.Params.Get("requestId"))]; sub != nil {
				sub.cancelled = true
			}
		}
	case wire.Reply, wire.NotMessage:
	}
}

func (s *state) asked(f *wire.Frame) {
	q := &request{seq: f.Seq, id: wire.ID(strings.Clone(string(f.ID))), method: f.Method}
	for name, v := range f.Params.Members() {
		switch string(name) {
		case "uri":
			q.uri = words(v)
		case "cursor":
			if _, ok := v.Text(); ok {
				cursor := words(v)
				q.cursor = &cursor
			}
		case "capabilities":
			if f.Method == methodInitialize {
				q.client = decodeAbilities(v)
				s.client, s.ready = q.client, false
			}
		case "_meta":
			q.revision, _ = v.Get(metaRevision).Text()
			if q.modern() {
				q.client = decodeAbilities(v.Get(metaCapabilities))
			}
			q.token = strings.Clone(string(v.Get("progressToken")))
			q.logs = v.Get(metaLogLevel) != nil
		case "notifications":
			if f.Method == methodListen && len(s.subscriptions) < mostSubscriptions {
				s.subscriptions[q.id] = &subscription{asked: append(rawjson.Value(nil), v...)}
			}
		}
	}
	if !q.modern() && f.Method != methodInitialize {
		q.client = s.client
	}
	switch f.Method {
	case methodSubscribe:
		s.watched = true
	case methodInitialize:
		s.era = Legacy
	}
	s.requests[q.seq] = q
	s.order = append(s.order, q.seq)
	for len(s.requests) > mostRequests {
		delete(s.requests, s.order[0])
		s.order = s.order[1:]
	}
	if len(s.order) > 2*mostRequests {
		still := make([]uint64, 0, len(s.requests))
		for _, seq := range s.order {
			if s.requests[seq] != nil {
				still = append(still, seq)
			}
		}
		s.order = still
	}
}

// words is a string, "" where it is too long to be remembered.
func words(v rawjson.Value) string {
	if len(v) > mostWords {
		return ""
	}
	text, _ := v.Text()
	return text
}

// withToken returns the open request that asked for progress under token.
func (s *state) withToken(token rawjson.Value) *request {
	for _, q := range s.requests {
		if q.token != "" && q.token == string(token) {
			return q
		}
	}
	return nil
}

// opened takes the answer to server/discover or initialize. Where both were
// asked at once, the first good answer counts, as it does for the client.
func (s *state) opened(m *message) {
	if m.request.seq < s.openedAt {
		return
	}
	s.openedAt = m.frame.Seq
	s.era = m.era()
	s.revision = m.request.revision
	if s.era == Legacy {
		s.revision, _ = m.frame.Result.Get("protocolVersion").Text()
	}
	s.capabilities = decodeCapabilities(m.frame.Result.Get("capabilities"))
	s.watched = false
}

// received takes a frame of the server, after it has been judged.
func (s *state) received(m *message) {
	switch m.frame.Kind {
	case wire.Reply:
		if m.request == nil {
			return
		}
		delete(s.requests, m.request.seq)
		if m.opens() {
			s.opened(m)
		}
		if sub := s.subscriptions[m.request.id]; sub != nil && m.request.method == methodListen {
			if sub.over = true; len(s.subscriptions) >= mostSubscriptions/2 {
				delete(s.subscriptions, m.request.id)
			}
		}
	case wire.Notification:
		s.noticed(m)
	case wire.Request, wire.NotMessage:
	}
}

func (s *state) noticed(m *message) {
	sub := m.subscription
	if sub != nil {
		sub.heard = true
	}
	switch m.frame.Method {
	case noticeAcknowledged:
		if sub != nil {
			sub.acknowledged = true
		}
	case noticeListChanged:
		// What the old list said may have been true of the old list only.
		clear(s.listed)
	case noticeUpdated:
		uri, _ := m.frame.Params.Get("uri").Text()
		delete(s.listed, uri)
	case noticeCancelled:
		if sub := s.subscriptions[wire.ID(m.frame.Params.Get("requestId"))]; sub != nil {
			sub.over = true
		}
	case noticeProgress:
		if q := s.withToken(m.frame.Params.Get("progressToken")); q != nil {
			if p, ok := m.frame.Params.Get("progress").Float(); ok {
				q.progress = p
				q.steps++
			}
		}
	}
}

// keep remembers what a list says of a resource.
func (s *state) keep(uri string, l listed) {
	if len(uri) <= mostWords && len(s.listed) < mostListed {
		s.listed[uri] = l
	}
}
