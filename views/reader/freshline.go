package reader

import (
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

const (
	dot      = " · "
	clockFmt = "15:04:05"
)

// freshnessLine says how fresh the contents are, for whom they may be kept, and
// where they came from.
func freshnessLine(info freshness.Info, now time.Time, th themes.Theme) sheet.Line {
	var spans []sheet.Span
	add := func(st uv.Style, text string) {
		if len(spans) > 0 {
			spans = append(spans, sheet.Span{Style: th.Dim, Text: dot})
		}
		spans = append(spans, sheet.Span{Style: st, Text: text})
	}
	add(stateWords(info, now, th))
	if odd := oddTTL(info.TTLRaw); odd != "" {
		add(th.Attention, "ttlMs "+model.Quote(info.TTLRaw)+" ⚠ "+odd)
	}
	switch scope, isText := info.ScopeRaw.Text(); {
	case info.ScopeRaw == nil && info.TTLRaw == nil:
	case info.ScopeRaw == nil:
		add(th.Dim, "no scope sent, so private")
	case isText && (scope == string(freshness.Public) || scope == string(freshness.Private)):
		add(th.Dim, scope)
	default:
		add(th.Attention, "cacheScope "+model.Quote(info.ScopeRaw)+" ⚠ not public or private: counts as private")
	}
	add(th.Dim, humanize.Duration(info.RoundTrip))
	if !info.Received.IsZero() {
		add(th.Dim, "fetched "+info.Received.Format(clockFmt))
	}
	if info.FromCache {
		add(th.Dim, "from the cache")
	}
	return sheet.Line{Spans: spans}
}

// stateWords names the state of freshness.
func stateWords(info freshness.Info, now time.Time, th themes.Theme) (uv.Style, string) {
	switch info.State(now) {
	case freshness.Fresh:
		return th.OK, "fresh " + humanize.Clock(info.Remaining(now)) + " of " + humanize.Clock(info.TTL)
	case freshness.Stale:
		return th.Dim, "stale for " + humanize.Clock(now.Sub(info.Received)-info.TTL) + dot + refetches()
	case freshness.Invalidated:
		return th.Changed, "● updated " + info.Invalidated.Format(clockFmt) + dot + refetches()
	case freshness.NoHint:
		return th.Dim, "server sent no hint"
	case freshness.Zero:
		return th.Dim, "told not to keep"
	case freshness.StaleOnError:
		return th.Error, "✗ refetch failed " + info.FailedAt.Format(clockFmt) + dot + "this is from before"
	}
	return th.Dim, string(info.State(now))
}

func refetches() string { return keymap.KeyOf(keymap.Refetch, keymap.Document) + " refetches" }

// oddTTL says what is wrong with ttlMs, "" where nothing is.
func oddTTL(ttl rawjson.Value) string {
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
