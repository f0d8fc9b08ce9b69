package templates

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

const (
	titleHeight = 1
	mostDetail  = 9 // lines of the part about the selected template
	nameColumn  = 3 // after the bar and the mark
)

// split shares the height below the title between the list and the part about the
// selected template, with a rule on top.
func (v *View) split(height int) (list, detail int) {
	height = max(height-titleHeight, 0)
	if detail = min(mostDetail, height-min(len(v.items), height/2)); height < 8 || len(v.items) == 0 {
		detail = 0
	}
	return height - detail, detail
}

// Draw draws the title, the list, and below it what is known of the selected
// template.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	area = area.Intersect(scr.Bounds())
	v.SetSize(area.Dx(), area.Dy())
	v.drawTitle(draw.NewRow(scr, area, 0), th, focused)
	area.Min.Y = min(area.Min.Y+titleHeight, area.Max.Y)
	if len(v.items) == 0 {
		var s sheet.Sheet
		s.Set(v.emptyLines(th))
		s.Draw(scr, uv.Rect(area.Min.X+nameColumn, area.Min.Y+1, area.Dx()-nameColumn, area.Dy()-1))
		return
	}
	list, detail := v.split(v.height)
	names := v.nameWidth(scr.WidthMethod(), area.Dx())
	v.list.Draw(scr, uv.Rect(area.Min.X, area.Min.Y, area.Dx(), list), th, focused, func(l rows.Line) {
		v.items[l.Index].draw(l, names, th)
	})
	if i := v.Selected(); detail > 0 && i >= 0 {
		area.Min.Y += list
		draw.Rule(scr, area, th.Rule)
		var s sheet.Sheet
		s.Set(v.items[i].lines(th))
		s.Draw(scr, uv.Rect(area.Min.X+nameColumn, area.Min.Y+1, area.Dx()-nameColumn-1, area.Dy()-1))
	}
}

func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.Skip(1).Text(name, "Templates").Skip(2)
	if len(v.items) == 0 {
		return // the place of the rows says it
	}
	r.Text(th.Dim, humanize.Count(int64(len(v.items))))
	switch v.status.Phase {
	case NotAsked, Complete:
	case Loading:
		r.Text(th.Dim, " · ").Text(th.Accent, "more…")
	case Stopped:
		r.Text(th.Dim, " · ").Text(th.Attention, "⚠ incomplete: "+v.stopReason()).Text(th.Dim, " · "+reloadKey()+" starts again")
	}
}

func reloadKey() string { return keymap.KeyOf(keymap.Reload, keymap.Templates) }

func (v *View) stopReason() string {
	if v.status.Failure != nil {
		return v.status.Failure.Short()
	}
	return v.status.Reason
}

// emptyLines say why there are no templates.
func (v *View) emptyLines(th themes.Theme) []sheet.Line {
	again := sheet.Text(th.Dim, reloadKey()+" asks again")
	const methodNotFound = -32601
	switch f := v.status.Failure; {
	case f != nil && f.Server != nil && f.Server.Code == methodNotFound:
		return []sheet.Line{
			sheet.Text(th.Text, "Templates are not implemented by this server."),
			sheet.Text(th.Dim, "That says nothing about its resources: "+keymap.KeyOf(keymap.ShowResources, keymap.Global)+" shows them."),
			{}, again,
		}
	case f != nil:
		return append(f.Lines(th), sheet.Line{}, again)
	case v.status.Phase == Stopped:
		return []sheet.Line{sheet.Text(th.Attention, "⚠ "+v.status.Reason), again}
	case v.status.Phase == Loading:
		return []sheet.Line{sheet.Text(th.Text, "asking for the templates…")}
	case v.status.Phase == NotAsked:
		return []sheet.Line{sheet.Text(th.Text, "The templates come when the connection is open.")}
	}
	return []sheet.Line{sheet.Text(th.Text, "This server has no templates."), again}
}

// nameWidth is the width of the names, up to a third of the view.
func (v *View) nameWidth(m uv.WidthMethod, width int) (names int) {
	const sample = 200 // rows looked at
	for i := range min(len(v.items), sample) {
		names = max(names, draw.Width(m, v.items[i].DisplayName()))
	}
	return min(max(names, 8), width/3)
}

// draw draws a row: mark, name, and the template with its variables in the accent.
func (it item) draw(l rows.Line, names int, th themes.Theme) {
	mark := l.Take(1)
	if it.malformed != nil || it.Odd() {
		mark.Text(l.On(th.Attention), "⚠")
	}
	l.Skip(1)
	if name := it.DisplayName(); name != "" {
		l.Take(names).Cut(l.On(th.Text), name, draw.CutEnd)
	} else {
		l.Take(names).Text(l.On(th.Dim), model.Quote(it.Raw))
	}
	l.Skip(2)
	if it.URITemplate == "" {
		l.Text(l.On(th.Attention), "no template")
		return
	}
	var spans []draw.Span
	for _, p := range it.parts {
		switch end := p.Offset + len(p.Text); p.Kind {
		case uritemplate.Expression:
			spans = append(spans, draw.Span{Start: p.Offset, End: end, Style: l.On(th.Accent)})
		case uritemplate.Malformed:
			spans = append(spans, draw.Span{Start: p.Offset, End: end, Style: l.On(th.Error)})
		case uritemplate.Literal:
		}
	}
	l.Spans(l.On(th.Dim), it.URITemplate, draw.CutMiddle, spans...)
}

// lines say what is known of a template.
func (it item) lines(th themes.Theme) (lines []sheet.Line) {
	var parts []sheet.Span
	for _, p := range it.parts {
		st := th.Text
		switch p.Kind {
		case uritemplate.Expression:
			st = th.Accent
		case uritemplate.Malformed:
			st = th.Error
		case uritemplate.Literal:
		}
		parts = append(parts, sheet.Span{Style: st, Text: p.Text})
	}
	lines = append(lines, sheet.Line{Indent: 2, Spans: parts})
	if it.malformed != nil {
		lines = append(lines, sheet.Text(th.Error, "✗ malformed: "+it.malformed.Reason))
	}
	for _, p := range it.Problems() {
		lines = append(lines, sheet.Text(th.Attention, "⚠ "+p.String()))
	}
	if d := it.Description(); d != "" {
		lines = append(lines, sheet.Text(th.Dim, d))
	}
	if it.MIMEType != "" {
		lines = append(lines, sheet.Text(th.Dim, it.MIMEType))
	}
	if it.variables == 0 && it.malformed == nil && it.URITemplate != "" {
		lines = append(lines, sheet.Text(th.Dim, "no variables: "+keymap.KeyOf(keymap.Open, keymap.Templates)+" reads it"))
	}
	return lines
}
