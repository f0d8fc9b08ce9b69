package resources

import (
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
)

// part is some words of the title in one style.
type part struct {
	style uv.Style
	text  string
}

// drawTitle draws how many rows there are, in which order, and how far their
// fetching has come; and the filter line, where there is one.
func (v *View) drawTitle(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r := draw.NewRow(scr, area, 0).Skip(1).Text(name, "Resources").Skip(2)
	if v.filter.typing || v.filter.line != "" {
		v.drawFilter(scr, r, th, area.Min)
		return
	}
	for _, p := range v.titleParts(th) {
		r.Text(p.style, p.text)
	}
}

func (v *View) titleParts(th themes.Theme) []part {
	s := v.status
	if v.source.Len() == 0 && s.Phase != Complete {
		return nil // the place of the rows says it
	}
	parts := []part{{th.Dim, humanize.Count(int64(v.source.Len()))}}
	order := part{th.Dim, " · " + v.orderWords()}
	switch s.Phase {
	case NotAsked:
	case Loading:
		parts = append(parts, part{th.Dim, " · "}, part{th.Accent, fmt.Sprintf("page %s…", humanize.Count(int64(s.Page)))},
			part{th.Dim, fmt.Sprintf(" %s · %s stops", humanize.Duration(s.Waiting), keymap.KeyOf(keymap.StopList, keymap.Resources))})
		if v.order.by != AsSent {
			parts = append(parts, order)
		}
	case Complete:
		pages := "1 page"
		if p := v.source.Pages(); p != 1 {
			pages = humanize.Count(int64(p)) + " pages"
		}
		parts = append(parts, part{th.Dim, " · " + pages}, order)
	case Stopped:
		if v.order.by != AsSent {
			parts = append(parts, order)
		}
		parts = append(parts, part{th.Dim, " · "}, part{th.Attention, "⚠ " + v.stopReason(false)}, part{th.Dim, " · " + v.wayOn()})
	}
	return parts
}

// orderWords is the order, with dots while it is not what is shown yet.
func (v *View) orderWords() string {
	words := v.order.String()
	if v.order.by != AsSent && len(v.sorted.ids) < v.rows.rows {
		words += "…"
	}
	return words
}

// drawFilter draws the filter line, how many rows it lets through, and what the
// list is about besides.
func (v *View) drawFilter(scr uv.Screen, r *draw.Row, th themes.Theme, origin uv.Position) {
	r.TakeRight(1)
	f := v.filter
	if f.query.Problem != "" {
		r.Right(th.Attention, f.query.Problem)
	} else {
		v.drawCounts(scr, r, th)
	}
	r.TakeRight(2)
	mark, text := th.Dim, th.Dim
	if f.typing || f.applied {
		mark, text = th.Accent, th.Text
	}
	r.Text(mark, keymap.KeyOf(keymap.EditFilter, keymap.Listing))
	room := r.Room()
	if f.typing {
		room = max(room-1, 0) // for the cursor
	}
	r.Take(room).Cut(text, f.line, draw.CutStart)
	v.caret = r.X() - room + min(draw.Width(scr.WidthMethod(), f.line), room) - origin.X
	if hint := "'exact ^start end$ !not a | b mime:json size:>1m"; f.typing && f.line == "" && len(hint)+2 < room {
		draw.NewRow(scr, uv.Rect(origin.X+v.caret+2, origin.Y, room-2, 1), 0).Text(th.Dim, hint)
	}
}

// drawCounts draws "20/100,000", and what else there is room for.
func (v *View) drawCounts(scr uv.Screen, r *draw.Row, th themes.Theme) {
	parts := []part{{th.Dim, v.countWords()}}
	if v.order.by != AsSent {
		parts = append(parts, part{th.Dim, " · " + v.orderWords()})
	}
	switch s := v.status; s.Phase {
	case Loading:
		parts = append(parts, part{th.Accent, fmt.Sprintf(" · page %s…", humanize.Count(int64(s.Page)))})
	case Stopped:
		parts = append(parts, part{th.Attention, " · ⚠ " + v.stopReason(false)})
	case NotAsked, Complete:
	}
	// What does not fit beside the filter goes, from the end.
	m, need := scr.WidthMethod(), draw.Width(scr.WidthMethod(), v.filter.line)+leastFilter
	width := func() (n int) {
		for _, p := range parts {
			n += draw.Width(m, p.text)
		}
		return n
	}
	for len(parts) > 1 && width()+need > r.Room() {
		parts = parts[:len(parts)-1]
	}
	cell := r.TakeRight(width())
	for _, p := range parts {
		cell.Text(p.style, p.text)
	}
}

// countWords says how many rows the filter lets through, with dots while that is
// not known of all.
func (v *View) countWords() string {
	all := humanize.Count(int64(v.source.Len()))
	if v.filter.query.Empty() {
		return all
	}
	f := &v.found
	done := f.answers(v.filter.line, v.order)
	if s := v.seek; !done && s != nil && s.line == v.filter.line {
		f = &s.found
	}
	words := humanize.Count(int64(len(f.ids))) + "/" + all
	if !done || f.rows < v.rows.rows {
		words += "…"
	}
	return words
}

// leastFilter is the room around what is typed, in columns.
const leastFilter = 6
