package reader

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

// Draw draws the pane as it is at a moment.
func (p *Pane) Draw(scr uv.Screen, area uv.Rectangle, focused bool, now time.Time) {
	area = area.Intersect(scr.Bounds())
	if area.Empty() {
		return
	}
	if !p.chosen {
		draw.NewRow(scr, area, 0).Skip(1).Text(p.th.Dim, p.empty)
		return
	}
	rest := p.drawHeading(scr, area, focused)
	var head sheet.Sheet
	head.Set(p.headLines(now))
	rows := min(head.Rows(scr.WidthMethod(), max(rest.Dx()-2, 0)), rest.Dy())
	if len(p.items) > 0 || p.failed != nil {
		rows = min(rows, max(rest.Dy()/2, 1)) // the contents get the other half
	}
	head.Draw(scr, uv.Rect(rest.Min.X+1, rest.Min.Y, rest.Dx()-2, rows))
	rest.Min.Y += rows
	if len(p.items) > 1 && rest.Dy() > 0 && !p.details && !p.listing {
		p.drawStrip(scr, rest)
		rest.Min.Y++
	}
	if rest.Dy() > 8 {
		rest.Min.Y++ // air
	}
	p.body = rest
	if p.Typing() {
		rest = p.find.Draw(scr, rest, p.th, p.searched())
	}
	p.drawBody(scr, rest, focused)
}

func openKey() string { return keymap.KeyOf(keymap.Open, keymap.Resources) }

// drawHeading draws name, type and URI, and returns what is left of the area.
func (p *Pane) drawHeading(scr uv.Screen, area uv.Rectangle, focused bool) uv.Rectangle {
	name := p.th.Bold
	if focused {
		name = p.th.Accent
		name.Attrs |= uv.AttrBold
	}
	row := draw.NewRow(scr, area, 0).Skip(1)
	row.TakeRight(1)
	if kind := p.typeWord(); kind != "" {
		width := draw.Width(scr.WidthMethod(), kind)
		row.TakeRight(min(width, row.Room()/2)).Cut(p.th.Dim, kind, draw.CutMiddle)
		row.TakeRight(2)
	}
	if p.subject.Bookmarked {
		row.Text(p.th.Accent, "★ ")
	}
	row.Cut(name, p.name(), draw.CutMiddle)
	row = draw.NewRow(scr, area, 1).Skip(1)
	row.TakeRight(1)
	row.Cut(p.th.Text, p.subject.URI, draw.CutMiddle)
	area.Min.Y += min(2, area.Dy())
	return area
}

// name is what the resource is called, else the last part of its URI.
func (p *Pane) name() string {
	if r := p.subject.Resource; r != nil {
		if name := r.DisplayName(); name != "" && name != r.URI {
			return name
		}
	}
	trimmed := strings.TrimRight(p.subject.URI, "/")
	if name := trimmed[strings.LastIndexByte(trimmed, '/')+1:]; name != "" {
		return name
	}
	if p.subject.URI == "" {
		return "(no URI)"
	}
	return p.subject.URI
}

// typeWord is the media type on show: of the contents, else of the list.
func (p *Pane) typeWord() string {
	if it := p.item(); it != nil {
		if it.contents.MIMEType == "" && it.exam != nil && it.contents.Kind == model.Blob && it.exam.detected != "" {
			return it.exam.detected + "?"
		}
		if it.contents.Kind == model.Neither {
			return it.contents.MIMEType
		}
		return it.kind.String()
	}
	if r := p.subject.Resource; r != nil {
		return r.MIMEType
	}
	return ""
}

// headLines are the lines between the heading and the contents.
func (p *Pane) headLines(now time.Time) (lines []sheet.Line) {
	if p.serial != 0 {
		line := freshnessLine(p.info, now, p.th)
		if p.following {
			line.Spans = append(line.Spans, sheet.Span{Style: p.th.Dim, Text: dot}, sheet.Span{Style: p.th.Accent, Text: "following"})
		}
		switch p.change {
		case Changed:
			line.Spans = append(line.Spans, sheet.Span{Style: p.th.Dim, Text: dot}, sheet.Span{Style: p.th.Changed, Text: "● changed: " + keymap.KeyOf(keymap.ShowChanges, keymap.Document) + " shows what"})
		case Unchanged:
			line.Spans = append(line.Spans, sheet.Span{Style: p.th.Dim, Text: dot + "same as before"})
		case NotCompared:
		}
		lines = append(lines, line)
		if badges := p.badgeLine(); len(badges.Spans) > 0 {
			lines = append(lines, badges)
		}
		if it := p.item(); it != nil && (len(it.views) > 3 || it.lacking != "") && p.height >= roomForViews {
			lines = append(lines, it.viewsLine())
		}
	}
	switch {
	case p.request != nil:
		lines = append(lines, p.waitingLine(now), sheet.Text(p.th.Dim, keymap.KeyOf(keymap.Cancel, keymap.Waiting)+" cancels"))
	case p.failed != nil && p.serial != 0:
		lines = append(lines, p.failed.Lines(p.th)...)
		lines = append(lines, sheet.Text(p.th.Dim, "below is what was fetched "+p.info.Received.Format(clockFmt)))
	case p.stopped != 0 && p.serial != 0:
		lines = append(lines, sheet.Text(p.th.Attention, "⚠ cancelled after "+humanize.Duration(p.stopped)+dot+"this is from before"))
	case p.stopped != 0:
		lines = append(lines, sheet.Line{Spans: []sheet.Span{
			{Style: p.th.Attention, Text: "⚠ cancelled after " + humanize.Duration(p.stopped)}, {Style: p.th.Dim, Text: dot + openKey() + " reads again"}}})
	case p.serial != 0 || p.failed != nil || p.asked != nil:
	case p.subject.URI == "":
		lines = append(lines, sheet.Text(p.th.Attention, "⚠ without a URI it cannot be read"))
	case p.kept:
		lines = append(lines, sheet.Line{Spans: []sheet.Span{{Style: p.th.Text, Text: "large, and kept"}, {Style: p.th.Dim, Text: dot + openKey() + " shows it"}}})
	default:
		lines = append(lines, sheet.Line{Spans: []sheet.Span{{Style: p.th.Text, Text: "not read yet"}, {Style: p.th.Dim, Text: dot + openKey() + " reads it"}}})
	}
	return lines
}

// roomForViews is how many rows a pane needs to have one for the names of the
// views. Where there are only those that anything has, the footer tells enough.
const roomForViews = 12

// viewsLine names the views there are, the chosen one in brackets, and says why
// one is missing.
func (it *item) viewsLine() sheet.Line {
	var line sheet.Line
	for i, v := range it.views {
		if i > 0 {
			line.Spans = append(line.Spans, sheet.Span{Style: it.th.Dim, Text: " "})
		}
		switch name := v.String(); {
		case v != it.view:
			line.Spans = append(line.Spans, sheet.Span{Style: it.th.Dim, Text: " " + name + " "})
		case v != it.shown():
			line.Spans = append(line.Spans, sheet.Span{Style: it.th.Accent, Text: "[" + name + "…]"})
		default:
			line.Spans = append(line.Spans, sheet.Span{Style: it.th.Accent, Text: "[" + name + "]"})
		}
	}
	if it.lacking != "" {
		line.Spans = append(line.Spans, sheet.Span{Style: it.th.Dim, Text: "  " + it.lacking})
	}
	return line
}

// waitingLine says what is waited for, how long already, and how far it is.
func (p *Pane) waitingLine(now time.Time) sheet.Line {
	word := "reading…  "
	if p.serial != 0 {
		word = "reading again…  "
	}
	spans := []sheet.Span{{Style: p.th.Text, Text: word}, {Style: p.th.Dim, Text: seconds(now.Sub(p.request.Started))}}
	switch progress := p.progress; {
	case progress.Total > 0:
		const cells = 18
		part := min(max(progress.Done/progress.Total, 0), 1)
		full := int(part * cells)
		spans = append(spans,
			sheet.Span{Style: p.th.Dim, Text: "   ▕"},
			sheet.Span{Style: p.th.Accent, Text: strings.Repeat("█", full)},
			sheet.Span{Style: p.th.Dim, Text: strings.Repeat("░", cells-full) + "▏ "},
			sheet.Span{Style: p.th.Text, Text: strconv.Itoa(int(part*100)) + " %"})
	case progress.Done > 0:
		spans = append(spans, sheet.Span{Style: p.th.Text, Text: "   " + strconv.FormatFloat(progress.Done, 'f', -1, 64)},
			sheet.Span{Style: p.th.Dim, Text: " so far"})
	}
	if p.progress.Message != "" {
		spans = append(spans, sheet.Span{Style: p.th.Dim, Text: "  “" + cut(p.progress.Message) + "”"})
	}
	return sheet.Line{Spans: spans}
}

// seconds writes a time that is still running, so that it changes once a second.
func seconds(d time.Duration) string {
	d = max(d, 0)
	if d < time.Minute {
		return strconv.Itoa(int(d/time.Second)) + " s"
	}
	return humanize.Clock(d.Truncate(time.Second))
}

// badgeLine says what is odd or hidden about the contents on show.
func (p *Pane) badgeLine() sheet.Line {
	var badges []badge
	for _, problem := range p.read.Problems {
		badges = append(badges, warn("%s", problem))
	}
	if p.read.ResultType != "" && p.read.ResultType != "complete" {
		badges = append(badges, warn("resultType is %q, not known", p.read.ResultType))
	}
	if it := p.item(); it != nil {
		badges = append(badges, it.badges(len(p.items) == 1)...)
	}
	var line sheet.Line
	for i, b := range badges {
		if i > 0 {
			line.Spans = append(line.Spans, sheet.Span{Style: p.th.Dim, Text: dot})
		}
		st, text := p.th.Dim, b.text
		if b.warning {
			st, text = p.th.Attention, "⚠ "+text
		}
		line.Spans = append(line.Spans, sheet.Span{Style: st, Text: text})
	}
	return line
}

// drawBody draws the contents, or what stands in their place.
func (p *Pane) drawBody(scr uv.Screen, area uv.Rectangle, focused bool) {
	inner := uv.Rect(area.Min.X+1, area.Min.Y, max(area.Dx()-2, 0), area.Dy())
	switch it := p.item(); {
	case p.details:
		words := draw.NewRow(scr, inner, 0)
		words.Text(p.th.Bold, "Details").Skip(2).Text(p.th.Dim, "as the list says · "+keymap.KeyOf(keymap.ShowDetails, keymap.Document)+" closes")
		inner.Min.Y = min(inner.Min.Y+2, inner.Max.Y)
		p.drawSheet(scr, inner, &p.about, p.aboutLines)
	case p.listing:
		p.drawEntries(scr, area, focused)
	case it != nil:
		it.draw(scr, area, inner, focused)
	case p.serial != 0:
		words := "no contents: the server sent an empty list"
		if len(p.read.Problems) > 0 {
			words = "no contents"
		}
		draw.NewRow(scr, inner, 0).Text(p.th.Dim, words)
		p.drawSheet(scr, uv.Rect(inner.Min.X, inner.Min.Y+2, inner.Dx(), inner.Dy()-2), &p.message, func() []sheet.Line {
			lines := []sheet.Line{sheet.Text(p.th.Dim, "the result, as sent")}
			for _, text := range rawLines(p.read.Raw) {
				lines = append(lines, sheet.Text(p.th.Text, text))
			}
			return lines
		})
	case p.failed != nil:
		p.drawSheet(scr, inner, &p.message, func() []sheet.Line { return p.failed.Lines(p.th) })
	case p.asked != nil:
		p.drawSheet(scr, inner, &p.message, p.questionLines)
	case p.request == nil:
		p.drawSheet(scr, inner, &p.about, p.aboutLines)
	}
}

func (p *Pane) drawSheet(scr uv.Screen, area uv.Rectangle, s *sheet.Sheet, lines func() []sheet.Line) {
	if now := (stamp{theme: p.th.Name, width: area.Dx()}); p.painted != now {
		s.Set(lines())
		p.painted = now
	}
	s.Draw(scr, area)
}

// draw draws the item in the view chosen. Texts bring their own margin.
func (it *item) draw(scr uv.Screen, area, inner uv.Rectangle, focused bool) {
	shown := it.shown()
	if s := it.surface(); s != nil {
		s.Draw(scr, area, it.th, focused)
		return
	}
	if t := it.text(); t != nil {
		switch {
		case t.Text() == "" && shown == source:
			draw.NewRow(scr, inner, 0).Text(it.th.Dim, "empty text: the server sent a text without characters")
		case shown == rendered:
			t.Draw(scr, inner)
		default:
			t.Draw(scr, area)
		}
		return
	}
	if now := (stamp{it.th.Name, inner.Dx(), shown, it.exam != nil}); it.painted != now {
		switch {
		case shown == blob:
			it.sheet.Set(it.blobLines())
		case it.contents.Kind == model.Neither:
			lines := []sheet.Line{sheet.Text(it.th.Dim, "there is nothing to show but the fields"), {}}
			it.sheet.Set(append(lines, it.detailLines()...))
		default:
			it.sheet.Set(it.detailLines())
		}
		it.painted = now
	}
	it.sheet.Draw(scr, inner)
}

// Status says in a few words which view is on show, where in it, and what it
// lacks: for the footer.
func (p *Pane) Status() string {
	it := p.item()
	switch {
	case p.listing && !p.details:
		return fmt.Sprintf("folder"+dot+"%d/%d", p.entries.Cursor()+1, len(p.items))
	case it == nil || p.details:
		return ""
	}
	shown := it.shown()
	parts := []string{shown.String()}
	if s := it.surface(); s != nil {
		parts = append(parts, s.Status())
	}
	if t := it.text(); t != nil {
		if pos := t.Position(); shown != rendered {
			parts = append(parts, fmt.Sprintf("line %s/%s", humanize.Count(int64(pos.Line+1)), humanize.Count(int64(pos.Lines))), fmt.Sprintf("%d %%", pos.Percent))
		} else {
			parts = append(parts, fmt.Sprintf("%d %%", pos.Percent))
		}
		if t.colours.note != "" && shown != rendered {
			parts = append(parts, t.colours.note)
		}
	}
	if on := p.searched(); on != nil && !p.Typing() {
		if words := p.find.Words(on); words != "" {
			parts = append(parts, words)
		}
	}
	switch {
	case it.view != shown:
		parts = append(parts, it.view.String()+"…")
	case it.lacking != "":
		parts = append(parts, it.lacking)
	}
	return strings.Join(parts, dot)
}
