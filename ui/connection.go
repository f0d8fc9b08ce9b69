package ui

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/findings"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/model"
	"mcperuse/views/chrome"
	findingsview "mcperuse/views/findings"
	"mcperuse/views/humanize"
	"mcperuse/views/reader"
)

// chromeLevel is how much a toast matters.
type chromeLevel = chrome.Level

// opened is the end of an attempt to connect.
type opened struct {
	serial uint64
	err    error
}

// connect begins to connect, or to connect again.
func (m *Model) connect() tea.Cmd {
	m.cancelAll()
	ctx, cancel := context.WithCancel(context.Background())
	m.serial++
	m.link = link{phase: connecting, serial: m.serial, since: m.now(), cancel: cancel, reason: m.link.reason}
	c, serial := m.client, m.serial
	return func() tea.Msg { return opened{serial, c.Open(ctx)} }
}

// opened goes on to the lists once connected, or shows what went wrong where
// there is nothing else to see.
func (m *Model) opened(msg opened) tea.Cmd {
	if msg.serial != m.link.serial {
		return nil // another attempt has begun since
	}
	m.link.cancel()
	if msg.err != nil {
		if m.store.Len() == 0 {
			m.screen = screenServer
		}
		if errors.Is(msg.err, context.Canceled) {
			m.link.phase, m.link.err = lost, msg.err
			return nil
		}
		return m.connectionLost(msg.err)
	}
	reason := m.link.reason
	m.link = link{phase: connected, since: m.now()}
	m.toast = nil // what it said of the connection is over
	if reason != "" {
		m.say(chrome.Done, reason+": the server was started anew")
	}
	m.compareIdentity()
	m.showFreshness(m.reader)
	m.showFreshness(m.result)
	if m.screen == screenServer && m.store.Len() == 0 {
		m.screen = screenResources
	}
	return tea.Batch(m.startWalk(nil), m.listTemplates())
}

// cancelAll stops everything under way.
func (m *Model) cancelAll() {
	if m.link.cancel != nil {
		m.link.cancel()
	}
	m.walk.stop()
	m.listing.stop()
	m.asking.stop()
	m.call.stop()
	m.searches.stop()
	m.sorting.stop()
	m.finding.stop()
	m.pageFetch.stop()
	m.comparing.stop()
	m.comparison.stop()
	m.keptFetch.stop()
	m.saving.stop()
	for _, r := range m.reads {
		r.stop()
		r.work.stop()
	}
}

// event takes what happened at the client by itself.
func (m *Model) event(e mcpclient.Event) tea.Cmd {
	switch e := e.(type) {
	case mcpclient.Opening:
		m.link.step = e.Step
	case mcpclient.Lost:
		return m.connectionLost(e.Err)
	case mcpclient.LiveEvent:
		return m.liveEvent(e.Event)
	case mcpclient.Stray:
		m.say(chrome.Warning, "an error that answers no request: "+mcpclient.Explain(e.Err).String())
	case mcpclient.Refused:
		m.say(chrome.Warning, e.Request.Method+" of the server was refused: frames on screen 5 show it")
	case mcpclient.FramesChanged:
		m.wire.Sync()
		m.judge()
	case mcpclient.StderrChanged:
		// Screen 7 asks for it when it is drawn.
	}
	return nil
}

// judge shows what was found in the frames so far.
func (m *Model) judge() {
	checks := m.client.Findings()
	groups := checks.Groups()
	m.warnings = 0
	for i := range groups {
		if groups[i].Rule.Severity != findings.Info {
			m.warnings++
		}
	}
	m.findings.Set(groups)
	m.findings.SetStatus(findingsview.Status{Frames: m.wire.Len(), Rules: len(findings.Rules()), Revision: m.client.Server().Revision})
}

func (m *Model) liveEvent(e live.Event) tea.Cmd {
	m.updates.Add(e)
	return tea.Batch(m.alert(e), m.changedBy(e), m.followed(e))
}

// changedBy marks what an event says has changed, or may have.
func (m *Model) changedBy(e live.Event) tea.Cmd {
	switch e.Kind {
	case live.Updated:
		m.spoil(e.URI)
		for _, parent := range e.Parents {
			m.spoil(parent)
		}
	case live.ListChanged:
		return m.listChanged(e.Time, true)
	case live.Refused:
		m.say(chrome.Warning, "no updates: "+e.Detail)
	case live.Lost, live.Ended, live.Acknowledged:
		for _, uri := range e.Missed.URIs {
			m.spoil(uri)
		}
		if e.Missed.ListChanged {
			return m.listChanged(e.Time, false)
		}
	case live.Listening, live.Retrying:
	}
	return nil
}

// showFreshness tells a pane how fresh its contents are now.
func (m *Model) showFreshness(p *reader.Pane) {
	if e, ok := m.client.Cache().Peek(mcpclient.ReadKey(p.URI())); ok {
		p.SetInfo(p.URI(), e.Info)
	}
}

// spoil marks a resource as changed since it was read.
func (m *Model) spoil(uri string) {
	m.store.mark(uri, true)
	m.showFreshness(m.reader)
	m.showFreshness(m.result)
}

// toggleWatch watches a resource, or stops.
func (m *Model) toggleWatch(uri string) {
	if m.client.Watch(uri) {
		m.store.watched[uri] = true
		return
	}
	m.client.Unwatch(uri)
	delete(m.store.watched, uri)
}

// watchAll watches what is not watched yet, or stops watching all of it.
func (m *Model) watchAll(uris []string) {
	all := !slices.ContainsFunc(uris, func(uri string) bool { return !m.store.watched[uri] })
	for _, uri := range uris {
		if all == m.store.watched[uri] {
			m.toggleWatch(uri)
		}
	}
	word := "watching "
	if all {
		word = "no longer watching "
	}
	m.say(chrome.Done, word+humanize.Amount(len(uris), "resource", "resources"))
}

// stopper is something under way that can be stopped.
type stopper struct{ cancel context.CancelFunc }

func (s *stopper) begin() context.Context {
	s.stop()
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	return ctx
}

func (s *stopper) stop() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// running reports whether it is still under way.
func (s *stopper) running() bool { return s.cancel != nil }

// templateState is the fetching of the templates.
type templateState struct {
	stopper
	serial uint64
	items  []model.Template
	err    error
	walk   mcpclient.Walk
	asked  bool
}

// listed is the end of a walk through the templates.
type listed struct {
	serial uint64
	items  []model.Template
	walk   mcpclient.Walk
	err    error
}

// listTemplates fetches all templates; there are few of them.
func (m *Model) listTemplates() tea.Cmd {
	m.serial++
	serial, c, ctx := m.serial, m.client, m.listing.begin()
	m.listing.serial = serial
	return func() tea.Msg {
		var items []model.Template
		w, err := c.Templates(ctx, mcpclient.ListOptions[model.Template]{
			OnPage:    func(p mcpclient.Page[model.Template]) { items = append(items, p.Items...) },
			OnRestart: func(error) { items = nil },
			Refresh:   true,
		})
		return listed{serial, items, w, err}
	}
}

func (m *Model) listed(msg listed) {
	if msg.serial != m.listing.serial {
		return
	}
	m.listing.stop()
	m.listing.err, m.listing.walk, m.listing.asked = msg.err, msg.walk, true
	if errors.Is(msg.err, context.Canceled) {
		return
	}
	m.listing.items = msg.items
	m.templates.SetTemplates(msg.items)
}
