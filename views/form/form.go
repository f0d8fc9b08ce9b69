// Package form is the form of one URI template: a field for every variable, the
// exact URI they make, and the URI itself to edit by hand.
//
// A Form keeps everything typed into it, so the program keeps one Form for every
// template and shows it again.
package form

import (
	"slices"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views"
	"mcperuse/views/failure"
)

// Form is the form of one template and all that was typed into it.
type Form struct {
	source      string // the template as sent
	name        string
	description string

	template *uritemplate.Template      // nil where it is malformed or missing
	errors   []*uritemplate.SyntaxError // why it is
	warnings []*uritemplate.SyntaxError // what is odd in one that is not

	fields []field
	focus  int // the field with the cursor
	byHand bool
	uri    input  // what is edited by hand
	base   string // what the fields said when that began

	sent      []sending        // what was sent before, oldest first
	shown     int              // the one in the fields; len(sent) for what is being typed
	draft     sending          // what is being typed, while something sent is shown
	failed    *failure.Failure // of the last one
	complaint string           // why enter did not send

	layout layout
}

// sending is one URI that was sent.
type sending struct {
	uri    string
	at     time.Time // zero until Sent is called
	byHand bool
	values []snapshot
}

// maxSent bounds what is remembered.
const maxSent = 50

// New returns the empty form of a template. One that is malformed or missing can
// only be edited by hand, starting from what the server sent.
func New(t *model.Template) *Form {
	f := &Form{source: t.URITemplate, name: t.DisplayName(), description: t.Description()}
	if f.source == "" {
		f.byHand = true
		return f
	}
	var err error
	if f.template, err = uritemplate.Parse(f.source); err != nil {
		_, f.errors = uritemplate.ParseParts(f.source)
		f.byHand = true
		f.uri.set(f.source)
		return f
	}
	f.warnings = f.template.Warnings()
	for _, v := range f.template.Variables() {
		f.fields = append(f.fields, newField(v))
	}
	return f
}

// Template is the template as the server sent it.
func (f *Form) Template() string { return f.source }

// URI is what would be sent now; variables without a value are left out.
func (f *Form) URI() string {
	if f.byHand {
		return f.uri.text
	}
	uri, err := f.template.Expand(f.values())
	if err != nil {
		return "" // no field can make a value its template refuses
	}
	return uri
}

func (f *Form) values() uritemplate.Values {
	values := uritemplate.Values{}
	for i := range f.fields {
		values[f.fields[i].variable.Name] = f.fields[i].value()
	}
	return values
}

// Handle does what a key does.
func (f *Form) Handle(id keymap.ID) views.Action {
	f.touched()
	switch id {
	case keymap.Send:
		return f.send()
	case keymap.Back:
		return views.Back{}
	case keymap.NextField:
		f.move(1)
	case keymap.PreviousField:
		f.move(-1)
	case keymap.EditURI:
		f.editURI()
	case keymap.OlderValue:
		f.recall(-1)
	case keymap.NewerValue:
		f.recall(1)
	case keymap.ToggleSet:
		if field := f.current(); field != nil {
			field.toggle()
		}
	case keymap.AddValue:
		if field := f.current(); field != nil {
			field.add()
		}
	}
	return nil
}

// touched forgets what only holds until the next key.
func (f *Form) touched() { f.complaint, f.layout.free = "", false }

// Key takes a key press, as Bubble Tea spells it, that is in no table: an editing
// key, or a character, whose text is then not empty. It reports whether the form
// had a use for it.
func (f *Form) Key(key, text string) bool {
	field := f.current()
	if printable(text) {
		switch {
		case field == nil && !f.byHand:
			return false
		case f.byHand:
			f.uri.insert(text)
		case text == "/" && field.segments():
			field.add()
		default:
			field.insert(text)
		}
		f.touched()
		return true
	}
	used := false
	switch {
	case f.byHand:
		used = f.uri.edit(key)
	case field != nil:
		used = field.edit(key)
	}
	if used {
		f.touched()
	}
	return used
}

// Paste inserts text as it is, but for line breaks at its end.
func (f *Form) Paste(text string) {
	text = strings.TrimRight(text, "\r\n")
	f.touched()
	switch field := f.current(); {
	case f.byHand:
		f.uri.insert(text)
	case field == nil:
	case field.segments():
		for i, segment := range strings.Split(text, "/") {
			if i > 0 {
				field.add()
			}
			field.insert(segment)
		}
	default:
		field.insert(text)
	}
}

// Sent tells that the URI of the last [views.ReadExpanded] went out.
func (f *Form) Sent(at time.Time) {
	if n := len(f.sent); n > 0 {
		f.sent[n-1].at = at
	}
}

// Answered tells how the last one ended; nil for well.
func (f *Form) Answered(failed *failure.Failure) { f.failed = failed }

// current is the field with the cursor, nil where there is none.
func (f *Form) current() *field {
	if f.byHand || len(f.fields) == 0 {
		return nil
	}
	return &f.fields[f.focus]
}

// move puts the cursor into the next or previous part or field, around the ends.
func (f *Form) move(by int) {
	field := f.current()
	if field == nil || field.move(by) {
		return
	}
	f.focus = (f.focus + by + len(f.fields)) % len(f.fields)
	field = f.current()
	field.part = 0
	if by < 0 && field.set {
		field.part = len(field.parts) - 1
	}
}

// editURI begins or ends editing by hand. What was edited is there again the next
// time, unless the fields have changed meanwhile.
func (f *Form) editURI() {
	switch {
	case f.template == nil: // nothing to go back to
	case f.byHand:
		f.byHand = false
	default:
		if uri := f.URI(); f.uri.text == "" || uri != f.base {
			f.uri.set(uri)
			f.base = uri
		}
		f.byHand = true
	}
}

// edited reports whether the URI is not what the fields make of it.
func (f *Form) edited() bool { return f.byHand && f.template != nil && f.uri.text != f.base }

// send asks for the URI, or says why it cannot be sent.
func (f *Form) send() views.Action {
	if f.byHand && f.uri.text == "" {
		f.complaint = "the URI is empty"
		return nil
	}
	if missing := f.missing(); !f.byHand && len(missing) > 0 {
		f.complaint = needed(missing)
		f.focus = slices.IndexFunc(f.fields, func(field field) bool { return field.missing() })
		return nil
	}
	s := f.sending()
	f.sent = slices.DeleteFunc(f.sent, func(old sending) bool { return old.uri == s.uri })
	f.sent = append(f.sent, s)
	f.sent = f.sent[max(len(f.sent)-maxSent, 0):]
	f.shown = len(f.sent)
	f.failed = nil
	return views.ReadExpanded{Template: f.source, URI: s.uri}
}

// missing names the variables without which the URI has a hole.
func (f *Form) missing() (names []string) {
	for i := range f.fields {
		if f.fields[i].missing() {
			names = append(names, f.fields[i].variable.Name)
		}
	}
	return names
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

// recall fills the form in as it was when an older or newer URI was sent. What was
// being typed comes back after the newest. Without anything sent before, it moves
// between the fields.
func (f *Form) recall(by int) {
	if len(f.sent) == 0 {
		f.move(by)
		return
	}
	now := f.sending()
	to := f.shown + by
	for to >= 0 && to < len(f.sent) && f.sent[to].uri == now.uri {
		to += by // it would look as if nothing happened
	}
	if to < 0 || to > len(f.sent) || to == f.shown {
		return
	}
	if f.shown == len(f.sent) {
		f.draft = now
	}
	if f.shown = to; to == len(f.sent) {
		f.show(f.draft)
	} else {
		f.show(f.sent[to])
	}
}

func (f *Form) sending() sending {
	s := sending{uri: f.URI(), byHand: f.byHand}
	for i := range f.fields {
		s.values = append(s.values, f.fields[i].snapshot())
	}
	return s
}

// show fills everything in as it was.
func (f *Form) show(s sending) {
	for i := range f.fields {
		f.fields[i].restore(s.values[i])
	}
	if f.template != nil {
		f.byHand = false
		f.base = f.URI()
	}
	if f.byHand = s.byHand; f.byHand {
		f.uri.set(s.uri)
	}
}

// Wheel scrolls the fields by rows, down when it is positive.
func (f *Form) Wheel(rows int) { f.layout.top += rows; f.layout.free = true }

// Click puts the cursor where the mouse was, in columns and rows of the area.
func (f *Form) Click(m uv.WidthMethod, x, y int) {
	for _, spot := range f.layout.spots {
		if spot.y != y || x < spot.x || x >= spot.x+spot.width {
			continue
		}
		if spot.field < 0 {
			f.uri.clicked(m, spot.width, x-spot.x)
			return
		}
		f.byHand = f.byHand && f.template == nil
		f.focus = spot.field
		field := &f.fields[spot.field]
		field.part = spot.part
		field.parts[spot.part].clicked(m, spot.width, x-spot.x)
	}
}

// Cursor is where Draw put the terminal's cursor, on the screen.
func (f *Form) Cursor() (x, y int, visible bool) {
	return f.layout.cursor.X, f.layout.cursor.Y, f.layout.visible
}
