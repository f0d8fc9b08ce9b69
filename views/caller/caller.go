// Package caller is the form of a raw call: any method, and params as JSON, sent
// as they stand. The answer is for the Wire screen; what came of it is said here.
//
// A View keeps everything typed into it, and every call it sent.
package caller

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/fields"
	"mcperuse/views/humanize"
	"mcperuse/views/prettyjson"
)

// View is the form. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	fields   *fields.View
	methods  []Method // that are offered
	skeleton string   // params that were filled in for a method, and may be replaced

	calls []call // what was sent or left for another, oldest first
	shown int    // the one in the fields; len(calls) for what is being typed
	draft call   // what is being typed, while an older one is shown

	complaint string // why the last key did not do what it should
	outcome   outcome
}

// The fields.
const (
	method = iota
	params
	exact
)

// Method is a method that can be chosen.
type Method struct {
	Name     string
	Declared bool   // the server says that it has it
	Params   string // JSON to fill in, "" for none
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
	Result    rawjson.Value
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

// New returns an empty form.
func New() *View {
	v := &View{}
	v.fields = fields.New([]fields.Field{
		{Name: "Method", Needed: true, Help: "Any method, such as resources/read. " + keyOf(keymap.ShowChoices) + " shows those that are known."},
		{Name: "Params", Kinds: []fields.Kind{fields.Lines}, Fill: true, Check: checkParams, Live: true, Help: "A JSON object, sent byte for byte but for its line breaks."},
		{Name: "Exact", Kinds: []fields.Kind{fields.Toggle}, Help: "What the protocol asks for is added to _meta, unless the request is to be exactly this."},
	})
	v.show(call{})
	return v
}

// checkParams says what is wrong with the text of the params.
func checkParams(value fields.Value) (p fields.Problem) {
	var wrong *wire.ParamsError
	if _, err := wire.ParseParams([]byte(value.Text)); errors.As(err, &wrong) {
		_, size := utf8.DecodeRuneInString(value.Text[wrong.Offset:])
		p = fields.Problem{Text: wrong.Error(), From: wrong.Offset, To: wrong.Offset + max(size, 1)}
	}
	return p
}

// SetMethods tells which methods can be chosen.
func (v *View) SetMethods(methods []Method) {
	v.methods = methods
	v.hints()
}

// Open fills the form in. What was being typed is kept with the calls before; where
// there is nothing to fill in, it is still there.
func (v *View) Open(c views.EditCall) {
	if c == (views.EditCall{}) {
		return
	}
	v.keep()
	params, err := prettyjson.Indent(c.Params)
	if err != nil {
		params = c.Params
	}
	v.show(call{c.Method, params, false})
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

func (v *View) now() call {
	return call{v.fields.Value(method).Text, v.fields.Value(params).Text, v.fields.Value(exact).On}
}

// show fills the fields in, with the cursor where there is something to do.
func (v *View) show(c call) {
	v.fields.SetValue(method, fields.Value{Set: c.method != "", Text: c.method})
	v.setParams(c.params, 0)
	v.fields.SetValue(exact, fields.Value{Kind: fields.Toggle, Set: true, On: c.exact})
	v.fields.SetFocus(method)
	if c.method != "" {
		v.fields.SetFocus(params)
	}
	v.hints()
}

func (v *View) setParams(text string, cursor int) {
	v.fields.SetValue(params, fields.Value{Kind: fields.Lines, Set: text != "", Text: text})
	v.fields.SetCursor(params, cursor)
}

// Scopes are the key scopes of the form, innermost first.
func (v *View) Scopes() []keymap.Scope { return append(v.fields.Scopes(), keymap.Call) }

// Handle does what a key does.
func (v *View) Handle(id keymap.ID) views.Action {
	v.complaint = ""
	switch id {
	case keymap.Send:
		return v.send()
	case keymap.Back:
		return views.Back{}
	case keymap.LayOut:
		v.layOut()
	case keymap.Exact:
		v.fields.SetValue(exact, fields.Value{Kind: fields.Toggle, Set: true, On: !v.now().exact})
	case keymap.OlderValue:
		v.recall(-1)
	case keymap.NewerValue:
		v.recall(1)
	case keymap.ShowAnswer:
		if !v.HasAnswer() {
			return views.Notice{Text: "there is no answer yet"}
		}
		return views.ShowFrame{Seq: v.outcome.answer.Frame}
	case keymap.ShowChoices:
		v.suggest()
		v.fields.Handle(id)
	default:
		before := v.now().method
		v.fields.Handle(id)
		v.chosen(before)
	}
	v.hints()
	return nil
}

// Key takes a key press, as Bubble Tea spells it, that is in no table: an editing
// key, or a character, whose text is then not empty. It reports whether the view
// had a use for it.
func (v *View) Key(key, text string) bool {
	before := v.now().method
	used := v.fields.Key(key, text)
	if used {
		v.typed(before)
	}
	return used
}

// Paste inserts text as it is, but for its line breaks: a method has none, and in
// the params they are line feeds.
func (v *View) Paste(text string) {
	before := v.now().method
	v.fields.Paste(text)
	v.typed(before)
}

// typed is to happen after something was typed: what it may become is offered.
func (v *View) typed(before string) {
	v.complaint = ""
	if v.now().method != before {
		v.suggest()
	}
	v.hints()
}

// suggest offers the methods that hold what is typed.
func (v *View) suggest() {
	if v.fields.Focus() != method {
		return
	}
	var s fields.Suggestions
	typed := strings.ToLower(v.now().method)
	for _, m := range v.methods {
		if strings.Contains(strings.ToLower(m.Name), typed) {
			s.Values = append(s.Values, m.Name)
		}
	}
	v.fields.Suggest(s)
}

// chosen is to happen after a method may have been chosen: it fills in the params
// where nothing was written yet, with the cursor at what is missing.
func (v *View) chosen(before string) {
	now := v.now()
	if now.method == before || strings.TrimSpace(now.params) != "" && now.params != v.skeleton {
		return
	}
	m, _ := v.known(now.method)
	v.skeleton, _ = prettyjson.Indent(m.Params)
	v.setParams(v.skeleton, max(strings.Index(v.skeleton, `""`)+1, 0))
}

// known finds a method by its name.
func (v *View) known(name string) (Method, bool) {
	i := slices.IndexFunc(v.methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return Method{}, false
	}
	return v.methods[i], true
}

// hints say beside each field what is to be known of what it holds.
func (v *View) hints() {
	now, about := v.now(), [...]string{method: "needed", params: "JSON, optional", exact: "_meta is completed"}
	if m, ok := v.known(now.method); ok && m.Declared {
		about[method] = "✓ declared"
	} else if ok {
		about[method] = "not declared"
	}
	if value, err := wire.ParseParams([]byte(now.params)); err != nil {
		about[params] = "✗ not JSON params"
	} else if value != nil {
		about[params] = "✓ " + humanize.Bytes(int64(len(value)))
	}
	if now.exact {
		about[exact] = "_meta is not added"
	}
	for i, hint := range about {
		v.fields.SetHint(i, hint)
	}
}

// Waiting reports whether a call has not been answered yet.
func (v *View) Waiting() bool { return v.outcome.stage == leaving || v.outcome.stage == waiting }

// HasAnswer reports whether there is an answer to show.
func (v *View) HasAnswer() bool { return v.outcome.answer.Frame != 0 }

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

// send asks to send what is in the fields, or says why that cannot be.
func (v *View) send() views.Action {
	if !v.fields.Check() {
		v.complaint = "not sent: the params must be a JSON object"
		if v.fields.Focus() == method {
			v.complaint = "not sent: a method is needed"
		}
		return nil
	}
	v.keep()
	now := v.now()
	value, _ := wire.ParseParams([]byte(now.params)) // it was checked
	v.outcome = outcome{stage: leaving, call: now}
	return views.SendCall{Method: now.method, Params: string(value), Exact: now.exact}
}

// layOut puts one member of the params on a line.
func (v *View) layOut() {
	written := v.now().params
	text, err := prettyjson.Indent(written)
	switch {
	case strings.TrimSpace(written) == "":
	case err != nil:
		v.complaint = "not laid out: it is not JSON yet"
	default:
		v.setParams(text, 0)
	}
}

// recall fills in an older or newer call. What was being typed comes back after
// the newest, and an empty one after that; an older call that was edited is kept
// beside itself.
func (v *View) recall(by int) {
	now := v.now()
	switch typing := v.shown == len(v.calls); {
	case typing && by > 0:
		v.keep()
		v.show(call{})
		return
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
	focus := v.fields.Focus()
	v.show(c)
	v.fields.SetFocus(focus)
	v.shown = to
}

// Wheel scrolls what is in row y of the screen, down when rows is positive.
func (v *View) Wheel(y, rows int) { v.fields.Wheel(y, rows) }

// Click does what the mouse asks for at a place of the screen.
func (v *View) Click(m uv.WidthMethod, x, y int) {
	v.complaint = ""
	before := v.now().method
	v.fields.Click(m, x, y)
	v.chosen(before)
	v.hints()
}

// Cursor is where Draw put the terminal's cursor, on the screen.
func (v *View) Cursor() (x, y int, visible bool) { return v.fields.Cursor() }
