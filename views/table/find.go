package table

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sort"
	"strings"

	"mcperuse/views/find"
)

// A view is a [find.Surface].
var _ find.Surface = (*View)(nil)

// Search returns the search for something in the fields, as they were sent.
func (v *View) Search(q find.Query) func(context.Context) find.Found {
	ix := v.ix
	return func(ctx context.Context) find.Found {
		return find.In(ctx, ix.text, q, func(yield func(int, int) bool) {
			for _, r := range ix.records {
				for start, end := range ix.parts(r) {
					if !yield(start, end) {
						return
					}
				}
			}
		})
	}
}

// parts are where the fields of a record begin and end, without their quotes.
func (ix *Index) parts(r record) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at, more := int(r.start), true; more; {
			start := at
			_, at, _, more = ix.field(start)
			end := at
			if more {
				end--
			} else if line, ok := strings.CutSuffix(ix.text[start:end], "\n"); ok {
				end = start + len(strings.TrimSuffix(line, "\r"))
			}
			if end-start > 1 && ix.text[start] == '"' && ix.text[end-1] == '"' {
				start, end = start+1, end-1
			}
			if !yield(start, end) {
				return
			}
		}
	}
}

// place is where a byte of the text is: a record and a column.
func (ix *Index) place(at int) (row, column int) {
	row = sort.Search(len(ix.records), func(i int) bool { return int(ix.records[i].start) > at }) - 1
	if row < 0 {
		return 0, 0
	}
	for _, end := range ix.parts(ix.records[row]) {
		if at <= end {
			break
		}
		column++
	}
	return row, column
}

// Follow goes to where the cursor is in an older version of the table.
func (v *View) Follow(old *View) {
	v.list.Select(old.list.Cursor())
	v.column, v.left = min(old.column, len(v.ix.columns)-1), min(old.left, len(v.ix.columns)-1)
}

// SetHits marks places of the text.
func (v *View) SetHits(hits []find.Hit) { v.hits, v.hit = hits, -1 }

// SetHit makes one of the hits stand out, with the cursor in its field.
func (v *View) SetHit(n int) {
	v.hit = n
	v.Return(v.hits[n].Start)
}

// At is where the field under the cursor begins, or else its row.
func (v *View) At() int {
	row := v.list.Cursor()
	if row < 0 {
		return 0
	}
	column := 0
	for start := range v.ix.parts(v.ix.records[row]) {
		if column == v.column {
			return start
		}
		column++
	}
	return int(v.ix.records[row].start)
}

// Return goes to the field that a byte is in.
func (v *View) Return(at int) {
	row, column := v.ix.place(at)
	v.list.Select(row)
	v.column = min(column, len(v.ix.columns)-1)
}

// GoTo goes to a row by its number or as "50%", or to a column by its name.
func (v *View) GoTo(to string) error {
	if row, err := find.Row(to, len(v.ix.records), "row"); err == nil {
		v.list.Select(row)
		return nil
	}
	name := strings.ToLower(strings.TrimSpace(to))
	column := slices.IndexFunc(v.ix.names, func(n string) bool { return strings.ToLower(n) == name })
	if column < 0 {
		column = slices.IndexFunc(v.ix.names, func(n string) bool { return strings.HasPrefix(strings.ToLower(n), name) })
	}
	if column < 0 {
		return errors.New("there is no column of that name; a row is a number or 50%")
	}
	v.column = column
	return nil
}

// Hints say what can be looked for, and gone to.
func (v *View) Hints() (search, goTo string) { return "", "a row, 50%, or a column by its name" }

// found are the columns of a row in which something was found, true where the hit
// is the one that stands out.
func (v *View) found(row int) (columns map[int]bool) {
	start, end := int(v.ix.records[row].start), len(v.ix.text)
	if row+1 < len(v.ix.records) {
		end = int(v.ix.records[row+1].start)
	}
	i := sort.Search(len(v.hits), func(i int) bool { return v.hits[i].Start >= start })
	here := func() bool { return i < len(v.hits) && v.hits[i].Start < end }
	if !here() {
		return nil
	}
	columns = map[int]bool{}
	column := 0
	for _, last := range v.ix.parts(v.ix.records[row]) {
		for ; here() && v.hits[i].Start <= last; i++ {
			columns[column] = columns[column] || i == v.hit
		}
		if !here() {
			break
		}
		column++
	}
	return columns
}
