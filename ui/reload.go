package ui

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/views/chrome"
	"mcperuse/views/humanize"
)

// Bounds of what a reload keeps of the list before it, in rows.
const (
	// mostAside is how much of the new list is gathered before it takes the
	// place of the old one, while the selected row has not come yet.
	mostAside = 50_000
	// mostCompared is the longest list whose rows that are gone can be named:
	// the old one is kept until the new one is whole.
	mostCompared = 200_000
	// mostGone is how many rows that are gone are listed.
	mostGone = 100
)

// reload is fetching a list that is there already. The old one stays on screen
// until the row under the cursor has come again.
type reload struct {
	aside []mcpclient.Page[model.Resource] // come, and not shown yet
	rows  int                              // of those
	waits bool                             // the new list has not taken the place of the old one yet
	old   []mcpclient.Page[model.Resource] // to find out what is gone; nil where that would take too much memory
}

// seed makes hashes of one run comparable.
var seed = maphash.MakeSeed()

// uriSet is a set of URIs by their hashes, sorted. A false hit is one in many
// millions, and costs a row its mark as new.
type uriSet []uint64

func newURISet(ctx context.Context, pages []mcpclient.Page[model.Resource]) uriSet {
	n := 0
	for i := range pages {
		n += len(pages[i].Items)
	}
	set := make(uriSet, 0, n)
	for i := range pages {
		if ctx.Err() != nil {
			return nil
		}
		for j := range pages[i].Items {
			set = append(set, maphash.String(seed, pages[i].Items[j].URI))
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

func (s uriSet) has(uri string) bool {
	_, found := slices.BinarySearch(s, maphash.String(seed, uri))
	return found
}

// known is the set of what the list before had.
type known struct {
	serial uint64 // of the walk that it is compared with
	uris   uriSet
}

// compared is what a new list lacks of the one before.
type compared struct {
	serial uint64
	gone   []string // URIs, at most mostGone
	count  int      // of all of them
}

// compare finds what of the old list is not in the new one.
func compare(ctx context.Context, serial uint64, old, fresh []mcpclient.Page[model.Resource]) compared {
	out := compared{serial: serial}
	set := newURISet(ctx, fresh)
	for i := range old {
		if ctx.Err() != nil {
			return compared{}
		}
		for j := range old[i].Items {
			if uri := old[i].Items[j].URI; !set.has(uri) {
				if out.count++; len(out.gone) < mostGone {
					out.gone = append(out.gone, uri)
				}
			}
		}
	}
	return out
}

// beginReload gets ready to compare the list there is with the one to come.
func (m *Model) beginReload() {
	m.reload = reload{waits: m.store.rows > 0}
	m.store.changedAt, m.store.unsure = time.Time{}, false
	m.store.known, m.store.news, m.store.gone, m.store.goneCount = nil, 0, nil, 0
	// Only against a whole list can a row be new, or gone.
	if m.store.rows > 0 && m.store.rows <= mostCompared && m.walk.walk.Complete() && m.walk.err == nil {
		m.reload.old = m.store.pages
	}
}

// incoming takes a page of a reload: aside, or into the list.
func (m *Model) incoming(p mcpclient.Page[model.Resource]) {
	if m.store.known != nil {
		for i := range p.Items {
			if !m.store.known.has(p.Items[i].URI) {
				m.store.news++
			}
		}
	}
	r := &m.reload
	if !r.waits {
		m.store.add(p)
		return
	}
	r.aside = append(r.aside, p)
	r.rows += len(p.Items)
	uri := m.list.SelectedURI()
	if r.rows >= mostAside || uri != "" && slices.ContainsFunc(p.Items, func(r model.Resource) bool { return r.URI == uri }) {
		m.showReloaded()
	}
}

// showReloaded puts what has come of the new list in the place of the old one. The
// cursor stays on its URI.
func (m *Model) showReloaded() {
	pages := m.reload.aside
	m.reload.aside, m.reload.waits = nil, false
	m.list.Renew(func() {
		m.store.reset()
		for _, p := range pages {
			m.store.add(p)
		}
	})
	m.shown = -1 // look again at what is under the cursor
}

// endReload shows what came, and begins to look for what is gone.
func (m *Model) endReload(whole bool) tea.Cmd {
	r := &m.reload
	if r.waits && (whole || len(r.aside) > 0) {
		m.showReloaded()
	}
	old := r.old
	r.old = nil
	if !whole || old == nil {
		return nil
	}
	ctx, serial, fresh := m.comparing.begin(), m.walk.serial, slices.Clone(m.store.pages)
	return func() tea.Msg { return compare(ctx, serial, old, fresh) }
}

// compared takes what is gone, and says what the reload changed.
func (m *Model) compared(msg compared) {
	if msg.serial != m.walk.serial {
		return
	}
	m.comparing.stop()
	m.store.gone, m.store.goneCount = msg.gone, msg.count
	if words := m.store.differences(); words != "" {
		m.updates.Told(words)
	}
}

// differences says what a reload changed, "" where it changed nothing.
func (s *store) differences() string {
	words := ""
	if s.news > 0 {
		words = humanize.Count(int64(s.news)) + " new"
	}
	if s.goneCount > 0 {
		if words != "" {
			words += ", "
		}
		words += humanize.Count(int64(s.goneCount)) + " gone"
	}
	return words
}

const (
	// leastBetween is the least time between two reloads that nobody asked for.
	leastBetween = 500 * time.Millisecond
	// mostInARow is how many of those may be overtaken by yet another change.
	mostInARow = 5
	// aftermath is how soon after a reload a change counts as brought about by it.
	aftermath = 300 * time.Millisecond
)

// autoReload is reloading the list by itself whenever it changed.
type autoReload struct {
	on        bool
	stopped   bool      // by itself: see [autoReload.overtaken]
	began     time.Time // of the last reload nobody asked for
	ended     time.Time
	due       bool // a reload waits for its time
	overtaken int  // reloads in a row during which, or right after, the list changed again
}

// reloadDue says that the time for a reload has come.
type reloadDue struct{}

// toggleAutoReload turns it on or off.
func (m *Model) toggleAutoReload() tea.Cmd {
	m.auto = autoReload{on: !m.auto.on}
	if !m.auto.on {
		m.say(chrome.Done, "the list is reloaded only by "+keymap.KeyOf(keymap.Reload, keymap.Resources))
		return nil
	}
	m.say(chrome.Done, "the list reloads by itself when it changes")
	if m.store.changedAt.IsZero() {
		return nil
	}
	return m.autoReload()
}

// listChanged takes the word that the list changed, or where that is not sure,
// that nobody would have heard of it.
func (m *Model) listChanged(at time.Time, sure bool) tea.Cmd {
	m.store.listChanged(at, sure)
	a := &m.auto
	switch {
	case !a.on:
		return nil
	case !a.began.IsZero() && (m.walk.running() || at.Sub(a.ended) < aftermath):
		a.overtaken++
	default:
		a.overtaken = 0
	}
	if a.overtaken > mostInARow {
		m.auto = autoReload{stopped: true}
		m.say(chrome.Warning, fmt.Sprintf("the list no longer reloads by itself: it changed during each of %d reloads", mostInARow))
		return nil
	}
	return m.autoReload()
}

// autoReload reloads the list, at once or as soon as it may.
func (m *Model) autoReload() tea.Cmd {
	a := &m.auto
	now := m.now()
	wait := leastBetween - now.Sub(a.began)
	switch {
	case a.due || m.link.phase != connected:
		return nil
	case m.walk.running():
		a.due = true // when it has ended
		return nil
	case wait > 0:
		a.due = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return reloadDue{} })
	}
	a.began = now
	return tea.Batch(m.startWalk(nil), m.listTemplates())
}

// reloadDue reloads the list where that is still wanted.
func (m *Model) reloadDue() tea.Cmd {
	if !m.auto.due || m.walk.running() {
		return nil
	}
	m.auto.due = false
	if !m.auto.on || m.store.changedAt.IsZero() {
		return nil
	}
	return m.autoReload()
}

// changeWords says that the list changed since it was fetched, or what the last
// reload brought; "" where there is nothing to say.
func (m *Model) changeWords() string {
	switch key := keymap.KeyOf(keymap.Reload, keymap.Resources); {
	case m.auto.stopped && !m.store.changedAt.IsZero():
		return "each reload changes it: " + key + " reloads"
	case !m.store.changedAt.IsZero() && !m.walk.running():
		if m.store.unsure {
			return "list may have changed: " + key + " reloads"
		}
		return "list changed: " + key + " reloads"
	}
	return m.store.differences()
}
