package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"mcperuse/mcpclient/wire"
)

// exchange is one message that was sent by POST, and all that answers it. It
// belongs to one goroutine.
type exchange struct {
	web     *web
	message Outgoing
	request *http.Request
	id      wire.ID // of a request, else ""
	session string  // that the request named, else ""

	release func() bool        // lets go of the sender's context
	cancel  context.CancelFunc // ends the exchange
	ended   bool               // the sink was told

	response *wire.HTTPExchange // the latest, nil before the first
	shown    uint64             // the frame that stands for a response without a reply, 0 while there is none

	events int           // that came on its streams
	lastID string        // to resume after, "" where the server gave none
	retry  time.Duration // that the server asks to wait before, negative where it does not
}

func newExchange(ctx context.Context, w *web, m Outgoing) *exchange {
	x := &exchange{web: w, message: m, retry: -1}
	if m.Kind == wire.Request {
		x.id = m.ID
	}
	bound, cancel := context.WithCancel(w.life)
	x.release = context.AfterFunc(ctx, cancel)
	x.cancel = func() {
		x.release()
		cancel()
	}
	x.request = w.request(bound, http.MethodPost, w.url, m.Body)
	return x
}

// spawn runs f in the background and ends the exchange after it.
func (x *exchange) spawn(f func()) error {
	err := x.web.spawn(func() {
		defer x.cancel()
		f()
	})
	if err != nil {
		x.cancel()
	}
	return err
}

// detach makes the exchange independent of its sender, and gives it only so
// much longer.
func (x *exchange) detach(timeout time.Duration) {
	if x.release() {
		timer := time.AfterFunc(timeout, x.cancel)
		context.AfterFunc(x.request.Context(), func() { timer.Stop() })
	}
}

// end tells the sink that the exchange is over, once.
func (x *exchange) end(err error) {
	if x.ended {
		return
	}
	x.ended = true
	if x.web.life.Err() == nil {
		x.web.sink.Ended(x.id, err)
	}
}

// deliver logs a frame and hands it to the sink. With the reply the exchange
// is over; what else the server sends is taken in for a while, since the end of
// the response frees the connection for the next request.
func (x *exchange) deliver(f wire.Frame, info *wire.HTTPExchange) { x.hand(x.log(f, info)) }

// hand hands a logged frame to the sink.
func (x *exchange) hand(logged *wire.Frame) {
	isReply := logged.Kind == wire.Reply && x.id != "" && logged.Answers == x.id
	if isReply {
		x.detach(lateTimeout)
	}
	if x.web.life.Err() == nil {
		exchange := x.id
		if x.ended {
			exchange = ""
		}
		x.web.sink.Receive(logged, exchange)
	}
	switch {
	case isReply:
		x.end(nil)
	case x.id != "" && logged.Answers == x.id: // refused for its size
		x.detach(lateTimeout)
		x.end(&TooLargeError{Note: logged.Notes[0].Text, FrameSeq: logged.Seq})
	}
}

func (x *exchange) log(f wire.Frame, info *wire.HTTPExchange) *wire.Frame {
	f.Time, f.Dir, f.HTTP = x.web.opts.Now(), wire.FromServer, info
	if x.ended {
		f.Notes = append(f.Notes, wire.Note{Code: wire.NoteAfterReply, Text: "came after the reply, on its stream"})
	}
	return x.web.opts.Log.AddOn(f, x.id)
}

// logEnd logs the last frame of a response that holds no reply.
func (x *exchange) logEnd(f wire.Frame, info *wire.HTTPExchange) *wire.Frame {
	f.Time, f.Dir, f.HTTP = x.web.opts.Now(), wire.FromServer, info
	logged := x.web.opts.Log.AddEnd(f, x.id)
	if logged.ReplyTo != 0 {
		x.shown = logged.Seq
	}
	return logged
}

// conclude ends the exchange of a request for which there is no more to come.
// A response that ended without a reply, and without a frame that shows it,
// gets one, so that its status and headers can be seen.
func (x *exchange) conclude(err error) {
	if err != nil && !x.ended && x.response != nil && x.shown == 0 && x.request.Context().Err() == nil {
		x.logEnd(wire.Frame{Notes: []wire.Note{{Code: wire.NoteNoReply, Text: "the response ended without a reply"}}}, x.response)
	}
	var status *HTTPError
	if errors.As(err, &status) && status.FrameSeq == 0 {
		status.FrameSeq = x.shown
	}
	x.end(err)
}

// holdReply reports whether any of frames is a reply.
func holdReply(frames []wire.Frame) bool {
	return slices.ContainsFunc(frames, func(f wire.Frame) bool { return f.Kind == wire.Reply })
}

// receive takes in a successful response. The error says why no reply came.
func (x *exchange) receive(response *http.Response) error {
	info := x.web.received(response)
	x.response = info
	body, f, notes := peek(response)
	if f == formEvents {
		return x.stream(body, info, notes)
	}
	frames, err := readFrames(body, f, response.ContentLength, x.web.opts.MaxFrame)
	none := !holdReply(frames)
	for i, frame := range frames {
		frame.Notes = append(frame.Notes, notes...)
		if none && i == len(frames)-1 {
			x.hand(x.logEnd(frame, info))
		} else {
			x.deliver(frame, info)
		}
	}
	switch {
	case x.ended || x.id == "":
		return nil
	case err != nil:
		return x.broken(err)
	case len(frames) > 0 && frames[0].Has(wire.NoteTooLarge):
		return &TooLargeError{Note: frames[0].Notes[0].Text, FrameSeq: x.shown}
	}
	return x.web.httpError(response, frames, why(response, frames))
}

// why says in what way a response is no reply.
func why(response *http.Response, frames []wire.Frame) string {
	switch {
	case len(frames) == 0 && response.StatusCode == http.StatusAccepted:
		return "it was accepted, but a request needs a reply"
	case len(frames) == 0:
		return "the body is empty"
	case strings.HasPrefix(response.Header.Get("Content-Type"), "text/html"):
		return "the answer is a web page, not a JSON-RPC message"
	}
	for _, f := range frames {
		if f.Kind != wire.NotMessage {
			return "the answer holds no reply to the request"
		}
	}
	return "the answer is no JSON-RPC message"
}

// stream takes in a response of server-sent events, to its end.
func (x *exchange) stream(body io.Reader, info *wire.HTTPExchange, notes []wire.Note) error {
	events := wire.NewEventReader(body, x.web.opts.MaxFrame)
	for {
		e, err := events.Next()
		if id := events.LastEventID(); id != "" {
			x.lastID = id
		}
		if events.Retry() >= 0 {
			x.retry = events.Retry()
		}
		if err != nil {
			if x.ended || x.id == "" {
				return nil
			}
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return x.broken(err)
		}
		if e.Size > 0 {
			x.events++
		}
		for _, f := range e.Frames(x.web.opts.MaxFrame) {
			f.Notes = append(f.Notes, notes...)
			x.deliver(f, info)
		}
		notes = nil
	}
}

// broken is the error of an exchange whose response ended before the reply. A
// nil err means that it ended in order.
func (x *exchange) broken(err error) error {
	if x.request.Context().Err() != nil {
		return x.request.Context().Err()
	}
	reason := "it ended before the reply came"
	if err != nil {
		reason = "it was cut off before the reply came"
	}
	return &StreamError{URL: x.web.shown, Reason: reason, Events: x.events, Err: err}
}

const sessionUnknown = "the server does not know the session any more"

// refused takes in a response that is no success. A JSON-RPC error in it is
// the reply, and the error is nil then; but not where the status itself asks
// for something: authorization, or a new session.
func (x *exchange) refused(response *http.Response) error {
	info := x.web.received(response)
	x.response = info
	body, f, notes := peek(response)
	frames, err := readFrames(body, f, response.ContentLength, x.web.opts.MaxFrame)
	if err != nil && len(frames) == 0 {
		return x.broken(err)
	}
	isReply := holdReply(frames)
	own := slices.ContainsFunc(frames, func(f wire.Frame) bool { return f.Kind == wire.Reply && x.id != "" && f.ID == x.id })
	e := x.web.httpError(response, frames, "it was refused")
	switch {
	case e.Location != "":
		e.Reason, isReply = "it redirects to "+e.Location, false
	case response.StatusCode == http.StatusUnauthorized, response.StatusCode == http.StatusForbidden && e.Challenge != nil:
		e.Reason, isReply = "it asks for authorization", false
	case response.StatusCode == http.StatusNotFound && x.session != "" && !own:
		e.Reason, e.SessionLost, isReply = sessionUnknown, true, false
	case response.StatusCode >= 500:
		e.Reason = "the server failed"
	}
	for i, frame := range frames {
		frame.Notes = append(frame.Notes, notes...)
		switch {
		case isReply:
			x.deliver(frame, info)
		case i == len(frames)-1:
			x.logEnd(frame, info)
		default:
			x.log(frame, info)
		}
	}
	if x.ended {
		return nil
	}
	return e
}

// httpError describes a response that is no reply.
func (w *web) httpError(r *http.Response, frames []wire.Frame, reason string) *HTTPError {
	e := &HTTPError{
		Method: r.Request.Method, URL: maskURL(r.Request.URL), Status: r.StatusCode, Reason: reason,
		ContentType: r.Header.Get("Content-Type"), Snippet: w.hide(snippet(frames)), RetryAfter: r.Header.Get("Retry-After"),
	}
	if r.StatusCode == http.StatusUnauthorized || r.StatusCode == http.StatusForbidden {
		e.Challenge = parseChallenge(r.Header)
	}
	if to, err := r.Location(); r.StatusCode/100 == 3 && err == nil {
		e.Location = maskURL(to)
	}
	return e
}

// hide masks the values of the user's headers where a server repeats them.
func (w *web) hide(s string) string {
	const shortest = 8 // a shorter value is found in too many words
	for _, values := range w.opts.Header {
		for _, v := range values {
			if len(v) >= shortest {
				s = strings.ReplaceAll(s, v, mask)
			}
			if _, token, ok := strings.Cut(v, " "); ok && len(token) >= shortest {
				s = strings.ReplaceAll(s, token, mask)
			}
		}
	}
	return s
}
