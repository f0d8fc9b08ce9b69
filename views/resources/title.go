package resources

import (
	"fmt"
	"strconv"

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
	r := v.drawName(scr, area, th, "Resources", focused)
	switch {
	case v.counter.typing:
		v.drawCount(r, th, area.Min.X)
	case v.filter.typing || v.filter.line != "":
		v.drawFilter(scr, r, th, area.Min)
	default:
		for _, p := range v.titleParts(th) {
			r.Text(p.style, p.text)
		}
	}
}

// drawName begins a title line.
func (v *View) drawName(scr uv.Screen, area uv.Rectangle, th themes.Theme, name string, focused bool) *draw.Row {
	style := themes.Bold(th.Text)
	if focused {
		style = themes.Bold(th.Accent)
	}
	return draw.NewRow(scr, area, 0).Skip(1).Text(style, name).Skip(2)
}

// drawCount draws the count that is typed.
func (v *View) drawCount(r *draw.Row, th themes.Theme, left int) {
	r.Text(th.Accent, keymap.KeyOf(keymap.Count, keymap.Listing))
	if v.counter.n > 0 {
		r.Text(th.Text, strconv.Itoa(v.counter.n))
	}
	v.caret = r.X() - left - btoi(r.Room() == 0)
	r.Skip(2).Text(th.Dim, "and a move: j k, pages; G goes to the row")
}

// titleParts says how many rows there are, in which order, and how far their
// fetching has come.
func (v *View) titleParts(th themes.Theme) []part {
	s := v.status
	if v.source.Len() == 0 && s.Phase != Complete {
		return nil // the place of the rows says it
	}
	parts := []part{{th.Dim, humanize.Count(int64(v.source.Len()))}}
	// That the list changed matters more than how it came.
	if s.Phase == Complete && !s.Changed {
		parts = append(parts, part{th.Dim, " · " + v.pagesWord()})
	}
	if s.Phase == Complete && s.Change == "" || v.order.by != AsSent {
		parts = append(parts, part{th.Dim, " · " + v.orderWords()})
	}
	if words := v.markWords(); words != "" {
		parts = append(parts, part{th.Accent, words})
	}
	if v.status.Change != "" {
		parts = append(parts, part{th.Dim, " · "}, v.changePart(th))
	}
	return append(parts, v.phaseParts(th)...)
}

// changePart says what changed.
func (v *View) changePart(th themes.Theme) part {
	if v.status.Changed {
		return part{th.Changed, "● " + v.status.Change}
	}
	return part{th.Changed, v.status.Change}
}

func (v *View) pagesWord() string { return humanize.Amount(v.source.Pages(), "page", "pages") }

// phaseParts says what is being waited for, or why the list stopped.
func (v *View) phaseParts(th themes.Theme) []part {
	switch s := v.status; s.Phase {
	case Loading:
		return []part{
			{th.Dim, " · "}, {th.Accent, fmt.Sprintf("page %s…", humanize.Count(int64(s.Page)))},
			{th.Dim, fmt.Sprintf(" %s · %s stops", humanize.Duration(s.Waiting), keymap.KeyOf(keymap.StopList, keymap.Resources))},
		}
	case Stopped:
		return []part{{th.Dim, " · "}, {th.Attention, "⚠ " + v.stopReason(false)}, {th.Dim, " · " + v.wayOn()}}
	case NotAsked, Complete:
	}
	return nil
}

// orderWords is the order, with dots while it is not what is shown yet.
func (v *View) orderWords() string {
	words := v.order.String()
	switch {
	case v.order.by == ByMatch && !v.filter.applied:
		return words + " (no filter yet)"
	case v.ranking() && !v.rankedNow(), v.base().by != AsSent && len(v.sorted.ids) < v.rows.rows:
		words += "…"
	}
	return words
}

// drawFilter draws the filter line, how many rows it lets through, and what the
// list is about besides.
func (v *View) drawFilter(scr uv.Screen, r *draw.Row, th themes.Theme, origin uv.Position) {
	r.TakeRight(1)
	f := &v.filter
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
		v.caret = f.input.Draw(r, scr.WidthMethod(), text) - origin.X
	} else {
		r.Cut(text, f.line, draw.CutStart)
	}
	if hint := "'exact ^start end$ !not a | b mime:json size:>1m"; f.typing && f.line == "" && len(hint)+2 < room {
		draw.NewRow(scr, uv.Rect(origin.X+v.caret+2, origin.Y, room-2, 1), 0).Text(th.Dim, hint)
	}
}

// drawCounts draws "20/100,000", and what else there is room for.
func (v *View) drawCounts(scr uv.Screen, r *draw.Row, th themes.Theme) {
	parts := []part{{th.Dim, v.countWords()}}
	if words := v.markWords(); words != "" {
		parts = append(parts, part{th.Accent, words})
	}
	if v.order.by != AsSent {
		parts = append(parts, part{th.Dim, " · " + v.orderWords()})
	}
	if v.status.Changed {
		parts = append(parts, part{th.Changed, " · ● changed"})
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
	done := f.answers(v.filter.line, v.base())
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
