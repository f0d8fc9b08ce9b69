package mcpclient

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"mcperuse/mcpclient/live"
)

// forgetful is a legacy server over HTTP that forgets its session whenever the
// test wants it to.
type forgetful struct {
	t *testing.T

	mu         sync.Mutex
	sessions   int // begun so far; the last is known
	forgotten  bool
	refuses    bool // a new session
	subscribed []string
	streams    chan struct{} // closed to end the streams that are open
}

func (s *forgetful) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgotten = true
	close(s.streams)
	s.streams = make(chan struct{})
}

func (s *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q request
	if r.Method == http.MethodPost {
		q = decodeRequest(s.t, r)
	}
	s.mu.Lock()
	if q.Method == methodInitialize && !s.refuses {
		s.sessions++
		s.forgotten = false
		w.Header().Set("Mcp-Session-Id", "session-"+strconv.Itoa(s.sessions))
	}
	known := q.Method == methodInitialize && !s.refuses ||
		!s.forgotten && r.Header.Get("Mcp-Session-Id") == "session-"+strconv.Itoa(s.sessions)
	streams := s.streams
	if known && q.Method == methodSubscribe {
		s.subscribed = append(s.subscribed, q.Params.URI)
	}
	s.mu.Unlock()
	switch {
	case q.Method == methodDiscover:
		answerHTTP(w, 400, "text/plain", "Bad Request")
	case !known:
		answerHTTP(w, 404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
	case r.Method == http.MethodGet:
		answerHTTP(w, 200, "text/event-stream", "")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-streams:
		case <-r.Context().Done():
		}
	case r.Method != http.MethodPost, q.ID == nil:
		w.WriteHeader(http.StatusAccepted)
	default:
		answerWell(w, q)
	}
}

func forgetfulServer(t *testing.T) (*forgetful, *Client) {
	s := &forgetful{t: t, streams: make(chan struct{})}
	server := httptest.NewServer(s)
	c := New(Target{URL: server.URL}, Options{Version: "test"})
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, c
}

// liveEvent waits for the next live event of a kind.
func liveEvent(t *testing.T, c *Client, kind live.Kind) live.Event {
	t.Helper()
	for {
		if e := event[LiveEvent](t, c); e.Kind == kind {
			return e.Event
		}
	}
}

// acknowledgedAgain waits until the watch of the tests is acknowledged.
func acknowledgedAgain(t *testing.T, c *Client) {
	t.Helper()
	for e := (live.Event{}); e.URI != "fine:1"; {
		e = liveEvent(t, c, live.Acknowledged)
	}
}

// A read that finds the session lost is answered in a new one; what was watched
// is watched again, and the feed tells what may have been missed.
func TestOddSessionLost(t *testing.T) {
	s, c := forgetfulServer(t)
	c.Watch("fine:1")
	liveEvent(t, c, live.Acknowledged)
	s.forget()
	goesOn(t, c)
	if e := liveEvent(t, c, live.Lost); len(e.Missed.URIs) != 1 || e.Detail == "" {
		t.Errorf("told as %+v", e)
	}
	acknowledgedAgain(t, c)
	goesOn(t, c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions != 2 || len(s.subscribed) != 2 {
		t.Errorf("%d sessions, subscribed %q", s.sessions, s.subscribed)
	}
}

// Many reads that find the session lost at once begin one new session.
func TestOddSessionLostUnderManyReads(t *testing.T) {
	s, c := forgetfulServer(t)
	s.forget()
	var reads sync.WaitGroup
	for range 8 {
		reads.Go(func() {
			if _, err := c.Read(t.Context(), "fine:1", ReadOptions{Refresh: true}); err != nil {
				t.Error(err)
			}
		})
	}
	reads.Wait()
	goesOn(t, c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions != 2 {
		t.Errorf("%d sessions", s.sessions)
	}
}

// Somebody who only watches gets a new session as well.
func TestOddSessionLostWhileIdle(t *testing.T) {
	s, c := forgetfulServer(t)
	c.Watch("fine:1")
	liveEvent(t, c, live.Acknowledged)
	s.forget() // ends the stream; opening it again is answered with 404
	acknowledgedAgain(t, c)
	goesOn(t, c)
}

// Where no new session is to be had, the connection is lost, and says why.
func TestOddSessionCannotBeRenewed(t *testing.T) {
	s, c := forgetfulServer(t)
	s.mu.Lock()
	s.refuses = true
	s.mu.Unlock()
	s.forget()
	_, err := c.Read(t.Context(), "fine:1", ReadOptions{})
	const why = "the server forgot the session, and no new one can be begun: initialize was answered with error -32001 (the server's own meaning): Session not found; connect again"
	if got := Explain(err).String(); got != why {
		t.Errorf("explained as %q", got)
	}
	if lost := event[Lost](t, c); !errors.Is(lost.Err, err) {
		t.Errorf("lost: %v", lost.Err)
	}
	s.mu.Lock()
	s.refuses = false
	s.mu.Unlock()
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	goesOn(t, c)
}

// Close ends a session that is being begun.
func TestOddSessionRenewalEndsWithClose(t *testing.T) {
	s, c := forgetfulServer(t)
	s.forget()
	ended := make(chan error, 1)
	changed := c.Log().Changed()
	go func() {
		_, err := c.Read(t.Context(), "fine:1", ReadOptions{})
		ended <- err
	}()
	<-changed
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("the read goes on")
	}
}
