package updates_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/screentest"
	"mcperuse/views/updates"
)

var now = time.Date(2026, 11, 30, 12, 4, 31, 0, time.UTC)

func at(seconds float64) time.Time { return now.Add(-time.Duration(seconds * float64(time.Second))) }

func draw(v *updates.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true, now) }
}

func screen(t *testing.T, v *updates.View) string { return screentest.Text(t, 100, 20, draw(v)) }

func full() *updates.View {
	v := updates.New()
	v.SetStatus(updates.Status{Listening: true, Lists: true, Resources: true})
	v.SetSubscriptions([]updates.Subscription{
		{State: updates.Acknowledged, Count: 2},
		{URI: "file:///docs/architecture.md", State: updates.Acknowledged, Count: 1207},
		{URI: "file:///tmp/live.log", State: updates.NotAcknowledged},
		{URI: "file:///refused", State: updates.Refused, Detail: "-32602 Resource not found"},
		{URI: "file:///new", State: updates.Asked},
		{URI: "file:///lost", State: updates.Lost, Detail: "the stream was closed by the server"},
		{URI: "file:///back", State: updates.Retrying, RetryAt: now.Add(2500 * time.Millisecond), Attempt: 2},
		{URI: "file:///off", State: updates.NotConnected},
	})
	v.Add(updates.Event{Time: at(200), Kind: updates.Listening})
	v.Add(updates.Event{Time: at(199), Kind: updates.Acked, Detail: "2 of 3"})
	v.Add(updates.Event{Time: at(139), Kind: updates.Updated, URI: "file:///docs/sub/child.md", Unasked: true})
	v.Add(updates.Event{Time: at(51), Kind: updates.WasLost, Detail: "stream closed by the server"})
	v.Add(updates.Event{Time: at(48), Kind: updates.TryingAgain, Detail: "attempt 2"})
	v.Add(updates.Event{Time: at(47), Kind: updates.Updated, URI: "file:///docs/architecture.md", Missed: true})
	v.Add(updates.Event{Time: at(33), Kind: updates.ListChanged, Detail: "3 new, 1 gone"})
	for i := range 14 {
		v.Add(updates.Event{Time: at(12.1 - float64(i)*0.15), Kind: updates.Updated, URI: "ticker://now"})
	}
	v.Add(updates.Event{Time: at(5), Kind: updates.WasRefused, URI: "file:///refused", Detail: "-32602"})
	v.Add(updates.Event{Time: at(2), Kind: updates.Updated, URI: "file:///docs/architecture.md"})
	return v
}

func screens() map[string]*updates.View {
	out := map[string]*updates.View{
		"full": full(), "nothing": updates.New(), "watching": updates.New(), "hostile": updates.New(), "lists-only": updates.New(), "resources-only": updates.New(),
	}
	out["watching"].SetStatus(updates.Status{Listening: true, Lists: true, Resources: true})
	out["watching"].SetSubscriptions([]updates.Subscription{{State: updates.Acknowledged}, {URI: "file:///a", State: updates.Acknowledged}})
	out["lists-only"].SetStatus(updates.Status{Lists: true})
	out["resources-only"].SetStatus(updates.Status{Resources: true})
	hostile := "x://\x1b[2J\u202e日本語 👨‍👩‍👧‍👦 e" + strings.Repeat("\u0301", 30)
	out["hostile"].SetSubscriptions([]updates.Subscription{{URI: hostile, State: updates.Refused, Detail: hostile + "\n", Count: 1 << 60}})
	out["hostile"].Add(updates.Event{Time: now, Kind: updates.Updated, URI: hostile, Detail: hostile, Count: 1 << 60})
	return out
}

func TestScreens(t *testing.T) {
	for name, v := range screens() {
		t.Run(name, func(t *testing.T) {
			screentest.Golden(t, name+"-80x24", 80, 24, draw(v))
			screentest.Golden(t, name+"-120x40", 120, 40, draw(v))
		})
	}
}

func TestSizes(t *testing.T) {
	for name, v := range screens() {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(v)) })
	}
}

func TestBursts(t *testing.T) {
	add := func(events ...updates.Event) *updates.View {
		v := updates.New()
		for _, e := range events {
			v.Add(e)
		}
		return v
	}
	updated := func(s float64, uri string) updates.Event {
		return updates.Event{Time: at(s), Kind: updates.Updated, URI: uri}
	}
	tests := []struct {
		name string
		v    *updates.View
		rows int
		says string
	}{
		{"one after the other", add(updated(3, "a"), updated(2, "a"), updated(1, "a")), 1, "updated ×3"},
		{"how long it took", add(updated(3, "a"), updated(1.5, "a")), 1, "in 1.5 s"},
		{"two at once", add(updated(4, "a"), updated(3, "b"), updated(2, "a"), updated(1, "b")), 2, "updated ×2"},
		{"too far apart", add(updated(20, "a"), updated(10, "a")), 2, ""},
		{"of two resources", add(updated(2, "a"), updated(1, "b")), 2, ""},
		{"asked and not asked", add(updated(2, "a"), updates.Event{Time: at(1), Kind: updates.Updated, URI: "a", Unasked: true}), 2, "⚠ not subscribed"},
		{"merged before", add(updates.Event{Time: at(2), Kind: updates.ListChanged, Count: 200}, updates.Event{Time: at(1), Kind: updates.ListChanged}), 1, "list_changed ×201"},
		{"losses", add(updates.Event{Time: at(2), Kind: updates.WasLost}, updates.Event{Time: at(1), Kind: updates.WasLost}), 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.v.Events(); got != tt.rows {
				t.Errorf("%d rows, want %d", got, tt.rows)
			}
			if got := screen(t, tt.v); !strings.Contains(got, tt.says) {
				t.Errorf("%q is not on the screen\n%s", tt.says, got)
			}
		})
	}
}

func TestFeedIsBounded(t *testing.T) {
	v := updates.New()
	for i := range 5000 {
		v.Add(updates.Event{Time: now, Kind: updates.Updated, URI: fmt.Sprint("x://", i)})
	}
	if n := v.Events(); n != 1000 {
		t.Errorf("%d events", n)
	}
}

// What comes must not move what the cursor is on.
func TestTheCursorStaysOnItsEvent(t *testing.T) {
	v := full()
	v.SetSize(100, 20)
	v.Handle(keymap.Bottom)
	for range 3 {
		v.Handle(keymap.Up)
	}
	want := v.Handle(keymap.Open)
	if want == nil {
		t.Fatal("the cursor is on no event")
	}
	for i := range 50 {
		v.Add(updates.Event{Time: now, Kind: updates.Updated, URI: fmt.Sprint("new://", i)})
		if got := v.Handle(keymap.Open); got != want {
			t.Fatalf("after %d events: on %v, not on %v", i+1, got, want)
		}
	}
	v.SetSubscriptions(nil)
	if got := v.Handle(keymap.Open); got != want {
		t.Errorf("after the subscriptions went: on %v, not on %v", got, want)
	}
}

func TestActions(t *testing.T) {
	v := full()
	v.SetSize(100, 20)
	if got, ok := v.Handle(keymap.Open).(views.Notice); !ok {
		t.Errorf("the lists: %v", got)
	}
	v.Handle(keymap.Down)
	const uri = "file:///docs/architecture.md"
	for id, want := range map[keymap.ID]views.Action{
		keymap.Open:    views.Reveal{URI: uri},
		keymap.Watch:   views.ToggleWatch{URI: uri},
		keymap.Refetch: views.Read{URI: uri, Refetch: true},
		keymap.Send:    nil,
	} {
		if got := v.Handle(id); got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
	if got := v.Click(3, 2); got != (views.Reveal{URI: uri}) {
		t.Errorf("a click on the selected row: %v", got)
	}
	if got := v.Click(3, 10); got != nil {
		t.Errorf("a click on another row: %v", got)
	}
	if got := v.Position(); got != "event 1/10" {
		t.Errorf("position %q", got)
	}
	if got := updates.New().Handle(keymap.Open); got != nil {
		t.Errorf("on nothing: %v", got)
	}
	if !v.Ticking() || updates.New().Ticking() {
		t.Error("only a countdown ticks")
	}
}
