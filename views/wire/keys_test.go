package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/screentest"
	view "mcperuse/views/wire"
)

// pings is a log of n requests and their replies.
func pings(n int, maxBytes int64) *conversation {
	c := begin(maxBytes)
	for i := range n {
		c.ping(i)
	}
	return c
}

func (c *conversation) ping(i int) {
	c.send(1, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i))
	c.hear(1, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i))
}

func TestItFollowsTheNewestFrame(t *testing.T) {
	c := pings(50, 0)
	v := pressed(c)
	at := func(want uint64, when string) {
		t.Helper()
		if got := v.Selected(); got != want {
			t.Errorf("%s: frame %d is selected, want %d", when, got, want)
		}
	}
	at(100, "at first")
	c.ping(50)
	at(102, "after new frames")
	v.Handle(keymap.Up)
	c.ping(51)
	at(101, "after moving up")
	v.Handle(keymap.Bottom)
	c.ping(52)
	at(106, "after G")
	v.Wheel(5, 5, -3)
	c.ping(53)
	at(106, "after the wheel")
	v.Handle(keymap.Bottom)
	v.Click(5, 10)
	c.ping(54)
	if v.Selected() == 110 {
		t.Error("a click on an older frame goes on following")
	}
}

func TestNothingMovesWhenOldFramesAreDropped(t *testing.T) {
	c := pings(200, 100_000)
	v := pressed(c)
	v.Handle(keymap.PageUp)
	v.Handle(keymap.PageUp)
	before, selected := text(t, v), v.Selected()
	for i := range 20 {
		c.ping(200 + i)
	}
	after := text(t, v)
	list := func(screen string) string { _, rows, _ := strings.Cut(screen, "\n"); return rows }
	if v.Selected() != selected || list(before) != list(after) {
		t.Errorf("the list moved from\n%s\nto\n%s", before, after)
	}
	v.Handle(keymap.Top)
	expect(t, v, "dropped to save memory")
	for i := range 1000 {
		c.ping(300 + i)
	}
	if got, first := v.Selected(), c.log.Frames(0)[0].Seq; got != first {
		t.Errorf("when its frame is dropped the cursor is on %d, and the oldest is %d", got, first)
	}
	if v.Show(1) {
		t.Error("a dropped frame is shown")
	}
}

func TestPause(t *testing.T) {
	c := pings(3, 0)
	v := pressed(c, keymap.Pause)
	c.ping(3)
	if v.Len() != 6 {
		t.Errorf("while paused there are %d frames", v.Len())
	}
	expect(t, v, "paused · 2 new")
	v.Handle(keymap.Pause)
	if v.Len() != 8 || v.Selected() != 8 {
		t.Errorf("after the pause there are %d frames, and %d is selected", v.Len(), v.Selected())
	}
	v.Handle(keymap.Pause)
	c.ping(4)
	if !v.Show(10) {
		t.Error("a frame of the pause cannot be shown")
	}
}

func TestPairs(t *testing.T) {
	const nothing = "this frame has no pair"
	for _, tc := range []struct {
		name     string
		from, to uint64
		notice   string
	}{
		{"from a request to its reply", 9, 10, ""},
		{"and back", 10, 9, ""},
		{"to a reply with another id", 7, 8, ""},
		{"into the second round", 16, 18, ""},
		{"from the last round to the first", 19, 15, ""},
		{"a notification", 11, 11, nothing},
		{"noise", 14, 14, nothing},
		{"a reply to nothing", 23, 23, nothing},
		{"no reply yet", 24, 24, "there is no reply yet"},
		{"cancelled", 20, 20, "this request was cancelled"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, opened := range []bool{true, false} {
				v := pressed(everyday())
				v.Show(tc.from)
				if !opened {
					v.Handle(keymap.Back)
				}
				got := v.Handle(keymap.Pair)
				if tc.notice == "" && got != nil || tc.notice != "" && got != (views.Notice{Text: tc.notice}) {
					t.Errorf("asks for %#v", got)
				}
				if v.Selected() != tc.to {
					t.Errorf("goes to frame %d, want %d", v.Selected(), tc.to)
				}
			}
		})
	}
}

func TestAPairHiddenByTheFilterIsShown(t *testing.T) {
	v := pressed(everyday(), keymap.OnlyErrors, keymap.Pair)
	if v.Selected() != 12 {
		t.Errorf("frame %d is selected", v.Selected())
	}
	if strings.Contains(text(t, v), "is:error") {
		t.Error("the filter is still there")
	}
}

func TestADroppedPair(t *testing.T) {
	c := begin(4000)
	c.send(0, `{"jsonrpc":"2.0","id":"a","method":"ping"}`)
	v := view.New(c.log)
	for i := range 20 {
		c.ping(i)
	}
	c.hear(0, `{"jsonrpc":"2.0","id":"a","result":{}}`)
	v.SetSize(80, 24)
	v.Sync()
	if got := v.Handle(keymap.Pair); got != (views.Notice{Text: "the other frame was dropped to save memory"}) {
		t.Errorf("asks for %#v", got)
	}
}

func TestProblems(t *testing.T) {
	v := pressed(everyday(), keymap.Top)
	var seen []uint64
	for range 4 {
		if v.Handle(keymap.NextProblem) != nil {
			t.Error("there is no next problem")
		}
		seen = append(seen, v.Selected())
	}
	if fmt.Sprint(seen) != "[8 13 14 23]" {
		t.Errorf("problems are at %v", seen)
	}
	if _, ok := v.Handle(keymap.NextProblem).(views.Notice); !ok || v.Selected() != 23 {
		t.Error("after the last problem nothing says so")
	}
	if v.Handle(keymap.PreviousProblem); v.Selected() != 14 {
		t.Errorf("the problem before is at %d", v.Selected())
	}
}

func TestALargeFrameIsLookedIntoElsewhere(t *testing.T) {
	c := begin(0)
	c.send(1, `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)
	c.hear(1, `{"jsonrpc":"2.0","id":1,"result":{"resources":[`+strings.Repeat(`{"uri":"file:///a","name":"a"},`, 3_000)+`{}]}}`)
	v := pressed(c)
	expect(t, v, "…")
	finish(t, v)
	expect(t, v, "✓ 3,001 resources")
	v.Handle(keymap.Open)
	expect(t, v, "laying out…", `{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"file:///a"`)
	finish(t, v)
	expect(t, v, `      "resources": [`, `1  {`)
}

func TestOneFrameAfterTheOther(t *testing.T) {
	v := pressed(everyday(), keymap.Top, keymap.Down, keymap.Open)
	if v.Scopes()[0] != keymap.Frame || v.Position() != "frame 2" {
		t.Errorf("an open frame has the scopes %v, and is %s", v.Scopes(), v.Position())
	}
	v.Handle(keymap.NextView)
	v.Handle(keymap.NextView)
	v.Handle(keymap.NextFrame)
	expect(t, v, "kind        request")
	for range 3 {
		v.Handle(keymap.PreviousFrame)
	}
	if v.Selected() != 1 {
		t.Errorf("before the first frame there is %d", v.Selected())
	}
	if v.Handle(keymap.Back) != nil || v.Scopes()[0] != keymap.Wire {
		t.Error("esc does not close the frame")
	}
}

func TestAnOpenRequestGetsItsReply(t *testing.T) {
	c := everyday()
	v := pressed(c, keymap.Open)
	expect(t, v, "no reply yet")
	c.hear(40, `{"jsonrpc":"2.0","id":62,"result":{"resourceTemplates":[]}}`)
	v.Handle(keymap.NextView)
	v.Handle(keymap.NextView)
	expect(t, v, "reply       frame 25 · p goes there")
	if strings.Contains(text(t, v), "no reply yet") {
		t.Error("the frame still waits for its reply")
	}
}

func TestScrollingAFrame(t *testing.T) {
	c := begin(0)
	c.hear(0, `{"jsonrpc":"2.0","method":"m","params":{"a":[`+strings.Repeat("1,", 500)+`"the end"]}}`)
	v := pressed(c, keymap.Open)
	v.SetSize(80, 20)
	draw := func() string { return screentest.Text(t, 80, 20, drawer(v)) }
	top := draw()
	for _, key := range []keymap.ID{keymap.Down, keymap.PageDown, keymap.HalfDown} {
		before := draw()
		if v.Handle(key); draw() == before {
			t.Errorf("%s scrolls nothing", key)
		}
	}
	for _, key := range []keymap.ID{keymap.Up, keymap.PageUp, keymap.HalfUp} {
		before := draw()
		if v.Handle(key); draw() == before {
			t.Errorf("%s scrolls nothing", key)
		}
	}
	if v.Handle(keymap.Bottom); !strings.Contains(draw(), "the end") {
		t.Error("G does not go to the end")
	}
	if v.Handle(keymap.Top); draw() != top {
		t.Error("g does not go to the top")
	}
	v.Handle(keymap.NextView)
	v.Handle(keymap.Wrap)
	before := draw()
	if v.Handle(keymap.ScrollRight); draw() == before {
		t.Error("l does not scroll to the right")
	}
	if v.Handle(keymap.ScrollLeft); draw() != before {
		t.Error("h does not scroll back")
	}
	v.Wheel(4, 15, 3)
	v.Click(4, 15)
}

func TestMouseOnBothSides(t *testing.T) {
	v := pressed(everyday())
	v.Show(2)
	v.SetSize(120, 20)
	screentest.Text(t, 120, 20, drawer(v))
	v.Click(90, 12)
	v.Handle(keymap.Wrap)
	before := screentest.Text(t, 120, 20, drawer(v))
	if v.Handle(keymap.ScrollRight); screentest.Text(t, 120, 20, drawer(v)) == before {
		t.Error("after a click on the bytes they do not have the keys")
	}
	v.Wheel(10, 12, 5)
	if strings.Contains(screentest.Text(t, 120, 20, drawer(v)), `  2    "jsonrpc"`) {
		t.Error("the wheel does not scroll the JSON under it")
	}
}

func TestClickOpensTheSelectedFrame(t *testing.T) {
	v := pressed(everyday())
	text(t, v)
	v.Click(5, 3)
	if v.Selected() != 3 || v.Scopes()[0] != keymap.Wire {
		t.Errorf("a click selects %d", v.Selected())
	}
	v.Click(5, 3)
	if v.Scopes()[0] != keymap.Frame {
		t.Error("a second click does not open it")
	}
	text(t, v)
	v.Click(5, 4)
	if v.Selected() != 4 || v.Scopes()[0] != keymap.Frame {
		t.Errorf("a click in the list above an open frame selects %d", v.Selected())
	}
}

func TestCopying(t *testing.T) {
	c := everyday()
	c.send(0, `{"jsonrpc":"2.0","id":70,"method":"resources/read","params":{"uri":"file:///it's here","_meta":{"progressToken":1}}}`)
	reply := c.hear(0, `{"jsonrpc":"2.0","id":70,"result":{}}`)
	for _, tc := range []struct {
		name    string
		seq     uint64
		key     keymap.ID
		command []string
		want    views.Action
	}{
		{"the bytes", 14, keymap.Copy, nil, views.CopyText{Text: "DEBUG cache miss", Label: "frame 14"}},
		{"a command for a URL", 12, keymap.CopyCommand, []string{"https://example.com/mcp"}, views.CopyText{
			Text: `mcperuse call https://example.com/mcp resources/read --params '{"uri":"file:///missing.txt"}'`, Label: "the call of frame 12 as a command"}},
		{"a command for a child", 12, keymap.CopyCommand, []string{"--", "node", "my server.js"}, views.CopyText{
			Text: `mcperuse call resources/read --params '{"uri":"file:///missing.txt"}' -- node 'my server.js'`, Label: "the call of frame 12 as a command"}},
		{"from its reply, with a quote", reply.Seq, keymap.CopyCommand, []string{"--server", "docs"}, views.CopyText{
			Text: `mcperuse call --server docs resources/read --params '{"uri":"file:///it'\''s here"}'`, Label: "the call of frame 25 as a command"}},
		{"without params", 1, keymap.CopyCommand, []string{"u"}, views.CopyText{Text: "mcperuse call u server/discover", Label: "the call of frame 1 as a command"}},
		{"edited, with all that was sent", reply.Seq, keymap.EditCall, nil, views.EditCall{Method: "resources/read", Params: `{"uri":"file:///it's here","_meta":{"progressToken":1}}`}},
		{"noise cannot be edited", 14, keymap.EditCall, nil, views.Notice{Text: "only a request to the server can be called again"}},
		{"a notification is no call", 11, keymap.CopyCommand, nil, views.Notice{Text: "only a request to the server can be called again"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := pressed(c)
			v.SetCommand(tc.command...)
			v.Show(tc.seq)
			if got := v.Handle(tc.key); got != tc.want {
				t.Errorf("got  %#v\nwant %#v", got, tc.want)
			}
		})
	}
	if got := pressed(c).Handle(keymap.SaveFrames); got != (views.SaveFrames{}) {
		t.Errorf("s asks for %#v", got)
	}
	if got := pressed(begin(0)).Handle(keymap.Copy); got != nil {
		t.Errorf("an empty list copies %#v", got)
	}
}

func TestNothingToDoOnAnEmptyList(t *testing.T) {
	for _, key := range []keymap.ID{keymap.Open, keymap.Pair, keymap.OnlyMethod, keymap.Down, keymap.Latency} {
		v := pressed(begin(0))
		if got := v.Handle(key); got != nil || v.Position() != "" || v.Selected() != 0 {
			t.Errorf("%s asks for %#v", key, got)
		}
	}
}
