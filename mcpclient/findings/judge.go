package findings

import (
	"fmt"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// message is a frame of the server with what is known about it.
type message struct {
	frame        *wire.Frame
	state        *state
	request      *request      // that a reply answers, nil where it is not known
	subscription *subscription // that a notification belongs to, nil where it is not known
}

// where names what a reply answers, the notification, or the frame.
func (m *message) where() string {
	if q := m.request; q != nil {
		switch {
		case q.uri != "":
			return q.method + " " + q.uri
		case q.cursor != nil:
			return fmt.Sprintf("%s, cursor %q", q.method, *q.cursor)
		}
		return q.method
	}
	if m.frame.Kind != wire.NotMessage && m.frame.Method != "" {
		return m.frame.Method
	}
	return fmt.Sprintf("frame %d", m.frame.Seq)
}

// bytes is the frame as evidence.
func (m *message) bytes() rawjson.Value { return rawjson.Value(m.frame.Bytes) }

// era tells by which rules the frame is to be judged. A modern request gets a
// modern reply, but a legacy server may say what it likes to server/discover,
// which it cannot know.
func (m *message) era() Era {
	switch q := m.request; {
	case q == nil:
		return m.state.era
	case q.modern() && (q.method != methodDiscover || m.knowsDiscover()):
		return Modern
	case q.modern():
		return ""
	}
	return Legacy
}

func (m *message) knowsDiscover() bool {
	if m.frame.Error != nil {
		switch code, _ := m.code(); code {
		case codeHeaderMismatch, codeMissingCapability, codeUnsupportedRevision:
			return true
		}
		return false
	}
	return m.frame.Result.Get("supportedVersions") != nil || m.frame.Result.Get("capabilities") != nil
}

// opens reports whether the reply opens the connection.
func (m *message) opens() bool {
	if m.frame.Error != nil || m.frame.Result == nil {
		return false
	}
	return m.request.method == methodInitialize || m.request.method == methodDiscover && m.knowsDiscover()
}

// code is the code of an error. It reports false where there is none, or one
// that is no integer.
func (m *message) code() (int64, bool) {
	f, ok := m.frame.Error.Get("code").Float()
	return int64(f), ok && f == float64(int64(f))
}

// judge applies the rules to one frame after the other.
type judge struct {
	state   state
	tallies *tallies
}

func (j *judge) init(t *tallies) {
	j.tallies = t
	j.state.init()
}

// frame judges one frame and remembers what it means for those to come.
func (j *judge) frame(f *wire.Frame) {
	if f.Dir == wire.ToServer {
		j.state.sent(f)
		return
	}
	m := &message{frame: f, state: &j.state}
	if f.Kind == wire.Reply {
		m.request = j.state.requests[f.ReplyTo]
	}
	if f.Kind == wire.Notification {
		m.subscription = j.state.subscriptions[wire.ID(f.Params.Get("_meta", metaSubscription))]
	}
	r := &report{tallies: j.tallies, frame: f.Seq, era: m.era()}
	if m.request != nil {
		r.about = m.where()
	}
	if len(f.Notes) > 0 {
		run(r, noteChecks, m)
	}
	run(r, frameChecks, m)
	switch f.Kind {
	case wire.Reply:
		j.reply(m, r)
	case wire.Notification:
		run(r, noticeChecks, m)
		run(r, subscriptionChecks, m)
		run(r, metaChecks, &meta{m.where(), f.Params.Get("_meta")})
	case wire.Request:
		run(r, requestChecks, m)
		if f.Method == "elicitation/create" {
			run(r, elicitationChecks, newQuestion(m, "", m.bytes(), f.Params, f.Method))
		}
	case wire.NotMessage:
	}
	j.state.received(m)
}

func (j *judge) reply(m *message, r *report) {
	if m.frame.Error != nil {
		run(r, errorChecks, m)
	}
	if m.request == nil {
		return
	}
	run(r, subscriptionChecks, m)
	if m.frame.Error != nil || m.frame.Result.Kind() != rawjson.Object {
		return
	}
	a := newAnswer(m)
	run(r, resultChecks, a)
	run(r, metaChecks, &meta{m.where(), a.meta})
	if a.resultType == "input_required" {
		j.questions(a, r)
		return
	}
	if a.cacheable() {
		run(r, cacheChecks, a)
	}
	switch method := m.request.method; method {
	case methodDiscover, methodInitialize:
		if m.opens() {
			run(r, openingChecks, m)
			j.icons(m.where(), serverInfo(m), r)
		}
	case methodList, methodTemplates:
		j.page(newPage(a), r)
	case methodRead:
		j.contents(a, r)
	case methodComplete:
		run(r, completionChecks, a)
	}
}
