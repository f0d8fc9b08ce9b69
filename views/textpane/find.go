package textpane

import (
	"context"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hit is the bytes [Start, End) of the text in which something was found.
type Hit struct{ Start, End int }

// MostHits bounds how many hits a search keeps.
const MostHits = 100_000

// Find is a search through a text, line by line. It is a value that depends on
// nothing that changes.
type Find struct {
	Text    string
	Pattern string
	// Regexp takes the pattern for a regular expression (RE2), else it is taken as
	// it stands. Either way small letters match capitals, too, as long as the
	// pattern has no capital itself.
	Regexp bool
}

// Check returns what is wrong with the pattern, nil where nothing is.
func (f Find) Check() error {
	if !f.Regexp {
		return nil
	}
	_, err := f.compile()
	return err
}

func (f Find) folds() bool { return !strings.ContainsFunc(f.Pattern, unicode.IsUpper) }

func (f Find) compile() (*regexp.Regexp, error) {
	pattern := f.Pattern
	if !f.Regexp {
		pattern = regexp.QuoteMeta(pattern)
	}
	if f.folds() {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

// Run returns the hits, sorted and apart from each other, and whether there are
// more than are kept. It soon ends, with what it has, when ctx does.
func (f Find) Run(ctx context.Context) (hits []Hit, more bool, err error) {
	if f.Pattern == "" {
		return nil, false, nil
	}
	in := f.literal
	if f.Regexp || f.folds() && !isASCII(f.Pattern) {
		re, err := f.compile()
		if err != nil {
			return nil, false, err
		}
		in = func(line string, most int) (out []Hit) {
			for _, at := range re.FindAllStringIndex(line, most) {
				if at[1] > at[0] { // an empty match is nothing to see
					out = append(out, Hit{at[0], at[1]})
				}
			}
			return out
		}
	}
	const lines = 1024 // between two looks at the context
	from, n := 0, 0
	for line := range strings.SplitAfterSeq(f.Text, "\n") {
		if n++; n%lines == 1 && ctx.Err() != nil {
			break
		}
		for _, h := range in(strings.TrimSuffix(line, "\n"), MostHits+1) {
			if len(hits) == MostHits {
				return hits, true, nil
			}
			hits = append(hits, Hit{from + h.Start, from + h.End})
		}
		from += len(line)
	}
	return hits, false, nil
}

// literal finds the pattern as it stands in a line, at most so often; where it has
// no capitals, it is ASCII and matches capitals, too.
func (f Find) literal(line string, most int) (out []Hit) {
	lower := f.Pattern[0]
	upper := lower
	folds := f.folds()
	if folds && lower >= 'a' && lower <= 'z' {
		upper = lower - 'a' + 'A'
	}
	// Where each spelling of the first character stands next: looked for again only
	// once it is behind, so that a line without one of them is walked through once.
	nextLower, nextUpper := -1, -1
	next := func(known int, c byte, at int) int {
		if known >= at {
			return known
		}
		if i := strings.IndexByte(line[at:], c); i >= 0 {
			return at + i
		}
		return len(line)
	}
	for at := 0; len(out) < most; {
		if !folds {
			i := strings.Index(line[at:], f.Pattern)
			if i < 0 {
				break
			}
			at += i
		} else {
			nextLower, nextUpper = next(nextLower, lower, at), next(nextUpper, upper, at)
			at = min(nextLower, nextUpper)
			if at+len(f.Pattern) > len(line) {
				break
			}
			if !strings.EqualFold(line[at:at+len(f.Pattern)], f.Pattern) {
				at++
				continue
			}
		}
		out = append(out, Hit{at, at + len(f.Pattern)})
		at += len(f.Pattern)
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

// SetHits marks places of the text, sorted and apart from each other.
func (p *Pane) SetHits(hits []Hit) { p.hits, p.hit = hits, -1 }

// SetHit makes one of the hits stand out, and scrolls it into sight.
func (p *Pane) SetHit(n int) {
	if n >= 0 && n < len(p.hits) {
		p.hit = n
		p.Reveal(p.hits[n].Start)
	}
}

// HitFrom is the first hit that starts at a byte of the text or behind it, the
// number of hits where none does.
func (p *Pane) HitFrom(offset int) int {
	return sort.Search(len(p.hits), func(i int) bool { return p.hits[i].Start >= offset })
}

// TopOffset is the byte of the text at which what is in sight begins.
func (p *Pane) TopOffset() int { return p.top().start }

// hitAt returns the hit that a byte is in, -1 for none, looking from one on that
// is not behind it.
func (p *Pane) hitAt(offset, from int) int {
	for from < len(p.hits) && p.hits[from].End <= offset {
		from++
	}
	return from
}
