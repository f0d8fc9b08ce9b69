package textpane

import (
	"math"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Styled is a text with its colours. See [Pane.SetStyled].
type Styled struct {
	Text   string
	Spans  []Span
	Styles []uv.Style
}

// FromANSI takes the colours out of what one of our own renderers made of text
// that was safe before. It knows SGR, and drops hyperlinks, whose target the
// renderer shows as text too. Any other sequence stays in the text, where it shows
// as what it is.
func FromANSI(s string) Styled {
	out := Styled{Styles: []uv.Style{{}}}
	if !strings.Contains(s, "\x1b") {
		out.Text = s
		return out
	}
	var (
		text    strings.Builder
		style   uv.Style
		numbers = map[uv.Style]uint16{{}: 0}
		last    = uint16(0)
		state   byte
		p       = ansi.NewParser()
	)
	text.Grow(len(s))
	for s != "" {
		if n := strings.IndexByte(s, '\x1b'); n != 0 { // text up to the next sequence
			if n < 0 {
				n = len(s)
			}
			number, known := numbers[style]
			if !known && len(out.Styles) <= math.MaxUint16 {
				number = uint16(len(out.Styles))
				numbers[style] = number
				out.Styles = append(out.Styles, style)
			}
			if number != last {
				out.Spans = append(out.Spans, Span{Offset: uint32(text.Len()), Style: number})
				last = number
			}
			text.WriteString(s[:n])
			s = s[n:]
			continue
		}
		seq, _, n, _ := ansi.DecodeSequence(s, state, p)
		switch {
		case ansi.HasCsiPrefix(seq) && p.Command() == 'm':
			uv.ReadStyle(p.Params(), &style)
		case ansi.HasOscPrefix(seq) && p.Command() == 8 && terminated(seq):
		default:
			text.WriteString(seq)
		}
		s = s[n:]
	}
	out.Text = text.String()
	return out
}

// terminated reports whether an OSC has an end, rather than running to the end of
// the text.
func terminated(seq string) bool {
	return strings.HasSuffix(seq, "\a") || strings.HasSuffix(seq, "\x1b\\")
}
