// Package sheet shows a short document of styled lines that wraps and scrolls:
// facts, an error, what a server says about itself. Long texts and lists of many
// rows have surfaces of their own.
package sheet

import (
	"slices"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views/draw"
)

// Span is text in one style. It may hold anything: it is made safe when drawn.
type Span struct {
	Style uv.Style
	Text  string
}

// Line is one line before wrapping. Rows after the first start at column Indent.
type Line struct {
	Indent int
	Spans  []Span
}

// Text returns a line in one style.
func Text(st uv.Style, text string) Line { return Line{Spans: []Span{{st, text}}} }

// Sheet is a document and the place it is scrolled to. The zero Sheet is empty
// and ready to use.
type Sheet struct {
	lines   []Line
	wrapped [][]row        // the rows of every line; nil for a line that is not wrapped yet
	rows    []row          // all of them
	fresh   bool           // rows are those of lines
	method  uv.WidthMethod // they are wrapped for this method and width
	width   int
	height  int // of the last Draw
	top     int // first row shown
	tail    bool
}

// Set replaces the lines and stays at the same place. Lines that are as before
// cost next to nothing.
func (s *Sheet) Set(lines []Line) {
	wrapped := make([][]row, len(lines))
	for i := range min(len(lines), len(s.lines), len(s.wrapped)) {
		if lines[i].Indent == s.lines[i].Indent && slices.Equal(lines[i].Spans, s.lines[i].Spans) {
			wrapped[i] = s.wrapped[i]
		}
	}
	s.lines, s.wrapped, s.fresh = lines, wrapped, false
}

// Home goes back to the first row.
func (s *Sheet) Home() { s.top, s.tail = 0, false }

// End goes to the last row, and stays there when lines are added.
func (s *Sheet) End() { s.tail = true }

// Scroll moves by a number of rows, down when it is positive.
func (s *Sheet) Scroll(rows int) {
	if s.tail && rows < 0 {
		s.top = s.last()
	}
	s.top = min(max(s.top+rows, 0), s.last())
	s.tail = s.tail && rows > 0
}

// Page moves by a number of screenfuls, keeping one row in view.
func (s *Sheet) Page(pages float64) { s.Scroll(int(pages * float64(max(s.height-1, 1)))) }

// Handle scrolls and reports whether the key was one that does.
func (s *Sheet) Handle(id keymap.ID) bool {
	switch id {
	case keymap.Up:
		s.Scroll(-1)
	case keymap.Down:
		s.Scroll(1)
	case keymap.PageUp:
		s.Page(-1)
	case keymap.PageDown:
		s.Page(1)
	case keymap.HalfUp:
		s.Page(-0.5)
	case keymap.HalfDown:
		s.Page(0.5)
	case keymap.Top:
		s.Home()
	case keymap.Bottom:
		s.End()
	default:
		return false
	}
	return true
}

// Rows is the number of rows at the given width, after wrapping.
func (s *Sheet) Rows(m uv.WidthMethod, width int) int {
	s.wrap(m, width)
	return len(s.rows)
}

// More reports whether rows are hidden above and below.
func (s *Sheet) More() (above, below bool) { return s.top > 0, s.top < s.last() }

// Draw draws the rows that fit into the area.
func (s *Sheet) Draw(scr uv.Screen, area uv.Rectangle) {
	area = area.Intersect(scr.Bounds())
	s.height = area.Dy()
	s.wrap(scr.WidthMethod(), area.Dx())
	if s.top = min(s.top, s.last()); s.tail {
		s.top = s.last()
	}
	for y := range min(len(s.rows)-s.top, area.Dy()) {
		rw := s.rows[s.top+y]
		out := draw.NewRow(scr, area, y).Skip(rw.indent)
		for _, f := range rw.fragments {
			out.Text(f.Style, f.Text)
		}
	}
}

// last is the highest place the sheet can be scrolled to.
func (s *Sheet) last() int { return max(len(s.rows)-s.height, 0) }

func (s *Sheet) wrap(m uv.WidthMethod, width int) {
	if s.method != m || s.width != width {
		s.method, s.width = m, width
		clear(s.wrapped)
		s.fresh = false
	}
	if s.fresh {
		return
	}
	s.rows, s.fresh = s.rows[:0], true
	if width <= 0 {
		return
	}
	for i, line := range s.lines {
		if s.wrapped[i] == nil {
			s.wrapped[i] = appendRows(nil, line, m, width)
		}
		s.rows = append(s.rows, s.wrapped[i]...)
	}
}
