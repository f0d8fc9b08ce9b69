package form

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
)

// input is one line of typed text with a cursor. Its zero value is empty. The
// text may hold anything that can be pasted.
type input struct {
	text   string
	cursor int // in bytes, between two grapheme clusters
}

// set replaces the text and puts the cursor at its end.
func (in *input) set(text string) { in.text, in.cursor = text, len(text) }

// insert types text at the cursor. Afterwards the cursor may stand inside a
// cluster that the text completed, and moves to its end.
func (in *input) insert(text string) {
	in.text = in.text[:in.cursor] + text + in.text[in.cursor:]
	in.cursor += len(text)
	for _, at := range in.stops() {
		if at >= in.cursor {
			in.cursor = at
			return
		}
	}
}

// edit does what an editing key does and reports whether it is one.
func (in *input) edit(key string) bool {
	switch key {
	case "left", "ctrl+b":
		in.cursor = in.before(in.cursor)
	case "right", "ctrl+f":
		in.cursor = in.after(in.cursor)
	case "home", "ctrl+a":
		in.cursor = 0
	case "end":
		in.cursor = len(in.text)
	case "alt+left", "ctrl+left", "alt+b":
		in.cursor = in.wordBefore()
	case "alt+right", "ctrl+right", "alt+f":
		in.cursor = in.wordAfter()
	case "backspace", "ctrl+h":
		in.erase(in.before(in.cursor), in.cursor)
	case "delete", "ctrl+d":
		in.erase(in.cursor, in.after(in.cursor))
	case "ctrl+w", "alt+backspace":
		in.erase(in.wordBefore(), in.cursor)
	case "ctrl+u":
		in.erase(0, in.cursor)
	case "ctrl+k":
		in.erase(in.cursor, len(in.text))
	default:
		return false
	}
	return true
}

func (in *input) erase(from, to int) {
	in.text = in.text[:from] + in.text[to:]
	in.cursor = from
}

// stops are the places the cursor can be in.
func (in *input) stops() []int {
	stops := []int{0}
	for at := 0; at < len(in.text); {
		cluster, _ := draw.Cluster(ansi.GraphemeWidth, in.text[at:])
		at += len(cluster)
		stops = append(stops, at)
	}
	return stops
}

func (in *input) before(at int) int {
	for _, stop := range slices.Backward(in.stops()) {
		if stop < at {
			return stop
		}
	}
	return 0
}

func (in *input) after(at int) int {
	for _, stop := range in.stops() {
		if stop > at {
			return stop
		}
	}
	return len(in.text)
}

// wordBefore is the start of the word before the cursor. Words are runs of
// letters, digits and marks, so that one key takes one segment of a path.
func (in *input) wordBefore() int {
	head := strings.TrimRightFunc(in.text[:in.cursor], notWord)
	return len(strings.TrimRightFunc(head, isWord))
}

func (in *input) wordAfter() int {
	tail := strings.TrimLeftFunc(in.text[in.cursor:], notWord)
	return len(in.text) - len(strings.TrimLeftFunc(tail, isWord))
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func notWord(r rune) bool { return !isWord(r) }

// view returns the first byte to show when columns are free, so that the cursor
// has one of them. Where it is not 0, an ellipsis goes before the text.
func (in *input) view(m uv.WidthMethod, columns int) int {
	if draw.Width(m, in.text[:in.cursor]) < columns {
		return 0
	}
	for _, stop := range in.stops() {
		if stop > 0 && (stop >= in.cursor || draw.Width(m, in.text[stop:in.cursor])+1 < columns) {
			return min(stop, in.cursor)
		}
	}
	return in.cursor
}

// draw draws the text in the free columns of a row and returns the column the
// cursor is in.
func (in *input) draw(row *draw.Row, m uv.WidthMethod, st uv.Style) int {
	from := in.view(m, row.Room())
	last := row.X() + max(row.Room()-1, 0)
	if from > 0 {
		row.Text(st, "…")
	}
	x := min(row.X()+draw.Width(m, in.text[from:in.cursor]), last)
	row.Text(st, in.text[from:])
	return x
}

// clicked puts the cursor where the column, counted from the left end of what
// draw drew in the given columns, is.
func (in *input) clicked(m uv.WidthMethod, columns, x int) {
	from := in.view(m, columns)
	if from > 0 {
		x--
	}
	at := from
	for _, stop := range in.stops() {
		if stop > from && draw.Width(m, in.text[from:stop]) <= max(x, 0) {
			at = stop
		}
	}
	in.cursor = at
}

// printable reports whether text typed with one key press is text indeed, and not
// a key that has an effect of its own.
func printable(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && !unicode.IsControl(r)
}
