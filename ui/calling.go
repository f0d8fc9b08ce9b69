package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
	"mcperuse/views"
	"mcperuse/views/caller"
	"mcperuse/views/failure"
)

// callSent says that a raw call went out.
type callSent struct{ id wire.ID }

// openCall opens the form of a raw call, with the methods that the server may be
// sent and params about what is selected.
func (m *Model) openCall(c views.EditCall) {
	uri, template := m.list.SelectedURI(), ""
	if i := m.templates.Selected(); i >= 0 {
		template = m.listing.items[i].URITemplate
	}
	var methods []caller.Method
	for _, method := range m.client.Server().Methods(uri, template) {
		methods = append(methods, caller.Method(method))
	}
	m.caller.SetMethods(methods)
	m.show(screenWire)
	m.calling = true
	m.caller.Open(c)
}

// called is the end of a raw call.
type called struct {
	serial uint64
	result mcpclient.CallResult
	err    error
}

// send sends what was written in the editor of raw calls.
func (m *Model) send(call views.SendCall) tea.Cmd {
	c, box, ctx := m.client, m.inbox, m.call.begin()
	var params rawjson.Value
	if call.Params != "" {
		params = rawjson.Value(call.Params)
	}
	m.serial++
	serial := m.serial
	m.callSerial = serial
	return func() tea.Msg {
		r, err := c.Call(ctx, call.Method, params, mcpclient.CallOptions{
			Exact:  call.Exact,
			OnSent: func(id wire.ID) { box.put(callSent{id}) },
		})
		// In the queue behind the news that it was sent.
		box.put(called{serial, r, err})
		return nil
	}
}

func (m *Model) called(msg called) {
	if msg.serial == m.callSerial {
		m.call.stop()
	}
	a := caller.Answer{Request: string(msg.result.ID), RoundTrip: msg.result.Elapsed}
	if msg.result.Reply != nil {
		a.Frame, a.Result = msg.result.Reply.Seq, msg.result.Reply.Result
	}
	switch err := errors.Join(msg.err, msg.result.Err()); {
	case errors.Is(err, context.Canceled):
		a.Failed = &failure.Failure{Title: "cancelled"}
	case err != nil:
		a.Failed = m.failure(err)
	}
	if msg.err == nil && msg.result.ID == "" {
		m.caller.Sent("") // a notification: nothing comes back
		return
	}
	m.caller.Answered(a)
}
