package filter

import (
	"slices"
	"unicode/utf8"

	"mcperuse/mcpclient/model"
)

// Span is the bytes [Start, End) of a text.
type Span struct{ Start, End int }

// Spans returns what the query found in the text of a field, to mark it there:
// sorted, apart from each other, and between characters. It is empty where the
// field is not what lets the resource through.
func (q Query) Spans(f model.Field, s string) []Span {
	var out []Span
	for _, set := range q.sets {
		for i := range set {
			if t := &set[i]; !t.not && t.want.text != "" && t.looksAt(f) {
				out = t.spans(out, f, s)
			}
		}
	}
	return joined(out)
}

// Elsewhere returns a field that let a resource through although the field that
// is shown, and the media type, have nothing of what was looked for. ok is false
// where these explain it.
func (q Query) Elsewhere(r *model.Resource, shown model.Field) (f model.Field, ok bool) {
	for _, set := range q.sets {
		if set.foundIn(r, shown) || set.foundIn(r, model.MIMEType) {
			continue
		}
		for _, f := range []model.Field{model.Title, model.Name, model.URI, model.Description} {
			if set.foundIn(r, f) {
				return f, true
			}
		}
	}
	return 0, false
}

// foundIn reports whether one of the terms finds something in a field.
func (s set) foundIn(r *model.Resource, f model.Field) bool {
	for i := range s {
		if t := &s[i]; !t.not && t.want.text != "" && t.looksAt(f) && len(t.spans(nil, f, Text(r, f))) > 0 {
			return true
		}
	}
	return false
}

// Text is the text of a field, "" where none was sent.
func Text(r *model.Resource, f model.Field) string {
	switch f {
	case model.Name:
		return r.Name
	case model.Title:
		return r.Title
	case model.URI:
		return r.URI
	case model.MIMEType:
		return r.MIMEType
	case model.Description:
		return r.Description()
	}
	return ""
}

// looksAt reports whether a term is looked for in a field.
func (t *term) looksAt(f model.Field) bool {
	switch t.field {
	case anywhere:
		return f == model.Name || f == model.Title || f == model.URI || f == model.MIMEType || f == model.Description
	case name:
		return f == model.Name
	case title:
		return f == model.Title
	case uri, changed:
		return f == model.URI
	case description:
		return f == model.Description
	case mimeType:
		return f == model.MIMEType
	case scheme, audience, size, priority, finding:
	}
	return false
}

// spans appends where the term is in a text.
func (t *term) spans(out []Span, f model.Field, s string) []Span {
	how := t.kind
	if how == fuzzy && (f == model.MIMEType || f == model.Description) {
		how = exact
	}
	start, end := -1, len(s)
	switch how {
	case fuzzy:
		return t.want.fuzzySpans(out, s)
	case exact, whole:
		if start = index(&t.want, s); how == whole {
			start = indexWord(&t.want, s)
		}
		if start >= 0 {
			end = start + startOf(&t.want, s[start:])
		}
	case prefix:
		if end = startOf(&t.want, s); end >= 0 {
			start = 0
		}
	case suffix:
		start = endOf(&t.want, s)
	case equal:
		if startOf(&t.want, s) == len(s) {
			start = 0
		}
	}
	if start < 0 || start == end {
		return out
	}
	return append(out, Span{start, end})
}

// joined sorts spans and joins those that touch.
func joined(spans []Span) []Span {
	if len(spans) < 2 {
		return spans
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	out := spans[:0]
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.Start <= out[last].End {
			out[last].End = max(out[last].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// fuzzySpans appends where the characters of p are in s: of all ways to find them
// the one that reads best. In a long text it is the first that ends.
func (p *pattern) fuzzySpans(out []Span, s string) []Span {
	if !p.subsequenceOf(s) {
		return out
	}
	if len(s)*len(p.text) > mostCells {
		return p.firstSpans(out, s)
	}
	spans, _ := newWindow(p, s).best(out)
	return spans
}

// firstSpans takes the first place where the characters of p end, and from there
// back the nearest that have them all.
func (p *pattern) firstSpans(out []Span, s string) []Span {
	want := p.text
	end := 0
	for want != "" {
		r, width := utf8.DecodeRuneInString(s[end:])
		if next, n := utf8.DecodeRuneInString(want); p.same(r, next) {
			want = want[n:]
		}
		end += width
	}
	for want = p.text; want != ""; {
		r, width := utf8.DecodeLastRuneInString(s[:end])
		if next, n := utf8.DecodeLastRuneInString(want); p.same(r, next) {
			want = want[:len(want)-n]
			out = append(out, Span{end - width, end})
		}
		end -= width
	}
	return out
}
