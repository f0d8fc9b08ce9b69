package mcpclient

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/transport"
)

// discover asks server/discover. It returns the server where that is modern,
// or the legacy revision to initialize with.
func (o *opener) discover(ctx context.Context, revision string, modernOnly bool) (server Server, legacy string, err error) {
	for attempt := 0; ; attempt++ {
		server, verdict, err := o.discoverOnce(ctx, revision, modernOnly)
		var unsupported *ServerError
		switch {
		case verdict == isModern:
			return server, "", nil
		case verdict == isLegacy && modernOnly:
			return Server{}, "", &RevisionError{Wanted: []string{revision}, Pinned: true, Cause: err}
		case verdict == isLegacy:
			return Server{}, Revision2025, nil
		case errors.As(err, &unsupported) && unsupported.Code == codeUnsupportedRevision:
			offers := decodeOffers(unsupported.Data.Get("supported"))
			common := firstCommon(offers)
			switch {
			case common == "" || attempt > 0 && Modern(common) || modernOnly && common != revision && o.client.opts.Protocol != "modern":
				return Server{}, "", &RevisionError{Wanted: Revisions(), Offers: offers, Cause: err}
			case Modern(common):
				revision = common
				continue
			case modernOnly:
				return Server{}, "", &RevisionError{Wanted: []string{revision}, Offers: offers, Pinned: true}
			}
			return Server{}, common, nil
		}
		return Server{}, "", err
	}
}

type verdict uint8

const (
	undecided verdict = iota
	isModern
	isLegacy
)

func (o *opener) discoverOnce(ctx context.Context, revision string, modernOnly bool) (Server, verdict, error) {
	o.step(methodDiscover)
	o.conn.agree(revision)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	answer := o.ask(ctx, methodDiscover, nil)
	var silence <-chan time.Time
	if !modernOnly {
		timer := time.NewTimer(o.client.opts.ProbeTimeout)
		defer timer.Stop()
		silence = timer.C
	}
	select {
	case a := <-answer:
		return o.judge(ctx, revision, a)
	case <-silence:
		o.probe(Probe{Method: methodDiscover, Revision: revision, Outcome: "no answer yet", Elapsed: o.client.opts.ProbeTimeout})
		return o.race(ctx, revision, answer)
	case <-ctx.Done():
		return Server{}, undecided, ctx.Err()
	}
}

// race sends initialize while server/discover is still unanswered, and takes
// whichever is answered well first. A launcher that needs a minute to start a
// modern server must not turn it into a legacy one.
func (o *opener) race(ctx context.Context, revision string, discover <-chan answerTo) (Server, verdict, error) {
	if !o.client.target.Stdio() {
		// On HTTP each request has its own answer; initialize is asked the
		// ordinary way.
		o.silent = true
		return Server{}, isLegacy, nil
	}
	o.step(methodInitialize)
	hello := o.askInitialize(ctx, Revision2025)
	for {
		select {
		case a := <-discover:
			server, v, err := o.judge(ctx, revision, a)
			if v == isModern {
				o.conn.agree(revision) // and not what initialize would have led to
			}
			if v == isModern || v == undecided {
				return server, v, err
			}
			discover = nil
			if o.conn.lost() != nil {
				return Server{}, isLegacy, err
			}
		case a := <-hello:
			if a.err == nil && a.frame.Error == nil {
				if server, ok := o.late(ctx, revision, discover); ok {
					return server, isModern, nil
				}
				server, err := o.greet(ctx, Revision2025, false, a)
				if err != nil {
					return Server{}, undecided, err
				}
				return server, isModern, nil // decided, and open
			}
			if discover == nil || o.conn.lost() != nil {
				_, err := o.greet(ctx, Revision2025, false, a)
				return Server{}, undecided, err
			}
			hello = nil
		case <-ctx.Done():
			return Server{}, undecided, ctx.Err()
		}
	}
}

// lateGrace is how much longer than that to initialize the answer to
// server/discover may take, where both were asked of a server slow to start.
const lateGrace = 500 * time.Millisecond

// late waits a moment for server/discover after initialize was answered: a
// server of both eras that was slow to start answers both at about the same
// time, in any order, and is to be taken for a modern one.
func (o *opener) late(ctx context.Context, revision string, discover <-chan answerTo) (Server, bool) {
	if discover == nil {
		return Server{}, false
	}
	timer := time.NewTimer(lateGrace)
	defer timer.Stop()
	select {
	case a := <-discover:
		server, v, _ := o.judge(ctx, revision, a)
		if v != isModern {
			return Server{}, false
		}
		o.conn.agree(revision)
		return server, true
	case <-timer.C:
	case <-ctx.Done():
	}
	return Server{}, false
}

// judge decides what an answer to server/discover says about the server.
func (o *opener) judge(ctx context.Context, revision string, a answerTo) (Server, verdict, error) {
	p := Probe{Method: methodDiscover, Revision: revision, Elapsed: a.elapsed}
	defer func() { o.probe(p) }()
	if a.err != nil {
		p.Outcome = outcome(a.err)
		return o.judgeSilence(ctx, a.err)
	}
	result, err := replyResult(methodDiscover, a.frame)
	var refused *ServerError
	if errors.As(err, &refused) {
		p.Outcome = outcome(err)
		switch {
		case refused.Code == codeUnsupportedRevision:
			return Server{}, undecided, err
		case refused.Code == codeHeaderMismatch || refused.Code == codeMissingCapability:
			// Only a modern server knows these, so it is one, though it will
			// not introduce itself.
			p.OK = true
			return Server{Revision: revision}, isModern, nil
		case refused.Status == http.StatusUnauthorized, refused.Status == http.StatusForbidden, refused.Status >= 500:
			return Server{}, undecided, err
		}
		return Server{}, isLegacy, err
	}
	offers := decodeOffers(result.Get("supportedVersions"))
	switch common := firstCommon(offers); {
	case err != nil, result.Get("supportedVersions") == nil && result.Get("capabilities") == nil:
		p.Outcome = "answered, but not as server/discover is answered"
		return Server{}, isLegacy, err
	case len(offers) > 0 && !slices.Contains(offers, revision) && !Modern(common):
		p.Outcome = "speaks only " + strings.Join(offers, ", ")
		if common == "" {
			return Server{}, undecided, &RevisionError{Wanted: Revisions(), Offers: offers}
		}
		return Server{}, isLegacy, nil
	}
	p.Outcome, p.OK = "speaks "+strings.Join(offers, ", "), true
	if len(offers) == 0 {
		p.Outcome = "answered"
	}
	identity := result.Get("_meta", metaServerInfo)
	if identity == nil {
		identity = result.Get("serverInfo")
	}
	return Server{
		Identity: model.DecodeImplementation(identity), Revision: revision, Offers: offers,
		Capabilities: decodeCapabilities(result.Get("capabilities")), Instructions: text(result.Get("instructions")),
	}, isModern, nil
}

// judgeSilence decides what the lack of an answer says.
func (o *opener) judgeSilence(ctx context.Context, err error) (Server, verdict, error) {
	var exit *transport.ExitError
	var status *transport.HTTPError
	var stream *transport.StreamError
	switch {
	case ctx.Err() != nil:
		return Server{}, undecided, ctx.Err()
	case errors.As(err, &exit):
		if o.client.opts.Protocol != "auto" {
			return Server{}, undecided, err
		}
		if err := o.restart(ctx); err != nil {
			return Server{}, undecided, err
		}
		return Server{}, isLegacy, err
	case errors.As(err, &status):
		if status.Status == http.StatusUnauthorized || status.Status == http.StatusForbidden || status.Status >= 500 || status.Status >= 300 && status.Status < 400 {
			return Server{}, undecided, err
		}
		return Server{}, isLegacy, err
	case errors.Is(err, noReplyError{}), errors.As(err, &stream) && stream.Err == nil:
		return Server{}, isLegacy, err
	}
	return Server{}, undecided, err
}

// firstCommon returns the newest revision of offers that this client speaks.
func firstCommon(offers []string) string {
	for _, r := range Revisions() {
		if slices.Contains(offers, r) {
			return r
		}
	}
	return ""
}
