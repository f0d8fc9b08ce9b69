package textpane

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views/draw"
)

// index knows where the lines of a text are.
type index struct {
	text   string
	starts []uint32 // where each line starts; there is always one
	breaks int      // line breaks
	crlf   int      // line breaks that are CR LF
}

func newIndex(text string) index {
	text = text[:min(uint64(len(text)), math.MaxUint32)]
	ix := index{text: text, breaks: strings.Count(text, "\n")}
	ix.starts = make([]uint32, 1, ix.breaks+1)
	for pos := 0; ; {
		i := strings.IndexByte(text[pos:], '\n')
		if i < 0 {
			return ix
		}
		if i > 0 && text[pos+i-1] == '\r' {
			ix.crlf++
		}
		if pos += i + 1; pos == len(text) {
			return ix
		}
		ix.starts = append(ix.starts, uint32(pos))
	}
}

// line returns the bytes of a line, without its line break.
func (ix *index) line(n int) (start, end int) {
	start, end = int(ix.starts[n]), len(ix.text)
	if n+1 < len(ix.starts) {
		end = int(ix.starts[n+1])
	}
	if end > start && ix.text[end-1] == '\n' {
		if end--; end > start && ix.text[end-1] == '\r' {
			end--
		}
	}
	return start, end
}

// lineAt returns the line that a byte of the text is in.
func (ix *index) lineAt(offset int) int {
	return sort.Search(len(ix.starts), func(i int) bool { return int(ix.starts[i]) > offset }) - 1
}

const (
	// segmentSize is how many bytes of a long line are laid out at a time.
	segmentSize = 4096
	// segmentSlack is how far before its nominal place a segment may end.
	segmentSlack = 256
)

// segmentAt returns the segment of the line [start, end) that a byte is in, and
// its number. The end of the line is in the last segment.
func (ix *index) segmentAt(m uv.WidthMethod, start, end, offset int) (n, from, to int) {
	n = max(offset-start, 0) / segmentSize
	if to = ix.segmentStart(m, start, end, n+1); offset >= to && to < end {
		n++
	}
	from, to = ix.segmentStart(m, start, end, n), ix.segmentStart(m, start, end, n+1)
	if from == to && n > 0 { // the end of a line that fills its segments exactly
		n--
		from = ix.segmentStart(m, start, end, n)
	}
	return n, from, to
}

// segmentStart returns where segment n of the line [start, end) starts: about n
// times segmentSize into the line, between two clusters and best after a space.
// It depends on the bytes nearby only.
func (ix *index) segmentStart(m uv.WidthMethod, start, end, n int) int {
	at := start + n*segmentSize
	switch {
	case n == 0:
		return start
	case at >= end:
		return end
	}
	s := ix.text
	for i := at; i > at-segmentSlack; i-- {
		if s[i-1] == ' ' && isPlain(s[i]) {
			return i
		}
	}
	for i := at; i > at-segmentSlack; i-- {
		if isPlain(s[i-1]) && isPlain(s[i]) {
			return i
		}
	}
	from := at - segmentSlack
	for !utf8.RuneStart(s[from]) && from < at {
		from++
	}
	cut := at
	for g := range draw.Glyphs(m, s[from:min(at+segmentSlack, end)]) {
		if from+g.Start > at {
			break
		}
		if g.Start > 0 {
			cut = from + g.Start
		}
	}
	return cut
}

// isPlain reports whether c is printable ASCII: one glyph of one column.
func isPlain(c byte) bool { return c-0x20 < 0x5f }

// allPlain reports whether all of s is printable ASCII.
func allPlain(s string) bool {
	for i := range len(s) {
		if !isPlain(s[i]) {
			return false
		}
	}
	return true
}
