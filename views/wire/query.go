package wire

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mcperuse/mcpclient/wire"
	"mcperuse/views/draw"
)

// query is what a filter line asks for: terms that all have to hold.
type query []term

// term is one condition. A word is looked for in the bytes of a frame, in its
// method and in what was odd about it; lower case stands for both cases.
type term struct {
	field string // "is", "from", "method", "id"; "" for a word
	text  string
	not   bool
}

// conditions are the terms with a fixed value.
var conditions = []string{
	"is:error", "is:odd", "is:open", "is:request", "is:reply", "is:notification", "is:text", "from:server", "from:client",
}

// parseQuery reads a filter line: words separated by spaces, or in quotes; is:…
// and the like; a - before a term turns it round. What is no term it knows is a
// word, so a URI can be typed as it is.
func parseQuery(line string) query {
	var q query
	for t, rest := nextTerm(line); t.text != ""; t, rest = nextTerm(rest) {
		q = append(q, t.term)
	}
	return q
}

// typedTerm is a term as it stands in the line.
type typedTerm struct {
	term
	typed string
}

// nextTerm cuts the first term off a line; its text is empty where there is none.
// Quotes hold spaces, where they are closed before a space.
func nextTerm(line string) (t typedTerm, rest string) {
	line = strings.TrimLeft(line, " ")
	word := line
	if len(word) > 1 && word[0] == '-' && word[1] != ' ' {
		t.not, word = true, word[1:]
	}
	quoted := false
	if strings.HasPrefix(word, `"`) {
		if end := strings.Index(word[1:]+" ", `" `); end > 0 {
			t.text, rest, quoted = word[1:1+end], word[2+end:], true
		}
	}
	if !quoted {
		t.text, rest = word, ""
		if end := strings.IndexByte(word, ' '); end >= 0 {
			t.text, rest = word[:end], word[end:]
		}
		if field, text, ok := strings.Cut(t.text, ":"); ok && text != "" {
			if field == "method" || field == "id" || slices.Contains(conditions, t.text) {
				t.field, t.text = field, text
			}
		}
	}
	t.typed = line[:len(line)-len(rest)]
	return t, rest
}

// match reports whether all terms hold for a frame.
func (q query) match(e *entry) bool {
	for _, t := range q {
		if t.match(e) == t.not {
			return false
		}
	}
	return true
}

func (t term) match(e *entry) bool {
	switch t.field {
	case "is":
		switch t.text {
		case "error":
			return e.is(failed)
		case "odd":
			return e.odd()
		case "open":
			return e.is(open)
		}
		return e.Kind.String() == t.text
	case "from":
		return e.Dir.String() == t.text
	case "method":
		return e.Method == t.text
	case "id":
		return sameID(e.ID, t.text) || sameID(e.Answers, t.text)
	}
	if t.in(e.Bytes) || t.in([]byte(e.Method)) {
		return true
	}
	return slices.ContainsFunc(e.Notes, func(n wire.Note) bool { return t.in([]byte(n.Text)) || t.in([]byte(n.Code)) })
}

// sameID compares an id with what was typed, which needs no quotes.
func sameID(id wire.ID, typed string) bool {
	return string(id) == typed || string(id) == `"`+typed+`"`
}

// in reports whether a word is in a text.
func (t term) in(b []byte) bool {
	at, _ := t.find(b)
	return at >= 0
}

// find returns where a word is in a text, -1 where it is not.
func (t term) find(b []byte) (start, end int) {
	word := []byte(t.text)
	switch {
	case len(word) == 0:
		return -1, -1
	case t.text != strings.ToLower(t.text):
		start = bytes.Index(b, word)
		return start, start + len(word)
	case word[0] >= utf8.RuneSelf:
		// Lower case has the same length in all but a few scripts.
		start = min(bytes.Index(bytes.ToLower(b), word), len(b))
		return start, min(start+len(word), len(b))
	}
	return findFold(b, word)
}

// findFold looks for a lower-case word that starts with an ASCII character, in
// any case. It searches for both forms of that character, which is far quicker
// than to lower the case of all of a long text.
func findFold(b, word []byte) (start, end int) {
	lower, upper := word[0], byte(unicode.ToUpper(rune(word[0])))
	next := func(c byte, from int) int {
		if i := bytes.IndexByte(b[from:], c); i >= 0 {
			return from + i
		}
		return len(b)
	}
	l, u := next(lower, 0), next(upper, 0)
	for {
		at := min(l, u)
		if at+len(word) > len(b) {
			return -1, -1
		}
		if bytes.EqualFold(b[at:at+len(word)], word) {
			return at, at + len(word)
		}
		if l == at {
			l = next(lower, at+1)
		}
		if u == at {
			u = next(upper, at+1)
		}
	}
}

// spans returns the first place of every word in a text that is shown, to mark
// them there.
func (q query) spans(text string, base draw.Span) []draw.Span {
	var out []draw.Span
	for _, t := range q {
		if t.field != "" || t.not {
			continue
		}
		if start, end := t.find([]byte(text)); start >= 0 {
			base.Start, base.End = start, end
			out = append(out, base)
		}
	}
	slices.SortFunc(out, func(a, b draw.Span) int { return a.Start - b.Start })
	for i := 1; i < len(out); i++ { // spans must not overlap
		out[i].Start = max(out[i].Start, out[i-1].End)
		out[i].End = max(out[i].End, out[i].Start)
	}
	return out
}

// toggle puts a term into a filter line, or takes it out. Terms of the same kind
// that exclude it give way.
func toggle(line, text string, instead ...string) string {
	var kept []string
	found := false
	for t, rest := nextTerm(line); t.text != ""; t, rest = nextTerm(rest) {
		switch {
		case t.typed == text:
			found = true
		case slices.Contains(instead, t.typed):
		default:
			kept = append(kept, t.typed)
		}
	}
	if !found {
		kept = append(kept, text)
	}
	return strings.Join(kept, " ")
}
