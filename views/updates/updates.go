// Package updates is screen 3: what is watched and where each subscription
// stands, and below it everything that happened, the newest first.
package updates

import (
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/live"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
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
	list      rows.List
	height    int
}

// New returns a view of nothing yet.
func New() *View { return &View{} }

// SetInterests tells what is watched, the lists first.
func (v *View) SetInterests(interests []live.Interest) {
	v.interests = interests
	v.arrange()
}

// Add takes what happened. One like the event before it, soon after, joins its
// row.
func (v *View) Add(e live.Event) {
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
	if id == keymap.Back {
		return views.Back{}
	}
	e := v.selected()
	if e == nil {
		return nil
	}
	if e.URI == "" && (id == keymap.Open || id == keymap.Watch || id == keymap.Refetch) {
		return views.Notice{Text: "this event is not about one resource"}
	}
	switch id {
	case keymap.Open:
		return views.Reveal{URI: e.URI}
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

// Draw draws the screen.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.drawTitle(draw.NewRow(scr, area, 0), th)
	for i := range v.interestRows() {
		r := draw.NewRow(scr, area, 1+i).Skip(3)
		if more := len(v.interests) - v.interestRows(); more > 0 && i == v.interestRows()-1 {
			r.Text(th.Dim, fmt.Sprintf("… and %s more", humanize.Count(int64(more+1))))
			continue
		}
		drawInterest(r, v.interests[i], th)
	}
	rest := area
	rest.Min.Y = min(area.Min.Y+v.top()-1, area.Max.Y)
	if rest.Empty() {
		return
	}
	draw.Rule(scr, rest, th.Rule)
	rest.Min.Y++
	if len(v.feed) == 0 {
		v.drawEmpty(scr, rest, th)
		return
	}
	v.list.Draw(scr, rest, th, focused, func(l rows.Line) { drawEvent(l, v.at(l.Index), th) })
}

func (v *View) drawTitle(r *draw.Row, th themes.Theme) {
	r.Skip(1).Text(themes.Bold(th.Accent), "Updates").Skip(2)
	confirmed := 0
	for _, i := range v.interests {
		if i.State == live.Confirmed {
			confirmed++
		}
	}
	switch {
	case len(v.interests) == 0:
	case confirmed == 0:
		r.Text(th.Dim, "not listening")
	default:
		r.Text(th.Dim, fmt.Sprintf("listening · acknowledged %d of %d", confirmed, len(v.interests)))
	}
	if v.dropped > 0 {
		r.Right(th.Dim, fmt.Sprintf("%s older ones dropped ", humanize.Count(int64(v.dropped))))
	}
}

func (v *View) drawEmpty(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	offers := "a resource"
	for _, i := range v.interests {
		if i.URI == "" && i.State == live.Confirmed {
			offers = "the list, and of resources that are watched"
		}
	}
	draw.NewRow(scr, area, 1).Skip(3).Text(th.Text, "No updates yet.")
	draw.NewRow(scr, area, 2).Skip(3).Text(th.Dim, fmt.Sprintf("%s on a resource watches it; changes of %s show up here.",
		keymap.KeyOf(keymap.Watch, keymap.Document), offers))
}

// drawInterest draws one line: mark, what it is about, where it stands, how
// often it changed.
func drawInterest(r *draw.Row, i live.Interest, th themes.Theme) {
	mark, style, words := "·", th.Dim, string(i.State)
	switch i.State {
	case live.Confirmed:
		mark, style, words = "✓", th.OK, "asked, acknowledged"
	case live.NotAgreed:
		mark, style, words = "⚠", th.Attention, "asked, not acknowledged: no updates will come"
	case live.Failed:
		mark, style = "✗", th.Attention
	case live.Broken:
		mark, style = "✗", th.Error
	case live.Asked, live.Waiting:
	}
	if i.Why != "" && i.State != live.NotAgreed {
		words += ": " + i.Why
	}
	name := i.URI
	if name == "" {
		name = "resources/list_changed"
	}
	r.TakeRight(1)
	r.Right(th.Dim, humanize.Count(int64(i.Count)))
	r.TakeRight(2)
	r.Text(style, mark).Skip(1)
	r.Take(r.Room()*2/5).Cut(th.Text, name, draw.CutMiddle)
	r.Skip(2).Text(th.Dim, words)
}

// drawEvent draws one row of the feed: clock, kind, what about, remarks.
func drawEvent(l rows.Line, e *entry, th themes.Theme) {
	style := th.Text
	switch e.Kind {
	case live.Updated, live.ListChanged:
		style = th.Changed
	case live.Lost, live.Refused:
		style = th.Error
	case live.Acknowledged:
		style = th.OK
	case live.Ended, live.Retrying:
		style = th.Attention
	case live.Listening:
		style = th.Dim
	}
	l.Skip(2).Text(l.On(th.Dim), e.Time.Format("15:04:05")).Skip(2)
	kind := string(e.Kind)
	if e.Count > 1 {
		kind += " ×" + humanize.Count(int64(e.Count))
	}
	l.Take(min(19, l.Room()/2)).Text(l.On(style), kind)
	l.Skip(1).TakeRight(1)
	if remark, st := remarkOn(e, th); remark != "" && l.Room() > 2*len(remark) {
		l.Right(l.On(st), remark)
		l.TakeRight(2)
	}
	l.Cut(l.On(th.Text), about(e), draw.CutMiddle)
}

// about is what an event is about, in the words of the screen.
func about(e *entry) string {
	switch {
	case e.URI != "" && e.Detail != "":
		return e.URI + "  " + e.Detail
	case e.URI != "":
		return e.URI
	case e.Kind == live.Acknowledged && e.Detail != "":
		return e.Detail
	case e.Kind == live.Retrying:
		return fmt.Sprintf("attempt %d in %s", e.Attempt, humanize.Duration(e.RetryIn))
	case e.Kind == live.ListChanged:
		return "the list of resources"
	}
	return e.Detail
}

func remarkOn(e *entry, th themes.Theme) (string, uv.Style) {
	switch {
	case e.Unasked:
		return "not subscribed ⚠", th.Attention
	case e.Count > 1:
		return fmt.Sprintf("in %.1f s", float64(e.Time.UnixMilli()-e.first)/1000), th.Dim
	case e.Missed.ListChanged || len(e.Missed.URIs) > 0:
		return "changes may have been missed", th.Attention
	}
	return "", th.Dim
}
