package updates

import (
	"fmt"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Draw draws the screen as it is at a moment.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool, now time.Time) {
	area = area.Intersect(scr.Bounds())
	v.SetSize(area.Dx(), area.Dy())
	v.drawTitle(draw.NewRow(scr, area, 0), th, focused)
	area.Min.Y = min(area.Min.Y+titleHeight, area.Max.Y)
	names := 0
	for _, s := range v.subscriptions {
		names = min(max(names, draw.Width(scr.WidthMethod(), s.name())), area.Dx()/2)
	}
	v.list.Draw(scr, area, th, focused, func(l rows.Line) {
		switch at := l.Index - len(v.subscriptions); {
		case at < 0:
			v.subscriptions[l.Index].draw(l, names, th, now)
		case at > 0:
			v.feed[at-1].draw(l, th)
		case len(v.subscriptions) > 0:
			for l.Room() > 0 {
				l.Text(th.Rule, "─")
			}
		}
	})
	if len(v.feed) == 0 {
		var s sheet.Sheet
		s.Set(v.emptyLines(th))
		top := area.Min.Y + len(v.subscriptions) + 1
		s.Draw(scr, uv.Rect(area.Min.X+3, top, area.Dx()-4, area.Max.Y-top))
	}
}

func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.Skip(1).Text(name, "Updates").Skip(2)
	acknowledged := 0
	for _, s := range v.subscriptions {
		if s.State == Acknowledged {
			acknowledged++
		}
	}
	if v.status.Listening {
		r.Text(th.OK, "listening")
	} else {
		r.Text(th.Dim, "not listening")
	}
	if n := len(v.subscriptions); n > 0 {
		st := th.Dim
		if acknowledged < n {
			st = th.Attention
		}
		r.Text(th.Dim, " · ").Text(st, fmt.Sprintf("acknowledged %d of %d", acknowledged, n))
	}
}

// emptyLines say that nothing has come yet, and what could.
func (v *View) emptyLines(th themes.Theme) []sheet.Line {
	can := "this server declares that it notifies about nothing, but some do all the same"
	switch lists, resources := v.status.Lists, v.status.Resources; {
	case lists && resources:
		can = "this server can notify about the list and about single resources"
	case lists:
		can = "this server can notify about the list, not about single resources"
	case resources:
		can = "this server can notify about single resources, not about the list"
	}
	return []sheet.Line{
		sheet.Text(th.Text, "No updates yet."),
		sheet.Text(th.Dim, keymap.KeyOf(keymap.Watch, keymap.Document)+" on a resource watches it; "+can+"."),
	}
}

// words say where a subscription stands.
func (s Subscription) words(th themes.Theme, now time.Time) (mark string, st uv.Style, words string) {
	why := func(words string) string {
		if s.Detail != "" {
			return words + ": " + s.Detail
		}
		return words
	}
	switch s.State {
	case Asked:
		return "…", th.Dim, "asked, not answered yet"
	case Acknowledged:
		return "✓", th.OK, "asked, acknowledged"
	case NotAcknowledged:
		return "⚠", th.Attention, "asked, not acknowledged: no updates will come; " + keymap.KeyOf(keymap.Refetch, keymap.Updates) + " refetches"
	case Refused:
		return "✗", th.Error, why("refused")
	case Lost:
		return "✗", th.Error, why("lost")
	case Retrying:
		return "⚠", th.Attention, fmt.Sprintf("lost, back in %s (attempt %d)", humanize.Clock(s.RetryAt.Sub(now)), s.Attempt)
	case NotConnected:
	}
	return "–", th.Dim, "not connected"
}

// name is what is subscribed to.
func (s Subscription) name() string {
	if s.URI == "" {
		return "resources/list_changed"
	}
	return s.URI
}

// draw draws a row; names is the width of the names.
func (s Subscription) draw(l rows.Line, names int, th themes.Theme, now time.Time) {
	const counts = 7 // columns: 999,999
	mark, st, words := s.words(th, now)
	l.Skip(1)
	l.Take(2).Text(l.On(st), mark)
	if count := l.TakeRight(counts); s.Count > 0 {
		count.Right(l.On(th.Dim), humanize.Count(int64(s.Count)))
	}
	l.TakeRight(1)
	l.Take(names).Cut(l.On(th.Text), s.name(), draw.CutMiddle)
	l.Skip(2)
	if s.State == Acknowledged {
		st = th.Dim
	}
	l.Text(l.On(st), words)
}

// mark is the mark of an event and its style.
func (e Event) mark(th themes.Theme) (string, uv.Style) {
	switch e.Kind {
	case Updated, ListChanged:
		return "●", th.Changed
	case Acked:
		return "✓", th.OK
	case WasRefused:
		return "✗", th.Error
	case WasLost, Disconnected:
		return "⚠", th.Attention
	case Listening, Ended, TryingAgain:
	}
	return " ", th.Dim
}

func (e Event) draw(l rows.Line, th themes.Theme) {
	mark, st := e.mark(th)
	kind := string(e.Kind)
	if e.Count > 1 {
		kind += " ×" + humanize.Count(int64(e.Count))
	}
	l.Skip(1).Text(l.On(th.Dim), e.Time.Format("15:04:05")).Skip(2)
	l.Take(2).Text(l.On(st), mark)
	l.Take(max(len("acknowledged"), len([]rune(kind)))).Text(l.On(th.Text), kind)
	l.Skip(2)
	detail, warning := e.detail()
	detailStyle := th.Dim
	if warning {
		detailStyle = th.Attention
	}
	if e.URI == "" {
		l.Text(l.On(detailStyle), detail)
		return
	}
	if detail != "" && l.Room() > 30 {
		room := l.TakeRight(min(l.Room()*2/5, 24))
		room.Skip(1).Text(l.On(detailStyle), detail)
	}
	l.Cut(l.On(th.Text), e.URI, draw.CutMiddle)
}

// detail is what else is known of an event.
func (e Event) detail() (words string, warning bool) {
	var parts []string
	if e.Unasked {
		parts = append(parts, "⚠ not subscribed")
	}
	if e.Missed {
		parts = append(parts, "may have changed")
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if span := e.Time.Sub(e.Since); e.Count > 1 && span > 0 {
		parts = append(parts, "in "+humanize.Duration(span))
	}
	return strings.Join(parts, " · "), e.Unasked
}
