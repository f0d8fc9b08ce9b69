package findings

import (
	"slices"

	"mcperuse/mcpclient/rawjson"
)

// logLevels are the levels of notifications/message, as in RFC 5424.
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

const (
	specProgress = "Progress: Progress Flow"
	specLogging  = "Logging: Log Message Notifications"
	specMRTR     = "Multi Round-Trip Requests"
)

// requestChecks look at requests of the server.
var requestChecks = []check[*message]{
	{Rule{"request/modern", Error, Modern, specMRTR, "the server sends a request", "an input_required result: servers send no requests since 2026-07-28"},
		func(m *message, r *report) { r.add(m.bytes(), "the request %s", m.frame.Method) }},
	{Rule{"request/undeclared", Error, Legacy, "2025-11-25: Lifecycle, Operation", "the server asks for something the client did not declare", "only what the capabilities of the client allow"},
		func(m *message, r *report) {
			mode, _ := m.frame.Params.Get("mode").Text()
			if !m.state.client.allows(m.frame.Method, mode) {
				r.add(m.bytes(), "%s, which the client does not support", m.frame.Method)
			}
		}},
	{Rule{"request/early", Warning, Legacy, specInitialize, "the server sends a request before the client is initialized", "only ping before notifications/initialized"},
		func(m *message, r *report) {
			if !m.state.ready && m.frame.Method != "ping" {
				r.add(m.bytes(), "%s came before notifications/initialized", m.frame.Method)
			}
		}},
}

// noticeChecks look at notifications that are not about subscriptions.
var noticeChecks = []check[*message]{
	{Rule{"progress/token-unknown", Error, Both, specProgress, "progress is reported for no open request", "a token of a request that is not answered yet"},
		func(m *message, r *report) {
			if m.frame.Method == noticeProgress && m.state.withToken(m.frame.Params.Get("progressToken")) == nil {
				r.add(m.frame.Params, "no open request has the token %s", quoted(m.frame.Params.Get("progressToken")))
			}
		}},
	{Rule{"progress/not-a-number", Error, Both, specProgress, "progress is not a number", "a number in progress, and in total where it is known"},
		func(m *message, r *report) {
			if m.frame.Method != noticeProgress {
				return
			}
			if v := m.frame.Params.Get("progress"); v.Kind() != rawjson.Number {
				r.add(m.frame.Params, "progress is %s", absentOr(v))
			}
			if v := m.frame.Params.Get("total"); v != nil && v.Kind() != rawjson.Number {
				r.add(m.frame.Params, "total is %s", v.Kind())
			}
		}},
	{Rule{"progress/not-increasing", Error, Both, specProgress, "progress does not increase", "a larger number each time"},
		func(m *message, r *report) {
			if m.frame.Method != noticeProgress {
				return
			}
			q := m.state.withToken(m.frame.Params.Get("progressToken"))
			p, ok := m.frame.Params.Get("progress").Float()
			if q != nil && ok && q.steps > 0 && p <= q.progress {
				r.add(m.frame.Params, "progress went from %v to %v", q.progress, p)
			}
		}},
	{Rule{"log/not-asked", Error, Modern, "Logging: Log Levels", "a log message came although no open request asks for any", "nothing, unless a request names a level in its _meta"},
		func(m *message, r *report) {
			if m.frame.Method != noticeLog {
				return
			}
			for _, q := range m.state.requests {
				if q.logs {
					return
				}
			}
			r.add(m.frame.Params, "no open request has %s in its _meta", metaLogLevel)
		}},
	{Rule{"log/level", Error, Both, specLogging, "a log message has no known level", "debug, info, notice, warning, error, critical, alert or emergency"},
		func(m *message, r *report) {
			if m.frame.Method != noticeLog {
				return
			}
			v := m.frame.Params.Get("level")
			if s, ok := v.Text(); !ok || !slices.Contains(logLevels, s) {
				r.add(m.frame.Params, "level is %s", quoted(v))
			}
		}},
	{Rule{"log/data-missing", Error, Both, specLogging, "a log message has no data", "data, of any type"},
		func(m *message, r *report) {
			if m.frame.Method == noticeLog && m.frame.Params.Get("data") == nil {
				r.add(m.frame.Params, "data is missing")
			}
		}},
}
