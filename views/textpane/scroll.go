package textpane

// top returns the first row in sight.
func (p *Pane) top() row {
	r := p.rowAt(min(p.anchor, len(p.index.text)))
	if end := p.endTop(); r.start > end {
		return p.rowAt(end)
	}
	return r
}

// endTop returns the start of the first row in sight when the last row is at the
// bottom.
func (p *Pane) endTop() int {
	if p.lastTop < 0 {
		r := p.lastRow()
		for range p.height - 1 {
			r, _ = p.previous(r)
		}
		p.lastTop = r.start
	}
	return p.lastTop
}

// LineDown scrolls n rows down; a negative n scrolls up.
func (p *Pane) LineDown(n int) {
	r := p.top()
	if !p.wrap {
		p.ScrollTo(r.line + n)
		return
	}
	for ok := true; ok && n < 0; n++ {
		r, ok = p.previous(r)
	}
	for ok := true; ok && n > 0; n-- {
		r, ok = p.next(r)
	}
	p.anchor = min(r.start, p.endTop())
}

// LineUp scrolls n rows up.
func (p *Pane) LineUp(n int) { p.LineDown(-n) }

// PageDown scrolls down by all rows but one.
func (p *Pane) PageDown() { p.LineDown(max(p.height-1, 1)) }

// PageUp scrolls up by all rows but one.
func (p *Pane) PageUp() { p.LineDown(-max(p.height-1, 1)) }

// HalfPageDown scrolls down by half of the rows.
func (p *Pane) HalfPageDown() { p.LineDown(max(p.height/2, 1)) }

// HalfPageUp scrolls up by half of the rows.
func (p *Pane) HalfPageUp() { p.LineDown(-max(p.height/2, 1)) }

// Home scrolls to the start of the text.
func (p *Pane) Home() { p.anchor, p.left = 0, 0 }

// End scrolls to where the last row of the text is the last in sight.
func (p *Pane) End() { p.anchor, p.left = p.endTop(), 0 }

// ScrollTo scrolls to where a line is the first in sight, or as near as the end of
// the text allows.
func (p *Pane) ScrollTo(line int) {
	line = min(max(line, 0), p.Lines()-1)
	p.anchor = min(int(p.index.starts[line]), p.endTop())
}

// SetCurrent makes a line the current one and scrolls it into sight.
func (p *Pane) SetCurrent(line int) {
	p.current = min(max(line, 0), p.Lines()-1)
	p.Reveal(int(p.index.starts[p.current]))
}

// Current returns the current line, -1 if there is none.
func (p *Pane) Current() int { return p.current }

// Reveal scrolls as far as needed for a byte of the text to be in sight; when it
// is far away, to where it is a third below the top.
func (p *Pane) Reveal(offset int) {
	offset = min(max(offset, 0), len(p.index.text))
	target := p.rowAt(offset)
	if r := p.top(); target.start < r.start || !p.shows(r, target) {
		r = target
		for range (p.height - 1) / 3 {
			r, _ = p.previous(r)
		}
		p.anchor = min(r.start, p.endTop())
	}
	if !p.wrap {
		p.revealColumn(target, offset)
	}
}

// shows reports whether target is in sight when top is the first row.
func (p *Pane) shows(top, target row) bool {
	if !p.wrap {
		return target.line-top.line < p.height
	}
	ok := true
	for range p.height {
		if !ok || top.start > target.start {
			return false
		}
		if top.start == target.start {
			return true
		}
		top, ok = p.next(top)
	}
	return false
}

// Position says what is in sight.
type Position struct {
	Line    int // the first line in sight
	Lines   int // all lines
	Column  int // the first column in sight, 0 when lines are wrapped
	Percent int // how much of the text is in sight or above, 0 to 100
	AtTop   bool
	AtEnd   bool
}

// Position returns what is in sight now.
func (p *Pane) Position() Position {
	top := p.top()
	pos := Position{Line: top.line, Lines: p.Lines(), Column: p.left, AtTop: top.start == 0, AtEnd: top.start >= p.endTop()}
	if pos.AtEnd {
		pos.Percent = 100
		return pos
	}
	bottom := top
	if p.wrap {
		for range p.height - 1 {
			bottom, _ = p.next(bottom)
		}
	} else {
		_, bottom.end = p.index.line(min(top.line+max(p.height, 1), p.Lines()) - 1)
	}
	pos.Percent = int(int64(bottom.end) * 100 / int64(len(p.index.text)))
	return pos
}
