package ui

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/views/diff"
	"mcperuse/views/form"
	"mcperuse/views/opener"
	"mcperuse/views/reader"
	"mcperuse/views/resources"
	"mcperuse/views/wire"
)

// mostPreview bounds, in bytes, the kept contents that are shown on mere
// selection: larger ones would make moving through the list slow.
const mostPreview = 1 << 20

// readState is the last read of a pane and the work on what it brought.
type readState struct {
	stopper
	request reader.Request
	work    stopper
}

// answered is the end of a read.
type answered struct {
	pane    *reader.Pane
	request reader.Request
	form    *form.Form
	reading mcpclient.Reading
	print   uint64 // of its contents, see [fingerprint]
	err     error
	at      time.Time
}

// progressed is a sign of life of a read.
type progressed struct {
	pane     *reader.Pane
	serial   uint64
	progress reader.Progress
}

// read asks for the contents of what a pane is about. The read before it in
// the same pane is cancelled. The form that the URI came from, nil for none, is
// told how it ended.
func (m *Model) read(p *reader.Pane, uri string, refetch bool, from *form.Form) tea.Cmd {
	m.serial++
	r := reader.Request{Serial: m.serial, URI: uri, Started: m.now()}
	if !p.Begin(r) {
		return nil
	}
	m.visited(p)
	state := m.reads[p]
	c, box, now, ctx := m.client, m.inbox, m.now, state.begin()
	state.request = r
	return func() tea.Msg {
		got, err := c.Read(ctx, uri, mcpclient.ReadOptions{Refresh: refetch, OnProgress: func(g mcpclient.Progress) {
			box.put(progressed{p, r.Serial, reader.Progress(g)})
		}})
		sparing(len(got.Raw))
		return answered{p, r, from, got, fingerprint(&got.Read), err, now()}
	}
}

// sparing keeps memory low after a read of so many bytes. Contents hold no pointers
// and cost the collector nothing: rather than let the heap grow by their size again
// before it runs, it runs more often from the first large ones on. Those that are
// very large were just put together from parts of the same size, which must be gone
// before they are decoded.
func sparing(size int) {
	const large, veryLarge = 1 << 20, 16 << 20
	if size >= large {
		debug.SetGCPercent(25)
	}
	if size >= veryLarge {
		runtime.GC()
	}
}

// answered hands the end of a read to its pane, which refuses it where it is
// about something else by now.
func (m *Model) answered(msg answered) {
	if state := m.reads[msg.pane]; state.request.Serial == msg.request.Serial {
		state.stop()
	}
	a := reader.Answer{Serial: msg.request.Serial, URI: msg.request.URI, At: msg.at}
	switch {
	case errors.Is(msg.err, context.Canceled):
		a.Cancelled = true
	case msg.err != nil:
		a.Failure = m.failure(msg.err)
	default:
		a.Read, a.Info, a.Unanswered = &msg.reading.Read, msg.reading.Info, msg.reading.Unanswered
		if !a.Info.FromCache && a.Info.Invalidated.IsZero() {
			m.store.mark(msg.request.URI, false)
		}
	}
	if msg.form != nil && !a.Cancelled {
		msg.form.Answered(a.Failure)
	}
	wanted := msg.pane.Deliver(a) && m.changesOf == msg.request.URI
	if wanted {
		m.changesOf = ""
	}
	if a.Read != nil && !a.Info.FromCache && !a.Read.InputRequired() {
		change := m.versions.add(&msg.reading, msg.print)
		if msg.pane.URI() == msg.reading.URI {
			msg.pane.SetChange(change)
		}
		if wanted && change == reader.Changed && msg.pane == m.pane() {
			m.showDiff(diff.New(m.theme, msg.reading.URI, m.versions.of(msg.reading.URI)))
		}
		if v := m.changes(); v != nil && v.URI() == msg.reading.URI {
			v.SetVersions(m.versions.of(v.URI()))
		}
	}
}

// selectSubject makes a pane about something, and shows at once what is known
// of it: a read still under way, or contents that were kept.
func (m *Model) selectSubject(p *reader.Pane, s reader.Subject) {
	if p.URI() == s.URI {
		p.Select(s)
		return
	}
	m.leave(p)
	m.diff, m.changesOf = nil, ""
	p.Select(s)
	state := m.reads[p]
	state.work.stop()
	if state.running() && state.request.URI == s.URI {
		p.Begin(state.request)
		return
	}
	if e, ok := m.client.Cache().Peek(mcpclient.ReadKey(s.URI)); ok && e.Bytes > mostPreview {
		p.SetKept()
	} else if ok {
		m.showKept(p)
	}
}

// showKept shows the contents that are kept of what a pane is about, if there are
// any, without asking the server.
func (m *Model) showKept(p *reader.Pane) {
	e, ok := m.client.Cache().Peek(mcpclient.ReadKey(p.URI()))
	if !ok {
		return
	}
	kept := e.Value.(mcpclient.Reading)
	m.serial++
	p.Begin(reader.Request{Serial: m.serial, URI: p.URI(), Started: m.now()})
	e.FromCache = true
	p.Deliver(reader.Answer{Serial: m.serial, URI: p.URI(), At: m.now(), Read: &kept.Read, Info: e.Info})
}

// rendered is the outcome of work on contents.
type rendered struct {
	pane    *reader.Pane
	outcome reader.Outcome
}

// work starts what the panes in sight want done: colours, Markdown, hashes.
func (m *Model) work() tea.Cmd {
	var cmds []tea.Cmd
	for p, state := range m.reads {
		if job, ok := p.Work(); ok {
			ctx := state.work.begin()
			cmds = append(cmds, func() tea.Msg { return rendered{p, job.Run(ctx)} })
		}
	}
	if v := m.changes(); v != nil {
		if job, ok := v.Work(); ok {
			ctx := m.comparison.begin()
			cmds = append(cmds, func() tea.Msg { return diffed{job.Run(ctx)} })
		}
	}
	if job, ok := m.list.Work(); ok {
		ctx := m.sorting.begin()
		cmds = append(cmds, func() tea.Msg { return arranged{job.Run(ctx)} })
	}
	if job, ok := m.wire.Work(); ok {
		ctx := m.searches.begin()
		cmds = append(cmds, func() tea.Msg { return searched{job.Run(ctx)} })
	}
	m.forget()
	if m.over != nil {
		if v, ok := m.over.overlay.(*opener.View); ok {
			if job, ok := v.Work(); ok {
				ctx := m.finding.begin()
				cmds = append(cmds, func() tea.Msg { return found{v, job.Run(ctx)} })
			}
		}
	}
	return tea.Batch(cmds...)
}

// forget lets go of what only an overlay needs, once that is closed: the list as it
// was, and old contents.
func (m *Model) forget() {
	if m.opener != nil && (m.over == nil || m.over.overlay != overlay(m.opener)) {
		m.opener.SetListed(nil)
	}
	if m.over == nil {
		m.listedVersions = versionList{}
	}
}

// arranged is the outcome of work on the list of resources.
type arranged struct{ outcome resources.Outcome }

// searched is the outcome of work on the wire screen.
type searched struct{ outcome wire.Outcome }
