package textpane

import (
	"sort"

	"mcperuse/views/draw"
)

// ScrollColumns scrolls n columns to the right, to the left if n is negative; not
// further than the end of the longest line in sight. It does nothing when lines
// are wrapped.
func (p *Pane) ScrollColumns(n int) {
	if p.wrap {
		return
	}
	left := max(p.left+n, 0)
	if n > 0 {
		need, longest := left+p.textWidth(), 0
		top := p.top().line
		for line := top; line < min(top+p.height, p.Lines()); line++ {
			longest = max(longest, p.widthUpTo(line, need))
		}
		left = max(min(left, longest-p.textWidth()), p.left)
	}
	p.left = left
}

// ScrollToColumn scrolls sideways to where a column is the first in sight.
func (p *Pane) ScrollToColumn(column int) {
	p.left = 0
	p.ScrollColumns(column)
}

// revealColumn scrolls sideways as far as needed for a byte of a row to be in sight.
func (p *Pane) revealColumn(r row, offset int) {
	at, col := p.seekByte(r.line, min(offset, r.end))
	col = p.advance(p.index.text[at:min(offset, r.end)], col)
	if width := p.textWidth(); col < p.left || col >= p.left+width {
		if p.left = 0; col >= width {
			p.left = col - width/3
		}
	}
}

// seek returns the start of the segment of a line that has a column, and the
// column it starts in; the last segment if the line is not that long.
func (p *Pane) seek(line, column int) (offset, at int) {
	start, end := p.index.line(line)
	columns := p.segmentColumns(line, func(columns []int) bool { return columns[len(columns)-1] > column })
	n := max(sort.SearchInts(columns, column+1)-1, 0)
	return p.index.segmentStart(p.method, start, end, n), columns[n]
}

// seekByte returns the start of the segment of a line that has a byte, and the
// column it starts in.
func (p *Pane) seekByte(line, offset int) (from, at int) {
	start, end := p.index.line(line)
	n, from, _ := p.index.segmentAt(p.method, start, end, offset)
	columns := p.segmentColumns(line, func(columns []int) bool { return len(columns) > n })
	return from, columns[n]
}

// segmentColumns returns the columns that the segments of a line start in, as many
// as needed for enough to be satisfied, or all of them. They are kept.
func (p *Pane) segmentColumns(line int, enough func([]int) bool) []int {
	start, end := p.index.line(line)
	if end-start <= segmentSize {
		return []int{0}
	}
	columns := p.columns[line]
	if columns == nil {
		columns = []int{0}
	}
	known := len(columns)
	from := p.index.segmentStart(p.method, start, end, known-1)
	for !enough(columns) {
		to := p.index.segmentStart(p.method, start, end, len(columns))
		if to == end {
			break
		}
		columns = append(columns, p.advance(p.index.text[from:to], columns[len(columns)-1]))
		from = to
	}
	if len(columns) > known {
		if p.columns == nil {
			p.columns = make(map[int][]int)
		}
		p.columns[line] = columns
	}
	return columns
}

// widthUpTo returns the width of a line, or a number from limit up as soon as it
// is known to be that wide.
func (p *Pane) widthUpTo(line, limit int) int {
	start, end := p.index.line(line)
	columns := p.segmentColumns(line, func(columns []int) bool { return columns[len(columns)-1] >= limit })
	last := len(columns) - 1
	if columns[last] >= limit {
		return columns[last]
	}
	return p.advance(p.index.text[p.index.segmentStart(p.method, start, end, last):end], columns[last])
}

// advance returns the column after s, which starts in the given column.
func (p *Pane) advance(s string, col int) int {
	if allPlain(s) {
		return col + len(s)
	}
	for g := range draw.Glyphs(p.method, s) {
		if s[g.Start] == '\t' {
			col += p.tab - col%p.tab
		} else {
			col += g.Width
		}
	}
	return col
}
