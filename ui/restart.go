package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/ui/filewatch"
	"mcperuse/views/chrome"
	"mcperuse/views/humanize"
	"mcperuse/views/safetext"
)

// How often, and how fast, a lost connection is made again by itself.
const (
	firstRestart = time.Second
	lastRestart  = 30 * time.Second
	mostRestarts = 8
	// steady is how long a connection must last to count as one that works, after
	// which the next loss is the first again.
	steady = 30 * time.Second
)

// restarting is connecting again by itself when the connection is lost.
type restarting struct {
	on       bool
	attempts int       // in a row that did not last
	at       time.Time // when the next one is due, zero where none is
	serial   uint64    // of the wait for it
}

// restartDue says that the time for another attempt has come.
type restartDue struct{ serial uint64 }

// filesChanged says that files the server is made of changed.
type filesChanged struct{ path string }

// toggleRestart turns connecting again by itself on or off.
func (m *Model) toggleRestart() tea.Cmd {
	m.restarting = restarting{on: !m.restarting.on, serial: m.restarting.serial + 1}
	if !m.restarting.on {
		m.say(chrome.Done, "a lost connection is made again only by hand")
		return nil
	}
	m.say(chrome.Done, "a lost connection is made again by itself")
	if m.link.phase == lost {
		return m.connect()
	}
	return nil
}

// connectionLost plans another attempt, where that is wanted and may help.
func (m *Model) connectionLost(err error) tea.Cmd {
	r := &m.restarting
	if m.link.phase == connected && m.now().Sub(m.link.since) >= steady {
		r.attempts = 0
	}
	m.link.phase, m.link.err = lost, err
	// What to do comes first: the rest may be long, and cut.
	x := mcpclient.Explain(err)
	why := x.What
	if x.Why != "" {
		why += ": " + x.Why
	}
	switch {
	case !r.on:
		m.say(chrome.Failure, "R on screen 7 connects again: "+why)
		return nil
	case r.attempts >= mostRestarts:
		m.say(chrome.Failure, fmt.Sprintf("given up after %d attempts, R on screen 7 connects again: %s", mostRestarts, why))
		r.at = time.Time{}
		return nil
	}
	wait := min(firstRestart<<r.attempts, lastRestart)
	r.attempts++
	r.serial++
	r.at = m.now().Add(wait)
	m.say(chrome.Failure, fmt.Sprintf("connecting again in %s (attempt %d of %d): %s", humanize.Duration(wait), r.attempts, mostRestarts, why))
	serial := r.serial
	return tea.Tick(wait, func(time.Time) tea.Msg { return restartDue{serial} })
}

// restartDue connects again, where nobody did meanwhile.
func (m *Model) restartDue(msg restartDue) tea.Cmd {
	if msg.serial != m.restarting.serial || m.link.phase != lost {
		return nil
	}
	m.restarting.at = time.Time{}
	return m.connect()
}

// filesChanged starts the server anew. What was shown stays, and the lists are
// compared.
func (m *Model) filesChanged(msg filesChanged) tea.Cmd {
	m.restarting.attempts = 0
	m.restarting.serial++
	m.link.reason = safetext.Line(filepath.Base(msg.path)) + " changed"
	return m.connect()
}

// watchFiles tells of changes of the files that Options.RestartOn names, until ctx
// ends.
func watchFiles(ctx context.Context, paths []string, box *inbox) (stop func() error, err error) {
	if len(paths) == 0 {
		return func() error { return nil }, nil
	}
	const quiet = 200 * time.Millisecond
	w, err := filewatch.New(quiet, paths...)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, func(path string) { box.put(filesChanged{path}) }) }()
	return func() error {
		cancel()
		return <-ended
	}, nil
}

// identity is a server as it was known before it was connected to again.
type identity struct{ name, revision string }

// compareIdentity says where a server came back as another one.
func (m *Model) compareIdentity() {
	s := m.client.Server()
	before, now := m.identity, identity{s.Identity.String(), s.Revision}
	m.identity = now
	switch {
	case before == (identity{}) || before == now:
	case before.name != now.name:
		m.say(chrome.Warning, "another server answers now: "+safetext.Line(now.name)+", before "+safetext.Line(before.name))
	default:
		m.say(chrome.Warning, "it speaks "+safetext.Line(now.revision)+" now, before "+safetext.Line(before.revision))
	}
}
