// Package caller is the editor of a raw call: any method, and params as JSON, sent
// as they stand. The answer is for the Wire screen; what came of it is said here.
//
// A View keeps everything typed into it, and every call it sent.
package caller

import (
	"errors"
	"slices"
	"strings"
	"time"

	"mcperuse/keymap"
	"mcperuse/mcpclient/wire"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/lineedit"
	"mcperuse/views/prettyjson"
)

// View is the editor. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	method   editor
	params   editor
	inParams bool // the cursor is in the params
	exact    bool

	checked string // the text of the params that sending and wrong are about
	sending string // what would be sent for it
	wrong   *wire.ParamsError

	calls []call // what was sent or left for another, oldest first
	shown int    // the one in the fields; len(calls) for what is being typed
	draft call   // what is being typed, while an older one is shown

	complaint string // why the last key did not do what it should
	outcome   outcome
	layout    layout
}

// call is what the fields held at some time.
type call struct {
	method, params string
	exact          bool
}

func (c call) blank() bool { return c.method == "" && strings.TrimSpace(c.params) == "" }

// maxCalls bounds what is remembered.
const maxCalls = 50

// Answer is how a call ended.
type Answer struct {
	Request   string // the id it was sent with, as Sent was told; "" where it was not sent
	Frame     uint64 // the reply's place in the log, 0 where none came
	RoundTrip time.Duration
	Failed    *failure.Failure // nil where the reply is a result
}

// stage is how far a call is.
type stage uint8

const (
	idle    stage = iota
	leaving       // asked for, not on the wire yet
	waiting       // for the reply
	noticed       // a notification, to which there is no reply
	answered
)

// outcome is what is known of the last call.
type outcome struct {
	stage  stage
	call   call
	answer Answer
}

// New returns an empty editor.
func New() *View {
	v := &View{method: newEditor(true), params: newEditor(false)}
	v.check()
	return v
}

// Open fills the editor in. What was being typed is kept with the calls before.
func (v *View) Open(c views.EditCall) {
	v.keep()
	params, err := prettyjson.Indent(c.Params)
	if err != nil {
		params = c.Params
	}
	v.show(call{c.Method, lineBreaks.Replace(params), false})
	v.shown, v.outcome = len(v.calls), outcome{}
}

// keep remembers what is in the fields, as the newest call.
func (v *View) keep() {
	now := v.now()
	if now.blank() {
		return
	}
	if v.shown < len(v.calls) && !v.draft.blank() && v.draft != now {
		v.remember(v.draft)
	}
	v.remember(now)
	v.draft, v.shown = call{}, len(v.calls)
}

func (v *View) remember(c call) {
	v.calls = slices.DeleteFunc(v.calls, func(old call) bool { return old == c })
	v.calls = append(v.calls, c)
	v.calls = v.calls[max(len(v.calls)-maxCalls, 0):]
}

func (v *View) now() call { return call{v.method.text, v.params.text, v.exact} }

// show fills the fields in.
func (v *View) show(c call) {
	v.method.set(c.method, len(c.method))
	v.params.set(c.params, 0)
	v.inParams, v.exact = c.method != "", c.exact
	v.touched()
}

// Handle does what a key does.
func (v *View) Handle(id keymap.ID) views.Action {
	v.touched()
	switch id {
	case keymap.Send:
		return v.send()
	case keymap.Back:
		return views.Back{}
	case keymap.NextField, keymap.PreviousField:
		v.inParams = !v.inParams
	case keymap.LayOut:
		v.layOut()
	case keymap.Exact:
		v.exact = !v.exact
	case keymap.OlderValue:
		v.recall(-1)
	case keymap.NewerValue:
		v.recall(1)
	case keymap.ShowAnswer:
		if v.outcome.answer.Frame == 0 {
			return views.Notice{Text: "there is no answer yet"}
		}
		return views.ShowFrame{Seq: v.outcome.answer.Frame}
	}
	return nil
}

// touched forgets what only holds until the next key.
func (v *View) touched() {
	v.complaint, v.layout.free = "", false
	v.check()
}

// Key takes a key press, as Bubble Tea spells it, that is in no table: an editing
// key, or a character, whose text is then not empty. It reports whether the view
// had a use for it.
func (v *View) Key(key, text string) bool {
	used := true
	switch e := v.current(); {
	case v.inParams && (text == "}" || text == "]"):
		e.closeBracket(text)
	case lineedit.Printable(text):
		e.insert(text)
	case key == "enter" && v.inParams:
		e.breakLine()
	case key == "enter", key == "down" && !v.inParams:
		v.inParams = true
	default:
		used = e.edit(key)
	}
	if used {
		v.touched()
	}
	return used
}

// Paste inserts text as it is, but for its line breaks: a method has none, and in
// the params they are line feeds.
func (v *View) Paste(text string) {
	v.current().insert(text)
	v.touched()
}

// Waiting reports whether a call has not been answered yet.
func (v *View) Waiting() bool { return v.outcome.stage == leaving || v.outcome.stage == waiting }

// Sent tells that the last [views.SendCall] went out, and the id of the request
// as JSON, "" for a notification.
func (v *View) Sent(request string) {
	if v.outcome.stage != leaving {
		return
	}
	v.outcome.answer.Request = request
	if v.outcome.stage = waiting; request == "" {
		v.outcome.stage = noticed
	}
}

// Answered tells how a call ended. The answer to an older one is not taken.
func (v *View) Answered(a Answer) {
	if v.Waiting() && a.Request == v.outcome.answer.Request {
		v.outcome.stage, v.outcome.answer = answered, a
	}
}

func (v *View) current() *editor {
	if v.inParams {
		return &v.params
	}
	return &v.method
}

// check looks at the params, if they are others than before.
func (v *View) check() {
	if v.checked == v.params.text {
		return
	}
	v.checked = v.params.text
	value, err := wire.ParseParams([]byte(v.params.text))
	v.sending, v.wrong = string(value), nil
	if err != nil {
		errors.As(err, &v.wrong)
	}
}

// send asks to send what is in the fields, or says why that cannot be.
func (v *View) send() views.Action {
	v.check()
	switch {
	case strings.TrimSpace(v.method.text) == "":
		v.complaint, v.inParams = "not sent: a method is needed", false
		return nil
	case v.wrong != nil:
		v.complaint, v.inParams = "not sent: the params must be a JSON object", true
		v.params.set(v.params.text, v.wrong.Offset)
		return nil
	}
	v.keep()
	v.outcome = outcome{stage: leaving, call: v.now()}
	return views.SendCall{Method: v.method.text, Params: v.sending, Exact: v.exact}
}

// layOut puts one member of the params on a line.
func (v *View) layOut() {
	text, err := prettyjson.Indent(v.params.text)
	switch {
	case strings.TrimSpace(v.params.text) == "":
	case err != nil:
		v.complaint = "not laid out: it is not JSON yet"
	default:
		v.params.set(text, min(v.params.cursor, len(text)))
		v.check()
	}
}

// recall fills in an older or newer call. What was being typed comes back after
// the newest, and an older call that was edited is kept beside itself.
func (v *View) recall(by int) {
	now := v.now()
	switch typing := v.shown == len(v.calls); {
	case typing:
		v.draft = now
	case now != v.calls[v.shown] && !now.blank():
		v.calls = append(v.calls, now)
	}
	to := v.shown + by
	for to >= 0 && to < len(v.calls) && v.calls[to] == now {
		to += by // it would look as if nothing happened
	}
	if to < 0 || to > len(v.calls) {
		return
	}
	c := v.draft
	if to < len(v.calls) {
		c = v.calls[to]
	}
	inParams := v.inParams
	v.show(c)
	v.shown, v.inParams = to, inParams
}
