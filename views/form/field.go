package form

import (
	"slices"

	"mcperuse/mcpclient/uritemplate"
)

// state is how far a field is filled in. Unset and empty are two things: an unset
// variable leaves the URI altogether, an empty one often leaves its name behind.
type state uint8

const (
	unset state = iota
	empty
	filled
)

// field is one variable with what was typed for it: one part, or several where
// the variable may repeat. What was typed stays while the field is unset.
type field struct {
	variable uritemplate.Variable
	set      bool
	parts    []input
	part     int // the one with the cursor
}

func newField(v uritemplate.Variable) field { return field{variable: v, parts: make([]input, 1)} }

func (f *field) state() state {
	switch {
	case !f.set:
		return unset
	case slices.ContainsFunc(f.parts, func(in input) bool { return in.text != "" }):
		return filled
	}
	return empty
}

// value is what the template gets.
func (f *field) value() uritemplate.Value {
	switch {
	case !f.set:
		return uritemplate.Unset()
	case f.variable.Repeats():
		return uritemplate.List(f.texts()...)
	}
	return uritemplate.String(f.parts[0].text)
}

func (f *field) texts() []string {
	texts := make([]string, len(f.parts))
	for i, p := range f.parts {
		texts[i] = p.text
	}
	return texts
}

// missing reports whether the URI cannot be sent without more in this field.
func (f *field) missing() bool { return f.variable.Needed && f.state() != filled }

// segments reports whether the parts are segments of a path, in which a slash
// starts the next one.
func (f *field) segments() bool {
	return f.variable.Repeats() && f.operator() == uritemplate.PathSegment
}

func (f *field) operator() uritemplate.Operator { return f.variable.Uses[0].Operator }

// separator stands between the parts on screen, as it will in the URI.
func (f *field) separator() string {
	switch f.operator() {
	case uritemplate.PathSegment:
		return "/"
	case uritemplate.Label:
		return "."
	case uritemplate.PathParameter:
		return ";"
	case uritemplate.Query, uritemplate.QueryContinuation:
		return "&"
	}
	return ","
}

// insert types text at the cursor; in an unset field that sets it.
func (f *field) insert(text string) {
	if !f.set {
		f.set = true
		f.parts, f.part = make([]input, 1), 0
	}
	f.parts[f.part].insert(text)
}

// edit does what an editing key does. Erasing goes on past the start of a part:
// an empty part of several goes away, and an empty field becomes unset.
func (f *field) edit(key string) bool {
	in := &f.parts[f.part]
	switch key {
	case "left":
		if in.cursor == 0 && f.part > 0 {
			f.part--
			f.parts[f.part].edit("end")
			return true
		}
	case "right":
		if in.cursor == len(in.text) && f.part < len(f.parts)-1 {
			f.part++
			f.parts[f.part].edit("home")
			return true
		}
	case "backspace", "ctrl+h":
		switch {
		case !f.set:
			return true
		case in.text == "" && len(f.parts) > 1:
			f.parts = slices.Delete(f.parts, f.part, f.part+1)
			if f.part = max(f.part-1, 0); f.part < len(f.parts) {
				f.parts[f.part].edit("end")
			}
			return true
		case in.text == "":
			f.set = false
			return true
		}
	}
	if !f.set {
		return false
	}
	return in.edit(key)
}

// add starts another part after the one with the cursor, which is split there.
func (f *field) add() {
	if !f.variable.Repeats() {
		return
	}
	if !f.set {
		f.insert("")
		return
	}
	in := &f.parts[f.part]
	next := input{text: in.text[in.cursor:]}
	in.text = in.text[:in.cursor]
	f.part++
	f.parts = slices.Insert(f.parts, f.part, next)
}

// toggle unsets the field, or sets it again to what it had.
func (f *field) toggle() { f.set = !f.set }

// move goes to the next part or the one before, and reports whether there is one.
func (f *field) move(by int) bool {
	if to := f.part + by; f.set && to >= 0 && to < len(f.parts) {
		f.part = to
		return true
	}
	return false
}

// snapshot is what a field held when a URI was sent.
type snapshot struct {
	set   bool
	texts []string
}

func (f *field) snapshot() snapshot { return snapshot{f.set, f.texts()} }

func (f *field) restore(s snapshot) {
	f.set, f.part = s.set, 0
	f.parts = make([]input, len(s.texts))
	for i, text := range s.texts {
		f.parts[i].set(text)
	}
}
