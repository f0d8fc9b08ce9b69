package form

import (
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/sheet"
)

// layout is what Draw remembers for the mouse and the cursor.
type layout struct {
	uri     uv.Rectangle // on the screen
	cursor  uv.Position  // in the URI that is edited by hand
	visible bool
}

const (
	margin   = 2  // left of everything: the bar of the field with the cursor
	labels   = 10 // columns of "Template", "URI" and "last"
	minValue = 16 // columns of a value below which words after it give way
)

// painter is one drawing of a form.
type painter struct {
	*Form
	scr     uv.Screen
	area    uv.Rectangle // of the whole form
	th      themes.Theme
	focused bool
}

// Draw draws the form: the template on top, the fields, the URI below them.
func (f *Form) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	area = area.Intersect(scr.Bounds())
	f.layout = layout{}
	if area.Empty() {
		return
	}
	p := painter{f, scr, area, th, focused}
	m, width := scr.WidthMethod(), area.Dx()
	var head, uri, foot sheet.Sheet
	head.Set(p.headLines())
	uri.Set(p.uriLines())
	foot.Set(p.footLines())
	const rule, gap, mostURI = 1, 1, 6
	uriRows := min(max(uri.Rows(m, width), 1), mostURI)
	heights := share(area.Dy(), f.byHand, [3]int{
		head.Rows(m, width) + rule,
		max(f.fields.Rows(), 1),
		gap + uriRows + foot.Rows(m, width),
	})
	rest := area
	next := func(rows int) uv.Rectangle {
		part := uv.Rect(rest.Min.X, rest.Min.Y, rest.Dx(), min(rows, rest.Dy()))
		rest.Min.Y += part.Dy()
		return part
	}
	if h := heights[0]; h > rule {
		head.Draw(scr, next(h-rule))
		draw.Rule(scr, next(rule), th.Rule)
	} else {
		head.Draw(scr, next(h))
	}
	p.drawFields(next(heights[1]))
	if heights[2] > gap {
		next(gap)
	}
	if f.byHand {
		p.drawHand(next(1))
	} else {
		part := next(uriRows)
		f.layout.uri = part
		uri.Draw(scr, part)
		if _, below := uri.More(); below && part.Dy() > 0 {
			draw.NewRow(scr, part, part.Dy()-1).Right(th.Dim, " … "+keyOf(keymap.EditURI)+": all of it")
		}
	}
	foot.Draw(scr, rest)
	if focused && !f.byHand {
		f.fields.DrawChoices(scr, area, th)
	}
}

// drawFields draws the fields, or says why there are none.
func (f painter) drawFields(area uv.Rectangle) {
	f.fields.Draw(f.scr, area, f.th, f.focused && !f.byHand)
	if f.fields.Len() > 0 {
		return
	}
	text := "no variables: " + keyOf(keymap.Send) + " reads it"
	switch {
	case f.source == "":
		text = "the server sent no template: edit the URI itself"
	case f.template == nil:
		text = "no fields for a malformed template: edit the URI itself"
	}
	draw.NewRow(f.scr, area, 0).Skip(margin).Text(f.th.Dim, text)
}

// share gives the head, the fields and the foot the rows they want. Where there
// are too few, what is typed into goes first, and every part keeps a little.
func share(height int, byHand bool, want [3]int) (got [3]int) {
	order := [3]int{1, 2, 0}
	if byHand {
		order = [3]int{2, 1, 0}
	}
	least := [3]int{min(want[0], 2), min(want[1], 3), min(want[2], 4)}
	for _, i := range order {
		got[i] = min(least[i], height)
		height -= got[i]
	}
	for _, i := range order {
		more := min(want[i]-got[i], height)
		got[i] += more
		height -= more
	}
	return got
}

func labelled(st uv.Style, label string, spans ...sheet.Span) sheet.Line {
	pad := strings.Repeat(" ", max(labels-len(label), 1))
	first := sheet.Span{Style: st, Text: strings.Repeat(" ", margin) + label + pad}
	return sheet.Line{Indent: margin + labels, Spans: append([]sheet.Span{first}, spans...)}
}

// headLines show the template, its variables in the accent, and what is wrong with
// it.
func (f painter) headLines() []sheet.Line {
	th, title := f.th, f.th.Dim
	if f.focused {
		title = th.Accent
	}
	parts, _ := uritemplate.ParseParts(f.source)
	var spans []sheet.Span
	for _, p := range parts {
		st := th.Text
		switch p.Kind {
		case uritemplate.Expression:
			st = th.Accent
		case uritemplate.Malformed:
			st = th.Error
			st.Underline = uv.UnderlineSingle
		case uritemplate.Literal:
		}
		spans = append(spans, sheet.Span{Style: st, Text: p.Text})
	}
	lines := []sheet.Line{labelled(title, "Template", spans...)}
	if f.name != f.source {
		lines = append(lines, labelled(th.Dim, "", sheet.Span{Style: th.Bold, Text: f.name}))
	}
	if f.description != "" {
		lines = append(lines, labelled(th.Dim, "", sheet.Span{Style: th.Dim, Text: f.description}))
	}
	for _, err := range f.errors {
		lines = append(lines, wrong(th.Error, th.Dim, "✗ malformed: ", err))
	}
	for _, err := range f.warnings {
		lines = append(lines, wrong(th.Attention, th.Dim, "⚠ ", err))
	}
	return lines
}

// wrong says what is wrong with the template and where.
func wrong(st, dim uv.Style, mark string, err *uritemplate.SyntaxError) sheet.Line {
	const most = 24 // bytes quoted
	quote := err.Template[err.Offset:min(err.Offset+max(err.Length, 1), len(err.Template))]
	if len(quote) > most {
		quote = quote[:most] + "…"
	}
	where := " · at its end"
	if quote != "" {
		where = " · byte " + strconv.Itoa(err.Offset) + `: "` + quote + `"`
	}
	return labelled(dim, "", sheet.Span{Style: st, Text: mark + err.Reason}, sheet.Span{Style: dim, Text: where})
}

// footLines say what enter did, below the URI.
func (f painter) footLines() []sheet.Line {
	th := f.th
	var lines []sheet.Line
	if f.complaint != "" {
		lines = append(lines, labelled(th.Dim, "", sheet.Span{Style: th.Attention, Text: "⚠ not sent: " + f.complaint}))
	}
	if n := len(f.history.entries); n > 0 {
		last := f.history.entries[n-1]
		spans := []sheet.Span{{Style: th.Dim, Text: last.uri}}
		if !last.at.IsZero() {
			spans = append(spans, sheet.Span{Style: th.Dim, Text: "  " + last.at.Format("15:04:05")})
		}
		hint := "  " + keyOf(keymap.OlderValue) + " use again"
		if shown := f.history.shown; shown < n {
			hint = "  " + keyOf(keymap.OlderValue) + keyOf(keymap.NewerValue) + " sent before, " + strconv.Itoa(n-shown) + " of " + strconv.Itoa(n)
		} else if f.URI() == last.uri && n == 1 {
			hint = ""
		}
		lines = append(lines, labelled(th.Dim, "last", append(spans, sheet.Span{Style: th.Dim, Text: hint})...))
	}
	if f.failed != nil {
		lines = append(lines, labelled(th.Dim, "", sheet.Span{Style: th.Error, Text: "✗ " + f.failed.Short()}))
	}
	return lines
}

// uriLines are the URI with the part of every variable in the accent, and that of
// the field with the cursor underlined.
func (f painter) uriLines() []sheet.Line {
	if f.byHand {
		return nil
	}
	current := ""
	if i := f.fields.Focus(); i >= 0 {
		current = f.variables[i].Name
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
	word, more := "by hand", " · "+keyOf(keymap.EditURI)+": the fields"
	if f.edited() {
		word = "edited by hand"
	}
	if f.template != nil && row.Room()-len(word+more)-2 >= 2*minValue {
		word += more
	}
	if row.Room()-len(word)-2 >= minValue {
		row.Right(f.th.Dim, word)
		row.TakeRight(2)
	}
	f.layout.uri = uv.Rect(row.X(), area.Min.Y, row.Room(), area.Dy())
	x := f.uri.Draw(row, f.scr.WidthMethod(), f.th.Text)
	if f.focused && x < f.area.Max.X {
		f.layout.cursor, f.layout.visible = uv.Pos(x, area.Min.Y), true
	}
}
