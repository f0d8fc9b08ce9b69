package ui

import (
	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/views/chrome"
	"mcperuse/views/reader"
	"mcperuse/views/resources"
)

// mostVisits bounds the history.
const mostVisits = 200

// visit is contents that were asked for, and how they were looked at.
type visit struct {
	screen  screen
	pane    *reader.Pane
	subject reader.Subject
	place   reader.Place    // in the contents, as they were left
	list    resources.Place // in the list of resources, where it was asked for from there
}

// history is where one has been, the oldest first.
type history struct {
	visits []visit
	at     int // the one that is, or was last, on show
}

// current is the visit that is, or was last, on show; nil before the first.
func (h *history) current() *visit {
	if h.at < len(h.visits) {
		return &h.visits[h.at]
	}
	return nil
}

// add goes on to another visit. What was ahead is forgotten.
func (h *history) add(v visit) {
	if len(h.visits) > 0 {
		h.visits = h.visits[:h.at+1]
	}
	h.visits = append(h.visits, v)
	if extra := len(h.visits) - mostVisits; extra > 0 {
		h.visits = append(h.visits[:0:0], h.visits[extra:]...)
	}
	h.at = len(h.visits) - 1
}

// leave remembers how the contents of a pane are looked at, before something else
// is shown there.
func (m *Model) leave(p *reader.Pane) {
	if v := m.history.current(); v != nil && v.pane == p && v.subject.URI == p.URI() {
		v.place = p.Place()
	}
}

// visited takes note that a pane shows contents that were asked for.
func (m *Model) visited(p *reader.Pane) {
	v := m.history.current()
	if m.returning || v != nil && v.pane == p && v.subject.URI == p.URI() {
		return
	}
	m.history.add(visit{screen: m.screen, pane: p, subject: p.Subject(), list: m.list.Place()})
}

// travel goes back or forward through the history. From a row that was only
// selected, back leads to what was read last.
func (m *Model) travel(by int) tea.Cmd {
	h := &m.history
	v := h.current()
	switch {
	case v == nil:
		m.say(chrome.Warning, "nothing was read yet")
		return nil
	case by < 0 && (m.screen != v.screen || v.pane.URI() != v.subject.URI):
		// It is still the last place one has been.
	case h.at+by < 0:
		m.say(chrome.Warning, "there is nothing before this")
		return nil
	case h.at+by >= len(h.visits):
		m.say(chrome.Warning, "there is nothing after this")
		return nil
	default:
		m.leave(v.pane)
		h.at += by
	}
	return m.returnTo(h.current())
}

// returnTo shows a visit again as it was left. What is kept needs no request.
func (m *Model) returnTo(v *visit) tea.Cmd {
	m.returning = true
	defer func() { m.returning = false }()
	m.show(v.screen)
	if v.pane == m.reader && m.list.Return(v.list) {
		m.shown = m.list.Selected()
	}
	m.selectSubject(v.pane, v.subject)
	m.showKept(v.pane)
	if v.pane.Return(v.place) {
		return nil
	}
	return m.read(v.pane, v.subject.URI, false, nil)
}

// travelKeys are the keys of the history.
var travelKeys = map[keymap.ID]int{keymap.GoBack: -1, keymap.GoForward: 1}
