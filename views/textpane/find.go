package textpane

import (
	"context"

	"mcperuse/views/find"
)

// A pane is a [find.Surface].
var _ find.Surface = (*Pane)(nil)

// Search returns the search for something in the text, line by line.
func (p *Pane) Search(q find.Query) func(context.Context) find.Found {
	text := p.index.text
	return func(ctx context.Context) find.Found { return find.In(ctx, text, q, find.Lines(text)) }
}

// SetHits marks places of the text, sorted and apart from each other.
func (p *Pane) SetHits(hits []find.Hit) { p.hits, p.hit = hits, -1 }

// SetHit makes one of the hits stand out, and scrolls it into sight.
func (p *Pane) SetHit(n int) {
	p.hit = n
	p.Reveal(p.hits[n].Start)
}

// At is the byte of the text at which what is in sight begins.
func (p *Pane) At() int { return p.top().start }

// Return scrolls to where a byte is in the first row, or as near as the end of the
// text allows.
func (p *Pane) Return(at int) { p.anchor = min(p.rowAt(p.within(at)).start, p.endTop()) }

// GoTo goes to a line by its number, from 1, or to a part of the text: "50%".
func (p *Pane) GoTo(to string) error {
	line, err := find.Row(to, p.Lines(), "line")
	if err == nil {
		p.SetCurrent(line)
	}
	return err
}

// Hints say what can be looked for, and gone to.
func (p *Pane) Hints() (search, goTo string) { return "", "a line, or a percentage" }

// hitAt returns the first hit that ends behind a byte, the number of hits where
// none does, looking from one on that is not behind it.
func (p *Pane) hitAt(offset, from int) int {
	for from < len(p.hits) && p.hits[from].End <= offset {
		from++
	}
	return from
}
