package filter

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lower is every byte in lower case, as far as it is ASCII.
var lower = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if i >= 'A' && i <= 'Z' {
			t[i] += 'a' - 'A'
		}
	}
	return t
}()

// fold is a rune in lower case. What is not ASCII stays so, so that a text of
// ASCII can be looked for byte by byte.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(lower[r])
	}
	if l := unicode.ToLower(r); l >= utf8.RuneSelf {
		return l
	}
	return r
}

func foldString(s string) string { return strings.Map(fold, s) }

// text is what a pattern can be looked for in. Bytes that are not UTF-8 count as
// one character each.
type text interface{ string | []byte }

func decode[T text](s T) (rune, int) {
	if len(s) > utf8.UTFMax {
		s = s[:utf8.UTFMax]
	}
	return utf8.DecodeRuneInString(string(s))
}

func decodeLast[T text](s T) (rune, int) {
	if len(s) > utf8.UTFMax {
		s = s[len(s)-utf8.UTFMax:]
	}
	return utf8.DecodeLastRuneInString(string(s))
}

func indexByte[T text](s T, c byte) int {
	switch s := any(s).(type) {
	case string:
		return strings.IndexByte(s, c)
	case []byte:
		return bytes.IndexByte(s, c)
	}
	return -1
}

// pattern is a text to look for.
type pattern struct {
	text      string // in lower case unless sensitive
	sensitive bool   // to case: there is a capital letter in it
	ascii     bool
	rare      int // the place of its rarest byte, where ascii
}

func newPattern(s string) pattern {
	p := pattern{text: foldString(s), ascii: true}
	if p.sensitive = p.text != s; p.sensitive {
		p.text = s
	}
	for i := range len(p.text) {
		p.ascii = p.ascii && p.text[i] < utf8.RuneSelf
		if rarity(p.text[i]) > rarity(p.text[p.rare]) {
			p.rare = i
		}
	}
	return p
}

// rarity ranks bytes by how seldom they are in names and URIs.
func rarity(c byte) int {
	const common = "etaonisrlcdm/p.f-_ughb:yvwkxjqz" // the most common first
	if i := strings.IndexByte(common, lower[c]); i >= 0 {
		return i
	}
	return len(common)
}

func (p *pattern) same(r, want rune) bool {
	return r == want || !p.sensitive && fold(r) == want
}

// byteIn returns the first place of a byte of an ASCII pattern in s, from a place
// on, and len(s) where there is none.
func byteIn[T text](p *pattern, s T, c byte, from int) int {
	at := len(s)
	if i := indexByte(s[from:], c); i >= 0 {
		at = from + i
	}
	if !p.sensitive && c >= 'a' && c <= 'z' {
		if i := indexByte(s[from:at], c-('a'-'A')); i >= 0 {
			at = from + i
		}
	}
	return at
}

// subsequenceOf reports whether s has the characters of p in their order.
func (p *pattern) subsequenceOf(s string) bool {
	want := p.text
	if want == "" {
		return true
	}
	if p.ascii {
		for i, j := 1, byteIn(p, s, want[0], 0)+1; j <= len(s); j++ {
			if i == len(want) {
				return true
			}
			if j < len(s) && (s[j] == want[i] || !p.sensitive && lower[s[j]] == want[i]) {
				i++
			}
		}
		return false
	}
	next, width := utf8.DecodeRuneInString(want)
	for _, r := range s {
		if p.same(r, next) {
			if want = want[width:]; want == "" {
				return true
			}
			next, width = utf8.DecodeRuneInString(want)
		}
	}
	return false
}

// startOf returns the length of p at the start of s, -1 where s starts otherwise.
func startOf[T text](p *pattern, s T) int {
	if p.ascii {
		if len(s) < len(p.text) {
			return -1
		}
		for i := range len(p.text) {
			if s[i] != p.text[i] && (p.sensitive || lower[s[i]] != p.text[i]) {
				return -1
			}
		}
		return len(p.text)
	}
	at := 0
	for _, want := range p.text {
		if at == len(s) {
			return -1
		}
		r, width := decode(s[at:])
		if !p.same(r, want) {
			return -1
		}
		at += width
	}
	return at
}

// endOf returns where p starts at the end of s, -1 where s ends otherwise.
func endOf[T text](p *pattern, s T) int {
	at := len(s)
	for range utf8.RuneCountInString(p.text) {
		if at == 0 {
			return -1
		}
		_, width := decodeLast(s[:at])
		at -= width
	}
	if startOf(p, s[at:]) != len(s)-at {
		return -1
	}
	return at
}

// index returns the first place of p in s, -1 where there is none.
func index[T text](p *pattern, s T) int {
	switch {
	case p.text == "":
		return 0
	case p.ascii:
		return indexASCII(p, s)
	}
	first, _ := utf8.DecodeRuneInString(p.text)
	for at := 0; at < len(s); {
		r, width := decode(s[at:])
		if p.same(r, first) && startOf(p, s[at:]) >= 0 {
			return at
		}
		at += width
	}
	return -1
}

// indexASCII goes from one place of the rarest byte to the next.
func indexASCII[T text](p *pattern, s T) int {
	last := len(s) - len(p.text) // where p can start
	for at := 0; at <= last; at++ {
		at = byteIn(p, s[:last+p.rare+1], p.text[p.rare], at+p.rare) - p.rare
		if at <= last && startOf(p, s[at:]) >= 0 {
			return at
		}
	}
	return -1
}

// indexWord is index for a place with no letter or digit on either side.
func indexWord[T text](p *pattern, s T) int {
	for at := 0; ; {
		i := index(p, s[at:])
		if i < 0 {
			return -1
		}
		at += i
		before, _ := decodeLast(s[:at])
		after, _ := decode(s[at+startOf(p, s[at:]):])
		if !inWord(before) && !inWord(after) {
			return at
		}
		_, width := decode(s[at:])
		at += width
	}
}

// inWord reports whether a character is part of a word. At either end of a text
// the decoder returns utf8.RuneError, which is not.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
