package reader

import (
	"context"
	"slices"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/find"
	"mcperuse/views/textpane"
)

// searched is what is looked through, nil where there is nothing on show that can
// be.
func (p *Pane) searched() find.Surface {
	it := p.item()
	if it == nil || p.details {
		return nil
	}
	if t := it.text(); t != nil {
		return t
	}
	s, _ := it.surface().(find.Surface)
	return s
}

// Text is the text on show, nil where there is none. What is selected in it may be
// changed, and nothing else.
func (p *Pane) Text() *textpane.Pane {
	if it := p.item(); it != nil && !p.details {
		if t := it.text(); t != nil {
			return t.Pane
		}
	}
	return nil
}

// Selecting reports whether keys select a part of the text.
func (p *Pane) Selecting() bool {
	t := p.Text()
	return t != nil && t.Selecting()
}

// look acts on a key that is about a search, or goes somewhere.
func (p *Pane) look(id keymap.ID) views.Action {
	on := p.searched()
	if on == nil && (id == keymap.EditFilter || id == keymap.GoTo) {
		on = p.showSearched()
	}
	if on == nil {
		return views.Notice{Text: "there is nothing on show to look through: " + keymap.KeyOf(keymap.NextView, keymap.Document) + " shows another view"}
	}
	it := p.item()
	it.choose(it.shown())
	switch id {
	case keymap.NextMatch:
		return p.find.Next(on, 1)
	case keymap.PreviousMatch:
		return p.find.Next(on, -1)
	}
	p.find.Ask(on, id)
	return nil
}

// showSearched shows the text of an item of which only facts or an image are on
// show, or else its bytes, since those are not looked through. It is nil where there
// are none.
func (p *Pane) showSearched() find.Surface {
	it := p.item()
	switch {
	case it == nil || p.details:
		return nil
	case it.ready(source):
		it.choose(source)
	case it.exam != nil && slices.Contains(it.views, hexed):
		if !it.ready(hexed) {
			it.arranged(Job{key: jobKey{kind: arrange, view: hexed}, contents: it.contents, data: it.exam.data}.Run(context.Background()))
		}
		it.choose(hexed)
	}
	return p.searched()
}

// Typing reports whether the line is typed that says what to look for, or where to
// go.
func (p *Pane) Typing() bool { return p.find.Typing() && p.searched() != nil }

// Key types a key that has no meaning of its own, and reports whether there was a
// use for it.
func (p *Pane) Key(key, text string) bool { return p.find.Key(p.searched(), key, text) }

// Paste types a text.
func (p *Pane) Paste(text string) { p.find.Paste(p.searched(), text) }

// Caret is where the terminal's cursor belongs while something is typed or
// selected, on the screen.
func (p *Pane) Caret() (x, y int, ok bool) {
	switch {
	case p.Typing():
		return p.find.Caret()
	case p.Selecting():
		return p.Text().SelectionCaret()
	}
	return 0, 0, false
}

// search returns the job that looks through what is on show, false where there is
// none to do.
func (p *Pane) search(j Job) (Job, bool) {
	on := p.searched()
	if on == nil {
		return Job{}, false
	}
	q, look, ok := p.find.Wanted(on)
	if ok {
		j.key.kind, j.key.view, j.key.query, j.look = finding, p.item().shown(), q, look
	}
	return j, ok
}

// found takes what a search brought, where what it looked through is on show.
func (p *Pane) found(o Outcome) {
	if on := p.searched(); on != nil && p.current == o.key.item && p.item().shown() == o.key.view {
		p.find.Apply(on, o.found)
	}
}
