package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/ui/keep"
	"mcperuse/views"
	"mcperuse/views/chrome"
	"mcperuse/views/opener"
	"mcperuse/views/safetext"
)

// overlay is a view drawn over the body of any screen, with a line to type into.
type overlay interface {
	writer
	SetSize(width, height int)
	Handle(keymap.ID) views.Action
	Click(x, y int) views.Action
	Wheel(rows int)
	Cursor(uv.WidthMethod) (x, y int)
	Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme)
}

// over is the overlay that is open, and the scope of its keys.
type over struct {
	overlay
	scope keymap.Scope
}

// openURI opens the line for a URI, with what was typed and not sent.
func (m *Model) openURI() {
	if m.opener == nil {
		m.opener = opener.New(opener.Words{Title: "Open", None: "Type or paste a URI, listed or not."}, nil)
	}
	m.opener.SetPlaces(m.places(true))
	m.opener.SetListed(m.store.items())
	m.opener.Line.Edit("end") // of what was left
	m.over = &over{m.opener, keymap.Opener}
}

func (m *Model) showBookmarks() {
	none := "No bookmarks yet. " + keymap.KeyOf(keymap.ToggleBookmark, keymap.Document) + " on a resource bookmarks it."
	m.over = &over{opener.New(opener.Words{Title: "Bookmarks", None: none}, m.places(false)), keymap.Opener}
}

// places are the bookmarks, the latest first, and with typed what was typed before.
func (m *Model) places(typed bool) []opener.Place {
	var out []opener.Place
	for i := len(m.kept.Bookmarks) - 1; i >= 0; i-- {
		b := m.kept.Bookmarks[i]
		out = append(out, opener.Place{URI: b.URI, Name: b.Name, Bookmarked: true})
	}
	if typed {
		for _, uri := range m.kept.Opened {
			if !m.kept.Bookmarked(uri) {
				out = append(out, opener.Place{URI: uri})
			}
		}
	}
	return out
}

// openTyped reads a URI that was typed or chosen, and remembers it.
func (m *Model) openTyped(a views.OpenURI) tea.Cmd {
	m.opener = nil
	read := m.reveal(views.Reveal{URI: a.URI})
	if !a.Typed {
		return read
	}
	return tea.Batch(read, m.changeKept("", func(s *keep.Server) { s.Open(a.URI) }))
}

// found is what of the list fits the line for a URI.
type found struct {
	view    *opener.View
	outcome opener.Outcome
}

// known is the row of a URI that is at hand: under the cursor, or in a reader. A look
// through a long list would take too long for a key.
func (m *Model) known(uri string) *model.Resource {
	if i := m.list.Selected(); i >= 0 && m.store.at(i).URI == uri {
		return m.store.at(i)
	}
	for p := range m.reads {
		if s := p.Subject(); s.URI == uri {
			return s.Resource
		}
	}
	return nil
}

// toggleBookmark bookmarks a URI, or takes its bookmark away.
func (m *Model) toggleBookmark(uri string) tea.Cmd {
	if keep.Secret(uri) && !m.kept.Bookmarked(uri) {
		m.say(chrome.Warning, "a URI with a password is not remembered")
		return nil
	}
	b := keep.Bookmark{URI: uri, Added: m.now()}
	if r := m.known(uri); r != nil {
		b.Name = r.DisplayName()
	}
	word := "bookmarked "
	if m.kept.Bookmarked(uri) {
		word = "no longer bookmarked: "
	}
	return m.changeKept(word+safetext.Line(uri), func(s *keep.Server) { s.Bookmark(b) })
}

// keptChanged is what is kept of the server now, or why that is not known.
type keptChanged struct {
	kept keep.Server
	done string // what to say of it, "" for nothing
	err  error
}

// loadKept asks for what was kept of the server.
func (m *Model) loadKept() tea.Cmd {
	file := m.opts.Keep
	if file == nil {
		return nil
	}
	return func() tea.Msg {
		kept, err := file.Load()
		return keptChanged{kept: kept, err: err}
	}
}

// changeKept changes what is kept of the server.
func (m *Model) changeKept(done string, change func(*keep.Server)) tea.Cmd {
	file := m.opts.Keep
	if file == nil {
		kept := m.kept
		change(&kept)
		m.keptChanged(keptChanged{kept: kept, done: done})
		return nil
	}
	return func() tea.Msg {
		kept, err := file.Change(change)
		return keptChanged{kept, done, err}
	}
}

func (m *Model) keptChanged(msg keptChanged) {
	var damaged *keep.DamagedError
	switch {
	case errors.As(msg.err, &damaged):
		m.say(chrome.Warning, damaged.Error())
	case msg.err != nil:
		m.say(chrome.Failure, "not remembered: "+msg.err.Error())
		return
	case msg.done != "":
		m.say(chrome.Done, msg.done)
	}
	m.kept = msg.kept
	m.store.bookmarked = map[string]bool{}
	for _, b := range m.kept.Bookmarks {
		m.store.bookmarked[b.URI] = true
	}
	for p := range m.reads {
		s := p.Subject()
		s.Bookmarked = m.store.bookmarked[s.URI]
		if s.URI != "" {
			p.Select(s)
		}
	}
	if m.over == nil {
		return
	}
	if v, ok := m.over.overlay.(*opener.View); ok {
		v.SetPlaces(m.places(v == m.opener))
	}
}

// showLinks opens the list of the links in the Markdown on show.
func (m *Model) showLinks() {
	v, why := m.pane().Links()
	if v == nil {
		m.say(chrome.Warning, why)
		return
	}
	m.over = &over{v, keymap.Palette}
}

// chooseLexer opens the list of the languages that the text on show can be
// coloured as.
func (m *Model) chooseLexer() {
	if v, ok := m.pane().Lexers(); ok {
		m.over = &over{v, keymap.Palette}
		return
	}
	m.say(chrome.Warning, "only a source has colours to choose; "+keymap.KeyOf(keymap.NextView, keymap.Document)+" goes to it")
}
