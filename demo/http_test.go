package demo

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// startHTTP runs a server on a free port and returns its URL. The server ends with the test, and must end well.
func startHTTP(t *testing.T, opts Options) string {
	t.Helper()
	if opts.Ticks == nil {
		opts.Ticks = make(chan time.Time)
	}
	opts.Sleep = instant
	ctx, cancel := context.WithCancel(context.Background())
	stderr, w := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- ServeHTTP(ctx, "127.0.0.1:0", w, opts)
		_ = w.Close()
	}()
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() {
		t.Fatalf("ServeHTTP: %v", <-ended)
	}
	go func() {
		for lines.Scan() { // keep the server's log from blocking it
		}
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("ServeHTTP: %v", err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	url, ok := strings.CutPrefix(lines.Text(), "listening on ")
	if !ok || !strings.HasSuffix(url, "/mcp") {
		t.Fatalf("first line of stderr: %q", lines.Text())
	}
	return url
}

// post sends one modern request and returns the response, whose body the caller closes.
func post(ctx context.Context, t *testing.T, url, method, params string, header map[string]string) *http.Response {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":"q","method":%q,"params":%s}`, method, (&peer{t: t, caps: "{}"}).modern(params))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2026-07-28")
	req.Header.Set("Mcp-Method", method)
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// nextMessage reads the next message of a response: the body itself, or the next event of a stream.
func nextMessage(t *testing.T, resp *http.Response, body *bufio.Reader) message {
	t.Helper()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		data, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		return decode[message](t, data)
	}
	for {
		line, err := body.ReadString('\n')
		if err != nil {
			t.Fatalf("stream ended: %v", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			return decode[message](t, json.RawMessage(data))
		}
	}
}

func TestHTTPModern(t *testing.T) {
	url := startHTTP(t, Options{})
	encoded := "=?base64?" + base64.StdEncoding.EncodeToString([]byte("file:///地図")) + "?="
	tests := map[string]struct {
		method, params string
		name           string // Mcp-Name
		status, code   int
	}{
		"discover":            {"server/discover", `{}`, "", 200, 0},
		"list":                {"resources/list", `{}`, "", 200, 0},
		"read":                {"resources/read", `{"uri":"atlas://about"}`, "atlas://about", 200, 0},
		"not found":           {"resources/read", `{"uri":"file:///nowhere"}`, "file:///nowhere", 400, -32602},
		"name in base64":      {"resources/read", `{"uri":"file:///地図"}`, encoded, 400, -32602},
		"name does not match": {"resources/read", `{"uri":"atlas://about"}`, "atlas://other", 400, -32020},
		"unknown method":      {"atlas/fly", `{}`, "", 404, -32601},
		"method not offered":  {"tools/list", `{}`, "", 404, -32601},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			header := map[string]string{}
			if tt.name != "" {
				header["Mcp-Name"] = tt.name
			}
			resp := post(t.Context(), t, url, tt.method, tt.params, header)
			defer func() { _ = resp.Body.Close() }()
			m, code := nextMessage(t, resp, bufio.NewReader(resp.Body)), 0
			if m.Error != nil {
				code = m.Error.Code
			}
			if resp.StatusCode != tt.status || code != tt.code {
				t.Errorf("status %d, code %d, want %d, %d", resp.StatusCode, code, tt.status, tt.code)
			}
			if resp.Header.Get("Mcp-Session-Id") != "" {
				t.Error("a modern answer has a session")
			}
		})
	}
}

func TestHTTPListen(t *testing.T) {
	ticks := make(chan time.Time)
	url := startHTTP(t, Options{Ticks: ticks})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	resp := post(ctx, t, url, "subscriptions/listen", `{"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["atlas://live/ticker"]}}`, nil)
	defer func() { _ = resp.Body.Close() }()
	body := bufio.NewReader(resp.Body)
	if m := nextMessage(t, resp, body); m.Method != "notifications/subscriptions/acknowledged" {
		t.Fatalf("first message: %+v", m)
	}
	for range 6 {
		ticks <- time.Time{}
		if line := eventLine(t, nextMessage(t, resp, body)); line != `"q" updated `+tickerURI {
			t.Errorf("heard %q", line)
		}
	}
	if line := eventLine(t, nextMessage(t, resp, body)); line != `"q" list_changed` {
		t.Errorf("heard %q", line)
	}
}

// The stream ends with a result when the server ends.
func TestHTTPListenEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stderr, w := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- ServeHTTP(ctx, "127.0.0.1:0", w, Options{Ticks: make(chan time.Time)}) }()
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	resp := post(t.Context(), t, strings.TrimSpace(strings.TrimPrefix(line, "listening on ")), "subscriptions/listen", `{"notifications":{"resourcesListChanged":true}}`, nil)
	defer func() { _ = resp.Body.Close() }()
	body := bufio.NewReader(resp.Body)
	nextMessage(t, resp, body) // the acknowledgement
	cancel()
	if m := nextMessage(t, resp, body); m.Result == nil || string(m.ID) != `"q"` {
		t.Errorf("the stream ended with %+v", m)
	}
	if err := await(t, ended); err != nil {
		t.Errorf("ServeHTTP: %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
}

// The SDK's own client, made to speak an older revision, has a session, subscribes and is asked questions.
func TestHTTPLegacySession(t *testing.T) {
	for _, only := range []bool{false, true} {
		t.Run(fmt.Sprintf("legacy only %v", only), func(t *testing.T) {
			ticks := make(chan time.Time)
			url := startHTTP(t, Options{Ticks: ticks, Legacy: only})
			updated, changed := make(chan string, 10), make(chan struct{}, 10)
			client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, &mcp.ClientOptions{
				ResourceUpdatedHandler:     func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { updated <- r.Params.URI },
				ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
				ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
					return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Katherine"}}, nil
				},
			})
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = session.Close() }()
			if session.ID() == "" {
				t.Error("no session")
			}
			if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: tickerURI}); err != nil {
				t.Fatal(err)
			}
			for range 6 {
				ticks <- time.Time{}
				if uri := await(t, updated); uri != tickerURI {
					t.Errorf("updated %s", uri)
				}
			}
			await(t, changed)
			res, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "atlas://plan/itinerary"})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(res.Contents[0].Text, "# A trip for Katherine") {
				t.Errorf("planned\n%s", res.Contents[0].Text)
			}
		})
	}
}

// The SDK's own client finds the modern era by itself and walks the pages.
func TestHTTPModernClient(t *testing.T) {
	url := startHTTP(t, Options{})
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	var uris []string
	for r, err := range session.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		uris = append(uris, r.URI)
	}
	if len(uris) != 312 || !slices.IsSorted(uris) {
		t.Errorf("%d resources, sorted %v", len(uris), slices.IsSorted(uris))
	}
}

func TestHTTPLegacyKnowsNoDiscover(t *testing.T) {
	resp := post(t.Context(), t, startHTTP(t, Options{Legacy: true}), "server/discover", `{}`, nil)
	defer func() { _ = resp.Body.Close() }()
	m := nextMessage(t, resp, bufio.NewReader(resp.Body))
	if m.Error == nil || m.Error.Code != -32601 || string(m.ID) != `"q"` {
		t.Errorf("discover: %+v", m)
	}
}

func TestHTTPRefusesOtherOrigins(t *testing.T) {
	resp := post(t.Context(), t, startHTTP(t, Options{}), "server/discover", `{}`, map[string]string{"Origin": "https://evil.example"})
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("status %d, want 403", resp.StatusCode)
	}
}

func TestServeHTTPBadAddress(t *testing.T) {
	if err := ServeHTTP(t.Context(), "127.0.0.1:no-port", io.Discard, Options{}); err == nil {
		t.Error("no error for an address that cannot be")
	}
}
