package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/views/chrome"
)

// walkState is the fetching of the list of resources.
type walkState struct {
	stopper
	serial uint64
	asked  bool           // at least one walk has begun
	pageAt time.Time      // when the page that is awaited was asked for
	walk   mcpclient.Walk // how far it came
	err    error          // that stopped it
	pages  int            // that came
}

// pageArrived is one page of the walk of that serial number.
type pageArrived struct {
	serial uint64
	page   mcpclient.Page[model.Resource]
}

// walkRestarted says that the walk began again and its pages are void.
type walkRestarted struct{ serial uint64 }

// walked is the end of a walk.
type walked struct {
	serial uint64
	walk   mcpclient.Walk
	err    error
}

// startWalk fetches the list: from its beginning, or from where a walk
// stopped.
func (m *Model) startWalk(from *mcpclient.Walk) tea.Cmd {
	var old []mcpclient.Page[model.Resource] // to tell what is new
	if from == nil {
		m.beginReload()
		if m.walk.asked && m.walk.walk.Complete() && m.walk.err == nil {
			old = m.store.pages
		}
	}
	m.serial++
	serial, c, box, ctx := m.serial, m.client, m.inbox, m.walk.begin()
	m.walk.serial, m.walk.asked, m.walk.pageAt, m.walk.err = serial, true, m.now(), nil
	m.walk.walk, m.walk.pages = mcpclient.Walk{}, 0
	if from != nil {
		m.walk.walk, m.walk.pages = *from, from.Pages
	}
	return func() tea.Msg {
		if len(old) > 0 {
			box.put(known{serial, newURISet(ctx, old)})
		}
		w, err := c.Resources(ctx, mcpclient.ListOptions[model.Resource]{
			Refresh:   true,
			Start:     from,
			OnPage:    func(p mcpclient.Page[model.Resource]) { box.put(pageArrived{serial, p}) },
			OnRestart: func(error) { box.put(walkRestarted{serial}) },
		})
		// In the queue behind its pages.
		box.put(walked{serial, w, err})
		return nil
	}
}

func (m *Model) pageArrived(msg pageArrived) {
	if msg.serial != m.walk.serial {
		return
	}
	m.walk.pages++
	m.walk.pageAt = m.now()
	m.incoming(msg.page)
}

func (m *Model) walkRestarted(msg walkRestarted) {
	if msg.serial != m.walk.serial {
		return
	}
	m.walk.pages, m.store.news = 0, 0
	if m.reload.waits {
		m.reload.aside, m.reload.rows = nil, 0
		return
	}
	m.store.reset()
	m.list.Reset()
}

func (m *Model) walked(msg walked) tea.Cmd {
	if msg.serial != m.walk.serial {
		return nil
	}
	m.walk.stop()
	m.walk.walk, m.walk.err = msg.walk, msg.err
	if errors.Is(msg.err, context.Canceled) {
		m.walk.err = nil
	}
	m.auto.ended = m.now()
	return tea.Batch(m.endReload(msg.walk.Complete() && msg.err == nil), m.reloadDue())
}

// goOn continues a walk that stopped.
func (m *Model) goOn() tea.Cmd {
	if w := m.walk.walk; !m.walk.running() && m.walk.asked && !w.Complete() {
		return m.startWalk(&w)
	}
	return nil
}

// pageRefetched is the end of fetching one page again.
type pageRefetched struct {
	serial uint64 // of the walk the page came from
	index  int
	page   mcpclient.Page[model.Resource]
	err    error
}

// refetchPage asks for one page again, by its index.
func (m *Model) refetchPage(index int) tea.Cmd {
	if m.walk.running() && m.reload.waits {
		m.say(chrome.Warning, "all pages are being fetched again")
		return nil
	}
	serial, cursor, c, ctx := m.walk.serial, m.store.pages[index].Cursor, m.client, m.pageFetch.begin()
	return func() tea.Msg {
		p, err := c.ResourcePage(ctx, cursor)
		return pageRefetched{serial, index, p, err}
	}
}

func (m *Model) pageRefetched(msg pageRefetched) {
	switch {
	case msg.serial != m.walk.serial, errors.Is(msg.err, context.Canceled):
	case msg.err != nil:
		m.say(chrome.Failure, fmt.Sprintf("page %d was not fetched again: %s", msg.index+1, mcpclient.Explain(msg.err)))
	default:
		moved := m.store.pages[msg.index].Next != msg.page.Next
		m.list.Renew(func() { m.store.replace(msg.index, msg.page) })
		m.shown = -1 // rows have moved: look again at what is under the cursor
		if moved {
			m.say(chrome.Warning, "this page names another cursor now: R reloads the list")
		}
	}
}
