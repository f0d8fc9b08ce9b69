package wire

import (
	"context"
	"slices"
	"sort"
	"strings"

	"mcperuse/views"
	"mcperuse/views/lineedit"
)

// filter is the filter line and what it lets through.
type filter struct {
	line   string
	input  lineedit.Input // what the line is typed into
	typing bool

	query query    // of what is shown; nil where everything is
	seqs  []uint64 // the frames it lets through, in order
	wait  query    // the query a job is to answer, nil where none is
	near  uint64   // the frame to stay near while nothing is shown
}

func (f *filter) active() bool { return f.query != nil }

// forget takes out the frames before one and returns how many those were.
func (f *filter) forget(first uint64) int {
	n := sort.Search(len(f.seqs), func(i int) bool { return f.seqs[i] >= first })
	f.seqs = f.seqs[n:]
	return n
}

// add lets a new frame through, or not.
func (f *filter) add(e *entry) {
	if f.query.match(e) {
		f.seqs = append(f.seqs, e.Seq)
	}
}

// atOnce is how many bytes of frames are searched while a key is handled. That
// takes a millisecond or two; more is left to a [Job].
const atOnce = 1 << 20

// setFilter shows what a filter line asks for. Where there is much to search,
// what is shown stays until that is done.
func (v *View) setFilter(line string) {
	v.filter.line = line
	if v.filter.input.Text() != line {
		v.filter.input.Set(line)
	}
	q := parseQuery(line)
	v.filter.wait = nil
	switch {
	case len(q) == 0:
		v.show(nil, nil)
	case v.table.bytes <= atOnce:
		v.show(q, search(context.Background(), q, v.table.entries))
	default:
		v.filter.wait = q
	}
}

// show shows the frames that a query lets through. The cursor stays on its frame,
// or goes to the nearest one that is shown.
func (v *View) show(q query, seqs []uint64) {
	if e := v.selected(); e != nil {
		v.filter.near = e.Seq
	}
	v.filter.query, v.filter.seqs = q, seqs
	v.list.SetLen(v.lines())
	if v.following {
		v.list.Select(v.lines() - 1)
		return
	}
	line, _ := v.lineOf(v.filter.near)
	v.list.Select(line)
}

// search returns which frames a query lets through.
func search(ctx context.Context, q query, entries []entry) []uint64 {
	var seqs []uint64
	for i := range entries {
		if ctx.Err() != nil {
			break
		}
		if q.match(&entries[i]) {
			seqs = append(seqs, entries[i].Seq)
		}
	}
	return seqs
}

// found takes the answer of a job that searched the frames up to one.
func (v *View) found(q query, seqs []uint64, upTo uint64) {
	v.filter.wait = nil
	v.show(q, seqs)
	v.filter.forget(v.table.first())
	for seq := max(upTo+1, v.table.first()); seq <= v.table.last; seq++ {
		v.filter.add(v.table.at(seq))
	}
	v.show(q, v.filter.seqs)
}

// onlyMethod shows only the method of the selected frame, or all again.
func (v *View) onlyMethod() views.Action {
	e := v.selected()
	if e == nil {
		return nil
	}
	if e.Method == "" || strings.ContainsAny(e.Method, ` "`) {
		return views.Notice{Text: "this frame has no method to filter by"}
	}
	v.setFilter(toggle(v.filter.line, "method:"+e.Method))
	return nil
}

// turnDirection shows only what the server sent, then only what it was sent, then
// both.
func (v *View) turnDirection() {
	const from, to = "from:server", "from:client"
	switch words := strings.Fields(v.filter.line); {
	case slices.Contains(words, from):
		v.setFilter(toggle(v.filter.line, to, from))
	case slices.Contains(words, to):
		v.setFilter(toggle(v.filter.line, to))
	default:
		v.setFilter(toggle(v.filter.line, from))
	}
}

// Typing reports whether keys are text: for the filter line, or for the line below
// the open frame.
func (v *View) Typing() bool { return v.filter.typing || v.detail.typing() }

// Key types a key that has no meaning of its own: text as the terminal sent it,
// or an editing key as Bubble Tea spells it. It reports whether there was a use
// for it.
func (v *View) Key(key, text string) bool {
	switch {
	case v.detail.typing():
		return v.detail.find.Key(v.detail.text(), key, text)
	case !v.filter.typing:
		return false
	}
	v.Sync()
	used := v.filter.input.Type(key, text)
	if line := v.filter.input.Text(); line != v.filter.line {
		v.setFilter(line)
	}
	return used
}

// Paste types a text.
func (v *View) Paste(text string) {
	switch {
	case v.detail.typing():
		v.detail.find.Paste(v.detail.text(), text)
	case v.filter.typing:
		v.Sync()
		v.filter.input.Paste(text)
		v.setFilter(v.filter.input.Text())
	}
}
