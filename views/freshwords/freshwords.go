// Package freshwords says how fresh a result is, in the words of the screen: the
// same ones above a content and on the Cache screen.
package freshwords

import (
	"fmt"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/humanize"
)

const clock = "15:04:05"

// Word names the state by its name, with the time that is left: "fresh 0:42".
func Word(info freshness.Info, now time.Time, th themes.Theme) (uv.Style, string) {
	switch s := info.State(now); s {
	case freshness.Fresh:
		return th.OK, string(s) + " " + humanize.Clock(info.Remaining(now))
	case freshness.Invalidated:
		return th.Changed, "● " + string(s)
	case freshness.StaleOnError:
		return th.Error, "✗ " + string(s)
	default:
		return th.Dim, string(s)
	}
}

// State names the state in a few words, with the time that is left or has passed:
// "fresh 0:42 of 1:00".
func State(info freshness.Info, now time.Time, th themes.Theme) (uv.Style, string) {
	switch info.State(now) {
	case freshness.Fresh:
		return th.OK, "fresh " + humanize.Clock(info.Remaining(now)) + " of " + humanize.Clock(info.TTL)
	case freshness.Stale:
		return th.Dim, "stale for " + humanize.Clock(info.Age(now)-info.TTL)
	case freshness.Invalidated:
		return th.Changed, "● " + event(info.Cause.Reason) + " " + info.Invalidated.Format(clock)
	case freshness.NoHint:
		return th.Dim, "server sent no hint"
	case freshness.Zero:
		if info.Answers {
			return th.Dim, "answers you, not kept"
		}
		return th.Dim, "told not to keep"
	case freshness.StaleOnError:
		return th.Error, "✗ refetch failed " + info.FailedAt.Format(clock)
	}
	return th.Dim, string(info.State(now))
}

// Span writes a time to live, or how long ago it ran out: whole seconds as such.
func Span(d time.Duration) string {
	if d >= 10*time.Second {
		d = d.Round(time.Second)
	}
	if d%time.Second == 0 && d < 2*time.Minute {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return humanize.Duration(d)
}

// event is what invalidated a result, in two or three words.
func event(r freshness.Reason) string {
	switch r {
	case freshness.ChildUpdated:
		return "part updated"
	case freshness.ListChanged:
		return "list changed"
	case freshness.Gap:
		return "not listening"
	case freshness.Reconnected:
		return "connected again"
	case freshness.Updated:
	}
	return "updated"
}

// OddTTL says what is wrong with a ttlMs, "" where nothing is.
func OddTTL(ttl rawjson.Value) string {
	if ttl == nil {
		return ""
	}
	if ttl.Kind() != rawjson.Number {
		return "not a number: counts as 0"
	}
	ms, ok := ttl.Float()
	const day = float64(24 * time.Hour / time.Millisecond)
	switch {
	case ttl[0] == '-' && (!ok || ms < 0):
		return "negative: counts as 0"
	case !ok || ms > day:
		return "longer than a day: kept for a day"
	case strings.ContainsAny(string(ttl), ".eE") && ms != float64(int64(ms)):
		return "not a whole number"
	}
	return ""
}

// OddScope says what is wrong with a cacheScope, "" where nothing is.
func OddScope(scope rawjson.Value) string {
	s, isText := scope.Text()
	if scope == nil || isText && (s == string(freshness.Public) || s == string(freshness.Private)) {
		return ""
	}
	return "not public or private: counts as private"
}

// Why explains in sentences why a result is in the state it is in, and what
// follows from it. refetch is the key that asks the server again.
func Why(info freshness.Info, now time.Time, refetch string) string {
	again := "The next look at it asks the server again; " + refetch + " does at once."
	switch info.State(now) {
	case freshness.Fresh:
		return fmt.Sprintf("Fresh: the server said to keep it for %s, and %s of that are left. Until then it is shown without asking again.",
			Span(info.TTL), humanize.Clock(info.Remaining(now)))
	case freshness.Stale:
		return fmt.Sprintf("Stale: its %s ran out %s ago. %s", Span(info.TTL), Span(info.Age(now)-info.TTL), again)
	case freshness.Invalidated:
		return "Invalidated: " + because(info) + " " + again
	case freshness.NoHint:
		return "No hint: the server sent no ttlMs, so every look at it asks again. Kept only to be shown meanwhile."
	case freshness.Zero:
		if info.Answers {
			return "Not to be kept: it came in reply to what you answered, and so is never kept. Every look at it asks again."
		}
		if odd := OddTTL(info.TTLRaw); odd != "" {
			return fmt.Sprintf("Not to be kept: ttlMs is %s, %s. Every look at it asks again.", model.Quote(info.TTLRaw), odd)
		}
		return "Not to be kept: the server sent ttlMs 0, so every look at it asks again. Kept only to be shown meanwhile."
	case freshness.StaleOnError:
		return "The refetch at " + info.FailedAt.Format(clock) + " failed; this is what was fetched before. " + again
	}
	return ""
}

// because says what invalidated a result, as a sentence.
func because(info freshness.Info) string {
	at := info.Invalidated.Format(clock)
	words := "the server said at " + at + " that it was updated"
	switch info.Cause.Reason {
	case freshness.ChildUpdated:
		words = "the server said at " + at + " that " + info.Cause.URI + ", which is part of it, was updated"
	case freshness.ListChanged:
		words = "the server said at " + at + " that the list changed"
	case freshness.Gap:
		words = "the subscription was interrupted at " + at + ", so that a change may have gone unseen"
	case freshness.Reconnected:
		words = "it was fetched before the connection of " + at
	case freshness.Updated:
	}
	if info.Overtaken() {
		words += ", while the answer was on its way"
	}
	return words + "."
}
