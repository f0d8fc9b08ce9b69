// Package jsontree shows JSON as a tree that is opened and closed. Everything is
// shown as it was sent: order, repeated names, the spelling of numbers, escapes.
//
// [Parse] indexes a text once, elsewhere; after that a key costs what becomes
// visible, and a frame what is in sight.
package jsontree

import (
	"slices"
	"strings"

	"mcperuse/keymap"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/find"
	"mcperuse/views/rows"
)

// View is a tree. Make one with [New]. It is passive and not safe for concurrent
// use.
type View struct {
	ix    *Index
	open  []bool   // by node
	level int      // how many levels were opened last
	rows  []uint32 // the nodes that are visible, in order
	list  rows.List
	hits  []find.Hit
	hit   int // the one that stands out, -1 for none
}

// roomy is how many rows a tree may have at first. As many levels are open as fit.
const roomy = 400

// New returns a view of a tree.
func New(ix *Index) *View {
	v := &View{ix: ix, open: make([]bool, ix.Len()), hit: -1}
	total, level := 0, 0
	for _, n := range ix.levels {
		if total += n; total > roomy {
			break
		}
		level++
	}
	v.openLevels(max(level-1, 1))
	return v
}

// Handle does what a key does in a tree, and reports whether it was one that does
// something.
func (v *View) Handle(id keymap.ID) bool {
	at := v.list.Cursor()
	n := v.rows[at]
	switch id {
	case keymap.Open:
		v.set(at, !v.open[n])
	case keymap.ScrollRight:
		if !v.ix.container(n) || v.open[n] {
			return v.list.Handle(keymap.Down)
		}
		v.set(at, true)
	case keymap.ScrollLeft:
		if v.open[n] && v.ix.nodes[n].count > 0 {
			v.set(at, false)
		} else {
			v.selectNode(v.ix.nodes[n].parent)
		}
	case keymap.UnfoldLevel:
		v.openLevels(min(v.level+1, len(v.ix.levels)))
	case keymap.FoldLevel:
		v.openLevels(max(v.level-1, 0))
	case keymap.UnfoldAll:
		v.openLevels(len(v.ix.levels))
	default:
		return v.list.Handle(id)
	}
	return true
}

// Wheel scrolls by rows, down where positive.
func (v *View) Wheel(rows int) { v.list.Wheel(rows) }

// Click puts the cursor on a row; on one that has the cursor it opens or closes
// what is there.
func (v *View) Click(_, y int) {
	before := v.list.Cursor()
	if v.list.Click(y) && v.list.Cursor() == before {
		v.Handle(keymap.Open)
	}
}

// set opens or closes the container in a row.
func (v *View) set(row int, open bool) {
	n := v.rows[row]
	if !v.ix.container(n) || v.open[n] == open {
		return
	}
	v.open[n] = open
	if next := v.ix.nodes[n].next; open {
		v.rows = slices.Insert(v.rows, row+1, v.visible(nil, n+1, next)...)
	} else {
		end, _ := slices.BinarySearch(v.rows, next)
		v.rows = slices.Delete(v.rows, row+1, end)
	}
	v.list.SetLen(len(v.rows))
}

// visible appends the nodes from one up to another that no closed container hides.
func (v *View) visible(to []uint32, from, end uint32) []uint32 {
	for n := from; n < end; {
		to = append(to, n)
		if v.open[n] {
			n++
		} else {
			n = v.ix.nodes[n].next
		}
	}
	return to
}

// openLevels opens the containers of so many levels, and closes those below.
func (v *View) openLevels(levels int) {
	var at uint32
	if c := v.list.Cursor(); c >= 0 {
		at = v.rows[c]
	}
	v.level = levels
	var ends []uint32 // of the containers around a node
	for n := range v.ix.nodes {
		for len(ends) > 0 && ends[len(ends)-1] <= uint32(n) {
			ends = ends[:len(ends)-1]
		}
		inside := v.ix.nodes[n].count > 0
		v.open[n] = inside && len(ends) < levels
		if inside {
			ends = append(ends, v.ix.nodes[n].next)
		}
	}
	v.rows = v.visible(v.rows[:0], 0, uint32(v.ix.Len()))
	v.list.SetLen(len(v.rows))
	v.selectNode(at)
}

// selectNode puts the cursor on a node, or on the closed one it is in.
func (v *View) selectNode(n uint32) {
	row, found := slices.BinarySearch(v.rows, n)
	if !found {
		row--
	}
	v.list.Select(row)
}

// selected is the node under the cursor.
func (v *View) selected() uint32 { return v.rows[v.list.Cursor()] }

// Value is the JSON under the cursor as it was sent.
func (v *View) Value() string {
	n := v.selected()
	return v.ix.text[v.ix.value(n):v.ix.end(n)]
}

// Text is the text of the string under the cursor, without quotes and escapes. ok
// is false where it is no string.
func (v *View) Text() (text string, ok bool) { return rawjson.Value(v.Value()).Text() }

// decoded is a string without quotes and escapes.
func decoded(raw string) string {
	if !strings.Contains(raw, `\`) && len(raw) > 1 {
		return raw[1 : len(raw)-1]
	}
	text, _ := rawjson.Value(raw).Text()
	return text
}
