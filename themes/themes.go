// Package themes turns a palette into the styles the views draw with. Colour
// never carries meaning alone: wherever a style says something, a mark or a
// word on screen says it too.
package themes

import (
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// Theme is a set of styles by role. A Theme does not change once made.
//
// The background is always the terminal's own, except on selected rows.
type Theme struct {
	Name   string
	Dark   bool
	Chroma string // the chroma style that goes with it

	Text      uv.Style // ordinary text, the terminal's own colours
	Dim       uv.Style // everything secondary
	Bold      uv.Style // names only
	Accent    uv.Style // focus, selection, links
	OK        uv.Style // ✓
	Attention uv.Style // ⚠
	Error     uv.Style // ✗
	Changed   uv.Style // ●
	Selected  uv.Style // the selected row of the focused pane; see On
	Inactive  uv.Style // the selected row of a pane without focus; see On
	Match     uv.Style // matched runes of a filter or search
	Hidden    uv.Style // visible substitutes for hidden characters
	Rule      uv.Style // rules and dividers
	Gutter    uv.Style // line numbers
}

// Bold returns a style in bold: Bold(th.Accent) is the title of a pane with the
// focus.
func Bold(st uv.Style) uv.Style {
	st.Attrs |= uv.AttrBold
	return st
}

// Standing returns the style of the match that a search stands on, among others.
func Standing(match uv.Style) uv.Style {
	match.Attrs |= uv.AttrReverse | uv.AttrBold
	return match
}

// On returns the style of a role drawn on a row with a style of its own: the
// background and the attributes of the row show through.
func On(row, role uv.Style) uv.Style {
	if role.Fg == nil {
		role.Fg = row.Fg
	}
	if role.Bg == nil {
		role.Bg = row.Bg
	}
	if role.Underline == uv.UnderlineNone {
		role.Underline, role.UnderlineColor = row.Underline, row.UnderlineColor
	}
	role.Attrs |= row.Attrs
	return role
}

// For returns the theme for a terminal whose background is dark, or light.
func For(dark bool) Theme {
	if dark {
		return Dark()
	}
	return Light()
}

// Names lists the themes that ByName knows.
func Names() []string { return []string{"dark", "light", "plain"} }

// ByName returns the theme of a name. The error names them all.
func ByName(name string) (Theme, error) {
	for _, th := range []Theme{Dark(), Light(), Plain()} {
		if th.Name == name {
			return th, nil
		}
	}
	return Theme{}, fmt.Errorf("no theme is called %q; there are %s", name, strings.Join(Names(), ", "))
}
