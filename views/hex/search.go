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
)

// Hits are where a pattern occurs.
type Hits struct {
	Offsets []int64 // ascending; occurrences may overlap
	More    bool    // there are more than are kept
}

// maxHits bounds how many hits are kept: eight megabytes of offsets.
const maxHits = 1 << 20

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

// Search finds a pattern everywhere in a source. It stops early, with what it has,
// when ctx ends.
func Search(ctx context.Context, src Source, pattern []byte) (hits Hits) {
	const chunk = 256 << 10
	if len(pattern) == 0 {
		return hits
	}
	buf := make([]byte, chunk+len(pattern)-1)
	for base := int64(0); base < src.Size() && ctx.Err() == nil; base += chunk {
		n, _ := src.ReadAt(buf, base)
		for at := 0; ; at++ {
			i := bytes.Index(buf[at:n], pattern)
			if i < 0 {
				break
			}
			if len(hits.Offsets) == maxHits {
				hits.More = true
				return hits
			}
			at += i
			hits.Offsets = append(hits.Offsets, base+int64(at))
		}
	}
	return hits
}

// SetHits marks a pattern and moves to the first hit from the cursor on, around
// the end.
func (p *Pane) SetHits(pattern []byte, hits Hits) {
	p.pattern, p.hits = pattern, hits
	if n := len(hits.Offsets); n > 0 {
		p.GoTo(hits.Offsets[p.hitFrom(p.cursor)%n])
	}
}

// NextHit moves to the next hit after the cursor, or the one before it, around
// the ends. It reports false where there is none.
func (p *Pane) NextHit(backward bool) bool {
	n := len(p.hits.Offsets)
	if n == 0 {
		return false
	}
	i := p.hitFrom(p.cursor + 1)
	if backward {
		i = p.hitFrom(p.cursor) - 1 + n
	}
	p.GoTo(p.hits.Offsets[i%n])
	return true
}

// Hit says which hit the cursor is on, from 1 and 0 for none, and how many there
// are. More are not counted.
func (p *Pane) Hit() (at, of int, more bool) {
	i := p.hitFrom(p.cursor)
	if i < len(p.hits.Offsets) && p.hits.Offsets[i] == p.cursor {
		at = i + 1
	}
	return at, len(p.hits.Offsets), p.hits.More
}

// hitFrom is the index of the first hit at an offset or after it.
func (p *Pane) hitFrom(offset int64) int {
	o := p.hits.Offsets
	return sort.Search(len(o), func(i int) bool { return o[i] >= offset })
}

// marks tells which bytes belong to an occurrence of the pattern.
func marks(data, pattern []byte) []bool {
	out := make([]bool, len(data))
	if len(pattern) == 0 {
		return out
	}
	for at := 0; ; at++ {
		i := bytes.Index(data[at:], pattern)
		if i < 0 {
			return out
		}
		at += i
		for j := range pattern {
			out[at+j] = true
		}
	}
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
