package resources

import (
	"fmt"
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Draw draws the title line and the rows in sight.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.sync()
	v.drawTitle(draw.NewRow(scr, area, 0), th, focused)
	body := area
	body.Min.Y = min(area.Min.Y+titleHeight, area.Max.Y)
	if v.source.Len() == 0 {
		v.drawEmpty(scr, body, th)
		return
	}
	cols := columnsFor(area.Dx())
	v.list.Draw(scr, body, th, focused, func(l rows.Line) {
		switch at := v.at(l.Index); at.kind {
		case rowLine:
			cols.draw(l, v.source.Row(at.row), th)
		case pageLine:
			drawSeparator(l, th.Rule, th.Dim, pageWords(at.page, v.source.Page(at.page)), "")
		case endLine:
			drawSeparator(l, th.Rule, th.Attention, "incomplete: "+v.stopReason(true), v.wayOn())
		}
	})
}

func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.Skip(1).Text(name, "Resources").Skip(2)
	s := v.status
	if v.source.Len() == 0 && s.Phase != Complete {
		return // the place of the rows says it
	}
	r.Text(th.Dim, humanize.Count(int64(v.source.Len())))
	switch s.Phase {
	case NotAsked:
	case Loading:
		r.Text(th.Dim, " · ").Text(th.Accent, fmt.Sprintf("page %s…", humanize.Count(int64(s.Page)))).
			Text(th.Dim, fmt.Sprintf(" %s · %s stops", humanize.Duration(s.Waiting), keymap.KeyOf(keymap.StopList, keymap.Resources)))
	case Complete:
		pages := "1 page"
		if p := v.source.Pages(); p != 1 {
			pages = humanize.Count(int64(p)) + " pages"
		}
		r.Text(th.Dim, " · "+pages+" · as sent")
	case Stopped:
		r.Text(th.Dim, " · ").Text(th.Attention, "⚠ "+v.stopReason(false)).Text(th.Dim, " · "+v.wayOn())
	}
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

func pageWords(i int, p Page) string {
	noun := "rows"
	if p.Count == 1 {
		noun = "row"
	}
	return fmt.Sprintf("page %s · %s %s · %s · %s", humanize.Count(int64(i+1)), humanize.Count(int64(p.Count)), noun,
		humanize.Duration(p.RoundTrip), p.Freshness)
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
	key := func(id keymap.ID, scope keymap.Scope) string { return keymap.KeyOf(id, scope) }
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

// columns says which columns of a row have room, from right to left.
type columns struct {
	freshness, mime, size, marks int // their widths, 0 for none
}

const (
	nameColumn = 3
	columnGap  = 2
	marksWidth = 3
	sizeWidth  = 8
	mimeWidth  = 5
	// stateWidth is enough for most words of freshness, longStateWidth for all.
	stateWidth     = 7
	longStateWidth = 11
)

// columnsFor lets columns give way in a fixed order, so that the name keeps at
// least a third of the width.
func columnsFor(width int) columns {
	var c columns
	if width >= 16 {
		c.marks = marksWidth
	}
	if width >= 30 {
		c.size = sizeWidth
	}
	if width >= 42 {
		c.mime = mimeWidth
	}
	if width >= 54 {
		c.freshness = stateWidth
	}
	if width >= 60 {
		c.freshness = longStateWidth
	}
	return c
}

func (c columns) draw(l rows.Line, row Row, th themes.Theme) {
	r := row.Resource
	if r.Odd() {
		l.Text(l.On(th.Attention), "⚠")
	} else {
		l.Skip(1)
	}
	l.Skip(1)
	l.TakeRight(1)
	take := func(width int) *draw.Row {
		cell := l.TakeRight(width)
		if width > 0 {
			l.TakeRight(columnGap)
		}
		return cell
	}
	style, word := freshnessWord(row.Freshness, th)
	take(c.freshness).Text(l.On(style), word)
	style, word = mimeWord(r, th)
	take(c.mime).Text(l.On(style), word)
	drawSize(take(c.size), l, r, th)
	drawMarks(take(c.marks), l, row, th)
	if name := r.DisplayName(); name != "" {
		l.Cut(l.On(th.Text), name, draw.CutPath)
	} else {
		l.Text(l.On(th.Dim), model.Quote(r.Raw))
	}
}

func drawMarks(cell *draw.Row, l rows.Line, row Row, th themes.Theme) {
	if row.Watched {
		cell.Text(l.On(th.Accent), "◉")
	} else {
		cell.Skip(1)
	}
	if row.Changed {
		cell.Skip(1).Text(l.On(th.Changed), "●")
	}
}

// drawSize draws the size at the right of its cell. Absent shows nothing, and
// what is no size shows as it was sent, flagged.
func drawSize(cell *draw.Row, l rows.Line, r *model.Resource, th themes.Theme) {
	switch r.Presence(model.Size) {
	case model.Absent:
	case model.Valid:
		cell.Right(l.On(th.Dim), sizeWord(r.Size))
	case model.Null, model.Odd:
		cell.Right(l.On(th.Attention), "⚠")
		cell.TakeRight(1)
		cell.Right(l.On(th.Attention), model.Quote(r.Raw.Get("size")))
	}
}

func sizeWord(size float64) string {
	if size < 1<<62 {
		return humanize.Bytes(int64(size))
	}
	return strconv.FormatFloat(size, 'g', 3, 64) + " B"
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
