package fields

import (
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views/humanize"
	"mcperuse/views/lineedit"
	"mcperuse/views/textpane"
)

// area is what a text of several lines is drawn on, so that long texts and long
// lines cost little.
type area struct {
	pane   *textpane.Pane
	column int // that up and down aim at, -1 where they have to find out
	height int // rows of the last drawing
}

func newArea() *area {
	a := &area{pane: textpane.New(textpane.Styles{}), column: -1}
	a.pane.SetTab(2)
	a.pane.SetSize(80, 1)
	return a
}

// show takes over the text. The space makes room for the cursor: a pane starts no
// line after the last line break.
func (a *area) show(text string) {
	if shown := a.pane.Text(); len(shown) != len(text)+1 || shown[:len(text)] != text {
		a.pane.Replace(text + " ")
	}
}

// vertical moves the cursor by rows, in the column it came from.
func (a *area) vertical(in *lineedit.Input, rows int) {
	a.show(in.Text())
	if a.column < 0 {
		a.column = a.pane.Column(in.Cursor())
	}
	in.SetCursor(a.pane.Below(in.Cursor(), rows, a.column))
}

// click puts the cursor where the mouse was, in columns and rows of what was drawn.
func (a *area) click(in *lineedit.Input, x, y int) {
	a.show(in.Text())
	a.column = -1
	in.SetCursor(a.pane.Offset(x, y))
}

// overflows reports whether not all of the text is in sight.
func (a *area) overflows() bool {
	p := a.pane.Position()
	return !p.AtTop || !p.AtEnd
}

// line does what a key of keymap.Lines does to a text of several lines, and reports
// whether it is one.
func (f *field) line(id keymap.ID) bool {
	if f.kind != Lines {
		return false
	}
	page := max(f.area.height-1, 1)
	switch id {
	case keymap.NewLine:
		f.area.column = -1
		f.begin()
		f.parts[0].BreakLine()
	case keymap.Up:
		f.area.vertical(&f.parts[0], -1)
	case keymap.Down:
		f.area.vertical(&f.parts[0], 1)
	case keymap.PageUp:
		f.area.vertical(&f.parts[0], -page)
	case keymap.PageDown:
		f.area.vertical(&f.parts[0], page)
	default:
		return false
	}
	return true
}

// state says on the line with the name of a Lines what its text does not.
func (f *field) state() string {
	switch {
	case !f.set:
		return "(unset)"
	case f.parts[0].Text() == "":
		return "(empty)"
	case f.area.overflows():
		p := f.area.pane.Position()
		return fmt.Sprintf("from line %s of %s", humanize.Count(int64(p.Line+1)), humanize.Count(int64(p.Lines)))
	}
	return ""
}

// text draws the text of a Lines. The last column is kept free for a cursor at the
// end of a row that is full.
func (p *painter) text(at uv.Rectangle, field int) {
	f, here := &p.fields[field], p.focused && field == p.focus
	in, pane := &f.parts[0], f.area.pane
	p.layout.spots = append(p.layout.spots, spot{at: at, field: field, lines: true})
	inner := at
	if inner.Dx() > 1 {
		inner.Max.X--
	}
	text := ""
	if f.set {
		text = in.Text()
	}
	f.area.show(text)
	f.area.height = inner.Dy()
	pane.SetStyles(textpane.StylesOf(p.th))
	pane.SetSpans(nil)
	if w := f.problem; f.set && w.From < w.To {
		bad := p.th.Attention
		bad.Underline = uv.UnderlineSingle
		pane.SetTable([]uv.Style{p.th.Text, bad})
		pane.SetSpans([]textpane.Span{{Offset: uint32(w.From), Style: 1}, {Offset: uint32(w.To), Style: 0}})
	}
	pane.SetSize(inner.Dx(), inner.Dy())
	cursor := min(in.Cursor(), len(text))
	if !p.layout.free {
		pane.Follow(cursor)
	}
	pane.Draw(p.scr, inner)
	if x, y, ok := pane.Place(cursor); here && ok {
		p.place(min(inner.Min.X+x, at.Max.X-1), inner.Min.Y+y)
	}
}
