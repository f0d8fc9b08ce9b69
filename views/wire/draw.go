package wire

import (
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/wire"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// places is where things are, relative to the area of the view. Parts that are
// not shown are empty.
type places struct {
	title, filter, list, panel, rule, detail uv.Rectangle
	sides                                    [2]uv.Rectangle // the texts of the open frame

	origin     uv.Position // of the view, on the screen
	cursor     uv.Position // in the line that is typed
	cursorSeen bool
}

const (
	// strip is how many rows of the list stay in sight above an open frame, and
	// tall the height from which they do.
	strip = 7
	tall  = 30
)

// arrange computes where things are.
func (v *View) arrange() {
	var p places
	rest := uv.Rect(0, 0, v.width, v.height)
	take := func(n int) uv.Rectangle {
		part := uv.Rect(0, rest.Min.Y, v.width, min(max(n, 0), rest.Dy()))
		rest.Min.Y = part.Max.Y
		return part
	}
	if v.detail == nil || v.height >= tall {
		p.title = take(1)
		if v.filter.typing || v.filter.line != "" {
			p.filter = take(1)
		}
	}
	switch {
	case v.detail == nil:
		panel := 0
		if v.latency {
			panel = min(len(v.table.timing.methods)+2, rest.Dy()/2)
		}
		p.list = take(rest.Dy() - panel)
		p.panel = rest
	case v.height >= tall:
		p.list = take(strip)
		p.rule = take(1)
		p.detail = rest
	default:
		p.detail = rest
	}
	v.places = p
	v.list.SetHeight(p.list.Dy())
}

// Draw draws the screen.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.width, v.height = area.Dx(), area.Dy()
	v.Sync()
	v.arrange()
	v.places.origin = area.Min
	at := func(r uv.Rectangle) uv.Rectangle { return r.Add(area.Min).Intersect(area) }
	if !v.places.title.Empty() {
		v.drawTitle(draw.NewRow(scr, at(v.places.title), 0), th, focused && v.detail == nil)
	}
	if !v.places.filter.Empty() {
		row := draw.NewRow(scr, at(v.places.filter), 0)
		v.drawFilter(scr, row, th)
	}
	v.drawList(scr, at(v.places.list), th, focused && v.detail == nil)
	if v.latency && v.detail == nil {
		v.table.timing.draw(scr, at(v.places.panel), th)
	}
	if v.detail != nil {
		draw.Rule(scr, at(v.places.rule), th.Rule)
		v.drawDetail(scr, at(v.places.detail), th, focused)
	}
}

// drawTitle draws what there is in numbers, and whether the list follows.
func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.Skip(1).Text(name, "Wire").Skip(2)
	r.TakeRight(1)
	switch {
	case v.paused:
		r.Right(th.Attention, "paused"+v.waitingWords())
	case v.following:
		r.Right(th.Dim, "following ▼")
	default:
		if below := v.list.Len() - v.list.Top() - v.places.list.Dy(); below > 0 && r.Room() > 40 {
			r.Right(th.Dim, humanize.Count(int64(below))+" below · "+keymap.KeyOf(keymap.Bottom, keymap.Wire)+" follows")
		}
	}
	r.TakeRight(2)
	t := &v.table
	r.Text(th.Dim, humanize.Amount(len(t.entries), "frame", "frames")+" · "+humanize.Bytes(t.bytes))
	part := func(st uv.Style, before string, n int, after string) {
		if n > 0 {
			r.Text(th.Dim, " · ").Text(st, before+humanize.Count(int64(n))+after)
		}
	}
	part(th.Error, "✗ ", t.errors, "")
	part(th.Attention, "⚠ ", t.odd, "")
	part(th.Dim, "", t.open, " open")
}

// waitingWords says how many frames came during a pause.
func (v *View) waitingWords() string {
	dropped, _ := v.source.Dropped()
	if n := dropped + v.source.Len() - int(v.table.last); n > 0 {
		return " · " + humanize.Count(int64(n)) + " new"
	}
	return ""
}

// drawFilter draws the filter line, and how many frames it lets through.
func (v *View) drawFilter(scr uv.Screen, r *draw.Row, th themes.Theme) {
	m := scr.WidthMethod()
	r.Skip(1)
	r.TakeRight(1)
	words := humanize.Count(int64(v.shown())) + " of " + humanize.Count(int64(len(v.table.entries)))
	if v.filter.wait != nil {
		words = "searching…"
	}
	if r.Room() > len(words)+20 {
		r.Right(th.Dim, words)
		r.TakeRight(2)
	}
	mark := th.Dim
	if v.filter.typing {
		mark = th.Accent
	}
	r.Text(mark, keymap.KeyOf(keymap.EditFilter, keymap.Wire)+" ")
	line, room := v.filter.line, r.Room()
	end := min(draw.Width(m, line), room)
	end += r.X() - v.places.origin.X
	if v.filter.typing {
		v.places.cursor = uv.Pos(v.filter.input.Draw(r, m, th.Text)-v.places.origin.X, v.places.filter.Min.Y)
	} else {
		r.Cut(th.Text, line, draw.CutStart)
	}
	v.places.cursorSeen = v.filter.typing
	if hint := v.filterHint(); draw.Width(m, line)+len(hint)+4 < room {
		draw.NewRow(scr, uv.Rect(v.places.origin.X+end+2, v.places.origin.Y+v.places.filter.Min.Y, len(hint)+2, 1), 0).Text(th.Dim, hint)
	}
}

// filterHint says what can be typed, or how to get rid of the filter.
func (v *View) filterHint() string {
	switch {
	case !v.filter.typing:
		return keymap.KeyOf(keymap.ClearFilter, keymap.Filter) + " shows all"
	case v.filter.line == "":
		return "any text  -not this  " + strings.Join(conditions[:3], " ") + " from:server method:… id:…"
	}
	return ""
}

func (v *View) drawList(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	if v.shown() == 0 && v.detail == nil {
		v.drawEmpty(scr, area, th)
		return
	}
	cols := columnsFor(area.Dx(), v.table.idWidth)
	v.unread = v.unread[:0]
	v.list.Draw(scr, area, th, focused, func(l rows.Line) {
		if e := v.entryAt(l.Index); e != nil {
			v.lookInto(e)
			cols.draw(l, e, v, th)
			return
		}
		v.drawDropped(l, th)
	})
}

// lookInto finds out what a frame is about, or leaves it to a job.
func (v *View) lookInto(e *entry) {
	switch {
	case e.about != nil:
	case len(e.Bytes) <= instant:
		e.about = aboutFrame(e.Frame)
	default:
		v.unread = append(v.unread, e.Frame)
	}
}

// drawDropped says what is missing before the first frame.
func (v *View) drawDropped(l rows.Line, th themes.Theme) {
	l.Text(th.Rule, "── ").Text(th.Dim, fmt.Sprintf("%s before, %s, dropped to save memory",
		humanize.Amount(v.table.droppedFrames, "frame", "frames"), humanize.Bytes(v.table.droppedBytes))).Text(th.Rule, " ")
	fillRule(l.Row, th)
}

// drawEmpty says why there is nothing, and what to do about it.
func (v *View) drawEmpty(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	lines := []sheet.Line{sheet.Text(th.Text, "Nothing has gone over the wire yet."), sheet.Text(th.Dim, keymap.KeyOf(keymap.ShowServer, keymap.Global)+" says how far the connection has come")}
	switch {
	case v.filter.wait != nil:
		lines = lines[:0]
	case v.filter.active() && len(v.table.entries) > 0:
		lines = []sheet.Line{sheet.Text(th.Text, "No frame matches the filter."), sheet.Text(th.Dim, keymap.KeyOf(keymap.ClearFilter, keymap.Filter)+" shows all")}
	}
	var s sheet.Sheet
	s.Set(lines)
	s.Draw(scr, uv.Rect(area.Min.X+3, area.Min.Y+1, area.Dx()-3, area.Dy()-1))
}

// columns says which columns of a row have room, and how wide they are.
type columns struct {
	time, id, method, size, took int // 0 for none
	gap                          int
}

const (
	fullClock  = "15:04:05.000"
	shortClock = "15:04:05"
)

// columnsFor lets columns give way in a fixed order, so that what a frame is
// about keeps at least a third of the width.
func columnsFor(width, idWidth int) columns {
	c := columns{id: min(max(idWidth, 2), 4), method: 10, gap: 1}
	if width >= 50 {
		c.time, c.method = len(shortClock), 14
	}
	if width >= 60 {
		c.took = 7
	}
	if width >= 76 {
		c.size, c.method = 8, 17
	}
	if width >= 96 {
		c.time, c.method, c.gap, c.id = len(fullClock), 21, 2, min(max(idWidth, 2), 8)
	}
	if width >= 116 {
		c.method, c.id = 26, min(max(idWidth, 2), 12)
	}
	return c
}

func (c columns) draw(l rows.Line, e *entry, v *View, th themes.Theme) {
	if e.odd() {
		l.Text(l.On(th.Attention), "⚠")
	} else {
		l.Skip(1)
	}
	l.Skip(1)
	l.TakeRight(1)
	drawTook(c.right(l, c.took), l, e, th)
	c.right(l, c.size).Right(l.On(th.Dim), humanize.Bytes(int64(len(e.Bytes))))
	switch cell := l.Take(c.time); c.time {
	case len(fullClock):
		cell.Text(l.On(th.Dim), e.Time.Format(fullClock))
	case len(shortClock):
		cell.Text(l.On(th.Dim), e.Time.Format(shortClock))
	}
	if c.time > 0 {
		l.Skip(c.gap)
	}
	if e.Dir == wire.ToServer {
		l.Text(l.On(th.Accent), "→")
	} else {
		l.Text(l.On(th.OK), "←")
	}
	l.Skip(1)
	if id := string(e.ID); id != "" {
		l.Take(c.id).Right(l.On(th.Dim), clip(id))
	} else {
		l.Skip(c.id)
	}
	l.Skip(1)
	c.drawMethod(l.Take(c.method), l, e, v.filter.query, th)
	l.Skip(c.gap)
	c.drawAbout(l, e, v, th)
}

// right takes a column off the right end, with the gap before it.
func (c columns) right(l rows.Line, width int) *draw.Row {
	cell := l.TakeRight(width)
	if width > 0 {
		l.TakeRight(c.gap)
	}
	return cell
}

// drawMethod draws the method of what is sent, and that of the request, dim, for
// a reply.
func (c columns) drawMethod(cell *draw.Row, l rows.Line, e *entry, q query, th themes.Theme) {
	method := clip(e.Method)
	mark := draw.Span{Style: l.On(th.Match)}
	switch e.Kind {
	case wire.Request:
		cell.Spans(l.On(th.Text), method, draw.CutStart, q.spans(method, mark)...)
	case wire.Notification:
		method = strings.TrimPrefix(method, "notifications/")
		cell.Spans(l.On(th.Text), method, draw.CutStart, q.spans(method, mark)...)
	case wire.Reply:
		cell.Text(l.On(th.Dim), "reply ")
		if cell.Room() >= 12 {
			cell.Spans(l.On(th.Dim), method, draw.CutStart, q.spans(method, mark)...)
		}
	case wire.NotMessage:
		cell.Text(l.On(th.Attention), "not a message")
	}
}

// drawAbout draws what a frame is about, how it went and what was odd.
func (c columns) drawAbout(l rows.Line, e *entry, v *View, th themes.Theme) {
	if e.talk != nil {
		l.Text(l.On(th.Accent), talkMark(e))
	}
	a := e.about
	if a == nil {
		l.Text(l.On(th.Dim), "…")
		return
	}
	style, mark := markOf(a.mark, th)
	if mark != "" {
		l.Text(l.On(style), mark+" ")
	}
	text := l.On(th.Text)
	if a.mark == failMark {
		text = l.On(style)
	}
	how := draw.CutEnd
	if strings.Contains(a.text, "://") { // both ends of a URI tell something
		how = draw.CutMiddle
	}
	l.Spans(text, a.text, how, v.filter.query.spans(a.text, draw.Span{Style: l.On(th.Match)})...)
	if a.note != "" {
		if a.text != "" {
			l.Text(l.On(th.Dim), " · ")
		}
		l.Text(l.On(th.Attention), a.note)
	}
	if a.mark == failMark {
		if request := v.table.at(e.pair); request != nil {
			if v.lookInto(request); request.about != nil && request.about.text != "" && l.Room() > 8 {
				l.Text(l.On(th.Dim), " · ").Cut(l.On(th.Dim), request.about.text, draw.CutMiddle)
			}
		}
	}
}

// talkMark says where in a conversation of several rounds a frame stands.
func talkMark(e *entry) string {
	return fmt.Sprintf("round %d ", e.talk.round(e.Seq))
}

func markOf(m mark, th themes.Theme) (uv.Style, string) {
	switch m {
	case okMark:
		return th.OK, "✓"
	case askMark:
		return th.Accent, "?"
	case oddMark:
		return th.Attention, "⚠"
	case failMark:
		return th.Error, "✗"
	case noMark:
	}
	return th.Text, ""
}

// drawTook draws the round trip of a reply, or that a request still waits.
func drawTook(cell *draw.Row, l rows.Line, e *entry, th themes.Theme) {
	switch {
	case e.ReplyTo != 0:
		cell.Right(l.On(th.Text), humanize.Duration(e.RoundTrip))
	case e.is(open):
		cell.Right(l.On(th.Attention), "…")
	case e.is(cancelled):
		cell.Right(l.On(th.Dim), "stopped")
	}
}
