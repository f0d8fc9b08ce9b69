package resources

import (
	"sort"

	"mcperuse/mcpclient/model"
)

// Searchable is a Source that can be looked through while it grows: only its
// list can be filtered, sorted and shown as a tree.
type Searchable interface {
	Source
	// Items are the resources of page i. They never change once they are there.
	Items(page int) []model.Resource
	// Changed are the URIs of the rows that are marked so, in a map that is not
	// written to any more, and a number that differs whenever they do.
	Changed() (uris map[string]bool, version uint64)
}

// snapshot is the rows that were there at one time. It does not change; a longer
// one shares what it has. It costs a few bytes a page.
type snapshot struct {
	pages [][]model.Resource
	first []int // index of each page's first row
	rows  int
	sent  fields
}

// fields are those that at least one row has: the others need no column.
type fields struct{ size, mime bool }

func (f *fields) look(items []model.Resource) {
	for i := range items {
		f.size = f.size || items[i].Presence(model.Size) != model.Absent
		f.mime = f.mime || items[i].Presence(model.MIMEType) != model.Absent
		if f.size && f.mime {
			return
		}
	}
}

// grow takes over the pages that came since.
func (s *snapshot) grow(source Searchable) {
	for p := len(s.pages); p < source.Pages(); p++ {
		items := source.Items(p)
		s.pages = append(s.pages, items)
		s.first = append(s.first, s.rows)
		s.rows += len(items)
		s.sent.look(items)
	}
}

// At returns the row at an index.
func (s *snapshot) At(i int) *model.Resource {
	// Nearly all servers fill their pages equally.
	if size := len(s.pages[0]); size > 0 {
		if p := i / size; p < len(s.pages) && i >= s.first[p] && i < s.first[p]+len(s.pages[p]) {
			return &s.pages[p][i-s.first[p]]
		}
	}
	p := sort.SearchInts(s.first, i+1) - 1
	return &s.pages[p][i-s.first[p]]
}
