package updates_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/live"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/screentest"
	"mcperuse/views/updates"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

func event(second float64, kind live.Kind, uri, detail string) live.Event {
	return live.Event{Time: noon.Add(time.Duration(second * float64(time.Second))), Kind: kind, URI: uri, Detail: detail, Count: 1}
}

func view(width, height int, events ...live.Event) *updates.View {
	v := updates.New()
	v.SetSize(width, height)
	for _, e := range events {
		v.Add(e)
	}
	return v
}

func drawn(v *updates.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.SetSize(area.Dx(), area.Dy())
		v.Draw(scr, area, themes.Dark(), true)
	}
}

var interests = []live.Interest{
	{State: live.Confirmed, Count: 2},
	{URI: "file:///docs/architecture.md", State: live.Confirmed, Count: 7},
	{URI: "file:///tmp/live.log", State: live.NotAgreed, Why: "the server's acknowledgement leaves it out"},
	{URI: "file:///gone.txt", State: live.Failed, Why: "no such resource"},
	{URI: "ticker://now", State: live.Broken, Why: "stream closed by the server", Retry: noon.Add(54 * time.Second)},
}

func busy() *updates.View {
	unasked := event(0, live.Updated, "file:///docs/sub/child.md", "")
	unasked.Unasked = true
	undeclared := event(1, live.Updated, "file:///etc/motd", "")
	undeclared.Unasked, undeclared.Undeclared = true, true
	child := event(2, live.Updated, "file:///docs/architecture.md#budgets", "")
	child.Parents = []string{"file:///docs/architecture.md"}
	lost := event(20, live.Lost, "", "stream closed by the server")
	lost.Missed = live.Filter{ListChanged: true}
	retry := event(20, live.Retrying, "", "")
	retry.Attempt, retry.RetryIn = 2, 3*time.Second
	all := []live.Event{event(-3, live.Listening, "", ""), event(-2, live.Acknowledged, "", "2 of 3"), unasked, undeclared, child, lost, retry, event(38, live.ListChanged, "", "")}
	for i := range 14 {
		all = append(all, event(40+float64(i)*0.15, live.Updated, "ticker://now", ""))
	}
	all = append(all, event(49, live.Updated, "file:///docs/\x1b[2Jarchitecture.md", ""), event(50, live.Refused, "file:///gone.txt", "no such resource"))
	v := view(120, 40, all...)
	v.SetInterests(interests)
	v.SetNow(noon.Add(51 * time.Second))
	return v
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {40, 12}} {
		screentest.Golden(t, fmt.Sprintf("busy-%dx%d", size[0], size[1]), size[0], size[1], drawn(busy()))
	}
	quiet := view(80, 24)
	quiet.SetInterests(interests[:1])
	screentest.Golden(t, "quiet", 80, 12, drawn(quiet))
	screentest.Golden(t, "quiet-narrow", 40, 12, drawn(quiet))
}

func TestEverySize(t *testing.T) { screentest.Sizes(t, drawn(busy())) }

func TestBurstsShareARow(t *testing.T) {
	v := view(80, 24, event(0, live.Updated, "a:1", ""), event(1, live.Updated, "a:1", ""), event(2, live.Updated, "b:1", ""), event(3, live.Updated, "a:1", ""), event(30, live.Updated, "a:1", ""))
	if v.Len() != 4 {
		t.Errorf("%d rows, want 4: two together, one between, one after, one much later", v.Len())
	}
	if got := screentest.Text(t, 80, 24, drawn(v)); !strings.Contains(got, "updated ×2") || !strings.Contains(got, "in 1.0 s") {
		t.Errorf("no sign of the burst:\n%s", got)
	}
}

func TestTheCursorStaysOnItsEvent(t *testing.T) {
	v := view(80, 24, event(0, live.Updated, "a:1", ""), event(1, live.Updated, "a:2", ""), event(2, live.Updated, "a:3", ""))
	v.Handle(keymap.Down)
	v.Add(event(3, live.Updated, "a:4", ""))
	if got := v.Handle(keymap.Open); got != (views.Reveal{URI: "a:2", Changes: true}) {
		t.Errorf("the cursor is on %v, want a:2", got)
	}
	v.Handle(keymap.Top)
	v.Add(event(4, live.Updated, "a:5", ""))
	if got := v.Handle(keymap.Open); got != (views.Reveal{URI: "a:5", Changes: true}) {
		t.Errorf("on top the cursor follows the newest, but is on %v", got)
	}
}

func TestKeysActOnTheSelectedEvent(t *testing.T) {
	v := view(80, 24, event(0, live.Updated, "a:1", ""))
	for id, want := range map[keymap.ID]views.Action{
		keymap.Open: views.Reveal{URI: "a:1", Changes: true}, keymap.Watch: views.ToggleWatch{URI: "a:1"},
		keymap.Refetch: views.Read{URI: "a:1", Refetch: true}, keymap.ShowChanges: views.ShowChanges{URI: "a:1"}, keymap.Back: views.Back{},
	} {
		if got := v.Handle(id); got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
	v.Add(event(1, live.ListChanged, "", ""))
	if _, ok := v.Handle(keymap.Open).(views.Notice); !ok {
		t.Error("enter on a change of the list says nothing")
	}
	if got := updates.New().Handle(keymap.Open); got != nil {
		t.Errorf("an empty feed: %v", got)
	}
}

func TestTheFeedIsBounded(t *testing.T) {
	v := view(80, 24)
	for i := range 25_000 {
		v.Add(event(float64(i), live.Updated, fmt.Sprint("a:", i), ""))
	}
	if v.Len() > 10_000 {
		t.Errorf("%d rows are kept", v.Len())
	}
	if got := screentest.Text(t, 80, 24, drawn(v)); !strings.Contains(got, "older ones dropped") || !strings.Contains(got, "a:24999") {
		t.Errorf("what was dropped is not said, or the newest is gone:\n%s", got)
	}
}

func TestClicks(t *testing.T) {
	v := view(80, 24, event(0, live.Updated, "a:1", ""), event(1, live.Updated, "a:2", ""))
	if got := v.Click(5, 3); got != nil {
		t.Errorf("the first click on a row: %v", got)
	}
	if got := v.Click(5, 3); got != (views.Reveal{URI: "a:1", Changes: true}) {
		t.Errorf("the second: %v", got)
	}
	if got := v.Click(5, 0); got != nil {
		t.Errorf("a click on the title: %v", got)
	}
}

func TestAPauseHoldsNewEventsBack(t *testing.T) {
	v := view(80, 24, event(0, live.Updated, "a:1", ""))
	v.SetInterests(interests[:1])
	v.Handle(keymap.Pause)
	v.Add(event(20, live.Updated, "a:2", ""))
	v.Add(event(20, live.Updated, "a:3", ""))
	if got := screentest.Text(t, 80, 24, drawn(v)); strings.Contains(got, "a:2") || !strings.Contains(got, "paused · 2 new") || v.Changes() != 3 {
		t.Errorf("%d changes:\n%s", v.Changes(), got)
	}
	v.Handle(keymap.Pause)
	if got := screentest.Text(t, 80, 24, drawn(v)); !strings.Contains(got, "a:2") || !strings.Contains(got, "a:3") || strings.Contains(got, "paused") {
		t.Errorf("after the pause:\n%s", got)
	}
	v.Handle(keymap.Pause)
	for i := range 25_000 {
		v.Add(event(float64(30+i), live.Updated, fmt.Sprint("a:", i), ""))
	}
	v.Handle(keymap.Pause)
	if got := screentest.Text(t, 80, 24, drawn(v)); v.Len() > 10_000 || !strings.Contains(got, "a:24999") || !strings.Contains(got, "older ones dropped") {
		t.Errorf("%d rows after a long pause:\n%s", v.Len(), got)
	}
}

func TestTheFrameOfAnEvent(t *testing.T) {
	e := event(0, live.Updated, "a:1", "")
	e.Frame = 57
	if got := view(80, 24, e).Handle(keymap.ShowItsFrame); got != (views.ShowFrame{Seq: 57}) {
		t.Errorf("got %v", got)
	}
	if _, ok := view(80, 24, event(0, live.Lost, "", "gone")).Handle(keymap.ShowItsFrame).(views.Notice); !ok {
		t.Error("an event without a frame says nothing")
	}
}

func TestALegacyListComesWithoutAsking(t *testing.T) {
	v := view(80, 24)
	v.SetInterests([]live.Interest{{State: live.Confirmed, Unsolicited: true}})
	if got := screentest.Text(t, 80, 24, drawn(v)); !strings.Contains(got, "comes without asking") || strings.Contains(got, "acknowledged") || !strings.Contains(got, "listening") {
		t.Error(got)
	}
}

// The bars show the last minute, and nothing ticks once it has passed.
func TestActivity(t *testing.T) {
	v := view(80, 24)
	for i := range 10 {
		v.Add(event(float64(i), live.Updated, fmt.Sprint("a:", i%2), ""))
	}
	v.Add(event(40, live.Updated, "a:1", ""))
	bars := func(second float64) string {
		v.SetNow(event(second, "", "", "").Time)
		line, _, _ := strings.Cut(screentest.Text(t, 80, 24, drawn(v)), "\n")
		_, line, _ = strings.Cut(line, "Updates")
		return strings.TrimSpace(line)
	}
	for _, tc := range []struct {
		second float64
		want   string
	}{{41, "▁▁▁▁▁▁███▃▁▁▁▁▁▁▁▁▁▃ last minute"}, {59, "███▃▁▁▁▁▁▁▁▁▁▃▁▁▁▁▁▁ last minute"}, {98, "█▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ last minute"}, {101, ""}} {
		if got := bars(tc.second); got != tc.want {
			t.Errorf("after %v s: %q, want %q", tc.second, got, tc.want)
		}
		if got, want := v.Ticking(noon.Add(time.Duration(tc.second)*time.Second)), tc.want != ""; got != want {
			t.Errorf("after %v s: ticking %v", tc.second, got)
		}
	}
}

// A thousand changes a second, and a key with its redraw after each.
func BenchmarkStorm(b *testing.B) {
	v := view(120, 40)
	v.SetInterests(interests)
	scr := uv.NewScreenBuffer(120, 40)
	n := 0
	for b.Loop() {
		v.Add(event(float64(n)/1000, live.Updated, fmt.Sprint("a:", n%50), ""))
		v.Handle(keymap.Down)
		v.Draw(scr, scr.Bounds(), themes.Dark(), true)
		n++
	}
}
