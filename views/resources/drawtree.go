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
	l.Skip(nameColumn - 1)
	p.indent(l, b.depth)
	l.TakeRight(1)
	l.Right(l.On(p.th.Dim), humanize.Count(int64(b.hi-b.lo)))
	l.TakeRight(columnGap)
	l.Text(l.On(p.th.Dim), mark).Spans(l.On(p.th.Text), uri[b.start:b.end], draw.CutMiddle, styled(l, p.th, p.marker.query.Spans(model.URI, uri[:b.end]), b.start)...)
}

// drawLeaf draws a row by the end of its URI, and by its name where that says
// more.
func (p painter) drawLeaf(l rows.Line, index int, row Row, b *block) {
	r := row.Resource
	found := p.marker.of(index, r)
	p.drawColumns(l, index, row, found.mime)
	p.indent(l, b.depth+1)
	label := r.URI[b.start:]
	l.Spans(l.On(p.th.Text), label, draw.CutMiddle, styled(l, p.th, found.uri, b.start)...)
	_, name := shownName(r)
	switch {
	case name == "":
		l.Text(l.On(p.th.Dim), model.Quote(r.Raw))
	case label == "":
		l.Spans(l.On(p.th.Dim), name, draw.CutPath, styled(l, p.th, found.name, 0)...)
	case !strings.HasSuffix(r.URI, name) && l.Room() >= leastReason:
		l.Skip(columnGap).Spans(l.On(p.th.Dim), name, draw.CutPath, styled(l, p.th, found.name, 0)...)
	}
}
