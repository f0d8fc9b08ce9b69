package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"

	"mcperuse/mcpclient/wire"
)

// SSE is a server reached over HTTP+SSE, the transport of 2024-11-05: all its
// messages come on one stream, all of ours are posted to the address the
// stream names first.
//
// It is a single channel. A POST that fails ends its request with [Sink.Ended];
// the loss of the stream is [Sink.Down].
type SSE struct {
	web      *web
	endpoint chan *url.URL // holds one value, once the server named it
	lost     chan struct{} // closed when the stream ended
	lostErr  error         // why; set before lost is closed
	to       atomic.Pointer[url.URL]
}

var _ Transport = (*SSE)(nil)

// NewSSE returns a transport that is yet to be started.
func NewSSE(o HTTPOptions) *SSE {
	return &SSE{web: newWeb(o), endpoint: make(chan *url.URL, 1), lost: make(chan struct{})}
}

// SingleChannel implements [Transport].
func (*SSE) SingleChannel() bool { return true }

// Agreed implements [Transport]; there is nothing to do.
func (*SSE) Agreed(context.Context, string, bool) {}

// Info implements [Transport].
func (s *SSE) Info() Info { return s.web.info("sse", "") }

// Start opens the stream and waits for the address to post to.
func (s *SSE) Start(ctx context.Context, sink Sink) error {
	if err := s.web.start(sink); err != nil {
		return err
	}
	started := make(chan struct{})
	stop := context.AfterFunc(ctx, s.web.end)
	defer stop()
	if err := s.web.spawn(func() { s.run(started) }); err != nil {
		return err
	}
	select {
	case to := <-s.endpoint:
		s.to.Store(to)
		close(started)
		return nil
	case <-s.lost:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.lostErr
}

// run reads the stream to its end. Its loss is told only once Start is over
// and well.
func (s *SSE) run(started <-chan struct{}) {
	s.lostErr = s.read()
	close(s.lost)
	select {
	case <-started:
		if s.web.life.Err() == nil {
			s.web.sink.Down(s.lostErr)
		}
	case <-s.web.life.Done():
	}
}

func (s *SSE) read() error {
	r := s.web.request(s.web.life, http.MethodGet, s.web.url, nil)
	r.Header.Set("Accept", eventsType)
	response, err := s.web.do(r)
	if err != nil {
		return err
	}
	defer hangUp(response)
	limit := s.web.opts.MaxFrame
	if !success(response) || !isEvents(response) {
		frames, _ := readFrames(response.Body, formUnknown, response.ContentLength, limit)
		return s.web.httpError(response, frames, "it is no stream of events")
	}
	info := s.web.received(response)
	events := wire.NewEventReader(response.Body, limit)
	for count := 0; ; count++ {
		e, err := events.Next()
		switch {
		case errors.Is(err, io.EOF):
			return &StreamError{URL: s.web.shown, Reason: "the server ended it", Events: count}
		case err != nil && s.web.life.Err() != nil:
			return s.web.life.Err()
		case err != nil:
			return &StreamError{URL: s.web.shown, Reason: "it was cut off", Events: count, Err: err}
		case e.Type == "endpoint":
			if err := s.named(string(e.Data), response); err != nil {
				return err
			}
			e.Data, e.Size = nil, 0
		}
		for _, f := range e.Frames(limit) {
			f.Time, f.Dir, f.HTTP = s.web.opts.Now(), wire.FromServer, info
			logged := s.web.opts.Log.Add(f)
			if s.web.life.Err() == nil {
				s.web.sink.Receive(logged, "")
			}
		}
	}
}

// named takes the address to post to. Only the origin of the stream itself is
// accepted: our headers must not go elsewhere because a server says so.
func (s *SSE) named(address string, response *http.Response) error {
	to, err := response.Request.URL.Parse(address)
	if err != nil || !sameOrigin(to, response.Request.URL) {
		e := s.web.httpError(response, nil, "it wants messages sent to another origin")
		e.Snippet = maskURLText(address)
		return e
	}
	select {
	case s.endpoint <- to:
	default: // named again; the first counts
	}
	return nil
}

// Send implements [Transport].
func (s *SSE) Send(ctx context.Context, m Outgoing) error {
	to := s.to.Load()
	if !s.web.open() || to == nil {
		return ErrClosed
	}
	x := newExchange(ctx, s.web, m)
	x.request = s.web.request(x.request.Context(), http.MethodPost, to, m.Body)
	x.request.Header.Set("Content-Type", jsonType)
	s.web.logSent(m, x.request)
	if m.Kind != wire.Request {
		defer x.cancel()
		return s.post(x)
	}
	return x.spawn(func() {
		if err := s.post(x); err != nil {
			x.conclude(err)
		}
	})
}

// post hands over a message. What a success says does not matter: the reply
// comes on the stream.
func (s *SSE) post(x *exchange) error {
	response, err := s.web.do(x.request)
	if err != nil {
		return err
	}
	defer hangUp(response)
	if !success(response) {
		return x.refused(response)
	}
	if x.id != "" { // nobody waits: read the few words, so that the connection can be used again
		const most = 4 << 10
		_, _ = io.CopyN(io.Discard, response.Body, most)
	}
	return nil
}

// Close implements [Transport].
func (s *SSE) Close() error {
	s.web.close()
	s.web.wait()
	return nil
}
