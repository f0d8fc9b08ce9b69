package reader

import "slices"

// Place is how the contents of a pane are looked at: which of them, in which view,
// and how far down.
type Place struct {
	item, line int
	view       viewKind
	chosen     bool // there is something to go back to
}

// Place is how the contents are looked at now.
func (p *Pane) Place() Place {
	it := p.item()
	if it == nil {
		return Place{}
	}
	place := Place{item: p.current, view: it.view, chosen: true}
	if t := it.text(); t != nil {
		place.line = t.Position().Line
	}
	return place
}

// Return looks at the contents as they were looked at before: at once where they
// are on show, else when the read comes that is asked for next. It reports whether
// they are.
func (p *Pane) Return(place Place) bool {
	if len(p.items) == 0 {
		p.returning = place
		return false
	}
	p.land(place)
	return true
}

func (p *Pane) land(place Place) {
	if !place.chosen || place.item >= len(p.items) {
		return
	}
	p.current, p.listing = place.item, false
	it := p.items[place.item]
	if slices.Contains(it.views, place.view) {
		it.view = place.view
	}
	it.line, it.settled = place.line, true
	it.land()
}

// Subject is what the pane is about.
func (p *Pane) Subject() Subject { return p.subject }
