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
	"mcperuse/views"
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

func (c *conversation) send(after int, line string) *wire.Frame { return c.say(after, wire.ToServer, line) }
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

var _ views.Action
