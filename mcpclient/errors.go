package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// Error codes of JSON-RPC and of the protocol (specification: Errors).
const (
	codeMethodNotFound      = -32601
	CodeInvalidParams       = -32602
	CodeResourceNotFound    = -32002 // legacy
	codeURLRequired         = -32042 // of 2025-11-25
	codeUserRefused         = -1     // as the specification has it for sampling
	codeHeaderMismatch      = -32020
	codeMissingCapability   = -32021
	codeUnsupportedRevision = -32022
)

// ServerError is an error the server answered with. Everything in it is the
// server's own.
type ServerError struct {
	Method  string // of the request it answers
	Code    int64  // 0 where CodeRaw is no integer
	CodeRaw rawjson.Value
	Message string
	Data    rawjson.Value // nil where absent
	Raw     rawjson.Value // the error member as sent
	Status  int           // of the HTTP response, 0 elsewhere
	Frame   uint64        // the reply's place in the log
	Request wire.ID
	Elapsed time.Duration
}

func (e *ServerError) Error() string {
	return fmt.Sprintf("%s: the server answered with error %s: %s", e.Method, e.code(), e.Message)
}

// newServerError decodes an error reply, whatever its shape.
func newServerError(method string, f *wire.Frame) *ServerError {
	e := &ServerError{Method: method, Raw: f.Error, Frame: f.Seq, Request: f.ID, Elapsed: f.RoundTrip}
	if f.HTTP != nil {
		e.Status = f.HTTP.Status
	}
	if f.Error.Kind() != rawjson.Object {
		e.Message = words(f.Error)
		return e
	}
	e.CodeRaw, e.Data = f.Error.Get("code"), f.Error.Get("data")
	if code, ok := e.CodeRaw.Float(); ok && code == float64(int64(code)) {
		e.Code = int64(code)
	}
	if message := f.Error.Get("message"); message != nil {
		e.Message = words(message)
	}
	return e
}

// words is what a server says in a place for words: a string, or else the JSON
// it put there.
func words(v rawjson.Value) string {
	if s, ok := v.Text(); ok {
		return s
	}
	return model.Quote(v)
}

// TimeoutError says that no reply came in time.
type TimeoutError struct {
	Method string
	After  time.Duration
	Heard  bool // the server had said something before
	// Stray is an error that came meanwhile and may have been meant as the
	// reply, though it names no request; nil where there was none.
	Stray *ServerError
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s: no reply within %v", e.Method, e.After)
}

func isTimeout(err error) bool {
	var t *TimeoutError
	return errors.As(err, &t) || errors.Is(err, context.DeadlineExceeded)
}

// ProtocolError says that a reply came and could not be used.
type ProtocolError struct {
	Method   string
	Problems []model.Problem
	Frame    uint64
}

func (e *ProtocolError) Error() string {
	var what []string
	for _, p := range e.Problems {
		what = append(what, p.String())
	}
	return fmt.Sprintf("%s: the reply cannot be used: %s", e.Method, strings.Join(what, "; "))
}

// RevisionError says that client and server have no revision in common, or
// not the one that was asked for.
type RevisionError struct {
	Wanted []string // what we would speak
	Offers []string // what the server speaks, as far as it said
	Pinned bool
	Cause  error // the server's own words, where it said any
}

func (e *RevisionError) Error() string {
	offers := "the server did not say which it speaks"
	if len(e.Offers) > 0 {
		offers = "the server offers " + strings.Join(e.Offers, ", ")
	}
	msg := fmt.Sprintf("no common revision: wanted %s, %s", strings.Join(e.Wanted, ", "), offers)
	if e.Cause != nil {
		msg += " (" + e.Cause.Error() + ")"
	}
	return msg
}

func (e *RevisionError) Unwrap() error { return e.Cause }

// result is call for those who want the result, or the error the server
// answered with.
func (c *conn) result(ctx context.Context, method string, p params, o callOptions) (*wire.Frame, rawjson.Value, error) {
	f, err := c.call(ctx, method, p, o)
	if err != nil {
		return f, nil, err
	}
	v, err := replyResult(method, f)
	return f, v, err
}

// replyResult turns a reply frame into its result, or into the error it holds. A
// reply with both counts as an error.
func replyResult(method string, f *wire.Frame) (rawjson.Value, error) {
	switch {
	case f.Error != nil && f.Error.Kind() != rawjson.Null:
		return nil, newServerError(method, f)
	case f.Result == nil:
		return nil, &ProtocolError{Method: method, Frame: f.Seq, Problems: []model.Problem{{Field: "result", Want: "a result or an error"}}}
	}
	return f.Result, nil
}
