package resources

import (
	"cmp"
	"context"
	"slices"

	"mcperuse/views/filter"
)

// jobKind is what a job is for.
type jobKind uint8

const (
	sorting   jobKind = iota + 1 // bring rows into the order, among those that are
	searching                    // find some of the rows the filter lets through
	catching                     // let new rows through, or not
	folding                      // find what is seen of the tree
	pairing                      // find the rows that share a URI
	ranking                      // bring what was found into the order of how well it matches
)

// Job is work that takes too long for a key. It is a value that depends on
// nothing that changes, so that it can run anywhere.
type Job struct {
	kind     jobKind
	serial   uint64
	rows     snapshot
	from, to int // of the rows; of the candidates where there are

	order   order
	changed map[string]bool
	changes uint64    // what changed is the state of
	known   []int32   // the rows that are in order already
	keys    []float64 // of those, where the order is numeric

	line  string // that the query was typed as
	query filter.Query
	among []int32 // the candidates of a search, nil for all rows as sent

	folds folds // of the tree of the known rows
}

// Outcome is what came of a job, for [View.Apply].
type Outcome struct {
	serial    uint64
	cancelled bool
	ids       []int32
	keys      []float64 // of the rows that were sorted in
	blocks    []block
	twins     twins
}

// Run does the work. It stops early when ctx ends.
func (j Job) Run(ctx context.Context) Outcome {
	out := Outcome{serial: j.serial}
	switch j.kind {
	case sorting:
		out.ids, out.keys = j.sort(ctx)
	case searching:
		out.ids = j.search(ctx)
	case catching:
		if out.ids = j.search(ctx); j.order.by != AsSent {
			out.ids = j.sortIn(ctx, out.ids, j.keys)
		}
	case folding:
		out.blocks, _ = fold(ctx, &j.rows, j.known, j.folds, 0)
	case pairing:
		out.twins = findTwins(ctx, &j.rows)
	case ranking:
		out.ids = j.rank(ctx)
	}
	out.cancelled = ctx.Err() != nil
	return out
}

func (j *Job) search(ctx context.Context) []int32 {
	return filter.Search{
		Query: j.query, Known: filter.Known{Changed: j.changed, ShortType: MIMEShort},
		Rows: &j.rows, Among: j.among, From: j.from, To: j.to,
	}.Run(ctx)
}

func (j *Job) sort(ctx context.Context) (ids []int32, keys []float64) {
	fresh := make([]int32, 0, j.to-j.from)
	for i := j.from; i < j.to; i++ {
		fresh = append(fresh, int32(i))
		if j.order.by.numeric() {
			keys = append(keys, j.order.by.number(j.rows.At(i), j.changed))
		}
	}
	return j.sortIn(ctx, fresh, slices.Concat(j.keys, keys)), keys
}

// sortIn brings fresh rows into order and among those that are.
func (j *Job) sortIn(ctx context.Context, fresh []int32, keys []float64) []int32 {
	s := sorter{j.order, &j.rows, keys}
	sortRows(ctx, fresh, s.compare)
	return merge(make([]int32, 0, len(j.known)+len(fresh)), j.known, fresh, s.compare)
}

// rank returns the known rows, the best matches of the query first; equal ones in
// the order they were sent.
func (j *Job) rank(ctx context.Context) []int32 {
	type scored struct {
		score float64
		row   int32
	}
	all := make([]scored, 0, len(j.known))
	for i, row := range j.known {
		if i%atOnce == 0 && ctx.Err() != nil {
			return nil
		}
		all = append(all, scored{j.query.Score(j.rows.At(int(row))), row})
	}
	slices.SortFunc(all, func(a, b scored) int {
		c := cmp.Compare(b.score, a.score)
		if j.order.reverse {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.row, b.row))
	})
	ids := make([]int32, len(all))
	for i := range all {
		ids[i] = all[i].row
	}
	return ids
}
