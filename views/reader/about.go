package reader

import (
	"iter"
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

// member is one row of a list of fields.
type member struct {
	label string
	field string // what a problem calls it
	value rawjson.Value
}

// flat takes annotations apart, since each of them can be odd.
func flat(members iter.Seq2[string, rawjson.Value]) (out []member) {
	for name, v := range members {
		out = append(out, member{name, name, v})
		if name == "annotations" && v.Kind() == rawjson.Object {
			out[len(out)-1].value = nil
			for inner, v := range v.Members() {
				out = append(out, member{"  " + string(inner), name + "." + string(inner), v})
			}
		}
	}
	return out
}

// fields lays out every member of an object as it was sent, unknown ones included,
// with what is wrong beside it. Long values are cut.
func fields(all iter.Seq2[string, rawjson.Value], problems []model.Problem, th themes.Theme) (lines []sheet.Line) {
	members := flat(all)
	width := 0
	for _, m := range members {
		width = min(max(width, len(m.label)), len("  lastModified"))
	}
	row := func(name string, values ...sheet.Line) {
		label := sheet.Span{Style: th.Dim, Text: name + strings.Repeat(" ", max(width-len(name), 0)+2)}
		for i, v := range values {
			if i > 0 {
				label.Text = strings.Repeat(" ", width+2)
			}
			lines = append(lines, sheet.Line{Indent: width + 2, Spans: append([]sheet.Span{label}, v.Spans...)})
		}
	}
	told := map[string]bool{}
	odd := func(field string) (spans []sheet.Span) {
		told[field] = true
		for _, p := range problems {
			if p.Field == field {
				spans = append(spans, sheet.Span{Style: th.Attention, Text: "  ⚠ expected " + p.Want})
			}
		}
		return spans
	}
	for _, m := range members {
		wrong := odd(m.field)
		switch {
		case len(wrong) > 0:
			row(m.label, sheet.Line{Spans: append([]sheet.Span{{Style: th.Text, Text: cut(string(m.value))}}, wrong...)})
		case m.value == nil:
			row(m.label, sheet.Line{})
		default:
			row(m.label, value(m.value, th)...)
		}
	}
	for _, p := range problems {
		if !told[p.Field] && p.Field != "" {
			text := "(missing)"
			if p.Value != nil {
				text = model.Quote(p.Value)
			}
			row(p.Field, sheet.Line{Spans: append([]sheet.Span{{Style: th.Dim, Text: text}}, odd(p.Field)...)})
		}
	}
	return lines
}

// maxValue bounds how much of one field is shown, in bytes.
const maxValue = 4 << 10

// value shows a JSON value: the text of a string line by line, anything else as it
// was sent. Empty and null are told apart from absent by being there.
func value(v rawjson.Value, th themes.Theme) (lines []sheet.Line) {
	s, ok := v.Text()
	switch {
	case !ok:
		return []sheet.Line{sheet.Text(th.Accent, cut(string(v)))}
	case s == "":
		return []sheet.Line{sheet.Text(th.Dim, `""  (empty)`)}
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(cut(s), "\n"), "\n") {
		lines = append(lines, sheet.Text(th.Text, strings.TrimSuffix(line, "\r")))
	}
	return lines
}

func cut[S string | []byte](s S) string {
	if len(s) <= maxValue {
		return string(s)
	}
	return string(s[:maxValue]) + "… " + humanize.Bytes(int64(len(s)-maxValue)) + " more"
}

// aboutLines say what is known of a resource that was not read.
func (p *Pane) aboutLines() []sheet.Line {
	r := p.subject.Resource
	switch {
	case r != nil && r.Raw.Kind() != rawjson.Object:
		return []sheet.Line{
			sheet.Text(p.th.Attention, "⚠ this row of the list is no object"),
			sheet.Text(p.th.Text, cut(string(r.Raw))),
		}
	case r != nil:
		return fields(r.Fields(), r.Problems(), p.th)
	case p.subject.Template != "":
		return []sheet.Line{{Indent: 13, Spans: []sheet.Span{{Style: p.th.Dim, Text: "template     "}, {Style: p.th.Text, Text: p.subject.Template}}}}
	}
	return []sheet.Line{sheet.Text(p.th.Dim, "no list names this URI")}
}

// detailLines show an item as it was sent, its text or blob by size only.
func (it *item) detailLines() []sheet.Line {
	c := it.contents
	if c.Raw.Kind() != rawjson.Object {
		return []sheet.Line{sheet.Text(it.th.Text, cut(string(c.Raw)))}
	}
	members := func(yield func(string, rawjson.Value) bool) {
		for name, v := range c.Raw.Members() {
			if s, ok := v.Text(); ok && (string(name) == "text" || string(name) == "blob") && s != "" {
				unit := " of text"
				if string(name) == "blob" {
					unit = " of base64"
				}
				v = rawjson.Value("(" + humanize.Bytes(int64(len(s))) + unit + ")")
			}
			if !yield(string(name), v) {
				return
			}
		}
	}
	return fields(members, c.Problems, it.th)
}
