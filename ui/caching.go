package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/freshness"
	"mcperuse/views/cache"
	"mcperuse/views/chrome"
	"mcperuse/views/safetext"
)

// refreshCache tells the Cache screen what is kept now.
func (m *Model) refreshCache() {
	m.cache.SetNow(m.now())
	kept := m.client.Cache()
	totals := kept.Totals()
	if m.shownCache == totals {
		return
	}
	m.shownCache = totals
	pages := map[freshness.Key]int{}
	for i := range m.store.pages {
		pages[mcpclient.ListKey(m.store.pages[i].Cursor)] = i + 1
	}
	var entries []cache.Entry
	for _, e := range kept.Entries() {
		entries = append(entries, cache.Entry{Entry: e, Page: pages[e.Key]})
	}
	m.cache.Set(entries, totals)
}

// keptRefetched is the end of fetching kept contents again.
type keptRefetched struct {
	uri string
	err error
}

// refetchKept asks the server again for contents that are kept. Where a pane
// shows them, they are read into it.
func (m *Model) refetchKept(uri string) tea.Cmd {
	for p := range m.reads {
		if p.URI() == uri {
			return m.read(p, uri, true, nil)
		}
	}
	c, ctx := m.client, m.keptFetch.begin()
	return func() tea.Msg {
		_, err := c.Read(ctx, uri, mcpclient.ReadOptions{Refresh: true})
		return keptRefetched{uri, err}
	}
}

func (m *Model) keptRefetched(msg keptRefetched) {
	switch {
	case errors.Is(msg.err, context.Canceled):
	case msg.err != nil:
		m.say(chrome.Failure, safetext.Line(msg.uri)+" was not fetched again: "+mcpclient.Explain(msg.err).String())
	default:
		m.store.mark(msg.uri, false)
		m.say(chrome.Done, safetext.Line(msg.uri)+" was fetched again")
	}
}

// dropAll forgets every kept result. What is on screen stays.
func (m *Model) dropAll() {
	m.client.Cache().Clear(nil)
	m.say(chrome.Done, "the cache is empty")
}
