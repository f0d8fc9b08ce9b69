package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// Bounds of the rounds of one request. The specification has none; other clients
// stop at the same numbers.
const (
	maxRounds       = 10
	maxSilentRounds = 3 // in a row, that ask nothing and only want to be sent again
	silentPause     = 100 * time.Millisecond
)

// asking is how questions of a server get to the user.
type asking struct {
	asker input.Asker // nil where nobody can be asked
	roots []input.Root
}

// declared are the client capabilities for a revision (specification: Elicitation
// and Roots, Capabilities).
func (a asking) declared(revision string) rawjson.Value {
	var p params
	switch {
	case a.asker == nil:
		return rawjson.Value("{}")
	case !a.asker.Elicits():
	case revision >= Revision2025:
		p.raw("elicitation", rawjson.Value(`{"form":{},"url":{}}`))
	case revision >= "2025-06-18":
		p.raw("elicitation", rawjson.Value("{}"))
	}
	if len(a.roots) > 0 {
		p.raw("roots", rawjson.Value("{}"))
	}
	return p.encode(nil)
}

// any reports whether a server of a legacy revision may ask anything.
func (a asking) any(revision string) bool { return len(a.declared(revision)) > len("{}") }

// Declared returns the client capabilities that the server was told of, nil while
// not connected.
func (c *Client) Declared() rawjson.Value {
	n, err := c.current()
	if err != nil {
		return nil
	}
	revision, _ := n.era()
	return n.asking.declared(revision)
}

// OfferedRoots is how many folders a server that asks may be told of.
func (c *Client) OfferedRoots() int { return len(c.opts.Roots) }

// refusal says why a request is not put to the user, "" where it is.
func (a asking) refusal(r input.Request) string {
	switch {
	case r.Refused != "" && r.Kind != input.Form && r.Kind != input.URL:
		return r.Refused
	case a.asker == nil, r.Kind != input.Roots && !a.asker.Elicits():
		return "nobody is there to answer"
	case r.Kind == input.Roots && len(a.roots) == 0:
		return "it asks for the folders it may use, and none are configured; --root DIR offers one"
	}
	return ""
}

// exchanged is what a request came to in the end.
type exchanged struct {
	frame      *wire.Frame
	result     rawjson.Value
	answers    bool   // it is the reply to answers, or to a state
	unanswered string // why the result is still a question
}

// rounds sends a request, and sends it again with the user's answers for as long as
// its result asks something first (specification 2026-07-28: Multi Round-Trip
// Requests). Each round has the answers and the state of the one before only.
func (c *Client) rounds(ctx context.Context, n *conn, about string, send func(answers params) (*wire.Frame, rawjson.Value, error)) (x exchanged, err error) {
	var answers params
	silent := 0
	for round := 1; ; round++ {
		x.frame, x.result, err = send(answers)
		if err != nil {
			return x, c.consent(ctx, n, about, err)
		}
		if kind, _ := x.result.Get("resultType").Text(); kind != "input_required" {
			return x, nil
		}
		requests, state := x.result.Get("inputRequests"), x.result.Get("requestState")
		_, modern := n.era()
		switch {
		case !modern:
			x.unanswered = "a server of this revision has to ask in another way"
		case requests == nil && state == nil:
			x.unanswered = "it asks nothing, and gives nothing to go on with"
		case round == maxRounds:
			x.unanswered = fmt.Sprintf("it asked %d times without coming to an end", maxRounds)
		case requests == nil && silent == maxSilentRounds:
			x.unanswered = fmt.Sprintf("it wanted to be asked again %d times in a row", maxSilentRounds)
		}
		if x.unanswered != "" {
			return x, nil
		}
		answers = nil
		if requests == nil {
			silent++
			if err := pause(ctx, silentPause<<(silent-1)); err != nil {
				return x, err
			}
		} else {
			silent = 0
			answers, x.unanswered, err = n.ask(ctx, about, round, requests)
			if err != nil || x.unanswered != "" {
				return x, err
			}
		}
		if state != nil && state.Kind() != rawjson.Null {
			answers.raw("requestState", state) // byte for byte
		}
		x.answers = true
	}
}

// ask is asking.answers for as long as the connection lasts.
func (c *conn) ask(ctx context.Context, about string, round int, requests rawjson.Value) (params, string, error) {
	asking, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(c.life, stop)()
	p, unanswered, err := c.asking.answers(asking, about, round, requests)
	if err != nil && ctx.Err() == nil {
		err = c.lostOr(err)
	}
	return p, unanswered, err
}

// answers puts all requests of one round to the user, one after the other, and
// returns the members that carry the answers. Where one of them cannot be
// answered, none are asked.
func (a asking) answers(ctx context.Context, about string, round int, requests rawjson.Value) (p params, unanswered string, err error) {
	var questions []input.Question
	for key, raw := range requests.Members() {
		q := input.Question{Request: input.Parse(raw), Key: string(key), About: about, Round: round, Roots: a.roots}
		if why := a.refusal(q.Request); why != "" {
			return nil, why, nil
		}
		questions = append(questions, q)
	}
	var replies params
	for i, q := range questions {
		q.Number, q.Of = i+1, len(questions)
		answer, err := a.asker.Ask(ctx, q)
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		if err != nil {
			return nil, "", err
		}
		if q.Kind == input.Roots && answer.Action == input.Cancel {
			return nil, "you left its question open", nil
		}
		replies.raw(q.Key, q.Result(answer))
	}
	p.raw("inputResponses", replies.encode(nil))
	return p, "", nil
}

// consent asks the user to go where an error of revision 2025-11-25 says that
// something has to be done first. The error stays: only the user knows when it was
// done (specification 2025-11-25: URL Elicitation Required Error).
func (c *Client) consent(ctx context.Context, n *conn, about string, failed error) error {
	var refused *ServerError
	if !errors.As(failed, &refused) || refused.Code != codeURLRequired || n.asking.asker == nil {
		return failed
	}
	var questions []input.Question
	for params := range refused.Data.Get("elicitations").Elements() {
		q := input.Question{Request: input.Parse(elicitation(params)), About: about, Round: 1}
		if q.Kind == input.URL && len(questions) < maxRounds {
			questions = append(questions, q)
		}
	}
	for i, q := range questions {
		q.Number, q.Of = i+1, len(questions)
		if answer, err := n.asking.asker.Ask(ctx, q); err != nil || answer.Action != input.Accept {
			break
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return failed
}

func elicitation(p rawjson.Value) rawjson.Value {
	var request params
	request.text("method", input.MethodElicit)
	request.raw("params", p)
	return request.encode(nil)
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
