package cache

import (
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/freshwords"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Draw draws the totals, the entries, and why the selected one is as it is.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	area = area.Intersect(scr.Bounds())
	v.SetSize(area.Dx(), area.Dy())
	v.drawTitle(draw.NewRow(scr, area, 0), th, focused)
	list := area
	list.Min.Y = min(area.Min.Y+titleHeight, area.Max.Y)
	if len(v.entries) == 0 {
		drawEmpty(scr, list, th)
		return
	}
	list.Max.Y = list.Min.Y + v.listHeight
	cols := v.columns(scr.WidthMethod(), area.Dx())
	v.list.Draw(scr, list, th, focused, func(l rows.Line) { v.drawEntry(l, cols, &v.entries[l.Index], th) })
	panel := uv.Rectangle{Min: uv.Pos(area.Min.X, list.Max.Y), Max: area.Max}
	if e := v.selected(); e != nil && panel.Dy() > 1 {
		draw.Rule(scr, panel, th.Rule)
		v.panel.Set(v.lines(e, th))
		v.panel.Draw(scr, uv.Rect(panel.Min.X+3, panel.Min.Y+1, panel.Dx()-4, panel.Dy()-1))
	}
}

func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.Skip(1).Text(name, "Cache").Skip(3)
	if len(v.entries) == 0 {
		return
	}
	t := v.totals
	parts := []string{humanize.Amount(t.Entries, "entry", "entries"), humanize.Bytes(t.Bytes) + " of " + humanize.Bytes(t.Max)}
	parts = append(parts, humanize.Amount(t.Hits, "hit", "hits"))
	if t.Invalidated > 0 {
		parts = append(parts, humanize.Count(int64(t.Invalidated))+" invalidated")
	}
	if t.Evicted > 0 {
		parts = append(parts, humanize.Count(int64(t.Evicted))+" dropped for want of room")
	}
	r.Text(th.Dim, strings.Join(parts, " · "))
}

func drawEmpty(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	var s sheet.Sheet
	s.Set([]sheet.Line{
		sheet.Text(th.Text, "Nothing is kept."),
		sheet.Text(th.Dim, "Lists and contents are kept as they arrive, as long as the server allows; errors and questions never are."),
	})
	s.Draw(scr, uv.Rect(area.Min.X+3, area.Min.Y+1, area.Dx()-4, area.Dy()-1))
}

// columns says how wide the columns of a row are, 0 for none.
type columns struct {
	method, size, age, ttl, scope, state, hits, note int
	short                                            bool // methods without their prefix
}

const methodPrefix = "resources/"

// columns lets columns give way in a fixed order: the remark, hits, age, size,
// scope, ttl. What it is and its state stay.
func (v *View) columns(m uv.WidthMethod, width int) columns {
	c := columns{short: width < 160, state: 16}
	for _, method := range v.methods {
		c.method = max(c.method, draw.Width(m, c.methodWord(method)))
	}
	give := func(to *int, least, room int) {
		if width >= least {
			*to = room
		}
	}
	give(&c.ttl, 60, 8)
	give(&c.scope, 76, 8)
	give(&c.size, 90, 8)
	give(&c.age, 102, 9)
	give(&c.hits, 114, 7)
	give(&c.note, 140, 26)
	return c
}

func (c columns) methodWord(method string) string {
	if c.short {
		return strings.TrimPrefix(method, methodPrefix)
	}
	return method
}

func (v *View) drawEntry(l rows.Line, c columns, e *Entry, th themes.Theme) {
	l.Skip(2).TakeRight(1)
	cell := func(width int) *draw.Row {
		r := l.TakeRight(width)
		if width > 0 {
			l.TakeRight(2)
		}
		return r
	}
	st, words := freshwords.State(e.Info, v.now, th)
	cell(c.note).Text(l.On(st), words)
	if hits := cell(c.hits); e.Hits > 0 {
		hits.Right(l.On(th.Dim), humanize.Amount(e.Hits, "hit", "hits"))
	}
	st, words = freshwords.Word(e.Info, v.now, th)
	cell(c.state).Text(l.On(st), words)
	drawScope(cell(c.scope), l, e, th)
	drawTTL(cell(c.ttl), l, e, th)
	cell(c.age).Right(l.On(th.Dim), humanize.Age(e.Age(v.now)))
	cell(c.size).Right(l.On(th.Dim), humanize.Bytes(e.Bytes))
	l.Take(c.method).Text(l.On(th.Dim), c.methodWord(e.Key.Method))
	l.Skip(2).Cut(l.On(th.Text), name(e), draw.CutMiddle)
}

// name is what an entry is about: a page, or a URI.
func name(e *Entry) string {
	switch {
	case e.Page > 0:
		return "page " + humanize.Count(int64(e.Page))
	case e.Key.First:
		return "page 1"
	case e.isPage():
		return fmt.Sprintf("cursor %q", e.Key.Param)
	}
	return e.Key.Param
}

// drawTTL draws ttlMs as sent: as a time where it is one, flagged where it is odd.
func drawTTL(cell *draw.Row, l rows.Line, e *Entry, th themes.Theme) {
	switch {
	case e.TTLRaw == nil:
		cell.Right(l.On(th.Dim), "–")
	case freshwords.OddTTL(e.TTLRaw) != "":
		cell.Right(l.On(th.Attention), "⚠")
		cell.TakeRight(1)
		cell.Right(l.On(th.Attention), model.Quote(e.TTLRaw))
	case e.TTL == 0:
		cell.Right(l.On(th.Dim), "0")
	default:
		cell.Right(l.On(th.Dim), freshwords.Span(e.TTL))
	}
}

func drawScope(cell *draw.Row, l rows.Line, e *Entry, th themes.Theme) {
	switch {
	case e.ScopeRaw == nil:
		cell.Text(l.On(th.Dim), "–")
	case freshwords.OddScope(e.ScopeRaw) != "":
		cell.Text(l.On(th.Attention), "⚠ "+model.Quote(e.ScopeRaw))
	default:
		cell.Text(l.On(th.Dim), string(e.Scope))
	}
}

// lines are the part about the selected entry.
func (v *View) lines(e *Entry, th themes.Theme) []sheet.Line {
	facts := []string{humanize.Bytes(e.Bytes), "fetched " + e.Received.Format("15:04:05") + " in " + humanize.Duration(e.RoundTrip),
		humanize.Amount(e.Hits, "hit", "hits"), "ttlMs " + sent(e.TTLRaw), "cacheScope " + sent(e.ScopeRaw)}
	lines := []sheet.Line{
		{Spans: []sheet.Span{{Style: th.Dim, Text: e.Key.Method + "  "}, {Style: th.Text, Text: name(e)}}},
		sheet.Text(th.Text, freshwords.Why(e.Info, v.now, keymap.KeyOf(keymap.Refetch, keymap.Cache))),
		sheet.Text(th.Dim, strings.Join(facts, " · ")),
	}
	for _, odd := range []struct{ member, what string }{{"ttlMs", freshwords.OddTTL(e.TTLRaw)}, {"cacheScope", freshwords.OddScope(e.ScopeRaw)}} {
		if odd.what != "" {
			lines = append(lines, sheet.Text(th.Attention, "⚠ "+odd.member+": "+odd.what))
		}
	}
	return lines
}

// sent is a member as the server sent it, in a word.
func sent(v rawjson.Value) string {
	if v == nil {
		return "not sent"
	}
	return model.Quote(v)
}
