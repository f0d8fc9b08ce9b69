package findings

import (
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/findings"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/prettyjson"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Draw draws the title line, the rules that found something, and the selected
// finding below them.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	v.SetSize(area.Dx(), area.Dy())
	title, list, panel := v.areas(area)
	v.drawTitle(draw.NewRow(scr, title, 0), th, focused)
	if len(v.groups) == 0 {
		v.drawEmpty(scr, uv.Rectangle{Min: list.Min, Max: area.Max}, th)
		return
	}
	cols := v.columnsFor(scr.WidthMethod(), area.Dx())
	v.list.Draw(scr, list, th, focused, func(l rows.Line) { cols.draw(l, &v.groups[l.Index], th) })
	if panel.Dy() > 1 {
		v.drawPanel(scr, panel, th)
	}
}

// markOf is how a severity looks, beside its colour.
func markOf(s findings.Severity, th themes.Theme) (uv.Style, string) {
	switch s {
	case findings.Error:
		return th.Error, "✗"
	case findings.Warning:
		return th.Attention, "⚠"
	case findings.Info:
	}
	return th.Accent, "i"
}

func (v *View) drawTitle(r *draw.Row, th themes.Theme, focused bool) {
	name := themes.Bold(th.Text)
	if focused {
		name = themes.Bold(th.Accent)
	}
	r.TakeRight(1)
	r.Skip(1).Text(name, "Findings")
	counts := map[findings.Severity]int{}
	for _, g := range v.groups {
		counts[g.Rule.Severity] += g.Count
	}
	for _, s := range findings.Severities() {
		if n := counts[s]; n > 0 {
			style, mark := markOf(s, th)
			r.Text(th.Dim, "   ").Text(style, mark+" "+humanize.Count(int64(n)))
		}
	}
	for _, words := range []string{v.checked(), v.status.Revision} {
		if len(v.groups) > 0 && r.Room() > len(words)+3 {
			r.Right(th.Dim, words)
			return
		}
	}
}

// checked says what was checked against what.
func (v *View) checked() string {
	words := fmt.Sprintf("%s against %s", humanize.Amount(v.status.Frames, "frame", "frames"), humanize.Amount(v.status.Rules, "rule", "rules"))
	if v.status.Revision != "" {
		words += " · " + v.status.Revision
	}
	return words
}

// drawEmpty says that nothing was found, and in how much.
func (v *View) drawEmpty(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	lines := []sheet.Line{
		sheet.Text(th.Text, "No findings."),
		sheet.Text(th.Dim, fmt.Sprintf("%s checked against %s.", humanize.Amount(v.status.Frames, "frame", "frames"), humanize.Amount(v.status.Rules, "rule", "rules"))),
	}
	if v.status.Frames == 0 {
		lines = []sheet.Line{
			sheet.Text(th.Text, "Nothing has been checked yet."),
			sheet.Text(th.Dim, "Every frame is checked as it comes; "+keymap.KeyOf(keymap.ShowWire, keymap.Global)+" shows them."),
		}
	}
	var s sheet.Sheet
	s.Set(lines)
	s.Draw(scr, uv.Rect(area.Min.X+3, area.Min.Y+1, area.Dx()-3, area.Dy()-1))
}

// columns says which columns of a row have room, and how wide they are.
type columns struct{ rule, count, spec int }

const specWidth = 30

// columnsFor lets columns give way, so that what is wrong keeps most of the
// width.
func (v *View) columnsFor(m uv.WidthMethod, width int) columns {
	var c columns
	for i := range v.groups {
		c.rule = max(c.rule, draw.Width(m, v.groups[i].Rule.ID))
		c.count = max(c.count, 2+draw.Width(m, times(&v.groups[i])))
	}
	c.rule = min(c.rule, max(width*2/5, 12))
	if width >= 110 {
		c.spec = specWidth
	}
	if width < 50 {
		c.rule = min(c.rule, width/2)
	}
	return c
}

func (c columns) draw(l rows.Line, g *findings.Group, th themes.Theme) {
	l.Skip(1)
	l.TakeRight(1)
	style, mark := markOf(g.Rule.Severity, th)
	l.Text(l.On(style), mark).Skip(1)
	l.Take(c.rule).Cut(l.On(th.Text), g.Rule.ID, draw.CutMiddle)
	l.Take(c.count).Right(l.On(th.Dim), times(g))
	l.Skip(2)
	if c.spec > 0 {
		l.TakeRight(c.spec).Text(l.On(th.Dim), g.Rule.Spec)
		l.TakeRight(2)
	}
	l.Text(l.On(th.Text), message(g))
}

func times(g *findings.Group) string { return humanize.Count(int64(g.Count)) + "×" }

// message says what a group found: the finding itself where it is the only one.
func message(g *findings.Group) string {
	if g.Count == 1 && len(g.Findings) == 1 {
		return g.Findings[0].Message
	}
	return g.Rule.Title
}

// drawPanel draws the selected finding.
func (v *View) drawPanel(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	g, f := v.selected(), v.finding()
	if f == nil {
		return
	}
	draw.Rule(scr, area, th.Rule)
	row := draw.NewRow(scr, area, 0).Skip(1)
	if g.Count > 1 {
		words := fmt.Sprintf(" %s of %s ", humanize.Count(int64(min(v.which, len(g.Findings)-1)+1)), humanize.Count(int64(g.Count)))
		if len(g.Findings) < g.Count {
			words += fmt.Sprintf("· %s kept ", humanize.Count(int64(len(g.Findings))))
		}
		row.Text(th.Dim, words)
	}
	if s := (stamp{th.Name, f.Rule, v.which, g.Count}); s != v.painted {
		if s.rule != v.painted.rule || s.which != v.painted.which {
			v.panel.Home()
		}
		v.painted = s
		v.panel.Set(panelLines(g, f, th))
	}
	area.Min.Y++
	area.Min.X, area.Max.X = min(area.Min.X+3, area.Max.X), max(area.Max.X-1, area.Min.X)
	v.panel.Draw(scr, area)
}

const label = 10 // columns

// panelLines lay a finding out.
func panelLines(g *findings.Group, f *findings.Finding, th themes.Theme) []sheet.Line {
	style, mark := markOf(f.Severity, th)
	lines := []sheet.Line{{Indent: 2, Spans: []sheet.Span{{Style: style, Text: mark + " "}, {Style: th.Text, Text: f.Message}}}}
	add := func(name string, st uv.Style, text string) {
		if text != "" {
			lines = append(lines, sheet.Line{Indent: label, Spans: []sheet.Span{
				{Style: th.Dim, Text: name + strings.Repeat(" ", label-len(name))}, {Style: st, Text: text},
			}})
		}
	}
	where := f.Where
	if f.Frame != 0 {
		frame := "frame " + humanize.Count(int64(f.Frame))
		if where != "" && where != frame {
			frame = where + " · " + frame
		}
		where = frame + " · " + keymap.KeyOf(keymap.Open, keymap.Findings) + " shows it"
	}
	add("where", th.Text, where)
	add("expected", th.Text, g.Rule.Expected)
	add("spec", th.Text, f.Spec)
	if f.Evidence == nil {
		return lines
	}
	for i, text := range strings.Split(evidence(f), "\n") {
		name := "evidence"
		if i > 0 {
			name = ""
		}
		lines = append(lines, sheet.Line{Indent: label, Spans: []sheet.Span{
			{Style: th.Dim, Text: name + strings.Repeat(" ", label-len(name))}, {Style: th.Text, Text: text},
		}})
	}
	return lines
}

// evidence is what was sent: laid out where it is JSON too long for a line.
func evidence(f *findings.Finding) string {
	const oneLine = 60
	text := string(f.Evidence)
	if len(text) > oneLine {
		if pretty, err := prettyjson.Indent(text); err == nil {
			return pretty
		}
	}
	if len(text) >= findings.MaxEvidence {
		text += "…"
	}
	return text
}
