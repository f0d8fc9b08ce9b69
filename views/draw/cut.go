package draw

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
)

// Cut says where a text that is too long loses a part; "…" takes its place.
type Cut uint8

const (
	// CutEnd keeps the start: "very/long/pa…".
	CutEnd Cut = iota
	// CutStart keeps the end: "…h/notes.txt".
	CutStart
	// CutMiddle keeps both ends: "very/l…es.txt".
	CutMiddle
	// CutPath keeps the start and the whole last part of a path or URI, when
	// there is room for that part: "very/…/notes.txt". Otherwise it is CutMiddle.
	CutPath
)

const ellipsis = "…"

// cut returns which bytes of s to draw in room columns: s[:head] and, after an
// ellipsis, s[tail:]. All of s fits when head is len(s).
func cut(m uv.WidthMethod, s string, room int, how Cut) (head, tail int) {
	if widthUpTo(m, s, room) <= room {
		return len(s), len(s)
	}
	room -= m.StringWidth(ellipsis)
	if room < 0 {
		return 0, len(s)
	}
	tailRoom := 0
	switch how {
	case CutEnd:
		return headEnd(m, s, room), len(s)
	case CutStart:
		tailRoom = room
	case CutMiddle:
		tailRoom = room / 2
	case CutPath:
		tailRoom = room / 2
		from := nearEnd(s, room)
		if slash := from + strings.LastIndexByte(s[from:len(s)-1], '/'); slash > from {
			if w := widthUpTo(m, s[slash:], room); w < room {
				return headEnd(m, s[:slash], room-w), slash
			}
		}
	}
	tail = tailStart(m, s, tailRoom)
	return headEnd(m, s[:tail], room-tailRoom), tail
}

// widthUpTo returns the width of s, or some number above limit as soon as it is
// known to be above.
func widthUpTo(m uv.WidthMethod, s string, limit int) int {
	w := 0
	for g := range Glyphs(m, s) {
		if w += g.Width; w > limit {
			break
		}
	}
	return w
}

// headEnd returns the length of the longest start of s that fits in room columns.
func headEnd(m uv.WidthMethod, s string, room int) int {
	for g := range Glyphs(m, s) {
		if room -= g.Width; room < 0 {
			return g.Start
		}
	}
	return len(s)
}

// tailStart returns where the longest end of s that fits in room columns starts.
func tailStart(m uv.WidthMethod, s string, room int) int {
	from := nearEnd(s, room)
	var found []Glyph
	for g := range Glyphs(m, s[from:]) {
		found = append(found, g)
	}
	tail := len(s)
	for i := len(found) - 1; i >= 0; i-- {
		if room -= found[i].Width; room < 0 {
			break
		}
		tail = from + found[i].Start
	}
	return tail
}

// nearEnd returns where to start looking for the end of s that fits in room
// columns: far enough ahead for any text in use, so that a name of a megabyte
// costs no more than another.
func nearEnd(s string, room int) int {
	from := max(0, len(s)-16*room-256)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	return from
}
