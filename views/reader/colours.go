package reader

import (
	"context"

	"mcperuse/themes"
	"mcperuse/views/highlight"
	"mcperuse/views/textpane"
)

// firstColours is how much of a text gets its colours before the rest, in bytes:
// more than a screenful, and quick even with a slow lexer.
const firstColours = 32 << 10

// colours is what is known of the colours of a text.
type colours struct {
	spans []textpane.Span
	tried int    // bytes of the text they were looked for in, -1 for all of it
	note  string // what has none and why, "" where nothing is missing
}

// next is how much of a text of the given size to colour next, in bytes, and 0
// when all is done. -1 stands for all of it.
func (c colours) next(size int) int {
	switch {
	case c.tried < 0 || size == 0:
		return 0
	case c.tried == 0 && size > firstColours:
		return firstColours
	}
	return -1
}

// findColours colours the start of a text, or with limit -1 all of it.
func findColours(ctx context.Context, text, lexer string, limit int) colours {
	c := colours{tried: limit}
	var budget highlight.Budget
	if limit > 0 {
		budget.Bytes = limit
	}
	var result highlight.Result
	c.spans, result = highlight.Spans(ctx, text, lexer, budget)
	if limit < 0 {
		c.note = result.String()
	}
	return c
}

// noColours says why a text stays without colours.
func noColours(why string) colours { return colours{tried: -1, note: why} }

// apply colours a text on its surface.
func (c colours) apply(p *textpane.Pane, th themes.Theme) {
	if c.spans != nil {
		p.SetSpans(c.spans)
		p.SetTable(highlight.StyleTable(th.Chroma))
	}
}
