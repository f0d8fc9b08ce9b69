package fields

import (
	"slices"
	"strconv"
	"strings"

	"mcperuse/views/lineedit"
)

// field is one field with what it holds. Its contents stay while it is unset.
type field struct {
	Field
	kind    Kind
	set     bool
	parts   []lineedit.Input // one; of a List one an entry, of a Map name and value in turn
	part    int              // the one with the cursor
	on      bool
	chosen  []bool // by option
	area    *area  // of a Lines
	problem Problem
}

func newField(d Field) field {
	f := field{Field: d, chosen: make([]bool, len(d.Options))}
	if len(d.Kinds) > 0 {
		f.kind = d.Kinds[0]
	}
	f.write(nil)
	if f.Between == "" {
		f.Between = ","
	}
	return f
}

// written reports whether a field is filled in by typing.
func (f *field) written() bool { return f.kind != Toggle && f.kind != Select && f.kind != MultiSelect }

// inName reports whether the cursor is in the name of an entry of a map.
func (f *field) inName() bool { return f.kind == Map && f.part%2 == 0 }

// step is how many inputs make up an entry.
func (f *field) step() int {
	if f.kind == Map {
		return 2
	}
	return 1
}

func (f *field) value() Value {
	v := Value{Kind: f.kind, Set: f.set}
	if !f.set {
		return v
	}
	switch f.kind {
	case Text, Number, Lines:
		v.Text = f.parts[0].Text()
	case Toggle:
		v.On = f.on
	case Select:
		if i := slices.Index(f.chosen, true); i >= 0 {
			v.Text = f.Options[i].Value
		}
	case MultiSelect:
		for i, o := range f.Options {
			if f.chosen[i] {
				v.Items = append(v.Items, o.Value)
			}
		}
	case List:
		v.Items = f.texts()
	case Map:
		for i := 0; i+1 < len(f.parts); i += 2 {
			v.Pairs = append(v.Pairs, Pair{f.parts[i].Text(), f.parts[i+1].Text()})
		}
	}
	return v
}

func (f *field) texts() []string {
	texts := make([]string, len(f.parts))
	for i := range f.parts {
		texts[i] = f.parts[i].Text()
	}
	return texts
}

// fill makes the field hold a value of one of its kinds.
func (f *field) fill(v Value) {
	if slices.Contains(f.Kinds, v.Kind) || len(f.Kinds) == 0 && v.Kind == Text {
		f.kind = v.Kind
	}
	f.set, f.part, f.on, f.problem = v.Set, 0, v.On, Problem{}
	texts := []string{v.Text}
	switch f.kind {
	case List:
		texts = v.Items
	case Map:
		texts = nil
		for _, p := range v.Pairs {
			texts = append(texts, p.Name, p.Value)
		}
	case Select, MultiSelect:
		for i, o := range f.Options {
			f.chosen[i] = f.kind == Select && o.Value == v.Text || f.kind == MultiSelect && slices.Contains(v.Items, o.Value)
		}
		f.set = v.Set && (f.kind == MultiSelect || slices.Contains(f.chosen, true))
	case Text, Number, Toggle, Lines:
	}
	f.write(texts)
	if f.Live {
		f.check()
	}
}

func (f *field) write(texts []string) {
	f.parts = make([]lineedit.Input, max(len(texts), f.step()))
	if f.kind == Lines {
		f.parts[0] = lineedit.Lines()
		if f.area == nil {
			f.area = newArea()
		}
	}
	for i, text := range texts {
		f.parts[i].Set(text)
	}
}

// check finds out what is wrong with the value.
func (f *field) check() {
	v := f.value()
	f.problem = Problem{}
	switch {
	case f.Check != nil:
		f.problem = f.Check(v)
	case f.Needed && (!v.Set || v.Empty()):
		f.problem.Text = "needed"
	}
	if f.problem.Text == "" && f.kind == Number && v.Set && v.Text != "" {
		if _, err := strconv.ParseFloat(v.Text, 64); err != nil {
			f.problem.Text = "not a number"
		}
	}
}

// toggle unsets the field, or sets it again to what it had.
func (f *field) toggle() { f.set = !f.set }

// begin sets an unset field, emptily.
func (f *field) begin() {
	if f.set {
		return
	}
	f.set = true
	if f.written() {
		f.write(nil)
		f.part = 0
	}
}

// insert types text at the cursor.
func (f *field) insert(text string) {
	f.begin()
	f.parts[f.part].Insert(text)
}

// paste inserts text as it is, but for line breaks at the end of a line and what
// splits it.
func (f *field) paste(text string) {
	if f.kind == Lines {
		f.insert(text)
		return
	}
	text = strings.TrimRight(text, "\r\n")
	if f.kind != List || !f.Splits {
		f.insert(text)
		return
	}
	for i, entry := range strings.Split(text, f.Between) {
		if i > 0 {
			f.add()
		}
		f.insert(entry)
	}
}

func (f *field) key(key, text string) bool {
	switch {
	case !lineedit.Printable(text):
		return f.edit(key)
	case f.kind == List && f.Splits && text == f.Between:
		f.add()
	case text == "=" && f.inName():
		f.begin()
		f.part++
	case f.kind == Lines && (text == "}" || text == "]"):
		f.begin()
		f.parts[0].CloseBracket(text)
	default:
		f.insert(text)
	}
	return true
}

// edit does what an editing key does. Erasing goes on past the start of an entry:
// an empty one of several goes away, and an empty field becomes unset.
func (f *field) edit(key string) bool {
	in := &f.parts[f.part]
	if f.kind == Lines {
		f.area.column = -1
	}
	switch key {
	case "left":
		if in.AtStart() && f.part > 0 {
			f.part--
			f.end()
			return true
		}
	case "right":
		if in.AtEnd() && f.part < len(f.parts)-1 {
			f.part++
			f.parts[f.part].Edit("home")
			return true
		}
	case "backspace", "ctrl+h":
		if !f.set {
			return true
		}
		if in.AtStart() {
			return f.eraseBack()
		}
	}
	if !f.set {
		return false
	}
	return in.Edit(key)
}

// eraseBack erases at the start of an input: to the name of a map, an empty entry,
// or an empty field.
func (f *field) eraseBack() bool {
	in := &f.parts[f.part]
	switch {
	case f.kind == Map && f.part%2 == 1:
		f.part--
		f.end()
	case in.Text() != "" || f.kind == Map && f.parts[f.part+1].Text() != "":
		return true
	case len(f.parts) > f.step():
		f.parts = slices.Delete(f.parts, f.part, f.part+f.step())
		f.part = max(f.part-1, 0)
		f.end()
	default:
		f.set = false
	}
	return true
}

func (f *field) end() { f.parts[f.part].Edit("end") }

// add starts another entry after the one with the cursor, which is split there.
func (f *field) add() {
	if f.kind != List && f.kind != Map {
		return
	}
	if !f.set {
		f.begin()
		return
	}
	fresh := make([]lineedit.Input, f.step())
	if f.kind == List {
		fresh[0].Set(f.parts[f.part].Split())
		fresh[0].Edit("home")
	}
	at := f.part - f.part%f.step() + f.step()
	f.parts = slices.Insert(f.parts, at, fresh...)
	f.part = at
}

// move goes to the next entry or the one before, and reports whether there is one.
func (f *field) move(by int) bool {
	if to := f.part + by; f.written() && f.set && to >= 0 && to < len(f.parts) {
		f.part = to
		return true
	}
	return false
}

// next makes the field one of its next kind. What was typed goes with it: a text is
// a list with commas, and an entry of a map is one with an equals sign.
func (f *field) next() {
	if len(f.Kinds) < 2 {
		return
	}
	texts := f.texts()
	switch f.kind {
	case Text:
		texts = strings.Split(texts[0], ",")
	case Map:
		texts = f.entries()
	case Number, Toggle, Select, MultiSelect, List, Lines:
	}
	f.kind = f.Kinds[(slices.Index(f.Kinds, f.kind)+1)%len(f.Kinds)]
	switch f.kind {
	case Text:
		texts = []string{strings.Join(texts, ",")}
	case Map:
		var both []string
		for _, entry := range texts {
			name, value, _ := strings.Cut(entry, "=")
			both = append(both, name, value)
		}
		texts = both
	case Number, Toggle, Select, MultiSelect, List, Lines:
	}
	f.write(texts)
	f.part = min(f.part, len(f.parts)-1)
	f.end()
}

// entries are the entries of a map as texts.
func (f *field) entries() []string {
	var out []string
	for i := 0; i+1 < len(f.parts); i += 2 {
		entry := f.parts[i].Text()
		if value := f.parts[i+1].Text(); value != "" {
			entry += "=" + value
		}
		out = append(out, entry)
	}
	return out
}
