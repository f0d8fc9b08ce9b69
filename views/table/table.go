// Package table shows text of comma separated values as a table: the names of the
// columns stay in sight, numbers are aligned, and rows that do not fit the header
// are marked.
//
// [Parse] indexes a text once, elsewhere; after that a key or a frame costs what
// is in sight.
package table

import (
	"fmt"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/find"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// narrowest is how much of a column is worth showing at the edge.
const narrowest = 6

// gap is the room between two columns.
const gap = 2

// View is a table. Make one with [New]. It is passive and not safe for concurrent
// use.
type View struct {
	ix     *Index
	list   rows.List
	column int // the one the cursor is in
	left   int // the first one in sight
	room   int // for columns, when it was drawn last
	hits   []find.Hit
	hit    int // the one that stands out, -1 for none
}

// New returns a view of a table.
func New(ix *Index) *View {
	v := &View{ix: ix, hit: -1}
	v.list.SetLen(len(ix.records))
	return v
}

// Handle does what a key does in a table, and reports whether it was one that does
// something.
func (v *View) Handle(id keymap.ID) bool {
	switch id {
	case keymap.ScrollLeft:
		v.column = max(v.column-1, 0)
	case keymap.ScrollRight:
		v.column = min(v.column+1, len(v.ix.columns)-1)
	default:
		return v.list.Handle(id)
	}
	return true
}

// Wheel scrolls by rows, down where positive.
func (v *View) Wheel(rows int) { v.list.Wheel(rows) }

// Click puts the cursor on a row.
func (v *View) Click(_, y int) { v.list.Click(y - 2) }

// Row returns the row under the cursor as it was sent, without its line break. ok
// is false where there is none.
func (v *View) Row() (text string, ok bool) {
	at := v.list.Cursor()
	if at < 0 {
		return "", false
	}
	start := int(v.ix.records[at].start)
	end := start
	for more := true; more; {
		_, end, _, more = v.ix.field(end)
	}
	return strings.TrimSuffix(strings.TrimSuffix(v.ix.text[start:end], "\n"), "\r"), true
}

// Cell returns the field under the cursor without its quotes, and the name of its
// column. ok is false where the row has none there.
func (v *View) Cell() (text, column string, ok bool) {
	at := v.list.Cursor()
	if at < 0 {
		return "", "", false
	}
	fields := v.ix.fields(v.ix.records[at], v.column+1)
	if v.column >= len(fields) {
		return "", "", false
	}
	return fields[v.column], v.ix.names[v.column], true
}

// Status says where the cursor is, and what is wrong with its row.
func (v *View) Status() string {
	at := v.list.Cursor()
	if at < 0 {
		return "no rows but the header"
	}
	s := fmt.Sprintf("%s %d/%d · row %s/%s", v.ix.names[v.column], v.column+1, len(v.ix.names), humanize.Count(int64(at+1)), humanize.Count(int64(len(v.ix.records))))
	if v.odd(at) {
		return s + fmt.Sprintf(" · ⚠ %d fields, the header has %d", v.ix.records[at].fields, v.ix.header)
	}
	if v.ix.odd > 0 {
		s += fmt.Sprintf(" · ⚠ %s odd", humanize.Count(int64(v.ix.odd)))
	}
	return s
}

// odd reports whether a row has more fields than the header, or fewer.
func (v *View) odd(at int) bool { return int(v.ix.records[at].fields) != v.ix.header }

// Draw draws the names of the columns and the rows in sight.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.list.SetHeight(area.Dy() - 2)
	gutter := 1 + len(strconv.Itoa(len(v.ix.records))) + gap + 2 // with the bar and the mark
	v.room = area.Dx() - gutter
	v.reveal()
	head := draw.NewRow(scr, area, 0).Skip(gutter)
	v.drawFields(head, func(i int) (string, uv.Style) {
		if i == v.column && focused {
			return v.ix.names[i], themes.Bold(th.Accent)
		}
		return v.ix.names[i], th.Bold
	})
	if area.Dy() < 2 {
		return
	}
	draw.Rule(scr, uv.Rect(area.Min.X+1, area.Min.Y+1, max(area.Dx()-2, 0), 1), th.Rule)
	area.Min.Y += 2
	v.list.Draw(scr, area, th, focused, func(l rows.Line) {
		number := l.Take(gutter - 1 - gap)
		st := th.Gutter
		if v.odd(l.Index) {
			st = th.Attention
			number.Text(l.On(st), "⚠")
		}
		number.Right(l.On(st), strconv.Itoa(l.Index+1))
		l.Skip(gap)
		fields := v.ix.fields(v.ix.records[l.Index], len(v.ix.columns))
		found := v.found(l.Index)
		v.drawFields(l.Row, func(i int) (string, uv.Style) {
			standing, match := found[i]
			switch {
			case i >= len(fields):
				return "", l.On(th.Dim)
			case standing:
				return fields[i], themes.Standing(l.On(th.Match))
			case match:
				return fields[i], l.On(th.Match)
			case i >= v.ix.header:
				return fields[i], l.On(th.Attention)
			case i == v.column && l.Selected && focused:
				return fields[i], l.On(themes.Bold(th.Accent))
			}
			return fields[i], l.On(th.Text)
		})
	})
}

// reveal scrolls sideways to where the column of the cursor is in sight.
func (v *View) reveal() {
	v.left = min(v.left, v.column)
	for v.left < v.column {
		width := 0
		for _, c := range v.ix.columns[v.left : v.column+1] {
			width += c.width + gap
		}
		if width-gap <= v.room {
			return
		}
		v.left++
	}
}

// drawFields draws one field a column, from the first column in sight on.
func (v *View) drawFields(row *draw.Row, field func(i int) (string, uv.Style)) {
	for i := v.left; i < len(v.ix.columns) && row.Room() > 0; i++ {
		c := v.ix.columns[i]
		if row.Room() < min(c.width, narrowest) {
			return
		}
		cell := row.Take(c.width)
		row.Skip(gap)
		text, st := field(i)
		text = text[:min(len(text), longest)]
		if c.numbers {
			cell.Right(st, text)
		} else {
			cell.Text(st, text)
		}
	}
}
