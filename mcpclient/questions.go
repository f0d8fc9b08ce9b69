package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// Bounds of what a legacy server may ask. More is cancelled at once, without asking
// the user.
const (
	maxOpenQuestions = 8  // at once
	maxQuestions     = 25 // since our last request
)

// questions are the requests of a legacy server that wait for the user. All is
// guarded by conn.mu, but for the group.
type questions struct {
	open  map[wire.ID]*openQuestion
	count int            // since our last request
	last  time.Time      // when the user was last waited for
	ended bool           // no more are asked
	group sync.WaitGroup // of those whose answers are still to be sent
}

// openQuestion is one of them.
type openQuestion struct {
	during wire.ID // the request of ours that brought it up, "" where unknown
	stop   context.CancelCauseFunc
}

// Why a question is asked no more.
var (
	errWithdrawn = errors.New("the server withdrew the question") // and wants no answer
	errMoot      = errors.New("nobody waits for what the question was about")
)

// answer replies to what a legacy server asks of us. Whatever was not declared is
// refused (specification: Elicitation, Roots, Ping).
func (c *conn) answer(f *wire.Frame, exchange wire.ID) {
	revision, modern := c.era()
	if modern {
		return // modern servers may not ask; the frame in the log shows that this one did
	}
	var body []byte
	switch f.Method {
	case "ping":
		body = wire.AppendResult(nil, f.ID, rawjson.Value("{}"))
	case input.MethodElicit, input.MethodRoots, input.MethodSample:
		if c.beginAnswer() {
			defer c.questions.group.Done()
		}
		body = c.consult(f, exchange)
	default:
		body = wire.AppendError(nil, f.ID, codeMethodNotFound, fmt.Sprintf("%s is not supported by this client", f.Method))
	}
	if body == nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	_ = c.transport.Send(ctx, transport.Outgoing{Body: body, Kind: wire.Reply, ID: f.ID, Revision: revision})
}

// consult puts a request to the user and returns the reply to it, nil where the
// server wants none any more.
func (c *conn) consult(f *wire.Frame, exchange wire.ID) []byte {
	var raw params
	raw.text("method", f.Method)
	if f.Params != nil {
		raw.raw("params", f.Params)
	}
	q := input.Question{Request: input.Parse(raw.encode(nil)), Round: 1, Number: 1, Of: 1, Roots: c.asking.roots}
	if why := c.asking.refusal(q.Request); why != "" {
		c.onRefused(q.Request)
		code := codeMethodNotFound
		if f.Method == input.MethodElicit && c.asking.asker != nil {
			code = CodeInvalidParams // of an unknown mode
		}
		return wire.AppendError(nil, f.ID, code, f.Method+" is refused: "+why)
	}
	answer := input.Answer{Action: input.Cancel}
	if ctx, over, ok := c.openQuestion(f.ID, exchange); ok {
		defer over()
		var err error
		if answer, err = c.asking.asker.Ask(ctx, q); err != nil || ctx.Err() != nil {
			answer = input.Answer{Action: input.Cancel}
		}
		if errors.Is(context.Cause(ctx), errWithdrawn) {
			return nil
		}
	}
	if q.Kind == input.Roots && answer.Action == input.Cancel {
		return wire.AppendError(nil, f.ID, codeUserRefused, "the user was asked and gave no answer")
	}
	return wire.AppendResult(nil, f.ID, q.Result(answer))
}

// beginAnswer reports whether the end of the connection waits for the answer to a
// question, which is to be told to the group.
func (c *conn) beginAnswer() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.questions.ended {
		return false
	}
	c.questions.group.Add(1)
	return true
}

// openQuestion begins a question, unless there are too many. The function ends it.
func (c *conn) openQuestion(id, exchange wire.ID) (context.Context, func(), bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.questions
	s.count++
	if s.ended || s.open[id] != nil || len(s.open) >= maxOpenQuestions || s.count > maxQuestions {
		return nil, nil, false
	}
	if _, ours := c.calls[exchange]; !ours && len(c.calls) == 1 {
		for exchange = range c.calls { // on a shared channel it can only be about this
		}
	}
	ctx, stop := context.WithCancelCause(context.Background())
	s.open[id] = &openQuestion{exchange, stop}
	return ctx, func() {
		stop(nil)
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(s.open, id)
		s.last = time.Now()
	}, true
}

// questionOver ends a question that the server took back.
func (c *conn) questionOver(id wire.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if q := c.questions.open[id]; q != nil {
		q.stop(errWithdrawn)
	}
}

// withdraw cancels the questions that a request of ours brought up, since nobody
// waits for its reply any more.
func (c *conn) withdraw(request wire.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, q := range c.questions.open {
		if q.during == request {
			q.stop(errMoot)
		}
	}
}

// end cancels all questions, and those to come.
func (q *questions) end() {
	q.ended = true
	for _, open := range q.open {
		open.stop(errMoot)
	}
}

// lastAnswers waits a moment for the server to be told that its questions are
// cancelled.
func (c *conn) lastAnswers() {
	told := make(chan struct{})
	c.answers.Go(func() {
		c.questions.group.Wait()
		close(told)
	})
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-told:
	case <-timer.C:
	}
}

// thinking is how much longer a request waits because the user is being asked, or
// was a moment ago: a server may be silent for its timeout after that.
func (c *conn) thinking(timeout time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(c.questions.open) > 0:
		return timeout
	case c.questions.last.IsZero():
		return 0
	}
	return timeout - time.Since(c.questions.last)
}
