// Package fields is the engine of every form: fields of several kinds with a
// cursor in one of them, what is wrong with each, and what is offered for the one
// that is typed into.
//
// It knows nothing of what a form is for. Whoever has a form describes its fields,
// reads their values, and draws what else belongs to it. Nothing typed is ever
// dropped: what is unset can be set again, and a value that is wrong stays.
package fields

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
)

// Kind is how a field is filled in.
type Kind uint8

// The kinds.
const (
	Text        Kind = iota
	Number           // text, checked to be a number
	Toggle           // yes or no
	Select           // one of the options
	MultiSelect      // some of the options
	List             // any number of texts
	Map              // any number of names with values
	Lines            // a text of several lines
)

// Option is one thing that can be chosen.
type Option struct {
	Value string
	Title string // what is shown; the value where it is empty
}

func (o Option) label() string {
	if o.Title != "" {
		return o.Title
	}
	return o.Value
}

// Field describes one field of a form.
type Field struct {
	Name string
	Hint string // on the right, in a few words: "query parameter, optional"
	Help string // below the fields while the cursor is in this one
	// Kinds are what the value may be, the first at first; none means Text.
	// keymap.SwitchKind goes on to the next.
	Kinds  []Kind
	Needed bool
	// Options of Select and MultiSelect.
	Options []Option
	// Between stands between the entries of a List on screen; "," where it is
	// empty. With Splits, typing it starts the next entry.
	Between string
	Splits  bool
	// Fill gives a Lines all rows that are left.
	Fill bool
	// Check says what is wrong with a value; nil accepts all. It is done when the
	// cursor leaves the field, and with Live whenever the value has changed.
	Check func(Value) Problem
	Live  bool
}

// Problem is what is wrong with a value; the zero Problem is nothing.
type Problem struct {
	Text     string
	From, To int // the bytes of a Lines it is about; equal where it is about none
}

// Pair is an entry of a Map.
type Pair struct{ Name, Value string }

// Value is what a field holds.
type Value struct {
	Kind  Kind
	Set   bool     // an unset field says nothing; an empty one says ""
	Text  string   // of Text, Number and Lines; the option's value of Select
	On    bool     // of Toggle
	Items []string // of List; the options' values of MultiSelect
	Pairs []Pair   // of Map
}

// Empty reports whether a value that is set says nothing.
func (v Value) Empty() bool {
	switch v.Kind {
	case Text, Number, Lines:
		return v.Text == ""
	case List:
		return len(v.Items) == 0 || len(v.Items) == 1 && v.Items[0] == ""
	case Map:
		return len(v.Pairs) == 0 || len(v.Pairs) == 1 && v.Pairs[0] == Pair{}
	case MultiSelect:
		return len(v.Items) == 0
	case Toggle, Select:
	}
	return false
}

// View is the fields of a form. Make one with [New]. It is passive and not safe
// for concurrent use.
type View struct {
	fields  []field
	focus   int
	choices choices
	note    string // a line under the field with the cursor
	layout  layout
}

// New returns fields without values.
func New(described []Field) *View {
	v := &View{fields: make([]field, len(described))}
	for i, d := range described {
		v.fields[i] = newField(d)
	}
	return v
}

// Len is the number of fields.
func (v *View) Len() int { return len(v.fields) }

// Value is what a field holds.
func (v *View) Value(i int) Value { return v.fields[i].value() }

// SetValue fills a field in. What it cannot hold, an option it does not have, is
// left out.
func (v *View) SetValue(i int, value Value) {
	v.fields[i].fill(value)
	v.choices = choices{}
}

// Focus is the field with the cursor, -1 where there are none.
func (v *View) Focus() int {
	if len(v.fields) == 0 {
		return -1
	}
	return v.focus
}

// SetFocus puts the cursor into a field.
func (v *View) SetFocus(i int) {
	v.leave()
	v.focus = i
	v.layout.free = false
}

// leave is to happen before the cursor leaves a field.
func (v *View) leave() {
	v.choices, v.note = choices{}, ""
	if f := v.current(); f != nil && (f.set || f.problem.Text != "") {
		f.check()
	}
}

// Typed is the entry with the cursor: its field, the text, and whether it is one
// that can be completed, no name of a Map and no choice.
func (v *View) Typed() (i int, text string, ok bool) {
	f := v.current()
	if f == nil || !f.written() || f.inName() {
		return v.Focus(), "", false
	}
	if f.set {
		text = f.parts[f.part].Text()
	}
	return v.focus, text, true
}

// SetProblem says what is wrong with a field, "" for nothing. It goes away when the
// field is changed.
func (v *View) SetProblem(i int, problem string) { v.fields[i].problem = Problem{Text: problem} }

// SetHint changes what stands on the right of a field.
func (v *View) SetHint(i int, hint string) { v.fields[i].Hint = hint }

// SetCursor puts the cursor of a Text, a Number or a Lines before a byte of it.
func (v *View) SetCursor(i, at int) {
	v.fields[i].parts[0].SetCursor(at)
	v.layout.free = false
}

// Check looks at every field, and puts the cursor into the first one with something
// wrong, to where it is. It reports whether there is none.
func (v *View) Check() bool {
	first := -1
	for i := range v.fields {
		if v.fields[i].check(); v.fields[i].problem.Text != "" && first < 0 {
			first = i
		}
	}
	if first < 0 {
		return true
	}
	v.SetFocus(first)
	if p := v.fields[first].problem; p.From < p.To {
		v.SetCursor(first, p.From)
	}
	return false
}

// SetNote puts a line under the field with the cursor until the cursor leaves it.
func (v *View) SetNote(note string) { v.note = note }

// Scopes are the key scopes that go before those of the form.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.choices.open && v.choices.in:
		return []keymap.Scope{keymap.Choosing}
	case v.choices.open:
		return []keymap.Scope{keymap.Offered}
	case v.current() != nil && v.current().kind == Lines:
		return []keymap.Scope{keymap.Lines}
	}
	return nil
}

// Handle does what a key does and reports whether it means something to fields.
func (v *View) Handle(id keymap.ID) bool {
	f := v.current()
	if f == nil {
		return false
	}
	v.layout.free = false
	if v.choices.open && v.choose(id) {
		return true
	}
	switch id {
	case keymap.NextField:
		v.move(1)
	case keymap.PreviousField:
		v.move(-1)
	case keymap.ToggleSet:
		f.toggle()
		v.changed()
	case keymap.AddValue:
		f.add()
		v.changed()
	case keymap.SwitchKind:
		f.next()
		v.changed()
	case keymap.ShowChoices:
		v.showChoices()
	default:
		if !f.line(id) {
			return false
		}
		v.changed()
	}
	return true
}

// Key takes a key press, as Bubble Tea spells it, that is in no table: an editing
// key, or a character, whose text is then not empty. It reports whether the fields
// had a use for it. Where the form has none for enter and the arrows, they go from
// field to field.
func (v *View) Key(key, text string) bool {
	f := v.current()
	if f == nil {
		return false
	}
	v.layout.free = false
	switch key {
	case "enter", "down":
		v.move(1)
		return true
	case "up":
		v.move(-1)
		return true
	}
	used := false
	if f.written() {
		used = f.key(key, text)
	} else {
		used = v.pick(key, text)
	}
	if used {
		v.changed()
	}
	return used
}

// Paste inserts text at the cursor.
func (v *View) Paste(text string) {
	if f := v.current(); f != nil && f.written() {
		f.paste(text)
		v.layout.free = false
		v.changed()
	}
}

// changed is to happen after a field has changed.
func (v *View) changed() {
	f := v.current()
	v.note = ""
	if f.Live || f.problem.Text != "" {
		f.check()
	}
	if _, typed, ok := v.Typed(); ok {
		v.choices.narrow(typed)
	}
}

func (v *View) current() *field {
	if len(v.fields) == 0 {
		return nil
	}
	return &v.fields[v.focus]
}

// move puts the cursor into the next or previous entry or field, around the ends.
func (v *View) move(by int) {
	f := v.current()
	if f.move(by) {
		v.choices, v.note = choices{}, ""
		return
	}
	v.SetFocus((v.focus + by + len(v.fields)) % len(v.fields))
	f = v.current()
	f.part = 0
	if by < 0 && f.set && len(f.parts) > 0 {
		f.part = len(f.parts) - 1
	}
}

// Wheel scrolls by rows, down when it is positive: what is offered, the text of
// several lines that is in row y of the screen, or the fields.
func (v *View) Wheel(y, rows int) {
	if v.choices.open {
		v.choices.list.Wheel(rows)
		return
	}
	v.layout.free = true
	for _, s := range v.layout.spots {
		if s.lines && s.at.Min.Y <= y && y < s.at.Max.Y && v.fields[s.field].area.overflows() {
			v.fields[s.field].area.pane.LineDown(rows)
			return
		}
	}
	v.layout.top += rows
}

// Click does what the mouse asks for at a place of the screen, and reports whether
// there was something.
func (v *View) Click(m uv.WidthMethod, x, y int) bool {
	at := uv.Pos(x, y)
	if v.choices.open && at.In(v.layout.choices) {
		if v.choices.list.Click(y - v.layout.choices.Min.Y) {
			if f := v.current(); f.kind == MultiSelect {
				f.tick(v.choices.list.Cursor())
			} else {
				v.take()
			}
		}
		return true
	}
	v.layout.free = false
	for _, s := range v.layout.spots {
		if !at.In(s.at) {
			continue
		}
		elsewhere := s.field != v.focus || s.part != v.current().part
		if s.field != v.focus {
			v.SetFocus(s.field)
		}
		v.choices = choices{}
		f := v.current()
		switch {
		case s.add:
			f.part = max(len(f.parts)-1, 0)
			f.end()
			f.add()
		case s.lines:
			f.area.click(&f.parts[0], x-s.at.Min.X, y-s.at.Min.Y)
		case f.kind == Lines: // its name
		case f.written():
			f.part = s.part
			if elsewhere { // it was drawn from its beginning
				f.parts[s.part].SetCursor(0)
			}
			f.parts[s.part].Click(m, s.at.Dx(), x-s.at.Min.X)
		case f.kind == Toggle:
			v.pick("space", " ")
		default:
			v.showChoices()
			return true
		}
		v.changed()
		return true
	}
	return false
}

// Cursor is where Draw put the terminal's cursor, on the screen.
func (v *View) Cursor() (x, y int, visible bool) {
	return v.layout.cursor.X, v.layout.cursor.Y, v.layout.visible
}
