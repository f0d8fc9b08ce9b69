package caller

import (
	"fmt"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
	"mcperuse/views/textpane"
)

// layout is what Draw remembers for the mouse and the cursor.
type layout struct {
	free           bool         // scrolled by the mouse: the cursor may be out of sight
	method, params uv.Rectangle // relative to the area
	cursor         uv.Position
	visible        bool
}

const (
	margin = 2 // left of everything: the bar of the focused field
	labels = 8 // columns of "Method" and "Params"
)

func keyOf(id keymap.ID) string { return keymap.KeyOf(id, keymap.Call) }

// Draw draws the editor: the method on top, the params, and below them whether
// they can be sent and what came of the last call.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	area = area.Intersect(scr.Bounds())
	v.layout.method, v.layout.params, v.layout.visible = uv.Rectangle{}, uv.Rectangle{}, false
	if area.Empty() {
		return
	}
	var foot sheet.Sheet
	foot.Set(v.footLines(th))
	const head, least = 2, 3 // rows: method and label; params at least
	footRows := min(foot.Rows(scr.WidthMethod(), area.Dx()), max(area.Dy()-head-least, min(area.Dy()-head, 1), 0), max(area.Dy()/2, 2))

	row := v.label(scr, area, 0, th, focused && !v.inParams, "Method")
	method := uv.Rect(row.X(), area.Min.Y, row.Room(), 1)
	v.method.pane.SetStyles(paneStyles(th))
	v.place(&v.method, &v.layout.method, scr, area, method, focused && !v.inParams)
	if v.method.text == "" && method.Dx() > 1 {
		draw.NewRow(scr, method, 0).Skip(1).Text(th.Dim, "such as resources/read")
	}
	if area.Dy() > 1 {
		v.drawParams(scr, area, th, focused && v.inParams, footRows)
	}
	foot.Draw(scr, uv.Rect(area.Min.X, area.Max.Y-footRows, area.Dx(), footRows))
}

// label draws the bar and the name of a field and returns the rest of its row.
func (v *View) label(scr uv.Screen, area uv.Rectangle, line int, th themes.Theme, here bool, name string) *draw.Row {
	row := draw.NewRow(scr, area, line)
	bar, st := row.Take(margin), th.Text
	if here {
		st = th.Accent
		bar.Text(th.Accent, "▌")
	}
	row.Take(min(labels, row.Room()/2)).Text(st, name)
	return row
}

func (v *View) drawParams(scr uv.Screen, area uv.Rectangle, th themes.Theme, here bool, footRows int) {
	params := uv.Rect(area.Min.X, area.Min.Y+2, area.Dx(), max(area.Dy()-2-footRows, 0))
	pane := v.params.pane
	pane.SetStyles(paneStyles(th))
	pane.SetSpans(nil)
	if v.wrong != nil {
		bad := th.Error
		bad.Underline = uv.UnderlineSingle
		_, size := utf8.DecodeRuneInString(v.params.text[v.wrong.Offset:])
		pane.SetTable([]uv.Style{th.Text, bad})
		pane.SetSpans([]textpane.Span{{Offset: uint32(v.wrong.Offset), Style: 1}, {Offset: uint32(v.wrong.Offset + max(size, 1)), Style: 0}})
	}
	v.place(&v.params, &v.layout.params, scr, area, params, here)
	row := v.label(scr, area, 1, th, here, "Params")
	if p := pane.Position(); params.Dy() > 0 && !(p.AtTop && p.AtEnd) {
		row.Right(th.Dim, fmt.Sprintf(" from line %s of %s", humanize.Count(int64(p.Line+1)), humanize.Count(int64(p.Lines))))
		row.TakeRight(1)
	}
	st, word := v.verdict(th)
	row.Text(st, word)
}

// place draws a field and remembers where it is, and where the cursor is.
func (v *View) place(e *editor, spot *uv.Rectangle, scr uv.Screen, area, at uv.Rectangle, here bool) {
	follow := !v.layout.free
	if e.single && v.inParams { // its beginning says more than where the cursor was
		e.pane.Home()
		follow = false
	}
	cursor, visible := e.draw(scr, at, follow)
	*spot = at.Sub(area.Min)
	if here {
		v.layout.cursor, v.layout.visible = cursor, visible
	}
}

func paneStyles(th themes.Theme) textpane.Styles {
	return textpane.Styles{Text: th.Text, Number: th.Gutter, Current: th.Accent, Hidden: th.Hidden}
}

// verdict says whether the params can be sent.
func (v *View) verdict(th themes.Theme) (uv.Style, string) {
	switch {
	case v.wrong != nil:
		return th.Error, fmt.Sprintf("✗ line %d, column %d", v.wrong.Line, v.wrong.Column)
	case v.sending == "":
		return th.Dim, "none"
	}
	return th.OK, "✓ " + humanize.Bytes(int64(len(v.sending)))
}

// footLines say what is wrong with the params, what came of the last call, and
// what will be added to the next.
func (v *View) footLines(th themes.Theme) []sheet.Line {
	line := func(spans ...sheet.Span) sheet.Line {
		return sheet.Line{Indent: margin, Spans: append([]sheet.Span{{Text: strings.Repeat(" ", margin)}}, spans...)}
	}
	var lines []sheet.Line
	if v.wrong != nil {
		lines = append(lines, line(sheet.Span{Style: th.Error, Text: "✗ "}, sheet.Span{Style: th.Text, Text: v.wrong.Reason}))
	}
	if v.complaint != "" {
		lines = append(lines, line(sheet.Span{Style: th.Attention, Text: "⚠ " + v.complaint}))
	}
	switch o := &v.outcome; o.stage {
	case idle:
	case leaving:
		lines = append(lines, line(sheet.Span{Style: th.Dim, Text: "sending " + o.call.method + "…"}))
	case waiting:
		lines = append(lines, line(sheet.Span{Style: th.Text, Text: "sent as request " + o.answer.Request}, sheet.Span{Style: th.Dim, Text: ", the answer will be on the Wire screen"}))
	case noticed:
		lines = append(lines, line(sheet.Span{Style: th.Text, Text: "sent " + o.call.method}, sheet.Span{Style: th.Dim, Text: ", a notification: there is no answer to it"}))
	case answered:
		lines = append(lines, v.answerLines(th, line)...)
	}
	add := "what the protocol asks for is added to _meta"
	if v.exact {
		add = "sent exactly like this, nothing is added"
	}
	return append(lines, line(sheet.Span{Style: th.Dim, Text: add + "   " + keyOf(keymap.Exact) + " changes that"}))
}

// answerLines say how the last call ended.
func (v *View) answerLines(th themes.Theme, line func(...sheet.Span) sheet.Line) []sheet.Line {
	a := &v.outcome.answer
	where := sheet.Span{Style: th.Dim, Text: "   " + keyOf(keymap.ShowAnswer) + ": the answer"}
	if a.Failed == nil {
		return []sheet.Line{line(sheet.Span{Style: th.OK, Text: "✓ "}, sheet.Span{Style: th.Text, Text: "request " + a.Request + " was answered in " + humanize.Duration(a.RoundTrip)}, where)}
	}
	lines := a.Failed.Lines(th)
	for i := range lines {
		lines[i].Indent += margin
		lines[i].Spans = append([]sheet.Span{{Text: strings.Repeat(" ", margin)}}, lines[i].Spans...)
	}
	if a.Frame != 0 {
		lines[0].Spans = append(lines[0].Spans, where)
	}
	return lines
}

// Wheel scrolls the params by rows, down when it is positive.
func (v *View) Wheel(rows int) {
	v.params.pane.LineDown(rows)
	v.layout.free = true
}

// Click puts the cursor where the mouse was, in columns and rows of the area.
func (v *View) Click(x, y int) {
	at := uv.Pos(x, y)
	for _, field := range []struct {
		editor   *editor
		spot     uv.Rectangle
		inParams bool
	}{{&v.method, v.layout.method, false}, {&v.params, v.layout.params, true}} {
		if at.In(field.spot) {
			v.inParams = field.inParams
			field.editor.clicked(x-field.spot.Min.X, y-field.spot.Min.Y)
			v.touched()
		}
	}
}

// Cursor is where Draw put the terminal's cursor, on the screen.
func (v *View) Cursor() (x, y int, visible bool) {
	return v.layout.cursor.X, v.layout.cursor.Y, v.layout.visible
}
