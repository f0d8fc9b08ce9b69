package ui

import (
	"errors"
	"fmt"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/wire"
	"mcperuse/views/failure"
	"mcperuse/views/reader"
	"mcperuse/views/resources"
	"mcperuse/views/server"
	"mcperuse/views/templates"
)

// shares is how much of the body the main pane gets. Where panes are stacked, a form
// leaves its result a few rows, and none before there is one.
func (m *Model) shares() shares {
	switch {
	case m.screen != screenTemplates:
		return shares{beside: 50, above: 40}
	case m.form == nil:
		return shares{beside: 55, above: 40}
	case m.filling.from == nil:
		return shares{beside: 55, above: 100}
	}
	return shares{beside: 55, above: 65}
}

func (m *Model) resize(width, height int) {
	m.width, m.height = width, height
}

// refresh tells the views in sight what is known now. It runs after every
// message and costs no more than what is seen.
func (m *Model) refresh() {
	m.layout = newLayout(m.width, m.height, m.shares())
	l := m.layout
	m.list.SetSize(l.main.Dx(), l.main.Dy())
	m.reader.SetSize(l.reader.Dx(), l.reader.Dy())
	m.result.SetSize(l.reader.Dx(), l.reader.Dy())
	if m.over != nil {
		m.over.SetSize(l.body.Dx(), l.body.Dy())
	}
	if m.help != nil {
		m.help.SetSize(l.body.Dx(), l.body.Dy())
	}
	m.list.SetStatus(m.listStatus())
	m.followSelection()
	m.templates.SetSize(l.main.Dx(), l.main.Dy())
	m.templates.SetStatus(m.templateStatus())
	for _, b := range m.bodies {
		b.SetSize(l.body.Dx(), l.body.Dy())
	}
	if m.screen == screenUpdates {
		m.updates.SetInterests(m.client.Interests())
		m.updates.SetNow(m.now())
	}
	if m.screen == screenCache {
		m.refreshCache()
	}
	if m.screen == screenServer || m.link.phase == connecting {
		m.server.Set(m.serverData(), m.now())
	}
}

// followSelection makes the reader about the row under the cursor, once the
// cursor has moved to another.
func (m *Model) followSelection() {
	i := m.list.Selected()
	if i < 0 || i == m.shown && m.reader.URI() != "" {
		return
	}
	m.shown = i
	r := m.store.at(i)
	m.selectSubject(m.reader, reader.Subject{URI: r.URI, Resource: r, Bookmarked: m.kept.Bookmarked(r.URI)})
}

func (m *Model) listStatus() resources.Status {
	w := &m.walk
	s := resources.Status{
		Page: m.walk.pages + 1, Change: m.changeWords(), Changed: !m.store.changedAt.IsZero(), Undeclared: m.link.phase == connected && !m.client.Server().Capabilities.Resources,
		Templates: len(m.listing.items),
	}
	switch {
	case w.running():
		s.Phase, s.Waiting = resources.Loading, m.now().Sub(w.pageAt)
	case !w.asked:
		s.Phase = resources.NotAsked
	case w.walk.Complete() && w.err == nil:
		s.Phase = resources.Complete
	default:
		s.Phase, s.Reason, s.CanContinue = resources.Stopped, w.walk.Reason, true
		if w.err != nil {
			s.Failure = m.failure(w.err)
		}
	}
	return s
}

func (m *Model) templateStatus() templates.Status {
	l := &m.listing
	switch {
	case l.running():
		return templates.Status{Phase: templates.Loading}
	case !l.asked:
		return templates.Status{Phase: templates.NotAsked}
	case l.err != nil:
		return templates.Status{Phase: templates.Stopped, Failure: m.failure(l.err)}
	case !l.walk.Complete():
		return templates.Status{Phase: templates.Stopped, Reason: l.walk.Reason}
	}
	return templates.Status{Phase: templates.Complete}
}

// serverData gathers what screen 7 shows.
func (m *Model) serverData() server.Data {
	s, target := m.client.Server(), m.client.Target()
	d := server.Data{
		Since: m.link.since, Waiting: m.link.step,
		Identity: s.Identity, Name: target.Name, ConfigFile: target.Source, Target: target.String(), Transport: s.Connection.Kind,
		PID: s.Connection.PID, Session: s.Connection.Session, Revision: s.Revision, Era: s.Era(), Offers: s.Offers, Instructions: s.Instructions,
		Capabilities: server.Capabilities{
			Resources: s.Capabilities.Resources, ListChanged: s.Capabilities.ListChanged, Subscribe: s.Capabilities.Subscribe,
			Completions: s.Capabilities.Completions, Problems: s.Capabilities.Problems,
		},
	}
	d.MayAsk = mayAsk(m.client.Declared(), m.client.OfferedRoots())
	switch m.link.phase {
	case connecting:
		d.Phase = server.Connecting
	case connected:
		d.Phase = server.Connected
	case lost:
		d.Phase = server.Lost
		if m.link.err != nil {
			d.Failure = m.failure(m.link.err)
		}
	}
	for _, p := range s.Probes {
		d.Probes = append(d.Probes, server.Probe(p))
	}
	for _, l := range m.client.Stderr() {
		d.Stderr = append(d.Stderr, server.StderrLine(l))
	}
	if d.Phase != server.Connected {
		frames := m.client.Log().Frames(0)
		d.Frames = frameLines(frames)
		if len(frames) > 0 {
			d.Before = int(frames[len(frames)-1].Seq) - len(d.Frames)
		}
	}
	return d
}

// mostFrames is how many of the last frames screen 7 shows after a failure.
const mostFrames = 200

func frameLines(frames []*wire.Frame) []server.Frame {
	var out []server.Frame
	for _, f := range frames[max(0, len(frames)-mostFrames):] {
		line := server.Frame{Time: f.Time, ToServer: f.Dir == wire.ToServer, What: f.Method, Bytes: len(f.Bytes)}
		switch {
		case f.Has(wire.NoteNoReply):
			line.What, line.Odd = "no reply: "+f.Notes[0].Text, true
		case f.Kind == wire.NotMessage:
			line.What, line.Odd = fmt.Sprintf("not a message: %q", model.Quote(f.Bytes)), true
		case f.Kind == wire.Reply && f.Error != nil:
			line.What, line.Odd = "reply to "+f.Method+": error "+model.Quote(f.Error), true
		case f.Kind == wire.Reply:
			line.What = "reply to " + f.Method
		}
		out = append(out, line)
	}
	return out
}

// failure puts an error into the words of the screen.
func (m *Model) failure(err error) *failure.Failure {
	var refused *mcpclient.ServerError
	if errors.As(err, &refused) {
		s := m.client.Server()
		return &failure.Failure{Server: &failure.ServerError{
			Method: refused.Method, Code: refused.Code, CodeRaw: refused.CodeRaw, Message: refused.Message, Data: refused.Data,
			Status: refused.Status, Request: fmt.Sprint(refused.Request), RoundTrip: refused.Elapsed,
			Revision: s.Revision, Modern: mcpclient.Modern(s.Revision),
		}}
	}
	x := mcpclient.Explain(err)
	return &failure.Failure{Title: x.What, Reason: x.Why, Try: x.Try}
}
