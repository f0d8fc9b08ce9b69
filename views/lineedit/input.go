// Package lineedit edits typed text: an [Input] with a cursor in it, of one line or
// of several. What it takes for a word and for text holds for every editor.
package lineedit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
)

// Input is typed text with a cursor. Its zero value is an empty line, and [Lines]
// returns one of several lines. The text may hold anything that can be pasted.
type Input struct {
	text   string
	cursor int  // in bytes, between two glyphs
	lines  bool // line breaks are such, and no characters like others
}

// Text is what was typed.
func (in *Input) Text() string { return in.text }

// Set replaces the text and puts the cursor at its end.
func (in *Input) Set(text string) { in.text, in.cursor = text, len(text) }

// Cursor is the byte of the text that the cursor is before.
func (in *Input) Cursor() int { return in.cursor }

// SetCursor puts the cursor before a byte of the text, or behind the glyph that is
// in.
func (in *Input) SetCursor(at int) { in.settle(min(max(at, 0), len(in.text))) }

// AtStart reports whether the cursor is before the text.
func (in *Input) AtStart() bool { return in.cursor == 0 }

// AtEnd reports whether the cursor is behind the text.
func (in *Input) AtEnd() bool { return in.cursor == len(in.text) }

// Split cuts the text off at the cursor and returns what was behind it.
func (in *Input) Split() string {
	rest := in.text[in.cursor:]
	in.text = in.text[:in.cursor]
	return rest
}

// Insert types text at the cursor. Afterwards the cursor may stand inside a
// glyph that the text completed, and moves to its end.
func (in *Input) Insert(text string) {
	if in.lines {
		text = lineBreaks.Replace(text)
	}
	in.text = in.text[:in.cursor] + text + in.text[in.cursor:]
	in.settle(in.cursor + len(text))
}

// Type does what a key press means, given as Bubble Tea spells it with the text it
// stands for, and reports whether it means anything here.
func (in *Input) Type(key, text string) bool {
	if Printable(text) {
		in.Insert(text)
		return true
	}
	return in.Edit(key)
}

// Paste inserts a text as one line.
func (in *Input) Paste(text string) {
	in.Insert(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.TrimRight(text, "\r\n")))
}

// settle puts the cursor at a byte, or behind the glyph that is in.
func (in *Input) settle(at int) {
	in.cursor = at
	if before := in.before(in.after(at)); before < at {
		in.cursor = in.after(before)
	}
}

// Edit does what an editing key does, as Bubble Tea spells it, and reports
// whether it is one.
func (in *Input) Edit(key string) bool {
	switch key {
	case "left", "ctrl+b":
		in.cursor = in.before(in.cursor)
	case "right", "ctrl+f":
		in.cursor = in.after(in.cursor)
	case "home", "ctrl+a":
		in.cursor = in.lineStart()
	case "end", "ctrl+e":
		in.cursor = in.lineEnd()
	case "ctrl+home":
		in.cursor = 0
	case "ctrl+end":
		in.cursor = len(in.text)
	case "alt+left", "ctrl+left", "alt+b":
		in.cursor = WordBefore(in.text, in.cursor)
	case "alt+right", "ctrl+right", "alt+f":
		in.cursor = WordAfter(in.text, in.cursor)
	case "backspace", "ctrl+h":
		in.erase(in.before(in.cursor), in.cursor)
	case "delete", "ctrl+d":
		in.erase(in.cursor, in.after(in.cursor))
	case "ctrl+w", "alt+backspace":
		in.erase(WordBefore(in.text, in.cursor), in.cursor)
	case "ctrl+u":
		in.erase(in.lineStart(), in.cursor)
	case "ctrl+k":
		end := in.lineEnd()
		if end == in.cursor { // the line break itself
			end = in.after(end)
		}
		in.erase(in.cursor, end)
	default:
		return false
	}
	return true
}

func (in *Input) erase(from, to int) {
	in.text = in.text[:from] + in.text[to:]
	in.cursor = from
}

// before is the place of the cursor one glyph back. Glyphs do not reach over line
// breaks, and ASCII stands alone.
func (in *Input) before(at int) int {
	if at == 0 {
		return 0
	}
	if in.text[at-1] < utf8.RuneSelf && (at == 1 || in.text[at-2] < utf8.RuneSelf) {
		return at - 1
	}
	start := strings.LastIndexByte(in.text[:at-1], '\n') + 1
	for g := range draw.Glyphs(ansi.GraphemeWidth, in.text[start:]) {
		if start+g.End >= at {
			return start + g.Start
		}
	}
	return start
}

// after is the place of the cursor one glyph on.
func (in *Input) after(at int) int {
	if at == len(in.text) {
		return at
	}
	if in.text[at] < utf8.RuneSelf && (at+1 == len(in.text) || in.text[at+1] < utf8.RuneSelf) {
		return at + 1
	}
	start := strings.LastIndexByte(in.text[:at], '\n') + 1
	for g := range draw.Glyphs(ansi.GraphemeWidth, in.text[start:]) {
		if start+g.End > at {
			return start + g.End
		}
	}
	return len(in.text)
}

// WordBefore is the start of the word before a place in a text. Words are runs of
// letters, digits and marks, so that one key takes one segment of a path.
func WordBefore(text string, at int) int {
	head := strings.TrimRightFunc(text[:at], notWord)
	return len(strings.TrimRightFunc(head, isWord))
}

// WordAfter is the end of the word after a place in a text.
func WordAfter(text string, at int) int {
	tail := strings.TrimLeftFunc(text[at:], notWord)
	return len(text) - len(strings.TrimLeftFunc(tail, isWord))
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func notWord(r rune) bool { return !isWord(r) }

// view returns the first byte to show when columns are free, so that the cursor
// has one of them. Where it is not 0, an ellipsis goes before the text.
func (in *Input) view(m uv.WidthMethod, columns int) int {
	width := draw.Width(m, in.text[:in.cursor])
	if width < columns {
		return 0
	}
	for g := range draw.Glyphs(m, in.text[:in.cursor]) {
		if width -= g.Width; width+1 < columns {
			return g.End
		}
	}
	return in.cursor
}

// Draw draws the text in the free columns of a row and returns the column the
// cursor is in.
func (in *Input) Draw(row *draw.Row, m uv.WidthMethod, st uv.Style) int {
	from := in.view(m, row.Room())
	last := row.X() + max(row.Room()-1, 0)
	if from > 0 {
		row.Text(st, "…")
	}
	x := min(row.X()+draw.Width(m, in.text[from:in.cursor]), last)
	row.Text(st, in.text[from:])
	return x
}

// Click puts the cursor where the column, counted from the left end of what
// Draw drew in the given columns, is.
func (in *Input) Click(m uv.WidthMethod, columns, x int) {
	from := in.view(m, columns)
	if from > 0 {
		x--
	}
	at := from
	for g := range draw.Glyphs(m, in.text[from:]) {
		if x -= g.Width; x < 0 {
			break
		}
		at = from + g.End
	}
	in.settle(at)
}

// Printable reports whether text typed with one key press is text indeed, and not
// a key that has an effect of its own.
func Printable(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && !unicode.IsControl(r)
}
