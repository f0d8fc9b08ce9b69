// Package wire holds what goes over the wire: JSON-RPC messages as the bytes
// that came or went, what was odd about them, and a bounded log of them.
//
// It never interprets a method. Everything a server sends becomes a [Frame],
// lines that are no message included, so that nothing is ever hidden.
package wire

import (
	"net/http"
	"strconv"
	"time"

	"mcperuse/mcpclient/rawjson"
)

// ID is a JSON-RPC id as its JSON text: `7`, `"a"`, `null`, or "" where the
// member is absent. Comparing two IDs is therefore exact in type as well as in
// value, as subscriptions demand.
type ID string

// NumberID returns the id of a request we number ourselves.
func NumberID(n int64) ID { return ID(strconv.FormatInt(n, 10)) }

// Valid reports whether id can name a request: a string or a number.
func (id ID) Valid() bool { return id != "" && id != "null" }

// Direction says which way a frame went.
type Direction uint8

// The two directions.
const (
	ToServer Direction = iota
	FromServer
)

// Kind is what a frame is by its shape.
type Kind uint8

// The kinds of frame. NotMessage is output that is no JSON-RPC message at all,
// such as a log line on stdout.
const (
	NotMessage Kind = iota
	Request
	Notification
	Reply
)

// Message is a JSON-RPC envelope taken apart. Members that were not sent are
// nil. All values alias the frame's bytes.
type Message struct {
	Kind   Kind
	ID     ID
	Method string
	Params rawjson.Value
	Result rawjson.Value
	Error  rawjson.Value
}

// NoteCode names one kind of oddity in a frame. Findings are derived from it.
type NoteCode string

// Note is something odd about a frame that did not stop it from being used.
type Note struct {
	Code NoteCode
	Text string // one sentence, may quote the server
}

// Frame is one JSON-RPC message, or one piece of output that is none, as the
// bytes that came or went. A Frame never changes once it is in a [Log].
type Frame struct {
	Seq  uint64 // position in the log, from 1
	Time time.Time
	Dir  Direction
	Message
	Bytes []byte
	Notes []Note

	// Of a reply: the request it answers (0 when there is none), the id that
	// request was sent with, which may be spelled otherwise in the reply, and
	// the time between the two. Method is then that of the request. A frame
	// refused for its size has them too, if its beginning or its end shows an
	// id, and so has what stands for an HTTP response that holds no reply, but
	// for Answers.
	ReplyTo   uint64
	Answers   ID
	RoundTrip time.Duration

	// HTTP is the exchange the frame travelled in, nil on stdio.
	HTTP *HTTPExchange
}

// HTTPExchange is the part of an HTTP request or response around a frame.
// Secret header values are masked before they get here.
type HTTPExchange struct {
	Method string // of the request
	URL    string
	Status int // of the response, 0 for a request
	Header http.Header
}
