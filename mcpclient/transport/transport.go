// Package transport moves frames between the client and one server: over a
// child's stdio, over Streamable HTTP of both eras, or over HTTP+SSE.
//
// A transport turns bytes into frames and back, puts every frame into the
// [wire.Log], and looks after process life, HTTP sessions and streams. It does
// not know methods beyond what its headers need, and never retries a request.
package transport

import (
	"context"
	"time"

	"mcperuse/mcpclient/wire"
)

// Sink receives what a transport brings in. Its methods are called from the
// transport's goroutines, never at the same time for the same exchange; they
// must not block for long, and must not call Close, which waits for them.
type Sink interface {
	// Receive takes one frame from the server, already logged. exchange is the
	// id of the open request on whose HTTP response the frame came; it is "" on
	// stdio, on the stream of HTTP+SSE or of a GET, and after the reply.
	//
	// Frame.Answers says which request a reply is for. A frame that is refused
	// for its size is a NotMessage, but has Answers too where its beginning
	// shows an id.
	Receive(f *wire.Frame, exchange wire.ID)
	// Ended says that the exchange of a request is over. err is nil when its
	// reply was received, and otherwise says why none will come. On stdio it is
	// never called; on HTTP+SSE only when the request could not be handed over.
	Ended(id wire.ID, err error)
	// Stderr takes one line of a child's standard error, without its newline.
	Stderr(t time.Time, line []byte)
	// Down says that the whole connection is lost. It is called at most once,
	// never after Close was called, and ends all exchanges.
	Down(err error)
}

// Outgoing is one message to send.
type Outgoing struct {
	Body   []byte
	Kind   wire.Kind
	ID     wire.ID // of a request, or of the request a reply answers
	Method string

	// Revision is the protocol revision the message is sent under, for the
	// MCP-Protocol-Version header; "" sends none.
	Revision string
	// Modern asks for the headers of 2026-07-28: Mcp-Method, and Mcp-Name
	// with Name where Name is not empty; no session.
	Modern bool
	Name   string
	// RawName sends Name without the encoding the specification asks for where
	// it is not plain ASCII. Some servers refuse the correct form.
	RawName bool
}

// Info describes a transport to a person.
type Info struct {
	Kind    string // "stdio", "http" or "sse"
	Target  string // the command line or the URL, secrets masked
	PID     int    // of the child, 0 when there is none
	Started time.Time
	Session string // the session id, masked; "" when there is none
}

// Transport is a connection to one server. All methods are safe for
// concurrent use.
type Transport interface {
	// Start connects and begins to call sink. It returns once messages can be
	// sent; ctx bounds the start only.
	Start(ctx context.Context, sink Sink) error
	// Send hands over one message. Over HTTP a request's exchange then goes on
	// in the background until its reply came or ctx ends; cancelling ctx is how
	// such a request is cancelled. On a single channel (stdio, HTTP+SSE) ctx
	// bounds the writing only.
	Send(ctx context.Context, m Outgoing) error
	// Agreed tells the transport the revision a legacy handshake agreed on,
	// before the server is told that the client is initialized. Streamable HTTP
	// then opens its GET stream when stream is true, keeps it open until Close,
	// and waits a moment for the stream to stand: what a server sends before
	// that is lost.
	Agreed(ctx context.Context, revision string, stream bool)
	// Close ends the connection and everything the transport started, and
	// returns when all is gone. It takes at most a few seconds and may be
	// called more than once.
	Close() error
	// Info describes the connection as it is now.
	Info() Info
	// SingleChannel reports that all messages share one stream, so that
	// cancelling needs a notification and subscriptions are told apart by id.
	SingleChannel() bool
}
