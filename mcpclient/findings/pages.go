package findings

import (
	"fmt"
	"hash/maphash"

	"mcperuse/mcpclient/rawjson"
)

const specPages = "Pagination: Response Format"

// page is a page of resources/list or resources/templates/list.
type page struct {
	*answer
	list   *list
	member string // the name of the list in the result
	items  rawjson.Value
	count  int
	spot   spot // where in the list it is; its page is 0 where that is not known
}

func newPage(a *answer) *page {
	p := &page{answer: a, list: a.state.lists[a.request.method], member: "resources", items: a.resources}
	if a.request.method == methodTemplates {
		p.member, p.items = "resourceTemplates", a.templates
	}
	p.spot = p.list.spot(a.request.cursor)
	return p
}

func (p *page) where() string {
	if p.spot.page == 0 {
		return p.message.where()
	}
	return fmt.Sprintf("%s page %d", p.request.method, p.spot.page)
}

// asksInVain reports whether the page was asked for with a cursor that does
// not exist.
func (p *page) asksInVain() bool {
	return p.request.cursor != nil && *p.request.cursor == UnknownCursor
}

// page judges a page and every row of it.
func (j *judge) page(p *page, r *report) {
	rows := make(map[string]bool)
	for v := range p.items.Elements() {
		it := newItem(p, v)
		p.count++
		if p.asksInVain() {
			continue // they were judged where they belong
		}
		it.repeated = it.uri != "" && rows[it.uri]
		rows[it.uri] = true
		j.item(it, r)
	}
	run(r, pageChecks, p)
	p.list.turn(p)
}

// pageChecks look at the pages of lists.
var pageChecks = []check[*page]{
	{Rule{"page/list-missing", Error, Both, "Resources: Protocol Messages", "a page has no list", "a list, which may be empty"},
		func(p *page, r *report) {
			if p.items.Kind() != rawjson.Array {
				r.add(p.items, "%s is %s", p.member, absentOr(p.items))
			}
		}},
	{Rule{"page/cursor-null", Warning, Both, specPages, "nextCursor is null", "no nextCursor at the end of a list"},
		func(p *page, r *report) {
			if p.next.Kind() == rawjson.Null {
				r.add(p.next, "nextCursor is null")
			}
		}},
	{Rule{"page/cursor-type", Error, Both, specPages, "nextCursor is not a string", "an opaque string, or no nextCursor at the end"},
		func(p *page, r *report) {
			switch p.next.Kind() {
			case rawjson.Absent, rawjson.Null, rawjson.String:
			default:
				r.add(p.next, "nextCursor is %s, %s", p.next.Kind(), quoted(p.next))
			}
		}},
	{Rule{"page/cursor-repeats", Error, Both, specPages, "a page names a cursor that an earlier page named: the list never ends", "a new cursor on every page, none on the last"},
		func(p *page, r *report) {
			next, ok := p.next.Text()
			if !ok || p.request.cursor == nil || p.spot.page == 0 {
				return
			}
			if first := p.list.named[p.list.hash(next)]; first != 0 && first != p.spot.page {
				r.add(p.next, "page %d names the cursor %s, as page %d did", p.spot.page, quoted(p.next), first)
			}
		}},
	{Rule{"page/items-repeat", Error, Both, specPages, "a page has the same items as an earlier one", "the items that follow those of the page before"},
		func(p *page, r *report) {
			if p.request.cursor == nil || p.spot.page == 0 || p.count == 0 {
				return
			}
			if first := p.list.pages[maphash.Bytes(p.list.seed, p.items)]; first != 0 && first != p.spot.page {
				r.add(p.items, "page %d has the items of page %d", p.spot.page, first)
			}
		}},
	{Rule{"page/unknown-cursor-accepted", Warning, Both, "Pagination: Error Handling", "a cursor that the server never gave is answered with a page", "error -32602"},
		func(p *page, r *report) {
			if p.asksInVain() {
				r.add(nil, "answered with a page, of %d", p.count)
			}
		}},
	{Rule{"cache/scope-flips", Warning, Modern, "Caching: Interaction with Pagination", "the pages of one list have different cache scopes", "one cacheScope for all pages of a list"},
		func(p *page, r *report) {
			scope, ok := p.scope.Text()
			if ok && p.request.cursor != nil && p.spot.page != 0 && p.list.scope != "" && p.list.scope != scope {
				r.add(p.scope, "page %d is %s, the pages before are %s", p.spot.page, scope, p.list.scope)
			}
		}},
	{Rule{"page/undeclared", Warning, Both, "Resources: Capabilities", "the server lists resources without declaring them", "the capability resources"},
		func(p *page, r *report) {
			if c := p.state.capabilities; c != nil && !c.resources && p.count > 0 {
				r.add(nil, "%s has %d items, but no capability resources is declared", p.member, p.count)
			}
		}},
}
