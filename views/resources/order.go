package resources

import (
	"cmp"
	"math"
	"strings"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
)

// By is what the list is sorted by.
type By uint8

// The orders of the list.
const (
	AsSent By = iota
	ByName
	ByURI
	BySize
	ByType
	ByPriority
	ByModified // last modified, as the server says
	ByChanged
	ByMatch // how well the filter matches; as sent where there is none
	byTree  // by scheme, authority and the segments of the path; folders first
)

// order is what the list is sorted by, and which way.
type order struct {
	by      By
	reverse bool // against the usual direction
}

// String puts the order into words: "by size ↓".
func (o order) String() string {
	name := [...]string{
		AsSent: "as sent", ByName: "by name", ByURI: "by URI", BySize: "by size", ByType: "by type", ByPriority: "by priority",
		ByModified: "by last modified", ByChanged: "by changed", ByMatch: "best match", byTree: "as a tree",
	}[o.by]
	switch {
	case o.by == AsSent || o.by == byTree, o.by == ByMatch && !o.reverse:
		return name
	case o.by == ByMatch:
		return "worst match"
	case o.by.numeric() != o.reverse:
		return name + " ↓"
	}
	return name + " ↑"
}

// choices are the orders by what chooses them.
var choices = map[keymap.ID]By{
	keymap.OrderAsSent: AsSent, keymap.OrderByName: ByName, keymap.OrderByURI: ByURI, keymap.OrderBySize: BySize, keymap.OrderByType: ByType,
	keymap.OrderByPriority: ByPriority, keymap.OrderByModified: ByModified, keymap.OrderByChanged: ByChanged,
	keymap.OrderByMatch: ByMatch,
}

// choose sorts by what a key stands for. The order there is, chosen again, turns
// round.
func (v *View) choose(id keymap.ID) {
	v.choosing = false
	by, ok := choices[id]
	switch {
	case !ok:
		return
	case by != v.order.by:
		v.order = order{by: by}
	case by != AsSent:
		v.order.reverse = !v.order.reverse
	}
	v.rearranged()
}

// numeric reports whether rows are sorted by a number, the largest first.
func (b By) numeric() bool {
	switch b {
	case BySize, ByPriority, ByModified, ByChanged, ByMatch:
		return true
	case AsSent, ByName, ByURI, ByType, byTree:
	}
	return false
}

// text is what a row is sorted by where that is no number.
func (b By) text(r *model.Resource) string {
	switch b {
	case ByName:
		return r.DisplayName()
	case ByType:
		return r.MIMEType
	case AsSent, ByURI, BySize, ByPriority, ByModified, ByChanged, ByMatch, byTree:
	}
	return r.URI
}

// number is what a row is sorted by, NaN where it has no such thing.
func (b By) number(r *model.Resource, changed map[string]bool) float64 {
	switch b {
	case BySize:
		if r.Presence(model.Size) == model.Valid {
			return r.Size
		}
	case ByChanged:
		if changed[r.URI] {
			return 1
		}
	case ByPriority, ByModified:
		if r.Presence(model.AnnotationsField) != model.Valid {
			break
		}
		a := r.Annotations()
		if b == ByPriority && a.HasPriority {
			return a.Priority
		}
		if b == ByModified && !a.Modified.IsZero() {
			return float64(a.Modified.UnixMilli())
		}
	case AsSent, ByName, ByURI, ByType, ByMatch, byTree:
	}
	return math.NaN()
}

// sorter compares rows.
type sorter struct {
	order
	rows *snapshot
	keys []float64 // of every row, where the order is numeric
}

// compare tells which of two rows comes first. Rows without what they are sorted
// by come last, whichever way; equal ones in the order they were sent.
func (s sorter) compare(a, b int32) int {
	c, last := 0, 0
	if s.by.numeric() {
		x, y := s.keys[a], s.keys[b]
		c, last = cmp.Compare(y, x), cmp.Compare(btoi(x != x), btoi(y != y))
	} else {
		x, y := s.by.text(s.rows.At(int(a))), s.by.text(s.rows.At(int(b)))
		last = cmp.Compare(btoi(x == ""), btoi(y == ""))
		if s.by == byTree {
			c = compareTree(x, y)
		} else {
			c = compareNatural(x, y)
		}
	}
	if s.reverse {
		c = -c
	}
	return cmp.Or(last, c, cmp.Compare(a, b))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareNatural compares texts as people sort them: case does not matter, and
// numbers count as numbers. Only equal texts compare as equal.
func compareNatural(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		if isDigit(x) && isDigit(y) {
			m, n := digits(a[i:]), digits(b[j:])
			if c := compareNumbers(a[i:i+m], b[j:j+n]); c != 0 {
				return c
			}
			i, j = i+m, j+n
			continue
		}
		if x, y = lower(x), lower(y); x != y {
			return cmp.Compare(x, y)
		}
		i, j = i+1, j+1
	}
	return cmp.Or(cmp.Compare(len(a)-i, len(b)-j), strings.Compare(a, b))
}

func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
