// Package templates is the list of screen 2: the URI templates of a server. A form
// of its own fills one in.
package templates

import (
	"fmt"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// Phase is how far the fetching of the list has come.
type Phase uint8

// The phases.
const (
	NotAsked Phase = iota
	Loading
	Complete
	Stopped // before the end of the list
)

// Status is the fetching of the list.
type Status struct {
	Phase   Phase
	Reason  string           // why the list stopped, in a few words
	Failure *failure.Failure // that stopped it, nil for none
}

// View is the list. Make one with [New].
type View struct {
	list   rows.List
	status Status
	items  []item
	height int
}

// item is one template and what a first look at it shows.
type item struct {
	*model.Template
	parts     []uritemplate.Part
	malformed *uritemplate.SyntaxError // the first thing wrong with it, nil for none
	variables int
}

// New returns an empty list.
func New() *View { return &View{} }

// SetTemplates replaces the templates, in the order the server sent them. The
// cursor stays on its row.
func (v *View) SetTemplates(templates []model.Template) {
	v.items = make([]item, len(templates))
	for i := range templates {
		it := item{Template: &templates[i]}
		var errs []*uritemplate.SyntaxError
		it.parts, errs = uritemplate.ParseParts(it.URITemplate)
		if len(errs) > 0 {
			it.malformed = errs[0]
		}
		for _, p := range it.parts {
			it.variables += len(p.Vars)
		}
		v.items[i] = it
	}
	v.layout()
}

// SetStatus tells how far the fetching of the list has come.
func (v *View) SetStatus(s Status) { v.status = s }

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(_, height int) {
	v.height = height
	v.layout()
}

func (v *View) layout() {
	v.list.SetLen(len(v.items))
	list, _ := v.split(v.height)
	v.list.SetHeight(list)
}

// Selected is the index of the template under the cursor, -1 where there is none.
func (v *View) Selected() int { return v.list.Cursor() }

// Position says where the cursor is: "row 2/5".
func (v *View) Position() string {
	if v.Selected() < 0 {
		return ""
	}
	return fmt.Sprintf("row %s/%s", humanize.Count(int64(v.Selected()+1)), humanize.Count(int64(len(v.items))))
}

// Cursor is where the terminal's cursor belongs, relative to the area, and whether
// it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	y, ok = v.list.CursorY()
	return 0, y + titleHeight, ok
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	if v.list.Handle(id) {
		return nil
	}
	switch id {
	case keymap.Open:
		return v.open()
	case keymap.Reload:
		return views.ReloadTemplates{}
	}
	return nil
}

// open opens the form, or reads at once what has nothing to fill in.
func (v *View) open() views.Action {
	i := v.Selected()
	if i < 0 {
		return nil
	}
	it := v.items[i]
	if t, err := uritemplate.Parse(it.URITemplate); err == nil && it.variables == 0 && it.URITemplate != "" {
		if uri, err := t.Expand(nil); err == nil {
			return views.ReadExpanded{Template: it.URITemplate, URI: uri}
		}
	}
	return views.OpenTemplate{Index: i}
}

// Click selects the row at a line of the area, and opens it where it is selected
// already.
func (v *View) Click(_, y int) views.Action {
	y -= titleHeight
	line, ok := v.list.LineAt(y)
	if !ok {
		return nil
	}
	if line == v.list.Cursor() {
		return v.open()
	}
	v.list.Click(y)
	return nil
}

// Wheel scrolls by lines, down when it is positive.
func (v *View) Wheel(lines int) { v.list.Wheel(lines) }
