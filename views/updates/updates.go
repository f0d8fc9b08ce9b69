// Package updates is screen 3: what is subscribed to and how that stands, and a
// feed of everything the server said by itself.
package updates

import (
	"fmt"
	"slices"
	"time"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// State is where a subscription stands.
type State uint8

// The states.
const (
	NotConnected    State = iota
	Asked                 // not answered yet
	Acknowledged          // updates will come
	NotAcknowledged       // the answer left it out: no updates will come
	Refused
	Lost     // the stream broke
	Retrying // after it broke
)

// Subscription is one thing the user wants to hear about.
type Subscription struct {
	URI     string // "" for the lists
	State   State
	Detail  string    // of a refusal or a loss: the reason
	RetryAt time.Time // of Retrying
	Attempt int       // of Retrying, from 1
	Count   int       // changes reported so far
}

// Kind is what an event is about, in the words of the screen.
type Kind string

// The kinds of event.
const (
	Listening    Kind = "listening"
	Acked        Kind = "acknowledged"
	Updated      Kind = "updated"
	ListChanged  Kind = "list_changed"
	WasRefused   Kind = "refused"
	WasLost      Kind = "lost"
	Ended        Kind = "ended"
	TryingAgain  Kind = "retrying"
	Disconnected Kind = "disconnected"
)

func (k Kind) isChange() bool { return k == Updated || k == ListChanged }

// Event is one thing that happened, or several like it in a row.
type Event struct {
	Time    time.Time // of the last of them
	Since   time.Time // of the first of them; Time where zero
	Kind    Kind
	URI     string
	Count   int // how many; 0 counts as 1
	Detail  string
	Unasked bool // a change that was not subscribed to
	Missed  bool // no message: reported because changes may have been missed
}

// Status is how the connection stands with notifications.
type Status struct {
	Listening bool // a stream is open
	// What the server says it can notify about.
	Lists, Resources bool
}

const (
	// maxEvents bounds the feed.
	maxEvents = 1000
	// burst is how close changes follow each other to be one row.
	burst = 5 * time.Second
	// near is how many rows back a row can be merged into.
	near = 8
)

// View is the screen. Make one with [New].
type View struct {
	list          rows.List
	status        Status
	subscriptions []Subscription
	feed          []Event // the newest first
}

// New returns a screen without subscriptions and events.
func New() *View {
	v := &View{}
	v.list.Selectable = func(line int) bool { return line != len(v.subscriptions) }
	v.resize()
	return v
}

// SetStatus tells how the connection stands.
func (v *View) SetStatus(s Status) { v.status = s }

// SetSubscriptions replaces the subscriptions. The cursor stays on its row.
func (v *View) SetSubscriptions(subscriptions []Subscription) {
	more := len(subscriptions) - len(v.subscriptions)
	cursor, inFeed := v.list.Cursor(), v.list.Cursor() > len(v.subscriptions)
	v.subscriptions = slices.Clone(subscriptions)
	v.resize()
	if inFeed {
		v.list.Select(cursor + more)
	}
}

// Add puts an event on top of the feed, or merges it into a row like it. A cursor
// in the feed stays on its event, unless it is on the newest.
func (v *View) Add(e Event) {
	e.Count = max(e.Count, 1)
	if e.Since.IsZero() {
		e.Since = e.Time
	}
	if v.merge(e) {
		return
	}
	first := len(v.subscriptions) + 1
	cursor, top := v.list.Cursor(), v.list.Top()
	v.feed = slices.Insert(v.feed, 0, e)
	v.feed = v.feed[:min(len(v.feed), maxEvents)]
	v.resize()
	if cursor > first {
		v.list.Select(cursor + 1)
		if top >= first {
			v.list.Wheel(top + 1 - v.list.Top())
		}
	}
}

func (v *View) merge(e Event) bool {
	if !e.Kind.isChange() {
		return false
	}
	for i := range min(len(v.feed), near) {
		old := &v.feed[i]
		if old.Kind == e.Kind && old.URI == e.URI && old.Unasked == e.Unasked && old.Missed == e.Missed && e.Since.Sub(old.Time) <= burst {
			old.Count += e.Count
			old.Time = e.Time
			if e.Detail != "" {
				old.Detail = e.Detail
			}
			return true
		}
	}
	return false
}

// Events is the number of rows of the feed.
func (v *View) Events() int { return len(v.feed) }

// Ticking reports whether the screen changes by itself with time: a countdown to
// the next attempt.
func (v *View) Ticking() bool {
	return slices.ContainsFunc(v.subscriptions, func(s Subscription) bool { return s.State == Retrying })
}

// titleHeight is the number of lines above the list.
const titleHeight = 1

// SetSize tells the size of the area the screen is drawn in.
func (v *View) SetSize(_, height int) { v.list.SetHeight(height - titleHeight) }

// resize tells the list its lines: the subscriptions, a rule, the feed.
func (v *View) resize() { v.list.SetLen(len(v.subscriptions) + 1 + len(v.feed)) }

// selected is the URI under the cursor.
func (v *View) selected() (uri string, ok bool) {
	line := v.list.Cursor()
	switch {
	case line < 0:
		return "", false
	case line < len(v.subscriptions):
		uri = v.subscriptions[line].URI
	case line > len(v.subscriptions):
		uri = v.feed[line-len(v.subscriptions)-1].URI
	}
	return uri, uri != ""
}

// Position says where the cursor is in the feed: "event 2/14".
func (v *View) Position() string {
	at := v.list.Cursor() - len(v.subscriptions)
	if at < 1 {
		return ""
	}
	return fmt.Sprintf("event %s/%s", humanize.Count(int64(at)), humanize.Count(int64(len(v.feed))))
}

// Cursor is where the terminal's cursor belongs, relative to the area, and whether
// it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	y, ok = v.list.CursorY()
	return 0, y + titleHeight, ok
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	if v.list.Handle(id) {
		return nil
	}
	uri, ok := v.selected()
	switch id {
	case keymap.Open:
		if ok {
			return views.Reveal{URI: uri}
		}
	case keymap.Watch:
		if ok {
			return views.ToggleWatch{URI: uri}
		}
	case keymap.Refetch:
		if ok {
			return views.Read{URI: uri, Refetch: true}
		}
	default:
		return nil
	}
	if v.list.Cursor() >= 0 {
		return views.Notice{Text: "this row is about no single resource"}
	}
	return nil
}

// Click selects the row at a line of the area; a click on the selected row goes to
// its resource.
func (v *View) Click(_, y int) views.Action {
	before := v.list.Cursor()
	if v.list.Click(y-titleHeight) && v.list.Cursor() == before {
		return v.Handle(keymap.Open)
	}
	return nil
}

// Wheel scrolls by lines, down when it is positive.
func (v *View) Wheel(lines int) { v.list.Wheel(lines) }
