package jsontree

import (
	"strconv"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/highlight"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// longest is how much of a string is drawn, in bytes: more than fits any screen.
const longest = 2 << 10

// Draw draws the rows in sight.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.list.SetHeight(area.Dy())
	v.list.Draw(scr, area, th, focused, func(l rows.Line) { v.drawNode(l, v.rows[l.Index], th) })
}

// drawNode draws one value: its mark, its name or place, and what it is.
func (v *View) drawNode(l rows.Line, n uint32, th themes.Theme) {
	ix := v.ix
	nd := ix.nodes[n]
	l.TakeRight(1)
	if ix.repeated[n] {
		l.Right(l.On(th.Attention), "⚠ name repeated")
		l.TakeRight(2)
	}
	// Deep values keep room to be read.
	indent := 2 * ix.depth(n)
	if room := l.Room() * 2 / 3; indent > room {
		l.Take(room).Text(l.On(th.Dim), "…"+strconv.Itoa(indent/2)+" levels deep")
	} else {
		l.Skip(indent)
	}
	mark := "  "
	switch {
	case nd.count > 0 && v.open[n]:
		mark = "▾ "
	case nd.count > 0:
		mark = "▸ "
	}
	l.Text(l.On(th.Dim), mark)
	of := func(t chroma.TokenType) uv.Style { return l.On(highlight.Style(th.Chroma, t)) }
	put := func(st uv.Style, start, end int) {
		part := shorten(ix.text[start:end])
		l.Spans(st, part, draw.CutEnd, v.found(part, start, l.On, th)...)
	}
	at := ix.value(n)
	switch {
	case ix.member(n):
		start := int(nd.start)
		end := start + len(ix.name(n))
		if end-start > 2 {
			start, end = start+1, end-1
		}
		put(of(chroma.NameTag), start, end)
		l.Text(l.On(th.Dim), ": ")
	case n > 0:
		l.Text(l.On(th.Dim), strconv.Itoa(int(nd.place))+": ")
	}
	switch c := ix.text[at]; {
	case c == '{':
		l.Text(l.On(th.Dim), inside(nd.count, "{", "}", "member"))
	case c == '[':
		l.Text(l.On(th.Dim), inside(nd.count, "[", "]", "element"))
	case c == '"':
		put(of(chroma.LiteralString), at, ix.end(n))
	case c == '-' || c >= '0' && c <= '9':
		put(of(chroma.LiteralNumber), at, ix.end(n))
	default:
		put(of(chroma.KeywordConstant), at, ix.end(n))
	}
}

// inside says how much is in a container.
func inside(n uint32, opening, closing, word string) string {
	if n == 0 {
		return opening + closing
	}
	return opening + humanize.Amount(int(n), word, word+"s") + closing
}

func shorten(s string) string {
	if len(s) <= longest {
		return s
	}
	s = s[:longest]
	for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s + "…"
}

// Status says where the cursor is.
func (v *View) Status() string {
	at := v.list.Cursor()
	return v.Path() + " · row " + humanize.Count(int64(at+1)) + "/" + humanize.Count(int64(len(v.rows)))
}
