// Package rows is the core of every list: a cursor, a scroll position, the keys
// and the mouse that move them, and the drawing of the lines in sight.
//
// A list is made of lines, most of which can be selected; separators and
// headings cannot, and the cursor passes over them. The lines themselves stay
// with the view that owns the list: nothing here grows with their number, and a
// key costs as much on a million lines as on ten.
package rows

import "mcperuse/keymap"

// List is the position in a list of lines. The zero value is an empty list whose
// lines can all be selected. Lines are counted from 0.
type List struct {
	// Selectable tells whether the cursor may rest on a line; nil means on any.
	Selectable func(line int) bool

	length int
	height int  // lines in sight
	top    int  // the first line in sight
	cursor int  // the selected line, where placed
	placed bool // there is a line that can be selected
}

// SetHeight tells how many lines are in sight.
func (l *List) SetHeight(height int) {
	if height = max(height, 0); height == l.height {
		return
	}
	seen := l.inSight() || l.height == 0
	l.height = height
	l.clamp()
	if seen {
		l.reveal()
	}
}

// SetLen tells how many lines there are. Lines that come at the end move
// nothing; lines that go take the cursor and the scroll with them only as far as
// needed.
func (l *List) SetLen(length int) {
	l.length = max(length, 0)
	if l.cursor >= l.length {
		l.cursor = max(l.length-1, 0)
		l.placed = false
	}
	l.place()
	l.clamp()
}

// Reset goes back to the first line.
func (l *List) Reset() {
	l.top, l.cursor, l.placed = 0, 0, false
	l.place()
}

// Len is the number of lines.
func (l *List) Len() int { return l.length }

// Top is the first line in sight.
func (l *List) Top() int { return l.top }

// Cursor is the selected line, or -1 where no line can be selected.
func (l *List) Cursor() int {
	if !l.placed {
		return -1
	}
	return l.cursor
}

// CursorY is where the selected line is, in lines below the top of the area, and
// whether it is in sight.
func (l *List) CursorY() (y int, ok bool) { return l.cursor - l.top, l.inSight() }

// Select puts the cursor on a line, or on the nearest that can be selected, and
// brings it into sight.
func (l *List) Select(line int) {
	line = min(max(line, 0), max(l.length-1, 0))
	if found, ok := l.search(line, 1); ok {
		l.cursor, l.placed = found, true
	} else if found, ok := l.search(line, -1); ok {
		l.cursor, l.placed = found, true
	}
	l.reveal()
}

// Handle moves the cursor and reports whether the key was one that does.
func (l *List) Handle(id keymap.ID) bool {
	switch id {
	case keymap.Up:
		l.move(-1)
	case keymap.Down:
		l.move(1)
	case keymap.PageUp:
		l.page(-l.height)
	case keymap.PageDown:
		l.page(l.height)
	case keymap.HalfUp:
		l.page(-(l.height + 1) / 2)
	case keymap.HalfDown:
		l.page((l.height + 1) / 2)
	case keymap.Top:
		l.Select(0)
		l.top = 0
	case keymap.Bottom:
		if found, ok := l.search(l.length-1, -1); ok {
			l.cursor = found
		}
		l.top = l.length
		l.clamp()
		l.reveal()
	default:
		return false
	}
	return true
}

// Wheel scrolls by lines, down where positive. The cursor stays where it is,
// even out of sight; the next key brings it back.
func (l *List) Wheel(lines int) {
	l.top += lines
	l.clamp()
}

// LineAt is the line y lines below the top of the area, and whether there is one
// that can be selected.
func (l *List) LineAt(y int) (line int, ok bool) {
	if y < 0 || y >= l.height {
		return 0, false
	}
	line = l.top + y
	return line, line < l.length && l.selectable(line)
}

// Click puts the cursor on the line y lines below the top of the area and
// reports whether there is one to select. Nothing scrolls under the pointer.
func (l *List) Click(y int) bool {
	line, ok := l.LineAt(y)
	if ok {
		l.cursor, l.placed = line, true
	}
	return ok
}

func (l *List) selectable(line int) bool { return l.Selectable == nil || l.Selectable(line) }

// search finds the first selectable line from one on in steps of dir.
func (l *List) search(from, dir int) (line int, ok bool) {
	for line = from; line >= 0 && line < l.length; line += dir {
		if l.selectable(line) {
			return line, true
		}
	}
	return 0, false
}

// place puts a cursor that has no line yet on the nearest one.
func (l *List) place() {
	if l.placed {
		return
	}
	if line, ok := l.search(l.cursor, -1); ok {
		l.cursor, l.placed = line, true
	} else if line, ok := l.search(l.cursor, 1); ok {
		l.cursor, l.placed = line, true
	}
}

// move goes to the next selectable line in a direction; where there is none, it
// scrolls to show what is left in that direction.
func (l *List) move(dir int) {
	if line, ok := l.search(l.cursor+dir, dir); ok {
		l.cursor = line
	} else {
		l.top += dir
		l.clamp()
	}
	l.reveal()
}

// page moves the cursor and the scroll by lines, so that the cursor keeps its
// place in sight.
func (l *List) page(lines int) {
	if lines == 0 || l.length == 0 {
		return
	}
	dir := 1
	if lines < 0 {
		dir = -1
	}
	to := min(max(l.cursor+lines, 0), l.length-1)
	if line, ok := l.search(to, dir); ok {
		l.cursor = line
	} else if line, ok := l.search(to, -dir); ok {
		l.cursor = line
	}
	l.top += lines
	l.clamp()
	l.reveal()
}

func (l *List) inSight() bool {
	return l.placed && l.cursor >= l.top && l.cursor < l.top+l.height
}

// reveal scrolls just far enough to show the cursor, with a line before and
// after it where there is room, so that a heading above it is seen, too.
func (l *List) reveal() {
	if l.height == 0 || !l.placed {
		return
	}
	margin := 0
	if l.height >= 5 {
		margin = 1
	}
	l.top = min(l.top, l.cursor-margin)
	l.top = max(l.top, l.cursor+margin-l.height+1)
	l.clamp()
}

func (l *List) clamp() {
	l.top = max(min(l.top, l.length-max(l.height, 1)), 0)
}
