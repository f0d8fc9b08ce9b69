// Package safetext turns text from a server into text that is safe and honest
// to show. It is the only way server text reaches a screen, a log or a terminal.
//
// Characters that drive a terminal, reorder or hide text, or have no shape of
// their own are replaced by something visible; nothing is ever removed silently:
//
//   - C0 controls and DEL become control pictures: ␛ ␇ ␀ ␡.
//   - C1 controls, bidi controls, zero-width and other format characters, tag
//     characters, line and paragraph separators, soft hyphens, fillers, stray
//     variation selectors and joiners, and noncharacters become \u{202e}.
//   - Bytes that are not UTF-8 become \xFF.
//   - Combining marks are kept up to eight on one base and code points up to 32 in
//     one grapheme cluster; further ones, and marks with no base to sit on,
//     become \u{301}. So do the few letters that attach themselves to whatever
//     follows, which could otherwise be a border of the screen.
//
// A zero-width joiner or an emoji variation selector stays when it is part of an
// emoji. Private-use characters stay: fonts give them shapes.
//
// All functions are pure and safe for concurrent use. Sanitised text passes
// through unchanged, without allocation.
package safetext

import (
	"iter"
	"strings"
)

// Mode says which white space is part of the text.
type Mode uint8

const (
	// OneLine is for names, URIs, descriptions, titles and errors: line breaks
	// and tabs are substituted like any other control character.
	OneLine Mode = iota
	// MultiLine is for documents: line feeds and tabs stay, CR LF counts as one
	// line feed.
	MultiLine
)

// Line returns s made safe for a single row: line breaks and tabs become ␊, ␍
// and ␉, everything else follows the rules of the package.
func Line(s string) string { return clean(s, OneLine) }

// Text returns s made safe as a document: line feeds and tabs stay, CR LF becomes
// LF and a lone CR becomes ␍. The tabs are harmless in a terminal, but a screen
// drawn by cells has to expand them.
func Text(s string) string { return clean(s, MultiLine) }

// Count returns how many characters of s are substituted in the given mode. An
// invalid byte counts as one character; CR LF in [MultiLine] does not count.
func Count(s string, mode Mode) int {
	n := 0
	for sc := (scanner{s: s, mode: mode}); sc.next(); {
		if sc.seg.Substitute {
			n++
		}
	}
	return n
}

// Segment is a piece of text ready for the screen.
type Segment struct {
	// Text is what to show: a run of the source itself, or a substitute.
	Text string
	// Start and End are the byte offsets in the source of what Text stands for.
	Start, End int
	// Substitute is set when Text replaces one character of the source, so that
	// it can be drawn in its own style.
	Substitute bool
}

// Segments cuts s into runs of clean text and substitutes, in [OneLine] mode. The
// segments cover s without gaps and never part a grapheme cluster. Runs are kept
// below a kilobyte or so: looking at the start of a long text costs little.
func Segments(s string) iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		for sc := (scanner{s: s, run: 512}); sc.next(); {
			if !yield(sc.seg) {
				return
			}
		}
	}
}

func clean(s string, mode Mode) string {
	sc := scanner{s: s, mode: mode}
	if !sc.next() {
		return ""
	}
	if sc.seg.End == len(s) && !sc.replaced {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for ok := true; ok; ok = sc.next() {
		b.WriteString(sc.seg.Text)
	}
	return b.String()
}
