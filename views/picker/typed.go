package picker

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views/lineedit"
	"mcperuse/views/rows"
)

// Typed is a line that is typed, and the list below it that the line narrows.
type Typed struct {
	Line   lineedit.Line
	List   rows.List
	Narrow func() // called when the line has become another
}

// SetSize tells the size of the area that line and list are drawn in.
func (t *Typed) SetSize(_, height int) { t.List.SetHeight(max(0, height-1)) }

// Key types a key that has no meaning of its own, and reports whether there was
// a use for it.
func (t *Typed) Key(key, text string) (used bool) {
	t.edit(func() { used = t.Line.Type(key, text) })
	return used
}

// Paste types a text.
func (t *Typed) Paste(text string) { t.edit(func() { t.Line.Paste(text) }) }

// SetLine puts another text into the line.
func (t *Typed) SetLine(line string) { t.edit(func() { t.Line.Set(line) }) }

func (t *Typed) edit(how func()) {
	before := t.Line.Text()
	if how(); t.Line.Text() != before {
		t.Narrow()
	}
}

// Click puts the cursor where the place, relative to the area, is in the line, or
// selects what is there in the list, and reports whether it did that.
func (t *Typed) Click(x, y int) bool {
	if y == 0 {
		t.Line.Click(x)
		return false
	}
	return t.List.Click(y - 1)
}

// Wheel scrolls by rows, down where positive.
func (t *Typed) Wheel(rows int) { t.List.Wheel(rows) }

// Cursor is where the terminal's cursor belongs, relative to the area.
func (t *Typed) Cursor(uv.WidthMethod) (x, y int) { return t.Line.Caret(), 0 }
