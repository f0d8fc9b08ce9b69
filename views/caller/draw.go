package caller

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

const margin = 2 // left of everything, as in every form

func keyOf(id keymap.ID) string { return keymap.KeyOf(id, keymap.Call) }

// Draw draws the form, and below it what came of the last call.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	area = area.Intersect(scr.Bounds())
	if area.Empty() {
		return
	}
	var foot sheet.Sheet
	foot.Set(v.footLines(th))
	const least = 4 // rows of the fields
	above, below := area, area
	above.Max.Y -= min(foot.Rows(scr.WidthMethod(), area.Dx()), max(area.Dy()-least, 0), max(area.Dy()/2, 2))
	below.Min.Y = above.Max.Y
	v.fields.Draw(scr, above, th, focused)
	foot.Draw(scr, below)
	if focused {
		v.fields.DrawChoices(scr, area, th)
	}
}

// footLines say why nothing was sent, and what came of the last call.
func (v *View) footLines(th themes.Theme) []sheet.Line {
	line := func(spans ...sheet.Span) sheet.Line {
		return sheet.Line{Indent: margin, Spans: append([]sheet.Span{{Text: strings.Repeat(" ", margin)}}, spans...)}
	}
	var lines []sheet.Line
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
	return lines
}

// answerLines say how the last call ended.
func (v *View) answerLines(th themes.Theme, line func(...sheet.Span) sheet.Line) []sheet.Line {
	a := &v.outcome.answer
	where := sheet.Span{Style: th.Dim, Text: "   " + keyOf(keymap.ShowAnswer) + ": the answer"}
	if a.Failed == nil {
		lines := []sheet.Line{line(sheet.Span{Style: th.OK, Text: "✓ "}, sheet.Span{Style: th.Text, Text: "request " + a.Request + " was answered in " + humanize.Duration(a.RoundTrip)}, where)}
		if len(a.Result) > 0 {
			result := line(sheet.Span{Style: th.Dim, Text: "result  "}, sheet.Span{Style: th.Text, Text: start(a.Result)})
			result.Indent += len("result  ")
			lines = append(lines, result)
		}
		return lines
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

// start is as much of a result as tells whether it is the one that was wanted. What
// _meta says is seldom that.
func start(result rawjson.Value) string {
	const most = 200        // bytes
	const looked = 16 << 10 // at each drawing, of a result that may be very large
	var text strings.Builder
	for name, value := range result[:min(len(result), looked)].Members() {
		if string(name) == "_meta" || text.Len() > most {
			continue
		}
		if text.Len() > 0 {
			text.WriteString("  ")
		}
		text.Write(name)
		text.WriteString(": ")
		text.Write(value[:min(len(value), most)])
	}
	switch all := text.String(); {
	case all == "":
		return strings.ToValidUTF8(string(result[:min(len(result), most)]), "")
	case len(all) > most:
		return strings.ToValidUTF8(all[:most], "") + "…"
	default:
		return all
	}
}
