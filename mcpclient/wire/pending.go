package wire

import (
	"slices"
	"strconv"
	"strings"

	"mcperuse/mcpclient/rawjson"
)

// Bounds on what a server can make a log remember by sending requests that are
// never answered, or with ids and methods without end.
const (
	mostOpen   = 4096
	mostClosed = 1024
	mostIDSize = 256 // bytes
	mostMethod = 256 // bytes
)

// pending knows the requests of one direction that wait for a reply, and the
// ids of those that lately got one.
type pending struct {
	requests map[ID]openRequest
	order    []opening // in which they were opened, closed ones among them
	closed   map[ID]struct{}
	last     [mostClosed]ID // the ids in closed, a ring
	next     int
}

// opening is one opening of an id, which may be opened again later.
type opening struct {
	id  ID
	seq uint64 // of the request
}

// stands reports whether the request of that opening is open still.
func (p *pending) stands(o opening) bool {
	r, ok := p.requests[o.id]
	return ok && r.seq == o.seq
}

// open takes a request. It reports false when its id is open already.
func (p *pending) open(id ID, r openRequest) bool {
	if len(id) > mostIDSize {
		return true
	}
	if p.requests == nil {
		p.requests = make(map[ID]openRequest)
		p.closed = make(map[ID]struct{})
	}
	_, reused := p.requests[id]
	if len(r.method) > mostMethod {
		r.method = strings.Clone(r.method[:mostMethod])
	}
	p.requests[id] = r
	delete(p.closed, id)
	p.order = append(p.order, opening{id, r.seq})
	for len(p.requests) > mostOpen {
		if oldest := p.order[0]; p.stands(oldest) {
			delete(p.requests, oldest.id)
		}
		p.order = p.order[1:]
	}
	if len(p.order) > 2*mostOpen {
		p.order = slices.DeleteFunc(p.order, func(o opening) bool { return !p.stands(o) })
	}
	return !reused
}

// close ends the request with exactly this id.
func (p *pending) close(id ID) (openRequest, bool) {
	r, ok := p.requests[id]
	if !ok {
		return r, false
	}
	delete(p.requests, id)
	delete(p.closed, p.last[p.next])
	p.closed[id] = struct{}{}
	p.last[p.next] = id
	p.next = (p.next + 1) % mostClosed
	return r, true
}

func (p *pending) wasClosed(id ID) bool {
	_, ok := p.closed[id]
	return ok
}

// respelled finds the open request that a reply means by an id of another type
// or spelling: "7", 7.0 or 7e0 for 7, and the other way round.
func (p *pending) respelled(id ID) (ID, bool) {
	v := rawjson.Value(id)
	var guesses []ID
	if text, ok := v.Text(); ok {
		guesses = []ID{ID(rawjson.AppendString(nil, text)), ID(text)}
	} else if f, ok := v.Float(); ok {
		number := strconv.FormatFloat(f, 'f', -1, 64)
		guesses = []ID{ID(number), ID(strconv.Quote(string(id))), ID(strconv.Quote(number))}
	}
	for _, guess := range guesses {
		if _, ok := p.requests[guess]; ok {
			return guess, true
		}
	}
	return "", false
}
