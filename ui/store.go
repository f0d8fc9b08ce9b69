package ui

import (
	"maps"
	"sort"
	"time"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/views/resources"
)

// store is the list of resources as far as it has come, kept in the pages it
// came in so that growing copies nothing. It implements [resources.Searchable].
type store struct {
	client *mcpclient.Client
	now    func() time.Time
	pages  []mcpclient.Page[model.Resource]
	first  []int // index of each page's first row
	rows   int

	changedAt time.Time // when the list was said to have changed since; zero where it was not
	unsure    bool      // it only may have
	known     uriSet    // what the list before had, nil where that is not known
	news      int       // rows that it had not
	gone      []string  // URIs that only it had, the first of them
	goneCount int

	bookmarked map[string]bool
	watched    map[string]bool
	changed    map[string]bool // notified about and not read since
	version    uint64          // of changed
}

func newStore(c *mcpclient.Client, now func() time.Time) *store {
	return &store{client: c, now: now, watched: map[string]bool{}, changed: map[string]bool{}}
}

// reset empties the list, for a walk that begins again.
func (s *store) reset() {
	s.pages, s.first, s.rows = nil, nil, 0
}

func (s *store) add(p mcpclient.Page[model.Resource]) {
	s.pages = append(s.pages, p)
	s.first = append(s.first, s.rows)
	s.rows += len(p.Items)
}

// replace puts a page that was fetched again in the place of the old one.
func (s *store) replace(i int, p mcpclient.Page[model.Resource]) {
	p.Number = i + 1
	s.pages[i] = p
	for i++; i < len(s.pages); i++ {
		s.first[i] = s.first[i-1] + len(s.pages[i-1].Items)
	}
	last := len(s.pages) - 1
	s.rows = s.first[last] + len(s.pages[last].Items)
}

// listChanged marks all pages as out of date, for sure or perhaps.
func (s *store) listChanged(at time.Time, sure bool) {
	if s.changedAt.IsZero() {
		s.changedAt, s.unsure = at, true
	}
	s.unsure = s.unsure && !sure
	for i := range s.pages {
		if s.pages[i].Info.Invalidated.IsZero() {
			s.pages[i].Info.Invalidated = at
		}
	}
}

// items are the pages as far as they have come.
func (s *store) items() [][]model.Resource {
	out := make([][]model.Resource, len(s.pages))
	for i := range s.pages {
		out[i] = s.pages[i].Items
	}
	return out
}

// Len implements [resources.Source].
func (s *store) Len() int { return s.rows }

func (s *store) at(i int) *model.Resource {
	p := sort.SearchInts(s.first, i+1) - 1
	return &s.pages[p].Items[i-s.first[p]]
}

// Row implements [resources.Source].
func (s *store) Row(i int) resources.Row {
	r := s.at(i)
	row := resources.Row{Resource: r, Watched: s.watched[r.URI], Changed: s.changed[r.URI], Bookmarked: s.bookmarked[r.URI], New: s.known != nil && !s.known.has(r.URI)}
	if e, ok := s.client.Cache().Peek(mcpclient.ReadKey(r.URI)); ok {
		row.Freshness = e.State(s.now())
	}
	return row
}

// Pages implements [resources.Source].
func (s *store) Pages() int { return len(s.pages) }

// Page implements [resources.Source].
func (s *store) Page(i int) resources.Page {
	p := &s.pages[i]
	return resources.Page{First: s.first[i], Count: len(p.Items), Cursor: p.Cursor, RoundTrip: p.Info.RoundTrip, Freshness: p.Info.State(s.now())}
}

// Find implements [resources.Source].
func (s *store) Find(uri string) int {
	for p := range s.pages {
		for i := range s.pages[p].Items {
			if s.pages[p].Items[i].URI == uri {
				return s.first[p] + i
			}
		}
	}
	return -1
}

// Gone implements [resources.Source].
func (s *store) Gone() (uris []string, count int) { return s.gone, s.goneCount }

// Items implements [resources.Searchable].
func (s *store) Items(page int) []model.Resource { return s.pages[page].Items }

// Changed implements [resources.Searchable].
func (s *store) Changed() (uris map[string]bool, version uint64) { return s.changed, s.version }

// mark marks a resource as changed since it was read, or takes the mark back.
// The map is replaced and not written to, since a search may be reading it.
func (s *store) mark(uri string, changed bool) {
	if s.changed[uri] == changed {
		return
	}
	next := maps.Clone(s.changed)
	if changed {
		next[uri] = true
	} else {
		delete(next, uri)
	}
	s.changed = next
	s.version++
}
