package resources

import (
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Draw draws the title line and the rows in sight.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.sync()
	if v.panel.open {
		v.drawPages(scr, area, th, focused)
		return
	}
	v.drawTitle(scr, area, th, focused)
	body := area
	body.Min.Y = min(area.Min.Y+titleHeight, area.Max.Y)
	if v.shape.lines() == 0 {
		v.drawEmpty(scr, body, th)
		return
	}
	p := painter{columnsFor(area.Dx(), v.sentFields()), th, &v.marker, &v.twins, &v.marked}
	v.list.Draw(scr, body, th, focused, func(l rows.Line) {
		switch at := v.at(l.Index); at.kind {
		case rowLine:
			if t, ok := v.shape.(*tree); ok {
				p.drawLeaf(l, at.row, v.source.Row(at.row), &t.blocks[at.block])
				return
			}
			p.draw(l, at.row, v.source.Row(at.row))
		case folderLine:
			t := v.shape.(*tree)
			p.drawFolder(l, t.uri(&t.blocks[at.block]), &t.blocks[at.block])
		case pageLine:
			drawSeparator(l, th.Rule, th.Dim, pageWords(at.page, v.source.Page(at.page)), "")
		case goneLine:
			v.drawGone(l, at.gone, th)
		case endLine:
			drawSeparator(l, th.Rule, th.Attention, "incomplete: "+v.stopReason(true), v.wayOn())
		}
	})
}

// sentFields are the fields that need a column.
func (v *View) sentFields() fields {
	if v.searchable == nil {
		return fields{true, true}
	}
	return v.rows.sent
}

// drawGone draws a URI that the list has no more; line 0 says how many there are.
func (v *View) drawGone(l rows.Line, line int, th themes.Theme) {
	uris, count := v.source.Gone()
	if line > 0 {
		l.Text(th.Dim, "−").Skip(1).TakeRight(1)
		l.Cut(th.Dim, uris[line-1], draw.CutMiddle)
		return
	}
	words := humanize.Count(int64(count)) + " gone since the list was fetched before"
	if count > len(uris) {
		words += fmt.Sprintf(", the first %s of them", humanize.Count(int64(len(uris))))
	}
	drawSeparator(l, th.Rule, th.Changed, words, "")
}

// stopReason says why the list stopped, in few words or with all that the server
// said.
func (v *View) stopReason(full bool) string {
	f := v.status.Failure
	switch {
	case f == nil:
		return v.status.Reason
	case full:
		return f.Short()
	case f.Server != nil:
		return f.Server.Title()
	}
	return f.Title
}

// wayOn says what to press after a stop.
func (v *View) wayOn() string {
	if v.status.CanContinue {
		return keymap.KeyOf(keymap.ContinueList, keymap.Resources) + " goes on"
	}
	return keymap.KeyOf(keymap.Reload, keymap.Resources) + " starts again"
}

// drawSeparator draws words in a rule, and others near its end.
func drawSeparator(l rows.Line, rule, words uv.Style, text, end string) {
	if end != "" && l.Room() > 2*len(end) {
		l.Right(rule, " ──")
		l.Right(words, " "+end)
	}
	l.Text(rule, "── ").Text(words, text).Text(rule, " ")
	for l.Room() > 0 {
		l.Text(rule, "─")
	}
}

// drawEmpty says why there are no rows, and what to do about it.
func (v *View) drawEmpty(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	var s sheet.Sheet
	s.Set(v.emptyLines(th))
	// The words stand in the column of the names, a line below the title.
	area.Min.X, area.Min.Y = min(area.Min.X+nameColumn, area.Max.X), min(area.Min.Y+1, area.Max.Y)
	s.Draw(scr, area)
}

func (v *View) emptyLines(th themes.Theme) []sheet.Line {
	if v.source.Len() > 0 {
		return []sheet.Line{sheet.Text(th.Text, "No resource matches the filter."), sheet.Text(th.Dim, keymap.KeyOf(keymap.ClearFilter, keymap.Filter)+" shows all")}
	}
	key := keymap.KeyOf
	say := func(what, todo string) []sheet.Line {
		return []sheet.Line{sheet.Text(th.Text, what), sheet.Text(th.Dim, todo)}
	}
	switch s := v.status; {
	case s.Phase == Loading:
		return say(fmt.Sprintf("asking for page %s…  %s", humanize.Count(int64(s.Page)), humanize.Duration(s.Waiting)),
			key(keymap.StopList, keymap.Resources)+" stops")
	case s.Phase == Stopped && s.Failure != nil:
		return append(s.Failure.Lines(th), sheet.Line{}, sheet.Text(th.Dim, key(keymap.Reload, keymap.Resources)+" asks again"))
	case s.Phase == Stopped:
		return []sheet.Line{sheet.Text(th.Attention, "⚠ "+v.stopReason(true)), sheet.Text(th.Dim, v.wayOn())}
	case s.Undeclared:
		return say("The server declares no resources capability.", key(keymap.Open, keymap.Resources)+" tries anyway")
	case s.Phase == NotAsked:
		return say("The list comes when the connection is open.", key(keymap.ShowServer, keymap.Global)+" details")
	case s.Templates > 0:
		templates, them := "a template", "it"
		if s.Templates > 1 {
			templates, them = humanize.Count(int64(s.Templates))+" templates", "them"
		}
		return say("This server lists no resources, but it has "+templates+".", key(keymap.ShowTemplates, keymap.Global)+" opens "+them)
	}
	return say("This server lists no resources.", key(keymap.Reload, keymap.Resources)+" asks again")
}
