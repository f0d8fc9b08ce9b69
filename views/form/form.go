// Package form is the form of one URI template: a field for every variable, the
// exact URI they make, and the URI itself to edit by hand.
//
// A Form keeps everything typed into it, so the program keeps one Form for every
// template and shows it again.
package form

import (
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/fields"
	"mcperuse/views/lineedit"
)

// Form is the form of one template and all that was typed into it.
type Form struct {
	source      string // the template as sent
	name        string
	description string

	template *uritemplate.Template      // nil where it is malformed or missing
	errors   []*uritemplate.SyntaxError // why it is
	warnings []*uritemplate.SyntaxError // what is odd in one that is not

	variables []uritemplate.Variable
	fields    *fields.View // one a variable
	byHand    bool
	uri       lineedit.Input // what is edited by hand
	base      string         // what the fields said when that began

	history    history
	completion completion
	failed     *failure.Failure // of the last one sent
	complaint  string           // why enter did not send

	layout layout
}

// New returns the empty form of a template. One that is malformed or missing can
// only be edited by hand, starting from what the server sent.
func New(t *model.Template) *Form {
	f := &Form{source: t.URITemplate, name: t.DisplayName(), description: t.Description(), fields: fields.New(nil)}
	if f.source == "" {
		f.byHand = true
		return f
	}
	var err error
	if f.template, err = uritemplate.Parse(f.source); err != nil {
		_, f.errors = uritemplate.ParseParts(f.source)
		f.byHand = true
		f.uri.Set(f.source)
		return f
	}
	f.warnings = f.template.Warnings()
	f.variables = f.template.Variables()
	described := make([]fields.Field, len(f.variables))
	for i, v := range f.variables {
		described[i] = describe(v)
	}
	f.fields = fields.New(described)
	return f
}

// Template is the template as the server sent it.
func (f *Form) Template() string { return f.source }

// URI is what would be sent now; variables without a value are left out.
func (f *Form) URI() string {
	if f.byHand {
		return f.uri.Text()
	}
	uri, err := f.template.Expand(f.values())
	if err != nil {
		return "" // no field can make a value its template refuses
	}
	return uri
}

func (f *Form) values() uritemplate.Values {
	values := uritemplate.Values{}
	for i, v := range f.variables {
		values[v.Name] = value(f.fields.Value(i))
	}
	return values
}

// Fill fills the form in with values, as of a URI that fits the template. What it
// does not name becomes unset.
func (f *Form) Fill(values uritemplate.Values) {
	if !f.untouched() {
		f.history.add(f.entry()) // what was typed is not lost
	}
	f.byHand = f.template == nil
	for i, v := range f.variables {
		f.fields.SetValue(i, content(v, values[v.Name]))
	}
	f.history.typing()
}

// ByHand reports whether the URI itself is being edited.
func (f *Form) ByHand() bool { return f.byHand }

// Scopes are the key scopes of the form, innermost first.
func (f *Form) Scopes() []keymap.Scope {
	if f.byHand {
		return []keymap.Scope{keymap.Form}
	}
	return append(f.fields.Scopes(), keymap.Form)
}

// Handle does what a key does.
func (f *Form) Handle(id keymap.ID) views.Action {
	f.touched()
	switch id {
	case keymap.Send:
		return f.send()
	case keymap.Back:
		return views.Back{}
	case keymap.EditURI:
		f.editURI()
	case keymap.OlderValue:
		f.recall(-1)
	case keymap.NewerValue:
		f.recall(1)
	case keymap.Copy:
		return f.about(func(uri string) views.Action { return views.CopyText{Text: uri, Label: "URI"} })
	case keymap.ToggleBookmark:
		return f.about(func(uri string) views.Action { return views.ToggleBookmark{URI: uri} })
	case keymap.Watch:
		return f.about(func(uri string) views.Action { return views.ToggleWatch{URI: uri} })
	case keymap.ShowChoices:
		if !f.byHand {
			f.fields.Handle(id)
			f.ask(true)
		}
	default:
		if !f.byHand && f.fields.Handle(id) {
			f.completion.drop()
		}
	}
	return nil
}

// about does something with the URI as it is, once nothing needed is missing.
func (f *Form) about(do func(uri string) views.Action) views.Action {
	if f.complain() {
		return nil
	}
	return do(f.URI())
}

// touched forgets what only holds until the next key.
func (f *Form) touched() { f.complaint = "" }

// Key takes a key press, as Bubble Tea spells it, that is in no table: an editing
// key, or a character, whose text is then not empty. It reports whether the form
// had a use for it.
func (f *Form) Key(key, text string) bool {
	used := false
	switch {
	case !f.byHand:
		_, before, _ := f.fields.Typed()
		used = f.fields.Key(key, text)
		if _, after, ok := f.fields.Typed(); ok && (after != before || lineedit.Printable(text)) {
			f.ask(false)
		}
	case lineedit.Printable(text):
		f.uri.Insert(text)
		used = true
	default:
		used = f.uri.Edit(key)
	}
	if used {
		f.touched()
	}
	return used
}

// Paste inserts text as it is, but for line breaks at its end. A URI that fits the
// template, pasted where nothing was typed, fills in all of it.
func (f *Form) Paste(text string) {
	f.touched()
	text = strings.TrimRight(text, "\r\n")
	if f.byHand {
		f.uri.Insert(text)
		return
	}
	if f.untouched() {
		if values, ok := f.template.Match(text); ok {
			f.Fill(values)
			return
		}
	}
	f.fields.Paste(text)
	f.ask(false)
}

// untouched reports whether no field holds anything.
func (f *Form) untouched() bool {
	for i := range f.fields.Len() {
		if v := f.fields.Value(i); v.Set && !v.Empty() {
			return false
		}
	}
	return true
}

// Sent tells that the URI of the last [views.ReadExpanded] went out.
func (f *Form) Sent(at time.Time) { f.history.sent(at) }

// Answered tells how the last one ended; nil for well.
func (f *Form) Answered(failed *failure.Failure) { f.failed = failed }

// editURI begins or ends editing by hand. What was edited is there again the next
// time, unless the fields have changed meanwhile. An edited URI that fits the
// template fills the fields in.
func (f *Form) editURI() {
	switch {
	case f.template == nil: // nothing to go back to
	case f.byHand:
		if values, ok := f.template.Match(f.uri.Text()); ok && f.edited() {
			f.Fill(values)
		}
		f.byHand = false
	default:
		if uri := f.URI(); f.uri.Text() == "" || uri != f.base {
			f.uri.Set(uri)
			f.base = uri
		}
		f.byHand = true
		f.completion.drop()
	}
}

// edited reports whether the URI is not what the fields make of it.
func (f *Form) edited() bool { return f.byHand && f.template != nil && f.uri.Text() != f.base }

// send asks for the URI, or says why it cannot be sent.
func (f *Form) send() views.Action {
	if f.complain() {
		return nil
	}
	f.completion.drop()
	e := f.entry()
	f.history.add(e)
	f.failed = nil
	return views.ReadExpanded{Template: f.source, URI: e.uri}
}

// complain says why the URI cannot be used as it is, and reports whether there is a
// reason.
func (f *Form) complain() bool {
	if f.byHand {
		if f.uri.Text() == "" {
			f.complaint = "the URI is empty"
		}
		return f.complaint != ""
	}
	if f.fields.Check() {
		return false
	}
	f.complaint = needed(f.template.Missing(f.values()))
	return true
}

// needed says which variables are missing, the first few by name.
func needed(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0] + " is needed"
	case n <= 3:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " are needed"
	}
	return strings.Join(names[:3], ", ") + " and others are needed"
}

// recall fills the form in as it was when an older or newer URI was sent. Without
// anything sent before, it moves between the fields.
func (f *Form) recall(by int) {
	if len(f.history.entries) > 0 {
		if e, ok := f.history.move(by, f.entry()); ok {
			f.show(e)
		}
		return
	}
	id := keymap.NextField
	if by < 0 {
		id = keymap.PreviousField
	}
	f.Handle(id)
}

// entry is the form as it is.
func (f *Form) entry() entry {
	e := entry{uri: f.URI(), byHand: f.byHand}
	for i := range f.fields.Len() {
		e.values = append(e.values, f.fields.Value(i))
	}
	return e
}

// show fills everything in as it was.
func (f *Form) show(e entry) {
	for i, v := range e.values[:min(len(e.values), f.fields.Len())] {
		f.fields.SetValue(i, v)
	}
	if f.template != nil {
		f.byHand = false
		f.base = f.URI()
	}
	if f.byHand = e.byHand || f.template == nil; f.byHand {
		f.uri.Set(e.uri)
	}
	f.completion.drop()
}

// Wheel scrolls the fields in row y of the screen, down when rows is positive.
func (f *Form) Wheel(y, rows int) { f.fields.Wheel(y, rows) }

// Click puts the cursor where the mouse was, on the screen.
func (f *Form) Click(m uv.WidthMethod, x, y int) {
	f.touched()
	if uv.Pos(x, y).In(f.layout.uri) {
		if !f.byHand {
			f.editURI()
			return
		}
		f.uri.Click(m, f.layout.uri.Dx(), x-f.layout.uri.Min.X)
		return
	}
	if f.fields.Click(m, x, y) && f.template != nil {
		f.byHand = false
	}
}

// Cursor is where Draw put the terminal's cursor, on the screen.
func (f *Form) Cursor() (x, y int, visible bool) {
	if f.byHand {
		return f.layout.cursor.X, f.layout.cursor.Y, f.layout.visible
	}
	return f.fields.Cursor()
}
