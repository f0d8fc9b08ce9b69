package ui

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/ui/outside"
	"mcperuse/views"
	"mcperuse/views/ask"
	"mcperuse/views/chrome"
)

// Asker puts the questions of a server to whoever sits before the screen. Make one
// with [NewAsker], for the client and for the [Model] alike.
type Asker struct{ box *inbox }

// NewAsker returns an Asker.
func NewAsker() *Asker { return &Asker{newInbox()} }

// asked is a question that waits for its answer. The channel has room for it.
type asked struct {
	question input.Question
	answer   chan input.Answer
}

// unasked says that nobody waits for the answer any more.
type unasked struct{ *asked }

// Elicits implements [input.Asker].
func (a *Asker) Elicits() bool { return true }

// Ask implements [input.Asker].
func (a *Asker) Ask(ctx context.Context, q input.Question) (input.Answer, error) {
	waiting := &asked{q, make(chan input.Answer, 1)}
	a.box.put(waiting)
	select {
	case answer := <-waiting.answer:
		return answer, nil
	case <-ctx.Done():
		a.box.put(unasked{waiting})
		return input.Answer{Action: input.Cancel}, context.Cause(ctx)
	}
}

// questions are what the server asks now, in the order it asked.
type questions struct {
	waiting []*asked
	view    *ask.View // of the first, nil where there is none
	aside   bool      // put aside by the person
	since   time.Time // when it came on the screen
	// kept are the dialogs of questions that may come again, by the question as
	// sent, for what was typed into them.
	kept map[string]*ask.View
	old  []string // their keys, oldest first
}

// shown is the dialog on the screen, nil where there is none.
func (q *questions) shown() *ask.View {
	if q.aside {
		return nil
	}
	return q.view
}

// settling is how long a dialog takes no for an answer, but not yes.
const settling = 700 * time.Millisecond

// settle lets the dialog agree to things once it was there for long enough, and
// reports whether that is still to come.
func (q *questions) settle(now time.Time) bool {
	switch {
	case q.view == nil:
		return false
	case now.Sub(q.since) < settling:
		return true
	}
	q.view.Settle()
	return false
}

// mayAsk says what a server may ask, by what it was told that this client can do.
func mayAsk(declared rawjson.Value, roots int) string {
	var what []string
	if declared.Get("elicitation") != nil {
		what = append(what, "to fill in forms")
	}
	if declared.Get("elicitation", "url") != nil {
		what = append(what, "to go to addresses")
	}
	if declared.Get("roots") != nil {
		what = append(what, fmt.Sprintf("for folders (%d offered)", roots))
	}
	return strings.Join(what, ", ")
}

// mostKept bounds the dialogs that are kept.
const mostKept = 16

// asked takes a question of the server.
func (m *Model) asked(q *asked) {
	m.questions.waiting = append(m.questions.waiting, q)
	m.nextQuestion()
}

// unasked takes a question back.
func (m *Model) unasked(q *asked) {
	for i, w := range m.questions.waiting {
		if w == q {
			m.dropQuestion(i)
			m.say(chrome.Warning, "the question is no longer asked")
			return
		}
	}
}

func (m *Model) dropQuestion(i int) {
	q := &m.questions
	q.waiting = append(q.waiting[:i:i], q.waiting[i+1:]...)
	if i == 0 {
		q.view, q.aside = nil, false
	}
	m.nextQuestion()
}

// nextQuestion shows the first question there is.
func (m *Model) nextQuestion() {
	q := &m.questions
	if q.view == nil && len(q.waiting) > 0 {
		q.view, q.since = m.dialog(q.waiting[0].question), m.now()
	}
	if q.view != nil {
		q.view.SetWaiting(len(q.waiting) - 1)
	}
}

// dialog is the dialog for a question, as it was left where it was asked before.
func (m *Model) dialog(question input.Question) *ask.View {
	q := &m.questions
	key := string(question.Raw)
	if v := q.kept[key]; v != nil {
		v.Again(question)
		return v
	}
	v := ask.New(m.opts.Title, question)
	if question.Kind != input.Form {
		return v
	}
	if q.kept == nil {
		q.kept = map[string]*ask.View{}
	}
	q.kept[key] = v
	if q.old = append(q.old, key); len(q.old) > mostKept {
		delete(q.kept, q.old[0])
		q.old = q.old[1:]
	}
	return v
}

// answerQuestion sends the user's answer to the question that is shown.
func (m *Model) answerQuestion(a input.Answer) {
	if len(m.questions.waiting) == 0 {
		return
	}
	first := m.questions.waiting[0]
	first.answer <- a
	if a.Action != input.Cancel {
		delete(m.questions.kept, string(first.question.Raw))
	}
	m.dropQuestion(0)
}

// addressOpened is the end of an attempt to open an address outside.
type addressOpened struct {
	question *asked
	err      error
}

// openAddress opens the address of the question that is shown.
func (m *Model) openAddress(a views.OpenAddress) tea.Cmd {
	if len(m.questions.waiting) == 0 {
		return nil
	}
	first := m.questions.waiting[0]
	return func() tea.Msg { return addressOpened{first, outside.Open(a.Address, os.Getenv("BROWSER"))} }
}

func (m *Model) addressOpened(msg addressOpened) {
	if len(m.questions.waiting) == 0 || m.questions.waiting[0] != msg.question {
		return
	}
	if msg.err != nil {
		m.questions.view.Complain("it cannot be opened: " + msg.err.Error() + "; copy the address instead")
		return
	}
	m.answerQuestion(input.Answer{Action: input.Accept})
}
