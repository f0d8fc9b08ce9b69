package caller

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
	"mcperuse/views/lineedit"
	"mcperuse/views/textpane"
)

// editor is a text with a cursor, drawn on a [textpane.Pane], so that long texts
// and long lines cost little. Lines end with a line feed alone.
type editor struct {
	pane   *textpane.Pane
	single bool // one line, that scrolls sideways
	text   string
	cursor int // in bytes, between two glyphs
	column int // that up and down aim at, -1 where they have to find out
	height int // of the last drawing
}

func newEditor(single bool) editor {
	e := editor{pane: textpane.New(textpane.Styles{}), single: single, column: -1}
	e.pane.SetWrap(!single)
	e.pane.SetNumbers(!single)
	e.pane.SetTab(2)
	e.pane.SetSize(80, 1)
	return e
}

// set replaces the text and puts the cursor at a byte of it.
func (e *editor) set(text string, cursor int) {
	e.text, e.cursor, e.column = text, min(cursor, len(text)), -1
	// The space makes room for the cursor: a pane starts no line after the last
	// line break.
	e.pane.Replace(text + " ")
	e.settle()
}

// settle moves the cursor out of a glyph that the text around it completed.
func (e *editor) settle() {
	if at := e.before(e.after(e.cursor)); at < e.cursor {
		e.cursor = e.after(at)
	}
}

// lineBreaks makes all line breaks those of an editor. Terminals paste them as
// carriage returns.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// insert types text at the cursor.
func (e *editor) insert(text string) {
	text = lineBreaks.Replace(text)
	if e.single {
		text = strings.ReplaceAll(strings.Trim(text, "\n"), "\n", " ")
	}
	e.set(e.text[:e.cursor]+text+e.text[e.cursor:], e.cursor+len(text))
}

func (e *editor) erase(from, to int) { e.set(e.text[:from]+e.text[to:], from) }

// breakLine starts a new line as far in as this one, further after a bracket.
func (e *editor) breakLine() {
	line := e.text[e.lineStart():e.cursor]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if trimmed := strings.TrimRight(line, " \t"); strings.HasSuffix(trimmed, "{") || strings.HasSuffix(trimmed, "[") {
		indent += "  "
	}
	e.insert("\n" + indent)
}

// closeBracket types a closing bracket, as far out as its line allows.
func (e *editor) closeBracket(bracket string) {
	if line := e.text[e.lineStart():e.cursor]; strings.HasSuffix(line, "  ") && strings.Trim(line, " \t") == "" {
		e.erase(e.cursor-2, e.cursor)
	}
	e.insert(bracket)
}

// edit does what an editing key does and reports whether it is one.
func (e *editor) edit(key string) bool {
	switch key {
	case "up":
		e.vertical(-1)
		return true
	case "down":
		e.vertical(1)
		return true
	case "pgup":
		e.vertical(-max(e.height-1, 1))
		return true
	case "pgdown":
		e.vertical(max(e.height-1, 1))
		return true
	}
	e.column = -1
	switch key {
	case "left", "ctrl+b":
		e.cursor = e.before(e.cursor)
	case "right", "ctrl+f":
		e.cursor = e.after(e.cursor)
	case "home", "ctrl+a":
		e.cursor = e.lineStart()
	case "end", "ctrl+e":
		e.cursor = e.lineEnd()
	case "ctrl+home":
		e.cursor = 0
	case "ctrl+end":
		e.cursor = len(e.text)
	case "alt+left", "ctrl+left", "alt+b":
		e.cursor = lineedit.WordBefore(e.text, e.cursor)
	case "alt+right", "ctrl+right", "alt+f":
		e.cursor = lineedit.WordAfter(e.text, e.cursor)
	case "backspace", "ctrl+h":
		e.erase(e.before(e.cursor), e.cursor)
	case "delete", "ctrl+d":
		e.erase(e.cursor, e.after(e.cursor))
	case "ctrl+w", "alt+backspace":
		e.erase(lineedit.WordBefore(e.text, e.cursor), e.cursor)
	case "ctrl+u":
		e.erase(e.lineStart(), e.cursor)
	case "ctrl+k":
		end := e.lineEnd()
		if end == e.cursor { // the line break itself
			end = e.after(end)
		}
		e.erase(e.cursor, end)
	default:
		return false
	}
	return true
}

// vertical moves the cursor by rows, in the column it came from.
func (e *editor) vertical(rows int) {
	if e.column < 0 {
		e.column = e.pane.Column(e.cursor)
	}
	e.cursor = min(e.pane.Below(e.cursor, rows, e.column), len(e.text))
}

func (e *editor) lineStart() int { return strings.LastIndexByte(e.text[:e.cursor], '\n') + 1 }

func (e *editor) lineEnd() int {
	if n := strings.IndexByte(e.text[e.cursor:], '\n'); n >= 0 {
		return e.cursor + n
	}
	return len(e.text)
}

// before is the place of the cursor one glyph back. Glyphs do not reach over line
// breaks, and ASCII stands alone.
func (e *editor) before(at int) int {
	if at == 0 {
		return 0
	}
	if e.text[at-1] < utf8.RuneSelf && (at == 1 || e.text[at-2] < utf8.RuneSelf) {
		return at - 1
	}
	start := strings.LastIndexByte(e.text[:at-1], '\n') + 1
	for g := range draw.Glyphs(ansi.GraphemeWidth, e.text[start:]) {
		if start+g.End >= at {
			return start + g.Start
		}
	}
	return start
}

// after is the place of the cursor one glyph on.
func (e *editor) after(at int) int {
	if at == len(e.text) {
		return at
	}
	if e.text[at] < utf8.RuneSelf && (at+1 == len(e.text) || e.text[at+1] < utf8.RuneSelf) {
		return at + 1
	}
	start := strings.LastIndexByte(e.text[:at], '\n') + 1
	for g := range draw.Glyphs(ansi.GraphemeWidth, e.text[start:]) {
		if start+g.End > at {
			return start + g.End
		}
	}
	return len(e.text)
}

// draw draws the text. The last column is kept free for a cursor at the end of a
// row that is full. It returns where the cursor is on the screen.
func (e *editor) draw(scr uv.Screen, area uv.Rectangle, follow bool) (cursor uv.Position, visible bool) {
	area = area.Intersect(scr.Bounds())
	inner := area
	if inner.Dx() > 1 {
		inner.Max.X--
	}
	e.height = inner.Dy()
	e.pane.SetSize(inner.Dx(), inner.Dy())
	if inner.Empty() {
		return uv.Position{}, false
	}
	if follow {
		e.pane.Follow(e.cursor)
	}
	e.pane.Draw(scr, inner)
	x, y, ok := e.pane.Place(e.cursor)
	at := uv.Pos(min(inner.Min.X+x, area.Max.X-1), inner.Min.Y+y)
	return at, ok
}

// clicked puts the cursor where the mouse was, in columns and rows of what was
// drawn.
func (e *editor) clicked(x, y int) {
	e.column = -1
	e.cursor = min(e.pane.Offset(x, y), len(e.text))
	e.settle()
}
