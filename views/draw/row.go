package draw

import (
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
)

// Row draws on one line of an area: texts from the left end, or from the right
// end, towards the middle. It never draws outside its columns. Cells it does not
// draw keep what they have.
//
//	r := draw.NewRow(scr, area, 0)
//	r.Right(th.Dim, "12,345").Skip(1).Text(th.Bold, name)
//
// The methods return the row itself, except Take and TakeRight.
type Row struct {
	scr uv.Screen
	y   int
	x   int // the next free column
	end int // after the last free column

	next uv.Cell // handed to the screen, which copies it
}

// NewRow returns the row of the area at the given line, counted from the top of
// the area from 0. A line outside the area or the screen has no room.
func NewRow(scr uv.Screen, area uv.Rectangle, line int) *Row {
	y := area.Min.Y + line
	visible := area.Intersect(scr.Bounds())
	if y < visible.Min.Y || y >= visible.Max.Y {
		return &Row{scr: scr, y: y, x: area.Min.X, end: area.Min.X}
	}
	return &Row{scr: scr, y: y, x: visible.Min.X, end: visible.Max.X}
}

// X returns the screen column that the next text from the left starts in.
func (r *Row) X() int { return r.x }

// Room returns the number of free columns.
func (r *Row) Room() int { return r.end - r.x }

// Skip leaves n columns as they are, or as many as there are.
func (r *Row) Skip(n int) *Row {
	r.x += min(max(n, 0), r.Room())
	return r
}

// Fill makes the free columns blank in a style; they stay free.
func (r *Row) Fill(st uv.Style) *Row {
	Fill(r.scr, uv.Rect(r.x, r.y, r.Room(), 1), st)
	return r
}

// Take cuts off the next n columns, or as many as there are, as a row of their own.
func (r *Row) Take(n int) *Row {
	cut := *r
	r.Skip(n)
	cut.end = r.x
	return &cut
}

// TakeRight cuts off the last n columns, or as many as there are, as a row of
// their own.
func (r *Row) TakeRight(n int) *Row {
	cut := *r
	r.end -= min(max(n, 0), r.Room())
	cut.x = r.end
	return &cut
}

// Text draws s, cut at its end with "…" if it is too long.
func (r *Row) Text(st uv.Style, s string) *Row { return r.Spans(st, s, CutEnd) }

// Cut draws s, cut as told if it is too long.
func (r *Row) Cut(st uv.Style, s string, how Cut) *Row { return r.Spans(st, s, how) }

// Right draws s at the right end, cut at its end if it is too long, and takes the
// columns it fills off the right end.
func (r *Row) Right(st uv.Style, s string) *Row {
	r.TakeRight(widthUpTo(r.scr.WidthMethod(), s, r.Room())).Text(st, s)
	return r
}

// Span gives a style to the bytes [Start, End) of a text.
type Span struct {
	Start, End int
	Style      uv.Style
}

// Spans draws s with some of its bytes in other styles: the matches of a filter,
// say. Spans are sorted and do not overlap; a cluster takes the style of its
// first byte.
func (r *Row) Spans(st uv.Style, s string, how Cut, spans ...Span) *Row {
	if r.Room() == 0 || s == "" {
		return r
	}
	m := r.scr.WidthMethod()
	head, tail := cut(m, s, r.Room(), how)
	first := r.x
	part := func(from, to int) {
		for g := range Glyphs(m, s[from:to]) {
			if r.x == first {
				r.separate(g.Text)
			}
			for len(spans) > 0 && spans[0].End <= from+g.Start {
				spans = spans[1:]
			}
			gs := st
			if len(spans) > 0 && spans[0].Start <= from+g.Start {
				gs = spans[0].Style
			}
			if g.Substitute {
				gs.Attrs ^= uv.AttrReverse
			}
			r.Glyph(gs, g)
		}
	}
	part(0, head)
	if head < len(s) {
		r.put(ellipsis, st)
		part(tail, len(s))
	}
	r.detach(first)
	return r
}

// Glyph draws a glyph of [Glyphs], in the style as given.
func (r *Row) Glyph(st uv.Style, g Glyph) *Row {
	if !g.Substitute {
		r.cell(uv.Cell{Content: g.Text, Width: g.Width, Style: st})
		return r
	}
	for i, c := range g.Text {
		r.cell(uv.Cell{Content: g.Text[i : i+utf8.RuneLen(c)], Width: 1, Style: st})
	}
	return r
}

// put draws one of our own characters.
func (r *Row) put(s string, st uv.Style) {
	r.cell(uv.Cell{Content: s, Width: r.scr.WidthMethod().StringWidth(s), Style: st})
}

// cell sets the next cell; one that is too wide for the room leaves blanks.
func (r *Row) cell(c uv.Cell) {
	if c.Width > r.Room() {
		r.Fill(c.Style)
		r.x = r.end
		return
	}
	r.next = c
	r.scr.SetCell(r.x, r.y, &r.next)
	r.x += c.Width
}

// separate leaves a column free when the cluster s would join the one in the cell
// before it: two halves of a flag, say. A terminal would draw the two as one, and
// everything after them too far left.
func (r *Row) separate(s string) {
	if s[0] < utf8.RuneSelf {
		return
	}
	if x := r.before(r.x); x >= 0 && joins(r.scr.WidthMethod(), r.scr.CellAt(x, r.y).Content, s) {
		r.Skip(1)
	}
}

// detach blanks the last cluster drawn since column first when it would join the
// cell after it.
func (r *Row) detach(first int) {
	next := r.scr.CellAt(r.x, r.y)
	if r.x == first || next == nil || next.Content == "" || next.Content[0] < utf8.RuneSelf {
		return
	}
	x := r.before(r.x)
	if last := r.scr.CellAt(x, r.y); joins(r.scr.WidthMethod(), last.Content, next.Content) {
		Fill(r.scr, uv.Rect(x, r.y, r.x-x, 1), last.Style)
	}
}

// before returns the column of the cell that ends before column x, or -1.
func (r *Row) before(x int) int {
	for x--; x >= 0 && r.scr.CellAt(x, r.y).Width == 0; x-- {
	}
	return x
}

// joins reports whether the cluster a grows when b follows.
func joins(m uv.WidthMethod, a, b string) bool {
	if a == "" || a[0] < utf8.RuneSelf {
		return false
	}
	got, _ := Cluster(m, a+b[:min(len(b), utf8.UTFMax)])
	return len(got) > len(a)
}
