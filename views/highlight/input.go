package highlight

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"mcperuse/views/textpane"
)

// input is what a lexer gets: the text without its long lines. It maps tokens back
// to the text.
type input struct {
	text string
	gaps []gap // the long lines

	pos   int // how much of the input has been covered by tokens
	spans []textpane.Span
	style uint16 // of the last span
	next  int    // the first gap not passed yet
	left  int    // bytes in the gaps passed
}

// gap is a long line that was left out: at bytes into the input, size bytes long.
type gap struct{ at, size int }

func newInput(text string, longest int) *input {
	in := &input{text: text}
	if len(text) <= longest {
		return in
	}
	var kept strings.Builder
	from := 0 // what is kept since the last gap
	for pos := 0; pos < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
			end = pos + i
		}
		if end-pos > longest {
			kept.WriteString(text[from:pos])
			in.gaps = append(in.gaps, gap{kept.Len(), end - pos})
			from = end
		}
		pos = end + 1
	}
	if from > 0 {
		kept.WriteString(text[from:])
		in.text = kept.String()
	}
	return in
}

// source returns the byte of the text that a byte of the input stands for; the
// bytes are asked for in order.
func (in *input) source(at int) int {
	for in.next < len(in.gaps) && in.gaps[in.next].at <= at {
		g := in.gaps[in.next]
		if in.style != 0 { // a token goes on on both sides of a long line
			in.spans = append(in.spans, textpane.Span{Offset: uint32(g.at + in.left)},
				textpane.Span{Offset: uint32(g.at + in.left + g.size), Style: in.style})
		}
		in.left += g.size
		in.next++
	}
	return at + in.left
}

// add takes the next token.
func (in *input) add(token chroma.Token) {
	from, n := in.find(token.Value)
	if n > 0 {
		if style := styleOf(token.Type); style != in.style {
			offset := uint32(in.source(from))
			if last := len(in.spans) - 1; last >= 0 && in.spans[last].Offset == offset {
				in.spans = in.spans[:last]
			}
			in.spans = append(in.spans, textpane.Span{Offset: offset, Style: style})
			in.style = style
		}
	}
	in.pos = from + n
}

// finish passes the gaps that are left.
func (in *input) finish() { in.source(len(in.text)) }

// find returns where a token is in the input and how long it is there. A token is
// not always the next bytes: lexers see CR LF as LF, bytes that are not UTF-8 as
// U+FFFD, a line feed at the end that may not be there, and a few of them leave
// characters out.
func (in *input) find(token string) (from, n int) {
	const far = 256 // more than any lexer leaves out
	for from = in.pos; from <= min(in.pos+far, len(in.text)); from++ {
		if n, ok := match(in.text[from:], token); ok {
			return from, n
		}
	}
	return in.pos, min(len(token), len(in.text)-in.pos)
}

// match returns the length of the token at the start of s, if it is there.
func match(s, token string) (n int, ok bool) {
	if strings.HasPrefix(s, token) {
		return len(token), true
	}
	for _, want := range token {
		if n == len(s) {
			return n, want == '\n' && n > 0
		}
		got, size := utf8.DecodeRuneInString(s[n:])
		if got == '\r' && want == '\n' {
			if n+1 < len(s) && s[n+1] == '\n' {
				size = 2
			}
			got = '\n'
		}
		if got != want {
			return 0, false
		}
		n += size
	}
	return n, true
}
