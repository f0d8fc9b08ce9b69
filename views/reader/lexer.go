package reader

import (
	"mcperuse/views"
	"mcperuse/views/highlight"
	"mcperuse/views/picker"
)

// Lexers is the picker of what colours the text on show, with the cursor on what
// does now. ok is false where no text is on show that has colours.
func (p *Pane) Lexers() (v *picker.View, ok bool) {
	it := p.item()
	if it == nil || p.details {
		return nil, false
	}
	if t := it.text(); t == nil || t.styles != nil || it.shown() == rendered {
		return nil, false
	}
	guess := it.guessed(it.shown())
	if guess == "" {
		guess = "no colours"
	}
	items := []picker.Item{
		{Text: "as guessed", Right: guess, Choose: views.ChooseLexer{Guess: true}},
		{Text: "none", Right: "no colours", Choose: views.ChooseLexer{}},
	}
	at := 0
	if it.lexer != nil && *it.lexer == "" {
		at = 1
	}
	for _, l := range highlight.Lexers() {
		if it.lexer != nil && l.Name == *it.lexer {
			at = len(items)
		}
		items = append(items, picker.Item{Text: l.Name, Right: l.Files, Also: l.Aliases, Choose: views.ChooseLexer{Name: l.Name}})
	}
	v = picker.New(picker.Words{Title: "Colours of", None: "No language is called that."}, 0, items)
	v.Select(at)
	return v, true
}

// SetLexer colours the contents on show as was chosen.
func (p *Pane) SetLexer(c views.ChooseLexer) {
	it := p.item()
	if it == nil {
		return
	}
	if it.lexer = &c.Name; c.Guess {
		it.lexer = nil
	}
	for v, t := range it.texts {
		if v != rendered && t.styles == nil {
			t.colours = colours{}
			t.SetSpans(nil)
		}
	}
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
