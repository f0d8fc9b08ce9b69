package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/ui/keep"
	"mcperuse/views/chrome"
	"mcperuse/views/fields"
	"mcperuse/views/form"
)

// filling is the forms of the templates and what the server is asked for them.
type filling struct {
	form   *form.Form            // open on the templates screen, nil otherwise
	forms  map[string]*form.Form // every form opened, by formKey
	from   *form.Form            // of what the pane of results is about, nil for none
	asking stopper               // the question for completions
	knows  completing
	fit    fit // of the resource on show, as found out last
}

// completing is what experience says of a server and completion/complete.
type completing uint8

const (
	untried completing = iota
	completes
	refuses
)

// typingPause is how long nothing is typed before the server is asked.
const typingPause = 180 * time.Millisecond

// formKey tells forms apart. Rows of the list that are the same share one.
func formKey(t *model.Template) string { return string(t.Raw) }

// openForm opens the form of a template of the list, as it was left.
func (m *Model) openForm(index int) {
	t := &m.listing.items[index]
	f := m.forms[formKey(t)]
	if f == nil {
		f = form.New(t)
		f.SetHistory(m.remembered(t.URITemplate))
		m.forms[formKey(t)] = f
	}
	m.form = f
}

// remembered is what was sent with a template in other runs.
func (m *Model) remembered(template string) (out []form.Sent) {
	for _, made := range m.kept.Forms[template] {
		values, err := uritemplate.ValuesFromJSON(made.Vars)
		if err != nil {
			values = nil // the URI says enough
		}
		out = append(out, form.Sent{URI: made.URI, At: made.At, ByHand: made.ByHand, Values: values})
	}
	return out
}

// sendForm notes that the URI of the open form, if there is one, is being read.
func (m *Model) sendForm() tea.Cmd {
	m.filling.from = m.form
	if m.form == nil {
		return nil
	}
	m.form.Sent(m.now())
	sent, ok := m.form.Last()
	vars, err := json.Marshal(sent.Values)
	if !ok || err != nil {
		return nil
	}
	template := m.form.Template()
	return m.changeKept("", func(s *keep.Server) {
		s.Make(template, keep.Made{URI: sent.URI, At: sent.At, ByHand: sent.ByHand, Vars: vars})
	})
}

// fit is a template that a URI fits.
type fit struct {
	uri    string
	serial uint64 // of the list of templates
	index  int    // -1 where it fits none
	values uritemplate.Values
}

// fitting finds the template that the resource on show fits: of several, the one
// that says most of the URI itself.
func (m *Model) fitting() fit {
	p := m.pane()
	if p == nil || p.URI() == "" {
		return fit{index: -1}
	}
	if f := m.filling.fit; f.uri == p.URI() && f.serial == m.listing.serial {
		return f
	}
	found, most := fit{uri: p.URI(), serial: m.listing.serial, index: -1}, -1
	for i := range m.listing.items {
		source := m.listing.items[i].URITemplate
		if start, _, varies := strings.Cut(source, "{"); !varies || !strings.HasPrefix(found.uri, start) {
			continue // there may be thousands
		}
		t, err := uritemplate.Parse(source)
		if err != nil {
			continue
		}
		literal := 0
		for _, part := range t.Parts() {
			if part.Kind == uritemplate.Literal {
				literal += len(part.Text)
			}
		}
		if values, ok := t.Match(found.uri); ok && literal > most {
			found.index, found.values, most = i, values, literal
		}
	}
	m.filling.fit = found
	return found
}

// canFillIn reports whether there is a form behind what is on show.
func (m *Model) canFillIn() bool {
	return m.screen == screenTemplates && m.filling.from != nil || m.fitting().index >= 0
}

// fillIn goes back to the form that made what is on show, or fills in the one that
// would make it.
func (m *Model) fillIn() {
	if m.screen == screenTemplates && m.filling.from != nil {
		m.form = m.filling.from
		m.focus[screenTemplates] = paneMain
		return
	}
	f := m.fitting()
	if f.index < 0 {
		m.say(chrome.Warning, "no template makes this URI")
		return
	}
	m.openForm(f.index)
	m.form.Fill(f.values)
	m.show(screenTemplates)
	m.focus[screenTemplates] = paneMain
}

// mayComplete reports whether it is of use to ask the server for completions. A
// legacy server may complete without saying so: one question finds out.
func (m *Model) mayComplete() bool {
	s := m.client.Server()
	switch {
	case m.link.phase != connected || m.filling.knows == refuses:
		return false
	case s.Capabilities.Completions || m.filling.knows == completes:
		return true
	}
	return !mcpclient.Modern(s.Revision)
}

// completed is the answer to a question for completions.
type completed struct {
	form  *form.Form
	query form.Query
	got   mcpclient.Completion
	err   error
}

// complete asks the server what the open form wants to know, after a pause in
// typing. The question before it is cancelled.
func (m *Model) complete() tea.Cmd {
	f := m.form
	if f == nil {
		m.asking.stop()
		return nil
	}
	f.SetCompletes(m.mayComplete())
	q, ask := f.Query()
	if !ask {
		if !f.Asking() {
			m.asking.stop()
		}
		return nil
	}
	c, after, ctx := m.client, m.opts.After, m.asking.begin()
	return func() tea.Msg {
		select {
		case <-after(typingPause):
		case <-ctx.Done():
			return nil
		}
		got, err := c.Complete(ctx, q.Template, q.Variable, q.Text, q.Others)
		return completed{f, q, got, err}
	}
}

// completed hands the answer to its form, and learns from it.
func (m *Model) completed(msg completed) {
	var refused *mcpclient.ServerError
	var late *mcpclient.TimeoutError
	switch {
	case msg.err == nil:
		m.filling.knows = completes
		msg.form.Completed(msg.query, fields.Suggestions{Values: msg.got.Values, Total: msg.got.Total, More: msg.got.HasMore}, "")
	case errors.Is(msg.err, context.Canceled):
	case errors.As(msg.err, &late):
		msg.form.TooSlow(msg.query, fmt.Sprintf("no answer within %v; %s asks again", late.After, keymap.KeyOf(keymap.ShowChoices, keymap.Form)))
	case errors.As(msg.err, &refused):
		if m.filling.knows == untried && !m.client.Server().Capabilities.Completions {
			m.filling.knows = refuses
		}
		msg.form.Completed(msg.query, fields.Suggestions{}, fmt.Sprintf("error %d, %s", refused.Code, refused.Message))
	default:
		msg.form.Completed(msg.query, fields.Suggestions{}, mcpclient.Explain(msg.err).What)
	}
}
