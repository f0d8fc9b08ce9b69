package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/screentest"
	"mcperuse/views/server"
)

var now = time.Date(2026, 11, 30, 12, 4, 31, 0, time.UTC)

func stderr(texts ...string) (lines []server.StderrLine) {
	for i, text := range texts {
		lines = append(lines, server.StderrLine{Time: now.Add(time.Duration(i-len(texts)) * time.Second), Text: text})
	}
	return lines
}

func connected() server.Data {
	return server.Data{
		Phase: server.Connected, Since: now.Add(-192 * time.Second),
		Identity: model.Implementation{Name: "atlas-docs", Version: "1.4.2"}, Name: "docs", ConfigFile: ".mcp.json",
		Target: "node build/index.js", Transport: "stdio", PID: 4121,
		Revision: "2026-07-28", Era: "modern", Offers: []string{"2026-07-28", "2025-11-25"},
		Probes:       []server.Probe{{Transport: "stdio", Method: "server/discover", Revision: "2026-07-28", Outcome: "2 revisions offered", Elapsed: 21 * time.Millisecond, OK: true}},
		Capabilities: server.Capabilities{Resources: true, ListChanged: true, Subscribe: true},
		MayAsk:       "to fill in forms, to go to addresses",
		Instructions: "Read architecture.md first.\n\nEverything else follows from it.\n",
		Stderr:       stderr("listening on stdio", "cache miss for missing.txt"),
	}
}

// states are all states of the screen, by the name of their golden files.
func states() map[string]server.Data {
	legacy := connected()
	legacy.Target, legacy.Transport, legacy.PID, legacy.Session, legacy.Stderr = "https://example.com/mcp", "http", 0, "1868…7c2f", nil
	legacy.Name, legacy.ConfigFile, legacy.Instructions = "", "", ""
	legacy.Revision, legacy.Era, legacy.Offers = "2025-11-25", "legacy", nil
	legacy.Probes = []server.Probe{
		{Transport: "http", Method: "server/discover", Revision: "2026-07-28", Outcome: "HTTP 400 Bad Request, no reply the modern era knows", Elapsed: 12 * time.Millisecond},
		{Transport: "http", Method: "initialize", Revision: "2025-11-25", Outcome: "agreed on 2025-11-25", Elapsed: 1200 * time.Millisecond, OK: true},
	}
	legacy.Capabilities = server.Capabilities{Resources: true, Problems: []model.Problem{{Field: "capabilities.resources.subscribe", Value: rawjson.Value(`"yes"`), Want: "a boolean"}}}

	lost := connected()
	lost.Phase = server.Lost
	lost.Failure = &failure.Failure{Title: "connection lost", Reason: "the server exited with status 1", Try: "its last words are below"}
	lost.Frames = []server.Frame{
		{Time: now.Add(-3 * time.Second), ToServer: true, What: "server/discover", Bytes: 212},
		{Time: now.Add(-2 * time.Second), What: "reply to server/discover", Bytes: 4300},
		{Time: now.Add(-time.Second), What: `not a message: "DEBUG \x1b[2J"`, Odd: true, Bytes: 17},
	}

	never := server.Data{
		Phase: server.Lost, Since: now, Target: "no-such-command --flag", Transport: "stdio",
		Failure: &failure.Failure{Title: "not started", Reason: "there is no command no-such-command", Try: "check the spelling, or give the whole path"},
	}
	hostile := connected()
	hostile.Identity = model.Implementation{Name: "\x1b]0;t\a", Version: "\u202e1"}
	hostile.Target = "日本語 👨‍👩‍👧‍👦\n\x1b[2J"
	hostile.Instructions = "e" + strings.Repeat("\u0301", 40) + "\x1b[2J\r\n" + strings.Repeat("日本語", 60)
	hostile.Stderr = stderr("\x1b[31mred\x1b[0m", "\xff\xfe", strings.Repeat("x", 300))
	return map[string]server.Data{
		"connected": connected(), "legacy": legacy, "lost": lost, "never": never, "hostile": hostile, "empty": {},
		"starting":   {Phase: server.Connecting, Since: now.Add(-12 * time.Second), Waiting: "server/discover", Target: "npx -y some-server", Transport: "stdio", PID: 77, Stderr: stderr("npm warn deprecated foo@1.0.0", "Installed 41 packages")},
		"connecting": {Phase: server.Connecting, Since: now.Add(-2 * time.Second), Waiting: "initialize", Target: "https://example.com/mcp", Transport: "http"},
	}
}

func draw(d server.Data) screentest.Draw {
	v := server.New()
	v.Set(d, now)
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) }
}

func drawStarting(d server.Data) screentest.Draw {
	v := server.New()
	v.Set(d, now)
	return func(scr uv.Screen, area uv.Rectangle) { v.DrawStarting(scr, area, themes.Dark()) }
}

func TestScreens(t *testing.T) {
	for name, d := range states() {
		t.Run(name, func(t *testing.T) {
			screentest.Golden(t, name+"-80x24", 80, 24, draw(d))
			screentest.Golden(t, name+"-120x40", 120, 40, draw(d))
			screentest.Sizes(t, draw(d))
			screentest.Sizes(t, drawStarting(d))
		})
	}
	for _, name := range []string{"starting", "connecting"} {
		screentest.Golden(t, "before-"+name+"-80x24", 80, 24, drawStarting(states()[name]))
		screentest.Golden(t, "before-"+name+"-120x40", 120, 40, drawStarting(states()[name]))
	}
}

func many(n int) server.Data {
	d := connected()
	d.Stderr = nil
	for i := range n {
		d.Stderr = append(d.Stderr, server.StderrLine{Time: now, Text: fmt.Sprintf("line %d of what the server says, which goes on for about eighty columns or so", i)})
	}
	return d
}

func TestKeys(t *testing.T) {
	v := server.New()
	v.Set(many(500), now)
	show := func() string {
		return screentest.Text(t, 80, 24, func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) })
	}
	if got := show(); !strings.Contains(got, "Server") || strings.Contains(got, "line 499 ") {
		t.Errorf("does not begin at the top\n%s", got)
	}
	v.Handle(keymap.Bottom)
	if got := show(); !strings.Contains(got, "line 499 ") {
		t.Errorf("the end is not in sight\n%s", got)
	}
	v.Set(many(600), now)
	if got := show(); !strings.Contains(got, "line 599 ") {
		t.Errorf("new lines are not followed\n%s", got)
	}
	v.Wheel(0, 0, -5000)
	if got := show(); !strings.Contains(got, "Server") {
		t.Errorf("the wheel does not scroll back\n%s", got)
	}
	for id, want := range map[keymap.ID]views.Action{keymap.Back: views.Back{}, keymap.Reconnect: views.Reconnect{}, keymap.Send: nil} {
		if got := v.Handle(id); got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
}

func BenchmarkKey(b *testing.B) {
	v := server.New()
	d := many(2000)
	scr := uv.NewScreenBuffer(80, 24)
	for b.Loop() {
		v.Set(d, now)
		v.Handle(keymap.Down)
		v.Draw(scr, scr.Bounds(), themes.Dark(), true)
	}
}

func TestSearchingStandardError(t *testing.T) {
	v := server.New()
	v.Set(server.Data{Phase: server.Connected, Transport: "stdio", Stderr: []server.StderrLine{{Text: "Cache miss"}, {Text: "listening"}, {Text: "cache hit"}}}, now)
	text := func() string {
		return screentest.Text(t, 80, 24, func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) })
	}
	v.Handle(keymap.EditFilter)
	for _, r := range "cache" {
		v.Key(string(r), string(r))
	}
	if got := text(); !v.Typing() || !strings.Contains(got, "2 of 3 lines") || !strings.Contains(got, "Cache miss") || strings.Contains(got, "listening") {
		t.Errorf("searching for cache:\n%s", got)
	}
	v.Handle(keymap.KeepFilter)
	if got := text(); v.Typing() || !strings.Contains(got, "2 of 3 lines") {
		t.Errorf("kept:\n%s", got)
	}
	v.Handle(keymap.EditFilter)
	v.Key("ctrl+u", "")
	v.Paste("Cache\n")
	if got := text(); !strings.Contains(got, "1 of 3 lines") {
		t.Errorf("a capital makes case count:\n%s", got)
	}
	v.Handle(keymap.KeepFilter)
	if got := v.Handle(keymap.Back); got != nil || !strings.Contains(text(), "listening") {
		t.Errorf("the first esc clears the search, but asks for %v", got)
	}
	if got := v.Handle(keymap.Back); got != (views.Back{}) {
		t.Errorf("the second esc: %v", got)
	}
}
