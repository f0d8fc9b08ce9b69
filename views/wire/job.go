package wire

import (
	"context"
	"fmt"
	"slices"

	"mcperuse/mcpclient/wire"
	"mcperuse/views/find"
	"mcperuse/views/highlight"
	"mcperuse/views/prettyjson"
	"mcperuse/views/textpane"
)

// jobKind is what a job is for.
type jobKind uint8

const (
	searching jobKind = iota + 1 // find the frames a filter lets through
	layingOut                    // lay out the JSON of the open frame
	colouring                    // find the colours of a text of the open frame
	lookingIn                    // say what large frames are about
	findingIn                    // look through a text of the open frame
)

// jobKey says what a job is for, down to what its outcome depends on.
type jobKey struct {
	kind  jobKind
	query string     // searching
	seq   uint64     // searching: up to; layingOut, colouring: of the frame; lookingIn: the first
	side  side       // colouring, findingIn
	limit int        // colouring: see text.next
	find  find.Query // findingIn
}

// Job is work that takes too long for a key. It is a value that depends on
// nothing that changes, so that it can run anywhere.
type Job struct {
	key     jobKey
	query   query
	entries []entry
	frames  []*wire.Frame
	text    string
	look    func(context.Context) find.Found // findingIn
}

// Outcome is what came of a job, for [View.Apply].
type Outcome struct {
	key       jobKey
	query     query
	cancelled bool
	failed    string // why there is no outcome, in a few words
	seqs      []uint64
	layout    layout
	abouts    []*about
	frames    []*wire.Frame
	spans     []textpane.Span
	note      string // what has no colours and why
	found     find.Found
}

// Run does the work. It stops early when ctx ends, as far as the libraries it
// uses let it.
func (j Job) Run(ctx context.Context) (out Outcome) {
	out = Outcome{key: j.key, query: j.query, frames: j.frames}
	defer func() {
		// What is looked into comes from a server, and the parsers are not ours:
		// one that fails must cost its view and not the program.
		if r := recover(); r != nil {
			out.failed = fmt.Sprintf("the parser failed: %v", r)
			if j.key.kind == layingOut {
				out.layout = layout{bytes: string(j.frames[0].Bytes), failed: out.failed}
			}
		}
		out.cancelled = ctx.Err() != nil
	}()
	switch j.key.kind {
	case searching:
		out.seqs = search(ctx, j.query, j.entries)
	case layingOut:
		out.layout = layOut(j.frames[0])
	case colouring:
		var budget highlight.Budget
		if j.key.limit > 0 {
			budget.Bytes = j.key.limit
		}
		var result highlight.Result
		out.spans, result = highlight.Spans(ctx, j.text, "JSON", budget)
		if j.key.limit < 0 {
			out.note = result.String()
		}
	case findingIn:
		out.found = j.look(ctx)
	case lookingIn:
		for _, f := range j.frames {
			if ctx.Err() != nil {
				break
			}
			out.abouts = append(out.abouts, aboutFrame(f))
		}
	}
	return out
}

// layout is a frame as texts.
type layout struct {
	bytes  string
	pretty string // its JSON laid out for reading
	failed string // why there is none, "" where there is
}

func layOut(f *wire.Frame) layout {
	l := layout{bytes: string(f.Bytes)}
	var err error
	if l.pretty, err = prettyjson.Indent(l.bytes); err != nil {
		l.failed = err.Error()
	}
	return l
}

// Work returns the next job the view needs, and false where it needs none or the
// one it needs is under way. A new job takes the place of the one before, which
// should be cancelled.
func (v *View) Work() (Job, bool) {
	j, ok := v.wanted()
	if !ok || j.key == v.running {
		return Job{}, false
	}
	v.running = j.key
	switch j.key.kind {
	case searching:
		j.entries = slices.Clone(v.table.entries)
	case lookingIn:
		v.unread = nil
	case layingOut, colouring, findingIn:
	}
	return j, true
}

// wanted is what is lacking, the most urgent first.
func (v *View) wanted() (Job, bool) {
	if v.filter.wait != nil {
		key := jobKey{kind: searching, query: v.filter.line}
		if v.running.kind == searching && v.running.query == key.query {
			key.seq = v.running.seq // what came since is searched as it comes
		} else {
			key.seq = v.table.last
		}
		return Job{key: key, query: v.filter.wait}, true
	}
	if v.detail != nil {
		if j, ok := v.detail.wanted(); ok {
			return j, true
		}
	}
	if len(v.unread) > 0 && v.running.kind != lookingIn {
		return Job{key: jobKey{kind: lookingIn, seq: v.unread[0].Seq}, frames: v.unread}, true
	}
	return Job{}, false
}

// Apply takes what came of a job. What belongs to something that is no longer on
// show is ignored.
func (v *View) Apply(o Outcome) {
	if o.key == v.running {
		v.running = jobKey{}
	}
	if o.cancelled {
		return
	}
	switch o.key.kind {
	case searching:
		if v.filter.wait != nil && v.filter.line == o.key.query {
			v.found(o.query, o.seqs, o.key.seq)
		}
	case layingOut:
		if v.detail != nil && v.detail.Seq == o.key.seq {
			v.detail.laidOut(o.layout)
		}
	case colouring:
		if v.detail != nil && v.detail.Seq == o.key.seq {
			v.detail.coloured(o)
		}
	case findingIn:
		if v.detail != nil && v.detail.Seq == o.key.seq {
			v.detail.found(o)
		}
	case lookingIn:
		for i, a := range o.abouts {
			if e := v.table.at(o.frames[i].Seq); e != nil {
				e.about = a
			}
		}
	}
}
