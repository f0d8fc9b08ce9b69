package textpane

import (
	"slices"

	"mcperuse/views/draw"
)

// row is one row on screen: the bytes [start, end) of a line. Without wrapping it
// is the whole line.
type row struct{ line, start, end int }

// rowAt returns the row that a byte of the text is in. Line breaks are in the last
// row of their line.
func (p *Pane) rowAt(offset int) row {
	line := p.index.lineAt(offset)
	start, end := p.index.line(line)
	if !p.wrap || start == end {
		return row{line, start, end}
	}
	offset = min(offset, end)
	_, from, to := p.index.segmentAt(p.method, start, end, offset)
	starts := p.rowStarts(from, to)
	i, exact := slices.BinarySearch(starts, offset)
	if !exact {
		i--
	}
	r := row{line, starts[i], to}
	if i+1 < len(starts) {
		r.end = starts[i+1]
	}
	return r
}

// next returns the row after r.
func (p *Pane) next(r row) (row, bool) {
	if _, end := p.index.line(r.line); r.end < end {
		return p.rowAt(r.end), true
	}
	if r.line+1 == p.Lines() {
		return r, false
	}
	return p.rowAt(int(p.index.starts[r.line+1])), true
}

// previous returns the row before r.
func (p *Pane) previous(r row) (row, bool) {
	if r.start == 0 {
		return r, false
	}
	return p.rowAt(r.start - 1), true
}

// lastRow returns the last row of the text.
func (p *Pane) lastRow() row {
	_, end := p.index.line(p.Lines() - 1)
	return p.rowAt(end)
}

// wrapCache keeps the rows of the segments used last.
type wrapCache struct {
	entries [8]struct {
		from, to int
		starts   []int
	}
	next int // the entry to replace
}

// rowStarts returns where the rows of a segment start.
func (p *Pane) rowStarts(from, to int) []int {
	for i := range p.wrapped.entries {
		if e := &p.wrapped.entries[i]; e.from == from && e.to == to && e.starts != nil {
			return e.starts
		}
	}
	e := &p.wrapped.entries[p.wrapped.next]
	p.wrapped.next = (p.wrapped.next + 1) % len(p.wrapped.entries)
	e.from, e.to = from, to
	e.starts = p.wrapSegment(make([]int, 0, 1+(to-from)/p.textWidth()), from, to)
	return e.starts
}

// wrapSegment appends where the rows of a segment start. A row ends after white
// space that follows something, or after a wide character, and anywhere if there is
// neither. Spaces that do not fit hang over the end of their row, out of sight.
func (p *Pane) wrapSegment(starts []int, from, to int) []int {
	s, width := p.index.text[from:to], p.textWidth()
	starts = append(starts, from)
	if len(s) <= width && allPlain(s) {
		return starts
	}
	var (
		col      int // where the next glyph goes
		breakAt  int // the last place to end the row, if after its start
		breakCol int
		rowStart int
		inked    bool // the row has more than its indentation
	)
	for g := range draw.Glyphs(p.method, s) {
		w := g.Width
		space := s[g.Start] == ' ' || s[g.Start] == '\t'
		if s[g.Start] == '\t' {
			w = p.tab - col%p.tab
		}
		for col+w > width && g.Start > rowStart && !space {
			rowStart = g.Start
			if breakAt > 0 {
				rowStart = breakAt
			}
			starts = append(starts, from+rowStart)
			if col -= breakCol; breakAt == 0 {
				col = 0
			}
			breakAt, breakCol, inked = 0, 0, false
		}
		col += w
		inked = inked || !space
		if space && inked || w > 1 && !space && !g.Substitute {
			breakAt, breakCol = g.End, col
		}
	}
	return starts
}
