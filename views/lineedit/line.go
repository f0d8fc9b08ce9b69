package lineedit

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
)

// Line is an [Input] with a title before it, in the first row of an area.
type Line struct {
	Input

	// Of the last drawing, in columns of the area.
	method         uv.WidthMethod
	left, room, at int
}

// Draw draws the line and returns what is left of its row.
func (l *Line) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, title string) *draw.Row {
	row := draw.NewRow(scr, area, 0).Skip(1).Text(themes.Bold(th.Accent), title).Skip(2)
	row.TakeRight(1)
	l.method, l.left, l.room = scr.WidthMethod(), row.X()-area.Min.X, row.Room()
	l.at = l.Input.Draw(row, l.method, th.Text) - area.Min.X
	return row
}

// Click puts the cursor where a column of the area is.
func (l *Line) Click(x int) {
	if l.method != nil {
		l.Input.Click(l.method, l.room, x-l.left)
	}
}

// Caret is the column of the area that the cursor is in.
func (l *Line) Caret() int { return l.at }
