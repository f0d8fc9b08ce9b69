package fields

import (
	"slices"
	"strings"

	"mcperuse/keymap"
	"mcperuse/views/lineedit"
	"mcperuse/views/rows"
)

// Suggestions are texts that are offered for the entry with the cursor. Any other
// text can be typed all the same.
type Suggestions struct {
	Values []string
	Total  int  // of all that there are, 0 where that is not known
	More   bool // there are more than these
}

// choices is what is offered for the field with the cursor: suggestions, or the
// options of a Select or MultiSelect.
type choices struct {
	open   bool
	in     bool        // the keys move in what is offered
	closed bool        // by the person; an edit opens it again
	all    Suggestions // as suggested; of no use to options
	shown  []string
	list   rows.List
}

// mostChoices is how many rows of choices are shown at once.
const mostChoices = 8

// Suggest offers texts for the entry with the cursor, in the place of those before.
// The keys stay with the entry until keymap.Down goes to what is offered.
func (v *View) Suggest(s Suggestions) {
	if _, typed, ok := v.Typed(); ok {
		closed := v.choices.closed
		v.choices = choices{all: s}
		v.choices.narrow(typed)
		if closed {
			v.choices.open, v.choices.closed = false, true
		}
	}
}

// narrow shows the suggestions that begin with what is typed, unless there is only
// that very text.
func (c *choices) narrow(typed string) {
	c.shown, c.closed, c.in = nil, false, false
	for _, value := range c.all.Values {
		if len(value) >= len(typed) && strings.EqualFold(value[:len(typed)], typed) {
			c.shown = append(c.shown, value)
		}
	}
	if len(c.shown) == 0 { // a server may find more than beginnings
		c.shown = c.all.Values
	}
	c.open = len(c.shown) > 0 && (len(c.shown) > 1 || c.shown[0] != typed)
	c.list = newList(len(c.shown))
}

func newList(length int) (l rows.List) {
	l.SetHeight(min(length, mostChoices))
	l.SetLen(length)
	return l
}

// showChoices opens what can be chosen, with the cursor on what is.
func (v *View) showChoices() {
	f := v.current()
	if f.written() {
		if _, typed, ok := v.Typed(); ok {
			v.choices.narrow(typed)
		}
		return
	}
	if f.kind == Toggle || len(f.Options) == 0 {
		return
	}
	v.choices = choices{open: true, in: true, list: newList(len(f.Options))}
	for _, o := range f.Options {
		v.choices.shown = append(v.choices.shown, o.label())
	}
	v.choices.list.Select(max(slices.Index(f.chosen, true), 0))
}

// choose does what a key does to what is offered, and reports whether it does.
func (v *View) choose(id keymap.ID) bool {
	c := &v.choices
	switch {
	case id == keymap.CloseChoices:
		c.open, c.in, c.closed = false, false, true
	case id == keymap.Down && !c.in:
		c.in = true
	case id == keymap.Up && c.list.Cursor() == 0 && v.current().written():
		c.in = false
	case id == keymap.Choose:
		v.take()
	case id == keymap.NextField && c.in:
		v.take()
		v.move(1)
	default:
		return c.in && c.list.Handle(id)
	}
	return true
}

// take takes what the cursor of the choices is on.
func (v *View) take() {
	f, at := v.current(), v.choices.list.Cursor()
	switch {
	case f.written():
		f.begin()
		f.parts[f.part].Set(v.choices.shown[at])
		v.changed()
		v.choices.open, v.choices.closed = false, true
	case f.kind == MultiSelect:
		v.choices = choices{}
	default:
		f.only(at)
		v.choices = choices{}
		v.changed()
	}
}

// pick does what a key does to a field that is chosen and not written: space and
// the arrows, and letters that options begin with.
func (v *View) pick(key, text string) bool {
	f := v.current()
	switch key {
	case "backspace", "delete", "ctrl+h":
		f.set = false
		v.choices = choices{}
		return true
	case "left":
		return f.turn(-1)
	case "right":
		return f.turn(1)
	}
	switch {
	case f.kind == Toggle && text == " ":
		f.on = !f.set || !f.on
		f.set = true
	case f.kind == Toggle && (text == "y" || text == "n"):
		f.on, f.set = text == "y", true
	case f.kind == Toggle:
		return false
	case text == " " && f.kind == MultiSelect && v.choices.open:
		f.tick(v.choices.list.Cursor())
	case text == " " && v.choices.open:
		v.take()
	case text == " ":
		v.showChoices()
	case lineedit.Printable(text):
		return v.jump(text)
	default:
		return false
	}
	return true
}

// jump goes to the next option that begins with a text.
func (v *View) jump(text string) bool {
	if !v.choices.open {
		v.showChoices()
	}
	c := &v.choices
	for i := range c.shown {
		at := (max(c.list.Cursor(), 0) + 1 + i) % len(c.shown)
		if label := c.shown[at]; len(label) >= len(text) && strings.EqualFold(label[:len(text)], text) {
			c.list.Select(at)
			break
		}
	}
	return true
}

// only chooses one option and no other.
func (f *field) only(at int) {
	clear(f.chosen)
	f.chosen[at], f.set = true, true
}

// tick chooses one option more, or no longer.
func (f *field) tick(at int) {
	f.chosen[at], f.set = !(f.set && f.chosen[at]), true
}

// turn chooses the next option or the one before, or the other of yes and no.
func (f *field) turn(by int) bool {
	switch n := len(f.Options); {
	case f.kind == Toggle:
		f.on, f.set = by > 0, true
	case f.kind != Select || n == 0:
		return false
	case !f.set:
		f.only(max(slices.Index(f.chosen, true), 0))
	default:
		f.only((slices.Index(f.chosen, true) + by + n) % n)
	}
	return true
}
