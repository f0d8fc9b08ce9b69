package server

import (
	"fmt"
	"strings"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

// labelWidth is the column of the facts.
const labelWidth = 13

// page builds the lines of the screen.
type page struct {
	th    themes.Theme
	lines []sheet.Line
}

func (p *page) add(l sheet.Line) { p.lines = append(p.lines, l) }

func (p *page) gap() { p.add(sheet.Line{}) }

// fact adds a label and what belongs to it.
func (p *page) fact(label string, spans ...sheet.Span) {
	first := sheet.Span{Style: p.th.Dim, Text: fmt.Sprintf("  %-*s", labelWidth-2, label)}
	p.add(sheet.Line{Indent: labelWidth, Spans: append([]sheet.Span{first}, spans...)})
}

func (p *page) text(s string) sheet.Span { return sheet.Span{Style: p.th.Text, Text: s} }
func (p *page) dim(s string) sheet.Span  { return sheet.Span{Style: p.th.Dim, Text: s} }

func (v *View) lines(th themes.Theme) []sheet.Line {
	p := &page{th: th}
	d := &v.data
	v.title(p)
	if d.Failure != nil {
		p.gap()
		p.lines = append(p.lines, d.Failure.Lines(th)...)
		again := keymap.KeyOf(keymap.Reconnect, keymap.Server) + " tries again"
		if d.Revision != "" {
			again += "; what was fetched stays"
		}
		p.add(sheet.Text(th.Dim, again))
		if len(d.Stderr) > 0 {
			p.fact("last words", p.dim("on stderr"))
			p.stderr(d.Stderr[max(0, len(d.Stderr)-lastWords):])
		}
		p.gap()
	}
	v.connection(p)
	if d.Revision != "" {
		capabilities(p, d)
	}
	if d.Instructions != "" {
		for i, line := range strings.Split(strings.TrimRight(d.Instructions, "\n"), "\n") {
			label := ""
			if i == 0 {
				label = "says"
			}
			p.fact(label, p.dim("│ "), p.text(strings.TrimSuffix(line, "\r")))
		}
	}
	// What went over the wire explains a failure; a working server is better
	// known by its answers.
	if d.Phase != Connected {
		frames(p, d.Frames, d.Before)
	}
	v.stderr(p)
	return p.lines
}

func (v *View) title(p *page) {
	d := &v.data
	spans := []sheet.Span{{Style: themes.Bold(p.th.Accent), Text: "Server"}, p.dim("  ")}
	if d.Revision != "" {
		spans = append(spans, sheet.Span{Style: p.th.Bold, Text: d.Identity.String()}, p.dim(" (says the server)"))
	}
	if d.Name != "" {
		spans = append(spans, p.dim("   configured as "), p.text(d.Name))
		if d.ConfigFile != "" {
			spans = append(spans, p.dim(" in "+d.ConfigFile))
		}
	}
	p.add(sheet.Line{Indent: 8, Spans: spans})
}

func (v *View) connection(p *page) {
	d := &v.data
	label := "started"
	if d.Transport != "stdio" && d.PID == 0 && strings.Contains(d.Target, "://") {
		label = "address"
	}
	p.fact(label, p.text(d.Target))
	var state []string
	if d.PID != 0 {
		state = append(state, fmt.Sprintf("pid %d", d.PID))
	}
	switch d.Phase {
	case Connected:
		state = append(state, "up "+humanize.Clock(v.since()))
	case Connecting:
		state = append(state, "starting…  "+humanize.Clock(v.since()))
		if d.Waiting != "" {
			state = append(state, d.Waiting)
		}
	case Lost:
		state = append(state, "not connected")
	}
	if d.Session != "" {
		state = append(state, "session "+d.Session)
	}
	p.fact("", p.dim(strings.Join(state, " · ")))
	if d.Revision != "" {
		p.fact("revision", p.text(d.Revision), p.dim(" ("+d.Era+") over "+d.Transport))
		if len(d.Offers) > 0 {
			p.fact("offers", p.text(strings.Join(d.Offers, ", ")))
		}
	}
	for i, probe := range d.Probes {
		label := ""
		if i == 0 {
			label = "found by"
		}
		mark, style := "·", p.th.Dim
		if probe.OK {
			mark, style = "✓", p.th.OK
		}
		p.fact(label, sheet.Span{Style: style, Text: mark + " "},
			p.text(strings.TrimSpace(probe.Method+" "+probe.Revision)),
			p.dim(fmt.Sprintf("  %s, %s: ", probe.Transport, humanize.Duration(probe.Elapsed))), p.text(probe.Outcome))
	}
}

func capabilities(p *page, d *Data) {
	c := d.Capabilities
	check := func(ok bool, words string) []sheet.Span {
		mark, style, st := "✓ ", p.th.OK, p.th.Text
		if !ok {
			mark, style, st = "– ", p.th.Dim, p.th.Dim
		}
		return []sheet.Span{{Style: style, Text: mark}, {Style: st, Text: words + "   "}}
	}
	spans := check(c.Resources, "declared")
	spans = append(spans, check(c.ListChanged, "tells when the list changes")...)
	spans = append(spans, check(c.Subscribe, "can be watched")...)
	p.fact("resources", spans...)
	p.fact("completion", check(c.Completions, "completes template variables")...)
	if d.MayAsk != "" {
		p.fact("may ask", p.text(d.MayAsk), p.dim("   you decide each time"))
	}
	for _, problem := range c.Problems {
		p.fact("", sheet.Span{Style: p.th.Attention, Text: "⚠ " + problem.String()})
	}
}

func frames(p *page, list []Frame, before int) {
	if len(list) == 0 {
		return
	}
	p.gap()
	words := humanize.Count(int64(len(list))) + " so far"
	if before > 0 {
		words = "the last " + humanize.Count(int64(len(list))) + " of " + humanize.Count(int64(before+len(list)))
	}
	p.fact("frames", p.dim(words))
	for _, f := range list {
		arrow, style := "←", p.th.Text
		if f.ToServer {
			arrow = "→"
		}
		if f.Odd {
			style = p.th.Attention
		}
		p.add(sheet.Line{Indent: labelWidth, Spans: []sheet.Span{
			p.dim("  " + f.Time.Format("15:04:05.000") + "  " + arrow + " "), {Style: style, Text: f.What},
			p.dim("  " + humanize.Bytes(int64(f.Bytes))),
		}})
	}
}

func (v *View) stderr(p *page) {
	d := &v.data
	if d.Transport != "stdio" && len(d.Stderr) == 0 {
		return
	}
	p.gap()
	if len(d.Stderr) == 0 {
		p.fact("stderr", p.dim("nothing so far"))
		return
	}
	noun := " lines"
	if len(d.Stderr) == 1 {
		noun = " line"
	}
	count := p.dim(humanize.Count(int64(len(d.Stderr))) + noun)
	search := v.search.Text()
	if search == "" && !v.typing {
		p.fact("stderr", count, p.dim("   "+keymap.KeyOf(keymap.EditFilter, keymap.Server)+" searches"))
		p.stderr(d.Stderr)
		return
	}
	found := holding(d.Stderr, search)
	spans := []sheet.Span{p.dim(humanize.Count(int64(len(found))) + " of "), count, p.dim("   search ")}
	if at := v.search.Cursor(); v.typing {
		search = search[:at] + "▏" + search[at:]
	}
	spans = append(spans, sheet.Span{Style: p.th.Accent, Text: search})
	p.fact("stderr", spans...)
	p.stderr(found)
}

// holding returns the lines that hold a text; case counts only where the text
// has capitals.
func holding(lines []StderrLine, text string) []StderrLine {
	fold := strings.ToLower
	if text != strings.ToLower(text) {
		fold = func(s string) string { return s }
	}
	var out []StderrLine
	for _, l := range lines {
		if strings.Contains(fold(l.Text), text) {
			out = append(out, l)
		}
	}
	return out
}

// lastWords is how many lines of standard error stand beside a failure.
const lastWords = 5

func (p *page) stderr(lines []StderrLine) {
	for _, l := range lines {
		p.add(sheet.Line{Indent: labelWidth, Spans: []sheet.Span{p.dim("  " + l.Time.Format("15:04:05") + "   "), p.text(l.Text)}})
	}
}
