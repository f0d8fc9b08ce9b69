package resources

import (
	"mcperuse/views/filter"
	"mcperuse/views/lineedit"
)

// filterLine is the line a filter is typed into. What was typed outlasts the
// filter itself: once every row is shown again, what it finds stays marked.
type filterLine struct {
	line    string
	input   lineedit.Input // what the line is typed into
	query   filter.Query
	typing  bool
	applied bool // only what it lets through is shown
}

// setFilter shows what a filter line lets through.
func (v *View) setFilter(line string) {
	if line != v.filter.line {
		clear(v.folds.shut) // what is found shows
	}
	if v.filter.input.Text() != line {
		v.filter.input.Set(line)
	}
	v.filter.line, v.filter.query = line, filter.Parse(line)
	v.filter.applied = !v.filter.query.Empty()
	v.marker = newMarker(v.filter.query)
	v.rearranged()
}

// clearFilter takes one step back from a filter and reports whether there was one
// to take: first every row is shown again, then the marks go.
func (v *View) clearFilter() bool {
	switch f := &v.filter; {
	case f.applied:
		f.applied = false
		v.rearranged()
	case f.line != "":
		v.setFilter("")
	default:
		return false
	}
	return true
}

// Typing reports whether keys are text.
func (v *View) Typing() bool { return v.filter.typing || v.counter.typing }

// Key types a key that has no meaning of its own, and reports whether there was
// a use for it.
func (v *View) Key(key, text string) bool {
	if v.counter.typing {
		return v.counter.key(key)
	}
	if !v.filter.typing {
		return false
	}
	v.sync()
	used := v.filter.input.Type(key, text)
	if line := v.filter.input.Text(); line != v.filter.line {
		v.setFilter(line)
	}
	return used
}

// Paste types a text into the filter line.
func (v *View) Paste(text string) {
	if v.filter.typing {
		v.sync()
		v.filter.input.Paste(text)
		v.setFilter(v.filter.input.Text())
	}
}
