// Package updates is screen 3: what is watched and where each subscription
// stands, and below it everything that happened, the newest first.
package updates

import (
	"fmt"
	"time"

	"mcperuse/keymap"
	"mcperuse/mcpclient/live"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

const (
	// mostEvents bounds the feed; the oldest go first.
	mostEvents = 10_000
	// burst is how close like events must follow each other to share a row.
	burst = 10_000 // milliseconds
)

// entry is one row of the feed: an event, or several like ones in a row.
type entry struct {
	live.Event       // the newest of them
	first      int64 // time of the oldest, in milliseconds
}

// View is the screen. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	interests []live.Interest
	feed      []entry // the oldest first
	dropped   int
	changes   int // reported so far
	activity  activity
	now       time.Time

	paused bool
	held   []live.Event // what happened since the pause began
	list   rows.List
	height int
}

// New returns a view of nothing yet.
func New() *View { return &View{} }

// SetInterests tells what is watched, the lists first.
func (v *View) SetInterests(interests []live.Interest) {
	v.interests = interests
	v.arrange()
}

// SetNow tells the time that countdowns and the activity are shown for.
func (v *View) SetNow(now time.Time) { v.now = now }

// Ticking reports whether something on the screen changes by itself with time.
func (v *View) Ticking(now time.Time) bool {
	for _, i := range v.interests {
		if i.Retry.After(now) {
			return true
		}
	}
	return v.activity.any(now)
}

// Changes is the number of changes that were reported so far.
func (v *View) Changes() int { return v.changes }

// Add takes what happened. While the feed is paused it is held back.
func (v *View) Add(e live.Event) {
	if e.Kind.IsChange() {
		v.changes += e.Count
		v.activity.add(e.Time, e.Count)
	}
	if !v.paused {
		v.add(e)
		return
	}
	if v.held = append(v.held, e); len(v.held) > mostEvents {
		half := len(v.held) - mostEvents/2
		v.held = append(v.held[:0:0], v.held[half:]...)
		v.dropped += half
	}
}

// Told adds what a reload showed to the latest change of the list.
func (v *View) Told(detail string) {
	for i := len(v.feed) - 1; i >= 0; i-- {
		if v.feed[i].Kind == live.ListChanged {
			v.feed[i].Detail = detail
			return
		}
	}
}

// pause stops the feed, or goes on with what was held back.
func (v *View) pause() {
	v.paused = !v.paused
	for _, e := range v.held {
		v.add(e)
	}
	v.held = nil
}

// add puts an event on top of the feed. One like the event before it, soon after,
// joins its row.
func (v *View) add(e live.Event) {
	at := e.Time.UnixMilli()
	if n := len(v.feed); n > 0 {
		last := &v.feed[n-1]
		if e.Kind.IsChange() && last.Kind == e.Kind && last.URI == e.URI && last.Unasked == e.Unasked && at-last.first <= burst {
			e.Count += last.Count
			last.Event = e
			return
		}
	}
	v.feed = append(v.feed, entry{e, at})
	// The newest is on top: unless the cursor is there to follow, it stays on
	// its event.
	cursor := v.list.Cursor()
	v.list.SetLen(len(v.feed))
	if cursor > 0 {
		v.list.Select(cursor + 1)
	}
	if len(v.feed) > mostEvents {
		half := len(v.feed) - mostEvents/2
		v.feed = append(v.feed[:0:0], v.feed[half:]...)
		v.dropped += half
		v.list.SetLen(len(v.feed))
	}
}

// Len is the number of rows of the feed.
func (v *View) Len() int { return len(v.feed) }

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(_, height int) {
	v.height = height
	v.arrange()
}

// interestRows is how many rows the interests get: all of them, but never more
// than a third of the screen.
func (v *View) interestRows() int { return min(len(v.interests), max(1, v.height/3)) }

// top is the number of rows above the feed: title, interests and rule.
func (v *View) top() int { return 2 + v.interestRows() }

func (v *View) arrange() { v.list.SetHeight(max(0, v.height-v.top())) }

// selected is the event under the cursor, nil where there is none.
func (v *View) selected() *entry {
	if i := v.list.Cursor(); i >= 0 && i < len(v.feed) {
		return v.at(i)
	}
	return nil
}

// at is the event on a row, the newest on row 0.
func (v *View) at(row int) *entry { return &v.feed[len(v.feed)-1-row] }

// Handle does what a key does.
func (v *View) Handle(id keymap.ID) views.Action {
	if v.list.Handle(id) {
		return nil
	}
	switch id {
	case keymap.Back:
		return views.Back{}
	case keymap.Pause:
		v.pause()
		return nil
	}
	e := v.selected()
	if e == nil {
		return nil
	}
	if id == keymap.ShowItsFrame {
		if e.Frame == 0 {
			return views.Notice{Text: "this event came with no frame of its own"}
		}
		return views.ShowFrame{Seq: e.Frame}
	}
	if e.URI == "" && (id == keymap.Open || id == keymap.Watch || id == keymap.Refetch || id == keymap.ShowChanges) {
		return views.Notice{Text: "this event is not about one resource"}
	}
	switch id {
	case keymap.Open:
		return views.Reveal{URI: e.URI, Changes: e.Kind == live.Updated}
	case keymap.ShowChanges:
		return views.ShowChanges{URI: e.URI}
	case keymap.Watch:
		return views.ToggleWatch{URI: e.URI}
	case keymap.Refetch:
		return views.Read{URI: e.URI, Refetch: true}
	}
	return nil
}

// Click selects the event at a place relative to the area; a click on the
// selected one goes to its resource.
func (v *View) Click(_, y int) views.Action {
	before := v.list.Cursor()
	if y >= v.top() && v.list.Click(y-v.top()) && v.list.Cursor() == before {
		return v.Handle(keymap.Open)
	}
	return nil
}

// Wheel scrolls the feed by rows, down where positive.
func (v *View) Wheel(_, _, lines int) { v.list.Wheel(lines) }

// Position says where the cursor is: "row 2/14".
func (v *View) Position() string {
	if v.list.Cursor() < 0 {
		return ""
	}
	return fmt.Sprintf("row %s/%s", humanize.Count(int64(v.list.Cursor()+1)), humanize.Count(int64(len(v.feed))))
}

// Cursor is where the terminal's cursor belongs, relative to the area, and
// whether it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	y, ok = v.list.CursorY()
	return 0, v.top() + y, ok
}
