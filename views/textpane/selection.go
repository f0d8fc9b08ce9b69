package textpane

import (
	"strings"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/draw"
)

// selection is a part of the text from one place to another, both included.
type selection struct {
	on    bool
	keys  bool // keys move its end
	lines bool // it is of whole lines
	// from is where it begins or ends, and to where the other end is, in bytes; to
	// moves.
	from, to int
	column   int // that to strives for when it moves by rows
}

// Select selects the line that is looked at: the one of the hit that stands out,
// else the current one, else the first in sight; at the end of a text that goes on
// above, the last. Keys then move the end of the selection: see
// [Pane.HandleSelection].
func (p *Pane) Select() {
	at := p.top().start
	last := int(p.index.starts[p.Lines()-1])
	if pos := p.Position(); pos.AtEnd && !pos.AtTop && p.inSight(last) {
		at = last
	}
	if p.current >= 0 && p.inSight(int(p.index.starts[p.current])) {
		at = int(p.index.starts[p.current])
	}
	if p.hit >= 0 && p.hit < len(p.hits) && p.inSight(p.hits[p.hit].Start) {
		at = p.hits[p.hit].Start
	}
	p.selection = selection{on: true, keys: true, lines: true, from: at, to: at, column: p.Column(at)}
}

func (p *Pane) inSight(offset int) bool {
	_, _, ok := p.Place(offset)
	return ok
}

// Unselect selects nothing.
func (p *Pane) Unselect() { p.selection = selection{} }

// Selecting reports whether keys move the end of the selection.
func (p *Pane) Selecting() bool { return p.selection.keys }

// Selected is the text that is selected, "" for none. Of whole lines the last line
// break is not a part of it.
func (p *Pane) Selected() string {
	start, end := p.selected()
	return p.index.text[start:end]
}

// selected are the bytes that are selected, [start, end).
func (p *Pane) selected() (start, end int) {
	s := p.selection
	if !s.on {
		return 0, 0
	}
	first, last := min(s.from, s.to), max(s.from, s.to)
	if s.lines {
		start, _ = p.index.line(p.index.lineAt(first))
		_, end = p.index.line(p.index.lineAt(last))
		return start, end
	}
	return first, p.after(last)
}

// after is the end of the glyph at a byte; at the end of a line it is that.
func (p *Pane) after(offset int) int {
	if _, end := p.index.line(p.index.lineAt(offset)); offset >= end {
		return offset
	}
	cluster, _ := draw.Cluster(p.method, p.index.text[offset:])
	return offset + len(cluster)
}

// before is the start of the glyph before a byte; at the start of a line it is the
// end of the line before.
func (p *Pane) before(offset int) int {
	line := p.index.lineAt(offset)
	start, _ := p.index.line(line)
	if offset <= start {
		if line == 0 {
			return 0
		}
		_, end := p.index.line(line - 1)
		return end
	}
	from, _ := p.seekByte(line, offset-1)
	last := from
	for g := range draw.Glyphs(p.method, p.index.text[from:offset]) {
		last = from + g.Start
	}
	return last
}

// HandleSelection does what a key does while it moves the end of the selection.
func (p *Pane) HandleSelection(id keymap.ID) views.Action {
	switch id {
	case keymap.Copy:
		return p.CopySelection()
	case keymap.Back:
		p.Unselect()
	default:
		p.move(id)
	}
	return nil
}

// CopySelection asks for what is selected to be copied, and selects nothing; it is
// nil where nothing was.
func (p *Pane) CopySelection() views.Action {
	text := p.Selected()
	p.Unselect()
	if text == "" {
		return nil
	}
	return views.CopyText{Text: text, Label: "selection"}
}

// move moves the end of the selection.
func (p *Pane) move(id keymap.ID) {
	s := &p.selection
	switch id {
	case keymap.Up:
		p.extend(p.Below(s.to, -1, s.column), false)
	case keymap.Down:
		p.extend(p.Below(s.to, 1, s.column), false)
	case keymap.PageUp:
		p.extend(p.Below(s.to, -max(p.height-1, 1), s.column), false)
	case keymap.PageDown:
		p.extend(p.Below(s.to, max(p.height-1, 1), s.column), false)
	case keymap.HalfUp:
		p.extend(p.Below(s.to, -max(p.height/2, 1), s.column), false)
	case keymap.HalfDown:
		p.extend(p.Below(s.to, max(p.height/2, 1), s.column), false)
	case keymap.Top:
		p.extend(0, true)
	case keymap.Bottom:
		p.extend(len(p.index.text), true)
	case keymap.ScrollLeft:
		s.lines = false
		p.extend(p.before(s.to), true)
	case keymap.ScrollRight:
		s.lines = false
		p.extend(p.right(s.to), true)
	case keymap.WordLeft:
		s.lines = false
		p.extend(p.wordStart(p.skip(p.before(s.to), p.before)), true)
	case keymap.WordRight:
		s.lines = false
		p.extend(p.wordEnd(p.skip(p.right(s.to), p.right)), true)
	case keymap.LineStart:
		s.lines = false
		start, _ := p.index.line(p.index.lineAt(s.to))
		p.extend(start, true)
	case keymap.LineEnd:
		s.lines = false
		_, end := p.index.line(p.index.lineAt(s.to))
		p.extend(end, true)
	case keymap.SelectLines:
		s.lines = !s.lines
	case keymap.OtherEnd:
		s.from, s.to = s.to, s.from
		p.extend(s.to, true)
	}
}

// extend moves the end of the selection, and brings it into sight. A new column is
// the one to strive for.
func (p *Pane) extend(to int, newColumn bool) {
	p.selection.to = p.within(to)
	if newColumn {
		p.selection.column = p.Column(to)
	}
	p.Follow(to)
}

// right is the glyph after the one at a byte, in the next line where there is none.
func (p *Pane) right(offset int) int {
	line := p.index.lineAt(offset)
	if _, end := p.index.line(line); offset < end {
		return p.after(offset)
	}
	if line+1 == p.Lines() {
		return offset
	}
	return int(p.index.starts[line+1])
}

// inWord reports whether a character is in a word when it is selected by a double
// click: what names are made of.
func inWord(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// mostSkipped bounds how far one key goes where there is no word.
const mostSkipped = 200

// skip is the first glyph of a word from a byte on, in the steps of next, as far as
// the line goes.
func (p *Pane) skip(offset int, next func(int) int) int {
	for range mostSkipped {
		if r, _ := utf8.DecodeRuneInString(p.index.text[offset:]); inWord(r) {
			return offset
		}
		to := next(offset)
		if to == offset || p.index.lineAt(to) != p.index.lineAt(offset) {
			return offset
		}
		offset = to
	}
	return offset
}

// longestWord bounds how far a word is looked for, in bytes: a line may be all of a
// large text, and all of it one word.
const longestWord = 16 << 10

// wordStart is the start of the word that a byte is in, the byte itself where it
// is in none.
func (p *Pane) wordStart(offset int) int {
	start, end := p.index.line(p.index.lineAt(offset))
	to := min(p.after(offset), end)
	head := p.index.text[max(start, to-longestWord):max(start, to)]
	if r, _ := utf8.DecodeLastRuneInString(head); !inWord(r) {
		return offset
	}
	return to - len(head) + len(strings.TrimRightFunc(head, inWord))
}

// wordEnd is the last glyph of the word that a byte is in, the byte itself where it
// is in none.
func (p *Pane) wordEnd(offset int) int {
	_, end := p.index.line(p.index.lineAt(offset))
	offset = min(offset, end)
	tail := p.index.text[offset:min(end, offset+longestWord)]
	rest := strings.TrimLeftFunc(tail, inWord)
	if len(rest) == len(tail) {
		return offset
	}
	return p.before(offset + len(tail) - len(rest))
}

// Press begins a selection where the mouse is pressed, on the screen the pane was
// drawn on last: at one character, at a second press there of its word, at a third
// of its line. It reports whether the place is in the pane.
func (p *Pane) Press(at uv.Position, presses int) bool {
	if !at.In(p.area) {
		return false
	}
	offset := p.Offset(at.X-p.area.Min.X, at.Y-p.area.Min.Y)
	s := selection{on: presses > 1, lines: presses > 2, from: offset, to: offset}
	if presses == 2 {
		s.from, s.to = p.wordStart(offset), p.wordEnd(offset)
	}
	p.selection = s
	return true
}

// Drag moves the end of the selection to where the mouse is. Above and below the
// pane it scrolls.
func (p *Pane) Drag(at uv.Position) {
	x, y := at.X-p.area.Min.X, at.Y-p.area.Min.Y
	switch {
	case y < 0:
		p.LineUp(1)
	case y >= p.height:
		p.LineDown(1)
	}
	p.selection.on = true
	p.selection.to = p.Offset(x, min(max(y, 0), max(p.height-1, 0)))
}

// SelectionCaret is where the end of the selection is on the screen; ok is false
// where keys do not move it, or it is out of sight.
func (p *Pane) SelectionCaret() (x, y int, ok bool) {
	if !p.Selecting() {
		return 0, 0, false
	}
	x, y, ok = p.Place(p.selection.to)
	return p.area.Min.X + min(x, max(p.width-1, 0)), p.area.Min.Y + y, ok
}

// on returns a style with that of the selection below it.
func (s Styles) on(st uv.Style) uv.Style {
	if s.Selected.Bg != nil {
		st.Bg = s.Selected.Bg
	}
	st.Attrs |= s.Selected.Attrs
	return st
}
