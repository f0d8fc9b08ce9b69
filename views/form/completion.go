package form

import (
	"maps"
	"slices"
	"strings"

	"mcperuse/views/fields"
)

// Query is a question to the server: what a variable may be, given how its value
// begins and the other variables (specification: Completion).
type Query struct {
	Template string
	Variable string
	Text     string
	Others   map[string]string // those filled in
}

func (q Query) key() string {
	parts := []string{q.Variable, q.Text}
	for _, name := range slices.Sorted(maps.Keys(q.Others)) {
		parts = append(parts, name, q.Others[name])
	}
	return strings.Join(parts, "\x00")
}

// completion is what the server was asked about the values.
type completion struct {
	possible bool // the server may be asked
	query    *Query
	begun    bool // the program has taken the query
	asked    bool // by the person, not by what was typed
	slow     bool // a question was not answered in time: no more, unless asked for
	answers  map[string]fields.Suggestions
}

// drop forgets the question under way; its answer is refused.
func (c *completion) drop() { c.query, c.begun, c.asked = nil, false, false }

// SetCompletes tells whether the server may be asked for values.
func (f *Form) SetCompletes(possible bool) { f.completion.possible = possible }

// ask wants to know what the value under the cursor may be. What was answered
// before is offered at once.
func (f *Form) ask(asked bool) {
	c := &f.completion
	c.drop()
	i, typed, ok := f.fields.Typed()
	if !ok {
		return
	}
	q := Query{Template: f.source, Variable: f.variables[i].Name, Text: typed, Others: map[string]string{}}
	for j, v := range f.variables {
		if held := f.fields.Value(j); j != i && held.Set && !held.Empty() {
			q.Others[v.Name] = text(held)
		}
	}
	switch known, ok := c.answers[q.key()]; {
	case ok:
		f.suggest(known, asked)
	case !c.possible:
		if asked {
			f.fields.SetNote("the server suggests no values")
		}
	case asked || !c.slow:
		c.query, c.asked = &q, asked
	}
}

// suggest offers values. Who asked is told that there are none.
func (f *Form) suggest(s fields.Suggestions, asked bool) {
	f.fields.Suggest(s)
	if asked && len(s.Values) == 0 {
		f.fields.SetNote("the server suggests nothing here")
	}
}

// Query returns the question that waits to be asked, once. The one before it is of
// no use any more.
func (f *Form) Query() (Query, bool) {
	c := &f.completion
	if c.query == nil || c.begun {
		return Query{}, false
	}
	c.begun = true
	return *c.query, true
}

// Asking reports whether a question waits for its answer; where not, none that is
// under way is of any use.
func (f *Form) Asking() bool { return f.completion.query != nil }

// Completed takes the answer to a question, or why there is none. One to a question
// that does not matter any more is kept for when it does.
func (f *Form) Completed(q Query, s fields.Suggestions, problem string) {
	c := &f.completion
	if problem == "" {
		if c.answers == nil {
			c.answers = map[string]fields.Suggestions{}
		}
		c.answers[q.key()] = s
	}
	if c.query == nil || c.query.key() != q.key() {
		return
	}
	asked := c.asked
	c.drop()
	if problem != "" {
		f.fields.SetNote("no suggestions: " + problem)
		return
	}
	f.suggest(s, asked)
}

// TooSlow tells that a question was not answered in time. From then on the server
// is only asked when the person asks.
func (f *Form) TooSlow(q Query, problem string) {
	f.completion.slow = true
	f.Completed(q, fields.Suggestions{}, problem)
}
