package rows

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
)

// Line is one line to draw. Its Row starts after the cursor bar and has the
// whole width of the list; cells that stay undrawn keep the style of the line.
type Line struct {
	*draw.Row
	Index    int
	Selected bool

	base uv.Style
}

// On returns the style of a role on this line: a selected line shows through.
func (line Line) On(role uv.Style) uv.Style { return themes.On(line.base, role) }

// Draw draws the lines in sight, calling one for each. The selected line has a
// bar in the first column and, where focused, the style of the selection.
func (l *List) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool, one func(Line)) {
	for y := range min(area.Dy(), l.height, l.length-l.top) {
		line := Line{
			Row:      draw.NewRow(scr, area, y),
			Index:    l.top + y,
			Selected: l.placed && l.top+y == l.cursor,
		}
		if !line.Selected {
			line.Skip(1)
			one(line)
			continue
		}
		bar := th.Dim
		line.base = th.Inactive
		if focused {
			bar = th.Accent
			line.base = th.Selected
		}
		line.Fill(line.base).Text(line.On(bar), "▌")
		one(line)
	}
}
