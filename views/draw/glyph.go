package draw

import (
	"iter"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/safetext"
)

// glyph is what is drawn for one grapheme cluster, or for one hidden character.
type glyph struct {
	text       string
	width      int // columns
	start, end int // bytes of the source
	substitute bool
}

// glyphs cuts s into what is drawn for it. A substitute is one glyph however many
// columns it takes: it is cut as a whole.
func glyphs(wm uv.WidthMethod, s string) iter.Seq[glyph] {
	m := method(wm)
	return func(yield func(glyph) bool) {
		for seg := range safetext.Segments(s) {
			if seg.Substitute {
				g := glyph{seg.Text, utf8.RuneCountInString(seg.Text), seg.Start, seg.End, true}
				if !yield(g) {
					return
				}
				continue
			}
			for pos := 0; pos < len(seg.Text); {
				text, w := Cluster(m, seg.Text[pos:])
				g := glyph{text, w, seg.Start + pos, seg.Start + pos + len(text), false}
				if !yield(g) {
					return
				}
				pos += len(text)
			}
		}
	}
}

// Cluster returns the first grapheme cluster of s, which must not be empty, and
// its width in columns: what a screen with the width method m puts into one cell.
func Cluster(m uv.WidthMethod, s string) (string, int) {
	if len(s) == 1 || s[0] < utf8.RuneSelf && s[1] < utf8.RuneSelf {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, method(m))
}
