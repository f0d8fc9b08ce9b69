package resources

import (
	"math"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// columns says which columns of a row have room, from right to left.
type columns struct {
	freshness, mime, size, marks int // their widths, 0 for none
}

const (
	nameColumn = 3 // after the bar, the flag or kind, and the mark
	columnGap  = 2
	marksWidth = 2
	sizeWidth  = 8
	mimeWidth  = 5
	// stateWidth is enough for most words of freshness, longStateWidth for all.
	stateWidth     = 7
	longStateWidth = 11
)

// columnsFor lets columns give way in a fixed order, so that the name keeps at
// least a third of the width: the long words of freshness first, then the type,
// freshness itself, the size, and the marks. What no row has takes no room.
func columnsFor(width int, sent fields) columns {
	var c columns
	if !sent.size && width >= 30 {
		width += sizeWidth + columnGap
	}
	if !sent.mime && width >= 54 {
		width += mimeWidth + columnGap
	}
	if width >= 16 {
		c.marks = marksWidth
	}
	if width >= 30 {
		c.size = sizeWidth
	}
	if width >= 44 {
		c.freshness = stateWidth
	}
	if width >= 54 {
		c.mime = mimeWidth
	}
	if width >= 60 {
		c.freshness = longStateWidth
	}
	if !sent.size {
		c.size = 0
	}
	if !sent.mime {
		c.mime = 0
	}
	return c
}

// painter draws rows.
type painter struct {
	columns
	th     themes.Theme
	marker *marker
	twins  *twins
	marked *marks
}

func (p painter) draw(l rows.Line, index int, row Row) {
	found := p.marker.of(index, row.Resource)
	p.drawColumns(l, index, row, found.mime)
	_, name := shownName(row.Resource)
	if name == "" {
		l.Text(l.On(p.th.Dim), model.Quote(row.Resource.Raw))
		return
	}
	l.Spans(l.On(p.th.Text), name, draw.CutPath, styled(l, p.th, found.name, 0)...)
	switch {
	case l.Room() < leastReason:
	case len(found.inside) > 0:
		p.drawReason(l.Skip(columnGap), l, found)
	case l.Room() >= leastTail && !strings.HasSuffix(row.Resource.URI, name):
		// Where from the name alone nobody knows, the end of the URI tells.
		l.Skip(columnGap).Spans(l.On(p.th.Dim), row.Resource.URI, draw.CutStart, styled(l, p.th, found.uri, 0)...)
	}
}

// drawColumns draws what stands right of the name, and left of it the flag or the
// kind, and the mark.
func (p painter) drawColumns(l rows.Line, index int, row Row, mimeFound bool) {
	r := row.Resource
	flag, mark := l.Take(1), l.Take(1)
	if r.Odd() {
		flag.Text(l.On(p.th.Attention), "⚠")
	} else {
		flag.Text(l.On(p.th.Dim), kindMark(r))
	}
	switch {
	case p.marked.has(r.URI):
		mark.Text(l.On(p.th.Accent), "◆")
	case row.Bookmarked:
		mark.Text(l.On(p.th.Dim), "★")
	}
	l.TakeRight(1)
	take := func(width int) *draw.Row {
		cell := l.TakeRight(width)
		if width > 0 {
			l.TakeRight(columnGap)
		}
		return cell
	}
	style, word := freshnessWord(row.Freshness, p.th)
	if row.New && row.Freshness == "" {
		style, word = p.th.Changed, "new"
	}
	take(p.freshness).Text(l.On(style), word)
	style, word = mimeWord(r, p.th)
	if mimeFound {
		style = p.th.Match
	}
	take(p.mime).Text(l.On(style), word)
	drawSize(take(p.size), l, r, p.th)
	drawMarks(take(p.marks), l, row, p.th)
	if n := p.twins.count(index); n > 1 {
		l.Right(l.On(p.th.Attention), "×"+humanize.Count(int64(n)))
		l.TakeRight(columnGap)
	}
}

// shownName is the name a row is shown by, and the field it comes from.
func shownName(r *model.Resource) (model.Field, string) {
	switch {
	case r.Title != "":
		return model.Title, r.Title
	case r.Name != "":
		return model.Name, r.Name
	}
	return model.URI, r.URI
}

// leastReason is the room that the text a row was found by needs, in columns.
const leastReason = 12

// leastTail is the room that the end of a URI needs to be worth reading.
const leastTail = 20

// drawReason shows the part of a text that the filter found, where the name does
// not explain why a row is shown.
func (p painter) drawReason(r *draw.Row, l rows.Line, found *rowMarks) {
	from := 0
	if before := found.inside[0].Start; before > r.Room()/2 {
		from = before - r.Room()/4
		for from > 0 && !utf8.RuneStart(found.reason[from]) {
			from--
		}
		r.Text(l.On(p.th.Dim), "…")
	}
	r.Spans(l.On(p.th.Dim), found.reason[from:], draw.CutEnd, styled(l, p.th, found.inside, from)...)
}

func drawMarks(cell *draw.Row, l rows.Line, row Row, th themes.Theme) {
	if row.Watched {
		cell.Text(l.On(th.Accent), "◉")
	} else {
		cell.Skip(1)
	}
	switch {
	case row.Changed:
		cell.Text(l.On(th.Changed), "●")
	case row.New:
		cell.Text(l.On(th.Changed), "+")
	}
}

// drawSize draws the size at the right of its cell. Absent shows nothing, and
// what is no number of bytes shows as it was sent, flagged.
func drawSize(cell *draw.Row, l rows.Line, r *model.Resource, th themes.Theme) {
	switch presence := r.Presence(model.Size); {
	case presence == model.Absent:
	case presence == model.Valid && r.Size >= 0 && r.Size < 1<<62 && r.Size == math.Trunc(r.Size):
		cell.Right(l.On(th.Dim), humanize.Bytes(int64(r.Size)))
	default:
		cell.Right(l.On(th.Attention), "⚠")
		cell.TakeRight(1)
		cell.Right(l.On(th.Attention), model.Quote(r.Raw.Get("size")))
	}
}

func mimeWord(r *model.Resource, th themes.Theme) (uv.Style, string) {
	switch r.Presence(model.MIMEType) {
	case model.Valid:
		if r.MIMEType == "" {
			return th.Dim, `""`
		}
		return th.Dim, MIMEShort(r.MIMEType)
	case model.Null, model.Odd:
		return th.Attention, model.Quote(r.Raw.Get("mimeType"))
	case model.Absent:
	}
	return th.Dim, ""
}

func freshnessWord(s freshness.State, th themes.Theme) (uv.Style, string) {
	switch s {
	case "":
		return th.Dim, "–"
	case freshness.Fresh:
		return th.OK, string(s)
	case freshness.Invalidated:
		return th.Changed, string(s)
	case freshness.StaleOnError:
		return th.Error, "stale ✗"
	case freshness.Stale, freshness.NoHint, freshness.Zero:
	}
	return th.Dim, string(s)
}
