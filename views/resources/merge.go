package resources

import (
	"context"
	"slices"
)

// sortRows sorts rows. Where ctx ends it soon stops, with the rows in some order.
func sortRows(ctx context.Context, ids []int32, compare func(a, b int32) int) {
	sortInto(ctx, ids, make([]int32, len(ids)), compare)
}

// atOnce is how many rows are sorted between two looks at the context.
const atOnce = 1 << 10

func sortInto(ctx context.Context, ids, room []int32, compare func(a, b int32) int) {
	if len(ids) <= atOnce {
		if ctx.Err() == nil {
			slices.SortFunc(ids, compare)
		}
		return
	}
	mid := len(ids) / 2
	sortInto(ctx, ids[:mid], room[:mid], compare)
	sortInto(ctx, ids[mid:], room[mid:], compare)
	if ctx.Err() != nil || compare(ids[mid-1], ids[mid]) < 0 {
		return // what came in order is quick
	}
	merge(room[:0], ids[:mid], ids[mid:], compare)
	copy(ids, room)
}

// merge appends two sorted lists of rows to out as one. It strides over long runs
// of the first, so that a few new rows cost little in a long list.
func merge(out, a, b []int32, compare func(a, b int32) int) []int32 {
	for _, id := range b {
		stride := 1
		for stride <= len(a) && compare(a[stride-1], id) < 0 {
			stride *= 2
		}
		from, to := stride/2, min(stride-1, len(a))
		n, _ := slices.BinarySearchFunc(a[from:to], id, compare)
		out = append(out, a[:from+n]...)
		out = append(out, id)
		a = a[from+n:]
	}
	return append(out, a...)
}
