package caller_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/keymap"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/caller"
	"mcperuse/views/failure"
	"mcperuse/views/screentest"
)

// long is params of many lines, with one that is long.
func long() string {
	var b strings.Builder
	b.WriteString(`{"text":"` + strings.Repeat("word ", 60) + `"`)
	for i := range 60 {
		fmt.Fprintf(&b, `,"member %d":%d`, i, i)
	}
	return b.String() + "}"
}

func screens(t *testing.T) map[string]*caller.View {
	t.Helper()
	out := map[string]*caller.View{}
	for _, name := range []string{"empty", "typing", "wrong", "opened", "answered", "failed", "long", "hostile", "choosing"} {
		out[name] = caller.New()
	}
	press(t, out["typing"], "tools/call\n", "{\n", `"name": "add",`+"\n", `"arguments": {`+"\n", `"a": 1`)
	press(t, out["wrong"], "tools/call\n", "{\n", `"name" "add"`+"\n}", "<ctrl+s>")
	out["opened"].Open(views.EditCall{Method: "resources/read", Params: `{"uri":"file:///docs/architecture.md","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcperuse","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}`})
	press(t, out["opened"], "<ctrl+x>")
	press(t, out["answered"], "ping", "<ctrl+s>")
	out["answered"].Sent("57")
	out["answered"].Answered(caller.Answer{Request: "57", Frame: 3, RoundTrip: 1200 * time.Microsecond, Result: rawjson.Value(`{"values":[` + strings.Repeat(`"日本",`, 60) + `1]}`)})
	press(t, out["failed"], "tools/call\n", `{"name": "subtract"}`, "<ctrl+s>")
	out["failed"].Sent("58")
	out["failed"].Answered(caller.Answer{Request: "58", Frame: 5, Failed: &failure.Failure{Server: &failure.ServerError{
		Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "Unknown tool: subtract", Data: rawjson.Value(`{"known":["add","echo"]}`),
		Request: "58", RoundTrip: 12 * time.Millisecond, Revision: "2026-07-28", Modern: true,
	}}})
	out["long"].Open(views.EditCall{Method: strings.Repeat("very/long/", 12) + "method", Params: long()})
	press(t, out["long"], "<ctrl+end>")
	out["choosing"].SetMethods(known)
	press(t, out["choosing"], "re", "<down>", "<down>")
	out["hostile"].Paste("a\x1b[2J\u202e日本")
	press(t, out["hostile"], "<tab>")
	out["hostile"].Paste("{\t\"日本\u200b\": \"\x1b]0;t\a👨‍👩‍👧‍👦e" + strings.Repeat("\u0301", 40) + "\xff\"}")
	return out
}

func TestScreens(t *testing.T) {
	for name, v := range screens(t) {
		t.Run(name, func(t *testing.T) {
			screentest.Golden(t, name+"-80x24", 80, 24, draw(v))
			screentest.Golden(t, name+"-40x12", 40, 12, draw(v))
		})
	}
}

func TestSizes(t *testing.T) {
	for name, v := range screens(t) {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(v)) })
	}
}

// The cursor stands where the next character will appear, at any size.
func TestCursor(t *testing.T) {
	for name, v := range screens(t) {
		for _, size := range []uv.Rectangle{uv.Rect(0, 0, 80, 24), uv.Rect(2, 1, 40, 12), uv.Rect(0, 0, 9, 4)} {
			scr := uv.NewScreenBuffer(90, 30)
			v.Draw(scr, size, themes.Dark(), true)
			x, y, visible := v.Cursor()
			if !visible || !uv.Pos(x, y).In(size) {
				t.Errorf("%s in %v: cursor at %d,%d, visible %v", name, size, x, y, visible)
			}
			v.Draw(scr, size, themes.Dark(), false)
			if _, _, visible := v.Cursor(); visible {
				t.Errorf("%s: a cursor without the focus", name)
			}
		}
	}
}

func TestClick(t *testing.T) {
	v := caller.New()
	press(t, v, "tools/call\n", "{\n\"name\": \"add\"\n}")
	click := func(word string, at int) {
		t.Helper()
		for y, line := range strings.Split(text(t, v, 80, 24), "\n") {
			if x := strings.Index(line, word); x >= 0 {
				// Text draws inside a margin; where things are is of the last drawing.
				scr := uv.NewScreenBuffer(80, 24)
				draw(v)(scr, scr.Bounds())
				v.Click(ansi.WcWidth, len([]rune(line[:x]))+at, y)
				return
			}
		}
		t.Fatalf("%q is not on the screen", word)
	}
	click("tools/call", 5)
	press(t, v, "X")
	click("add", 3)
	press(t, v, "Y")
	v.Click(ansi.WcWidth, 500, 500)
	v.Click(ansi.WcWidth, 70, 3) // right of a line
	press(t, v, "<left>", "Z")
	if got := sent(t, v); got != (views.SendCall{Method: "toolsX/call", Params: `{"name": "addYZ"}`}) {
		t.Errorf("got %+v", got)
	}
}

func TestWheelScrollsUntilTheNextKey(t *testing.T) {
	v := screens(t)["long"]
	if got := text(t, v, 80, 24); !strings.Contains(got, `"member 59"`) {
		t.Fatalf("the cursor is out of sight\n%s", got)
	}
	v.Wheel(5, -1000)
	if got := text(t, v, 80, 24); !strings.Contains(got, `  2    "text"`) || strings.Contains(got, `"member 59"`) {
		t.Errorf("the wheel did not scroll to the top\n%s", got)
	}
	press(t, v, " ")
	if got := text(t, v, 80, 24); !strings.Contains(got, `"member 59"`) {
		t.Errorf("typing did not bring its place back\n%s", got)
	}
}

func TestMovingByPages(t *testing.T) {
	v := screens(t)["long"]
	text(t, v, 80, 24)
	for range 10 {
		press(t, v, "<pgup>")
	}
	if got := text(t, v, 80, 24); !strings.Contains(got, "  1  {") {
		t.Errorf("pgup does not reach the top\n%s", got)
	}
	for range 10 {
		press(t, v, "<pgdown>")
	}
	press(t, v, "<backspace>")
	if got := text(t, v, 80, 24); !strings.Contains(got, "the text ends too early") {
		t.Errorf("pgdown does not reach the end\n%s", got)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("{\"a\":1}\x01\x02\x10\x11\x1f", `{"b":[]}`, uint8(40), uint8(12))
	f.Add("\u0301👩\u200d\x12\x13\x14", "x\r\n\x1b", uint8(3), uint8(2))
	ids := []keymap.ID{
		keymap.Send, keymap.NextField, keymap.PreviousField, keymap.LayOut, keymap.OlderValue, keymap.NewerValue, keymap.Exact, keymap.ShowAnswer, keymap.ShowChoices,
		keymap.NewLine, keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown,
	}
	edits := []string{
		"left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+u", "ctrl+left", "ctrl+right",
		"ctrl+home", "ctrl+end",
	}
	f.Fuzz(func(t *testing.T, keys, pasted string, width, height uint8) {
		v := caller.New()
		v.SetMethods(known)
		for _, r := range keys {
			switch n := int(r); {
			case n < len(ids):
				v.Handle(ids[n])
			case n < len(ids)+len(edits):
				v.Key(edits[n-len(ids)], "")
			case r == 0x1e:
				v.Open(views.EditCall{Method: "m", Params: pasted})
			case r == 0x1f:
				v.Paste(pasted)
			default:
				v.Key("", string(r))
			}
		}
		screentest.Text(t, int(width), int(height), draw(v))
		v.Click(ansi.WcWidth, int(width)/2, int(height)/2)
		v.Wheel(int(height)/2, int(height)-10)
		screentest.Text(t, int(width), int(height), draw(v))
		v.Key("x", "x")
		v.Handle(keymap.Send)
	})
}

func BenchmarkKey(b *testing.B) {
	v := caller.New()
	v.Open(views.EditCall{Method: "m", Params: `{"a":[` + strings.Repeat(`"0123456789 abcdef",`, 5000) + `0]}`})
	scr := uv.NewScreenBuffer(80, 24)
	for b.Loop() {
		v.Key("x", "x")
		v.Draw(scr, scr.Bounds(), themes.Dark(), true)
	}
}
