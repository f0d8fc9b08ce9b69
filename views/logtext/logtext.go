// Package logtext lays logs out for reading: times step back, levels have colours.
// Plain lines stay as they are; lines of JSON become time, level, message and the
// other members.
package logtext

import (
	"context"
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/textpane"
)

// level is how serious a line is.
type level uint8

const (
	none level = iota
	debug
	info
	warning
	failure
)

// The styles of spans, as places in [Styles].
const (
	plain uint16 = iota
	dim
	infoStyle
	warningStyle
	errorStyle
	nameStyle
)

// Styles are the styles that the spans of [Render] refer to.
func Styles(th themes.Theme) []uv.Style {
	return []uv.Style{th.Text, th.Dim, th.Accent, themes.Bold(th.Attention), themes.Bold(th.Error), th.Dim}
}

func (l level) style() uint16 {
	return [...]uint16{plain, dim, infoStyle, warningStyle, errorStyle}[l]
}

// Looks reports whether the start of a text looks like a log: most of its first
// lines begin with a time or have a level.
func Looks(head string) bool {
	lines, hits := 0, 0
	for line := range strings.Lines(head) {
		if lines == 10 {
			break
		}
		if strings.TrimSpace(line) == "" || !strings.HasSuffix(line, "\n") {
			continue
		}
		lines++
		if _, l, _ := findLevel(line); l != none && timeEnd(line) > 0 || isRecord(line) {
			hits++
		}
	}
	return lines > 1 && hits*3 > lines*2
}

// Render lays a log out. It stops early when ctx is done.
func Render(ctx context.Context, text string) textpane.Styled {
	w := writer{source: text}
	n := 0
	for line := range strings.Lines(text) {
		if n++; n&0xfff == 0 && ctx.Err() != nil {
			break
		}
		body := strings.TrimRight(line, "\r\n")
		if !w.record(body) {
			w.line(body)
		}
		w.put(plain, line[len(body):])
	}
	if w.changed {
		text = w.text.String()
	}
	return textpane.Styled{Text: text, Spans: w.spans}
}

// writer collects text and its spans. It keeps no text as long as that is the same
// as the source.
type writer struct {
	source  string
	text    strings.Builder
	changed bool
	size    int
	spans   []textpane.Span
	last    uint16
}

// change tells that what is put from now on differs from the source.
func (w *writer) change() {
	if !w.changed {
		w.changed = true
		w.text.Grow(len(w.source))
		w.text.WriteString(w.source[:w.size])
	}
}

func (w *writer) put(style uint16, s string) {
	if s != "" && style != w.last {
		if len(w.spans) == cap(w.spans) && w.size > enoughToTell {
			w.makeRoom()
		}
		w.spans = append(w.spans, textpane.Span{Offset: uint32(w.size), Style: style})
		w.last = style
	}
	w.size += len(s)
	if w.changed {
		w.text.WriteString(s)
	}
}

// enoughToTell is how much of a log tells, in bytes, what the rest is like.
const enoughToTell = 1 << 20

// makeRoom makes room for as many spans as the rest of the source will bring if it
// is like what was written: a large log has millions, and growing by and by would
// take several times their memory.
func (w *writer) makeRoom() {
	rest := int(float64(len(w.spans)) / float64(w.size) * float64(max(len(w.source)-w.size, 0)))
	w.spans = slices.Grow(w.spans, max(rest, len(w.spans)/4))
}

// line writes a line as it is.
func (w *writer) line(s string) {
	at, l, end := findLevel(s)
	rest := plain
	if l == debug {
		rest = dim
	}
	if t := timeEnd(s); t > 0 && (l == none || t <= at) {
		w.put(dim, s[:t])
		s, at, end = s[t:], at-t, end-t
	}
	if l != none {
		w.put(rest, s[:at])
		w.put(l.style(), s[at:end])
		s = s[end:]
	}
	w.put(rest, s)
}
