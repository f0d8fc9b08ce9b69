package resources

import (
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// indent leaves the columns of a depth free, as far as there is room.
func (p painter) indent(l rows.Line, depth int) {
	const step = 2
	l.Skip(min(step*depth, l.Room()/2))
}

// drawFolder draws a folder and how many rows are in it.
func (p painter) drawFolder(l rows.Line, uri string, b *block) {
	mark := "▸ "
	if b.open {
		mark = "▾ "
	}
	l.Skip(2)
	p.indent(l, b.depth)
	l.TakeRight(1)
	l.Right(l.On(p.th.Dim), humanize.Count(int64(b.hi-b.lo)))
	l.TakeRight(columnGap)
	l.Text(l.On(p.th.Dim), mark).Spans(l.On(p.th.Text), uri[b.start:b.end], draw.CutMiddle, p.marksAfter(l, uri[:b.end], b.start)...)
}

// drawLeaf draws a row by the end of its URI, and by its name where that says
// more.
func (p painter) drawLeaf(l rows.Line, index int, row Row, b *block) {
	p.drawColumns(l, index, row)
	p.indent(l, b.depth+1)
	r := row.Resource
	label := r.URI[b.start:]
	l.Spans(l.On(p.th.Text), label, draw.CutMiddle, p.marksAfter(l, r.URI, b.start)...)
	f, name := shownName(r)
	switch {
	case name == "":
		l.Text(l.On(p.th.Dim), model.Quote(r.Raw))
	case label == "":
		l.Spans(l.On(p.th.Dim), name, draw.CutPath, p.marks(l, f, name)...)
	case !strings.HasSuffix(r.URI, name) && l.Room() >= leastReason:
		l.Skip(columnGap).Spans(l.On(p.th.Dim), name, draw.CutPath, p.marks(l, f, name)...)
	}
}

// marksAfter are the places of a URI that the filter found, from one on, counted
// from there.
func (p painter) marksAfter(l rows.Line, uri string, from int) []draw.Span {
	var out []draw.Span
	for _, m := range p.marks(l, model.URI, uri) {
		if m.End > from {
			m.Start, m.End = max(m.Start-from, 0), m.End-from
			out = append(out, m)
		}
	}
	return out
}
