package filter

import (
	"unicode"
	"unicode/utf8"
)

// What makes one way to find characters read better than another: characters
// that stand together, at the starts of words.
const (
	scoreHit      = 16
	scoreBoundary = 8 // after a separator, or at the start
	scoreCamel    = 7 // a capital after a small letter, a digit after a letter
	scoreRun      = 5 // the character before it is part of it, too
	costGap       = 3 // for the first character left out between two
	costGapMore   = 1 // for every further one
)

// mostCells bounds the work of finding the best way, in bytes of the text times
// bytes of the pattern: well below a tenth of a millisecond.
const mostCells = 1 << 13

// impossible is less than any score.
const impossible = -1 << 30

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

// best finds the way with the highest score, and that score. Its cost is that of a
// table with one row for each character of the pattern.
func (w *window) best(out []Span) (spans []Span, score int32) {
	n, m := len(w.runes), len(w.want)
	bonus := make([]int32, n)
	before := w.before
	for i, r := range w.runes {
		bonus[i] = bonusAt(before, r)
		before = r
	}
	// ends[k*n+i] is the best score of the first k+1 characters of the pattern
	// with the last one at i, and from[k*n+i] where the one before it is then.
	ends, from := make([]int32, m*n), make([]int32, m*n)
	for k, want := range w.want {
		row, last := ends[k*n:(k+1)*n], ends[max(k-1, 0)*n:]
		gap, gapAt := int32(impossible), int32(-1) // the best end of the row before, at least one character back
		for i, r := range w.runes {
			if k > 0 && i >= 2 {
				gap -= costGapMore
				if s := last[i-2] - costGap; s > gap {
					gap, gapAt = s, int32(i-2)
				}
			}
			row[i] = impossible
			if !w.p.same(r, want) {
				continue
			}
			switch {
			case k == 0:
				row[i], from[i] = scoreHit+2*bonus[i], -1
			case i > 0 && last[i-1] > impossible/2 && last[i-1]+max(scoreRun, bonus[i]) >= gap+bonus[i]:
				row[i], from[k*n+i] = last[i-1]+scoreHit+max(scoreRun, bonus[i]), int32(i-1)
			case gap > impossible/2:
				row[i], from[k*n+i] = gap+scoreHit+bonus[i], gapAt
			}
		}
	}
	end := 0
	for i, s := range ends[(m-1)*n:] {
		if s > ends[(m-1)*n+end] {
			end = i
		}
	}
	score = ends[(m-1)*n+end]
	indices := make([]int, m)
	for k := m - 1; k >= 0; k-- {
		indices[k] = end
		end = int(from[k*n+end])
	}
	for _, i := range indices {
		out = append(out, Span{w.at[i], w.at[i+1]})
	}
	return out, score
}

func bonusAt(before, r rune) int32 {
	switch {
	case !inWord(before) && inWord(r):
		return scoreBoundary
	case unicode.IsUpper(r) && unicode.IsLower(before), unicode.IsDigit(r) && unicode.IsLetter(before):
		return scoreCamel
	}
	return 0
}
