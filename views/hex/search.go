package hex

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"mcperuse/views/find"
)

// Pattern returns the bytes that a line stands for: pairs of hexadecimal digits
// with blanks between them ("de ad") or after 0x, a text in double quotes, or any
// other text as it is.
func Pattern(line string) ([]byte, error) {
	text := strings.TrimSpace(line)
	if digits, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		data, err := hex.DecodeString(digits)
		if err != nil || len(data) == 0 {
			return nil, errors.New("0x wants pairs of hexadecimal digits")
		}
		return data, nil
	}
	if n := len(text); n > 2 && text[0] == '"' && text[n-1] == '"' {
		return []byte(text[1 : n-1]), nil
	}
	var data []byte
	for pair := range strings.FieldsSeq(text) {
		c, err := strconv.ParseUint(pair, 16, 8)
		if len(pair) != 2 || err != nil {
			return []byte(line), nil
		}
		data = append(data, byte(c))
	}
	return data, nil
}

// Search finds a pattern everywhere in a source; hits may overlap. It stops early,
// with what it has, when ctx ends.
func Search(ctx context.Context, src Source, pattern []byte) (hits []find.Hit, more bool) {
	const chunk = 256 << 10
	if len(pattern) == 0 {
		return nil, false
	}
	buf := make([]byte, chunk+len(pattern)-1)
	for base := int64(0); base < src.Size() && ctx.Err() == nil; base += chunk {
		n, _ := src.ReadAt(buf, base)
		for at := 0; ; at++ {
			i := bytes.Index(buf[at:n], pattern)
			if i < 0 {
				break
			}
			if len(hits) == find.MostHits {
				return hits, true
			}
			at += i
			start := int(base) + at
			hits = append(hits, find.Hit{Start: start, End: start + len(pattern)})
		}
	}
	return hits, false
}

// A pane is a [find.Surface].
var _ find.Surface = (*Pane)(nil)

// Search returns the search for bytes: see [Pattern].
func (p *Pane) Search(q find.Query) func(context.Context) find.Found {
	src := p.src
	return func(ctx context.Context) find.Found {
		found := find.Found{Query: q}
		pattern, err := Pattern(q.Pattern)
		switch {
		case q.Regexp:
			found.Err = errors.New("bytes have no regular expressions")
		case err != nil:
			found.Err = err
		default:
			found.Hits, found.More = Search(ctx, src, pattern)
		}
		return found
	}
}

// SetHits marks places of the bytes; those of one search are equally long.
func (p *Pane) SetHits(hits []find.Hit) { p.hits = hits }

// SetHit moves the cursor to one of the hits.
func (p *Pane) SetHit(n int) { p.SetCursor(int64(p.hits[n].Start)) }

// At is the offset under the cursor.
func (p *Pane) At() int { return int(p.cursor) }

// Return moves the cursor to an offset.
func (p *Pane) Return(at int) { p.SetCursor(int64(at)) }

// GoTo moves the cursor to the offset that a line stands for: see [Pane.Offset].
func (p *Pane) GoTo(line string) error {
	offset, err := p.Offset(line)
	if err == nil {
		p.SetCursor(offset)
	}
	return err
}

// Hints say what can be looked for, and gone to.
func (p *Pane) Hints() (search, goTo string) {
	return "de ad, 0xdead or text", "1024, 0x400, 50%, +16 or -16"
}

// marked tells which of n bytes from an offset on belong to a hit.
func (p *Pane) marked(from int64, n int) []bool {
	out := make([]bool, n)
	first := sort.Search(len(p.hits), func(i int) bool { return int64(p.hits[i].End) > from })
	next := int64(0) // what is before it is marked already: hits may overlap
	for _, h := range p.hits[first:] {
		start, end := int64(h.Start)-from, int64(h.End)-from
		if start >= int64(n) || next >= int64(n) {
			break
		}
		for i := max(start, next); i < min(end, int64(n)); i++ {
			out[i] = true
		}
		next = max(next, end)
	}
	return out
}

// Offset returns the offset that a line stands for: decimal, hexadecimal with 0x,
// a percentage, or with + or - a distance from the cursor.
func (p *Pane) Offset(line string) (int64, error) {
	text := strings.TrimSpace(line)
	if part, ok := strings.CutSuffix(text, "%"); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(f >= 0 && f <= 100) {
			return 0, errors.New("a percentage is between 0% and 100%")
		}
		return int64(f / 100 * float64(max(p.size-1, 0))), nil
	}
	base := int64(0)
	digits := text
	if text != "" && (text[0] == '+' || text[0] == '-') {
		base, digits = p.cursor, text[1:]
	}
	var n uint64
	var err error
	if h, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok {
		n, err = strconv.ParseUint(h, 16, 62)
	} else {
		n, err = strconv.ParseUint(digits, 10, 62)
	}
	if err != nil {
		return 0, errors.New("an offset is a number, 0x and hexadecimal digits, a percentage, or + or - and a distance")
	}
	to := base + int64(n)
	if text[0] == '-' {
		to = base - int64(n)
	}
	if to < 0 || to >= p.size {
		return 0, fmt.Errorf("there is no offset %d: the last one is %d", to, p.size-1)
	}
	return to, nil
}
