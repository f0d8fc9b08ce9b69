package form

import (
	"slices"
	"time"

	"mcperuse/views/fields"
)

// Entry is a form as it was when its URI was sent.
type Entry struct {
	URI    string
	At     time.Time // zero until the program says when
	ByHand bool
	Values []fields.Value
}

// maxEntries bounds what is remembered.
const maxEntries = 50

// history is what was sent before, oldest first.
type history struct {
	entries []Entry
	shown   int   // the one in the form; len(entries) for what is being typed
	draft   Entry // what is being typed, while something sent is shown
}

// History is what was sent before, oldest first.
func (f *Form) History() []Entry { return slices.Clone(f.history.entries) }

// SetHistory tells what was sent before, in another run.
func (f *Form) SetHistory(entries []Entry) {
	f.history = history{entries: slices.Clone(entries), shown: len(entries)}
}

func (h *history) add(e Entry) {
	h.entries = slices.DeleteFunc(h.entries, func(old Entry) bool { return old.URI == e.URI })
	h.entries = append(h.entries, e)
	h.entries = h.entries[max(len(h.entries)-maxEntries, 0):]
	h.typing()
}

// typing says that what is in the form is being typed.
func (h *history) typing() { h.shown = len(h.entries) }

func (h *history) sent(at time.Time) {
	if n := len(h.entries); n > 0 {
		h.entries[n-1].At = at
	}
}

// move goes to an older or newer entry, past those that look like what is there
// now. What was being typed comes back after the newest.
func (h *history) move(by int, now Entry) (Entry, bool) {
	to := h.shown + by
	for to >= 0 && to < len(h.entries) && h.entries[to].URI == now.URI {
		to += by // it would look as if nothing happened
	}
	if to < 0 || to > len(h.entries) || to == h.shown {
		return Entry{}, false
	}
	if h.shown == len(h.entries) {
		h.draft = now
	}
	if h.shown = to; to == len(h.entries) {
		return h.draft, true
	}
	return h.entries[to], true
}
