// Package ask is the dialog for what a server asks of the user: a form to fill in,
// an address to go to, folders it may use. It says which server asks by the name
// the user gave it, and sends nothing that was not looked at before.
package ask

import (
	"slices"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views"
	"mcperuse/views/fields"
	"mcperuse/views/sheet"
)

// View is the dialog for one question. Make one with [New]. It is passive and not
// safe for concurrent use.
type View struct {
	server   string
	question input.Question
	address  input.Address // of a URL
	fields   *fields.View  // of a Form
	waiting  int           // questions behind this one
	settled  bool          // it has been on the screen for a while

	reviewing bool
	content   rawjson.Value // what would be sent, while reviewing
	complaint string        // why the last key did not do what it should

	message sheet.Sheet
	body    sheet.Sheet // of everything but a form
	inForm  bool        // the last Draw drew the fields
}

// New returns the dialog for a question of the server that the user knows by a
// name.
func New(server string, q input.Question) *View {
	v := &View{server: server, question: q}
	switch q.Kind {
	case input.URL:
		v.address = input.JudgeAddress(q.Address)
	case input.Form:
		v.fields = fields.New(described(q.Fields))
		for i := range q.Fields {
			f := &q.Fields[i]
			if f.Default.Set {
				v.fields.SetValue(i, shown(f, f.Default))
			}
			if len(f.Problems) > 0 {
				v.fields.SetProblem(i, clip(strings.Join(f.Problems, "; ")))
			}
		}
	case input.Roots, input.Sampling, input.Unknown:
	}
	return v
}

// Again is the dialog for a question that is like the one it was made for: what was
// typed is still there.
func (v *View) Again(q input.Question) {
	v.question, v.reviewing, v.complaint = q, false, ""
}

// Settle says that the dialog has been on the screen for long enough to be read. What
// was typed for something else, when it came, must not agree to anything.
func (v *View) Settle() { v.settled = true }

// SetWaiting says how many questions wait behind this one.
func (v *View) SetWaiting(n int) { v.waiting = n }

// Complain says why what was asked for did not happen.
func (v *View) Complain(text string) { v.complaint = text }

// described are the fields of a form for the engine of forms.
func described(fs []input.Field) []fields.Field {
	out := make([]fields.Field, len(fs))
	for i := range fs {
		f := &fs[i]
		d := fields.Field{Name: clip(f.Label()), Hint: hint(f), Help: help(f), Needed: f.Required}
		switch f.Control {
		case input.Toggle:
			d.Kinds = []fields.Kind{fields.Toggle}
		case input.Choice:
			d.Kinds = []fields.Kind{fields.Select}
		case input.Choices:
			d.Kinds = []fields.Kind{fields.MultiSelect}
		case input.Text, input.Number, input.Integer, input.JSON:
			if f.Long() {
				d.Kinds = []fields.Kind{fields.Lines}
			}
		}
		for at, o := range f.Options {
			d.Options = append(d.Options, fields.Option{Value: strconv.Itoa(at), Title: clip(o.Label)})
		}
		d.Check = func(value fields.Value) (p fields.Problem) {
			if err := f.Check(typed(f, value)); err != nil {
				p.Text = err.Error()
			}
			return p
		}
		out[i] = d
	}
	return out
}

// Bounds of what is shown of a server's words, in bytes.
const (
	mostMessage = 16 << 10
	mostWords   = 500 // of a name, a description, a choice
)

// clip is the start of a text that is too long to be read.
func clip(text string) string {
	if len(text) <= mostWords {
		return text
	}
	return strings.ToValidUTF8(text[:mostWords], "") + "…"
}

// hint says on the right of a field what goes into it.
func hint(f *input.Field) string {
	if f.Required {
		return "needed, " + f.Wants()
	}
	return f.Wants()
}

// help is what the server says about a field, and what there is to know besides.
func help(f *input.Field) string {
	var parts []string
	if f.Secret() {
		parts = append(parts, "⚠ this looks like a secret: servers must not ask for one in a form")
	}
	if f.Description != "" {
		parts = append(parts, clip(f.Description))
	}
	if f.Long() {
		parts = append(parts, keymap.KeyOf(keymap.NewLine, keymap.Lines)+": new line, "+keymap.KeyOf(keymap.NextField, keymap.Question)+": next field")
	}
	if f.Control == input.Choices {
		parts = append(parts, "space: one more, or one less")
	}
	if f.Control == input.JSON {
		parts = append(parts, "schema: "+clip(string(f.Schema)))
	}
	if pattern := f.Pattern(); pattern != "" {
		parts = append(parts, "matches "+pattern)
	}
	return strings.Join(parts, " · ")
}

// shown is a value as the engine of forms holds it.
func shown(f *input.Field, value input.Value) fields.Value {
	out := fields.Value{Set: value.Set, Text: value.Text, On: value.On}
	switch f.Control {
	case input.Toggle:
		out.Kind = fields.Toggle
	case input.Choice:
		out.Kind, out.Text = fields.Select, strconv.Itoa(value.Chosen[0])
	case input.Choices:
		out.Kind = fields.MultiSelect
		for _, at := range value.Chosen {
			out.Items = append(out.Items, strconv.Itoa(at))
		}
	case input.Text, input.Number, input.Integer, input.JSON:
		if f.Long() {
			out.Kind = fields.Lines
		}
	}
	return out
}

// typed is a value of the engine as the client takes it. A number of which nothing
// is left is none.
func typed(f *input.Field, value fields.Value) input.Value {
	out := input.Value{Set: value.Set, Text: value.Text, On: value.On}
	switch f.Control {
	case input.Choice:
		value.Items = []string{value.Text}
		fallthrough
	case input.Choices:
		for _, item := range value.Items {
			if at, err := strconv.Atoi(item); err == nil {
				out.Chosen = append(out.Chosen, at)
			}
		}
		slices.Sort(out.Chosen)
	case input.Number, input.Integer, input.JSON:
		out.Set = value.Set && value.Text != ""
	case input.Text, input.Toggle:
	}
	return out
}

func (v *View) values() []input.Value {
	out := make([]input.Value, v.fields.Len())
	for i := range out {
		out[i] = typed(&v.question.Fields[i], v.fields.Value(i))
	}
	return out
}

// Scopes are the key scopes of the dialog, innermost first.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.reviewing:
		return []keymap.Scope{keymap.Review, keymap.Moving, keymap.Always}
	case v.fields == nil && !v.settled:
		return []keymap.Scope{keymap.Arriving, keymap.Always}
	case v.question.Kind == input.URL:
		return []keymap.Scope{keymap.Visit, keymap.Moving, keymap.Always}
	case v.question.Kind == input.Roots:
		return []keymap.Scope{keymap.Share, keymap.Moving, keymap.Always}
	}
	return append(v.fields.Scopes(), keymap.Question, keymap.Always)
}

// Handle does what a key does.
func (v *View) Handle(id keymap.ID) views.Action {
	v.complaint = ""
	if v.fields != nil && !v.reviewing && v.fields.Handle(id) {
		return nil
	}
	switch id {
	case keymap.Decline:
		return views.AnswerQuestion{Answer: input.Answer{Action: input.Decline}}
	case keymap.Back:
		if v.reviewing {
			v.reviewing = false
			return nil
		}
		return views.AnswerQuestion{Answer: input.Answer{Action: input.Cancel}}
	case keymap.ReviewAnswers:
		v.review()
	case keymap.Accept:
		return v.accept()
	case keymap.OpenAddress:
		if v.refused() {
			return nil
		}
		return views.OpenAddress{Address: v.question.Address}
	case keymap.Copy:
		return views.CopyText{Text: v.question.Address, Label: "the address"}
	case keymap.Down, keymap.Up:
		if v.fields != nil && !v.reviewing {
			v.fields.Handle(map[keymap.ID]keymap.ID{keymap.Down: keymap.NextField, keymap.Up: keymap.PreviousField}[id])
			return nil
		}
		v.body.Handle(id)
	default:
		if v.fields != nil && !v.reviewing {
			v.message.Handle(id)
			return nil
		}
		v.body.Handle(id)
	}
	return nil
}

// refused reports whether there is no accepting, and says why.
func (v *View) refused() bool {
	switch {
	case v.question.Refused != "":
		v.complaint = "it cannot be accepted, only declined or cancelled"
	case v.question.Kind == input.URL && v.address.Refused != "":
		v.complaint = "such an address is not opened"
	}
	return v.complaint != ""
}

// review shows what would be sent, unless there is something wrong with it.
func (v *View) review() {
	if v.refused() || !v.fields.Check() {
		return
	}
	content, err := input.Content(v.question.Fields, v.values())
	if err != nil {
		v.complaint = err.Error()
		return
	}
	v.content, v.reviewing = content, true
	v.body.Home()
}

func (v *View) accept() views.Action {
	if v.refused() {
		return nil
	}
	return views.AnswerQuestion{Answer: input.Answer{Action: input.Accept, Content: v.content}}
}

// Key takes a key press that is in no table, and reports whether it had a use for
// it.
func (v *View) Key(key, text string) bool {
	v.complaint = ""
	return v.fields != nil && !v.reviewing && v.fields.Key(key, text)
}

// Paste inserts text at the cursor.
func (v *View) Paste(text string) {
	if v.fields != nil && !v.reviewing {
		v.fields.Paste(text)
	}
}

// Wheel scrolls what is in row y of the screen, down when rows is positive.
func (v *View) Wheel(y, rows int) {
	if v.fields != nil && !v.reviewing {
		v.fields.Wheel(y, rows)
		return
	}
	v.body.Scroll(rows)
}

// Click does what the mouse asks for at a place of the screen.
func (v *View) Click(m uv.WidthMethod, x, y int) {
	if v.fields != nil && !v.reviewing {
		v.fields.Click(m, x, y)
	}
}

// Cursor is where Draw put the terminal's cursor, on the screen.
func (v *View) Cursor() (x, y int, visible bool) {
	if v.inForm {
		return v.fields.Cursor()
	}
	return 0, 0, false
}
