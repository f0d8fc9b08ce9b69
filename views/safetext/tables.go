package safetext

import (
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/rangetable"
)

// isHidden reports whether r has no shape of its own, controls the layout of
// others, or does not exist.
func isHidden(r rune) bool { return unicode.Is(hidden, r) }

var hidden = rangetable.Merge(
	unicode.Cc,
	unicode.Cf, // bidi, zero-width, tags, annotations, musical and shorthand controls
	unicode.Zl,
	unicode.Zp,
	unicode.Noncharacter_Code_Point,
	unicode.Other_Default_Ignorable_Code_Point, // fillers, reserved ignorables
	unicode.Variation_Selector,
	prepended,
)

// prepended holds the letters with Grapheme_Cluster_Break=Prepend (UAX #29): they
// form one cluster with any character that follows. Those in Cf are in hidden anyway.
var prepended = rangetable.New(
	0x0d4e,
	0x111c2, 0x111c3,
	0x113d1,
	0x1193f, 0x11941,
	0x11a3a, 0x11a84, 0x11a85, 0x11a86, 0x11a87, 0x11a88, 0x11a89,
	0x11d46,
	0x11f02,
)

// isMark reports whether r is drawn on, or as one with, the character before it:
// Grapheme_Cluster_Break is Extend, SpacingMark, V or T (UAX #29).
func isMark(r rune) bool { return unicode.Is(marks, r) && !unicode.Is(apart, r) }

var marks = rangetable.Merge(unicode.M, &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0897, Hi: 0x0897, Stride: 1},
		{Lo: 0x0e33, Hi: 0x0e33, Stride: 1}, // Thai and Lao AM
		{Lo: 0x0eb3, Hi: 0x0eb3, Stride: 1},
		{Lo: 0x1161, Hi: 0x11ff, Stride: 1}, // Hangul vowels and finals
		{Lo: 0x1acf, Hi: 0x1aeb, Stride: 1},
		{Lo: 0xd7b0, Hi: 0xd7fb, Stride: 1},
		{Lo: 0xff9e, Hi: 0xff9f, Stride: 1}, // halfwidth katakana sound marks
	},
	// Marks of Unicode 16 and 17, which package unicode does not know yet.
	R32: []unicode.Range32{
		{Lo: 0x10d69, Hi: 0x10d6d, Stride: 1},
		{Lo: 0x10efa, Hi: 0x10efc, Stride: 1},
		{Lo: 0x113b8, Hi: 0x113d0, Stride: 1},
		{Lo: 0x113d2, Hi: 0x113d2, Stride: 1},
		{Lo: 0x113e1, Hi: 0x113e2, Stride: 1},
		{Lo: 0x11b60, Hi: 0x11b67, Stride: 1},
		{Lo: 0x11f5a, Hi: 0x11f5a, Stride: 1},
		{Lo: 0x1611e, Hi: 0x1612f, Stride: 1},
		{Lo: 0x16d63, Hi: 0x16d63, Stride: 1},
		{Lo: 0x16d67, Hi: 0x16d6a, Stride: 1},
		{Lo: 0x1e5ee, Hi: 0x1e5ef, Stride: 1},
		{Lo: 0x1e6e3, Hi: 0x1e6e3, Stride: 1},
		{Lo: 0x1e6e6, Hi: 0x1e6e6, Stride: 1},
		{Lo: 0x1e6ee, Hi: 0x1e6ef, Stride: 1},
		{Lo: 0x1e6f5, Hi: 0x1e6f5, Stride: 1},
	},
})

// apart holds the marks that are clusters of their own, Burmese vowels mostly.
var apart = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x102b, Hi: 0x102c, Stride: 1},
		{Lo: 0x1038, Hi: 0x1038, Stride: 1},
		{Lo: 0x1062, Hi: 0x1064, Stride: 1},
		{Lo: 0x1067, Hi: 0x106d, Stride: 1},
		{Lo: 0x1083, Hi: 0x1083, Stride: 1},
		{Lo: 0x1087, Hi: 0x108c, Stride: 1},
		{Lo: 0x108f, Hi: 0x108f, Stride: 1},
		{Lo: 0x109a, Hi: 0x109c, Stride: 1},
		{Lo: 0x1a61, Hi: 0x1a61, Stride: 1},
		{Lo: 0x1a63, Hi: 0x1a64, Stride: 1},
		{Lo: 0xaa7b, Hi: 0xaa7b, Stride: 1},
		{Lo: 0xaa7d, Hi: 0xaa7d, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0x11720, Hi: 0x11721, Stride: 1}},
}

// isPictograph reports whether r is Extended_Pictographic (UTS #51). Only such a
// character continues a cluster after a pictograph and a joiner (UAX #29, GB11).
func isPictograph(r rune) bool {
	if r < 0xa9 || isMark(r) {
		return false
	}
	probe := utf8.AppendRune(append(make([]byte, 0, 16), "\u2764\u200d"...), r)
	return len(graphemes.FromBytes(probe).First()) == len(probe) && !isHidden(r) &&
		(r < firstSkin || r > lastSkin)
}
