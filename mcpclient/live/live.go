// Package live keeps subscriptions alive and tells what they bring.
//
// A [Supervisor] holds what the user wants to hear about. On a modern server
// it keeps one subscriptions/listen open for all of it, replaced with overlap
// when the set changes; on a legacy server it subscribes URI by URI. A stream
// that is lost is opened again with growing pauses, and everything it covered
// is reported as possibly changed.
package live

import (
	"context"
	"time"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// Kind is what an event is about.
type Kind string

// The kinds of event, as they are named on screen and in JSON.
const (
	Listening    Kind = "listening"    // asked, not acknowledged yet
	Acknowledged Kind = "acknowledged" // Detail says what for
	Updated      Kind = "updated"
	ListChanged  Kind = "list_changed"
	Refused      Kind = "refused" // Detail has the reason
	Lost         Kind = "lost"    // the stream broke
	Ended        Kind = "ended"   // the server ended it in order
	Retrying     Kind = "retrying"
)

// IsChange reports whether the event says that something changed, as opposed
// to something about the subscription itself.
func (k Kind) IsChange() bool { return k == Updated || k == ListChanged }

// Event is one thing that happened.
type Event struct {
	Time    time.Time
	Kind    Kind
	URI     string // of Updated, and of a Refused about one resource
	Count   int    // how many like ones were merged, at least 1
	Detail  string
	Parents []string // of Updated: what is watched and has URI below it
	Unasked bool     // a change that was not subscribed to
	// Undeclared marks a change of a kind that the server's capabilities do not
	// declare.
	Undeclared bool
	Frame      uint64 // the notification's place in the log, 0 where there is none
	Attempt    int    // of Retrying, from 1
	RetryIn    time.Duration

	// Missed is what may have changed unseen: set where a stream was lost,
	// and where one is back after a gap.
	Missed Filter
}

// State is where one interest stands.
type State string

// The states of an interest.
const (
	Waiting   State = "not connected"
	Asked     State = "asked"
	Confirmed State = "acknowledged"
	NotAgreed State = "not acknowledged" // the acknowledgement left it out
	Failed    State = "refused"
	Broken    State = "lost"
)

// Interest is one thing the user wants to hear about: the lists (URI "") or a
// resource.
type Interest struct {
	URI   string
	State State
	Why   string    // of NotAgreed, Failed and Broken, in words
	Retry time.Time // of Broken: when it is asked for again, zero where it is not
	// Unsolicited is set of what a legacy server reports without being asked.
	Unsolicited bool
	Count       int       // changes reported so far
	Last        time.Time // of the last change
}

// Abilities is what the connection can do.
type Abilities struct {
	Modern        bool
	SingleChannel bool
	ListChanged   bool
	Subscribe     bool
}

// Filter is what one subscriptions/listen asks for.
type Filter struct {
	ListChanged bool
	URIs        []string
}

// Link is the connection a Supervisor works on.
type Link interface {
	// Listen sends subscriptions/listen and returns when it is over: nil when
	// the server ended it in order, an error otherwise. sent is called with
	// the request's id before anything can arrive.
	Listen(ctx context.Context, f Filter, sent func(wire.ID)) error
	Subscribe(ctx context.Context, uri string) error
	Unsubscribe(ctx context.Context, uri string) error
}

// Notification is a message from the server that may concern subscriptions.
type Notification struct {
	Method   string
	Params   rawjson.Value
	Exchange wire.ID // the HTTP response it came on, "" elsewhere
	Frame    uint64
}
