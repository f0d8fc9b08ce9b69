package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"mcperuse/mcpclient/wire"
)

// streams answers the n-th GET with the n-th handler.
func getStreams(t *testing.T, ids chan<- string, handlers ...http.HandlerFunc) http.HandlerFunc {
	gets := make(chan http.HandlerFunc, len(handlers))
	for _, h := range handlers {
		gets <- h
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			t.Errorf("unexpected %s", r.Method)
			return
		}
		if accept := r.Header.Get("Accept"); accept != "text/event-stream" {
			t.Errorf("accepts %q", accept)
		}
		ids <- r.Header.Get("Last-Event-ID")
		select {
		case h := <-gets:
			h(w, r)
		default:
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	}
}

func events(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, "text/event-stream", text) }
}

func TestHTTPListensAndReconnects(t *testing.T) {
	ids := make(chan string, 10)
	c := httpClient(t, getStreams(t, ids,
		events("retry: 1\nid: e1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"one\"}\n\n"),
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		events("data: {\"jsonrpc\":\"2.0\",\"method\":\"two\"}\n\n"),
	), nil)
	c.Agreed(t.Context(), "2025-11-25", true)
	for i, want := range []struct {
		id          string
		open, final bool
	}{
		{"", true, false},    // the first stream
		{"", false, false},   // its end
		{"e1", false, false}, // the failure
		{"e1", true, false},  // the second stream
		{"e1", false, false}, // its end
		{"e1", false, true},  // the server offers none any more
	} {
		s := next(t, "state", c.streams)
		if s.open != want.open || s.final != want.final || (s.err == nil) != s.open {
			t.Errorf("state %d is %+v, want %+v", i, s, want)
		}
	}
	for _, want := range []string{"", "e1", "e1", "e1"} {
		if id := next(t, "request", ids); id != want {
			t.Errorf("asked to go on after %q, want %q", id, want)
		}
	}
	for _, want := range []string{"one", "two"} {
		f := next(t, "notification", c.frames)
		if f.Method != want || f.exchange != "" || f.HTTP.Method != "GET" || f.HTTP.Status != 200 {
			t.Errorf("got %q on %q by %+v", f.Method, f.exchange, f.HTTP)
		}
	}
}

func TestHTTPLivesWithoutAStream(t *testing.T) {
	for _, status := range []int{400, 404, 405, 406, 200} {
		c := httpClient(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, status, "text/plain", "no stream here") }, nil)
		c.Agreed(t.Context(), "2025-03-26", true)
		if err := c.Send(t.Context(), notification("notifications/initialized")); (err == nil) != (status == 200) {
			t.Errorf("%d: the notification: %v", status, err)
		}
		var refusal *HTTPError
		if s := next(t, "state", c.streams); s.open || !s.final || !errors.As(s.err, &refusal) || refusal.Status != status {
			t.Errorf("%d: state %+v", status, s)
		}
		none(t, "loss", c.down)
	}
}

// What a server asks as soon as it is told that the client is initialized is only
// heard where the stream stands by then.
func TestHTTPTheStreamStandsBeforeTheGreeting(t *testing.T) {
	standing := make(chan struct{})
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			select {
			case <-standing:
			default:
				t.Error("greeted before there was a stream")
			}
			w.WriteHeader(http.StatusAccepted)
			return
		}
		answer(w, 200, "text/event-stream", ": open\n\n")
		close(standing)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}, nil)
	c.Agreed(t.Context(), "2025-11-25", true)
	if err := c.Send(t.Context(), notification("notifications/initialized")); err != nil {
		t.Error(err)
	}
	if s := next(t, "state", c.streams); !s.open {
		t.Errorf("state %+v", s)
	}
}

func TestHTTPAServerThatWantsToBeGreetedFirst(t *testing.T) {
	var greeted atomic.Bool
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost:
			greeted.Store(true)
			w.WriteHeader(http.StatusAccepted)
		case !greeted.Load():
			answer(w, 400, "text/plain", "not initialized")
		default:
			answer(w, 200, "text/event-stream", ": open\n\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	}, nil)
	c.Agreed(t.Context(), "2025-11-25", true)
	none(t, "state", c.streams)
	if err := c.Send(t.Context(), notification("notifications/initialized")); err != nil {
		t.Error(err)
	}
	if s := next(t, "state", c.streams); !s.open {
		t.Errorf("state %+v", s)
	}
}

// A server that answers the GET only when it has something to say is not waited for.
func TestHTTPASilentStreamHoldsNothingUp(t *testing.T) {
	asked := make(chan struct{}, 1)
	c := httpClient(t, func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	}, nil)
	c.Agreed(t.Context(), "2025-11-25", true)
	next(t, "request", asked)
}

func TestHTTPOpensNoStreamUnasked(t *testing.T) {
	c := httpClient(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("unexpected %s", r.Method) }, nil)
	c.Agreed(t.Context(), "2025-11-25", false)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// A new handshake takes the place of the stream of the old one.
func TestHTTPInitializedAgain(t *testing.T) {
	open, left := make(chan struct{}, 2), make(chan struct{}, 2)
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		answer(w, 200, "text/event-stream", ": hello\n\n")
		w.(http.Flusher).Flush()
		open <- struct{}{}
		<-r.Context().Done()
		left <- struct{}{}
	}, nil)
	c.Agreed(t.Context(), "2025-11-25", true)
	next(t, "stream", open)
	c.Agreed(t.Context(), "2025-11-25", true)
	next(t, "end of the old stream", left)
	next(t, "new stream", open)
	none(t, "end of the new stream", left)
}

// resumable answers a POST with a stream that ends early, and GETs in turn.
func resumable(t *testing.T, first string, ids chan<- string, handlers ...http.HandlerFunc) http.HandlerFunc {
	get := getStreams(t, ids, handlers...)
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
			answer(w, 200, "text/event-stream", first)
			return
		}
		get(w, r)
	}
}

func TestHTTPResumes(t *testing.T) {
	ids := make(chan string, 10)
	c := httpClient(t, resumable(t, "id: p1\nretry: 1\ndata:\n\n", ids,
		events("id: p2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n"),
		events("id: p3\ndata:\n\n"),
		events("id: p4\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"),
	), nil)
	id := c.request(t.Context(), "x", nil)
	if e := next(t, "end", c.ended); e != (ending{id, nil}) {
		t.Errorf("ended with %+v", e)
	}
	for _, want := range []string{"p1", "p2", "p3"} {
		if got := next(t, "request", ids); got != want {
			t.Errorf("asked to go on after %q, want %q", got, want)
		}
	}
	for _, want := range []wire.Kind{wire.Notification, wire.Reply} {
		if f := next(t, "frame", c.frames); f.Kind != want || f.exchange != id {
			t.Errorf("got %v on %q", f.Kind, f.exchange)
		}
	}
}

func TestHTTPGivesUpResuming(t *testing.T) {
	const primed = "id: p1\nretry: 1\ndata:\n\n"
	t.Run("refused", func(t *testing.T) {
		c := httpClient(t, resumable(t, primed, make(chan string, 10)), nil)
		c.request(t.Context(), "x", nil)
		var refusal *HTTPError
		if e := next(t, "end", c.ended); !errors.As(e.err, &refusal) || refusal.Status != 405 || refusal.Method != "GET" {
			t.Errorf("ended with %v", e.err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ids := make(chan string, 10)
		c := httpClient(t, resumable(t, primed, ids, func(w http.ResponseWriter, r *http.Request) {
			answer(w, 200, "text/event-stream", ": wait\n\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}), nil)
		ctx, cancel := context.WithCancel(t.Context())
		c.request(ctx, "x", nil)
		next(t, "request", ids)
		cancel()
		if e := next(t, "end", c.ended); !errors.Is(e.err, context.Canceled) {
			t.Errorf("ended with %v", e.err)
		}
	})
	t.Run("modern", func(t *testing.T) { // the modern era has no resumption
		c := httpClient(t, resumable(t, primed, make(chan string, 10)), nil)
		c.request(t.Context(), "x", func(m *Outgoing) { m.Modern = true })
		var broken *StreamError
		if e := next(t, "end", c.ended); !errors.As(e.err, &broken) {
			t.Errorf("ended with %v", e.err)
		}
	})
}

func TestPauseGrowsWithFailures(t *testing.T) {
	w := newWeb(HTTPOptions{Jitter: func() float64 { return 1 }})
	for _, tt := range []struct {
		retry    time.Duration
		failures int
		want     time.Duration
	}{
		{-1, 0, firstBackoff}, {-1, 1, 2 * firstBackoff}, {-1, 3, 8 * firstBackoff}, {-1, 100, mostBackoff},
		{0, 0, shortestRetry}, {time.Second, 0, time.Second}, {time.Hour, 5, time.Hour}, {time.Millisecond, 2, 4 * firstBackoff},
	} {
		if got := w.delay(tt.retry, tt.failures); got != tt.want {
			t.Errorf("retry %v after %d failures: %v, want %v", tt.retry, tt.failures, got, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if w.pause(ctx, time.Hour, 0) {
		t.Error("waited though the context ended")
	}
}

func sseClient(t *testing.T, handler http.HandlerFunc, shape func(*HTTPOptions)) *client {
	c := httpClient(t, handler, shape)
	o := c.Transport.(*HTTP).web.opts
	c.Transport = NewSSE(o)
	return c
}

// sseServer speaks the transport of 2024-11-05: what is posted comes back as
// replies on the stream, until end is closed.
func sseServer(endpoint string, end <-chan struct{}, post func(w http.ResponseWriter, m wire.Message) bool) http.HandlerFunc {
	replies := make(chan string, 100)
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			m, _ := wire.Parse(body)
			if r.URL.Path != "/messages" || r.URL.Query().Get("sessionId") != "s3cret" || r.Header.Get("X-Key") != "k3y-of-the-user" {
				w.WriteHeader(http.StatusTeapot)
				return
			}
			if post == nil || post(w, m) {
				answer(w, 202, "text/plain", "Accepted")
				if m.Kind == wire.Request {
					replies <- fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, m.ID)
				}
			}
			return
		}
		answer(w, 200, "text/event-stream", "event: endpoint\ndata: "+endpoint+"\n\n")
		w.(http.Flusher).Flush()
		for {
			select {
			case reply := <-replies:
				fmt.Fprintf(w, "event: message\ndata: %s\n\n", reply)
				w.(http.Flusher).Flush()
			case <-end:
				return
			case <-r.Context().Done():
				return
			}
		}
	}
}

func userKey(o *HTTPOptions) { o.Header = http.Header{"X-Key": {"k3y-of-the-user"}} }

func TestSSE(t *testing.T) {
	end := make(chan struct{})
	c := sseClient(t, sseServer("messages?sessionId=s3cret", end, func(w http.ResponseWriter, m wire.Message) bool {
		if m.Method == "refuse" {
			answer(w, 400, "text/plain", "no, k3y-of-the-user")
		}
		return m.Method != "refuse"
	}), userKey).started()
	if !c.SingleChannel() || c.Info().Kind != "sse" {
		t.Errorf("info %+v", c.Info())
	}
	id := c.request(t.Context(), "x", nil)
	if f := next(t, "reply", c.frames); f.Answers != id || f.exchange != "" || f.HTTP.Method != "GET" || f.Notes != nil {
		t.Errorf("got %+v on %q", f.Frame, f.exchange)
	}
	if err := c.Send(t.Context(), notification("notifications/initialized")); err != nil {
		t.Error(err)
	}
	id = c.request(t.Context(), "refuse", nil)
	var refusal *HTTPError
	if e := next(t, "end", c.ended); e.id != id || !errors.As(e.err, &refusal) || refusal.Status != 400 || refusal.Snippet != "no, ***" {
		t.Errorf("ended with %+v", e.err)
	}
	if err := c.Send(t.Context(), notification("refuse")); !errors.As(err, &refusal) {
		t.Errorf("a notification that is refused: %v", err)
	}
	for _, f := range c.log.Frames(0) {
		if f.Dir == wire.ToServer && f.HTTP.URL != refusal.URL {
			t.Errorf("sent to %s, want %s", f.HTTP.URL, refusal.URL)
		}
	}
	if want := "/messages?sessionId=***"; refusal.URL[len(refusal.URL)-len(want):] != want {
		t.Errorf("the address is shown as %s", refusal.URL)
	}
	none(t, "loss", c.down)
	close(end)
	var lost *StreamError
	if err := next(t, "loss", c.down); !errors.As(err, &lost) || lost.Events == 0 {
		t.Errorf("lost with %v", err)
	}
}

func TestSSEStartFails(t *testing.T) {
	hang := func(w http.ResponseWriter, r *http.Request) {
		answer(w, 200, "text/event-stream", ": wait\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	var refusal *HTTPError
	var broken *StreamError
	for name, tt := range map[string]struct {
		handler http.HandlerFunc
		is      func(error) bool
	}{
		"another origin": {sseServer("http://evil.example/steal", nil, nil), func(err error) bool {
			return errors.As(err, &refusal) && refusal.Snippet == "http://evil.example/steal"
		}},
		"another scheme": {sseServer("javascript:alert(1)", nil, nil), func(err error) bool { return errors.As(err, &refusal) }},
		"no events":      {func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, "text/html", "<html>") }, func(err error) bool { return errors.As(err, &refusal) && refusal.Snippet == "<html>" }},
		"not allowed":    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(405) }, func(err error) bool { return errors.As(err, &refusal) && refusal.Status == 405 }},
		"ends at once":   {events(": bye\n\n"), func(err error) bool { return errors.As(err, &broken) }},
	} {
		c := sseClient(t, tt.handler, nil)
		if err := c.Start(t.Context(), c.recorder); !tt.is(err) {
			t.Errorf("%s: started with %v", name, err)
		}
		if err := c.Send(t.Context(), notification("x")); !errors.Is(err, ErrClosed) {
			t.Errorf("%s: sending all the same: %v", name, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		none(t, "loss", c.down)
	}
	c := sseClient(t, hang, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := c.Start(ctx, c.recorder); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without an endpoint: started with %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
