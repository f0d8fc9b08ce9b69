package mcpclient

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// CallOptions shapes one call.
type CallOptions struct {
	// Exact sends params as they are, and once. Otherwise the user is asked what the
	// server wants to know first, and the request sent again with the answers; and what the connection asks of
	// every message, and a progress token where OnProgress is set, is added to
	// their _meta; what is there already stays.
	Exact bool
	// OnProgress, where set, is called with what the server reports under the
	// progress token in params, from the calling goroutine.
	OnProgress func(Progress)
	// OnSent, where set, is called with the id of a request before it goes out.
	OnSent func(wire.ID)
}

// CallResult is what a call came to.
type CallResult struct {
	Method  string
	ID      wire.ID     // of the request, "" for a notification
	Request []byte      // the message as sent
	Reply   *wire.Frame // nil for a notification, and where none came
	Elapsed time.Duration
	// Unanswered says why the result is a question still, "" where it is none.
	Unanswered string
}

// Err is the error the server answered with, a [*ServerError], or a
// [*ProtocolError] where the reply holds neither a result nor an error.
func (r CallResult) Err() error {
	if r.Reply == nil {
		return nil
	}
	_, err := replyResult(r.Method, r.Reply)
	return err
}

// ErrNoMethod says that a call has no method.
var ErrNoMethod = errors.New("a call needs a method")

// Call sends any request and waits for its reply, whatever that says: an error
// reply is a result. A method that begins with "notifications/" is sent as a
// notification, to which there is no reply.
//
// What is given as params must be an object or nil; see [wire.ParseParams] for what is done about
// line breaks. An error says why nothing was sent or no reply came; the result
// then tells what was sent, if anything. Nothing is cached.
func (c *Client) Call(ctx context.Context, method string, given rawjson.Value, o CallOptions) (CallResult, error) {
	r := CallResult{Method: method}
	if method == "" {
		return r, ErrNoMethod
	}
	own, err := wire.ParseParams(given)
	if err != nil {
		return r, err
	}
	conn, err := c.current()
	if err != nil {
		return r, err
	}
	revision, modern := conn.era()
	start := c.opts.Now()
	if strings.HasPrefix(method, "notifications/") {
		if !o.Exact {
			own = completeMeta(own, conn.meta("", revision, modern, false))
		}
		r.Request = wire.AppendNotification(nil, method, own)
		ctx, stop := context.WithTimeoutCause(ctx, c.opts.Timeout, &TimeoutError{Method: method, After: c.opts.Timeout, Heard: true})
		defer stop()
		if err = conn.tell(ctx, method, r.Request); err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	} else {
		session := conn.sessions.Load()
		send := func(answers params) (_ *wire.Frame, result rawjson.Value, err error) {
			r.ID = conn.nextID()
			p := own
			if !o.Exact {
				p = completeMeta(withMembers(own, answers), conn.meta(r.ID, revision, modern, o.OnProgress != nil))
			}
			r.Request = wire.AppendRequest(nil, r.ID, method, p)
			r.Reply, err = conn.request(ctx, r.ID, method, r.Request, callOptions{
				timeout: c.opts.Timeout, onProgress: o.OnProgress, token: wire.ID(p.Get("_meta", "progressToken")),
				name: nameIn(method, p), onSent: o.OnSent,
			})
			if err == nil {
				result, err = replyResult(method, r.Reply)
			}
			return r.Reply, result, err
		}
		if o.Exact {
			_, _, err = send(nil)
		} else {
			var x exchanged
			x, err = c.rounds(ctx, conn, about(method, own), send)
			r.Unanswered = x.unanswered
		}
		if errors.As(err, new(*ServerError)) || errors.As(err, new(*ProtocolError)) {
			err = nil // whatever a reply says is the result
		}
		if sessionLost(err) {
			// What was sent is not sent again, but the next call shall find a session.
			c.renewal(conn, session)
		}
	}
	r.Elapsed = c.opts.Now().Sub(start)
	return r, err
}

// about is a request in words, for a question that it brings up.
func about(method string, params rawjson.Value) string {
	return strings.TrimSpace(method + " " + nameIn(method, params))
}

// nameIn is what a request is about, for the Mcp-Name header (specification
// 2026-07-28: Streamable HTTP, Standard MCP Request Headers).
func nameIn(method string, params rawjson.Value) string {
	var name string
	switch method {
	case methodRead:
		name, _ = params.Get("uri").Text()
	case "tools/call", "prompts/get":
		name, _ = params.Get("name").Text()
	}
	return name
}

// withMembers adds members to params, nil for none.
func withMembers(own rawjson.Value, members params) rawjson.Value {
	if own == nil && len(members) > 0 {
		own = rawjson.Value("{}")
	}
	return appendMembers(own, len(own), members)
}

// completeMeta adds the members that the _meta of a message's params lacks. All
// other bytes stay, and so does a _meta that is no object.
func completeMeta(own, meta rawjson.Value) rawjson.Value {
	if meta == nil {
		return own
	}
	if own == nil {
		own = rawjson.Value("{}")
	}
	var lacking params
	there := own.Get("_meta")
	switch there.Kind() {
	case rawjson.Absent:
		lacking.raw("_meta", meta)
		return appendMembers(own, len(own), lacking)
	case rawjson.Object:
		for name, value := range meta.Members() {
			if there.Get(string(name)) == nil {
				lacking.raw(string(name), value)
			}
		}
		return appendMembers(own, endOfMember(own, "_meta"), lacking)
	}
	return own
}

// appendMembers adds members to the object in b that ends before an offset.
func appendMembers(b rawjson.Value, end int, members params) rawjson.Value {
	if len(members) == 0 || end == 0 {
		return b
	}
	head, tail := b[:end-1], b[end-1:]
	out := append(make([]byte, 0, len(b)+len(members)+1), head...)
	if !bytes.HasSuffix(bytes.TrimRight(head, " \t"), []byte("{")) {
		out = append(out, ',')
	}
	return append(append(out, members...), tail...)
}

// endOfMember is the offset after the value of a member of the object b, the
// last one of that name; 0 where there is none.
func endOfMember(b rawjson.Value, name string) (end int) {
	d := jsontext.NewDecoder(bytes.NewReader(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := d.ReadToken(); err != nil {
		return 0
	}
	for d.PeekKind() == '"' {
		token, err := d.ReadToken()
		if err != nil {
			return 0
		}
		found := token.String() == name
		if err := d.SkipValue(); err != nil {
			return 0
		}
		if found {
			end = int(d.InputOffset())
		}
	}
	return end
}
