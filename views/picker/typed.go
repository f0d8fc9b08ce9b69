package picker

import (
	"mcperuse/views/lineedit"
	"mcperuse/views/rows"
)

// Typed is a line that is typed, and the list below it that the line narrows.
type Typed struct {
	Line   string
	List   rows.List
	Narrow func() // called when the line has become another
}

// SetSize tells the size of the area that line and list are drawn in.
func (t *Typed) SetSize(_, height int) { t.List.SetHeight(max(0, height-1)) }

// Key types a key that has no meaning of its own, and reports whether there was
// a use for it.
func (t *Typed) Key(key, text string) bool {
	line, used := lineedit.Edit(t.Line, key, text)
	t.SetLine(line)
	return used
}

// Paste types a text.
func (t *Typed) Paste(text string) { t.SetLine(lineedit.Paste(t.Line, text)) }

// SetLine puts another text into the line.
func (t *Typed) SetLine(line string) {
	if line != t.Line {
		t.Line = line
		t.Narrow()
	}
}

// Wheel scrolls by rows, down where positive.
func (t *Typed) Wheel(rows int) { t.List.Wheel(rows) }
