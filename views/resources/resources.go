// Package resources is the list of screen 1: every resource a server lists, page
// by page as the pages come.
package resources

import (
	"fmt"
	"sort"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// View is the list with its title line. It keeps the position in the list; the
// list itself stays in the Source.
type View struct {
	source Source
	status Status
	list   rows.List
}

// New returns a view of a source.
func New(source Source) *View {
	v := &View{source: source}
	v.list.Selectable = func(line int) bool { return v.at(line).kind == rowLine }
	return v
}

// titleHeight is the number of lines above the list.
const titleHeight = 1

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(_, height int) {
	v.sync()
	v.list.SetHeight(height - titleHeight)
}

// SetStatus tells how far the fetching of the list has come.
func (v *View) SetStatus(s Status) {
	v.status = s
	v.sync()
}

// Reset goes back to the first row, for a list that starts again.
func (v *View) Reset() {
	v.sync()
	v.list.Reset()
}

// SelectURI puts the cursor on the first row with a URI and reports whether
// there is one.
func (v *View) SelectURI(uri string) bool {
	v.sync()
	i := v.source.Find(uri)
	if i < 0 {
		return false
	}
	v.list.Select(v.lineOf(i))
	return true
}

// Selected is the index of the row under the cursor, -1 where there is none.
func (v *View) Selected() int {
	v.sync()
	line := v.list.Cursor()
	if line < 0 {
		return -1
	}
	return v.at(line).row
}

// SelectedURI is the URI under the cursor, "" where there is none.
func (v *View) SelectedURI() string {
	if i := v.Selected(); i >= 0 {
		return v.source.Row(i).Resource.URI
	}
	return ""
}

// Position says where the cursor is: "row 2/312".
func (v *View) Position() string {
	i := v.Selected()
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("row %s/%s", humanize.Count(int64(i+1)), humanize.Count(int64(v.source.Len())))
}

// Cursor is where the terminal's cursor belongs, relative to the area, and
// whether it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	v.sync()
	y, ok = v.list.CursorY()
	return 0, y + titleHeight, ok
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	v.sync()
	if v.list.Handle(id) {
		return nil
	}
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
	before := v.Selected()
	if v.list.Click(y-titleHeight) && v.Selected() == before {
		return v.Handle(keymap.Open)
	}
	return nil
}

// Wheel scrolls by lines, down where positive.
func (v *View) Wheel(lines int) {
	v.sync()
	v.list.Wheel(lines)
}

// kind is what a line of the list is.
type kind uint8

const (
	rowLine kind = iota
	pageLine
	endLine // says why the list stopped
)

// line is what one line of the list shows.
type line struct {
	kind kind
	row  int
	page int
}

// sync takes over what the source has got since.
func (v *View) sync() {
	n := v.source.Len()
	if n > 0 {
		n += max(v.source.Pages()-1, 0)
		if v.status.Phase == Stopped {
			n++
		}
	}
	v.list.SetLen(n)
}

// at tells what a line shows. Every page but the first has a line of its own
// above its rows.
func (v *View) at(n int) line {
	pages := v.source.Pages()
	// The line of page p is Page(p).First+p-1; above counts those up to line n.
	above := sort.Search(max(pages-1, 0), func(i int) bool { return v.source.Page(i+1).First+i > n })
	if above > 0 && v.source.Page(above).First+above-1 == n {
		return line{kind: pageLine, page: above}
	}
	if row := n - above; row < v.source.Len() {
		return line{kind: rowLine, row: row, page: above}
	}
	return line{kind: endLine}
}

// lineOf is the line that shows a row.
func (v *View) lineOf(row int) int {
	pages := v.source.Pages()
	return row + sort.Search(max(pages-1, 0), func(i int) bool { return v.source.Page(i+1).First > row })
}
