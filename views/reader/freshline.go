package reader

import (
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/freshwords"
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
	if odd := freshwords.OddTTL(info.TTLRaw); odd != "" {
		add(th.Attention, "ttlMs "+model.Quote(info.TTLRaw)+" ⚠ "+odd)
	}
	switch odd := freshwords.OddScope(info.ScopeRaw); {
	case info.ScopeRaw == nil && info.TTLRaw == nil:
	case info.ScopeRaw == nil:
		add(th.Dim, "no scope sent, so private")
	case odd != "":
		add(th.Attention, "cacheScope "+model.Quote(info.ScopeRaw)+" ⚠ "+odd)
	default:
		add(th.Dim, string(info.Scope))
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

// stateWords names the state of freshness, and what can be done about it.
func stateWords(info freshness.Info, now time.Time, th themes.Theme) (uv.Style, string) {
	st, words := freshwords.State(info, now, th)
	switch info.State(now) {
	case freshness.Stale, freshness.Invalidated:
		words += dot + refetches()
	case freshness.StaleOnError:
		words += dot + "this is from before"
	case freshness.Fresh, freshness.NoHint, freshness.Zero:
	}
	return st, words
}

func refetches() string { return keymap.KeyOf(keymap.Refetch, keymap.Document) + " refetches" }
