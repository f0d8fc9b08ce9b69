package mcpclient

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// oddHTTP is a modern server over HTTP that answers reads of "odd:1" as it is
// told to.
type oddHTTP struct {
	status int
	header string // a header more, "Name: value"
	typ    string // the content type, "" for none
	body   string // $ID stands for the id of the request
	cut    bool   // the connection breaks after the body
}

// decodeRequest reads the message of a POST.
func decodeRequest(t *testing.T, r *http.Request) (q request) {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
		return q
	}
	if err := json.Unmarshal(body, &q); err != nil {
		t.Errorf("%q: %v", body, err)
	}
	return q
}

func answerHTTP(w http.ResponseWriter, status int, typ, body string) {
	w.Header()["Content-Type"] = nil // none is guessed
	if typ != "" {
		w.Header().Set("Content-Type", typ)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the client may be gone, and the test then says so
}

// answerWell answers a request as a correct server does.
func answerWell(w http.ResponseWriter, q request) {
	result := `{"resultType":"complete","ttlMs":0,"cacheScope":"public","contents":[{"uri":"fine:1","text":"fine"}]}`
	switch q.Method {
	case methodDiscover:
		result = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"resources":{}},"ttlMs":0,"cacheScope":"public"}`
	case methodInitialize:
		result = `{"protocolVersion":"2025-11-25","capabilities":{"resources":{"subscribe":true}},"serverInfo":{"name":"n","version":"1"}}`
	case methodList:
		result = `{"resultType":"complete","ttlMs":0,"cacheScope":"public","resources":[]}`
	}
	answerHTTP(w, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(q.ID)+`,"result":`+result+`}`)
}

func (o oddHTTP) answer(w http.ResponseWriter, q request) {
	if name, value, ok := strings.Cut(o.header, ": "); ok {
		w.Header().Set(name, value)
	}
	answerHTTP(w, o.status, o.typ, strings.ReplaceAll(o.body, "$ID", string(q.ID)))
	if o.cut {
		if err := http.NewResponseController(w).Flush(); err != nil {
			panic(err)
		}
		panic(http.ErrAbortHandler)
	}
}

// overHTTP opens a client on a server of the test, which offers no stream of
// its own.
func overHTTP(t *testing.T, o Options, serve func(w http.ResponseWriter, r *http.Request)) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		serve(w, r)
	}))
	t.Cleanup(server.Close)
	o.Version = "test"
	c := New(Target{URL: server.URL + "/mcp"}, o)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOddResponses answers a read over HTTP with what strict clients end the
// session for. Status, headers and body are in the log, and the session goes
// on.
func TestOddResponses(t *testing.T) {
	const (
		json   = "application/json"
		events = "text/event-stream"
		text   = "text ok"
		reply  = `{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public","contents":[{"uri":"odd:1","text":"ok"}]}}`
		event  = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`
		refuse = `{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"no such resource"}}`
		none   = "error: POST URL was answered with "
		page   = "<!DOCTYPE html><html><body>Welcome</body></html>"
		failed = "error: resources/read was answered with error -32602 (Invalid params): no such resource"
	)
	tests := []struct {
		name   string
		says   oddHTTP
		told   string
		frames string
	}{
		{"ordinary", oddHTTP{200, "", json, reply, false}, text, "reply"},
		{"ordinary events", oddHTTP{200, "", events, ": hello\n\nevent: message\ndata: " + event + "\n\nid: 1\ndata: " + reply + "\n\n", false}, text, "notification; reply"},
		// Refusals.
		{"404 in words", oddHTTP{404, "", "text/plain", "404 page not found", false}, none + "404 Not Found: it was refused, saying \"404 page not found\"; check the path of the URL; many servers answer under /mcp or /sse", "text"},
		{"404 without a body", oddHTTP{404, "", "", "", false}, none + "404 Not Found: it was refused; check the path of the URL; many servers answer under /mcp or /sse", "text no-reply"},
		{"404 with an error", oddHTTP{404, "", json, refuse, false}, failed, "reply"},
		{"400 with an error", oddHTTP{400, "", json, refuse, false}, failed, "reply"},
		{"400 with an error without an id", oddHTTP{400, "", json, strings.Replace(refuse, "$ID", "null", 1), false}, failed, "reply id-null reply-bound"},
		{"401 with a challenge", oddHTTP{401, `WWW-Authenticate: Bearer realm="x", error="invalid_token", error_description="expired"`, "", "", false},
			none + `401 Unauthorized: it asks for Bearer authorization, error invalid_token, expired, realm x; give a token with -H 'Authorization: Bearer …'`, "text no-reply"},
		{"401 without a challenge", oddHTTP{401, "", "text/plain", "log in first", false}, none + "401 Unauthorized: it asks for authorization, saying \"log in first\"; give a token with -H 'Authorization: Bearer …'", "text"},
		{"403", oddHTTP{403, "", "text/html", page, false}, none + "403 Forbidden: it was refused, saying \"<!DOCTYPE html><html><body>Welcome</body></html>\"; give a token that may do this with -H 'Authorization: Bearer …'", "text"},
		{"429", oddHTTP{429, "Retry-After: 7", "", "slow down", false}, none + "429 Too Many Requests: it was refused, saying \"slow down\"; try again after 7 seconds", "text"},
		{"500", oddHTTP{500, "", "text/plain", "boom", false}, none + "500 Internal Server Error: the server failed, saying \"boom\"; look into the log of the server", "text"},
		{"502 with a web page", oddHTTP{502, "", "text/html", page, false}, none + "502 Bad Gateway: the server failed, saying \"<!DOCTYPE html><html><body>Welcome</body></html>\"; look into the log of the server", "text"},
		{"503 without a body", oddHTTP{503, "Retry-After: soon", "", "", false}, none + "503 Service Unavailable: the server failed; try again after soon", "text no-reply"},
		{"500 with an error", oddHTTP{500, "", json, refuse, false}, failed, "reply"},
		{"redirect elsewhere", oddHTTP{302, "Location: http://elsewhere.example/mcp", "", "", false},
			none + "302 Found: it redirects to http://elsewhere.example/mcp; use the address it points to, if you trust it: http://elsewhere.example/mcp", "text no-reply"},
		{"redirect without an address", oddHTTP{307, "", "", "", false}, none + "307 Temporary Redirect: it was refused; check that the URL is that of an MCP server", "text no-reply"},
		// Successes that are none.
		{"202 for a call", oddHTTP{202, "", "", "", false}, none + "202 Accepted: it was accepted, but a request needs a reply; check that the URL is that of an MCP server", "text no-reply"},
		{"202 with the reply", oddHTTP{202, "", json, reply, false}, text, "reply"},
		{"204", oddHTTP{204, "", "", "", false}, none + "204 No Content: the body is empty; check that the URL is that of an MCP server", "text no-reply"},
		{"an empty body", oddHTTP{200, "", json, "", false}, none + "200 OK: the body is empty; check that the URL is that of an MCP server", "text no-reply"},
		{"white space", oddHTTP{200, "", json, " \r\n", false}, none + "200 OK: the body is empty; check that the URL is that of an MCP server", "text no-reply"},
		{"a web page", oddHTTP{200, "", "text/html", page, false}, none + "200 OK: the answer is a web page, not a JSON-RPC message, saying \"<!DOCTYPE html><html><body>Welcome</body></html>\"; check that the URL is that of an MCP server", "text"},
		{"a web page as JSON", oddHTTP{200, "", json, page, false}, none + "200 OK: the answer is no JSON-RPC message, saying \"<!DOCTYPE html><html><body>Welcome</body></html>\"; check that the URL is that of an MCP server", "text"},
		{"no content type", oddHTTP{200, "", "", reply, false}, text, "reply content-type"},
		{"events without a content type", oddHTTP{200, "", "", "data: " + reply + "\n\n", false}, text, "reply content-type"},
		{"JSON as text", oddHTTP{200, "", "text/plain", reply, false}, text, "reply content-type"},
		{"JSON as events", oddHTTP{200, "", events, reply, false}, text, "reply content-type"},
		{"events as JSON", oddHTTP{200, "", json, "data: " + reply + "\n\n", false}, text, "reply content-type"},
		{"no JSON", oddHTTP{200, "", json, "ok", false}, none + "200 OK: the answer is no JSON-RPC message, saying \"ok\"; check that the URL is that of an MCP server", "text"},
		{"JSON that is no message", oddHTTP{200, "", json, `{"ok":true}`, false}, none + "200 OK: the answer is no JSON-RPC message, saying \"{\"ok\":true}\"; check that the URL is that of an MCP server", "text"},
		{"half a message", oddHTTP{200, "", json, reply[:40], false}, none + `200 OK: the answer is no JSON-RPC message, saying "{"jsonrpc":"2.0","id":2,"result":{"res"; check that the URL is that of an MCP server`, "text"},
		{"an array", oddHTTP{200, "", json, "[" + event + "," + reply + "]", false}, text, "notification batch; reply batch"},
		{"an empty array", oddHTTP{200, "", json, "[]", false}, none + "200 OK: the answer is no JSON-RPC message, saying \"[]\"; check that the URL is that of an MCP server", "text"},
		{"only a notification", oddHTTP{200, "", json, event, false}, none + `200 OK: the answer holds no reply to the request, saying "{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","dat…"; check that the URL is that of an MCP server`, "notification; text no-reply"},
		{"two messages", oddHTTP{200, "", json, event + "\n" + reply, false}, text, "notification line-shared; reply line-shared"},
		{"text before the message", oddHTTP{200, "", json, "Warning: x\n" + reply, false}, text, "text line-shared; reply line-shared"},
		{"byte order mark", oddHTTP{200, "", json, "\ufeff" + reply, false}, text, "reply bom"},
		{"id absent", oddHTTP{200, "", json, strings.Replace(reply, `"id":$ID,`, "", 1), false}, text, "reply id-missing reply-bound"},
		{"another id", oddHTTP{200, "", json, strings.Replace(reply, "$ID", "999999", 1), false}, text, "reply reply-bound"},
		{"id a string", oddHTTP{200, "", json, strings.Replace(reply, "$ID", `"$ID"`, 1), false}, text, "reply id-retyped"},
		{"not UTF-8", oddHTTP{200, "", json, strings.Replace(reply, "ok", "\xff", 1), false}, "text \xff", "reply utf8-invalid"},
		// Events.
		{"a malformed event", oddHTTP{200, "", events, "data: {oops\n\ndata: " + reply + "\n\n", false}, text, "text; reply"},
		{"a line without a colon", oddHTTP{200, "", events, "event: message\noops\ndata: " + reply + "\n\n", false}, text, "text event-line; reply"},
		{"a log line in the stream", oddHTTP{200, "", events, "INFO: reading\n\ndata: " + reply + "\n\n", false}, text, "text event-line; reply"},
		{"an event of another type", oddHTTP{200, "", events, "event: ping\ndata: now\n\nevent: answer\ndata: " + reply + "\n\n", false}, text, "text event-type; reply event-type"},
		{"data over several lines", oddHTTP{200, "", events, "data: " + strings.Replace(reply, `,"result"`, ",\ndata: \"result\"", 1) + "\n\n", false}, text, "reply"},
		{"carriage returns", oddHTTP{200, "", events, "data: " + reply + "\r\r", false}, text, "reply"},
		{"an event that is not ended", oddHTTP{200, "", events, "data: " + reply, false}, text, "reply unterminated"},
		{"a stream without a reply", oddHTTP{200, "", events, "data: " + event + "\n\n", false},
			"error: the stream from URL ended too early: it ended before the reply came; try again; a proxy in between may cut long responses", "notification; text no-reply; notification; text no-reply"},
		{"an empty stream", oddHTTP{200, "", events, "", false},
			"error: the stream from URL ended too early: it ended before the reply came; try again; a proxy in between may cut long responses", "text no-reply; text no-reply"},
		// Connections that break.
		{"a stream cut in the middle", oddHTTP{200, "", events, "data: " + event + "\n\ndata: " + reply[:60], true},
			"error: the stream from URL ended too early: it was cut off before the reply came; try again; a proxy in between may cut long responses", "notification; text unterminated; text no-reply; notification; text unterminated; text no-reply"},
		{"a body cut in the middle", oddHTTP{200, "", json, reply[:60], true},
			"error: the stream from URL ended too early: it was cut off before the reply came; try again; a proxy in between may cut long responses", "text unterminated; text unterminated"},
		{"a refusal cut in the middle", oddHTTP{500, "", "text/plain", "the data", true}, none + "500 Internal Server Error: the server failed, saying \"the data\"; look into the log of the server", "text unterminated"},
		{"a body shorter than it says", oddHTTP{200, "Content-Length: 5000", json, reply[:60], false},
			"error: the stream from URL ended too early: it was cut off before the reply came; try again; a proxy in between may cut long responses", "text unterminated; text unterminated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := overHTTP(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				if q := decodeRequest(t, r); q.Method == methodRead && q.Params.URI == "odd:1" {
					tt.says.answer(w, q)
				} else {
					answerWell(w, q)
				}
			})
			seq := lastFrame(c)
			r, err := c.Read(t.Context(), "odd:1", ReadOptions{Refresh: true})
			if got := strings.ReplaceAll(told(r, err), c.Target().URL, "URL"); got != tt.told {
				t.Errorf("the read came to %q\nwant %q", got, tt.told)
			}
			if got := framesSince(c, seq); got != tt.frames {
				t.Errorf("in the log: %q\nwant %q", got, tt.frames)
			}
			// The request is answered in the log, by the reply or by what came
			// in its place, with the status and the headers.
			answered := c.Log().ReplyOf(seq + 1)
			if answered == nil || answered.HTTP == nil || answered.HTTP.Status != tt.says.status || answered.Method != methodRead {
				t.Errorf("the request is answered by %+v", answered)
			}
			if name, value, ok := strings.Cut(tt.says.header, ": "); ok && answered.HTTP.Header.Get(name) != value {
				t.Errorf("headers: %v", answered.HTTP.Header)
			}
			var status *transport.HTTPError
			if errors.As(err, &status) && (status.FrameSeq != answered.Seq || status.Snippet != strings.TrimSpace(tt.says.body) && !strings.HasPrefix(tt.says.body, `{"jsonrpc`)) {
				t.Errorf("frame %d, snippet %q", status.FrameSeq, status.Snippet)
			}
			goesOn(t, c)
		})
	}
}

// TestOddSizesOverHTTP reads messages of 20 MB, and over the bound.
func TestOddSizesOverHTTP(t *testing.T) {
	const mb, bound = 1 << 20, 1 << 20
	serve := func(w http.ResponseWriter, r *http.Request) {
		q := decodeRequest(t, r)
		kind, arg, _ := strings.Cut(q.Params.URI, ":")
		n, err := strconv.Atoi(arg)
		if q.Method != methodRead || err != nil || kind == "fine" {
			answerWell(w, q)
			return
		}
		body := `{"result":{"contents":[{"uri":"big:","text":"` + strings.Repeat("x", n) + `"}]},"jsonrpc":"2.0","id":` + string(q.ID) + `}`
		if kind == "event" {
			answerHTTP(w, 200, "text/event-stream", "data: "+body+"\n\n")
		} else {
			answerHTTP(w, 200, "application/json", body)
		}
	}
	c := overHTTP(t, Options{}, serve)
	for kind, size := range map[string]int{"body:": 20 * mb, "event:": 5 * mb} {
		r, err := c.Read(t.Context(), kind+strconv.Itoa(size), ReadOptions{})
		if err != nil || len(r.Contents[0].Text) != size {
			t.Errorf("%s: %v", kind, err)
		}
		goesOn(t, c)
	}
	c = overHTTP(t, Options{MaxFrame: bound}, serve)
	for _, kind := range []string{"body:", "event:"} {
		seq := lastFrame(c)
		_, err := c.Read(t.Context(), kind+strconv.Itoa(bound), ReadOptions{})
		var large *transport.TooLargeError
		if !errors.As(err, &large) || c.Log().ReplyOf(seq+1) == nil || large.FrameSeq != c.Log().ReplyOf(seq+1).Seq {
			t.Errorf("%s over the bound: %v", kind, err)
		}
		goesOn(t, c)
	}
}

// A redirect within the origin is followed, and the session goes on.
func TestOddRedirect(t *testing.T) {
	c := overHTTP(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mcp" {
			http.Redirect(w, r, "/mcp/", http.StatusTemporaryRedirect)
			return
		}
		answerWell(w, decodeRequest(t, r))
	})
	goesOn(t, c)
}

// A response that comes slowly, in pieces, is waited for, and one that stalls is
// given up in time.
func TestOddSlowStream(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	c := overHTTP(t, Options{Timeout: 300 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request) {
		q := decodeRequest(t, r)
		if q.Params.URI != "slow:1" {
			answerWell(w, q)
			return
		}
		answerHTTP(w, 200, "text/event-stream", `data: {"jsonrpc":"2.0","id":`)
		_ = http.NewResponseController(w).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	_, err := c.Read(t.Context(), "slow:1", ReadOptions{})
	if !errors.As(err, new(*TimeoutError)) {
		t.Errorf("the read came to %v", err)
	}
	goesOn(t, c)
}

// A server that opens with odd responses is opened all the same.
func TestOddResponsesToTheProbe(t *testing.T) {
	for name, odd := range map[string]oddHTTP{
		"404 in words":       {404, "", "text/plain", "404 page not found", false},
		"400 in words":       {400, "", "text/plain", "Bad Request: no session", false},
		"405":                {405, "", "", "", false},
		"202":                {202, "", "", "", false},
		"empty":              {200, "", "application/json", "", false},
		"a web page":         {200, "", "text/html", "<html></html>", false},
		"an array":           {200, "", "application/json", `[{"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"no"}}]`, false},
		"an error for no id": {400, "", "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Server not initialized"}}`, false},
		"an empty stream":    {200, "", "text/event-stream", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			c := overHTTP(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				switch q := decodeRequest(t, r); {
				case q.Method == methodDiscover:
					odd.answer(w, q)
				case q.ID == nil:
					w.WriteHeader(http.StatusAccepted)
				default:
					answerWell(w, q)
				}
			})
			if got := c.Server().Revision; got != Revision2025 {
				t.Errorf("opened with %s: %s", got, probes(c))
			}
			goesOn(t, c)
		})
	}
}

// A server that does not answer the probe in time is greeted in the old way; one
// that refuses that was only slow to wake, and is asked again.
func TestOddSilenceOnTheProbe(t *testing.T) {
	for name, want := range map[string]string{
		"legacy": "server/discover 2026-07-28: no answer yet; initialize 2025-11-25: speaks 2025-11-25",
		"modern": "server/discover 2026-07-28: no answer yet; initialize 2025-11-25: error -32601 no such method; server/discover 2026-07-28: speaks 2026-07-28",
	} {
		t.Run(name, func(t *testing.T) {
			var awake atomic.Bool
			c := overHTTP(t, Options{ProbeTimeout: 100 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request) {
				switch q := decodeRequest(t, r); {
				case q.Method == methodDiscover && !awake.Load():
					<-r.Context().Done()
				case q.Method == methodInitialize && name == "modern":
					awake.Store(true)
					answerHTTP(w, 404, "application/json", `{"jsonrpc":"2.0","id":`+string(q.ID)+`,"error":{"code":-32601,"message":"no such method"}}`)
				case q.ID == nil:
					w.WriteHeader(http.StatusAccepted)
				default:
					answerWell(w, q)
				}
			})
			if got := probes(c); got != want {
				t.Errorf("opened by %s", got)
			}
			goesOn(t, c)
		})
	}
}

// Responses that say neither yes nor no end the opening: what failed is told,
// and nothing else is tried.
func TestOddServerCannotBeOpened(t *testing.T) {
	for name, odd := range map[string]oddHTTP{
		"500": {500, "", "text/plain", "boom", false},
		"401": {401, "WWW-Authenticate: Bearer", "", "", false},
		"302": {302, "Location: http://elsewhere.example/", "", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				odd.answer(w, decodeRequest(t, r))
			}))
			t.Cleanup(server.Close)
			c := New(Target{URL: server.URL}, Options{})
			err := c.Open(t.Context())
			var status *transport.HTTPError
			if !errors.As(err, &status) || status.Status != odd.status || asked != 1 {
				t.Errorf("asked %d times, and then: %v", asked, err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if f := c.Log().ReplyOf(1); f == nil || f.HTTP.Status != odd.status || f.Dir != wire.FromServer {
				t.Errorf("the log shows %+v", f)
			}
		})
	}
}

// A response that breaks off before the reply came is asked for once more, under
// a new id: by then the server may be well again.
func TestAReadThatBrokeOffIsAskedAgain(t *testing.T) {
	asked := 0
	c := overHTTP(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		q := decodeRequest(t, r)
		if q.Method != methodRead {
			answerWell(w, q)
			return
		}
		if asked++; asked == 1 {
			oddHTTP{200, "", "text/event-stream", "data: {", true}.answer(w, q)
			return
		}
		answerHTTP(w, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(q.ID)+`,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public","contents":[{"uri":"a:1","text":"well"}]}}`)
	})
	before := lastFrame(c)
	r, err := c.Read(t.Context(), "a:1", ReadOptions{})
	if err != nil || len(r.Contents) != 1 || r.Contents[0].Text != "well" || asked != 2 {
		t.Fatalf("asked %d times, %+v, %v", asked, r, err)
	}
	var ids []string
	for _, f := range c.Log().Frames(before) {
		if f.Dir == wire.ToServer && f.Method == methodRead {
			ids = append(ids, string(f.ID))
		}
	}
	if len(ids) != 2 || ids[0] == ids[1] {
		t.Errorf("the requests have the ids %v", ids)
	}
}
