package resources

import (
	"fmt"
	"slices"
	"strings"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/humanize"
)

// marks are the resources that were marked to be dealt with together, by URI, so
// that they outlast filters, orders and reloads.
type marks struct {
	uris []string // in the order they were marked
	set  map[string]bool
}

// mostMarks bounds how many can be marked.
const mostMarks = 10_000

func (m *marks) has(uri string) bool { return m.set[uri] }

func (m *marks) toggle(uri string) {
	if m.set[uri] {
		delete(m.set, uri)
		m.uris = slices.DeleteFunc(m.uris, func(u string) bool { return u == uri })
		return
	}
	m.add(uri)
}

func (m *marks) add(uri string) {
	if m.set[uri] {
		return
	}
	if m.set == nil {
		m.set = map[string]bool{}
	}
	m.set[uri] = true
	m.uris = append(m.uris, uri)
}

// Marked are the URIs of the marked resources, in the order they were marked.
func (v *View) Marked() []string { return slices.Clone(v.marked.uris) }

// KeepMarked takes every mark back but those of some URIs.
func (v *View) KeepMarked(uris []string) {
	keep := marks{}
	for _, uri := range uris {
		if v.marked.has(uri) {
			keep.add(uri)
		}
	}
	v.marked = keep
}

var tooManyMarks = views.Notice{Text: "at most " + humanize.Count(mostMarks) + " can be marked: a filter makes them fewer"}

// handleMarks acts on the keys that mark rows, or act on all marked ones, and
// reports whether it was one.
func (v *View) handleMarks(id keymap.ID) (a views.Action, done bool) {
	switch id {
	case keymap.Mark:
		return v.mark(), true
	case keymap.MarkShown:
		return v.markShown(), true
	case keymap.Unmark:
		v.marked = marks{}
	case keymap.Copy:
		uris := v.chosen()
		label := "the URI"
		if len(uris) != 1 {
			label = humanize.Count(int64(len(uris))) + " URIs"
		}
		return v.withChosen(uris, views.CopyText{Text: strings.Join(uris, "\n"), Label: label}), true
	case keymap.Save:
		uris := v.chosen()
		return v.withChosen(uris, views.SaveContents{URIs: uris}), true
	case keymap.Watch:
		if len(v.marked.uris) == 0 {
			return nil, false
		}
		return views.WatchAll{URIs: v.Marked()}, true
	default:
		return nil, false
	}
	return nil, true
}

// chosen are the URIs of the marked resources, or the selected one's where none
// is marked.
func (v *View) chosen() []string {
	if len(v.marked.uris) > 0 {
		return v.Marked()
	}
	if uri := v.SelectedURI(); uri != "" {
		return []string{uri}
	}
	return nil
}

func (v *View) withChosen(uris []string, a views.Action) views.Action {
	if len(uris) == 0 {
		return v.withURI(func(string) views.Action { return nil })
	}
	return a
}

// mark marks the selected row, or takes its mark back, and goes to the next.
func (v *View) mark() views.Action {
	return v.withURI(func(uri string) views.Action {
		if len(v.marked.uris) >= mostMarks && !v.marked.has(uri) {
			return tooManyMarks
		}
		v.marked.toggle(uri)
		v.list.Handle(keymap.Down)
		v.anchorHere()
		return nil
	})
}

// markShown marks every row that the filter lets through.
func (v *View) markShown() views.Action {
	ids, known := v.pick()
	n := len(ids)
	if ids == nil {
		n = v.rows.rows
	}
	switch {
	case !known || v.filter.applied && !v.found.answers(v.filter.line, v.base()):
		return views.Notice{Text: "still looking for matches"}
	case len(v.marked.uris)+n > mostMarks:
		return tooManyMarks
	}
	for i := range n {
		row := i
		if ids != nil {
			row = int(ids[i])
		}
		if uri := v.rows.At(row).URI; uri != "" {
			v.marked.add(uri)
		}
	}
	return nil
}

// markWords says how many are marked, "" where none is.
func (v *View) markWords() string {
	if len(v.marked.uris) == 0 {
		return ""
	}
	return fmt.Sprintf(" · %s marked", humanize.Count(int64(len(v.marked.uris))))
}
