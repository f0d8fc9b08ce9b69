// Package help shows the whole table of keys: first the keys that work where
// the person is, then all others.
package help

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
)

// View is the help, drawn over the body of a screen. The zero View shows
// nothing active.
type View struct {
	groups []keymap.Group
	height int
	width  int
	top    int
}

// twoColumns is the width from which groups stand side by side.
const twoColumns = 100

// Open shows the help for the scopes that are active below it, from the top.
func (v *View) Open(active ...keymap.Scope) {
	v.groups, v.top = keymap.Groups(active...), 0
}

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(width, height int) {
	v.width, v.height = width, height
	v.scroll(0)
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	page := max(v.height-1, 1)
	switch id {
	case keymap.Up:
		v.scroll(-1)
	case keymap.Down:
		v.scroll(1)
	case keymap.PageUp:
		v.scroll(-page)
	case keymap.PageDown:
		v.scroll(page)
	case keymap.HalfUp:
		v.scroll(-(page + 1) / 2)
	case keymap.HalfDown:
		v.scroll((page + 1) / 2)
	case keymap.Top:
		v.scroll(-v.top)
	case keymap.Bottom:
		v.scroll(v.lines())
	case keymap.Back, keymap.Cancel, keymap.ShowHelp:
		return views.Back{}
	}
	return nil
}

// Wheel scrolls by lines, down where positive.
func (v *View) Wheel(lines int) { v.scroll(lines) }

func (v *View) scroll(lines int) {
	v.top = max(min(v.top+lines, v.lines()-v.height), 0)
}

// lines is how many lines the longest column takes.
func (v *View) lines() int {
	n := 0
	for _, c := range v.columns() {
		n = max(n, len(c.lines))
	}
	return n
}

// line is one line of a column: the title of a group, a key, more words about
// it, or nothing.
type line struct {
	title  string
	active bool
	keys   string
	help   string
}

// column is groups under each other, the words right of the keys.
type column struct {
	lines []line
	keys  int // the width of the widest keys
}

// Columns around the keys and the words of a line.
const (
	indent = 3
	gap    = 2
	margin = 2
)

// columns lays the groups out in one column, or two of about the same height.
func (v *View) columns() []column {
	split := len(v.groups)
	width := v.width
	if v.width >= twoColumns {
		split, width = v.half(), v.width/2
	}
	columns := []column{layout(v.groups[:split], width)}
	if split < len(v.groups) {
		columns = append(columns, layout(v.groups[split:], width))
	}
	return columns
}

// half is the number of groups that make the better half of the table.
func (v *View) half() int {
	total := 0
	for _, g := range v.groups {
		total += len(g.Bindings) + 2
	}
	n, seen := 0, 0
	for _, g := range v.groups {
		height := len(g.Bindings) + 2
		if n > 0 && seen+height/2 > total/2 {
			break
		}
		n, seen = n+1, seen+height
	}
	return n
}

func layout(groups []keymap.Group, width int) column {
	var c column
	for _, g := range groups {
		for _, b := range g.Bindings {
			c.keys = max(c.keys, utf8.RuneCountInString(b.AllKeys()))
		}
	}
	c.keys = min(c.keys, width/2)
	room := width - indent - c.keys - gap - margin
	for i, g := range groups {
		if i > 0 {
			c.lines = append(c.lines, line{})
		}
		c.lines = append(c.lines, line{title: string(g.Scope), active: g.Active})
		for _, b := range g.Bindings {
			keys := b.AllKeys()
			for _, words := range wrap(b.Help, room) {
				c.lines = append(c.lines, line{keys: keys, help: words})
				keys = ""
			}
		}
	}
	return c
}

// wrap breaks a sentence between words into lines of at most width columns; a
// longer word stays whole.
func wrap(sentence string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(sentence) {
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// Draw draws the help over the whole area.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	draw.Fill(scr, area, th.Text)
	columns := v.columns()
	width := area.Dx() / len(columns)
	for i, c := range columns {
		at := uv.Rect(area.Min.X+i*width, area.Min.Y, width, area.Dy()).Intersect(area)
		for y := range min(at.Dy(), len(c.lines)-v.top) {
			drawLine(draw.NewRow(scr, at, y), c.lines[v.top+y], c.keys, th)
		}
	}
	v.drawMore(scr, area, th)
}

func drawLine(r *draw.Row, l line, keys int, th themes.Theme) {
	if l.title != "" {
		style := th.Bold
		if l.active {
			style = themes.Bold(th.Accent)
		}
		r.Skip(1).Text(style, l.title)
		return
	}
	r.Skip(indent)
	r.Take(keys).Text(th.Accent, l.keys)
	r.Skip(gap)
	r.TakeRight(margin)
	r.Text(th.Text, l.help)
}

// drawMore says at the right edge that there is more above or below.
func (v *View) drawMore(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	edge := uv.Rect(area.Max.X-1, area.Min.Y, 1, area.Dy()).Intersect(area)
	if v.top > 0 {
		draw.NewRow(scr, edge, 0).Text(th.Accent, "↑")
	}
	if v.top+edge.Dy() < v.lines() {
		draw.NewRow(scr, edge, edge.Dy()-1).Text(th.Accent, "↓")
	}
}
