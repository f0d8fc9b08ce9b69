// Package themes turns a palette into the styles the views draw with. Colour
// never carries meaning alone: wherever a style says something, a mark or a
// word on screen says it too.
package themes

import uv "github.com/charmbracelet/ultraviolet"

// Theme is a set of styles by role. A Theme does not change once made.
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
	Selected  uv.Style // the selected row of the focused pane
	Inactive  uv.Style // the selected row of a pane without focus
	Match     uv.Style // matched runes of a filter or search
	Hidden    uv.Style // visible substitutes for hidden characters
	Rule      uv.Style // rules and dividers
	Gutter    uv.Style // line numbers
}
