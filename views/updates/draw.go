package updates

import (
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/live"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Draw draws the screen.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.drawTitle(draw.NewRow(scr, area, 0), th, focused)
	for i := range v.interestRows() {
		r := draw.NewRow(scr, area, 1+i).Skip(3)
		if more := len(v.interests) - v.interestRows(); more > 0 && i == v.interestRows()-1 {
			r.Text(th.Dim, fmt.Sprintf("… and %s more", humanize.Count(int64(more+1))))
			continue
		}
		v.drawInterest(r, v.interests[i], th)
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

func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.TakeRight(1)
	r.Skip(1).Text(name, "Updates").Skip(2)
	if v.paused {
		r.Text(th.Attention, "paused").Text(th.Dim, " · "+humanize.Count(int64(len(v.held)))+" new · ")
	}
	r.Text(th.Dim, v.listening())
	if v.dropped > 0 {
		r.Right(th.Dim, fmt.Sprintf("  %s older ones dropped", humanize.Count(int64(v.dropped))))
	}
	v.activity.draw(r, v.now, th)
}

// listening says what comes in, in a few words.
func (v *View) listening() string {
	confirmed, asked := 0, 0
	lists := false
	for _, i := range v.interests {
		switch {
		case i.Unsolicited:
			lists = true
		case i.State == live.Confirmed:
			confirmed++
			asked++
		default:
			asked++
		}
	}
	switch {
	case len(v.interests) == 0:
		return ""
	case confirmed == 0 && !lists:
		return "not listening"
	case asked == 0:
		return "listening"
	}
	return fmt.Sprintf("listening · acknowledged %d of %d", confirmed, asked)
}

func (v *View) drawEmpty(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	offers := "a resource"
	for _, i := range v.interests {
		if i.URI == "" && i.State == live.Confirmed {
			offers = "the list, and of resources that are watched"
		}
	}
	var s sheet.Sheet
	s.Set([]sheet.Line{
		sheet.Text(th.Text, "No updates yet."),
		sheet.Text(th.Dim, fmt.Sprintf("%s on a resource watches it; changes of %s show up here.", keymap.KeyOf(keymap.Watch, keymap.Document), offers)),
	})
	s.Draw(scr, uv.Rect(area.Min.X+3, area.Min.Y+1, area.Dx()-4, area.Dy()-1))
}

// drawInterest draws one line: mark, what it is about, where it stands, how
// often it changed.
func (v *View) drawInterest(r *draw.Row, i live.Interest, th themes.Theme) {
	mark, style := "·", th.Dim
	switch i.State {
	case live.Confirmed:
		mark, style = "✓", th.OK
	case live.NotAgreed:
		mark, style = "⚠", th.Attention
	case live.Failed:
		mark, style = "✗", th.Attention
	case live.Broken:
		mark, style = "✗", th.Error
	case live.Asked, live.Waiting:
	}
	words := v.stateWords(i)
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

// stateWords says where an interest stands.
func (v *View) stateWords(i live.Interest) string {
	words := string(i.State)
	switch {
	case i.Unsolicited && i.State == live.Confirmed:
		return "comes without asking"
	case i.State == live.Confirmed:
		return "asked, acknowledged"
	case i.State == live.Asked:
		return "asked, not acknowledged yet"
	case i.State == live.NotAgreed:
		return "asked, not acknowledged: no updates will come; " + keymap.KeyOf(keymap.Refetch, keymap.Document) + " refetches"
	}
	if i.Why != "" {
		words += ": " + i.Why
	}
	if wait := i.Retry.Sub(v.now); wait > 0 {
		words += " · retrying in " + humanize.Clock(wait)
	}
	return words
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
	case e.Kind == live.ListChanged && e.Detail != "":
		return "the list of resources: " + e.Detail
	case e.Kind == live.ListChanged:
		return "the list of resources"
	}
	return e.Detail
}

func remarkOn(e *entry, th themes.Theme) (string, uv.Style) {
	switch {
	case e.Undeclared:
		return "undeclared ⚠", th.Attention
	case e.Unasked:
		return "not subscribed ⚠", th.Attention
	case len(e.Parents) > 0:
		return "part of " + e.Parents[0], th.Dim
	case e.Count > 1:
		return fmt.Sprintf("in %.1f s", float64(e.Time.UnixMilli()-e.first)/1000), th.Dim
	case e.Missed.ListChanged || len(e.Missed.URIs) > 0:
		return "changes may have been missed", th.Attention
	}
	return "", th.Dim
}
