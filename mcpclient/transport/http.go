package transport

import (
	"context"
	"net/http"
	"sync"
	"time"

	"mcperuse/mcpclient/wire"
)

const (
	deleteTimeout = time.Second
	// lateTimeout bounds the wait for the end of a response after its reply
	// came, so that the connection can be used again.
	lateTimeout = time.Second
	// noticeTimeout bounds the reading of what a server says to a notification.
	noticeTimeout = 10 * time.Second
	// streamTimeout bounds the wait for the stream to stand. Some servers answer
	// only when they have something to send.
	streamTimeout = 300 * time.Millisecond

	methodInitialized = "notifications/initialized"
)

// HTTP is a server reached over Streamable HTTP, of the modern era (2026-07-28)
// or a legacy one (2025-03-26 to 2025-11-25). Which it is, each message says.
//
// Every message is a POST of its own. [Sink.Ended] is called once for each
// request that Send accepted; Down is never called, since there is no
// connection to lose.
type HTTP struct {
	web *web

	mu       sync.Mutex
	session  string // of a legacy server, "" when there is none
	revision string // the legacy revision agreed on
	unlisten context.CancelFunc
	greeted  chan struct{} // closed when a legacy server was told that the client is initialized
}

var _ Transport = (*HTTP)(nil)

// StreamSink is implemented by a [Sink] that wants to know about the stream on
// which a legacy server sends what belongs to no request.
type StreamSink interface {
	// Stream says that the stream opened, or that it is not there: because it
	// was lost and will be opened again, or because the server offers none
	// (final); err then says why. Between a loss and the next opening, notifications may be missed.
	Stream(open, final bool, err error)
}

// NewHTTP returns a transport that is yet to be started.
func NewHTTP(o HTTPOptions) *HTTP { return &HTTP{web: newWeb(o)} }

// Start implements [Transport]. It only checks the options: the first message
// is what connects.
func (h *HTTP) Start(_ context.Context, sink Sink) error { return h.web.start(sink) }

// SingleChannel implements [Transport].
func (*HTTP) SingleChannel() bool { return false }

// Info implements [Transport].
func (h *HTTP) Info() Info {
	session, _ := h.legacy()
	return h.web.info("http", session)
}

func (h *HTTP) legacy() (session, revision string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session, h.revision
}

// Send implements [Transport]. A notification, or a reply to the server, is
// accepted by the server when Send returns.
func (h *HTTP) Send(ctx context.Context, m Outgoing) error {
	if !h.web.open() {
		return ErrClosed
	}
	x := newExchange(ctx, h.web, m)
	messageHeaders(x.request.Header, m)
	if session, _ := h.legacy(); session != "" && !m.Modern && m.Method != "initialize" {
		x.session = session
		x.request.Header.Set(sessionHeader, session)
	}
	h.web.logSent(m, x.request)
	if m.Kind == wire.Request {
		return x.spawn(func() { x.conclude(h.post(x)) })
	}
	response, err := h.web.do(x.request)
	if m.Method == methodInitialized {
		h.greet()
	}
	if err != nil {
		x.cancel()
		return err
	}
	if !success(response) {
		defer x.cancel()
		return h.refused(x, response)
	}
	// A server may say something to a notification, but nobody waits for it.
	x.detach(noticeTimeout)
	return x.spawn(func() {
		_ = x.receive(response)
		hangUp(response)
	})
}

// post sends a request and takes in all that answers it.
func (h *HTTP) post(x *exchange) error {
	response, err := h.web.do(x.request)
	if err != nil {
		return err
	}
	defer hangUp(response)
	if !success(response) {
		return h.refused(x, response)
	}
	if x.message.Method == "initialize" && !x.message.Modern {
		h.adopt(response.Header.Get(sessionHeader))
	}
	err = x.receive(response)
	if err != nil && x.canResume() {
		return h.resume(x, err)
	}
	return err
}

func (h *HTTP) refused(x *exchange, response *http.Response) error {
	defer hangUp(response)
	return x.refused(response)
}

func success(r *http.Response) bool { return r.StatusCode/100 == 2 }

func (h *HTTP) adopt(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.session = ""
	if visibleASCII(session) {
		h.session = session
	}
}

// Agreed implements [Transport].
func (h *HTTP) Agreed(ctx context.Context, revision string, stream bool) {
	standing := h.relisten(revision, stream)
	if standing == nil {
		return
	}
	timer := time.NewTimer(streamTimeout)
	defer timer.Stop()
	select {
	case <-standing:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// relisten opens the stream, in the place of one that there is. The channel it
// returns, nil for no stream, is closed when the server has answered.
func (h *HTTP) relisten(revision string, stream bool) <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.revision = revision
	if h.unlisten != nil {
		h.unlisten()
		h.unlisten = nil
	}
	if !stream {
		return nil
	}
	ctx, cancel := context.WithCancel(h.web.life)
	standing, greeted := make(chan struct{}), make(chan struct{})
	if err := h.web.spawn(func() { h.listen(ctx, sync.OnceFunc(func() { close(standing) }), greeted) }); err != nil {
		cancel()
		return nil
	}
	h.unlisten, h.greeted = cancel, greeted
	return standing
}

// greet says that the server was told that the client is initialized.
func (h *HTTP) greet() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.greeted != nil {
		close(h.greeted)
		h.greeted = nil
	}
}

// Close implements [Transport]: it ends all exchanges, and the session.
func (h *HTTP) Close() error {
	if h.web.close() {
		h.endSession()
	}
	h.web.wait()
	return nil
}

// endSession tells the server that the session is over. Servers need not
// support that, so the answer does not matter.
func (h *HTTP) endSession() {
	session, revision := h.legacy()
	if session == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), deleteTimeout)
	defer cancel()
	r := h.web.request(ctx, http.MethodDelete, h.web.url, nil)
	r.Header.Set(sessionHeader, session)
	if revision != "" {
		r.Header.Set(revisionHeader, revision)
	}
	if response, err := h.web.do(r); err == nil {
		hangUp(response)
	}
}
