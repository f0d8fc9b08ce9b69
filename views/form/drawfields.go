package form

import (
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views/draw"
	"mcperuse/views/sheet"
)

// drawFields draws one row a field, those around the cursor where not all fit.
func (f painter) drawFields(area uv.Rectangle) {
	if len(f.fields) == 0 {
		text := "no variables: " + keyOf(keymap.Send) + " reads it"
		switch {
		case f.source == "":
			text = "the server sent no template: edit the URI itself"
		case f.template == nil:
			text = "no fields for a malformed template: edit the URI itself"
		}
		draw.NewRow(f.scr, area, 0).Skip(margin).Text(f.th.Dim, text)
		return
	}
	height, top := area.Dy(), &f.layout.top
	*top = min(max(*top, 0), max(len(f.fields)-height, 0))
	if !f.layout.free && height > 0 {
		*top = min(max(*top, f.focus-height+1), f.focus)
	}
	names, hints := f.columns(area.Dx())
	for line := range min(height, len(f.fields)-*top) {
		f.drawField(draw.NewRow(f.scr, area, line), area.Min.Y+line, *top+line, names, hints, f.hidden(line, height))
	}
}

// hidden says on the first and last line that fields above or below are hidden.
func (f painter) hidden(line, height int) string {
	above, below := f.layout.top, len(f.fields)-f.layout.top-height
	switch {
	case line == 0 && above > 0:
		return "↑ " + strconv.Itoa(above) + " more"
	case line == height-1 && below > 0:
		return "↓ " + strconv.Itoa(below) + " more"
	}
	return ""
}

// columns are the widths of the names and of the hints; 0 where there is no room
// for hints.
func (f painter) columns(width int) (names, hints int) {
	m := f.scr.WidthMethod()
	for i := range f.fields {
		names = max(names, draw.Width(m, f.fields[i].variable.Name))
		hints = max(hints, draw.Width(m, f.fields[i].hint(false)))
	}
	names = min(names, max(width/4, 2))
	hints = min(hints, width*2/5)
	if width-margin-names-2-hints-2 < minValue {
		hints = 0
	}
	return names, hints
}

// hint says what the variable is for; with the cursor in a field that repeats, how
// to add a part.
func (f *field) hint(active bool) string {
	switch {
	case active && f.segments():
		return "one more with / or " + keyOf(keymap.AddValue)
	case active && f.variable.Repeats():
		return "one more with " + keyOf(keymap.AddValue)
	}
	return f.variable.Describe()
}

func (f painter) drawField(row *draw.Row, y, i, names, hints int, hidden string) {
	field := &f.fields[i]
	active := i == f.focus && !f.byHand
	bar := row.Take(margin)
	name := f.th.Text
	if active {
		mark := f.th.Dim
		if f.focused {
			mark, name = f.th.Accent, f.th.Accent
		}
		bar.Text(mark, "▌")
	}
	row.Take(names).Cut(name, field.variable.Name, draw.CutMiddle)
	row.Skip(2)
	if hidden != "" && row.Room() >= minValue {
		row.Right(f.th.Dim, hidden)
		row.TakeRight(2)
	}
	if hints > 0 {
		st := f.th.Dim
		if f.complaint != "" && field.missing() {
			st = f.th.Attention
		}
		row.TakeRight(hints).Text(st, field.hint(active))
		row.TakeRight(2)
	}
	f.drawValue(row, y, i, active && f.focused)
}

// drawValue draws what was typed for a field and puts the cursor there.
func (f painter) drawValue(row *draw.Row, y, i int, here bool) {
	field, m := &f.fields[i], f.scr.WidthMethod()
	if !field.set || field.parts[0].text == "" && len(field.parts) == 1 {
		word := "(unset)"
		if field.set {
			word = "(empty)"
		}
		f.spot(row, y, i, 0)
		if here && row.Room() > 0 {
			f.place(row.X(), y)
		}
		row.Text(f.th.Dim, word)
		return
	}
	first := f.firstPart(field, row.Room())
	if first > 0 {
		row.Text(f.th.Dim, "… ")
	}
	for p := first; p < len(field.parts) && row.Room() > 0; p++ {
		if p > first {
			row.Text(f.th.Dim, field.separator()+" ")
		}
		part, room := &field.parts[p], row.Room()
		if p < len(field.parts)-1 {
			room = min(room, max(draw.Width(m, part.text), 1)+1)
		}
		cell := row.Take(room)
		f.spot(cell, y, i, p)
		x := cell.X()
		if active := here && p == field.part; part.text != "" || active {
			x = part.draw(cell, m, f.th.Text)
		} else {
			cell.Text(f.th.Dim, "·")
		}
		if here && p == field.part {
			f.place(x, y)
		}
	}
}

// spot notes the free columns of a row as a place to type in.
func (f painter) spot(row *draw.Row, y, field, part int) {
	f.layout.spots = append(f.layout.spots, spot{row.X() - f.area.Min.X, y - f.area.Min.Y, row.Room(), field, part})
}

func (f painter) place(x, y int) { f.layout.cursor, f.layout.visible = uv.Pos(x, y), true }

// firstPart is the first part to show so that the one with the cursor is seen.
func (f painter) firstPart(field *field, room int) int {
	const between = 3 // columns of the cursor and a separator
	used := 0
	for p := field.part; p > 0; p-- {
		used += max(draw.Width(f.scr.WidthMethod(), field.parts[p].text), 1) + between
		if used > room {
			return min(p+1, field.part)
		}
	}
	return 0
}

// uriLines are the URI with the part of every variable in the accent, and that of
// the field with the cursor underlined.
func (f painter) uriLines() []sheet.Line {
	if f.byHand {
		return nil
	}
	current := ""
	if field := f.current(); field != nil {
		current = field.variable.Name
	}
	var spans []sheet.Span
	for _, p := range f.template.ExpandParts(f.values()) {
		st := f.th.Text
		switch p.Kind {
		case uritemplate.PieceValue:
			st = f.th.Accent
		case uritemplate.PieceSyntax:
			st = f.th.Dim
		case uritemplate.PieceMissing:
			st = f.th.Attention
		case uritemplate.PieceLiteral:
		}
		if p.Variable != "" && p.Variable == current {
			st.Underline = uv.UnderlineSingle
		}
		spans = append(spans, sheet.Span{Style: st, Text: p.Text})
	}
	return []sheet.Line{labelled(f.th.Dim, "URI", spans...)}
}

// drawHand draws the URI that is edited by hand.
func (f painter) drawHand(area uv.Rectangle) {
	row := draw.NewRow(f.scr, area, 0)
	bar, label := row.Take(margin), f.th.Text
	if f.focused {
		label = f.th.Accent
		bar.Text(f.th.Accent, "▌")
	}
	row.Take(min(labels, row.Room()/2)).Text(label, "URI")
	word := "by hand · " + keyOf(keymap.EditURI) + ": the fields"
	switch {
	case f.template == nil:
		word = "by hand"
	case f.edited():
		word = "edited " + word
	}
	if row.Room()-len(word)-2 >= minValue {
		row.Right(f.th.Dim, word)
		row.TakeRight(2)
	}
	f.spot(row, area.Min.Y, -1, 0)
	x := f.uri.draw(row, f.scr.WidthMethod(), f.th.Text)
	if f.focused && x < f.area.Max.X {
		f.place(x, area.Min.Y)
	}
}
