package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"mcperuse/mcpclient/wire"
)

func TestHTTPSession(t *testing.T) {
	const session = "0123456789abcdef-secret"
	type seen struct{ method, session, revision string }
	requests := make(chan seen, 100)
	var lost atomic.Bool
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		requests <- seen{r.Method, r.Header.Get("Mcp-Session-Id"), r.Header.Get("Mcp-Protocol-Version")}
		switch {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case r.Header.Get("Mcp-Session-Id") == "":
			w.Header().Set("Mcp-Session-Id", session)
			answer(w, 200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{}}`)
		case lost.Load():
			answer(w, 404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
		default:
			body, _ := io.ReadAll(r.Body)
			m, _ := wire.Parse(body)
			answer(w, 404, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, m.ID))
		}
	}, nil)
	expect := func(want seen) {
		t.Helper()
		if got := next(t, "request", requests); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	initialize := func() {
		t.Helper()
		c.request(t.Context(), "initialize", nil)
		if e := next(t, "end", c.ended); e.err != nil {
			t.Fatal(e.err)
		}
		expect(seen{method: "POST"})
	}
	initialize()
	if got := c.Info().Session; got != "0123***" {
		t.Errorf("the session is shown as %q", got)
	}
	c.Agreed(t.Context(), "2025-11-25", true)
	expect(seen{"GET", session, "2025-11-25"})
	if s := next(t, "state of the stream", c.streams); s.open || !s.final {
		t.Errorf("stream %+v", s)
	}

	// A reply of its own to a request in the session is no lost session.
	c.request(t.Context(), "x", func(m *Outgoing) { m.Revision = "2025-11-25" })
	expect(seen{"POST", session, "2025-11-25"})
	if e := next(t, "end", c.ended); e.err != nil {
		t.Errorf("ended with %v", e.err)
	}
	// A modern request knows of no session.
	c.request(t.Context(), "x", func(m *Outgoing) { m.Modern = true })
	expect(seen{method: "POST"})
	next(t, "end", c.ended)

	lost.Store(true)
	c.request(t.Context(), "x", nil)
	expect(seen{"POST", session, ""})
	var refusal *HTTPError
	if e := next(t, "end", c.ended); !errors.As(e.err, &refusal) || !refusal.SessionLost || refusal.FrameSeq == 0 {
		t.Errorf("ended with %v", e.err)
	}
	initialize()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	expect(seen{"DELETE", session, "2025-11-25"})
	for _, f := range c.log.Frames(0) {
		if shown := fmt.Sprint(f.HTTP); strings.Contains(shown, session) {
			t.Errorf("frame %d shows the session: %s", f.Seq, shown)
		}
	}
}

func TestHTTPNotifications(t *testing.T) {
	const log = `{"jsonrpc":"2.0","method":"notifications/message","params":{}}`
	tests := []struct {
		name   string
		status int
		typ    string
		body   string
		frames int
		fails  bool
	}{
		{"accepted", 202, "", "", 0, false},
		{"accepted in words", 202, "text/plain", "Accepted", 1, false},
		{"ok", 200, "application/json", "", 0, false},
		{"no content", 204, "", "", 0, false},
		{"ok with events", 200, "text/event-stream", "data: " + log + "\n\n", 1, false},
		{"refused", 400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}`, 1, true},
		{"failed", 500, "", "", 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := httpClient(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, tt.status, tt.typ, tt.body) }, nil)
			err := c.Send(t.Context(), notification("notifications/initialized"))
			var refusal *HTTPError
			if tt.fails != errors.As(err, &refusal) || !tt.fails && err != nil {
				t.Errorf("got %v", err)
			}
			for range tt.frames {
				if f := next(t, "frame", c.frames); f.exchange != "" {
					t.Errorf("came on the exchange %q", f.exchange)
				}
			}
			none(t, "ending", c.ended)
		})
	}
}
