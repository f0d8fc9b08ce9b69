package resources

import (
	"context"
	"slices"
	"strings"
)

// twins are the rows whose URI other rows have as well, and how many those are.
type twins struct {
	of     int     // how many rows were looked at
	rows   []int32 // in ascending order
	counts []int32
}

// count is how many rows have the URI of a row, 1 where only it has.
func (t *twins) count(row int) int {
	if i, ok := slices.BinarySearch(t.rows, int32(row)); ok {
		return int(t.counts[i])
	}
	return 1
}

// findTwins looks for rows that share a URI. It keeps only those; the rest costs
// eight bytes a row while it runs.
func findTwins(ctx context.Context, rows *snapshot) twins {
	// Half a hash each, and the row: equal ones end up next to each other.
	hashes := make([]uint64, 0, rows.rows)
	for i := range rows.rows {
		if i%atOnce == 0 && ctx.Err() != nil {
			return twins{}
		}
		if uri := rows.At(i).URI; uri != "" {
			hashes = append(hashes, hash(uri)<<32|uint64(i))
		}
	}
	slices.Sort(hashes)
	found := map[int32]int32{}
	for from := 0; from < len(hashes) && ctx.Err() == nil; {
		to := from + 1
		for to < len(hashes) && hashes[to]>>32 == hashes[from]>>32 {
			to++
		}
		if to-from > 1 {
			addTwins(found, rows, hashes[from:to])
		}
		from = to
	}
	t := twins{of: rows.rows, rows: make([]int32, 0, len(found))}
	for row := range found {
		t.rows = append(t.rows, row)
	}
	slices.Sort(t.rows)
	for _, row := range t.rows {
		t.counts = append(t.counts, found[row])
	}
	return t
}

// addTwins adds those of rows with equal hashes whose URIs are equal, too.
func addTwins(found map[int32]int32, rows *snapshot, hashes []uint64) {
	uri := func(h uint64) string { return rows.At(int(uint32(h))).URI }
	slices.SortFunc(hashes, func(a, b uint64) int { return strings.Compare(uri(a), uri(b)) })
	for from := 0; from < len(hashes); {
		to := from + 1
		for to < len(hashes) && uri(hashes[to]) == uri(hashes[from]) {
			to++
		}
		if n := to - from; n > 1 {
			for _, h := range hashes[from:to] {
				found[int32(uint32(h))] = int32(n)
			}
		}
		from = to
	}
}

// hash is FNV-1a with 32 bits.
func hash(s string) uint64 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return uint64(h)
}
