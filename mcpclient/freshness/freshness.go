// Package freshness keeps results and tells how fresh they are, from the
// caching hints of the server and from its notifications (specification
// 2026-07-28: Caching).
//
// Times are readings of an injected clock. With time.Now they carry the monotonic
// clock, which goes on when the wall clock is set back but stands still while
// the machine sleeps; the wall clock is the other way round. An age is the larger
// of the two, so that nothing is ever called fresh for too long.
package freshness

import (
	"math"
	"time"

	"mcperuse/mcpclient/rawjson"
)

// State is how fresh a result is.
type State string

// The states, as they are named on screen and in JSON.
const (
	Fresh        State = "fresh"
	Stale        State = "stale"          // its time ran out
	Invalidated  State = "invalidated"    // a notification said it changed
	NoHint       State = "no-hint"        // the server gave no hint
	Zero         State = "zero"           // told not to keep
	StaleOnError State = "stale-on-error" // a refetch failed; this is the old one
)

// Scope says who may be shown a cached result.
type Scope string

// The scopes. An absent or unknown one counts as private.
const (
	Public  Scope = "public"
	Private Scope = "private"
)

// maxTTL bounds a time to live: longer hints are obeyed for a day.
const maxTTL = 24 * time.Hour

// Hint is the caching hint of one result: the members as sent, and what they
// come to.
type Hint struct {
	TTLRaw   rawjson.Value // ttlMs as sent, nil where absent
	ScopeRaw rawjson.Value // cacheScope as sent, nil where absent
	TTL      time.Duration
	Scope    Scope
}

// NewHint reads ttlMs and cacheScope tolerantly: a missing, negative or
// non-numeric time is zero, a fraction counts, a huge one is clamped to a day.
func NewHint(ttl, scope rawjson.Value) Hint {
	h := Hint{TTLRaw: ttl, ScopeRaw: scope, Scope: Private}
	if ttl.Kind() == rawjson.Number {
		ms, ok := ttl.Float()
		switch {
		case !ok && ttl[0] != '-', ms > float64(maxTTL/time.Millisecond):
			h.TTL = maxTTL
		case ok && ms > 0:
			h.TTL = time.Duration(math.Ceil(ms * float64(time.Millisecond)))
		}
	}
	if s, _ := scope.Text(); s == string(Public) {
		h.Scope = Public
	}
	return h
}

// Reason is why a result no longer counts, before its time is over.
type Reason string

// The reasons.
const (
	Updated      Reason = "updated"      // notifications/resources/updated named it
	ChildUpdated Reason = "child"        // …named something below it
	ListChanged  Reason = "list_changed" // notifications/resources/list_changed
	Gap          Reason = "gap"          // nobody listened for a while
	Reconnected  Reason = "reconnected"  // it is from another connection
)

// Cause is what invalidated a result.
type Cause struct {
	Reason Reason
	URI    string // of a child that was updated
	Frame  uint64 // the notification's place in the log of frames, 0 for none
}

// Info tells how fresh one result is. It is a value: State is computed for the
// moment that is asked about.
type Info struct {
	Hint
	Received    time.Time     // when the answer arrived
	RoundTrip   time.Duration // of the request that fetched it
	Invalidated time.Time     // when it was said to have changed; zero if never
	Cause       Cause         // who said so
	FailedAt    time.Time     // when the last refetch failed; zero if it did not
	FromCache   bool          // shown again without asking the server
	Answers     bool          // it came in reply to answers, and is never kept
}

// State tells the state at a time.
func (i Info) State(now time.Time) State {
	switch {
	case !i.FailedAt.IsZero():
		return StaleOnError
	case !i.Invalidated.IsZero():
		return Invalidated
	case i.Answers:
		return Zero
	case i.TTLRaw == nil:
		return NoHint
	case i.TTL == 0:
		return Zero
	case i.Age(now) < i.TTL:
		return Fresh
	}
	return Stale
}

// Remaining is the time until a fresh result turns stale, 0 where it is not
// fresh.
func (i Info) Remaining(now time.Time) time.Duration {
	if i.State(now) != Fresh {
		return 0
	}
	return i.TTL - i.Age(now)
}

// Age is the time since the answer arrived.
func (i Info) Age(now time.Time) time.Duration {
	return max(0, now.Sub(i.Received), now.Round(0).Sub(i.Received.Round(0)))
}

// Overtaken reports whether the result was invalidated while it was still on its
// way.
func (i Info) Overtaken() bool { return !i.Invalidated.IsZero() && !i.Invalidated.After(i.Received) }
