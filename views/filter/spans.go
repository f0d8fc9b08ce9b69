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
// the one that reads best.
func (p *pattern) fuzzySpans(out []Span, s string) []Span {
	if !p.subsequenceOf(s) {
		return out
	}
	w := newWindow(p, s)
	if len(w.runes)*len(w.want) > mostCells {
		return w.shortest(out)
	}
	return w.best(out)
}

// window is the part of a text in which the characters of a pattern are: from
// the first place of the first one to the last place of the last one.
type window struct {
	p      *pattern
	want   []rune
	runes  []rune
	at     []int // the byte each starts at; one more for the end
	before rune  // the character before the window, a space where there is none
}

func newWindow(p *pattern, s string) *window {
	w := &window{p: p, want: []rune(p.text), before: ' '}
	end := 0
	for at := 0; at < len(s); {
		r, width := utf8.DecodeRuneInString(s[at:])
		switch {
		case len(w.runes) > 0 || p.same(r, w.want[0]):
			w.runes, w.at = append(w.runes, r), append(w.at, at)
			if p.same(r, w.want[len(w.want)-1]) {
				end = len(w.runes)
			}
		default:
			w.before = r
		}
		at += width
	}
	w.at = append(w.at, len(s))
	w.runes, w.at = w.runes[:end], w.at[:end+1]
	return w
}

// take appends the characters at indices of the window as spans.
func (w *window) take(out []Span, indices []int) []Span {
	for _, i := range indices {
		if n := len(out); n > 0 && out[n-1].End == w.at[i] {
			out[n-1].End = w.at[i+1]
			continue
		}
		out = append(out, Span{w.at[i], w.at[i+1]})
	}
	return out
}

// shortest takes the first place where the characters end, and from there back
// the nearest that have them all.
func (w *window) shortest(out []Span) []Span {
	end, n := 0, 0
	for ; n < len(w.want); end++ {
		if w.p.same(w.runes[end], w.want[n]) {
			n++
		}
	}
	indices := make([]int, n)
	for i := end - 1; n > 0; i-- {
		if w.p.same(w.runes[i], w.want[n-1]) {
			n--
			indices[n] = i
		}
	}
	return w.take(out, indices)
}
