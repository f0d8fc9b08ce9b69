package resources

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mcperuse/views/filter"
)

// filterLine is the line a filter is typed into. What was typed outlasts the
// filter itself: once every row is shown again, what it finds stays marked.
type filterLine struct {
	line    string
	query   filter.Query
	typing  bool
	applied bool // only what it lets through is shown
}

// setFilter shows what a filter line lets through.
func (v *View) setFilter(line string) {
	if line != v.filter.line {
		clear(v.folds.shut) // what is found shows
	}
	v.filter.line, v.filter.query = line, filter.Parse(line)
	v.filter.applied = !v.filter.query.Empty()
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
func (v *View) Typing() bool { return v.filter.typing }

// Key types a key that has no meaning of its own: text as the terminal sent it,
// or an editing key as Bubble Tea spells it.
func (v *View) Key(key, text string) {
	if !v.filter.typing {
		return
	}
	v.sync()
	line := v.filter.line
	switch key {
	case "backspace", "ctrl+h":
		_, size := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-size]
	case "ctrl+w", "alt+backspace":
		line = strings.TrimRight(line, " ")
		line = line[:strings.LastIndexByte(line, ' ')+1]
	case "ctrl+u":
		line = ""
	default:
		if first, _ := utf8.DecodeRuneInString(text); text == "" || unicode.IsControl(first) {
			return
		}
		line += text
	}
	if line != v.filter.line {
		v.setFilter(line)
	}
}

// Paste types a text into the filter line.
func (v *View) Paste(text string) {
	if v.filter.typing {
		v.sync()
		v.setFilter(v.filter.line + strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, text))
	}
}
