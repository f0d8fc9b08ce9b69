// Package resources is the list of screen 1: every resource a server lists, page
// by page as the pages come, all of them or those a filter lets through, in one
// order or another.
//
// The list itself stays in the Source; what the view keeps of a row is its place
// in the order and in what the filter found, a few bytes. What takes long is a
// [Job] that the program runs; a key never waits for one.
package resources

import (
	"fmt"
	"slices"
	"sort"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// View is the list with its title line.
type View struct {
	source     Source
	searchable Searchable // the source, nil where it cannot be looked through
	status     Status
	list       rows.List
	shape      shape
	anchor     anchor
	height     int // of the list

	arrangement
	filter   filterLine
	marker   marker
	marked   marks
	counter  counter
	panel    panel
	choosing bool // an order
	seamless bool // no lines between pages
	caret    int  // the column of the cursor while something is typed
}

// New returns a view of a source.
func New(source Source) *View {
	v := &View{source: source, anchor: anchor{row: -1}}
	v.searchable, _ = source.(Searchable)
	v.shape = paged{source, true}
	v.list.Selectable = func(n int) bool {
		k := v.at(n).kind
		return k == rowLine || k == folderLine
	}
	return v
}

// titleHeight is the number of lines above the list.
const titleHeight = 1

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(_, height int) {
	v.height = max(height-titleHeight, 0)
	v.sync()
	v.list.SetHeight(v.height)
}

// SetStatus tells how far the fetching of the list has come.
func (v *View) SetStatus(s Status) {
	v.status = s
	v.sync()
}

// Reset goes back to the first row, for a list that starts again. Filter and
// order stay.
func (v *View) Reset() {
	v.forget()
	v.shape, v.anchor = v.asSent(), anchor{row: -1}
	v.sync()
	v.list.Reset()
}

// asSent is the shape that shows every row as sent.
func (v *View) asSent() paged { return paged{v.source, !v.seamless} }

// toggleSeparators shows the lines between pages, or not.
func (v *View) toggleSeparators() {
	v.seamless = !v.seamless
	v.sync()
}

// pageOf is the page that a row is on.
func (v *View) pageOf(row int) int {
	return sort.Search(max(v.source.Pages()-1, 0), func(i int) bool { return v.source.Page(i+1).First > row })
}

// Position says where the cursor is: "row 2/312".
func (v *View) Position() string {
	if v.panel.open {
		v.syncPages()
		return fmt.Sprintf("page %s/%s", humanize.Count(int64(v.panel.list.Cursor()+1)), humanize.Count(int64(v.panel.list.Len())))
	}
	i, of := v.Selected(), v.source.Len()
	if _, asSent := v.shape.(paged); !asSent {
		i, of = v.list.Cursor(), v.shape.lines()
	}
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("row %s/%s", humanize.Count(int64(i+1)), humanize.Count(int64(of)))
}

// Cursor is where the terminal's cursor belongs, relative to the area, and
// whether it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	v.sync()
	if v.Typing() {
		return v.caret, 0, true
	}
	if v.panel.open {
		y, ok = v.panel.list.CursorY()
		return 0, y + headHeight, ok
	}
	y, ok = v.list.CursorY()
	return 0, y + titleHeight, ok
}

// Scopes are the key scopes of what has the focus, innermost first.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.filter.typing:
		return []keymap.Scope{keymap.Filter, keymap.Always}
	case v.choosing:
		return []keymap.Scope{keymap.Order, keymap.Always}
	case v.counter.typing:
		return []keymap.Scope{keymap.Counting, keymap.Moving, keymap.Always}
	case v.panel.open:
		return []keymap.Scope{keymap.Pages, keymap.Moving, keymap.Global, keymap.Always}
	}
	first := keymap.Resources
	if v.order.by == byTree {
		first = keymap.Tree
	}
	return []keymap.Scope{first, keymap.Listing, keymap.Document, keymap.Moving, keymap.Global, keymap.Always}
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	v.sync()
	switch {
	case v.choosing:
		v.choose(id)
		return nil
	case v.panel.open:
		return v.handlePages(id)
	case v.counter.typing:
		if v.counter.typing = false; isMove(id) {
			v.moveTimes(id)
		}
		return nil
	case v.list.Handle(id):
		v.anchorHere()
		return nil
	}
	if a, done := v.handleFolder(id); done {
		return a
	}
	if a, done := v.handleMarks(id); done {
		return a
	}
	switch id {
	case keymap.ToggleTree:
		if v.searchable != nil {
			v.toggleTree()
		}
	case keymap.EditFilter:
		v.filter.typing = v.searchable != nil
		v.setFilter(v.filter.line)
	case keymap.KeepFilter:
		v.filter.typing = false
		v.anchorHere()
	case keymap.ClearFilter:
		v.filter.typing = false
		v.clearFilter()
	case keymap.Back:
		v.clearFilter()
	case keymap.ChooseOrder:
		v.choosing = v.searchable != nil
	case keymap.NextMatch:
		return v.nextMatch(1)
	case keymap.PreviousMatch:
		return v.nextMatch(-1)
	case keymap.ShowPages:
		v.openPages()
	case keymap.ToggleSeparators:
		v.toggleSeparators()
	case keymap.Count:
		v.counter = counter{typing: true}
	default:
		return v.handleWalk(id)
	}
	return nil
}

// handleWalk acts on the keys of the list as a whole, and of a resource.
func (v *View) handleWalk(id keymap.ID) views.Action {
	switch id {
	case keymap.Reload:
		return views.ReloadList{}
	case keymap.StopList, keymap.Cancel:
		if v.status.Phase == Loading {
			return views.StopList{}
		}
	case keymap.ContinueList:
		if v.status.Phase == Stopped && v.status.CanContinue {
			return views.ContinueList{}
		}
	case keymap.Open:
		if v.source.Len() == 0 && (v.status.Undeclared || v.status.Phase == Stopped) {
			return views.ReloadList{}
		}
		return v.withURI(func(uri string) views.Action { return views.Read{URI: uri} })
	case keymap.Refetch:
		return v.withURI(func(uri string) views.Action { return views.Read{URI: uri, Refetch: true} })
	case keymap.Watch:
		return v.withURI(func(uri string) views.Action { return views.ToggleWatch{URI: uri} })
	case keymap.ShowChanges:
		return v.withURI(func(uri string) views.Action { return views.ShowChanges{URI: uri} })
	case keymap.ToggleBookmark:
		return v.withURI(func(uri string) views.Action { return views.ToggleBookmark{URI: uri} })
	}
	return nil
}

func (v *View) withURI(act func(uri string) views.Action) views.Action {
	if v.Selected() < 0 {
		return nil
	}
	uri := v.SelectedURI()
	if uri == "" {
		return views.Notice{Text: "this row has no URI to ask for"}
	}
	return act(uri)
}

// Click selects the row at a place relative to the area; a click on the selected
// row reads it.
func (v *View) Click(_, y int) views.Action {
	v.sync()
	if v.panel.open {
		if before := v.panel.list.Cursor(); v.panel.list.Click(y-headHeight) && v.panel.list.Cursor() == before {
			return v.Handle(keymap.Open)
		}
		return nil
	}
	before := v.list.Cursor()
	if !v.list.Click(y - titleHeight) {
		return nil
	}
	v.anchorHere()
	if v.list.Cursor() == before {
		return v.Handle(keymap.Open)
	}
	return nil
}

// Wheel scrolls by lines, down where positive.
func (v *View) Wheel(lines int) {
	v.sync()
	if v.panel.open {
		v.panel.list.Wheel(lines)
		return
	}
	v.list.Wheel(lines)
}

// sync takes over what the source has got since, and shows what is found.
func (v *View) sync() {
	if v.searchable != nil {
		v.rows.grow(v.searchable)
		v.settle()
	}
	if ids, ok := v.pick(); ok {
		if next := v.shapeOf(ids); next != nil && differ(v.shape, next) {
			v.reshape(next)
		}
	}
	v.list.SetLen(v.lines())
}

// lines is the number of lines: those of rows, the one that says why the list
// stopped, and those about what is gone.
func (v *View) lines() int {
	n := v.shape.lines()
	if n > 0 && v.status.Phase == Stopped {
		n++
	}
	return n + v.goneLines()
}

// goneLines is the number of lines about what is gone, with the one above them.
func (v *View) goneLines() int {
	uris, _ := v.source.Gone()
	if len(uris) == 0 || v.filter.applied {
		return 0
	}
	return len(uris) + 1
}

func (v *View) at(n int) line {
	if n < v.shape.lines() {
		return v.shape.at(n)
	}
	if first := v.lines() - v.goneLines(); n >= first {
		return line{kind: goneLine, row: -1, gone: n - first}
	}
	return line{kind: endLine, row: -1}
}

// shapeOf is the shape that shows rows, nil for all of them as sent, in the order
// that is wanted; nil where it is not known yet.
func (v *View) shapeOf(ids []int32) shape {
	switch {
	case ids == nil:
		return v.asSent()
	case v.order.by != byTree:
		return picked{ids, v.order.by != AsSent}
	case v.folded.of(ids, &v.folds):
		return v.folded.tree
	}
	return nil
}

// differ reports whether two shapes show something else.
func differ(a, b shape) bool {
	switch x := a.(type) {
	case paged:
		y, ok := b.(paged)
		return !ok || x.separators != y.separators
	case picked:
		y, ok := b.(picked)
		return !ok || x.sorted != y.sorted || len(x.ids) != len(y.ids) ||
			len(x.ids) > 0 && &x.ids[0] != &y.ids[0] && !slices.Equal(x.ids, y.ids)
	}
	return a != b
}
