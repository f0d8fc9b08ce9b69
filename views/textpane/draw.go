package textpane

import (
	"sort"
	"strconv"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views/draw"
)

// Span gives the text from a byte offset on a style: an index into the table of
// styles. See [Pane.SetSpans].
type Span struct {
	Offset uint32
	Style  uint16
}

// Draw draws the rows in sight. A line has its number beside its first row, and
// beside the first row in sight. It takes the size of the area and the width method
// of the screen for its own.
func (p *Pane) Draw(scr uv.Screen, area uv.Rectangle) {
	if m := scr.WidthMethod(); m != p.method {
		p.method = m
		p.columns = nil
		p.relayout()
	}
	p.SetSize(area.Dx(), area.Dy())
	p.area = area
	if p.width == 0 || p.height == 0 {
		return
	}
	draw.Fill(scr, area, p.styles.Text)
	r, gutter := p.top(), p.gutter()
	for y := range p.height {
		out := draw.NewRow(scr, area, y)
		if number := out.Take(gutter); y == 0 || r.start == int(p.index.starts[r.line]) {
			p.drawNumber(number, r.line)
		}
		p.drawText(out, r)
		var ok bool
		if r, ok = p.next(r); !ok {
			break
		}
	}
}

// drawNumber draws the number of a line.
func (p *Pane) drawNumber(out *draw.Row, line int) {
	st := p.styles.Number
	if line == p.current {
		st = p.styles.Current
	}
	out.TakeRight(2)
	out.Right(st, strconv.Itoa(line+1))
}

// drawText draws a row, from column p.left on.
func (p *Pane) drawText(out *draw.Row, r row) {
	from, col := r.start, 0
	if !p.wrap {
		from, col = p.seek(r.line, p.left)
	}
	out.Skip(p.indent(r))
	s := p.index.text[from:r.end]
	spans := p.spansFrom(from)
	st := p.styles.Text
	first, last := p.selected()
	hit := p.hitAt(from, sort.Search(len(p.hits), func(i int) bool { return p.hits[i].End > from }))
	for g := range draw.Glyphs(p.method, s) {
		for len(spans) > 0 && int(spans[0].Offset) <= from+g.Start {
			st = p.style(spans[0].Style)
			spans = spans[1:]
		}
		gst := st
		switch {
		case s[g.Start] == '\t':
			g = draw.Glyph{Width: p.tab - col%p.tab}
		case g.Substitute:
			gst = p.styles.Hidden
		}
		if hit = p.hitAt(from+g.Start, hit); hit < len(p.hits) && from+g.Start >= p.hits[hit].Start {
			if gst = p.styles.Hit; hit == p.hit {
				gst = p.styles.Here
			}
		}
		if at := from + g.Start; at >= first && at < last {
			gst = p.styles.on(gst)
		}
		before := min(max(p.left-col, 0), g.Width) // columns of g that are left of the area
		col += g.Width
		if g.Width == before {
			continue
		}
		drawGlyph(out, gst, g, before)
		if out.Room() == 0 {
			return
		}
	}
	if p.selection.on && r.end >= first && r.end < last {
		out.Take(1).Fill(p.styles.on(p.styles.Text)) // the line break is selected, too
	}
}

// drawGlyph draws what is left of g without its first columns. A tab has no text.
func drawGlyph(out *draw.Row, st uv.Style, g draw.Glyph, before int) {
	switch {
	case g.Substitute:
		for ; before > 0; before-- { // each character of a substitute is one column
			_, size := utf8.DecodeRuneInString(g.Text)
			g.Text = g.Text[size:]
		}
		out.Glyph(st, g)
	case before > 0 || g.Text == "":
		out.Take(g.Width - before).Fill(st)
	default:
		out.Glyph(st, g)
	}
}

// spansFrom returns the spans from the one that holds at a byte on.
func (p *Pane) spansFrom(offset int) []Span {
	i := sort.Search(len(p.spans), func(i int) bool { return int(p.spans[i].Offset) > offset })
	return p.spans[max(i-1, 0):]
}

// style returns a style of the table.
func (p *Pane) style(n uint16) uv.Style {
	if int(n) < len(p.table) {
		return p.table[n]
	}
	return p.styles.Text
}
