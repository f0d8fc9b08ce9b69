package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// play opens a client on a played server.
func play(t *testing.T, server string, o Options) (*Client, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Version = "test"
	// The race detector would keep every child for a second at its end.
	c := New(Target{Command: []string{self}, Env: []string{serverVariable + "=" + server, "GORACE=atexit_sleep_ms=0"}}, o)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return c, c.Open(ctx)
}

// probes tells how the revision was found.
func probes(c *Client) string {
	var out []string
	for _, p := range c.Server().Probes {
		out = append(out, fmt.Sprintf("%s %s: %s", p.Method, p.Revision, p.Outcome))
	}
	return strings.Join(out, "; ")
}

func TestEraIsFound(t *testing.T) {
	// A played server answers at once, so only the silent ones wait this long.
	const probe = 300 * time.Millisecond
	tests := []struct {
		server, protocol string
		revision         string
		probes           string
	}{
		{"modern", "auto", "2026-07-28", "server/discover 2026-07-28: speaks 2026-07-28, 2025-11-25"},
		{"modern", "2026-07-28", "2026-07-28", "server/discover 2026-07-28: speaks 2026-07-28, 2025-11-25"},
		{"legacy, unknown method", "auto", "2025-11-25", "server/discover 2026-07-28: error -32601 Method not found; initialize 2025-11-25: speaks 2025-11-25"},
		{"legacy, unknown method", "legacy", "2025-11-25", "initialize 2025-11-25: speaks 2025-11-25"},
		{"legacy, unknown method", "2025-03-26", "2025-03-26", "initialize 2025-03-26: speaks 2025-03-26"},
		{"legacy, odd error", "auto", "2025-11-25", "server/discover 2026-07-28: error -32004 not initialized; initialize 2025-11-25: speaks 2025-11-25"},
		{"legacy, silent", "auto", "2025-11-25", "server/discover 2026-07-28: no answer yet; initialize 2025-11-25: speaks 2025-11-25"},
		{"legacy, exits on the probe", "auto", "2025-11-25", "server/discover 2026-07-28: the server exited; initialize 2025-11-25: speaks 2025-11-25"},
		{"legacy, empty result for anything", "auto", "2025-11-25", "server/discover 2026-07-28: answered, but not as server/discover is answered; initialize 2025-11-25: speaks 2025-11-25"},
		{"modern, slow to start", "auto", "2026-07-28", "server/discover 2026-07-28: no answer yet; server/discover 2026-07-28: speaks 2026-07-28"},
		{"of both eras, slow to start", "auto", "2026-07-28", "server/discover 2026-07-28: no answer yet; server/discover 2026-07-28: speaks 2026-07-28, 2025-11-25"},
		{"refuses the revision, offers a legacy one", "auto", "2025-06-18", "server/discover 2026-07-28: error -32022 Unsupported protocol version; initialize 2025-06-18: speaks 2025-06-18"},
		{"asks for a capability", "auto", "2026-07-28", "server/discover 2026-07-28: error -32021 Missing required client capability"},
	}
	for _, tt := range tests {
		t.Run(tt.server+", "+tt.protocol, func(t *testing.T) {
			t.Parallel()
			c, err := play(t, tt.server, Options{Protocol: tt.protocol, ProbeTimeout: probe})
			if err != nil {
				t.Fatal(err)
			}
			if s := c.Server(); s.Revision != tt.revision || probes(c) != tt.probes {
				t.Errorf("revision %s by %q\nwant %s by %q", s.Revision, probes(c), tt.revision, tt.probes)
			}
		})
	}
}

func TestAServerSlowToStartIsSpokenToInItsEra(t *testing.T) {
	c, err := play(t, "of both eras, slow to start", Options{ProbeTimeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context(), "a:1", ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Log().Frames(0) {
		if f.Method == methodRead && f.Dir == wire.ToServer && f.Params.Get("_meta", metaRevision) == nil {
			t.Errorf("a request without its revision: %s", f.Bytes)
		}
	}
}

func TestServerIntroducesItself(t *testing.T) {
	c, err := play(t, "modern", Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := c.Server()
	if s.Identity.String() != "played 1" || s.Era() != "modern" || s.Instructions != "be kind" || !s.Capabilities.Subscribe || !s.Capabilities.ListChanged || s.Connection.PID == 0 {
		t.Errorf("got %+v", s)
	}
}

func TestNoCommonRevisionIsExplained(t *testing.T) {
	tests := []struct{ server, protocol, want string }{
		{"refuses the revision, offers the future", "auto", "the server does not speak 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05: it offers 2031-01-01"},
		{"refuses the revision, offers a legacy one", "modern", "the server does not speak 2026-07-28: it offers 2025-06-18; leave --protocol out to let the revision be found"},
		{"legacy, unknown method", "modern", "the server does not speak 2026-07-28: server/discover was answered with error -32601 (Method not found): Method not found; leave --protocol out to let the revision be found"},
		{"answers initialize with an unknown revision", "auto", "the server does not speak 2025-11-25: it offers 2019-01-01"},
	}
	for _, tt := range tests {
		t.Run(tt.server, func(t *testing.T) {
			_, err := play(t, tt.server, Options{Protocol: tt.protocol})
			if got := Explain(err).String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestPinnedModernDoesNotRestartAServerThatExits(t *testing.T) {
	_, err := play(t, "legacy, exits on the probe", Options{Protocol: "modern"})
	var exit *transport.ExitError
	if !errors.As(err, &exit) || exit.Code != 7 || len(exit.Stderr) == 0 {
		t.Errorf("got %v, want exit status 7 with its last words", err)
	}
}

func TestOpeningCanBeCancelled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := New(Target{Command: []string{self}, Env: []string{serverVariable + "=only noise"}}, Options{ProbeTimeout: time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- c.Open(ctx) }()
	for e := range c.Events() {
		if o, ok := e.(Opening); ok && o.Step == methodInitialize {
			cancel()
			break
		}
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestALossRightAfterTheHandshakeIsTold(t *testing.T) {
	for range 5 {
		c, err := play(t, "modern, exits after the handshake", Options{})
		if err != nil {
			t.Fatal(err)
		}
		for e := range c.Events() {
			if l, ok := e.(Lost); ok {
				var exit *transport.ExitError
				if !errors.As(l.Err, &exit) || exit.Code != 9 {
					t.Errorf("lost: %v", l.Err)
				}
				break
			}
		}
	}
}

func TestAClientOpensAgain(t *testing.T) {
	c, err := play(t, "reads", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context(), "dies:1", ReadOptions{}); !errors.As(err, new(*transport.ExitError)) {
		t.Fatalf("got %v", err)
	}
	for e := range c.Events() {
		if l, ok := e.(Lost); ok {
			if got := Explain(l.Err).String(); got != "the server exited with status 3: its last words: panic: out of cheese; read its standard error" {
				t.Errorf("lost: %s", got)
			}
			break
		}
	}
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Read(t.Context(), "a:1", ReadOptions{}); err != nil || r.Contents[0].Text != "text of a:1" {
		t.Errorf("got %+v, %v", r, err)
	}
}
