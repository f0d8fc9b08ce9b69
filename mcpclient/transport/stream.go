package transport

import (
	"context"
	"net/http"
	"time"
)

const (
	firstBackoff = 500 * time.Millisecond
	mostBackoff  = 30 * time.Second
	// shortestRetry keeps a server that asks to come back at once from keeping
	// us busy.
	shortestRetry = 10 * time.Millisecond
	// mostResumes is how many streams in a row may bring nothing before a
	// request that is resumed is given up.
	mostResumes = 5
)

// get opens a stream by GET (2025-11-25, "Streamable HTTP, Listening for
// Messages from the Server" and "Resumability and Redelivery").
func (h *HTTP) get(ctx context.Context, lastID string) (*http.Response, error) {
	r := h.web.request(ctx, http.MethodGet, h.web.url, nil)
	r.Header.Set("Accept", eventsType)
	session, revision := h.legacy()
	if session != "" {
		r.Header.Set(sessionHeader, session)
	}
	if revision != "" {
		r.Header.Set(revisionHeader, revision)
	}
	if visibleASCII(lastID) {
		r.Header.Set("Last-Event-ID", lastID)
	}
	return h.web.do(r)
}

// canResume reports whether a stream that ended early may go on elsewhere.
func (x *exchange) canResume() bool {
	return x.id != "" && !x.message.Modern && visibleASCII(x.lastID) && x.request.Context().Err() == nil
}

// resume waits for the reply on further streams, each of which goes on after
// the last event of the one before. Cause is the end of the first.
func (h *HTTP) resume(x *exchange, cause error) error {
	ctx := x.request.Context()
	for fruitless := 0; fruitless < mostResumes; {
		if !h.web.pause(ctx, x.retry, fruitless) {
			return ctx.Err()
		}
		response, err := h.get(ctx, x.lastID)
		if err != nil {
			cause = err
			fruitless++
			continue
		}
		if !success(response) {
			return h.refused(x, response)
		}
		events, id := x.events, x.lastID
		cause = x.receive(response)
		hangUp(response)
		if x.ended {
			return nil
		}
		if fruitless++; x.events != events || x.lastID != id {
			fruitless = 0
		}
	}
	return cause
}

// delay is the wait before another attempt: as long as the server asks, but
// longer and longer while attempts are in vain.
func (w *web) delay(retry time.Duration, failures int) time.Duration {
	wait := max(retry, shortestRetry)
	if retry < 0 || failures > 0 {
		half := min(firstBackoff<<min(failures, 10), mostBackoff) / 2
		wait = max(wait, half+time.Duration(w.opts.Jitter()*float64(half)))
	}
	return wait
}

// pause waits for the delay. It reports false when ctx ended first.
func (w *web) pause(ctx context.Context, retry time.Duration, failures int) bool {
	timer := time.NewTimer(w.delay(retry, failures))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// listen keeps the stream open on which a legacy server sends what belongs to
// no request, until ctx ends, and calls answered when the server has said something
// to it. A server that offers none says so by a status in the four hundreds. One
// that says so before it was greeted may only want to be greeted first.
func (h *HTTP) listen(ctx context.Context, answered func(), greeted <-chan struct{}) {
	x := &exchange{web: h.web, retry: -1, cancel: func() {}, release: func() bool { return false }}
	for failures, first := 0, true; ; failures, first = failures+1, false {
		session, _ := h.legacy()
		early := first && !done(greeted)
		response, err := h.get(ctx, x.lastID)
		answered()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			h.tell(false, false, err)
		case early && response.StatusCode != http.StatusMethodNotAllowed && !(success(response) && isEvents(response)):
			hangUp(response)
			select {
			case <-greeted:
				continue
			case <-ctx.Done():
				return
			}
		case response.StatusCode >= 500:
			err = h.web.httpError(response, nil, "the server failed")
			hangUp(response)
			h.tell(false, false, err)
		case response.StatusCode == http.StatusNotFound && session != "":
			lost := h.web.httpError(response, nil, sessionUnknown)
			lost.SessionLost = true
			hangUp(response)
			h.tell(false, false, lost)
			return
		case !success(response), !isEvents(response):
			err = h.web.httpError(response, nil, "the server offers no stream")
			hangUp(response)
			h.tell(false, true, err)
			return
		default:
			h.tell(true, false, nil)
			events := x.events
			if err = x.stream(response.Body, h.web.received(response), nil); err == nil {
				err = &StreamError{URL: h.web.shown, Reason: "it ended", Events: x.events - events}
			}
			hangUp(response)
			if ctx.Err() != nil {
				return
			}
			if x.events != events {
				failures = -1
			}
			h.tell(false, false, err)
		}
		if !h.web.pause(ctx, x.retry, max(failures, 0)) {
			return
		}
	}
}

func done(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func isEvents(r *http.Response) bool {
	f, _ := declaredForm(r.Header)
	return f == formEvents
}

func (h *HTTP) tell(open, final bool, err error) {
	if s, ok := h.web.sink.(StreamSink); ok && h.web.life.Err() == nil {
		s.Stream(open, final, err)
	}
}
