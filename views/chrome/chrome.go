// Package chrome draws what frames every screen: the header that says where we
// are, the bar of screens, and the footer with the keys that work now.
//
// Its types are plain values that are told what to show. When space is short
// they leave things out in a fixed order rather than squeeze them.
package chrome

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views/draw"
)

// part is a piece of a line.
type part struct {
	text  string
	style uv.Style
}

func width(m uv.WidthMethod, parts []part) int {
	w := 0
	for _, p := range parts {
		w += draw.Width(m, p.text)
	}
	return w
}

// put draws parts one after the other.
func put(r *draw.Row, parts []part) {
	for _, p := range parts {
		r.Text(p.style, p.text)
	}
}
