package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/transport"
)

// Explanation is an error as a person is told it: what failed, why, and what
// to try. Why and Try may be empty. It may quote the server, so it has to pass
// through safetext before it reaches a screen.
type Explanation struct{ What, Why, Try string }

// String puts the explanation on one line.
func (e Explanation) String() string {
	s := e.What
	if e.Why != "" {
		s += ": " + e.Why
	}
	if e.Try != "" {
		s += "; " + e.Try
	}
	return s
}

// Explain puts any error of this package and of its transports into words.
func Explain(err error) Explanation {
	var told transport.Explained
	switch {
	case err == nil:
		return Explanation{}
	case errors.Is(err, context.Canceled):
		return Explanation{What: "cancelled"}
	case errors.As(err, &told):
		what, why, try := told.Explain()
		return Explanation{what, why, try}
	case errors.Is(err, ErrNotConnected), errors.Is(err, transport.ErrClosed):
		return Explanation{What: "not connected", Try: "connect again"}
	}
	return Explanation{What: err.Error()}
}

// Explain implements [transport.Explained].
func (e *ServerError) Explain() (what, why, try string) {
	what = fmt.Sprintf("%s was answered with error %s", e.Method, e.code())
	if e.Code != 0 {
		what += " (" + model.ErrorName(e.Code) + ")"
	}
	return what, e.Message, e.hint()
}

func (e *ServerError) code() string {
	if e.CodeRaw == nil {
		return "without a code"
	}
	return model.Quote(e.CodeRaw)
}

func (e *ServerError) hint() string {
	switch e.Code {
	case codeMethodNotFound:
		return "the server does not offer this"
	case codeMissingCapability:
		if need := e.Data.Get("requiredCapabilities"); need != nil {
			return "it needs a client that can do " + string(need)
		}
	}
	return ""
}

// Explain implements [transport.Explained].
func (e *TimeoutError) Explain() (what, why, try string) {
	try = "allow more with --timeout"
	if !e.Heard {
		try = "check that this is an MCP server, or allow more with --timeout"
	}
	if e.Stray != nil {
		what, words, _ := e.Stray.Explain()
		why = "meanwhile " + what + ": " + words + ", naming no request"
		try = "see whether the server understood the request"
	}
	return fmt.Sprintf("no answer to %s within %v", e.Method, e.After), why, try
}

// Explain implements [transport.Explained].
func (e *ProtocolError) Explain() (what, why, try string) {
	var problems []string
	for _, p := range e.Problems {
		problems = append(problems, p.String())
	}
	return "the answer to " + e.Method + " cannot be used", strings.Join(problems, "; "), ""
}

// Explain implements [transport.Explained].
func (e *RevisionError) Explain() (what, why, try string) {
	what = "the server does not speak " + strings.Join(e.Wanted, ", ")
	var cause transport.Explained
	switch {
	case len(e.Offers) > 0:
		why = "it offers " + strings.Join(e.Offers, ", ")
	case errors.As(e.Cause, &cause):
		w, y, _ := cause.Explain()
		why = strings.TrimSuffix(w+": "+y, ": ")
	}
	if e.Pinned {
		try = "leave --protocol out to let the revision be found"
	}
	return what, why, try
}

// Explain implements [transport.Explained].
func (e noReplyError) Explain() (what, why, try string) { return e.Error(), "", "" }

// outcome says in a few words what came of a probe.
func outcome(err error) string {
	var refused *ServerError
	var status *transport.HTTPError
	var exit *transport.ExitError
	var timeout *TimeoutError
	switch {
	case errors.As(err, &refused):
		return fmt.Sprintf("error %s %s", refused.code(), refused.Message)
	case errors.As(err, &status):
		return fmt.Sprintf("HTTP %d, %s", status.Status, status.Reason)
	case errors.As(err, &exit):
		return "the server exited"
	case errors.As(err, &timeout):
		return "no answer"
	}
	return Explain(err).What
}
