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
	next := f.literal
	if f.Regexp || f.folds() && !isASCII(f.Pattern) {
		re, err := f.compile()
		if err != nil {
			return nil, false, err
		}
		next = func(line string) (start, end int) {
			at := re.FindStringIndex(line)
			if at == nil {
				return -1, -1
			}
			return at[0], at[1]
		}
	}
	const chunk = 256 << 10 // between two looks at the context
	for from := 0; from < len(f.Text) && ctx.Err() == nil; {
		to := min(from+chunk, len(f.Text))
		if i := strings.IndexByte(f.Text[to:], '\n'); i >= 0 {
			to += i + 1
		} else {
			to = len(f.Text)
		}
		for line := range strings.SplitAfterSeq(f.Text[from:to], "\n") {
			rest := strings.TrimSuffix(line, "\n")
			for at := from; rest != ""; {
				start, end := next(rest)
				if start < 0 || ctx.Err() != nil {
					break
				}
				if end == start { // an empty match: nothing to see
					_, size := utf8.DecodeRuneInString(rest[end:])
					end = min(end+max(size, 1), len(rest))
					at, rest = at+end, rest[end:]
					continue
				}
				if len(hits) == MostHits {
					return hits, true, nil
				}
				hits = append(hits, Hit{at + start, at + end})
				at, rest = at+end, rest[end:]
			}
			from += len(line)
		}
	}
	return hits, false, nil
}

// literal finds the pattern as it stands; where it has no capitals, it is ASCII and
// matches capitals, too.
func (f Find) literal(line string) (start, end int) {
	if !f.folds() {
		if start = strings.Index(line, f.Pattern); start < 0 {
			return -1, -1
		}
		return start, start + len(f.Pattern)
	}
	lower := f.Pattern[0]
	upper := lower
	if lower >= 'a' && lower <= 'z' {
		upper = lower - 'a' + 'A'
	}
	for at := 0; at+len(f.Pattern) <= len(line); at++ {
		i := strings.IndexByte(line[at:], lower)
		if upper != lower {
			// The nearer of the two; the farther one is looked for no farther than that.
			within := line[at:]
			if i >= 0 {
				within = within[:i]
			}
			if j := strings.IndexByte(within, upper); j >= 0 {
				i = j
			}
		}
		if i < 0 {
			return -1, -1
		}
		if at += i; at+len(f.Pattern) <= len(line) && strings.EqualFold(line[at:at+len(f.Pattern)], f.Pattern) {
			return at, at + len(f.Pattern)
		}
	}
	return -1, -1
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
