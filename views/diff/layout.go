package diff

import (
	"strconv"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/themes"
	"mcperuse/views/safetext"
	"mcperuse/views/textpane"
)

// Styles of the table of a laid out comparison.
const (
	plain uint16 = iota
	dimmed
	plus
	minus
	plusPart // the part of a line that differs from the line it was
	minusPart
	attention
)

func styleTable(th themes.Theme) []uv.Style {
	strong := func(st uv.Style) uv.Style {
		st.Attrs |= uv.AttrBold
		st.Underline = uv.UnderlineSingle
		return st
	}
	return []uv.Style{plain: th.Text, dimmed: th.Dim, plus: th.OK, minus: th.Error, plusPart: strong(th.OK), minusPart: strong(th.Error), attention: th.Attention}
}

// layout is a comparison laid out as a text, and where its changes are.
type layout struct {
	textpane.Styled
	changes []int // the text lines at which runs of changed lines begin
	margin  int   // columns of a line before its text
}

// writer lays out.
type writer struct {
	layout
	text  strings.Builder
	style uint16
	rows  int
}

func (w *writer) put(style uint16, s string) {
	if s == "" {
		return
	}
	if style != w.style || len(w.Spans) == 0 {
		w.Spans = append(w.Spans, textpane.Span{Offset: uint32(w.text.Len()), Style: style})
		w.style = style
	}
	w.text.WriteString(s)
}

// parted puts a text of which the bytes [from, to) have a style of their own.
func (w *writer) parted(style, part uint16, s string, from, to int) {
	w.put(style, s[:from])
	w.put(part, s[from:to])
	w.put(style, s[to:])
}

// open says that a line ends without a line break.
func (w *writer) open(l line) {
	if l.open {
		w.put(dimmed, "  (no line break at the end)")
	}
}

func (w *writer) end() {
	w.text.WriteByte('\n')
	w.rows++
}

func (w *writer) done() layout {
	w.Text = w.text.String()
	return w.layout
}

// runs calls changed for each run of lines that were removed and added, and other
// for each other line.
func (c *Changes) runs(changed func(gone, fresh []line), other func(line)) {
	for i := 0; i < len(c.lines); {
		if c.lines[i].op != removed && c.lines[i].op != added {
			other(c.lines[i])
			i++
			continue
		}
		from := i
		for i < len(c.lines) && c.lines[i].op == removed {
			i++
		}
		mid := i
		for i < len(c.lines) && c.lines[i].op == added {
			i++
		}
		changed(c.lines[from:mid], c.lines[mid:i])
	}
}

// unified lays the lines out one below the other, marked + and −.
func (c *Changes) unified() layout {
	var w writer
	width := c.numberWidth()
	w.margin = 2*width + 4 // both numbers and the mark
	number := func(n int) string {
		if n == 0 {
			return strings.Repeat(" ", width)
		}
		s := strconv.Itoa(n)
		return strings.Repeat(" ", width-len(s)) + s
	}
	c.runs(func(gone, fresh []line) {
		w.changes = append(w.changes, w.rows)
		for i, l := range gone {
			from, to := 0, 0
			if i < len(fresh) {
				from, to = differing(l.text, fresh[i].text)
			}
			w.put(dimmed, number(l.from)+" "+number(0)+" ")
			w.put(minus, "− ")
			w.parted(minus, minusPart, l.text, from, to)
			w.open(l)
			w.end()
		}
		for i, l := range fresh {
			from, to := 0, 0
			if i < len(gone) {
				from, to = differing(l.text, gone[i].text)
			}
			w.put(dimmed, number(0)+" "+number(l.to)+" ")
			w.put(plus, "+ ")
			w.parted(plus, plusPart, l.text, from, to)
			w.open(l)
			w.end()
		}
	}, func(l line) {
		switch l.op {
		case heading:
			w.put(dimmed, "── "+l.text+" ──")
		case note:
			w.put(attention, l.text)
		default:
			w.put(dimmed, number(l.from)+" "+number(l.to)+"   ")
			w.put(plain, l.text)
			w.open(l)
		}
		w.end()
	})
	return w.done()
}

func (c *Changes) numberWidth() int {
	most := 1
	for _, l := range c.lines {
		most = max(most, l.from, l.to)
	}
	return len(strconv.Itoa(most))
}

// sideBySide lays the lines out in two columns, what was on the left. Long lines
// are cut.
func (c *Changes) sideBySide(width int) layout {
	var w writer
	digits := c.numberWidth()
	room := max((width-3)/2-digits-3, 8)
	half := func(l *line, mark string, style, part uint16, from, to int) {
		if l == nil {
			w.put(plain, strings.Repeat(" ", digits+3+room))
			return
		}
		n := l.from
		if l.op == added {
			n = l.to
		}
		s := strconv.Itoa(n)
		if n == 0 {
			s = ""
		}
		w.put(dimmed, strings.Repeat(" ", digits-len(s))+s+" ")
		w.put(style, mark+" ")
		before, middle, after := safetext.Line(l.text[:from]), safetext.Line(l.text[from:to]), safetext.Line(l.text[to:])
		left := room
		for _, piece := range []struct {
			style uint16
			text  string
		}{{style, before}, {part, middle}, {style, after}} {
			text := ansi.Truncate(strings.ReplaceAll(piece.text, "\t", "    "), left, "…")
			w.put(piece.style, text)
			left -= ansi.StringWidth(text)
		}
		w.put(plain, strings.Repeat(" ", max(left, 0)))
	}
	c.runs(func(gone, fresh []line) {
		w.changes = append(w.changes, w.rows)
		for i := range max(len(gone), len(fresh)) {
			var a, b *line
			af, at, bf, bt := 0, 0, 0, 0
			if i < len(gone) {
				a = &gone[i]
			}
			if i < len(fresh) {
				b = &fresh[i]
			}
			if a != nil && b != nil {
				af, at = differing(a.text, b.text)
				bf, bt = differing(b.text, a.text)
			}
			half(a, "−", minus, minusPart, af, at)
			w.put(dimmed, " │ ")
			half(b, "+", plus, plusPart, bf, bt)
			w.end()
		}
	}, func(l line) {
		switch l.op {
		case heading:
			w.put(dimmed, "── "+l.text+" ──")
		case note:
			w.put(attention, l.text)
		default:
			half(&l, " ", plain, plain, 0, 0)
			w.put(dimmed, " │ ")
			after := l
			after.op = added
			half(&after, " ", plain, plain, 0, 0)
		}
		w.end()
	})
	return w.done()
}

// differing are the bytes of a that are not at the start and the end of b, too;
// none where the two have nothing in common.
func differing(a, b string) (from, to int) {
	n := min(len(a), len(b))
	for from < n && a[from] == b[from] {
		from++
	}
	for from > 0 && from < len(a) && !utf8.RuneStart(a[from]) {
		from--
	}
	end := 0
	for end < n-from && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for end > 0 && !utf8.RuneStart(a[len(a)-end]) {
		end--
	}
	if from+end == 0 {
		return 0, 0
	}
	return from, len(a) - end
}
