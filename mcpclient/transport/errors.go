package transport

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Explained is an error that can be told to a person: what failed, why, and
// what to try. Parts may be empty; none ends in a full stop. Why may quote the
// server, so it has to pass through safetext before it reaches a screen.
type Explained interface {
	error
	Explain() (what, why, try string)
}

// ErrClosed says that a message was handed to a transport that is closed, or
// was never started.
var ErrClosed = errors.New("the connection is closed")

// StartError says that a connection could not even be attempted: a command
// that cannot be run, a URL that is none, a certificate file without
// certificates.
type StartError struct {
	What string // the command or URL, secrets masked
	Why  string
	Try  string
	Err  error // what the system said, nil where it was not asked
}

func (e *StartError) Error() string { return fmt.Sprintf("cannot start %s: %s", e.What, e.Why) }

// Unwrap returns what the system said.
func (e *StartError) Unwrap() error { return e.Err }

// Explain implements [Explained].
func (e *StartError) Explain() (what, why, try string) {
	return "cannot start " + e.What, e.Why, e.Try
}

// ExitError says that the child is of no use any more: it exited, was killed,
// or closed its output.
type ExitError struct {
	Command string // secrets masked
	Code    int    // exit status, -1 when it was killed by a signal or runs on
	Signal  string // the signal that killed it, "" where none did
	// Running says that the child closed its standard output and still lives.
	Running bool
	Uptime  time.Duration
	// Stderr is the end of what it wrote to standard error, at most
	// [TailLines] lines, as written.
	Stderr []string
}

func (e *ExitError) Error() string { return "the server " + e.how() }

func (e *ExitError) how() string {
	switch {
	case e.Running:
		return "closed its output, though it is still running"
	case e.Signal != "":
		return "was ended by signal " + e.Signal
	default:
		return fmt.Sprintf("exited with status %d", e.Code)
	}
}

// Explain implements [Explained].
func (e *ExitError) Explain() (what, why, try string) {
	try = "run the command by itself to see what it says"
	if len(e.Stderr) > 0 {
		why = "its last words: " + e.Stderr[len(e.Stderr)-1]
		try = "read its standard error"
	}
	return "the server " + e.how(), why, try
}

// HTTPError says that an HTTP exchange ended in something that is no reply.
type HTTPError struct {
	Method      string // of the request
	URL         string // secrets masked
	Status      int
	ContentType string
	Snippet     string // the beginning of the body, as sent
	Reason      string // why it is no reply, in a few words
	Location    string // where a redirect that was not followed points, secrets masked
	RetryAfter  string // as sent
	// Challenge is what a 401 or 403 asks for, nil where it does not say.
	Challenge *Challenge
	// SessionLost says that the server does not know the session any more:
	// initialize again.
	SessionLost bool
	// FrameSeq is the place in the log of the frame that shows the response, 0
	// where the message it answers was no request.
	FrameSeq uint64
}

func (e *HTTPError) Error() string {
	return fmt.Sprintf("%s %s: %s: %s", e.Method, e.URL, e.status(), e.Reason)
}

func (e *HTTPError) status() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status)))
}

// Explain implements [Explained].
func (e *HTTPError) Explain() (what, why, try string) {
	what = fmt.Sprintf("%s %s was answered with %s", e.Method, e.URL, e.status())
	why = e.Reason
	switch {
	case e.SessionLost:
		try = "connect again"
	case e.Location != "":
		try = "use the address it points to, if you trust it: " + e.Location
	case e.Status == http.StatusUnauthorized:
		try = "give a token with -H 'Authorization: Bearer …'"
		if c := e.Challenge; c != nil {
			why = c.String()
		}
	case e.Status == http.StatusForbidden:
		try = "give a token that may do this with -H 'Authorization: Bearer …'"
		if c := e.Challenge; c != nil {
			why = c.String()
		}
	case e.Status == http.StatusNotFound:
		try = "check the path of the URL; many servers answer under /mcp or /sse"
	case e.Status == http.StatusMethodNotAllowed:
		try = "check the path of the URL, or try --transport sse"
	case e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable:
		try = "wait and try again"
		if e.RetryAfter != "" {
			try = "try again after " + e.RetryAfter
			if strings.Trim(e.RetryAfter, "0123456789") == "" {
				try += " seconds"
			}
		}
	case e.Status >= 500:
		try = "look into the log of the server"
	default:
		try = "check that the URL is that of an MCP server"
	}
	if said := e.said(); said != "" {
		why += ", saying " + said
	}
	return what, why, try
}

// said is the beginning of the body on one line, in quotation marks.
func (e *HTTPError) said() string {
	const most = 80
	text := []rune(strings.ToValidUTF8(strings.Join(strings.Fields(e.Snippet), " "), "\ufffd"))
	switch {
	case len(text) == 0:
		return ""
	case len(text) > most:
		text = append(text[:most-1], '…')
	}
	return `"` + string(text) + `"`
}

// TooLargeError says that a reply came and was refused for its size.
type TooLargeError struct {
	Note     string // its size, and the bound
	FrameSeq uint64 // its beginning in the log
}

func (e *TooLargeError) Error() string { return "the reply is too large: " + e.Note }

// Explain implements [Explained].
func (e *TooLargeError) Explain() (what, why, try string) {
	return "the reply is too large", e.Note, "ask for less at a time; the server goes on"
}

// StreamError says that a stream ended before what was waited for came on it.
type StreamError struct {
	URL    string // secrets masked
	Reason string
	Events int // how many events had come
	Err    error
}

func (e *StreamError) Error() string { return fmt.Sprintf("stream from %s: %s", e.URL, e.Reason) }

// Unwrap returns what the network said, nil where the stream ended in order.
func (e *StreamError) Unwrap() error { return e.Err }

// Explain implements [Explained].
func (e *StreamError) Explain() (what, why, try string) {
	return "the stream from " + e.URL + " ended too early", e.Reason, "try again; a proxy in between may cut long responses"
}

// UnreachableError says that no HTTP response came at all.
type UnreachableError struct {
	URL    string // secrets masked
	Reason string // such as "connection refused"
	Try    string
	Err    error
}

func (e *UnreachableError) Error() string { return fmt.Sprintf("cannot reach %s: %s", e.URL, e.Reason) }

// Unwrap returns what the network said.
func (e *UnreachableError) Unwrap() error { return e.Err }

// Explain implements [Explained].
func (e *UnreachableError) Explain() (what, why, try string) {
	return "cannot reach " + e.URL, e.Reason, e.Try
}

// WriteError says that a message could not be handed to the child.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return "the server does not read its input any more" }

// Unwrap returns what the system said.
func (e *WriteError) Unwrap() error { return e.Err }

// Explain implements [Explained].
func (e *WriteError) Explain() (what, why, try string) {
	return "the message could not be sent", e.Error(), "connect again"
}
