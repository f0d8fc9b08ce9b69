package chrome

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
)

// Level is how much a toast matters.
type Level uint8

// The levels.
const (
	Done Level = iota
	Warning
	Failure
)

// Toast is a short message that takes the place of the keys for a while. How
// long is decided by whoever shows it.
type Toast struct {
	Level Level
	Text  string
}

// Footer is the last line: the keys that work now, the most important first, and
// where we are.
type Footer struct {
	Keys     []keymap.Binding // as keymap.Footer gives them
	Position string           // "row 2/312"
	Toast    *Toast           // nil for none
}

// hint is a key in the footer, at columns [from, to).
type hint struct {
	from, to int
	binding  keymap.Binding
}

// Draw draws the footer on the first line of the area.
func (f Footer) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	m := scr.WidthMethod()
	row := draw.NewRow(scr, area, 0)
	if f.Toast != nil {
		mark, style := f.Toast.Level.say(th)
		row.Skip(1).Text(style, mark+" ").Text(th.Text, f.Toast.Text)
		return
	}
	hints, position := f.layout(m, row.Room())
	if position {
		row.TakeRight(1)
		row.Right(th.Dim, f.Position)
	}
	for _, h := range hints {
		row.Skip(area.Min.X+h.from-row.X()).Text(th.Accent, h.binding.Key()).Text(th.Dim, " "+h.binding.Short)
	}
}

// Hit tells which key is shown at a column of a footer of that width.
func (f Footer) Hit(m uv.WidthMethod, width, x int) (keymap.ID, bool) {
	if f.Toast != nil {
		return "", false
	}
	hints, _ := f.layout(m, width)
	for _, h := range hints {
		if x >= h.from && x < h.to {
			return h.binding.ID, true
		}
	}
	return "", false
}

// layout places as many keys as fit, help always among them, and tells whether
// the position fits, too.
func (f Footer) layout(m uv.WidthMethod, room int) (hints []hint, position bool) {
	const gap = 2
	width := func(b keymap.Binding) int { return gap + draw.Width(m, b.Key()+" "+b.Short) }
	reserved := 0
	for _, b := range f.Keys {
		if b.ID == keymap.ShowHelp {
			reserved = width(b)
		}
	}
	if w := draw.Width(m, f.Position); w > 0 && reserved+gap+w+1 <= room {
		position = true
		room -= gap + w
	}
	x := 1
	for _, b := range f.Keys {
		w := width(b)
		if b.ID == keymap.ShowHelp {
			reserved = 0
		}
		if x+w-gap+reserved > room {
			continue
		}
		hints = append(hints, hint{x, x + w - gap, b})
		x += w
	}
	return hints, position
}

// say puts the level into a mark and a style.
func (l Level) say(th themes.Theme) (mark string, style uv.Style) {
	switch l {
	case Warning:
		return "⚠", th.Attention
	case Failure:
		return "✗", th.Error
	default:
		return "✓", th.OK
	}
}
