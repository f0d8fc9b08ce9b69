package fields

import (
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/lineedit"
	"mcperuse/views/sheet"
)

// layout is what Draw remembers for the mouse and the cursor.
type layout struct {
	top     int  // the first line shown
	free    bool // scrolled by the mouse: the cursor may be out of sight
	spots   []spot
	choices uv.Rectangle // of the rows that are offered
	value   uv.Position  // where the value with the cursor begins
	cursor  uv.Position
	visible bool
}

// spot is where something can be typed, on the screen.
type spot struct {
	at          uv.Rectangle
	field, part int
	add         bool // the sign for one more entry
	lines       bool // a text of several lines
}

const (
	margin   = 2  // left of everything: the bar of the field with the cursor
	minValue = 20 // columns of a value below which hints give way
	mostHelp = 2  // rows
)

// line is one row of the fields.
type line struct {
	field int
	kind  lineKind
	at    int    // the entry of a map, the row of a text or of words
	words string // of a problem or a note
}

type lineKind uint8

const (
	valueLine lineKind = iota
	pairLine           // an entry of a map, after the first
	textLine           // a row of a text of several lines
	problemLine
	noteLine
)

// leastText is how many rows a text of several lines has, and at least has.
const leastText = 4

// lines are the rows of all fields. Those with Fill get the rows that are given.
func (v *View) lines(fill int, rowsOf func(words string) int) []line {
	out := make([]line, 0, len(v.fields))
	say := func(i int, kind lineKind, words string) {
		for at := range rowsOf(words) {
			out = append(out, line{i, kind, at, words})
		}
	}
	for i := range v.fields {
		f := &v.fields[i]
		out = append(out, line{field: i})
		switch {
		case f.kind == Map && f.set:
			for at := 1; at < len(f.parts)/2; at++ {
				out = append(out, line{field: i, kind: pairLine, at: at})
			}
		case f.kind == Lines:
			rows := leastText
			if f.Fill {
				rows = fill
			}
			for at := range rows {
				out = append(out, line{field: i, kind: textLine, at: at})
			}
		}
		if f.problem.Text != "" {
			say(i, problemLine, "⚠ "+f.problem.Text)
		}
		if i == v.focus && v.note != "" {
			say(i, noteLine, v.note)
		}
	}
	return out
}

// fitted are the rows of all fields in a height: those with Fill get what is left.
func (p *painter) fitted(height int) []line {
	n := 0
	for i := range p.fields {
		if p.fields[i].kind == Lines && p.fields[i].Fill {
			n++
		}
	}
	least := min(leastText, max(height-2, 1))
	lines := p.lines(least, p.rowsOf)
	if left := height - len(lines); n > 0 && left > 0 {
		lines = p.lines(least+left/n, p.rowsOf)
	}
	return lines
}

// Rows is how many rows the fields want where no words wrap.
func (v *View) Rows() int {
	return len(v.lines(leastText, func(string) int { return 1 })) + v.helpRows()
}

// helpRows are kept free for the help of the field with the cursor, so that nothing
// moves with it.
func (v *View) helpRows() int {
	for i := range v.fields {
		if v.fields[i].Help != "" {
			return mostHelp
		}
	}
	return 0
}

// painter is one drawing of the fields.
type painter struct {
	*View
	scr     uv.Screen
	th      themes.Theme
	focused bool // the form has the focus, and the cursor is in the fields
	names   int  // columns of the names
	room    int  // columns after them
	hints   int  // of the hints, 0 where there is no room for all of them
}

// Draw draws the fields, those around the cursor where not all fit, and below them
// the help of the one with the cursor. [View.DrawChoices] goes over it, when
// everything else is drawn.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	area = area.Intersect(scr.Bounds())
	v.layout.spots, v.layout.visible, v.layout.choices = v.layout.spots[:0], false, uv.Rectangle{}
	if area.Empty() || len(v.fields) == 0 {
		return
	}
	p := painter{View: v, scr: scr, th: th, focused: focused}
	p.columns(area.Dx())
	lines := p.fitted(area.Dy())
	help := min(v.helpRows(), max(area.Dy()-min(len(lines), 3), 0))
	height := area.Dy() - help
	if help > 0 {
		lines = p.fitted(height)
	}
	top := v.scroll(lines, height)
	shown := lines[top:min(top+height, len(lines))]
	for y, l := range shown {
		if l.kind == textLine && (y == 0 || shown[y-1].kind != textLine) {
			p.text(uv.Rect(area.Min.X, area.Min.Y+y, area.Dx(), textRows(shown[y:])), l.field)
		}
	}
	for y, l := range shown {
		p.line(draw.NewRow(scr, area, y), area.Min.Y+y, l, hidden(y, height, top, len(lines)))
	}
	if help > 0 {
		below := area
		below.Min.Y += min(height, len(lines))
		below.Max.Y = below.Min.Y + help
		var s sheet.Sheet
		s.Set([]sheet.Line{{Indent: margin, Spans: []sheet.Span{{Style: th.Dim, Text: strings.Repeat(" ", margin) + v.fields[v.focus].Help}}}})
		s.Draw(scr, below)
	}
}

// textRows is how many of the lines, from the first on, are of one text.
func textRows(lines []line) int {
	n := 0
	for n < len(lines) && lines[n].kind == textLine && lines[n].field == lines[0].field {
		n++
	}
	return n
}

// scroll keeps the line with the cursor in sight, and returns the first one shown.
func (v *View) scroll(lines []line, height int) int {
	top := min(max(v.layout.top, 0), max(len(lines)-height, 0))
	if !v.layout.free && height > 0 {
		at, last := v.cursorLine(lines)
		top = min(max(top, last-height+1), at)
	}
	v.layout.top = top
	return top
}

// cursorLine is the line with the cursor, and the last one that says something
// about its field.
func (v *View) cursorLine(lines []line) (at, last int) {
	f := &v.fields[v.focus]
	for i, l := range lines {
		if l.field != v.focus {
			continue
		}
		switch {
		case l.kind == valueLine, l.kind == pairLine && l.at == f.part/2:
			at, last = i, i
		case l.kind != pairLine:
			last = i
		}
	}
	return at, last
}

// hidden says on the first and last line that lines above or below are hidden.
func hidden(y, height, top, n int) string {
	switch below := n - top - height; {
	case y == 0 && top > 0:
		return "↑ " + strconv.Itoa(top) + " more"
	case y == height-1 && below > 0:
		return "↓ " + strconv.Itoa(below) + " more"
	}
	return ""
}

// columns finds the widths of the names and of the hints. Where the hints do not
// fit, only what is needed says so, and the help has the rest.
func (p *painter) columns(width int) {
	m := p.scr.WidthMethod()
	for i := range p.fields {
		p.names = max(p.names, draw.Width(m, p.fields[i].Name))
		p.hints = max(p.hints, draw.Width(m, p.fields[i].Hint))
	}
	// Names get more where hints and a value have room beside them all the same.
	p.names = min(p.names, max(width/4, min(width/3, width-margin-2-p.hints-2-minValue), 2))
	p.room = max(width-margin-p.names-2, 1)
	spare := p.room - 2 - minValue
	if p.hints > spare || p.hints > width/2 {
		p.hints = 0
		if spare > 2*len(needed) {
			p.hints = len(needed)
		}
	}
}

const needed = "needed"

func (p *painter) line(row *draw.Row, y int, l line, hidden string) {
	f := &p.fields[l.field]
	active := l.field == p.focus
	bar, name := row.Take(margin), p.th.Text
	if active && p.focused {
		name = p.th.Accent
		if l.kind == valueLine || l.kind == pairLine {
			bar.Text(name, "▌")
		}
	}
	switch l.kind {
	case textLine, problemLine, noteLine:
		p.words(row, y, l)
		if hidden != "" {
			row.Right(p.th.Dim, "  "+hidden)
		}
		return
	case pairLine, valueLine:
	}
	names := row.Take(p.names)
	row.Skip(2)
	if hidden != "" && row.Room() >= minValue {
		row.Right(p.th.Dim, hidden)
		row.TakeRight(2)
	}
	if l.kind == valueLine {
		names.Cut(name, f.Name, draw.CutMiddle)
		p.hint(row, f)
	}
	p.value(row, y, l, active && p.focused)
}

// words draws a row of what is said about a field, below its value.
func (p *painter) words(row *draw.Row, y int, l line) {
	st := p.th.Dim
	if l.kind == problemLine {
		st = p.th.Attention
	}
	at := uv.Rect(row.X()+p.names+2, y, row.Room()-p.names-2, 1)
	s := wrapped(st, l.words)
	s.Rows(p.scr.WidthMethod(), at.Dx())
	s.Scroll(l.at)
	s.Draw(p.scr, at)
}

// rowsOf is how many rows words about a field take up.
func (p *painter) rowsOf(words string) int {
	s := wrapped(uv.Style{}, words)
	return s.Rows(p.scr.WidthMethod(), p.room)
}

func wrapped(st uv.Style, words string) (s sheet.Sheet) {
	s.Set([]sheet.Line{{Indent: 2, Spans: []sheet.Span{{Style: st, Text: words}}}})
	return s
}

func (p *painter) hint(row *draw.Row, f *field) {
	if p.hints == 0 {
		return
	}
	word, st := f.Hint, p.th.Dim
	if p.hints == len(needed) && draw.Width(p.scr.WidthMethod(), word) > p.hints {
		word = ""
		if f.Needed {
			word = needed
		}
	}
	if f.problem.Text != "" {
		st = p.th.Attention
	}
	row.TakeRight(p.hints).Text(st, word)
	row.TakeRight(2)
}

// value draws what a field holds, and puts the cursor there.
func (p *painter) value(row *draw.Row, y int, l line, here bool) {
	f := &p.fields[l.field]
	if l.field == p.focus && (f.kind != Map || l.at == f.part/2) {
		p.layout.value = uv.Pos(row.X(), y)
	}
	switch {
	case f.kind == Lines:
		p.spot(row, y, l.field, 0)
		row.Text(p.th.Dim, f.state())
	case !f.set:
		p.word(row, y, l, "(unset)", here)
	case f.kind == Toggle || f.kind == Select || f.kind == MultiSelect:
		p.word(row, y, l, f.chosenText(), here)
	case f.kind == Map:
		p.pair(row, y, l, here)
	case len(f.parts) == 1 && f.parts[0].Text() == "":
		p.word(row, y, l, "(empty)", here)
	default:
		p.list(row, y, l, here)
	}
}

// chosenText is what is chosen, in words.
func (f *field) chosenText() string {
	if f.kind == Toggle {
		if f.on {
			return "✓ yes"
		}
		return "✗ no"
	}
	var labels []string
	for i, o := range f.Options {
		if f.chosen[i] {
			labels = append(labels, o.label())
		}
	}
	switch text := strings.Join(labels, ", "); {
	case len(labels) == 0:
		return "(none)"
	case f.kind == MultiSelect:
		return text + "  " + strconv.Itoa(len(labels)) + " of " + strconv.Itoa(len(f.Options))
	default:
		return text
	}
}

// word draws a value that is not typed.
func (p *painter) word(row *draw.Row, y int, l line, text string, here bool) {
	f := &p.fields[l.field]
	p.spot(row, y, l.field, 0)
	if here && row.Room() > 0 {
		p.place(row.X(), y)
	}
	st := p.th.Dim
	if f.set && !f.written() {
		st = p.th.Text
	}
	row.Text(st, text)
	if f.kind == Select || f.kind == MultiSelect {
		row.Text(p.th.Dim, "  ▾")
	}
}

// list draws texts in a row.
func (p *painter) list(row *draw.Row, y int, l line, here bool) {
	f, m := &p.fields[l.field], p.scr.WidthMethod()
	var plus *draw.Row
	if f.kind == List && row.Room() > minValue/2 {
		plus = row.TakeRight(2)
	}
	first := f.firstPart(m, row.Room())
	if first > 0 {
		row.Text(p.th.Dim, "… ")
	}
	for i := first; i < len(f.parts) && row.Room() > 0; i++ {
		if i > first {
			row.Text(p.th.Dim, f.Between+" ")
		}
		room := row.Room()
		if i < len(f.parts)-1 {
			room = min(room, max(draw.Width(m, f.parts[i].Text()), 1)+1)
		}
		p.input(row.Take(room), y, l.field, i, here)
	}
	if plus != nil {
		p.plus(plus, y, l.field)
	}
}

// plus draws the sign for one more entry.
func (p *painter) plus(row *draw.Row, y, field int) {
	p.layout.spots = append(p.layout.spots, spot{at: uv.Rect(row.X(), y, row.Room(), 1), field: field, add: true})
	row.Skip(row.Room()-1).Text(p.th.Dim, "+")
}

// pair draws an entry of a map: its name and its value.
func (p *painter) pair(row *draw.Row, y int, l line, here bool) {
	f, m := &p.fields[l.field], p.scr.WidthMethod()
	if l.at == len(f.parts)/2-1 && row.Room() > minValue/2 {
		p.plus(row.TakeRight(2), y, l.field)
	}
	at := 2 * l.at
	p.input(row.Take(min(max(draw.Width(m, f.parts[at].Text()), 3)+1, row.Room()/2)), y, l.field, at, here)
	row.Text(p.th.Dim, "= ")
	p.input(row, y, l.field, at+1, here)
}

// input draws a text with the cursor in it, if it is there.
func (p *painter) input(row *draw.Row, y, field, part int, here bool) {
	f := &p.fields[field]
	p.spot(row, y, field, part)
	here = here && part == f.part
	if f.parts[part].Text() == "" && !here {
		row.Text(p.th.Dim, "·")
		return
	}
	if field != p.focus || part != f.part { // its beginning says more than where the cursor was
		row.Cut(p.th.Text, f.parts[part].Text(), draw.CutEnd)
		return
	}
	p.layout.value.X = row.X()
	x := f.parts[part].Draw(row, p.scr.WidthMethod(), p.th.Text)
	if here {
		p.place(x, y)
	}
}

// spot notes the free columns of a row as a place to type in.
func (p *painter) spot(row *draw.Row, y, field, part int) {
	p.layout.spots = append(p.layout.spots, spot{at: uv.Rect(row.X(), y, row.Room(), 1), field: field, part: part})
}

func (p *painter) place(x, y int) { p.layout.cursor, p.layout.visible = uv.Pos(x, y), true }

// firstPart is the first part to show so that the one with the cursor is seen.
func (f *field) firstPart(m uv.WidthMethod, room int) int {
	const between = 3 // columns of the cursor and a separator
	width := func(in *lineedit.Input) int { return max(draw.Width(m, in.Text()), 1) + between }
	used := width(&f.parts[f.part])
	for i := f.part - 1; i >= 0; i-- {
		if used += width(&f.parts[i]); used > room {
			return i + 1
		}
	}
	return 0
}
