package findings

import "hash/maphash"

// list is the walk through one list.
type list struct {
	seed  maphash.Seed
	spots map[uint64]spot // by cursor: where it leads to
	named map[uint64]int  // by cursor: the page of this walk that named it
	pages map[uint64]int  // by the items of a page: its number
	scope string          // cacheScope of the first page that had one
}

// spot is a place in a list.
type spot struct{ page, item int }

func newList() *list {
	return &list{seed: maphash.MakeSeed(), spots: map[uint64]spot{}, named: map[uint64]int{}, pages: map[uint64]int{}}
}

// spot tells the place a page was asked for with; its page is 0 where the
// cursor is none the server gave.
func (l *list) spot(cursor *string) spot {
	if cursor == nil {
		return spot{page: 1}
	}
	return l.spots[l.hash(*cursor)]
}

func (l *list) hash(s string) uint64 { return maphash.String(l.seed, s) }

// turn takes a page that came, and starts over at the first.
func (l *list) turn(p *page) {
	if p.request.cursor == nil {
		clear(l.named)
		clear(l.pages)
		l.scope = ""
	}
	if l.scope == "" {
		l.scope, _ = p.scope.Text()
	}
	if len(l.spots) >= mostCursors || len(l.pages) >= mostCursors {
		clear(l.spots)
		clear(l.named)
		clear(l.pages)
	}
	if p.spot.page == 0 {
		return
	}
	if p.count > 0 {
		if key := maphash.Bytes(l.seed, p.items); l.pages[key] == 0 {
			l.pages[key] = p.spot.page
		}
	}
	next, ok := p.next.Text()
	if !ok {
		return
	}
	key := l.hash(next)
	if l.named[key] == 0 {
		l.named[key] = p.spot.page
		l.spots[key] = spot{p.spot.page + 1, p.spot.item + p.count}
	}
}
