package resources

import (
	"slices"
	"sort"
)

// kind is what a line of the list is.
type kind uint8

const (
	rowLine kind = iota
	pageLine
	folderLine
	endLine  // says why the list stopped
	goneLine // names what is gone; the first says how many are
)

// line is what one line of the list shows.
type line struct {
	kind  kind
	row   int
	page  int
	block int // of the tree
	gone  int
}

// shape maps the lines of the list to what they show.
type shape interface {
	lines() int
	at(n int) line
	// lineOf is the line that shows a row, or the nearest where none does; -1
	// where that is not known.
	lineOf(row int) (n int, shown bool)
}

// paged is every row as sent, with a line above each page but the first.
type paged struct {
	source     Source
	separators bool
}

func (p paged) lines() int {
	n := p.source.Len()
	if n > 0 && p.separators {
		n += max(p.source.Pages()-1, 0)
	}
	return n
}

func (p paged) at(n int) line {
	if !p.separators {
		return line{row: n}
	}
	// The line of page p is Page(p).First+p-1; above counts those up to line n.
	above := sort.Search(max(p.source.Pages()-1, 0), func(i int) bool { return p.source.Page(i+1).First+i > n })
	if above > 0 && p.source.Page(above).First+above-1 == n {
		return line{kind: pageLine, page: above}
	}
	return line{row: n - above, page: above}
}

func (p paged) lineOf(row int) (n int, shown bool) {
	if !p.separators {
		return row, true
	}
	return row + sort.Search(max(p.source.Pages()-1, 0), func(i int) bool { return p.source.Page(i+1).First > row }), true
}

// picked is some of the rows, or all in another order.
type picked struct {
	ids    []int32
	sorted bool // not as sent
}

func (p picked) lines() int { return len(p.ids) }

func (p picked) at(n int) line { return line{row: int(p.ids[n])} }

func (p picked) lineOf(row int) (n int, shown bool) {
	if p.sorted {
		n = slices.Index(p.ids, int32(row))
		return n, n >= 0
	}
	return slices.BinarySearch(p.ids, int32(row))
}
