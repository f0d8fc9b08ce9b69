package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/wire"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

// wide is the width from which the JSON and the bytes stand side by side.
const wide = 100

// mostNotes is how many notes are shown above the texts.
const mostNotes = 3

// drawDetail draws the open frame.
func (v *View) drawDetail(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	d := v.detail
	if area.Empty() {
		return
	}
	d.setTheme(th)
	d.facts.Set(d.factLines(th))
	rest := area
	take := func(n int) uv.Rectangle {
		part := uv.Rect(rest.Min.X, rest.Min.Y, rest.Dx(), min(max(n, 0), rest.Dy()))
		rest.Min.Y = part.Max.Y
		return part
	}
	d.drawHeading(draw.NewRow(scr, take(1), 0), th, focused)
	var head sheet.Sheet
	head.Set(d.headLines(th))
	inner := max(area.Dx()-2, 0)
	part := take(min(head.Rows(scr.WidthMethod(), inner), rest.Dy()/3))
	part.Min.X++
	part.Max.X = part.Min.X + inner
	head.Draw(scr, part)
	d.drawSides(scr, rest, th, &v.places)
}

// drawHeading draws what the frame is, its size and its time.
func (d *detail) drawHeading(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.Skip(1)
	r.TakeRight(1)
	facts := humanize.Bytes(int64(len(d.Bytes)))
	if d.ReplyTo != 0 {
		facts += " · " + humanize.Duration(d.RoundTrip)
	}
	if clock := facts + " · " + d.Time.Format(fullClock); len(clock)+36 < r.Room() {
		facts = clock
	}
	r.Right(th.Dim, facts)
	r.TakeRight(2)
	arrow, style := "→ ", th.Accent
	if d.Dir == wire.FromServer {
		arrow, style = "← ", th.OK
	}
	r.Text(style, arrow).Cut(name, d.title(), draw.CutEnd)
	if d.ID != "" {
		r.Text(th.Dim, "  id "+clip(string(d.ID)))
	}
}

// title says what the frame is in a few words.
func (d *detail) title() string {
	method := clip(d.Method)
	switch d.Kind {
	case wire.Reply:
		if method == "" {
			return "reply to nothing"
		}
		return "reply to " + method
	case wire.NotMessage:
		return "not a message"
	case wire.Request, wire.Notification:
	}
	return method
}

// headLines say how it went and what was odd.
func (d *detail) headLines(th themes.Theme) []sheet.Line {
	var lines []sheet.Line
	add := func(st uv.Style, text string) {
		lines = append(lines, sheet.Line{Indent: 2, Spans: []sheet.Span{{Style: st, Text: text}}})
	}
	if a := d.about; a != nil && a.text != "" && d.Kind != wire.NotMessage {
		style, mark := markOf(a.mark, th)
		if mark != "" {
			mark += " "
		}
		text := a.text
		if code, ok := d.Error.Get("code").Float(); ok && a.mark == failMark {
			text = strings.Replace(text, " ", " "+model.ErrorName(int64(code))+": ", 1)
		}
		add(style, mark+text)
	}
	for i, n := range d.Notes {
		if i == mostNotes {
			add(th.Attention, "⚠ and "+humanize.Amount(len(d.Notes)-i, "thing", "things")+" more: see the facts")
			break
		}
		add(th.Attention, "⚠ "+n.Text)
	}
	if d.talk != nil {
		add(th.Dim, fmt.Sprintf("round %d of %d · %s goes through them", d.talk.round(d.Seq), d.talk.rounds(), keymap.KeyOf(keymap.Pair, keymap.Frame)))
	}
	if h := d.HTTP; h != nil {
		add(th.Dim, words(" · ", statusLine(h), requestLine(h), humanize.Amount(len(h.Header), "header", "headers")))
	}
	switch {
	case d.is(open):
		add(th.Attention, "… no reply yet")
	case d.is(cancelled):
		add(th.Dim, "cancelled, so there is no reply")
	}
	return lines
}

func requestLine(h *wire.HTTPExchange) string { return words(" ", h.Method, h.URL) }

func statusLine(h *wire.HTTPExchange) string {
	if h.Status == 0 {
		return ""
	}
	return words(" ", "HTTP", strconv.Itoa(h.Status), http.StatusText(h.Status))
}

// drawSides draws the texts, or the facts, under a line that names them.
func (d *detail) drawSides(scr uv.Screen, area uv.Rectangle, th themes.Theme, p *places) {
	if area.Empty() {
		return
	}
	shown := d.shown()
	beside := area.Dx() >= wide && d.texts[prettySide] != nil && shown != factsSide
	d.drawNames(draw.NewRow(scr, area, 0), th, beside)
	area.Min.Y++
	switch {
	case shown == factsSide:
		area.Min.X = min(area.Min.X+1, area.Max.X)
		area.Max.X = max(area.Max.X-1, area.Min.X)
		d.facts.Draw(scr, area)
	case beside:
		left, right := area, area
		left.Max.X = area.Min.X + area.Dx()/2
		right.Min.X = left.Max.X + 2
		draw.Divider(scr, uv.Rect(left.Max.X, area.Min.Y, 1, area.Dy()), th.Rule)
		d.drawText(scr, left, prettySide, th, p)
		d.drawText(scr, right, bytesSide, th, p)
	default:
		if shown == bytesSide {
			area.Min.X = min(area.Min.X+1, area.Max.X)
		}
		d.drawText(scr, area, shown, th, p)
	}
}

func (d *detail) drawText(scr uv.Screen, area uv.Rectangle, s side, th themes.Theme, p *places) {
	p.sides[s] = area.Sub(p.origin)
	if d.typing() && s == d.shown() {
		area = d.find.Draw(scr, area, th, d.texts[s])
		x, y, ok := d.find.Caret()
		p.cursor, p.cursorSeen = uv.Pos(x, y).Sub(p.origin), ok
	}
	d.texts[s].Draw(scr, area)
}

// drawNames draws the names of the sides; the one that has the keys stands out.
// Side by side, each name is above its text.
func (d *detail) drawNames(r *draw.Row, th themes.Theme, beside bool) {
	shown := d.shown()
	half := r.Room() / 2
	r.Text(th.Rule, "─")
	for s := prettySide; s <= factsSide; s++ {
		if s == prettySide && d.why != "" {
			continue
		}
		style := th.Dim
		if s == shown {
			style = themes.Bold(th.Accent)
		}
		if s == bytesSide && beside {
			fillRule(r.Take(half-1-len(" JSON ")), th)
		}
		r.Text(style, " "+s.String()+" ").Text(th.Rule, "─")
	}
	if note := d.sideNote(); note != "" && r.Room() > len(note)+4 {
		fillRule(r.TakeRight(1), th)
		r.Right(th.Dim, " "+note+" ")
	}
	fillRule(r, th)
}

func fillRule(r *draw.Row, th themes.Theme) {
	for r.Room() > 0 {
		r.Text(th.Rule, "─")
	}
}

// sideNote says what the text on show lacks, and why.
func (d *detail) sideNote() string {
	switch {
	case d.why != "" && d.Kind != wire.NotMessage:
		return "no JSON: " + d.why
	case d.texts[prettySide] == nil && d.why == "":
		return "laying out…"
	}
	if t := d.text(); t != nil {
		return t.note
	}
	return ""
}

// factLines are everything around the frame.
func (d *detail) factLines(th themes.Theme) []sheet.Line {
	const label = 12
	var lines []sheet.Line
	add := func(name string, st uv.Style, text string) {
		lines = append(lines, sheet.Line{Indent: label, Spans: []sheet.Span{
			{Style: th.Dim, Text: name + strings.Repeat(" ", max(label-len(name), 1))}, {Style: st, Text: text},
		}})
	}
	add("frame", th.Text, humanize.Count(int64(d.Seq)))
	add("time", th.Text, d.Time.Format("2006-01-02 15:04:05.000000 -07:00"))
	add("from", th.Text, d.Dir.String())
	add("kind", th.Text, d.Kind.String())
	if d.ID != "" {
		add("id", th.Text, clip(string(d.ID)))
	}
	if d.Answers != "" && d.Answers != d.ID {
		add("answers id", th.Attention, clip(string(d.Answers))+", spelled so in the request")
	}
	if d.other != nil {
		name := "reply"
		if d.ReplyTo != 0 {
			name = "request"
		}
		add(name, th.Text, fmt.Sprintf("frame %s · %s goes there", humanize.Count(int64(d.other.Seq)), keymap.KeyOf(keymap.Pair, keymap.Frame)))
	}
	add("size", th.Text, humanize.Count(int64(len(d.Bytes)))+" bytes")
	if d.ReplyTo != 0 {
		add("round trip", th.Text, humanize.Duration(d.RoundTrip))
	}
	if d.talk != nil {
		var seqs []string
		for _, seq := range d.talk.seqs {
			seqs = append(seqs, humanize.Count(int64(seq)))
		}
		add("rounds", th.Text, "frames "+strings.Join(seqs, ", "))
	}
	for _, n := range d.Notes {
		add("odd", th.Attention, "⚠ "+n.Text+" ("+string(n.Code)+")")
	}
	if d.other != nil && d.ReplyTo != 0 && d.other.HTTP != nil {
		lines = append(lines, sheet.Line{})
		add("HTTP", th.Text, requestLine(d.other.HTTP))
		lines = append(lines, headerLines(th, d.other.HTTP.Header)...)
	}
	if d.HTTP != nil {
		lines = append(lines, sheet.Line{})
		if d.HTTP.Status == 0 {
			add("HTTP", th.Text, requestLine(d.HTTP))
		} else {
			add("HTTP", th.Text, strings.TrimPrefix(statusLine(d.HTTP), "HTTP "))
		}
		lines = append(lines, headerLines(th, d.HTTP.Header)...)
	}
	return lines
}

// headerLines are the headers in alphabetical order: the one they came in is not
// known.
func headerLines(th themes.Theme, h http.Header) []sheet.Line {
	var lines []sheet.Line
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range h[name] {
			lines = append(lines, sheet.Line{Indent: 14, Spans: []sheet.Span{
				{Style: th.Dim, Text: strings.Repeat(" ", 12) + clip(name) + ": "}, {Style: th.Text, Text: value},
			}})
		}
	}
	return lines
}
