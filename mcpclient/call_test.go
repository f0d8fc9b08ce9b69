package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// required is what every modern request says of itself.
const required = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcperuse","version":"test"},"io.modelcontextprotocol/clientCapabilities":{}`

func TestCallSendsWhatItWasGiven(t *testing.T) {
	c := opened(t, "calls")
	tests := []struct {
		name, params string
		exact        bool
		want         string // params as sent, "" for none
	}{
		{"no params, exact", "", true, ""},
		{"no params", "", false, `{"_meta":{` + required + `}}`},
		{"an empty object", "{ }", false, `{ "_meta":{` + required + `}}`},
		{"odd JSON stays", `{"a": 1.00,"a":"é\/" }`, false, `{"a": 1.00,"a":"é\/" ,"_meta":{` + required + `}}`},
		{"exact adds nothing", `{"a": 1.00,"_meta":{}}`, true, `{"a": 1.00,"_meta":{}}`},
		{"an empty _meta", `{"_meta":{},"b":{}}`, false, `{"_meta":{` + required + `},"b":{}}`},
		{"what is there stays", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"7","x":[]}}`, false,
			`{"_meta":{"io.modelcontextprotocol/protocolVersion":"7","x":[],` + strings.SplitN(required, ",", 2)[1] + `}}`},
		{"all of it is there", `{"_meta":{` + required + `}}`, false, `{"_meta":{` + required + `}}`},
		{"_meta is no object", `{"_meta":null}`, false, `{"_meta":null}`},
		{"a second _meta counts", `{"_meta":{},"x":{"_meta":{}},"_meta":{"y":1}}`, false, `{"_meta":{},"x":{"_meta":{}},"_meta":{"y":1,` + required + `}}`},
		{"an escaped name", `{"\u005fmeta":{}}`, false, `{"\u005fmeta":{` + required + `}}`},
		{"on one line", "{\n  \"a\": {\n    \"b\": \"x  y\"\n  }\n}\n", true, `{"a": {"b": "x  y"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var announced wire.ID
			got, err := c.Call(t.Context(), "tools/call", rawjson.Value(tt.params), CallOptions{Exact: tt.exact, OnSent: func(id wire.ID) { announced = id }})
			if err != nil || got.Err() != nil || got.Elapsed <= 0 {
				t.Fatalf("got %+v, %v", got, err)
			}
			if announced != got.ID || got.Reply.Answers != got.ID {
				t.Errorf("announced %s, sent %s, answers %s", announced, got.ID, got.Reply.Answers)
			}
			sent := c.Log().Get(got.Reply.ReplyTo)
			if string(sent.Params) != tt.want {
				t.Errorf("sent %s\nwant %s", sent.Params, tt.want)
			}
			if string(got.Request) != strings.TrimSpace(string(sent.Bytes)) {
				t.Errorf("the result says %s\nthe log says %s", got.Request, sent.Bytes)
			}
		})
	}
}

func TestCallOfALegacyServerAddsNothing(t *testing.T) {
	c := opened(t, "legacy, empty result for anything")
	got, err := c.Call(t.Context(), "tools/list", nil, CallOptions{})
	want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/list"}`, got.ID)
	if err != nil || string(got.Request) != want || string(got.Reply.Result) != "{}" {
		t.Errorf("sent %s, %v", got.Request, err)
	}
	got, err = c.Call(t.Context(), "tools/list", nil, CallOptions{OnProgress: func(Progress) {}})
	want = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/list","params":{"_meta":{"progressToken":%[1]s}}}`, got.ID)
	if err != nil || string(got.Request) != want {
		t.Errorf("with progress: sent %s, %v", got.Request, err)
	}
}

func TestCallReportsProgress(t *testing.T) {
	c := opened(t, "calls")
	for name, params := range map[string]string{"our token": "", "a token in params": `{"_meta":{"progressToken":"mine"}}`} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var seen Progress
			got, err := c.Call(ctx, "slow", rawjson.Value(params), CallOptions{OnProgress: func(p Progress) {
				seen = p
				cancel()
			}})
			if !errors.Is(err, context.Canceled) || seen != (Progress{1, 2, "half"}) {
				t.Errorf("got %+v, %v", seen, err)
			}
			if params != "" && !strings.Contains(string(got.Request), `"progressToken":"mine"`) {
				t.Errorf("sent %s", got.Request)
			}
		})
	}
}

func TestCallErrors(t *testing.T) {
	c := opened(t, "calls")
	got, err := c.Call(t.Context(), "refused", nil, CallOptions{})
	var refused *ServerError
	if err != nil || !errors.As(got.Err(), &refused) || refused.Code != -32601 || string(refused.Data) != `{"odd":1.0}` {
		t.Errorf("an error reply: %+v, %v", got, err)
	}
	got, err = c.Call(t.Context(), "empty", nil, CallOptions{})
	var odd *ProtocolError
	if err != nil || !errors.As(got.Err(), &odd) {
		t.Errorf("a reply without anything: %+v, %v", got, err)
	}
	var wrong *wire.ParamsError
	if got, err = c.Call(t.Context(), "tools/call", rawjson.Value("[1]"), CallOptions{}); !errors.As(err, &wrong) || got.Request != nil {
		t.Errorf("params that are a list: %+v, %v", got, err)
	}
	if _, err = c.Call(t.Context(), "", nil, CallOptions{}); !errors.Is(err, ErrNoMethod) {
		t.Errorf("no method: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	got, err = c.Call(ctx, "silent", nil, CallOptions{OnSent: func(wire.ID) { cancel() }})
	if !errors.Is(err, context.Canceled) || got.Request == nil || got.Reply != nil || got.Err() != nil {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err = c.Call(t.Context(), "ping", nil, CallOptions{}); !errors.Is(err, ErrNotConnected) {
		t.Errorf("closed: %v", err)
	}
}

func TestCallOfANotificationDoesNotWait(t *testing.T) {
	c := opened(t, "calls")
	got, err := c.Call(t.Context(), "notifications/odd", rawjson.Value(`{"a":1}`), CallOptions{})
	want := `{"jsonrpc":"2.0","method":"notifications/odd","params":{"a":1,"_meta":{` + required + `}}}`
	if err != nil || got.ID != "" || got.Reply != nil || string(got.Request) != want {
		t.Errorf("sent %s, %v", got.Request, err)
	}
	got, err = c.Call(t.Context(), "notifications/odd", rawjson.Value(`{"a":1}`), CallOptions{Exact: true})
	if want = `{"jsonrpc":"2.0","method":"notifications/odd","params":{"a":1}}`; err != nil || string(got.Request) != want {
		t.Errorf("exact: sent %s, %v", got.Request, err)
	}
}

func TestCallTimesOut(t *testing.T) {
	c, err := play(t, "calls", Options{Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Call(t.Context(), "silent", nil, CallOptions{})
	var timeout *TimeoutError
	if !errors.As(err, &timeout) || timeout.Method != "silent" || got.Request == nil || got.Elapsed < timeout.After {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Over HTTP the headers say what a request is about.
func TestCallHeaders(t *testing.T) {
	names := make(chan string, 8)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var m request
		if err != nil || json.Unmarshal(body, &m) != nil {
			http.Error(w, "not a message", http.StatusBadRequest)
			return
		}
		result := `{}`
		if m.Method == methodDiscover {
			result = `{"supportedVersions":["2026-07-28"],"capabilities":{}}`
		} else {
			names <- r.Header.Get("Mcp-Method") + " " + r.Header.Get("Mcp-Name")
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
	}))
	defer server.Close()
	c := New(Target{URL: server.URL}, Options{Version: "test"})
	defer c.Close()
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ method, params, want string }{
		{"resources/read", `{"uri":"a:1"}`, "resources/read a:1"},
		{"tools/call", `{"name":"add","arguments":{}}`, "tools/call add"},
		{"prompts/get", `{"name":"p"}`, "prompts/get p"},
		{"tools/call", `{"name":7}`, "tools/call "},
		{"tools/list", `{"name":"x","":"y"}`, "tools/list "},
	} {
		if _, err := c.Call(t.Context(), tt.method, rawjson.Value(tt.params), CallOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := <-names; got != tt.want {
			t.Errorf("%s %s: headers %q, want %q", tt.method, tt.params, got, tt.want)
		}
	}
}
