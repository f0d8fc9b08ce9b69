package reader

import "mcperuse/views/highlight"

// Lexer is what colours the text on show: the name that was chosen by hand, and
// what is guessed without that. ok is false where no text is on show that has
// colours.
func (p *Pane) Lexer() (chosen *string, guess string, ok bool) {
	it := p.item()
	if it == nil || p.details {
		return nil, "", false
	}
	if t := it.text(); t == nil || t.styles != nil || it.shown() == rendered {
		return nil, "", false
	}
	return it.lexer, it.guessed(it.shown()), true
}

// SetLexer colours the contents on show with the lexer of a name, with none where
// that is "", and as guessed where it is nil.
func (p *Pane) SetLexer(name *string) {
	it := p.item()
	if it == nil {
		return
	}
	it.lexer = name
	for v, t := range it.texts {
		if v != rendered && t.styles == nil {
			t.colours = colours{}
			t.SetSpans(nil)
		}
	}
	p.running = jobKey{} // colours under way are of the lexer before
}

// lexerOf is the lexer for the text of a view.
func (it *item) lexerOf(v viewKind) string {
	if it.lexer != nil {
		return *it.lexer
	}
	return it.guessed(v)
}

// guessed is the lexer that fits the text of a view best.
func (it *item) guessed(v viewKind) string {
	declared, uri := it.kind.Name, it.uri()
	switch {
	case v == raw || v == pretty:
		declared, uri = "application/json", ""
	case it.kind.Guess:
		declared = ""
	}
	text := it.texts[v].Text()
	lexer, _ := highlight.Pick(declared, uri, []byte(text[:min(len(text), 512)]))
	return lexer
}
