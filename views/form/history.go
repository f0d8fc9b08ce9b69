package form

import (
	"slices"
	"time"

	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views/fields"
)

// Sent is a URI that was sent, and what it was made of.
type Sent struct {
	URI    string
	At     time.Time
	ByHand bool // the URI was edited afterwards
	Values uritemplate.Values
}

// entry is a form as it was when its URI was sent.
type entry struct {
	uri    string
	at     time.Time // zero until the program says when
	byHand bool
	values []fields.Value
}

// maxEntries bounds what is remembered.
const maxEntries = 50

// history is what was sent before, oldest first.
type history struct {
	entries []entry
	shown   int   // the one in the form; len(entries) for what is being typed
	draft   entry // what is being typed, while something sent is shown
}

// Last is what was sent last.
func (f *Form) Last() (Sent, bool) {
	n := len(f.history.entries)
	if n == 0 {
		return Sent{}, false
	}
	e := f.history.entries[n-1]
	s := Sent{URI: e.uri, At: e.at, ByHand: e.byHand, Values: uritemplate.Values{}}
	for i, v := range f.variables {
		if held := value(e.values[i]); held.Defined() {
			s.Values[v.Name] = held
		}
	}
	return s, true
}

// SetHistory tells what was sent in other runs, oldest first.
func (f *Form) SetHistory(sent []Sent) {
	f.history = history{}
	for _, s := range sent {
		e := entry{uri: s.URI, at: s.At, byHand: s.ByHand || f.template == nil}
		if !e.byHand {
			// What was kept may be damaged, or of other words for the same URI.
			if uri, err := f.template.Expand(s.Values); err != nil || uri != s.URI {
				var fits bool
				s.Values, fits = f.template.Match(s.URI)
				e.byHand = !fits
			}
		}
		for _, v := range f.variables {
			e.values = append(e.values, content(v, s.Values[v.Name]))
		}
		f.history.add(e)
	}
}

func (h *history) add(e entry) {
	h.entries = slices.DeleteFunc(h.entries, func(old entry) bool { return old.uri == e.uri })
	h.entries = append(h.entries, e)
	h.entries = h.entries[max(len(h.entries)-maxEntries, 0):]
	h.typing()
}

// typing says that what is in the form is being typed.
func (h *history) typing() { h.shown = len(h.entries) }

func (h *history) sent(at time.Time) {
	if n := len(h.entries); n > 0 {
		h.entries[n-1].at = at
	}
}

// move goes to an older or newer entry, past those that look like what is there
// now. What was being typed comes back after the newest.
func (h *history) move(by int, now entry) (entry, bool) {
	to := h.shown + by
	for to >= 0 && to < len(h.entries) && h.entries[to].uri == now.uri {
		to += by // it would look as if nothing happened
	}
	if to < 0 || to > len(h.entries) || to == h.shown {
		return entry{}, false
	}
	if h.shown == len(h.entries) {
		h.draft = now
	}
	if h.shown = to; to == len(h.entries) {
		return h.draft, true
	}
	return h.entries[to], true
}
