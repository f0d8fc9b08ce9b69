// Package find is how a text is looked through, whatever it is shown as: what is
// looked for ([Query]), the work ([In]), and the line below the text where it is
// typed and where one place after the other is gone to ([Bar]).
package find

import (
	"context"
	"iter"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Query is what is looked for.
type Query struct {
	Pattern string
	// Regexp takes the pattern for a regular expression (RE2), else it is taken as
	// it stands. Either way small letters match capitals, too, as long as the
	// pattern has no capital itself.
	Regexp bool
}

// Hit is the bytes [Start, End) of a text in which something was found.
type Hit struct{ Start, End int }

// MostHits bounds how many hits a search keeps.
const MostHits = 100_000

// Found is what a search brought: hits that are sorted and apart from each other.
type Found struct {
	Query Query
	Hits  []Hit
	More  bool  // there are more than are kept
	Err   error // what is wrong with the pattern, nil where nothing is
}

// From is the first hit that starts at a byte of the text or behind it, the number
// of hits where none does.
func (f Found) From(offset int) int {
	return sort.Search(len(f.Hits), func(i int) bool { return f.Hits[i].Start >= offset })
}

// Lines are where the lines of a text begin and end, without their ends.
func Lines(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := 0; at < len(text); {
			n := strings.IndexByte(text[at:], '\n')
			if n < 0 {
				yield(at, len(text))
				return
			}
			end := at + n
			if n > 0 && text[end-1] == '\r' {
				end--
			}
			if !yield(at, end) {
				return
			}
			at += n + 1
		}
	}
}

// In looks through parts of a text, each the bytes [start, end), in their order: a
// hit lies within one of them. It soon ends, with what it has, when ctx does.
func In(ctx context.Context, text string, q Query, parts iter.Seq2[int, int]) Found {
	found := Found{Query: q}
	if q.Pattern == "" {
		return found
	}
	in := q.literal
	if q.Regexp || q.folds() && !isASCII(q.Pattern) {
		re, err := q.compile()
		if err != nil {
			found.Err = err
			return found
		}
		in = func(part string, most int) (out []Hit) {
			for _, at := range re.FindAllStringIndex(part, most) {
				if at[1] > at[0] { // an empty match is nothing to see
					out = append(out, Hit{at[0], at[1]})
				}
			}
			return out
		}
	}
	const between = 1024 // parts between two looks at the context
	n := 0
	for start, end := range parts {
		if n++; n%between == 1 && ctx.Err() != nil {
			break
		}
		for _, h := range in(text[start:end], MostHits+1) {
			if len(found.Hits) == MostHits {
				found.More = true
				return found
			}
			found.Hits = append(found.Hits, Hit{start + h.Start, start + h.End})
		}
	}
	return found
}

func (q Query) folds() bool { return !strings.ContainsFunc(q.Pattern, unicode.IsUpper) }

func (q Query) compile() (*regexp.Regexp, error) {
	pattern := q.Pattern
	if !q.Regexp {
		pattern = regexp.QuoteMeta(pattern)
	}
	if q.folds() {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

// literal finds the pattern as it stands in a part, at most so often; where it has
// no capitals, it is ASCII and matches capitals, too.
func (q Query) literal(part string, most int) (out []Hit) {
	lower := q.Pattern[0]
	upper := lower
	folds := q.folds()
	if folds && lower >= 'a' && lower <= 'z' {
		upper = lower - 'a' + 'A'
	}
	// Where each spelling of the first character stands next: looked for again only
	// once it is behind, so that a part without one of them is walked through once.
	nextLower, nextUpper := -1, -1
	next := func(known int, c byte, at int) int {
		if known >= at {
			return known
		}
		if i := strings.IndexByte(part[at:], c); i >= 0 {
			return at + i
		}
		return len(part)
	}
	for at := 0; len(out) < most; {
		if !folds {
			i := strings.Index(part[at:], q.Pattern)
			if i < 0 {
				break
			}
			at += i
		} else {
			nextLower, nextUpper = next(nextLower, lower, at), next(nextUpper, upper, at)
			at = min(nextLower, nextUpper)
			if at+len(q.Pattern) > len(part) {
				break
			}
			if !strings.EqualFold(part[at:at+len(q.Pattern)], q.Pattern) {
				at++
				continue
			}
		}
		out = append(out, Hit{at, at + len(q.Pattern)})
		at += len(q.Pattern)
	}
	return out
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
