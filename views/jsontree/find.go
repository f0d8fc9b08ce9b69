package jsontree

import (
	"context"
	"iter"
	"sort"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/find"
)

// A view is a [find.Surface].
var _ find.Surface = (*View)(nil)

// Search returns the search for something in names and values, as they were sent.
func (v *View) Search(q find.Query) func(context.Context) find.Found {
	ix := v.ix
	return func(ctx context.Context) find.Found { return find.In(ctx, ix.text, q, ix.parts()) }
}

// parts are where the names and the plain values are, without their quotes.
func (ix *Index) parts() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		plain := func(start, end int) (int, int) {
			if ix.text[start] == '"' && end-start > 1 {
				return start + 1, end - 1
			}
			return start, end
		}
		for i := range ix.nodes {
			n := uint32(i)
			start, at := int(ix.nodes[n].start), ix.value(n)
			if at > start {
				if !yield(plain(start, start+len(ix.name(n)))) {
					return
				}
			}
			if !ix.container(n) && !yield(plain(at, ix.end(n))) {
				return
			}
		}
	}
}

// SetHits marks places of the text.
func (v *View) SetHits(hits []find.Hit) { v.hits, v.hit = hits, -1 }

// SetHit makes one of the hits stand out, and opens what it is in.
func (v *View) SetHit(n int) {
	v.hit = n
	v.reveal(v.nodeAt(v.hits[n].Start))
}

// At is where the value under the cursor begins.
func (v *View) At() int { return int(v.ix.nodes[v.selected()].start) }

// Return goes to the value that a byte is in.
func (v *View) Return(at int) { v.selectNode(v.nodeAt(at)) }

// Hints say what can be looked for, and gone to.
func (v *View) Hints() (search, goTo string) { return "", ".users[3].name, a row, or 50%" }

// nodeAt is the node that a byte of the text belongs to.
func (v *View) nodeAt(at int) uint32 {
	n := sort.Search(len(v.ix.nodes), func(i int) bool { return int(v.ix.nodes[i].start) > at })
	return uint32(max(n-1, 0))
}

// reveal puts the cursor on a node, and opens what it is in.
func (v *View) reveal(n uint32) {
	closed := false
	for at := n; at > 0; {
		at = v.ix.nodes[at].parent
		closed = closed || !v.open[at]
		v.open[at] = true
	}
	if closed {
		v.rows = v.visible(v.rows[:0], 0, uint32(v.ix.Len()))
		v.list.SetLen(len(v.rows))
	}
	v.selectNode(n)
}

// found are the marks in a part of the text that begins at a byte.
func (v *View) found(part string, from int, on func(uv.Style) uv.Style, th themes.Theme) (spans []draw.Span) {
	i := sort.Search(len(v.hits), func(i int) bool { return v.hits[i].End > from })
	for ; i < len(v.hits) && v.hits[i].Start < from+len(part); i++ {
		style := on(th.Match)
		if i == v.hit {
			style = themes.Standing(style)
		}
		spans = append(spans, draw.Span{Start: max(v.hits[i].Start-from, 0), End: min(v.hits[i].End-from, len(part)), Style: style})
	}
	return spans
}
