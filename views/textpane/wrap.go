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
	seg := p.segmentRows(line, min(offset, end))
	i, exact := slices.BinarySearch(seg.starts, offset)
	if !exact {
		i--
	}
	r := row{line, seg.starts[i], seg.to}
	if i+1 < len(seg.starts) {
		r.end = seg.starts[i+1]
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

// wrappedSegment knows where the rows of the segment [from, to) of a line start.
type wrappedSegment struct {
	line, from, to int
	starts         []int
}

// wrapCache keeps the segments used last.
type wrapCache struct {
	segments [8]wrappedSegment
	next     int // the one to replace
}

// segmentRows returns the segment of a line that a byte of it is in.
func (p *Pane) segmentRows(line, offset int) *wrappedSegment {
	start, end := p.index.line(line)
	cache := &p.wrapped
	for i := range cache.segments {
		if s := &cache.segments[i]; s.starts != nil && s.line == line && s.from <= offset && (offset < s.to || s.to == end) {
			return s
		}
	}
	s := &cache.segments[cache.next]
	cache.next = (cache.next + 1) % len(cache.segments)
	_, from, to := p.index.segmentAt(p.method, start, end, offset)
	room, hang := p.textWidth(), p.hang(line)
	if from > start {
		room -= hang
	}
	*s = wrappedSegment{line, from, to, p.wrapSegment(s.starts[:0], from, to, room, p.textWidth()-hang)}
	return s
}

// hang is how far the rows of a wrapped line are indented after its first: as far
// as the line is behind its margin, and no more than half of the width.
func (p *Pane) hang(line int) int {
	if !p.wrap {
		return 0
	}
	start, end := p.index.line(line)
	most := p.textWidth() / 2
	s := p.index.text[start:min(end, start+4*most)]
	hang := 0
	for g := range draw.Glyphs(p.method, s) {
		if blank := s[g.Start] == ' ' || s[g.Start] == '\t'; !blank && hang >= p.margin || hang >= most {
			break
		}
		hang = p.advance(s[g.Start:g.End], hang)
	}
	return min(hang, most)
}

// indent is how far a row is indented on screen besides the blanks in it.
func (p *Pane) indent(r row) int {
	if r.start == int(p.index.starts[r.line]) {
		return 0
	}
	return p.hang(r.line)
}

// wrapSegment appends where the rows of a segment start. A row ends after white
// space that follows something, or after a wide character, and anywhere if there is
// neither. Spaces that do not fit hang over the end of their row, out of sight. The
// first row is width columns wide, those after it rest.
func (p *Pane) wrapSegment(starts []int, from, to, width, rest int) []int {
	s := p.index.text[from:to]
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
			width = rest
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
