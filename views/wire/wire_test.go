package wire_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/wire"
	"mcperuse/themes"
	"mcperuse/views/screentest"
	view "mcperuse/views/wire"
)

var th = themes.Dark()

// conversation writes a log frame by frame, with a clock of its own.
type conversation struct {
	log *wire.Log
	now time.Time
}

func begin(maxBytes int64) *conversation {
	return &conversation{wire.NewLog(wire.LogOptions{MaxBytes: maxBytes}), time.Date(2026, 7, 28, 12, 4, 13, 201e6, time.UTC)}
}

// say adds a frame after a time in milliseconds.
func (c *conversation) say(after int, dir wire.Direction, line string) *wire.Frame {
	c.now = c.now.Add(time.Duration(after) * time.Millisecond)
	m, notes := wire.Parse([]byte(line))
	return c.log.Add(wire.Frame{Time: c.now, Dir: dir, Message: m, Bytes: []byte(line), Notes: notes})
}

func (c *conversation) send(after int, line string) *wire.Frame {
	return c.say(after, wire.ToServer, line)
}
func (c *conversation) hear(after int, line string) *wire.Frame {
	return c.say(after, wire.FromServer, line)
}

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcperuse","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}`

// everyday is a log with one of everything.
func everyday() *conversation {
	c := begin(0)
	c.send(0, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}`)
	c.hear(21, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"resources":{"listChanged":true}},"ttlMs":0,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"atlas-docs","version":"1.4.2"}}}}`)
	c.send(2, `{"jsonrpc":"2.0","id":2,"method":"resources/list","params":{`+meta+`}}`)
	c.send(0, `{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen","params":{"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["file:///docs/architecture.md","ticker://now"]},`+meta+`}}`)
	c.hear(4, `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourcesListChanged":true}}}`)
	c.hear(34, `{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","resources":[`+strings.Repeat(`{"uri":"file:///a","name":"a"},`, 49)+`{"uri":"file:///b","name":"b"}],"nextCursor":"NTA=","ttlMs":60000,"cacheScope":"public"}}`)
	c.send(3, `{"jsonrpc":"2.0","id":4,"method":"resources/list","params":{"cursor":"NTA=",`+meta+`}}`)
	c.hear(19, `{"jsonrpc":"2.0","id":"4","result":{"resultType":"complete","resources":[{"uri":"file:///c","name":"c"}]}}`)
	c.send(800, `{"jsonrpc":"2.0","id":57,"method":"resources/read","params":{"uri":"file:///docs/architecture.md",`+meta+`}}`)
	c.hear(38, `{"jsonrpc":"2.0","id":57,"result":{"resultType":"complete","contents":[{"uri":"file:///docs/architecture.md","mimeType":"text/markdown","text":"# Architecture\n\nThe server keeps **three** tables …"}],"ttlMs":60000,"cacheScope":"private"}}`)
	c.hear(1, `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///docs/architecture.md"}}`)
	c.send(1762, `{"jsonrpc":"2.0","id":58,"method":"resources/read","params":{"uri":"file:///missing.txt",`+meta+`}}`)
	c.hear(12, `{"jsonrpc":"2.0","id":58,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"file:///missing.txt"}}}`)
	c.hear(1, `DEBUG cache miss`)
	c.send(420, `{"jsonrpc":"2.0","id":59,"method":"resources/read","params":{"uri":"ask://team",`+meta+`}}`)
	c.hear(9, `{"jsonrpc":"2.0","id":59,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{"who":{"method":"elicitation/create","params":{"message":"Team?"}}}}}`)
	c.hear(300, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"db","data":"slow query: 120 ms"}}`)
	c.send(5200, `{"jsonrpc":"2.0","id":60,"method":"resources/read","params":{"uri":"ask://team","requestState":"s1","inputResponses":{"who":{"action":"accept","content":{"team":"core"}}},`+meta+`}}`)
	c.hear(11, `{"jsonrpc":"2.0","id":60,"result":{"resultType":"complete","contents":[{"uri":"ask://team","text":"core"}]}}`)
	c.send(90, `{"jsonrpc":"2.0","id":61,"method":"resources/read","params":{"uri":"slow://report",`+meta+`}}`)
	c.hear(400, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":61,"progress":11,"total":20,"message":"joining rows"}}`)
	c.send(900, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":61,"reason":"the person stopped it"}}`)
	c.hear(2, `{"jsonrpc":"2.0","id":99,"result":{}}`)
	c.send(50, `{"jsonrpc":"2.0","id":62,"method":"resources/templates/list","params":{`+meta+`}}`)
	return c
}

func drawer(v *view.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.SetSize(area.Dx(), area.Dy())
		v.Draw(scr, area, th, true)
	}
}

var sizes = []struct{ w, h int }{{40, 12}, {80, 24}, {120, 40}}

func goldens(t *testing.T, name string, make func() *view.View) {
	t.Helper()
	for _, size := range sizes {
		name := fmt.Sprintf("%s-%dx%d", name, size.w, size.h)
		t.Run(name, func(t *testing.T) {
			v := make()
			v.SetSize(size.w, size.h)
			screentest.Golden(t, name, size.w, size.h, drawer(v))
		})
	}
}

// pressed returns a view after some keys.
func pressed(c *conversation, keys ...keymap.ID) *view.View {
	v := view.New(c.log)
	v.SetSize(120, 40)
	for _, key := range keys {
		v.Handle(key)
	}
	return v
}

func TestGoldenList(t *testing.T) {
	goldens(t, "list", func() *view.View { return pressed(everyday()) })
}

func TestGoldenLatency(t *testing.T) {
	goldens(t, "latency", func() *view.View { return pressed(everyday(), keymap.Latency) })
}

func TestGoldenFilter(t *testing.T) {
	goldens(t, "errors", func() *view.View { return pressed(everyday(), keymap.OnlyErrors) })
	goldens(t, "typing", func() *view.View {
		v := pressed(everyday(), keymap.EditFilter)
		v.Key("r", "resources/read -is:error")
		return v
	})
}

func TestGoldenFrame(t *testing.T) {
	goldens(t, "frame", func() *view.View { v := pressed(everyday()); v.Show(13); return v })
	goldens(t, "facts", func() *view.View {
		c := everyday()
		request := c.send(4, `{"jsonrpc":"2.0","id":70,"method":"resources/list"}`)
		request.HTTP = &wire.HTTPExchange{Method: "POST", URL: "https://example.com/mcp", Header: http.Header{"Mcp-Method": {"resources/list"}, "Accept": {"application/json, text/event-stream"}}}
		reply := c.hear(6, `{"jsonrpc":"1.0","id":70,"result":{"resources":[]},"extra":1}`)
		reply.HTTP = &wire.HTTPExchange{Method: "POST", URL: "https://example.com/mcp", Status: 200, Header: http.Header{"Content-Type": {"application/json"}, "Date": {"Tue, 28 Jul 2026 12:04:22 GMT"}}}
		v := pressed(c)
		v.Show(reply.Seq)
		v.Handle(keymap.NextView)
		v.Handle(keymap.NextView)
		return v
	})
}

func TestGoldenStates(t *testing.T) {
	dropped := begin(20_000)
	for i := range 100 {
		dropped.send(10, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i))
	}
	for _, tc := range []struct {
		name string
		view func() *view.View
	}{
		{"nothing", func() *view.View { return pressed(begin(0)) }},
		{"dropped", func() *view.View { return pressed(dropped, keymap.Top) }},
		{"paused", func() *view.View {
			c := everyday()
			v := pressed(c, keymap.Pause)
			c.hear(1, `{}`)
			return v
		}},
		{"no-match", func() *view.View {
			v := pressed(everyday(), keymap.EditFilter)
			v.Key("x", "no such thing")
			v.Handle(keymap.KeepFilter)
			return v
		}},
		{"noise", func() *view.View { v := pressed(everyday()); v.Show(14); return v }},
		{"many-odd", func() *view.View {
			c := begin(0)
			f := c.hear(0, `{"jsonrpc":"1.0","id":1.5,"result":[],"error":null,"x":1}`)
			v := pressed(c)
			v.Show(f.Seq)
			return v
		}},
	} {
		t.Run(tc.name, func(t *testing.T) { screentest.Golden(t, tc.name, 80, 14, drawer(tc.view())) })
	}
}

func TestGoldenRounds(t *testing.T) {
	v := pressed(everyday())
	v.Show(18)
	screentest.Golden(t, "rounds", 80, 14, drawer(v))
}

// hostile is a log of the worst a server can send.
func hostile() *conversation {
	c := begin(0)
	evil := "\x1b]52;c;AAAA\a\x1b[2J\u202e\u200b" + strings.Repeat("长", 300) + "\xff\xfe\r\x00"
	for _, line := range []string{
		evil,
		`{"jsonrpc":"2.0","id":"` + evil + `","method":"` + evil + `","params":{"uri":"` + evil + `"}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":"` + evil + `","message":["` + evil + `"]}}`,
		`{"jsonrpc":"2.0","id":2,"error":"` + evil + `"}`,
		`{"jsonrpc":"2.0","id":3,"error":null}`,
		`{"jsonrpc":"2.0","id":[1],"result":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
		`{"jsonrpc":"2.0","id":4,"result":{"contents":"` + evil + `"}}`,
		`{"jsonrpc":"2.0","id":5,"result":{"contents":[{"text":"` + strings.Repeat("x", 1<<20) + `"}]}}`,
		`{"jsonrpc":"2.0","id":6,"result":{"resources":[NaN,` + strings.Repeat("{},", 1000) + `{}]}}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"\ud800","level":7}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`,
		`{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"` + evil + `"}}}}`,
		`{"jsonrpc":"2.0","id":8,"method":"notifications/subscriptions/acknowledged","params":{"notifications":{"` + evil + `":true,"x":[1,2,3],"y":[]}}}`,
		`{"jsonrpc":"2.0","id":9,"method":7,"params":[` + evil,
	} {
		f := c.hear(1, line)
		f.HTTP = &wire.HTTPExchange{Method: evil, URL: evil, Status: 999, Header: http.Header{evil: {evil, ""}}}
	}
	return c
}

func TestHostileFrames(t *testing.T) {
	c := hostile()
	screentest.Sizes(t, drawer(pressed(c)))
	screentest.Sizes(t, drawer(pressed(c, keymap.OnlyErrors, keymap.Latency)))
	for _, f := range c.log.Frames(0) {
		v := view.New(c.log)
		if !v.Show(f.Seq) {
			t.Fatalf("frame %d cannot be shown", f.Seq)
		}
		finish(t, v)
		for range 3 {
			screentest.Text(t, 120, 40, drawer(v))
			screentest.Text(t, 41, 13, drawer(v))
			v.Handle(keymap.Wrap)
			v.Handle(keymap.NextView)
		}
		v.Handle(keymap.Pair)
		v.Handle(keymap.CopyCommand)
	}
}

func TestSizes(t *testing.T) {
	c := everyday()
	for _, keys := range [][]keymap.ID{{}, {keymap.Latency}, {keymap.EditFilter}, {keymap.OnlyOdd}, {keymap.Open}, {keymap.Open, keymap.NextView}, {keymap.Open, keymap.NextView, keymap.NextView}} {
		screentest.Sizes(t, drawer(pressed(c, keys...)))
	}
}

func screen(width, height int) uv.ScreenBuffer { return uv.NewScreenBuffer(width, height) }

// finish runs the jobs of a view until it needs none.
func finish(t testing.TB, v *view.View) {
	t.Helper()
	for range 100 {
		job, ok := v.Work()
		if !ok {
			return
		}
		if _, again := v.Work(); again {
			t.Fatal("the same job is asked for twice")
		}
		v.Apply(job.Run(t.Context()))
	}
	t.Fatal("there is no end of jobs")
}

// text draws a view.
func text(t testing.TB, v *view.View) string {
	t.Helper()
	return screentest.Text(t, 120, 40, drawer(v))
}

func expect(t testing.TB, v *view.View, words ...string) {
	t.Helper()
	screen := text(t, v)
	for _, w := range words {
		if !strings.Contains(screen, w) {
			t.Errorf("%q is not on\n%s", w, screen)
		}
	}
}
