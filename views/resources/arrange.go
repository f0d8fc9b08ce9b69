package resources

import (
	"context"

	"mcperuse/views/filter"
)

// arrangement is which rows are shown and in what order. What is wanted and what
// has been found differ while a job is under way; until it is done the list shows
// what it showed before.
type arrangement struct {
	rows   snapshot
	order  order // wanted
	flat   order // the one before the tree
	sorted sorted
	found  found
	ranked ranked
	seek   *seek // the search under way, nil for none
	folds  folds
	folded folded
	twins  twins

	running *Job
	serial  uint64 // of the last job
}

// sorted is rows in an order.
type sorted struct {
	order   order
	changes uint64  // that it knows of
	ids     []int32 // of the first rows, as many as there are ids
	keys    []float64
}

// found is what a filter lets through, in an order.
type found struct {
	line    string
	query   filter.Query
	order   order
	changes uint64
	ids     []int32
	rows    int // how many rows were looked at

	bits    []uint64 // of the rows found, as far as counted
	counted int
}

// ranked is what a filter lets through, the best matches first.
type ranked struct {
	line    string
	reverse bool
	of      int // how many of what was found
	ids     []int32
}

// folded is what is seen of the tree of some rows.
type folded struct {
	*tree
	all   bool // as folds.all was
	stale bool // a folder was opened or closed since
	long  bool // it takes long to find
}

// of reports whether this is the tree of rows as it is to be seen.
func (f *folded) of(ids []int32, folds *folds) bool {
	return f.tree != nil && !f.stale && f.all == folds.all && len(f.ids) == len(ids) && (len(ids) == 0 || &f.ids[0] == &ids[0])
}

// seek is a search on its way to what it finds.
type seek struct {
	found
	among []int32 // candidates, nil for all rows as sent
	to    int     // the number of candidates
	next  int     // the first that was not looked at
	slice int     // how many to look at in the next job
}

// The first slice of a search is small, so that the first rows show soon, and
// none so large that it takes much longer than a frame.
const (
	firstSlice   = 1 << 12
	largestSlice = 1 << 15
)

// small is how many rows are worked on at once, while a key is handled. That
// takes a millisecond or two; more is left to a [Job].
const small = 2000

// forget drops what was found out about rows that are no longer there.
func (v *View) forget() {
	v.arrangement = arrangement{order: v.order, flat: v.flat, folds: v.folds, serial: v.serial}
	v.marker = newMarker(v.filter.query)
}

// Work returns the next job the view needs, and false where it needs none or one
// is under way that will do. A new job takes the place of the one before, which
// should be cancelled.
func (v *View) Work() (Job, bool) {
	v.sync()
	if v.running != nil {
		return Job{}, false
	}
	j, ok := v.wanted()
	if ok {
		j = v.begin(j)
	}
	return j, ok
}

func (v *View) begin(j Job) Job {
	v.serial++
	j.serial, j.rows = v.serial, v.rows
	if j.kind == folding {
		j.folds = v.folds.clone()
	}
	if j.order.by == ByChanged || j.query.AsksForChanges() {
		j.changed, j.changes = v.searchable.Changed()
	}
	v.running = &j
	return j
}

// settle does at once what takes no time.
func (v *View) settle() {
	for v.running == nil {
		j, ok := v.wanted()
		switch {
		case !ok || j.kind == folding && v.folded.long:
			return
		case j.kind == folding:
			// How much of the tree is open is not known before.
			blocks, done := fold(context.Background(), &v.rows, j.known, v.folds, small/2)
			if v.folded.long = !done; !done {
				return
			}
			v.unfolded(j.known, blocks)
		case j.to-j.from > small || len(j.known) > 10*small || j.kind == ranking && len(j.known) > small/4:
			return
		default:
			v.take(v.begin(j).Run(context.Background()))
		}
	}
}

// unfolded takes what is seen of the tree of rows.
func (v *View) unfolded(ids []int32, blocks []block) {
	rows := v.rows
	v.folded = folded{tree: &tree{&rows, ids, blocks}, all: v.folds.all}
}

// Apply takes what came of a job. What came of one that was replaced is ignored.
func (v *View) Apply(o Outcome) {
	v.take(o)
	v.sync()
}

// wanted is what the arrangement lacks, the most urgent first.
func (v *View) wanted() (Job, bool) {
	if v.rows.rows == 0 {
		return Job{}, false
	}
	_, changes := v.searchable.Changed()
	o := v.base()
	if o.by != AsSent && (v.sorted.order != o || o.by == ByChanged && v.sorted.changes != changes) {
		return Job{kind: sorting, order: o, to: v.rows.rows}, true
	}
	if q := v.filter.query; !q.Empty() {
		if !v.found.answers(v.filter.line, o) || q.AsksForChanges() && v.found.changes != changes {
			s := v.search(changes)
			return Job{kind: searching, order: o, query: q, among: s.among, from: s.next, to: min(s.next+s.slice, s.to)}, true
		}
		if n := v.inOrder(); v.found.rows < n {
			j := Job{kind: catching, order: o, query: q, keys: v.sorted.keys, from: v.found.rows, to: n}
			if o.by != AsSent {
				j.known = v.found.ids
			}
			return j, true
		}
	}
	if f := &v.found; v.ranking() && f.answers(v.filter.line, o) && !v.rankedNow() {
		return Job{kind: ranking, order: v.order, line: f.line, query: f.query, known: f.ids}, true
	}
	if ids, ok := v.pick(); ok && o.by == byTree {
		if v.folds.all = v.filter.applied; !v.folded.of(ids, &v.folds) {
			return Job{kind: folding, known: ids}, true
		}
	}
	if n := len(v.sorted.ids); o.by != AsSent && n < v.rows.rows {
		return Job{kind: sorting, order: o, known: v.sorted.ids, keys: v.sorted.keys, from: n, to: v.rows.rows}, true
	}
	if v.twins.of != v.rows.rows && v.status.Phase != Loading {
		return Job{kind: pairing, to: v.rows.rows}, true
	}
	return Job{}, false
}

// base is the order that rows are brought into before a filter ranks them.
func (v *View) base() order {
	if v.order.by == ByMatch {
		return order{}
	}
	return v.order
}

// ranking reports whether what is shown is ranked by how well the filter matches.
func (v *View) ranking() bool { return v.order.by == ByMatch && v.filter.applied }

// rankedNow reports whether all that was found is ranked.
func (v *View) rankedNow() bool {
	return v.ranked.line == v.filter.line && v.ranked.reverse == v.order.reverse && v.ranked.of == len(v.found.ids)
}

// answers reports whether this is what a filter line lets through.
func (f *found) answers(line string, o order) bool {
	return f.rows > 0 && f.line == line && f.order == o
}

// inOrder is how many of the rows are in the order that is wanted.
func (v *View) inOrder() int {
	if v.base().by == AsSent {
		return v.rows.rows
	}
	return len(v.sorted.ids)
}

// search is the search for what the filter lets through, as far as it is. It
// looks only among what an earlier query let through where that has it all.
func (v *View) search(changes uint64) *seek {
	if s := v.seek; s != nil && s.line == v.filter.line && s.order == v.base() && s.changes == changes {
		return s
	}
	s := &seek{slice: firstSlice}
	s.line, s.query, s.order, s.changes, s.rows = v.filter.line, v.filter.query, v.base(), changes, v.inOrder()
	s.to = s.rows
	if v.base().by != AsSent {
		s.among = v.sorted.ids
	}
	if f := &v.found; f.rows > 0 && f.order == v.base() && s.query.Narrows(f.query) && !s.query.AsksForChanges() {
		s.among, s.to, s.rows = f.ids, len(f.ids), f.rows
	}
	v.seek = s
	return s
}

// take takes what came of a job.
func (v *View) take(o Outcome) {
	j := v.running
	if j == nil || o.serial != j.serial {
		return
	}
	v.running = nil
	if o.cancelled {
		return
	}
	switch j.kind {
	case sorting:
		if j.from == 0 {
			v.sorted = sorted{order: j.order, changes: j.changes}
		}
		v.sorted.ids = o.ids
		v.sorted.keys = append(v.sorted.keys, o.keys...)
	case searching:
		s := v.seek
		s.ids = append(s.ids, o.ids...)
		s.next = j.to
		s.slice = min(2*s.slice, largestSlice)
		if s.next == s.to {
			v.found, v.seek = s.found, nil
			if v.found.ids == nil {
				v.found.ids = []int32{}
			}
		}
	case folding:
		v.unfolded(j.known, o.blocks)
	case pairing:
		v.twins = o.twins
	case ranking:
		v.ranked = ranked{j.line, j.order.reverse, len(j.known), o.ids}
	case catching:
		v.found.rows = j.to
		if v.base().by != AsSent {
			v.found.ids = o.ids
		} else {
			v.found.ids = append(v.found.ids, o.ids...)
		}
	}
}

// rearranged drops the job under way: it is no longer what is wanted.
func (v *View) rearranged() {
	v.running = nil
	v.sync()
}

// pick returns the rows to show, nil for all of them as sent, and whether they
// are known yet.
func (v *View) pick() (ids []int32, ok bool) {
	switch {
	case v.rows.rows == 0:
		return nil, true
	case v.base().by != AsSent && v.sorted.order != v.base():
		return nil, false
	case !v.filter.applied && v.base().by == AsSent:
		return nil, true
	case !v.filter.applied:
		return v.sorted.ids, true
	case v.ranking():
		return v.ranked.ids, v.ranked.line == v.filter.line && v.ranked.reverse == v.order.reverse
	case v.found.answers(v.filter.line, v.base()):
		return v.found.ids, true
	}
	// A screenful may show before the rest is found.
	if s := v.seek; v.base().by != byTree && s != nil && s.line == v.filter.line && s.order == v.base() && len(s.ids) >= v.height {
		return s.ids, true
	}
	return nil, false
}
