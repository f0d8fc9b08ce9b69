package resources

import (
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/filter"
	"mcperuse/views/rows"
)

// marker keeps what the filter found in the rows that were drawn, so that a row
// is looked through once and not with every key.
type marker struct {
	query filter.Query
	rows  map[int]*rowMarks
}

// rowMarks is what the filter found in a row.
type rowMarks struct {
	name   []filter.Span // in the name it is shown by
	mime   bool
	uri    []filter.Span
	reason string // the text that let it through, where name and type do not say it
	inside []filter.Span
}

// mostMarked is how many rows are kept.
const mostMarked = 500

func newMarker(q filter.Query) marker { return marker{q, map[int]*rowMarks{}} }

// of returns what the filter found in a row.
func (m *marker) of(index int, r *model.Resource) *rowMarks {
	if m.query.Empty() {
		return &rowMarks{}
	}
	if found := m.rows[index]; found != nil {
		return found
	}
	f, name := shownName(r)
	found := &rowMarks{name: m.query.Spans(f, name), uri: m.query.Spans(model.URI, r.URI), mime: len(m.query.Spans(model.MIMEType, r.MIMEType)) > 0}
	if f, ok := m.query.Elsewhere(r, f); ok {
		found.reason = filter.Text(r, f)
		found.inside = m.query.Spans(f, found.reason)
	}
	if len(m.rows) >= mostMarked {
		clear(m.rows)
	}
	m.rows[index] = found
	return found
}

// styled makes spans of a text, counted from a place on, into those to draw.
func styled(l rows.Line, th themes.Theme, spans []filter.Span, from int) []draw.Span {
	var out []draw.Span
	for _, s := range spans {
		if s.End > from {
			out = append(out, draw.Span{Start: max(s.Start-from, 0), End: s.End - from, Style: l.On(th.Match)})
		}
	}
	return out
}
