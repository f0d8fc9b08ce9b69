package textpane

import "mcperuse/keymap"

// sideways is how far one key scrolls, in columns.
const sideways = 8

// Handle moves in the text and reports whether the key was one that does.
func (p *Pane) Handle(id keymap.ID) bool {
	switch id {
	case keymap.Up:
		p.LineUp(1)
	case keymap.Down:
		p.LineDown(1)
	case keymap.PageUp:
		p.PageUp()
	case keymap.PageDown:
		p.PageDown()
	case keymap.HalfUp:
		p.HalfPageUp()
	case keymap.HalfDown:
		p.HalfPageDown()
	case keymap.Top:
		p.Home()
	case keymap.Bottom:
		p.End()
	case keymap.ScrollLeft:
		p.ScrollColumns(-sideways)
	case keymap.ScrollRight:
		p.ScrollColumns(sideways)
	default:
		return false
	}
	return true
}
