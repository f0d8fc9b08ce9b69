package safetext_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"mcperuse/views/safetext"
)

func TestLineAndText(t *testing.T) {
	marks := func(n int) string { return strings.Repeat("\u0301", n) }
	tests := []struct {
		name, in, line, text string
		inLine, inText       int // substitutes
	}{
		{"empty", "", "", "", 0, 0},
		{"ascii", `plain "text" ~`, `plain "text" ~`, `plain "text" ~`, 0, 0},
		{"new lines", "a\nb\r\nc\rd", "a␊b␍␊c␍d", "a\nb\nc␍d", 4, 1},
		{"tab", "a\tb", "a␉b", "a\tb", 1, 0},
		{"cr at the end", "a\r", "a␍", "a␍", 1, 1},
		{"cr cr lf", "a\r\r\n", "a␍␍␊", "a␍\n", 3, 1},
		{"csi", "\x1b[2J", "␛[2J", "␛[2J", 1, 1},
		{"osc 52", "\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇", "␛]52;c;aGk=␇", 2, 2},
		{"unterminated dcs hides nothing", "a\x1bPrest", "a␛Prest", "a␛Prest", 1, 1},
		{"nul bs vt ff del", "\x00\b\v\f\x7f", "␀␈␋␌␡", "␀␈␋␌␡", 5, 5},
		{"c1 as utf-8", "\u009b31m", `\u{009b}31m`, `\u{009b}31m`, 1, 1},
		{"c1 as a byte", "\x9b31m", `\x9B31m`, `\x9B31m`, 1, 1},
		{"next line", "a\u0085b", `a\u{0085}b`, `a\u{0085}b`, 1, 1},
		{"bidi override", "gpj.\u202eexe", `gpj.\u{202e}exe`, `gpj.\u{202e}exe`, 1, 1},
		{"bidi isolate", "\u2066x\u2069", `\u{2066}x\u{2069}`, `\u{2066}x\u{2069}`, 2, 2},
		{"arabic letter mark", "\u061c", `\u{061c}`, `\u{061c}`, 1, 1},
		{"zero width", "a\u200bb\u2060c\ufeffd", `a\u{200b}b\u{2060}c\u{feff}d`, `a\u{200b}b\u{2060}c\u{feff}d`, 3, 3},
		{"tags", "hi\U000e0041", `hi\u{e0041}`, `hi\u{e0041}`, 1, 1},
		{"separators", "a\u2028b\u2029", `a\u{2028}b\u{2029}`, `a\u{2028}b\u{2029}`, 2, 2},
		{"soft hyphen", "co\u00adop", `co\u{00ad}op`, `co\u{00ad}op`, 1, 1},
		{"hangul fillers", "\u115f\u1160\u3164\uffa0", `\u{115f}\u{1160}\u{3164}\u{ffa0}`, `\u{115f}\u{1160}\u{3164}\u{ffa0}`, 4, 4},
		{"grapheme joiner", "a\u034fb", `a\u{034f}b`, `a\u{034f}b`, 1, 1},
		{"mongolian vowel separator", "\u180e", `\u{180e}`, `\u{180e}`, 1, 1},
		{"invisible operators", "f\u2061x", `f\u{2061}x`, `f\u{2061}x`, 1, 1},
		{"annotation", "\ufff9a\ufffb", `\u{fff9}a\u{fffb}`, `\u{fff9}a\u{fffb}`, 2, 2},
		{"musical control", "\U0001d173", `\u{1d173}`, `\u{1d173}`, 1, 1},
		{"noncharacter", "\ufdd0\U0001ffff", `\u{fdd0}\u{1ffff}`, `\u{fdd0}\u{1ffff}`, 2, 2},
		{"invalid bytes", "a\xff\xc3(", `a\xFF\xC3(`, `a\xFF\xC3(`, 2, 2},
		{"utf-8 of a surrogate", "\xed\xa0\x80", `\xED\xA0\x80`, `\xED\xA0\x80`, 3, 3},
		{"replacement character", "\ufffd", "\ufffd", "\ufffd", 0, 0},
		{"private use", "\ue0b0", "\ue0b0", "\ue0b0", 0, 0},
		{"wide", "日本語/設計.md", "日本語/設計.md", "日本語/設計.md", 0, 0},
		{"decomposed", "e\u0301a\u0300", "e\u0301a\u0300", "e\u0301a\u0300", 0, 0},
		{"decomposed hangul", "\u1112\u1161\u11ab", "\u1112\u1161\u11ab", "\u1112\u1161\u11ab", 0, 0},
		{"devanagari", "नमस्ते", "नमस्ते", "नमस्ते", 0, 0},
		{"burmese", "ကား", "ကား", "ကား", 0, 0},
		{"thai am", "น้ำ", "น้ำ", "น้ำ", 0, 0},
		{"eight marks stay", "e" + marks(8), "e" + marks(8), "e" + marks(8), 0, 0},
		{"zalgo", "e" + marks(10) + "x", "e" + marks(8) + `\u{0301}\u{0301}x`, "e" + marks(8) + `\u{0301}\u{0301}x`, 2, 2},
		{"mark without a base", "\u0301a", `\u{0301}a`, `\u{0301}a`, 1, 1},
		{"mark on a new line", "a\n\u0301", `a␊\u{0301}`, "a\n\\u{0301}", 2, 1},
		{"mark after a substitute", "\u200b\u0301", `\u{200b}\u{0301}`, `\u{200b}\u{0301}`, 2, 2},
		{"letter that takes the next cell", "\u0d4e│", `\u{0d4e}│`, `\u{0d4e}│`, 1, 1},
		{"family", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", 0, 0},
		{"kiss with skin tones", "👩🏽‍❤️‍💋‍👨🏿", "👩🏽‍❤️‍💋‍👨🏿", "👩🏽‍❤️‍💋‍👨🏿", 0, 0},
		{"heart", "❤️", "❤️", "❤️", 0, 0},
		{"text presentation", "☎︎", "☎︎", "☎︎", 0, 0},
		{"keycap", "1️⃣#️⃣", "1️⃣#️⃣", "1️⃣#️⃣", 0, 0},
		{"flag", "🇩🇪🇯🇵", "🇩🇪🇯🇵", "🇩🇪🇯🇵", 0, 0},
		{"joiner between letters", "a\u200db", `a\u{200d}b`, `a\u{200d}b`, 1, 1},
		{"joiner at the end", "👩\u200d", `👩\u{200d}`, `👩\u{200d}`, 1, 1},
		{"selector after a letter", "a\ufe0f1\ufe0f", `a\u{fe0f}1\u{fe0f}`, `a\u{fe0f}1\u{fe0f}`, 2, 2},
		{"selectors in a row", "❤\ufe0f\ufe0f", "❤\ufe0f\\u{fe0f}", "❤\ufe0f\\u{fe0f}", 1, 1},
		{"ideograph selector", "葛\U000e0100", `葛\u{e0100}`, `葛\u{e0100}`, 1, 1},
		{"skin tone alone", "\U0001f3fd", `\u{1f3fd}`, `\u{1f3fd}`, 1, 1},
		{"skin tone after a letter", "a\U0001f3fd", `a\u{1f3fd}`, `a\u{1f3fd}`, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := safetext.Line(tt.in); got != tt.line {
				t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.line)
			}
			if got := safetext.Text(tt.in); got != tt.text {
				t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.text)
			}
			if got := safetext.Count(tt.in, safetext.OneLine); got != tt.inLine {
				t.Errorf("Count(%q, OneLine) = %d, want %d", tt.in, got, tt.inLine)
			}
			if got := safetext.Count(tt.in, safetext.MultiLine); got != tt.inText {
				t.Errorf("Count(%q, MultiLine) = %d, want %d", tt.in, got, tt.inText)
			}
		})
	}
}

func TestSegments(t *testing.T) {
	got := slices.Collect(safetext.Segments("né\x1b[0m\xff\u202e"))
	want := []safetext.Segment{
		{Text: "né", Start: 0, End: 3},
		{Text: "␛", Start: 3, End: 4, Substitute: true},
		{Text: "[0m", Start: 4, End: 7},
		{Text: `\xFF`, Start: 7, End: 8, Substitute: true},
		{Text: `\u{202e}`, Start: 8, End: 11, Substitute: true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	for seg := range safetext.Segments("a\x00b") {
		if seg.Text != "a" {
			t.Errorf("first segment is %q", seg.Text)
		}
		break
	}
}

// One cluster must not grow without end: it would be drawn in one cell.
func TestClustersAreBounded(t *testing.T) {
	const many = 500
	tests := []struct{ name, in string }{
		{"marks", "a" + strings.Repeat("\u0301", many)},
		{"spacing marks", "क" + strings.Repeat("\u0903", many)},
		{"leading jamo", strings.Repeat("\u1100", many)},
		{"conjuncts", strings.Repeat("क\u094d", many)},
		{"joined emoji", strings.Repeat("👩\u200d", many) + "👩"},
		{"prepended", strings.Repeat("\u0d4e", many) + "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			longest := 0
			for g := graphemes.FromString(safetext.Line(tt.in)); g.Next(); {
				longest = max(longest, utf8.RuneCountInString(g.Value()))
			}
			if longest > 32 {
				t.Errorf("a cluster of %d code points is left", longest)
			}
		})
	}
}

// Every code point, alone and after a letter, must leave nothing hidden and
// nothing that could join a neighbouring cell.
func TestEveryCodePoint(t *testing.T) {
	joins := func(a, b string) bool { return len(graphemes.FromString(a+b).First()) != len(a) }
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r <= 0xdfff {
			continue
		}
		if r > 0x20000 && r < 0xe0000 && r&0xffff < 0xfff0 {
			continue // ideographs and unassigned planes: only their ends are special
		}
		for _, in := range []string{string(r), "a" + string(r) + "b"} {
			for _, out := range []string{safetext.Line(in), safetext.Text(in)} {
				if msg := unsafe(out); msg != "" {
					t.Fatalf("%U: %q: %s", r, out, msg)
				}
			}
		}
		out := safetext.Line(string(r))
		last := graphemes.FromString(out)
		tail := ""
		for last.Next() {
			tail = last.Value()
		}
		if joins(" ", out) || joins(tail, "│") || joins(tail, " ") {
			t.Fatalf("%U: %q joins its neighbour", r, out)
		}
	}
}

// unsafe says what is wrong with sanitised text. It restates the rules on its own,
// apart from emoji.
func unsafe(s string) string {
	if !utf8.ValidString(s) {
		return "not UTF-8"
	}
	rs := []rune(s)
	run := 0
	for i, r := range rs {
		switch {
		case r == '\n' || r == '\t':
		case r < 0x20, r >= 0x7f && r <= 0x9f:
			return fmt.Sprintf("control %U", r)
		case r == '\u200d', r == '\ufe0e', r == '\ufe0f':
			if i == 0 || rs[i-1] < 0x80 && (i+1 == len(rs) || rs[i+1] != '\u20e3') {
				return fmt.Sprintf("stray %U", r)
			}
		case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point,
			unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
			return fmt.Sprintf("hidden %U", r)
		}
		if unicode.Is(unicode.M, r) && len(graphemes.FromString("a"+string(r)).First()) > 1 {
			if run++; run > 9 { // eight and a variation selector
				return "too many marks"
			}
		} else {
			run = 0
		}
	}
	return ""
}

func TestSegmentsPartNoCluster(t *testing.T) {
	for _, unit := range []string{"abcdefg", "日本語", "e\u0301\u0301", "a👩🏽‍❤️‍💋‍👨🏿🇩🇪", "क्षत्रिय", "\u1112\u1161\u11ab"} {
		for shift := range 8 {
			s := strings.Repeat("x", shift) + strings.Repeat(unit, 300)
			n := 0
			for seg := range safetext.Segments(s) {
				if len(seg.Text) > 1024 {
					t.Errorf("%q: a run of %d bytes", unit, len(seg.Text))
				}
				for g := graphemes.FromString(seg.Text); g.Next(); n++ {
				}
			}
			want := 0
			for g := graphemes.FromString(s); g.Next(); want++ {
			}
			if n != want {
				t.Errorf("%q: %d clusters in the segments, %d in the text", unit, n, want)
			}
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, s := range []string{
		"", "plain", "a\nb\r\nc\rd\te", "\x1b[31mred\x1b]0;t\x07", "\xff\xfe", "👩🏽‍❤️‍💋‍👨🏿🇩🇪1️⃣", "e\u0301\u0301\u0301",
		"क\u094dक\u094dक", "\u1100\u1161\u11a8", "\u0d4ea", "\u202eabc\u202c", "a\u200d👩\u200d👩", "\U000e0041\u034f",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line, text := safetext.Line(s), safetext.Text(s)
		for _, out := range []string{line, text} {
			if msg := unsafe(out); msg != "" {
				t.Fatalf("%q -> %q: %s", s, out, msg)
			}
		}
		if strings.ContainsAny(line, "\n\t") {
			t.Fatalf("Line(%q) = %q has white space of documents", s, line)
		}
		if again := safetext.Line(line); again != line {
			t.Fatalf("Line is not idempotent: %q -> %q -> %q", s, line, again)
		}
		if again := safetext.Text(text); again != text {
			t.Fatalf("Text is not idempotent: %q -> %q -> %q", s, text, again)
		}
		if (line == s) != (safetext.Count(s, safetext.OneLine) == 0) {
			t.Fatalf("Count(%q) = %d, but Line gives %q", s, safetext.Count(s, safetext.OneLine), line)
		}
		var joined strings.Builder
		end, n := 0, 0
		for seg := range safetext.Segments(s) {
			if seg.Start != end || seg.End <= seg.Start {
				t.Fatalf("%q: segment %+v does not follow %d", s, seg, end)
			}
			if !seg.Substitute && seg.Text != s[seg.Start:seg.End] || seg.Text == "" {
				t.Fatalf("%q: segment %+v is not what it stands for", s, seg)
			}
			if seg.Substitute {
				n++
			}
			end = seg.End
			joined.WriteString(seg.Text)
		}
		if end != len(s) || joined.String() != line || n != safetext.Count(s, safetext.OneLine) {
			t.Fatalf("%q: segments give %q up to %d with %d substitutes", s, joined.String(), end, n)
		}
	})
}

func TestCleanTextIsNotCopied(t *testing.T) {
	s := strings.Repeat("clean text, naïve 日本語 👍\n", 50)
	for name, f := range map[string]func(){
		"Text":  func() { _ = safetext.Text(s) },
		"Count": func() { _ = safetext.Count(s, safetext.MultiLine) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func BenchmarkText(b *testing.B) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, bb := range []struct{ name, text string }{
		{"ascii", fill("func main() { println(\"hello\") }\n")},
		{"cjk", fill("日本語の設計文書。")},
		{"emoji", fill("👩🏽‍❤️‍💋‍👨🏿 ❤️ 🇩🇪 ")},
		{"escapes", fill("\x1b[31mx\x1b[0m\u202e")},
		{"marks", "a" + fill("\u0301")},
		{"jamo", fill("\u1100")},
		{"invalid", fill("\xff")},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(bb.text)))
			b.ReportAllocs()
			for b.Loop() {
				safetext.Text(bb.text)
			}
		})
	}
}
