package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mcperuse/mcpclient/wire"
)

// httpClient returns a client of a server that answers with handler.
func httpClient(t testing.TB, handler http.HandlerFunc, shape func(*HTTPOptions)) *client {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return clientOf(t, server.URL+"/mcp", shape).started()
}

func clientOf(t testing.TB, url string, shape func(*HTTPOptions)) *client {
	c := &client{t: t, recorder: newRecorder(), log: wire.NewLog(wire.LogOptions{})}
	o := HTTPOptions{URL: url, Log: c.log, Jitter: func() float64 { return 0 }}
	if shape != nil {
		shape(&o)
	}
	c.Transport = NewHTTP(o)
	return c
}

// answer writes a response with a content type, or without where it is "".
func answer(w http.ResponseWriter, status int, contentType, body string) {
	w.Header()["Content-Type"] = nil
	if contentType != "" {
		w.Header().Set("Content-Type", contentType)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func codes(f *wire.Frame) string {
	var all []string
	for _, n := range f.Notes {
		all = append(all, string(n.Code))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// Every row is one odd answer to a request with the id 1.
func TestHTTPAnswers(t *testing.T) {
	const reply = `{"jsonrpc":"2.0","id":1,"result":{}}`
	const failure = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`
	const anonymous = `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}`
	const page = `<!DOCTYPE html><html><body>Welcome</body></html>`
	tests := []struct {
		name   string
		status int
		typ    string
		body   string
		header string // "Name: value"

		frames []string // kind, bytes, notes of what the sink gets
		reason string   // of the HTTPError; "" for a reply
		logged int      // frames in the log besides the request
	}{
		{name: "JSON", status: 200, typ: "application/json", body: reply, frames: []string{"reply " + reply}},
		{name: "JSON with a charset", status: 200, typ: "Application/JSON; charset=utf-8", body: reply, frames: []string{"reply " + reply}},
		{name: "JSON over several lines", status: 200, typ: "application/json", body: "\n{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}\n", frames: []string{"reply {\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}"}},
		{name: "JSON without a type", status: 200, body: reply, frames: []string{"reply " + reply + " content-type"}},
		{name: "JSON as text", status: 200, typ: "text/plain", body: reply, frames: []string{"reply " + reply + " content-type"}},
		{name: "JSON as events", status: 200, typ: "text/event-stream", body: reply, frames: []string{"reply " + reply + " content-type"}},
		{name: "a broken type", status: 200, typ: "application/json;;", body: reply, frames: []string{"reply " + reply}},
		{name: "events", status: 200, typ: "text/event-stream", body: ": hi\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\ndata: " + reply + "\n\n",
			frames: []string{`notification {"jsonrpc":"2.0","method":"m"}`, "reply " + reply}},
		{name: "events as JSON", status: 200, typ: "application/json", body: "data: " + reply + "\n\n", frames: []string{"reply " + reply + " content-type"}},
		{name: "an event that is no JSON", status: 200, typ: "text/event-stream", body: "data: oops\n\ndata: " + reply + "\n\n", frames: []string{"text oops", "reply " + reply}},
		{name: "an event line without a colon", status: 200, typ: "text/event-stream", body: "oops\n\ndata: " + reply + "\n\n", frames: []string{"text oops event-line", "reply " + reply}},
		{name: "an event cut off", status: 200, typ: "text/event-stream", body: "data: " + reply, frames: []string{"reply " + reply + " unterminated"}},
		{name: "a batch", status: 200, typ: "application/json", body: "[" + reply + "]", frames: []string{"reply " + reply + " batch"}},
		{name: "created", status: 201, typ: "application/json", body: reply, frames: []string{"reply " + reply}},
		{name: "another id", status: 200, typ: "application/json", body: `{"jsonrpc":"2.0","id":9,"result":{}}`, frames: []string{`reply {"jsonrpc":"2.0","id":9,"result":{}} reply-bound`}},
		{name: "error with 200", status: 200, typ: "application/json", body: failure, frames: []string{"reply " + failure}},
		{name: "error with 400", status: 400, typ: "application/json", body: failure, frames: []string{"reply " + failure}},
		{name: "error with 404", status: 404, typ: "application/json", body: failure, frames: []string{"reply " + failure}},
		{name: "error with 500", status: 500, typ: "application/json", body: failure, frames: []string{"reply " + failure}},
		{name: "error as events with 400", status: 400, typ: "text/event-stream", body: "data: " + failure + "\n\n", frames: []string{"reply " + failure}},
		{name: "error without an id", status: 400, typ: "application/json", body: anonymous, frames: []string{"reply " + anonymous + " id-null reply-bound"}},
		{name: "error with 403", status: 403, typ: "application/json", body: failure, frames: []string{"reply " + failure}},

		{name: "web page", status: 200, typ: "text/html", body: page, frames: []string{"text " + page}, reason: "a web page"},
		{name: "text", status: 200, typ: "text/plain", body: "hello", frames: []string{"text hello"}, reason: "no JSON-RPC message"},
		{name: "JSON that is no message", status: 200, typ: "application/json", body: `{"ok":true}`, frames: []string{`text {"ok":true}`}, reason: "no JSON-RPC message"},
		{name: "only a notification", status: 200, typ: "application/json", body: `{"jsonrpc":"2.0","method":"m"}`, frames: []string{`notification {"jsonrpc":"2.0","method":"m"}`}, reason: "no reply to the request", logged: 1},
		{name: "accepted", status: 202, reason: "a request needs a reply", logged: 1},
		{name: "empty", status: 200, typ: "application/json", reason: "the body is empty", logged: 1},
		{name: "no content", status: 204, reason: "the body is empty", logged: 1},
		{name: "bad request in words", status: 400, typ: "text/plain", body: "no", reason: "it was refused", logged: 1},
		{name: "not found in words", status: 404, typ: "text/plain", body: "404 page not found", reason: "it was refused", logged: 1},
		{name: "not allowed", status: 405, reason: "it was refused", logged: 1},
		{name: "failed", status: 500, typ: "text/html", body: page, reason: "the server failed", logged: 1},
		{name: "overloaded", status: 503, header: "Retry-After: 7", reason: "the server failed", logged: 1},
		{name: "unauthorized", status: 401, header: `WWW-Authenticate: Bearer error="invalid_token", resource_metadata="http://x/y"`, reason: "asks for authorization", logged: 1},
		{name: "unauthorized with an error", status: 401, typ: "application/json", body: failure, reason: "asks for authorization", logged: 1},
		{name: "forbidden with a challenge", status: 403, typ: "application/json", body: failure, header: `WWW-Authenticate: Bearer error="insufficient_scope", scope="a b"`, reason: "asks for authorization", logged: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := httpClient(t, func(w http.ResponseWriter, _ *http.Request) {
				if name, value, ok := strings.Cut(tt.header, ": "); ok {
					w.Header().Set(name, value)
				}
				answer(w, tt.status, tt.typ, tt.body)
			}, nil)
			id := c.request(t.Context(), "resources/list", nil)
			e := next(t, "end of the exchange", c.ended)
			var got []string
			for len(c.frames) > 0 {
				f := <-c.frames
				got = append(got, strings.TrimSpace(fmt.Sprintf("%v %s %s", f.Kind, f.Bytes, codes(f.Frame))))
				if f.exchange != id || f.HTTP == nil || f.HTTP.Status != tt.status || f.HTTP.Method != "POST" {
					t.Errorf("exchange %q, HTTP %+v", f.exchange, f.HTTP)
				}
				if f.Kind == wire.Reply && f.Answers != id {
					t.Errorf("the reply answers %q", f.Answers)
				}
			}
			if !slices.Equal(got, tt.frames) {
				t.Errorf("got %q, want %q", got, tt.frames)
			}
			if n := c.log.Len() - 1; n != len(tt.frames)+tt.logged {
				t.Errorf("%d frames in the log besides the request", n)
			}
			var refusal *HTTPError
			switch {
			case tt.reason == "":
				if e.err != nil || e.id != id {
					t.Errorf("ended with %+v", e)
				}
				return
			case !errors.As(e.err, &refusal):
				t.Fatalf("ended with %v", e.err)
			}
			if !strings.Contains(refusal.Reason, tt.reason) || refusal.Status != tt.status || refusal.ContentType != tt.typ || refusal.SessionLost {
				t.Errorf("got %+v", refusal)
			}
			if tt.body != "" && !strings.HasPrefix(refusal.Snippet, tt.body[:2]) {
				t.Errorf("snippet %q", refusal.Snippet)
			}
			if f := c.log.Get(refusal.FrameSeq); f == nil || f.ReplyTo != 1 || f.Method != "resources/list" || f.HTTP == nil || f.HTTP.Status != tt.status || f.Has(wire.NoteNoReply) != (len(f.Bytes) == 0) {
				t.Errorf("the response is shown by frame %d, %+v", refusal.FrameSeq, f)
			}
			if what, why, try := refusal.Explain(); what == "" || why == "" || try == "" {
				t.Errorf("explained as %q, %q, %q", what, why, try)
			}
		})
	}
}

func TestHTTPHeaders(t *testing.T) {
	seen := make(chan *http.Request, 1)
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Header.Set("Body", string(body))
		seen <- r
		w.Header().Set("Mcp-Session-Id", "a-session-nobody-asked-for")
		answer(w, 200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{}}`)
	}, func(o *HTTPOptions) {
		o.UserAgent = "mcperuse/test"
		o.Header = http.Header{"authorization": {"Bearer s3cret-token"}, "X-Team": {"one", "two"}, "Host": {"mcp.example"}}
	})
	ask := func(shape func(*Outgoing)) http.Header {
		t.Helper()
		c.request(t.Context(), "resources/read", shape)
		next(t, "end", c.ended)
		r := next(t, "request", seen)
		if r.Method != "POST" || r.Host != "mcp.example" {
			t.Errorf("%s to %s", r.Method, r.Host)
		}
		return r.Header
	}
	has := func(h http.Header, want map[string]string) {
		t.Helper()
		for name, value := range want {
			if got := strings.Join(h.Values(name), "|"); got != value {
				t.Errorf("%s is %q, want %q", name, got, value)
			}
		}
	}
	always := map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "User-Agent": "mcperuse/test",
		"Authorization": "Bearer s3cret-token", "X-Team": "one|two", "Origin": "", "Mcp-Session-Id": "",
	}
	h := ask(nil)
	has(h, always)
	has(h, map[string]string{"Mcp-Method": "", "Mcp-Name": "", "Mcp-Protocol-Version": "", "Body": `{"jsonrpc":"2.0","id":1,"method":"resources/read"}`})

	h = ask(func(m *Outgoing) { m.Revision = "2025-06-18" })
	has(h, map[string]string{"Mcp-Protocol-Version": "2025-06-18", "Mcp-Method": ""})

	h = ask(func(m *Outgoing) { m.Revision, m.Modern, m.Name = "2026-07-28", true, "docs://héllo" })
	has(h, always)
	has(h, map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "resources/read", "Mcp-Name": "=?base64?ZG9jczovL2jDqWxsbw==?="})

	h = ask(func(m *Outgoing) { m.Modern, m.Name, m.RawName = true, "docs://héllo\r\n", true })
	has(h, map[string]string{"Mcp-Name": "docs://héllo"})

	for _, f := range c.log.Frames(0) {
		if f.Dir != wire.ToServer {
			continue
		}
		has(f.HTTP.Header, map[string]string{"Authorization": "Bearer ***", "X-Team": "***|***", "Content-Type": "application/json"})
	}
}

func TestHTTPCancelClosesTheResponse(t *testing.T) {
	left := make(chan struct{})
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		answer(w, 200, "text/event-stream", ": here\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(left)
	}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	id := c.request(ctx, "subscriptions/listen", nil)
	if f := next(t, "notification", c.frames); f.exchange != id {
		t.Errorf("came on %q", f.exchange)
	}
	cancel()
	if e := next(t, "end", c.ended); !errors.Is(e.err, context.Canceled) {
		t.Errorf("ended with %v", e.err)
	}
	next(t, "end of the request at the server", left)
}

// The reply ends the exchange at once; what follows it is kept all the same,
// and the sender's context does not matter any more.
func TestHTTPReplyEndsTheExchange(t *testing.T) {
	goOn := make(chan struct{})
	c := httpClient(t, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, 200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n")
		w.(http.Flusher).Flush()
		<-goOn
		_, _ = io.WriteString(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"late\"}\n\n")
	}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	id := c.request(ctx, "x", nil)
	if e := next(t, "end", c.ended); e != (ending{id, nil}) {
		t.Errorf("ended with %+v", e)
	}
	next(t, "reply", c.frames)
	cancel()
	close(goOn)
	if f := next(t, "late frame", c.frames); f.Method != "late" || f.exchange != "" || !f.Has(wire.NoteAfterReply) {
		t.Errorf("got %+v on %q", f.Frame, f.exchange)
	}
	none(t, "second ending", c.ended)
}

func TestHTTPBrokenResponses(t *testing.T) {
	tests := []struct {
		name    string
		handler http.HandlerFunc
		reason  string
		events  int
	}{
		{"stream ends before the reply", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n")
		}, "ended before the reply", 1},
		{"stream is cut off", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, 200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "cut off before the reply", 1},
		{"body is cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			answer(w, 200, "application/json", `{"jsonrpc":"2.0",`)
		}, "cut off before the reply", 0},
		{"body of a refusal is cut off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(500)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, "cut off before the reply", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := httpClient(t, tt.handler, nil)
			c.request(t.Context(), "x", func(m *Outgoing) { m.Modern = true })
			var broken *StreamError
			if e := next(t, "end", c.ended); !errors.As(e.err, &broken) || !strings.Contains(broken.Reason, tt.reason) || broken.Events != tt.events {
				t.Errorf("ended with %+v", e.err)
			}
		})
	}
}

func TestHTTPRefusesWhatIsOverTheLimit(t *testing.T) {
	const limit = 10_000
	long := `{"jsonrpc":"2.0","id":1,"result":{"a":"` + strings.Repeat("x", 10*limit) + `"}}`
	for name, body := range map[string]string{"application/json": long, "text/event-stream": "data: " + long + "\n\n"} {
		c := httpClient(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, name, body) }, func(o *HTTPOptions) { o.MaxFrame = limit })
		c.request(t.Context(), "x", nil)
		e := next(t, "end", c.ended)
		f := next(t, "frame", c.frames)
		if !f.Has(wire.NoteTooLarge) || f.Answers != "1" || len(f.Bytes) > limit {
			t.Errorf("%s: %d bytes, answers %q, %v", name, len(f.Bytes), f.Answers, f.Notes)
		}
		var explained Explained
		if !errors.As(e.err, &explained) || !strings.Contains(e.err.Error(), "too large") {
			t.Errorf("%s: ended with %v", name, e.err)
		}
	}
}

func TestHTTPRedirects(t *testing.T) {
	elsewhere := make(chan http.Header, 10)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		elsewhere <- r.Header
		answer(w, 200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{}}`)
	}))
	defer other.Close()
	tests := []struct {
		name   string
		status int
		to     string
		follow bool
	}{
		{"307 within the origin", 307, "/other", true},
		{"308 within the origin", 308, "/other", true},
		{"302 within the origin", 302, "/other", false},
		{"303 within the origin", 303, "/other", false},
		{"307 to another origin", 307, other.URL + "/mcp?token=abc", false},
		{"301 to another origin", 301, other.URL, false},
		{"in circles", 307, "/mcp", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/other" {
					body, _ := io.ReadAll(r.Body)
					m, _ := wire.Parse(body)
					if r.Method != "POST" || m.Method != "x" || r.Header.Get("Authorization") != "Bearer s3cret-token" {
						t.Errorf("%s with %q and %v", r.Method, body, r.Header)
					}
					answer(w, 200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{}}`)
					return
				}
				http.Redirect(w, r, tt.to, tt.status)
			}, func(o *HTTPOptions) { o.Header = http.Header{"Authorization": {"Bearer s3cret-token"}} })
			c.request(t.Context(), "x", nil)
			e := next(t, "end", c.ended)
			var refusal *HTTPError
			switch {
			case tt.follow && e.err != nil:
				t.Errorf("ended with %v", e.err)
			case !tt.follow && (!errors.As(e.err, &refusal) || refusal.Location == "" || refusal.Status != tt.status):
				t.Errorf("ended with %v", e.err)
			case !tt.follow:
				if _, why, try := refusal.Explain(); !strings.Contains(why+try, refusal.Location) || strings.Contains(why+try, "abc") {
					t.Errorf("explained as %q, %q", why, try)
				}
			}
			none(t, "request elsewhere", elsewhere)
		})
	}
}

func TestHTTPTakesManyStreamsAtOnce(t *testing.T) {
	const streams = 50
	release := make(chan struct{})
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m, _ := wire.Parse(body)
		answer(w, 200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"here\"}\n\n")
		w.(http.Flusher).Flush()
		<-release
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n", m.ID)
	}, nil)
	for range streams {
		c.request(t.Context(), "x", nil)
	}
	for range streams {
		next(t, "notification", c.frames)
	}
	close(release)
	for range streams {
		if e := next(t, "end", c.ended); e.err != nil {
			t.Errorf("ended with %v", e.err)
		}
	}
}

func TestHTTPCloseEndsEverything(t *testing.T) {
	handling := make(chan struct{}, 10)
	c := httpClient(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodGet {
			answer(w, 200, "text/event-stream", ": open\n\n")
			w.(http.Flusher).Flush()
		}
		handling <- struct{}{}
		<-r.Context().Done()
	}, nil)
	c.Agreed(t.Context(), "2025-06-18", true)
	c.request(t.Context(), "x", nil)
	sent := make(chan error, 1)
	go func() { sent <- c.Send(context.Background(), notification("x")) }()
	for range 3 {
		next(t, "request", handling)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := next(t, "end of Send", sent); err == nil {
		t.Error("the notification went out")
	}
	none(t, "ending", c.ended)
	err := c.Send(t.Context(), Outgoing{Body: []byte(`{}`), Kind: wire.Request, ID: "1"})
	if !errors.Is(err, ErrClosed) {
		t.Errorf("sending on a closed transport: %v", err)
	}
	c.Agreed(t.Context(), "2025-06-18", true) // opens nothing any more
}

func TestHTTPStartChecksTheOptions(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    HTTPOptions
		why  string
	}{
		{"no URL", HTTPOptions{URL: ""}, "no http or https URL"},
		{"a path", HTTPOptions{URL: "localhost:3000/mcp"}, "no http or https URL"},
		{"not a URL", HTTPOptions{URL: "http://[::1"}, "not valid"},
		{"another scheme", HTTPOptions{URL: "ws://localhost"}, "no http or https URL"},
		{"no certificates", HTTPOptions{URL: "https://localhost", CACert: []byte("x")}, "holds no certificate"},
	} {
		for _, transport := range []Transport{NewHTTP(tt.o), NewSSE(tt.o)} {
			err := transport.Start(t.Context(), newRecorder())
			var start *StartError
			if !errors.As(err, &start) || !strings.Contains(start.Why, tt.why) || start.Try == "" {
				t.Errorf("%s: got %v", tt.name, err)
			}
			if err := transport.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
