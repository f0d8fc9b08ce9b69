// Package draw puts text into the cells of a screen.
//
// Everything is drawn inside an area and measured the way the screen measures
// (scr.WidthMethod), one grapheme cluster a cell, so that borders stay straight
// whatever a server sends. All text goes through views/safetext: substitutes for
// hidden characters show in reverse video of the style around them.
//
// A wide cluster that does not fit in what is left of its area leaves blanks.
// Areas outside the screen, empty or inverted draw nothing.
package draw

import (
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Text draws s on the first line of the area, cut with "…" if it is too long. It
// returns the column after the text. A [Row] does the same and more.
func Text(scr uv.Screen, area uv.Rectangle, st uv.Style, s string) int {
	return NewRow(scr, area, 0).Text(st, s).X()
}

// Width returns how many columns s takes when drawn on one line of a screen with
// the width method m, substitutes included.
func Width(m uv.WidthMethod, s string) int {
	w := 0
	for g := range Glyphs(m, s) {
		w += g.Width
	}
	return w
}

// Fill makes the area blank, in the given style.
func Fill(scr uv.Screen, area uv.Rectangle, st uv.Style) {
	area = area.Intersect(scr.Bounds())
	cell := uv.Cell{Content: " ", Width: 1, Style: st}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			scr.SetCell(x, y, &cell)
		}
	}
}

// Rule draws a horizontal line along the first line of the area.
func Rule(scr uv.Screen, area uv.Rectangle, st uv.Style) {
	r := NewRow(scr, area, 0)
	for r.Room() > 0 {
		r.put("─", st)
	}
}

// Divider draws a vertical line down the first column of the area.
func Divider(scr uv.Screen, area uv.Rectangle, st uv.Style) {
	for y := range area.Dy() {
		NewRow(scr, area, y).put("│", st)
	}
}

// method returns the width method of package ansi that m stands for. Like a
// screen of ultraviolet, it takes an unknown method for wcwidth.
func method(m uv.WidthMethod) ansi.Method {
	if m == ansi.GraphemeWidth {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}
