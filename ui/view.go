package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/live"
	"mcperuse/views/chrome"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/safetext"
)

// View implements [tea.Model].
func (m *Model) View() tea.View {
	var v tea.View
	v.AltScreen = true
	v.WindowTitle = "mcperuse ▸ " + safetext.Line(m.serverName())
	if m.opts.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if m.width < 1 || m.height < 1 {
		return v
	}
	scr := uv.NewScreenBuffer(m.width, m.height)
	scr.Method = m.method
	if x, y, ok := m.draw(scr); ok {
		v.Cursor = tea.NewCursor(x, y)
		v.Cursor.Blink = false
	}
	v.Content = scr.Render()
	return v
}

// draw draws the whole screen, and returns where the terminal's cursor
// belongs.
func (m *Model) draw(scr uv.Screen) (x, y int, ok bool) {
	l, th := m.layout, m.theme
	m.header().Draw(scr, l.header, th)
	if !l.tabs.Empty() {
		m.tabs().Draw(scr, l.tabs, th)
	}
	if !l.rule.Empty() {
		draw.Rule(scr, l.rule, th.Rule)
	}
	m.footer().Draw(scr, l.footer, th)
	if m.over != nil {
		m.over.Draw(scr, l.body, th)
		x, y = m.over.Cursor(m.method)
		return min(l.body.Min.X+x, max(l.body.Max.X-1, 0)), l.body.Min.Y + y, true
	}
	if m.help != nil {
		m.help.Draw(scr, l.body, th)
		return 0, 0, false
	}
	if m.questions.shown() != nil {
		m.questions.shown().Draw(scr, l.body, th)
		return m.questions.shown().Cursor()
	}
	return m.drawBody(scr)
}

func (m *Model) drawBody(scr uv.Screen) (x, y int, ok bool) {
	l, th, now := m.layout, m.theme, m.now()
	p := m.pane()
	if m.starting() {
		m.server.DrawStarting(scr, l.body, th)
		return 0, 0, false
	}
	if m.screen == screenWire && m.calling {
		m.caller.Draw(scr, l.body, th, true)
		return m.caller.Cursor()
	}
	if p == nil {
		b := m.bodies[m.screen]
		b.Draw(scr, l.body, th, true)
		x, y, ok = b.Cursor()
		return l.body.Min.X + x, l.body.Min.Y + y, ok
	}
	onReader := m.focused() == paneReader
	if !l.narrow {
		if l.divider.Dx() == 1 {
			draw.Divider(scr, l.divider, th.Rule)
		} else {
			draw.Rule(scr, l.divider, th.Rule)
		}
	}
	if !l.narrow || !onReader {
		x, y, ok = m.drawMain(scr, !onReader)
	}
	if l.narrow && !onReader {
		return x, y, ok
	}
	caret := p.Caret
	if v := m.changes(); v != nil {
		caret = v.Caret
		v.Draw(scr, l.reader, onReader)
	} else {
		p.Draw(scr, l.reader, onReader, now)
		m.showImage(p)
	}
	if onReader {
		return caret()
	}
	return x, y, ok
}

// drawMain draws what is beside the reader, and returns where its cursor belongs.
func (m *Model) drawMain(scr uv.Screen, focused bool) (x, y int, ok bool) {
	l, th := m.layout, m.theme
	aired := l.main // a blank column before the divider
	if l.divider.Dx() == 1 {
		aired.Max.X--
	}
	switch {
	case m.screen == screenTemplates && m.form != nil:
		m.form.Draw(scr, aired, th, focused)
		return m.form.Cursor()
	case m.screen == screenTemplates:
		m.templates.Draw(scr, aired, th, focused)
		x, y, ok = m.templates.Cursor()
	default:
		m.list.Draw(scr, l.main, th, focused)
		x, y, ok = m.list.Cursor()
	}
	return l.main.Min.X + x, l.main.Min.Y + y, ok
}

// serverName is the server as it calls itself, or as the user named it while
// that is unknown.
func (m *Model) serverName() string {
	if s := m.client.Server(); s.Revision != "" && s.Identity.Name != "" {
		return s.Identity.String()
	}
	return m.opts.Title
}

func (m *Model) header() chrome.Header {
	s := m.client.Server()
	h := chrome.Header{Server: m.serverName(), Revision: s.Revision, Era: s.Era(), Transport: s.Connection.Kind, Warnings: m.warnings}
	switch m.link.phase {
	case connecting:
		h.Link = chrome.Connecting
	case lost:
		h.Link = chrome.Lost
	case connected:
		h.Link = chrome.Connected
		for _, i := range m.client.Interests() {
			switch {
			case i.State == live.Broken:
				h.Link = chrome.Deaf
			case i.State == live.Confirmed && h.Link != chrome.Deaf:
				h.Link = chrome.Live
			}
		}
	}
	if m.questions.aside {
		h.Progress = "a question waits: " + keymap.KeyOf(keymap.ShowQuestion, keymap.Global)
	}
	if m.walk.running() {
		h.Progress = fmt.Sprintf("page %d · %s rows…", m.walk.pages+1, humanize.Count(int64(max(m.store.Len(), m.reload.rows))))
	}
	return h
}

func (m *Model) tabs() chrome.Tabs {
	count := func(n int) string {
		if n == 0 {
			return ""
		}
		return humanize.Count(int64(n))
	}
	return chrome.Tabs{Current: int(m.screen), Tabs: []chrome.Tab{
		{Screen: int(screenResources), Name: "Resources", Count: count(m.store.Len())},
		{Screen: int(screenTemplates), Name: "Templates", Count: count(len(m.listing.items))},
		{Screen: int(screenUpdates), Name: "Updates", Count: count(m.updates.Changes())},
		{Screen: int(screenCache), Name: "Cache", Count: count(m.client.Cache().Totals().Entries)},
		{Screen: int(screenWire), Name: "Wire", Count: count(m.wire.Len())},
		{Screen: int(screenFindings), Name: "Findings", Count: count(m.warnings)},
		{Screen: int(screenServer), Name: "Server"},
	}}
}

// position says where the cursor is in what has the focus.
func (m *Model) position() string {
	p := m.pane()
	switch {
	case m.over != nil, m.help != nil, m.questions.shown() != nil, m.screen == screenWire && m.calling:
	case p == nil:
		return m.bodies[m.screen].Position()
	case m.focused() == paneReader && m.changes() != nil:
		return m.changes().Position()
	case m.focused() == paneReader:
		return p.Status()
	case m.screen == screenResources:
		return m.list.Position()
	case m.form == nil:
		return m.templates.Position()
	}
	return ""
}

// watching reports whether what w acts on is watched already.
func (m *Model) watching() bool {
	switch p := m.pane(); {
	case m.screen == screenTemplates && m.form != nil && m.focused() == paneMain:
		return m.store.watched[m.form.URI()]
	case p == m.reader && m.focused() == paneMain:
		return m.store.watched[m.list.SelectedURI()]
	case p != nil:
		return m.store.watched[p.URI()]
	}
	return false
}

func (m *Model) footer() chrome.Footer {
	f := chrome.Footer{Keys: keymap.Footer(m.scopes()...)}
	for i := range f.Keys {
		switch k := &f.Keys[i]; {
		case k.ID == keymap.Watch && m.watching():
			k.Short = "unwatch"
		case k.ID == keymap.EditURI && m.form != nil && m.form.ByHand():
			k.Short = "the fields"
		}
	}
	onePane := m.pane() == nil && m.over == nil && m.help == nil && m.questions.shown() == nil
	f.Keys = slices.DeleteFunc(f.Keys, func(b keymap.Binding) bool {
		return b.ID == keymap.FillIn && !m.canFillIn() || b.ID == keymap.ShowAnswer && !m.caller.HasAnswer() || b.ID == keymap.FocusNext && onePane
	})
	f.Position = m.position()
	if m.saving.running() {
		f.Toast = &chrome.Toast{Level: chrome.Done, Text: fmt.Sprintf("saving %d of %d…  %s stops", m.saving.done+1, m.saving.all, keymap.KeyOf(keymap.Cancel, keymap.Waiting))}
	} else if m.toast != nil {
		f.Toast = &chrome.Toast{Level: m.toast.level, Text: m.toast.text}
	}
	return f
}
