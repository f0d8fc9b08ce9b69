package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/mcpclient/live"
	"mcperuse/views/chrome"
	"mcperuse/views/reader"
	"mcperuse/views/safetext"
)

// leastRefetch is the least time between two refetches that follow updates.
const leastRefetch = 500 * time.Millisecond

// following is reading what is on show again whenever it changes.
type following struct {
	on  bool
	at  time.Time // of the last refetch
	due bool      // one waits for its time
}

// followDue says that the time for a refetch has come.
type followDue struct{}

// toggleFollow turns it on or off. What is on show is watched, without which
// nothing would be heard of it.
func (m *Model) toggleFollow() tea.Cmd {
	m.following = following{on: !m.following.on}
	for p := range m.reads {
		p.SetFollowing(m.following.on)
	}
	p := m.pane()
	if !m.following.on {
		m.say(chrome.Done, "what changes is read again only by "+keymap.KeyOf(keymap.Refetch, keymap.Document))
		return nil
	}
	m.say(chrome.Done, "what is on show is read again when it changes")
	if p == nil || p.URI() == "" {
		return nil
	}
	if !m.store.watched[p.URI()] {
		m.toggleWatch(p.URI())
	}
	if m.store.changed[p.URI()] {
		return m.follow(p)
	}
	return nil
}

// follow reads again what a pane shows, at once or as soon as it may.
func (m *Model) follow(p *reader.Pane) tea.Cmd {
	f := &m.following
	if !f.on || f.due || p == nil || !p.Shows() {
		return nil
	}
	now := m.now()
	wait := leastRefetch - now.Sub(f.at)
	if p.Waiting() || p.Selecting() {
		wait = leastRefetch // until the read under way has ended, or what is selected was copied
	}
	if wait > 0 {
		f.due = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return followDue{} })
	}
	f.at = now
	return m.read(p, p.URI(), true, nil)
}

// followDue reads what is on show again, where it is still said to have changed.
func (m *Model) followDue() tea.Cmd {
	m.following.due = false
	if p := m.pane(); p != nil && m.store.changed[p.URI()] {
		return m.follow(p)
	}
	return nil
}

// followed reads again what is on show, if it is what an event is about.
func (m *Model) followed(e live.Event) tea.Cmd {
	p := m.pane()
	if p == nil || e.Kind != live.Updated || !m.store.changed[p.URI()] {
		return nil
	}
	return m.follow(p)
}

// Alert is how a change makes itself noticed while nobody looks.
type Alert string

// The alerts. A notification is asked of the terminal (OSC 9).
const (
	NoAlert     Alert = ""
	AlertBell   Alert = "bell"
	AlertNotify Alert = "notify"
)

// leastAlert is the least time between two alerts.
const leastAlert = 2 * time.Second

// alert rings, or notifies, where that is wanted, for a change that was asked for.
func (m *Model) alert(e live.Event) tea.Cmd {
	now := m.now()
	if m.opts.Alert == NoAlert || !e.Kind.IsChange() || e.Unasked || now.Sub(m.alerted) < leastAlert {
		return nil
	}
	m.alerted = now
	if m.opts.Alert == AlertBell {
		return tea.Raw("\a")
	}
	what := "the list of resources changed"
	if e.URI != "" {
		what = safetext.Line(e.URI) + " was updated"
	}
	return tea.Raw("\x1b]9;mcperuse: " + what + "\x1b\\")
}
