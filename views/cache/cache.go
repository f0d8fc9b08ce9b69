// Package cache is screen 4: every result that is kept, how fresh it is, and why.
package cache

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Entry is one kept result.
type Entry struct {
	freshness.Entry
	// Page is the number of a page of a list, from 1; 0 for what is no page, or
	// is one of a list that has been fetched anew since.
	Page int
}

// View is the screen. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	entries []Entry
	methods []string // that the entries are of
	totals  freshness.Totals
	now     time.Time
	list    rows.List
	panel   sheet.Sheet // why the selected entry is as it is

	width, height int
	listHeight    int
}

// New returns a view of an empty cache.
func New() *View { return &View{} }

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(width, height int) {
	v.width, v.height = max(width, 0), max(height, 0)
	v.arrange()
}

// Set shows what is kept: lists by page, then contents by URI, whatever their
// state, so that no row moves when one is used. The cursor stays on its entry.
func (v *View) Set(entries []Entry, totals freshness.Totals) {
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(compareTrue(a.isPage(), b.isPage()), cmp.Compare(a.Key.Method, b.Key.Method), compareTrue(a.Key.First, b.Key.First), cmp.Compare(orLast(a.Page), orLast(b.Page)),
			cmp.Compare(a.Key.Param, b.Key.Param))
	})
	key := v.key()
	cursor, top := v.list.Cursor(), v.list.Top()
	v.entries, v.totals, v.methods = entries, totals, nil
	for i := range entries {
		if n := len(v.methods); n == 0 || v.methods[n-1] != entries[i].Key.Method {
			v.methods = append(v.methods, entries[i].Key.Method)
		}
	}
	v.list.SetLen(len(entries))
	if at := slices.IndexFunc(entries, func(e Entry) bool { return e.Key == key }); at >= 0 && at != cursor {
		v.list.Select(at)
		v.list.Wheel(top + at - cursor - v.list.Top())
	}
	v.arrange()
}

// compareTrue sorts what is true first.
func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// isPage reports whether an entry is a page of a list.
func (e *Entry) isPage() bool { return strings.HasSuffix(e.Key.Method, "/list") }

// orLast sorts what has no page number behind what has one.
func orLast(page int) int {
	if page == 0 {
		return int(^uint(0) >> 1)
	}
	return page
}

// SetNow tells the time that ages and states are shown for.
func (v *View) SetNow(now time.Time) { v.now = now }

// Ticking reports whether an age or a countdown in sight changes with time.
func (v *View) Ticking() bool { return len(v.entries) > 0 }

// Len is the number of entries.
func (v *View) Len() int { return len(v.entries) }

func (v *View) selected() *Entry {
	if i := v.list.Cursor(); i >= 0 && i < len(v.entries) {
		return &v.entries[i]
	}
	return nil
}

// key is that of the selected entry, the zero Key where there is none.
func (v *View) key() freshness.Key {
	if e := v.selected(); e != nil {
		return e.Key
	}
	return freshness.Key{}
}

const (
	titleHeight = 1
	panelHeight = 6 // with the rule above
)

func (v *View) arrange() {
	v.listHeight = max(v.height-titleHeight, 0)
	if v.listHeight >= 2*panelHeight {
		v.listHeight -= panelHeight
	}
	v.list.SetHeight(v.listHeight)
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	before := v.list.Cursor()
	if v.list.Handle(id) {
		if v.list.Cursor() != before {
			v.panel.Home()
		}
		return nil
	}
	switch id {
	case keymap.Back:
		return views.Back{}
	case keymap.DropAllEntries:
		return views.DropAllCached{}
	}
	e := v.selected()
	if e == nil {
		return nil
	}
	switch id {
	case keymap.DropEntry:
		return views.DropCached{Key: e.Key}
	case keymap.Open:
		return e.show()
	case keymap.Refetch:
		return e.refetch()
	}
	return nil
}

const ofBefore = "this page is of a list that has been fetched anew since"

// show asks to go to where an entry can be seen.
func (e *Entry) show() views.Action {
	switch {
	case e.Key.Method == "resources/read":
		return views.Reveal{URI: e.Key.Param}
	case e.Key.Method == "resources/templates/list":
		return views.Do{ID: keymap.ShowTemplates}
	case e.Page > 0:
		return views.ShowPage{Page: e.Page - 1}
	}
	return views.Notice{Text: ofBefore}
}

// refetch asks to ask the server again.
func (e *Entry) refetch() views.Action {
	switch {
	case e.Key.Method == "resources/read":
		return views.RefetchCached{URI: e.Key.Param}
	case e.Key.Method == "resources/templates/list":
		return views.ReloadTemplates{}
	case e.Page > 0:
		return views.RefetchPage{Page: e.Page - 1}
	}
	return views.Notice{Text: ofBefore}
}

// Click selects the entry at a place relative to the area; a click on the selected
// one shows it.
func (v *View) Click(_, y int) views.Action {
	before := v.list.Cursor()
	if y >= titleHeight && v.list.Click(y-titleHeight) && v.list.Cursor() == before {
		return v.Handle(keymap.Open)
	}
	return nil
}

// Wheel scrolls by lines, down where positive: the list, or the part below it.
func (v *View) Wheel(_, y, lines int) {
	if y > titleHeight+v.listHeight {
		v.panel.Scroll(lines)
		return
	}
	v.list.Wheel(lines)
}

// Position says where the cursor is: "row 2/31".
func (v *View) Position() string {
	if v.list.Cursor() < 0 {
		return ""
	}
	return fmt.Sprintf("row %s/%s", humanize.Count(int64(v.list.Cursor()+1)), humanize.Count(int64(len(v.entries))))
}

// Cursor is where the terminal's cursor belongs, relative to the area, and
// whether it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	y, ok = v.list.CursorY()
	return 0, titleHeight + y, ok
}
