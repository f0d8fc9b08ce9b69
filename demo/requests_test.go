package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDiscover(t *testing.T) {
	result := decode[struct {
		SupportedVersions []string
		TTLMs             *int
		CacheScope        string
		ResultType        string
		Capabilities      map[string]map[string]bool
		Meta              map[string]map[string]any `json:"_meta"`
	}](t, start(t, Options{}).ok("server/discover", `{}`))
	if result.SupportedVersions[0] != "2026-07-28" || result.TTLMs == nil || result.CacheScope != "public" || result.ResultType != "complete" {
		t.Errorf("discover: %+v", result)
	}
	if _, ok := result.Capabilities["completions"]; len(result.Capabilities) != 2 || !ok || !result.Capabilities["resources"]["subscribe"] || !result.Capabilities["resources"]["listChanged"] {
		t.Errorf("capabilities: %v", result.Capabilities)
	}
	if result.Meta["io.modelcontextprotocol/serverInfo"]["name"] != serverName {
		t.Errorf("serverInfo: %v", result.Meta)
	}
}

func TestErrorCodes(t *testing.T) {
	tests := map[string]struct {
		method, params string
		modern, legacy int // code; 0 is success
	}{
		"unknown uri":           {"resources/read", `{"uri":"file:///nowhere"}`, -32602, -32002},
		"unknown file":          {"resources/read", `{"uri":"file:///atlas/nothing.txt"}`, -32602, -32002},
		"odd uri":               {"resources/read", `{"uri":"x:\u0001\udb40\udc01"}`, -32602, -32002},
		"bad cursor":            {"resources/list", `{"cursor":"never issued"}`, -32602, -32602},
		"unknown method":        {"atlas/fly", `{}`, -32601, -32601},
		"not offered":           {"tools/list", `{}`, -32601, -32601},
		"log level":             {"logging/setLevel", `{"level":"info"}`, -32601, -32601},
		"subscribe":             {"resources/subscribe", `{"uri":"atlas://live/ticker"}`, -32601, 0},
		"discover":              {"server/discover", `{}`, 0, -32601},
		"ping":                  {"ping", `{}`, -32601, 0},
		"bad completion":        {"completion/complete", `{"ref":{"type":"ref/resource","uri":"x://{y}"},"argument":{"name":"y","value":""}}`, -32602, -32602},
		"failing resource":      {"resources/read", `{"uri":"atlas://report/broken"}`, -32603, -32603},
		"listen without filter": {"subscriptions/listen", `{}`, -32602, -32601},
	}
	modern, legacy := start(t, Options{}), start(t, Options{Legacy: true})
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, c := range []struct {
				p    *peer
				want int
			}{{modern, tt.modern}, {legacy, tt.legacy}} {
				m, got := c.p.call(tt.method, tt.params), 0
				if m.Error != nil {
					got = m.Error.Code
				}
				if got != c.want {
					t.Errorf("legacy %v: code %d (%+v), want %d", c.p.legacy, got, m.Error, c.want)
				}
			}
		})
	}
	m := modern.call("resources/read", `{"uri":"file:///nowhere"}`)
	if string(m.Error.Data) != `{"uri":"file:///nowhere"}` {
		t.Errorf("not found: data %s", m.Error.Data)
	}
	m = modern.call("resources/read", `{"uri":"atlas://report/broken"}`)
	if data := decode[map[string]any](t, m.Error.Data); data["hint"] == nil || data["retryable"] != false {
		t.Errorf("failing resource: data %s", m.Error.Data)
	}
}

func TestProgress(t *testing.T) {
	for _, legacy := range []bool{false, true} {
		t.Run(fmt.Sprintf("legacy %v", legacy), func(t *testing.T) {
			p := start(t, Options{Legacy: legacy})
			p.ok("resources/read", `{"uri":"atlas://report/distances.csv","_meta":{"progressToken":"slow"}}`)
			for i := range 8 {
				m := await(t, p.events)
				progress := decode[struct {
					ProgressToken, Message string
					Progress, Total        float64
				}](t, m.Params)
				if m.Method != "notifications/progress" || progress.ProgressToken != "slow" || progress.Progress != float64(i) || progress.Total != 8 || progress.Message == "" {
					t.Errorf("step %d: %s %s", i, m.Method, m.Params)
				}
			}
		})
	}
}

// Cancelling the slow read stops it and brings no answer.
func TestCancel(t *testing.T) {
	sleeping, stopped := make(chan struct{}), make(chan struct{})
	p := start(t, Options{Sleep: func(ctx context.Context, _ time.Duration) error {
		close(sleeping)
		<-ctx.Done()
		close(stopped)
		return ctx.Err()
	}})
	id, answer := p.send("resources/read", `{"uri":"atlas://report/distances.csv"}`)
	<-sleeping
	p.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
	<-stopped
	p.ok("resources/list", `{}`)
	if err := p.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := await(t, p.ended); err != nil {
		t.Errorf("ServeStdio: %v", err)
	}
	select {
	case m := <-answer:
		t.Errorf("a cancelled call was answered: %+v", m)
	default:
	}
}

func TestAskFirst(t *testing.T) {
	const uri = "atlas://plan/itinerary"
	ask := func(p *peer) readAnswer {
		p.caps = `{"elicitation":{}}`
		raw := p.ok("resources/read", fmt.Sprintf(`{"uri":%q}`, uri))
		for _, key := range []string{"contents", "ttlMs", "cacheScope"} {
			if _, ok := decode[map[string]any](t, raw)[key]; ok {
				t.Errorf("a question carries %s", key)
			}
		}
		return decode[readAnswer](t, raw)
	}
	answerWith := func(p *peer, state, response string) readAnswer {
		return decode[readAnswer](t, p.ok("resources/read", fmt.Sprintf(`{"uri":%q,"requestState":%q,"inputResponses":{"trip":%s}}`, uri, state, response)))
	}

	t.Run("accept", func(t *testing.T) {
		p := start(t, Options{})
		question := ask(p)
		if *question.ResultType != "input_required" || question.RequestState == nil {
			t.Fatalf("no question: %+v", question)
		}
		request := decode[map[string]struct {
			Method string
			Params struct {
				Mode            string
				RequestedSchema struct {
					Properties map[string]any
					Required   []string
				}
			}
		}](t, question.InputRequests)["trip"]
		if request.Method != "elicitation/create" || request.Params.Mode != "form" || len(request.Params.RequestedSchema.Properties) != 4 {
			t.Errorf("asked %s", question.InputRequests)
		}
		got := answerWith(p, *question.RequestState, `{"action":"accept","content":{"name":"Grace","start":"lima","stops":2,"byTrain":false}}`)
		if text := *got.Contents[0].Text; !strings.Contains(text, "# A trip for Grace") || !strings.Contains(text, "| 0 | Lima") || !strings.Contains(text, "| 2 |") || strings.Contains(text, "| 3 |") {
			t.Errorf("planned\n%s", text)
		}
	})
	t.Run("decline", func(t *testing.T) {
		p := start(t, Options{})
		got := answerWith(p, *ask(p).RequestState, `{"action":"decline"}`)
		if text := *got.Contents[0].Text; !strings.Contains(text, "would rather not say (decline)") {
			t.Errorf("planned\n%s", text)
		}
	})
	t.Run("other state", func(t *testing.T) {
		p := start(t, Options{})
		ask(p)
		if got := answerWith(p, "forged", `{"action":"accept","content":{"name":"Mallory"}}`); *got.ResultType != "input_required" {
			t.Errorf("answered for a state it did not give: %+v", got)
		}
	})
	t.Run("no elicitation", func(t *testing.T) {
		if text := *start(t, Options{}).read(uri).Contents[0].Text; !strings.Contains(text, "takes no questions") {
			t.Errorf("planned\n%s", text)
		}
	})
	t.Run("url mode only", func(t *testing.T) {
		p := start(t, Options{})
		p.caps = `{"elicitation":{"url":{}}}`
		if text := *p.read(uri).Contents[0].Text; !strings.Contains(text, "takes no questions") {
			t.Errorf("planned\n%s", text)
		}
	})
}

func TestTemplates(t *testing.T) {
	p := start(t, Options{})
	list := decode[struct {
		ResourceTemplates []struct{ URITemplate, Name string }
		TTLMs             *int
		CacheScope        *string
	}](t, p.ok("resources/templates/list", `{}`))
	if len(list.ResourceTemplates) != 6 || list.TTLMs == nil || list.CacheScope == nil {
		t.Errorf("templates: %+v", list)
	}
	tests := map[string]struct{ uri, mimeType, has string }{
		"file":                {"file:///atlas/docs/ja/%E8%A8%AD%E8%A8%88.md", "text/markdown", "# 設計"},
		"lines":               {"file:///atlas/LICENSE#3", "", "Copyright (c) 2026"},
		"range":               {"file:///atlas/README.md#1-2", "text/markdown", "# Atlas"},
		"search":              {"atlas://search?q=func%20main&lang=go&limit=5", "application/json", `"uri": "file:///atlas/server/main.go"`},
		"search for nothing":  {"atlas://search", "application/json", `"found": 0`},
		"search in Japanese":  {"atlas://search?q=%E4%BA%AC%E9%83%BD", "application/json", "京都"},
		"route":               {"atlas://route/oslo/vienna/istanbul", "text/markdown", "| Vienna | Istanbul | 1,2"},
		"tile":                {"atlas://tiles/2/3/1", "image/png", ""},
		"tile as svg, styled": {"atlas://tiles/2/3/1.svg?style=dark", "image/svg+xml", "京都"},
		"every operator":      {"atlas://echo/a%20b/abc/x,y.tar/p/q;param=1?list=1,2&k=v&more=m#sec", "text/markdown", "| query | `k=v` |"},
		"few of them":         {"atlas://echo/a/b/c", "text/markdown", "| segment 3 | `c` |"},
		"place":               {"atlas://places/no/oslo", "text/markdown", "[Stockholm](atlas://places/se/stockholm)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := p.read(tt.uri).Contents[0]
			if c.URI != tt.uri || c.MimeType != tt.mimeType || c.Text != nil && !strings.Contains(*c.Text, tt.has) || c.Text == nil && *c.Blob == "" {
				t.Errorf("%+v: %.200v", c, c.Text)
			}
		})
	}
	for _, uri := range []string{
		"file:///atlas/README.md#0", "file:///atlas/README.md#9-1", "atlas://search?limit=0", "atlas://route/oslo", "atlas://route/oslo/atlantis",
		"atlas://tiles/2/4/0", "atlas://tiles/a/b/c", "atlas://tiles/0/0/0.gif", "atlas://tiles/0/0/0?style=neon", "atlas://places/se/oslo",
	} {
		if m := p.call("resources/read", fmt.Sprintf(`{"uri":%q}`, uri)); m.Error == nil || m.Error.Code != -32602 {
			t.Errorf("%s: %+v", uri, m.Error)
		}
	}
}

func TestCompletion(t *testing.T) {
	p := start(t, Options{})
	tests := map[string]struct {
		template, variable, value, filled string
		want                              []string
		more                              bool
	}{
		"country":               {"atlas://places/{country}/{city}", "country", "j", `{}`, []string{"jp"}, false},
		"city of a country":     {"atlas://places/{country}/{city}", "city", "", `{"country":"jp"}`, []string{"kyoto", "osaka", "sapporo", "tokyo"}, false},
		"nothing":               {"atlas://places/{country}/{city}", "city", "zzz", `{}`, []string{}, false},
		"style, in any case":    {"atlas://tiles/{z}/{x}/{y}{.format}{?style}", "style", "D", `{}`, []string{"dark"}, false},
		"column for a zoom":     {"atlas://tiles/{z}/{x}/{y}{.format}{?style}", "x", "", `{"z":"1"}`, []string{"0", "1"}, false},
		"stop":                  {"atlas://route{/stops*}", "stops", "os", `{}`, []string{"osaka", "oslo"}, false},
		"an unknown variable":   {"atlas://search{?q,lang,limit}", "nope", "", `{}`, []string{}, false},
		"more than 100 of them": {"file:///atlas/{+path}{#lines}", "path", "", `{}`, nil, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := decode[struct {
				Completion struct {
					Values  []string
					Total   int
					HasMore bool
				}
			}](t, p.ok("completion/complete", fmt.Sprintf(`{"ref":{"type":"ref/resource","uri":%q},"argument":{"name":%q,"value":%q},"context":{"arguments":%s}}`,
				tt.template, tt.variable, tt.value, tt.filled))).Completion
			if got.Values == nil || tt.want != nil && !slices.Equal(got.Values, tt.want) || got.HasMore != tt.more {
				t.Errorf("%+v", got)
			}
			if tt.more && (len(got.Values) != 100 || got.Total != fileCount) {
				t.Errorf("%d values of %d", len(got.Values), got.Total)
			}
		})
	}
}

// What was asked before the end of input is answered, and then the server ends.
func TestEndOfInput(t *testing.T) {
	p := &peer{t: t, caps: "{}"}
	var in strings.Builder
	for i, method := range []string{"server/discover", "resources/list", "resources/templates/list"} {
		fmt.Fprintf(&in, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":%q,\"params\":%s}\n", i, method, p.modern(`{}`))
	}
	fmt.Fprintf(&in, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"subscriptions/listen\",\"params\":%s}\n", p.modern(`{"notifications":{"resourcesListChanged":true}}`))
	var out, stderr bytes.Buffer
	if err := ServeStdio(t.Context(), strings.NewReader(in.String()), &out, &stderr, Options{}); err != nil {
		t.Errorf("ServeStdio: %v", err)
	}
	var answered []string
	for line := range strings.Lines(out.String()) {
		if m := decode[message](t, json.RawMessage(line)); m.Method == "" {
			answered = append(answered, string(m.ID))
		}
	}
	slices.Sort(answered)
	if !slices.Equal(answered, []string{"0", "1", "2", "9"}) {
		t.Errorf("answered %v", answered)
	}
	if !strings.HasPrefix(stderr.String(), "atlas-docs 1.4.2: 312 resources") {
		t.Errorf("stderr: %q", stderr.String())
	}
}

// A client that closes both ends while the slow resource is being read does not keep the server alive.
func TestEndWhileBusy(t *testing.T) {
	sleeping := make(chan struct{})
	p := start(t, Options{Sleep: func(ctx context.Context, _ time.Duration) error {
		close(sleeping)
		<-ctx.Done()
		return ctx.Err()
	}})
	p.send("resources/read", `{"uri":"atlas://report/distances.csv"}`)
	<-sleeping
	if err := p.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := await(t, p.ended); err != nil {
		t.Errorf("ServeStdio: %v", err)
	}
}
