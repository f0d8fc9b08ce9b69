// Package textpane is the surface that long texts are read on: it draws the rows
// in sight and keeps no styled or sanitised copy of the text.
//
// Costs: SetText looks for line breaks once. Everything after that, a key or a
// frame, costs what is in sight, whether the text has fifty megabytes or one line
// of five. That works because a long line is treated in segments of a few
// kilobytes that are wrapped independently: in a wrapped line one row every few
// kilobytes ends early.
//
// Text from a server goes in as it came. Hidden characters are drawn as the
// substitutes of views/safetext, in a style of their own.
package textpane

import (
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/themes"
	"mcperuse/views/find"
)

// Styles are the styles a [Pane] draws with.
type Styles struct {
	Text    uv.Style // text without a span
	Number  uv.Style // line numbers
	Current uv.Style // the number of the current line
	Hidden  uv.Style // substitutes for hidden characters
	Hit     uv.Style // what a search found
	Here    uv.Style // the one of those that stands out
	// Selected shows through the styles of what is selected: its background and its
	// attributes.
	Selected uv.Style
}

// StylesOf are the styles of a theme.
func StylesOf(th themes.Theme) Styles {
	return Styles{Text: th.Text, Number: th.Gutter, Current: th.Accent, Hidden: th.Hidden, Hit: th.Match, Here: themes.Standing(th.Match), Selected: th.Selected}
}

// Pane shows one text. Make one with [New]. It is passive and not safe for
// concurrent use. Lines, bytes and columns count from 0.
type Pane struct {
	styles Styles
	index  index
	spans  []Span
	table  []uv.Style // what the spans refer to

	method        uv.WidthMethod
	width, height int
	wrap          bool
	numbers       bool
	tab           int
	margin        int

	anchor  int // a byte of the first row in sight, unless the end of the text is in sight
	left    int // the first column in sight when lines are not wrapped
	current int // the current line, -1 if there is none

	wrapped wrapCache
	columns map[int][]int // of the long lines looked at so far: see seek
	lastTop int           // the start of the first row when the end is in sight, -1 if unknown

	hits []find.Hit
	hit  int // the one that stands out, -1 for none

	selection selection
	area      uv.Rectangle // where it was drawn last
}

// New returns an empty pane that wraps lines, numbers them, and has tab stops
// every four columns.
func New(styles Styles) *Pane {
	p := &Pane{styles: styles, method: ansi.WcWidth, wrap: true, numbers: true, tab: 4}
	p.SetText("")
	return p
}

// SetText shows another text, from its top, without colours. Text beyond 4 GiB is
// not shown.
func (p *Pane) SetText(text string) {
	p.index = newIndex(text)
	p.spans, p.table = nil, nil
	p.hits, p.hit = nil, -1
	p.selection = selection{}
	p.anchor, p.left, p.current = 0, 0, -1
	p.columns = nil
	p.relayout()
}

// SetStyled shows another text with its colours, from its top.
func (p *Pane) SetStyled(s Styled) {
	p.SetText(s.Text)
	p.SetSpans(s.Spans)
	p.SetTable(s.Styles)
}

// SetSpans colours the text. Spans are sorted by offset. Each says which style of
// the table holds from its offset to the next span; before the first one, and
// where the table has no such style, it is Styles.Text. The pane keeps the slice.
func (p *Pane) SetSpans(spans []Span) { p.spans = spans }

// SetTable sets the styles that spans refer to. A change of theme needs no more.
func (p *Pane) SetTable(styles []uv.Style) { p.table = styles }

// SetStyles changes the styles of everything that has no span.
func (p *Pane) SetStyles(styles Styles) { p.styles = styles }

// SetSize tells the pane how large it is. Draw does so too; what is read stays in
// sight.
func (p *Pane) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == p.width && height == p.height {
		return
	}
	p.width, p.height = width, height
	p.relayout()
}

// SetWrap chooses between wrapping lines and scrolling sideways.
func (p *Pane) SetWrap(wrap bool) {
	if p.wrap != wrap {
		p.anchor = p.top().start
		p.wrap, p.left = wrap, 0
		p.relayout()
	}
}

// Wrap reports whether lines are wrapped.
func (p *Pane) Wrap() bool { return p.wrap }

// SetNumbers shows or hides line numbers.
func (p *Pane) SetNumbers(on bool) {
	p.numbers = on
	p.relayout()
}

// SetTab sets the distance of tab stops in columns, 1 at least.
func (p *Pane) SetTab(columns int) {
	p.tab = max(columns, 1)
	p.columns = nil
	p.relayout()
}

// SetMargin tells how many columns at the start of every line are no part of what
// it says: numbers and marks, say. A wrapped line goes on behind them.
func (p *Pane) SetMargin(columns int) {
	p.margin = columns
	p.relayout()
}

// Text returns the text as it was set.
func (p *Pane) Text() string { return p.index.text }

// Lines returns the number of lines, 1 at least. A line break at the end of the
// text starts no further line.
func (p *Pane) Lines() int { return len(p.index.starts) }

// CRLF returns how many line breaks are CR LF, and how many there are. The CR of
// such a line break is not drawn; others are.
func (p *Pane) CRLF() (crlf, breaks int) { return p.index.crlf, p.index.breaks }

// relayout forgets how the text was cut into rows.
func (p *Pane) relayout() {
	p.wrapped = wrapCache{}
	p.lastTop = -1
}

// gutter returns the width of the line numbers with their margins, 0 if they are
// not shown or would leave little room for text.
func (p *Pane) gutter() int {
	if !p.numbers {
		return 0
	}
	digits := 1
	for n := p.Lines(); n >= 10; n /= 10 {
		digits++
	}
	w := 1 + max(digits, 2) + 2
	if p.width-w < 2*w {
		return 0
	}
	return w
}

// textWidth returns the number of columns for text, 1 at least.
func (p *Pane) textWidth() int { return max(p.width-p.gutter(), 1) }
