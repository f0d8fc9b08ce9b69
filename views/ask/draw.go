package ask

import (
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/input"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

const margin = 2 // left of everything, as in every form

// Draw draws the dialog.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	area = area.Intersect(scr.Bounds())
	v.inForm = false
	if area.Empty() {
		return
	}
	v.title(draw.NewRow(scr, area, 0), th)
	area.Min.Y++
	draw.Rule(scr, area, th.Rule)
	area.Min.Y++
	if v.complaint != "" && area.Dy() > 2 {
		last := area
		last.Min.Y = last.Max.Y - 1
		draw.NewRow(scr, last, 0).Skip(margin).Text(th.Attention, "⚠ "+v.complaint)
		area.Max.Y -= 2
	}
	if v.fields == nil || v.reviewing {
		v.body.Set(v.bodyLines(page{scr.WidthMethod(), area.Dx()}, th))
		v.body.Draw(scr, area)
		if above, below := v.body.More(); (above || below) && area.Dy() > 0 {
			draw.NewRow(scr, area, area.Dy()-1).Right(th.Dim, " … scroll for more ")
		}
		return
	}
	v.message.Set(v.messageLines(th))
	rows := min(v.message.Rows(scr.WidthMethod(), area.Dx()), max(area.Dy()/3, 2))
	head := area
	head.Max.Y = min(head.Min.Y+rows, area.Max.Y)
	v.message.Draw(scr, head)
	if _, below := v.message.More(); below && head.Dy() > 0 {
		draw.NewRow(scr, head, head.Dy()-1).Right(th.Dim, " … "+keymap.KeyOf(keymap.PageDown, keymap.Question)+": more ")
	}
	rest := area
	rest.Min.Y = min(head.Max.Y+1, area.Max.Y)
	v.fields.Draw(scr, rest, th, true)
	v.fields.DrawChoices(scr, area, th)
	v.inForm = true
}

func (v *View) title(row *draw.Row, th themes.Theme) {
	var right []string
	if v.question.Of > 1 {
		right = append(right, strconv.Itoa(v.question.Number)+" of "+strconv.Itoa(v.question.Of))
	}
	if v.question.Round > 1 {
		right = append(right, "round "+strconv.Itoa(v.question.Round))
	}
	if v.waiting > 0 {
		right = append(right, strconv.Itoa(v.waiting)+" more waiting")
	}
	row.Right(th.Dim, strings.Join(right, " · ")+" ")
	row.TakeRight(2)
	word := "Question"
	switch {
	case v.reviewing:
		word = "Review"
	case v.question.Kind == input.URL:
		word = "Go to an address"
	case v.question.Kind == input.Roots:
		word = "Share folders"
	}
	row.Skip(1).Text(th.Accent, word).Text(th.Text, "  ").Text(th.Bold, v.server).Text(th.Text, " asks")
	if v.question.About != "" {
		row.Text(th.Dim, " before it answers ").Cut(th.Dim, v.question.About, draw.CutPath)
	}
}

func indented(st uv.Style, text string) sheet.Line {
	return sheet.Line{Indent: margin, Spans: []sheet.Span{{Style: st, Text: strings.Repeat(" ", margin)}, {Style: st, Text: text}}}
}

// fact is a name with what it stands for.
type fact struct {
	name  string
	style uv.Style // of the name
	spans []sheet.Span
}

// page is what text is laid out for.
type page struct {
	uv.WidthMethod
	width int
}

// facts lays facts out in two columns. A name that is too long has a line of its
// own.
func facts(m page, all ...fact) []sheet.Line {
	labels, wide := m.width/3, 0
	for _, f := range all {
		if w := draw.Width(m.WidthMethod, f.name); w <= labels {
			wide = max(wide, w)
		}
	}
	indent := margin + wide + 2
	var lines []sheet.Line
	for _, f := range all {
		w := draw.Width(m.WidthMethod, f.name)
		name := sheet.Span{Style: f.style, Text: strings.Repeat(" ", margin) + f.name}
		if w > wide {
			lines = append(lines, sheet.Line{Indent: margin, Spans: []sheet.Span{name}})
			name.Text, w = strings.Repeat(" ", margin), 0
		}
		name.Text += strings.Repeat(" ", indent-margin-w)
		lines = append(lines, sheet.Line{Indent: indent, Spans: append([]sheet.Span{name}, f.spans...)})
	}
	return lines
}

// messageLines are the server's words, and what is wrong with the question.
func (v *View) messageLines(th themes.Theme) []sheet.Line {
	var lines []sheet.Line
	message := v.question.Message
	if len(message) > mostMessage {
		message = message[:mostMessage]
	}
	for line := range strings.Lines(message) {
		lines = append(lines, indented(th.Text, strings.TrimRight(line, "\r\n")))
	}
	if more := len(v.question.Message) - len(message); more > 0 {
		lines = append(lines, indented(th.Attention, "⚠ the message goes on for "+humanize.Bytes(int64(more))))
	}
	for _, problem := range v.question.Problems {
		lines = append(lines, indented(th.Attention, "⚠ "+clip(problem)))
	}
	if v.question.Refused != "" {
		lines = append(lines, indented(th.Error, "✗ it cannot be accepted: "+clip(v.question.Refused)))
	}
	if len(lines) == 0 && v.question.Kind != input.Roots {
		lines = append(lines, indented(th.Dim, "it says nothing about what it wants"))
	}
	return lines
}

func (v *View) bodyLines(m page, th themes.Theme) []sheet.Line {
	switch {
	case v.reviewing:
		return v.reviewLines(m, th)
	case v.question.Kind == input.URL:
		return append(v.messageLines(th), v.addressLines(m, th)...)
	}
	return append(v.messageLines(th), v.rootLines(m, th)...)
}

// reviewLines are the answers as they will be sent.
func (v *View) reviewLines(m page, th themes.Theme) []sheet.Line {
	var all []fact
	var left []string
	for i, value := range v.values() {
		f := &v.question.Fields[i]
		if !value.Set {
			left = append(left, clip(f.Label()))
			continue
		}
		all = append(all, fact{clip(f.Label()), th.Dim, []sheet.Span{inWords(th, f, value)}})
	}
	lines := append([]sheet.Line{indented(th.Text, "This is what the server will get:"), {}}, facts(m, all...)...)
	all = []fact{{"as JSON", th.Dim, []sheet.Span{{Style: th.Dim, Text: string(v.content)}}}}
	if len(left) > 0 {
		all = append(all, fact{"left out", th.Dim, []sheet.Span{{Style: th.Dim, Text: strings.Join(left, ", ")}}})
	}
	return append(append(lines, sheet.Line{}), facts(m, all...)...)
}

// inWords is a value that is set, for a person.
func inWords(th themes.Theme, f *input.Field, value input.Value) sheet.Span {
	switch f.Control {
	case input.Toggle:
		if value.On {
			return sheet.Span{Style: th.Text, Text: "✓ yes"}
		}
		return sheet.Span{Style: th.Text, Text: "✗ no"}
	case input.Choice, input.Choices:
		var chosen []string
		for _, at := range value.Chosen {
			chosen = append(chosen, clip(f.Options[at].Label))
		}
		if len(chosen) == 0 {
			return sheet.Span{Style: th.Dim, Text: "(none)"}
		}
		return sheet.Span{Style: th.Text, Text: strings.Join(chosen, ", ")}
	case input.Text, input.Number, input.Integer, input.JSON:
	}
	if value.Text == "" {
		return sheet.Span{Style: th.Dim, Text: "(empty)"}
	}
	return sheet.Span{Style: th.Text, Text: value.Text}
}

// addressLines show the whole address, and what to think of it.
func (v *View) addressLines(m page, th themes.Theme) []sheet.Line {
	a := v.address
	host := themes.Bold(th.Accent)
	lines := []sheet.Line{{}, {Indent: margin, Spans: []sheet.Span{
		{Style: th.Text, Text: strings.Repeat(" ", margin)}, {Style: th.Dim, Text: a.Before}, {Style: host, Text: a.Host}, {Style: th.Dim, Text: a.After},
	}}, {}}
	if a.Host != "" {
		lines = append(lines, facts(m, fact{"host", th.Dim, []sheet.Span{{Style: host, Text: a.Host}}})...)
	}
	for _, warning := range a.Warnings {
		lines = append(lines, indented(th.Attention, "⚠ "+warning))
	}
	if a.Refused != "" {
		return append(lines, sheet.Line{}, indented(th.Error, "✗ it cannot be opened: "+a.Refused))
	}
	key := func(id keymap.ID) string { return keymap.KeyOf(id, keymap.Visit) }
	return append(lines, sheet.Line{}, indented(th.Dim, "Nothing was fetched from there. "+
		key(keymap.OpenAddress)+" opens it in your browser and tells the server that you agreed; "+
		key(keymap.Accept)+" only tells it so, where you go there in another way. What you do there, the server learns from there."))
}

// rootLines are the folders that would be shared.
func (v *View) rootLines(m page, th themes.Theme) []sheet.Line {
	lines := []sheet.Line{indented(th.Text, "It wants to know which folders it may use. These would be named to it, and nothing in them sent:"), {}}
	var roots []fact
	for _, root := range v.question.Roots {
		roots = append(roots, fact{root.Name, th.Bold, []sheet.Span{{Style: th.Text, Text: root.URI}}})
	}
	return append(append(lines, facts(m, roots...)...), sheet.Line{}, indented(th.Dim, "Declining tells it that there are none."))
}
