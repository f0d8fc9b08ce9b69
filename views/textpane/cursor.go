package textpane

import (
	"mcperuse/views/draw"
)

// An editor is built on a pane by what is in this file: it replaces the text at
// every key, and finds its way between bytes and cells.

// Replace shows another version of the text, without colours, at the same place
// as far as there still is one.
func (p *Pane) Replace(text string) {
	anchor, left := p.anchor, p.left
	p.SetText(text)
	p.anchor, p.left = min(anchor, len(p.index.text)), left
}

// Follow scrolls as few rows as needed for a byte of the text to be in sight.
func (p *Pane) Follow(offset int) {
	offset = p.within(offset)
	target := p.rowAt(offset)
	switch top := p.top(); {
	case target.start < top.start:
		p.anchor = target.start
	case !p.shows(top, target):
		r := target
		for range p.height - 1 {
			r, _ = p.previous(r)
		}
		p.anchor = r.start
	}
	if !p.wrap {
		p.revealColumn(target, offset)
	}
}

// Place returns where a byte of the text is drawn, in columns and rows of the
// area; the end of a row that fills the area is in the column after it. The byte
// is not in sight where ok is false.
func (p *Pane) Place(offset int) (x, y int, ok bool) {
	offset = p.within(offset)
	target := p.rowAt(offset)
	for r, more := p.top(), true; more && y < p.height; y++ {
		if r.start == target.start {
			x = p.columnOf(target, offset) - p.left
			if p.wrap { // spaces hang over the end of a row
				x = min(x, p.textWidth())
			}
			return p.gutter() + x, y, x >= 0 && p.gutter()+x <= p.width
		}
		r, more = p.next(r)
	}
	return 0, 0, false
}

// Offset returns the byte that is drawn in a cell of the area. Right of a row it
// is the end of its line, or the last byte of a row that goes on in the next.
func (p *Pane) Offset(x, y int) int {
	r := p.top()
	for ok := true; ok && y > 0; y-- {
		r, ok = p.next(r)
	}
	return p.byteAt(r, max(x-p.gutter(), 0)+p.left)
}

// Column returns how many columns of its row are before a byte of the text.
func (p *Pane) Column(offset int) int {
	offset = p.within(offset)
	return p.columnOf(p.rowAt(offset), offset)
}

// Below returns the byte in a column of the row that is some rows below that of
// another byte, above it where rows is negative. There is no way out of the text:
// past its first and last row it is at its start and end.
func (p *Pane) Below(offset, rows, column int) int {
	r, ok := p.rowAt(p.within(offset)), true
	for ; ok && rows > 0; rows-- {
		if r, ok = p.next(r); !ok {
			return len(p.index.text)
		}
	}
	for ; ok && rows < 0; rows++ {
		if r, ok = p.previous(r); !ok {
			return 0
		}
	}
	return p.byteAt(r, column)
}

func (p *Pane) within(offset int) int { return min(max(offset, 0), len(p.index.text)) }

func (p *Pane) columnOf(r row, offset int) int {
	offset = min(offset, r.end)
	if p.wrap {
		return p.indent(r) + p.advance(p.index.text[r.start:offset], 0)
	}
	from, col := p.seekByte(r.line, offset)
	return p.advance(p.index.text[from:offset], col)
}

func (p *Pane) byteAt(r row, column int) int {
	from, col := r.start, 0
	if !p.wrap {
		from, col = p.seek(r.line, column)
	}
	column -= p.indent(r)
	s, last := p.index.text[from:r.end], from
	for g := range draw.Glyphs(p.method, s) {
		w := g.Width
		if s[g.Start] == '\t' {
			w = p.tab - col%p.tab
		}
		if last = from + g.Start; col+w > column {
			return last
		}
		col += w
	}
	if _, end := p.index.line(r.line); r.end < end {
		return last
	}
	return r.end
}
