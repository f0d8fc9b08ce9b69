package ui

import (
	uv "github.com/charmbracelet/ultraviolet"
)

// Widths at which the layout changes, in columns.
const (
	splitWidth = 100 // list and reader side by side
	stackWidth = 80  // list above reader; narrower, one at a time
)

// layout is where everything is drawn, computed once a size.
type layout struct {
	header, tabs, body, rule, footer uv.Rectangle
	// main and reader share the body of a screen that has both; divider is
	// between them, empty where one is shown at a time.
	main, reader, divider uv.Rectangle
	narrow                bool // one pane at a time
}

// shares are how much of the body the main pane gets where both are shown, in
// percent: side by side, or above the reader.
type shares struct{ beside, above int }

// newLayout lays out a terminal of a size.
func newLayout(width, height int, main shares) layout {
	var l layout
	rows := uv.Rect(0, 0, width, height)
	take := func(n int) uv.Rectangle {
		n = min(n, rows.Dy())
		r := uv.Rect(rows.Min.X, rows.Min.Y, width, n)
		rows.Min.Y += n
		return r
	}
	cut := func(n int) uv.Rectangle {
		n = min(n, rows.Dy())
		rows.Max.Y -= n
		return uv.Rect(rows.Min.X, rows.Max.Y, width, n)
	}
	l.header = take(1)
	if l.narrow = width < stackWidth; !l.narrow && height >= 12 {
		l.tabs = take(2)
	}
	l.footer = cut(1)
	if height >= 12 {
		l.rule = cut(1)
	}
	l.body = rows
	l.main, l.reader = rows, rows
	switch {
	case l.narrow:
	case width >= splitWidth:
		n := width * main.beside / 100
		l.main.Max.X = rows.Min.X + n
		l.divider = uv.Rect(l.main.Max.X, rows.Min.Y, 1, rows.Dy())
		l.reader.Min.X = l.main.Max.X + 1
	default:
		n := rows.Dy() * main.above / 100
		l.main.Max.Y = rows.Min.Y + n
		l.divider = uv.Rect(rows.Min.X, l.main.Max.Y, width, min(1, rows.Dy()-n))
		l.reader.Min.Y = l.main.Max.Y + l.divider.Dy()
	}
	return l
}
