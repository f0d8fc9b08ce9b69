package draw

import (
	"iter"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/safetext"
)

// Glyph is what is drawn for one grapheme cluster, or for one hidden character.
type Glyph struct {
	Text       string
	Width      int  // columns, 1 at least
	Start, End int  // the bytes of the source it stands for
	Substitute bool // Text stands for a hidden character, and may take several cells
}

// Glyphs cuts s, from a server or not, into what is drawn for it on one line of a
// screen with the width method m.
func Glyphs(m uv.WidthMethod, s string) iter.Seq[Glyph] {
	m = method(m)
	return func(yield func(Glyph) bool) {
		for seg := range safetext.Segments(s) {
			if seg.Substitute {
				g := Glyph{seg.Text, utf8.RuneCountInString(seg.Text), seg.Start, seg.End, true}
				if !yield(g) {
					return
				}
				continue
			}
			for pos := 0; pos < len(seg.Text); {
				text, w := Cluster(m, seg.Text[pos:])
				g := Glyph{text, w, seg.Start + pos, seg.Start + pos + len(text), false}
				if !yield(g) {
					return
				}
				pos += len(text)
			}
		}
	}
}

// Cluster returns the first grapheme cluster of s, which must not be empty, and
// its width: what a screen of ultraviolet puts into one cell.
func Cluster(m uv.WidthMethod, s string) (string, int) {
	if len(s) == 1 || s[0] < utf8.RuneSelf && s[1] < utf8.RuneSelf {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, method(m))
}
