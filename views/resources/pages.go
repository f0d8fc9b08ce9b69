package resources

import (
	"fmt"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// panel is the list of all pages, which takes the place of the rows while it is
// open.
type panel struct {
	list rows.List
	open bool
}

// headHeight is the number of lines above the pages: title and column heads.
const headHeight = titleHeight + 1

// openPages shows the pages, with the cursor on that of the selected row.
func (v *View) openPages() {
	v.panel.open = true
	v.syncPages()
	if row := v.anchor.row; row >= 0 {
		v.panel.list.Select(v.pageOf(row))
	}
}

func (v *View) syncPages() {
	v.panel.list.SetLen(v.source.Pages())
	v.panel.list.SetHeight(max(v.height+titleHeight-headHeight, 0))
}

// handlePages acts on a key while the pages are shown.
func (v *View) handlePages(id keymap.ID) views.Action {
	v.syncPages()
	if v.panel.list.Handle(id) {
		return nil
	}
	page := v.panel.list.Cursor()
	switch id {
	case keymap.Back:
		v.panel.open = false
	case keymap.ToggleSeparators:
		v.toggleSeparators()
	case keymap.RefetchPage:
		if page >= 0 {
			return views.RefetchPage{Page: page}
		}
	case keymap.Open:
		if page >= 0 {
			return v.SelectPage(page)
		}
	case keymap.StopList, keymap.Cancel, keymap.ContinueList, keymap.Reload:
		return v.handleWalk(id)
	}
	return nil
}

// SelectPage shows the list with the cursor on the first row of a page, by its
// index.
func (v *View) SelectPage(page int) views.Action {
	p := v.source.Page(page)
	if p.Count == 0 {
		return views.Notice{Text: "there are no rows on this page"}
	}
	v.panel.open = false
	v.reveal(p.First)
	return nil
}

// drawPages draws how each page came.
func (v *View) drawPages(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.syncPages()
	r := v.drawName(scr, area, th, "Pages", focused)
	r.Text(th.Dim, v.pagesWord()+" · "+humanize.Amount(v.source.Len(), "row", "rows"))
	for _, p := range v.phaseParts(th) {
		r.Text(p.style, p.text)
	}
	cols := pageColumnsFor(area.Dx())
	head := draw.NewRow(scr, area, titleHeight).Skip(1)
	cols.draw(head, func(uv.Style) uv.Style { return th.Dim }, pageCells{"page", "cursor", "rows", "took", "freshness", th.Dim, th.Dim})
	body := area
	body.Min.Y = min(area.Min.Y+headHeight, area.Max.Y)
	v.panel.list.Draw(scr, body, th, focused, func(l rows.Line) {
		p := v.source.Page(l.Index)
		style, word := freshnessWord(p.Freshness, th)
		cells := pageCells{humanize.Count(int64(l.Index + 1)), shortCursor(p.Cursor), humanize.Count(int64(p.Count)), humanize.Duration(p.RoundTrip), word, style, th.Text}
		cols.draw(l.Row, l.On, cells)
	})
}

// pageCells is what stands in the columns of one page.
type pageCells struct {
	number, cursor, rows, took, freshness string
	state, text                           uv.Style
}

// pageColumns are the widths of the columns, 0 for one without room.
type pageColumns struct{ took, freshness int }

const (
	numberWidth = 7
	countWidth  = 9
	tookWidth   = 9
)

func pageColumnsFor(width int) (c pageColumns) {
	if width >= 36 {
		c.took = tookWidth
	}
	if width >= 50 {
		c.freshness = longStateWidth + columnGap
	}
	return c
}

// draw draws the columns of one page, in styles as on makes them.
func (c pageColumns) draw(r *draw.Row, on func(uv.Style) uv.Style, cells pageCells) {
	r.Take(numberWidth).Right(on(cells.text), cells.number)
	r.Skip(columnGap)
	r.TakeRight(1)
	r.TakeRight(c.freshness).Skip(columnGap).Text(on(cells.state), cells.freshness)
	r.TakeRight(c.took).Right(on(cells.text), cells.took)
	r.TakeRight(countWidth).Right(on(cells.text), cells.rows)
	r.TakeRight(columnGap)
	r.Cut(on(cells.text), cells.cursor, draw.CutMiddle)
}

// mostCursor is how many characters of a cursor are shown.
const mostCursor = 24

// shortCursor is a cursor in few characters: its two ends. Where there is none,
// as on the first page, it is a dash.
func shortCursor(c model.Cursor) string {
	switch n := utf8.RuneCountInString(c.Text); {
	case !c.Present:
		return "–"
	case c.Text == "":
		return `""`
	case n > mostCursor:
		runes := []rune(c.Text)
		return string(runes[:mostCursor/2]) + "…" + string(runes[n-mostCursor/2+1:])
	}
	return c.Text
}

// pageWords is what the line above a page says.
func pageWords(i int, p Page) string {
	words := fmt.Sprintf("page %s", humanize.Count(int64(i+1)))
	if p.Cursor.Present {
		words += " · " + shortCursor(p.Cursor)
	}
	return fmt.Sprintf("%s · %s · %s · %s", words, humanize.Amount(p.Count, "row", "rows"), humanize.Duration(p.RoundTrip), p.Freshness)
}
