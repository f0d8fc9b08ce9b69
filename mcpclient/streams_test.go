package mcpclient

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"mcperuse/mcpclient/input"
)

// asksAtOnce is a legacy server over HTTP that asks for roots as soon as it is
// greeted, on its stream. Where none stands by then, the question is lost, as it is
// with the official implementations. The answer is what it gets.
func asksAtOnce(t *testing.T, capabilities string, gets *atomic.Int32, answer chan<- string) http.Handler {
	stream := make(chan string, 1)
	var standing atomic.Bool
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			gets.Add(1)
			answerHTTP(w, 200, "text/event-stream", ": open\n\n")
			standing.Store(true)
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			for {
				select {
				case message := <-stream:
					_, _ = io.WriteString(w, "data: "+message+"\n\n")
					_ = http.NewResponseController(w).Flush() // the client may be gone
				case <-r.Context().Done():
					return
				}
			}
		}
		switch q := decodeRequest(t, r); {
		case q.Method == methodInitialize:
			answerHTTP(w, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(q.ID)+`,"result":{"protocolVersion":"2025-11-25","capabilities":`+capabilities+`,"serverInfo":{"name":"n","version":"1"}}}`)
		case q.Method == "notifications/initialized":
			w.WriteHeader(http.StatusAccepted)
			if standing.Load() {
				stream <- `{"jsonrpc":"2.0","id":"r","method":"roots/list"}`
			}
		case string(q.ID) == `"r"`:
			w.WriteHeader(http.StatusAccepted)
			answer <- string(q.Result)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	})
}

func TestWhatAServerAsksAtOnceIsHeard(t *testing.T) {
	for _, capabilities := range []string{`{"resources":{"subscribe":true}}`, `{}`} {
		t.Run(capabilities, func(t *testing.T) {
			var gets atomic.Int32
			answer := make(chan string, 1)
			server := httptest.NewServer(asksAtOnce(t, capabilities, &gets, answer))
			defer server.Close()
			c := New(Target{URL: server.URL}, Options{Version: "test", Protocol: "legacy", Roots: []input.Root{{URI: "file:///a"}}, Asker: always(input.Answer{Action: input.Accept})})
			defer func() {
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}()
			if err := c.Open(t.Context()); err != nil {
				t.Fatal(err)
			}
			select {
			case got := <-answer:
				if !strings.Contains(got, "file:///a") {
					t.Errorf("the server got %s", got)
				}
			case <-t.Context().Done():
				t.Error("the server got no answer")
			}
		})
	}
}

// A server that has no stream and needs none is not said to lack one.
func TestAStreamForQuestionsAloneIsNotMissed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if q := decodeRequest(t, r); q.Method == methodInitialize {
			answerHTTP(w, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(q.ID)+`,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"n","version":"1"}}}`)
			return
		}
		w.WriteHeader(http.StatusAccepted)
	}))
	defer server.Close()
	c := New(Target{URL: server.URL}, Options{Version: "test", Protocol: "legacy", Asker: always(input.Answer{})})
	if err := c.Open(t.Context()); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	for e := range c.Events() {
		if live, ok := e.(LiveEvent); ok {
			t.Errorf("said: %+v", live)
		}
	}
}
