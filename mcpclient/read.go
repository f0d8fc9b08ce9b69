package mcpclient

import (
	"context"
	"errors"
	"strings"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// ReadOptions shapes one read.
type ReadOptions struct {
	// Refresh asks the server also where the last answer is still fresh.
	Refresh bool
	// OnProgress, where set, asks the server for progress and is called with
	// it, from the calling goroutine.
	OnProgress func(Progress)
}

// Reading is what a read came to. It belongs to URI, whatever the contents
// say of themselves.
type Reading struct {
	URI string
	model.Read
	Info  freshness.Info
	Frame uint64 // the reply's place in the log
	// Unanswered says why there are questions instead of contents, "" where there
	// are none.
	Unanswered string
}

// ReadKey is the place of a read in the cache.
func ReadKey(uri string) freshness.Key { return freshness.Key{Method: methodRead, Param: uri} }

// Read asks for the contents of a resource, whose URI is sent as it is, byte
// for byte (specification: Resources, Reading).
func (c *Client) Read(ctx context.Context, uri string, o ReadOptions) (Reading, error) {
	key := ReadKey(uri)
	if !o.Refresh {
		if e, ok := c.cache.Get(key); ok {
			r := e.Value.(Reading)
			r.Info = e.Info
			return r, nil
		}
	}
	conn, err := c.current()
	if err != nil {
		return Reading{}, err
	}
	var p params
	p.text("uri", uri)
	c.cache.Begin(key)
	call := callOptions{timeout: c.opts.Timeout, onProgress: o.OnProgress, name: uri}
	x, err := c.rounds(ctx, conn, methodRead+" "+uri, func(answers params) (*wire.Frame, rawjson.Value, error) {
		call.once = len(answers) > 0 // what was answered may have had effects
		frame, result, err := c.ask(ctx, conn, methodRead, p.and(answers), call)
		if refusesName(err, uri) {
			call.rawName = true
			frame, result, err = c.ask(ctx, conn, methodRead, p.and(answers), call)
		}
		return frame, result, err
	})
	if err != nil {
		c.cache.Abandon(key, ctx.Err() == nil)
		return Reading{}, err
	}
	r := Reading{URI: uri, Read: model.DecodeRead(x.result), Frame: x.frame.Seq, Unanswered: x.unanswered}
	r.Info = freshness.Info{Hint: freshness.NewHint(r.TTL, r.Scope), Received: x.frame.Time, RoundTrip: x.frame.RoundTrip, Answers: x.answers}
	// Neither a question nor what came in reply to answers may be kept
	// (specification 2026-07-28: Caching).
	if r.InputRequired() || x.answers || x.result.Kind() != rawjson.Object {
		c.cache.Abandon(key, false)
		return r, nil
	}
	r.Info = c.cache.Put(key, r, int64(len(x.frame.Bytes)), r.Info)
	return r, nil
}

// refusesName reports whether a server refused the encoded form of Mcp-Name,
// as some do though the specification asks for it.
func refusesName(err error, uri string) bool {
	var refused *ServerError
	return errors.As(err, &refused) && refused.Code == codeHeaderMismatch && strings.ContainsFunc(uri, func(r rune) bool { return r > '~' })
}
