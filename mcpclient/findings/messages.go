package findings

import (
	"strings"

	"mcperuse/mcpclient/wire"
)

const (
	specMessages  = "Base Protocol: Messages"
	specRequests  = "Base Protocol: Requests"
	specResponses = "Base Protocol: Responses"
	specNotices   = "Base Protocol: Notifications"
	specJSON      = "RFC 8259: JSON"
	specIJSON     = "RFC 7493: I-JSON"
	specStdio     = "stdio: Receiving Messages"
	specHTTP      = "Streamable HTTP: Sending Messages"
	specHTTPIn    = "Streamable HTTP: Receiving Messages"
)

// onNote finds the notes of a code that the wire layer made.
func onNote(code wire.NoteCode) func(*message, *report) {
	return func(m *message, r *report) {
		for _, n := range m.frame.Notes {
			if n.Code == code {
				r.add(m.bytes(), "%s", n.Text)
			}
		}
	}
}

// unless leaves out the messages that a rule cannot blame.
func unless(excused func(*message) bool, find func(*message, *report)) func(*message, *report) {
	return func(m *message, r *report) {
		if !excused(m) {
			find(m, r)
		}
	}
}

// isError reports whether m is an error reply. One to a request that could not
// be read cannot name the request (Base Protocol: Error Responses).
func isError(m *message) bool { return m.frame.Kind == wire.Reply && m.frame.Error != nil }

// noteChecks are the rules about the envelope, the JSON and the framing, all of
// them observed by the wire layer.
var noteChecks = []check[*message]{
	{Rule{"message/jsonrpc-missing", Error, Both, specMessages, `a message has no "jsonrpc"`, `"jsonrpc":"2.0" in every message`}, onNote(wire.NoteJSONRPCMissing)},
	{Rule{"message/jsonrpc-version", Error, Both, specMessages, `"jsonrpc" is not "2.0"`, `"jsonrpc":"2.0" in every message`}, onNote(wire.NoteJSONRPCVersion)},
	{Rule{"message/id-null", Error, Both, specRequests, "an id is null", "a string or an integer, or no id at all in a notification"}, unless(isError, onNote(wire.NoteIDNull))},
	{Rule{"message/id-missing", Error, Both, specResponses, "a result has no id", "the id of the request it answers"}, unless(isError, onNote(wire.NoteIDMissing))},
	{Rule{"message/id-type", Error, Both, specRequests, "an id is neither a string nor a number", "a string or an integer"}, onNote(wire.NoteIDType)},
	{Rule{"message/id-fraction", Warning, Both, specRequests, "an id is not written as an integer", "a string or an integer"}, onNote(wire.NoteIDFraction)},
	{Rule{"message/id-retyped", Error, Both, specResponses, "a reply spells the id of its request otherwise", "the same id, of the same type"}, onNote(wire.NoteIDRetyped)},
	{Rule{"message/id-reused", Error, Both, specRequests, "a request uses the id of one that is still open", "an id of its own for every open request"}, onNote(wire.NoteIDReused)},
	{Rule{"message/reply-unknown", Error, Both, specResponses, "a reply answers no request", "replies to requests, with their ids"}, onNote(wire.NoteReplyUnknown)},
	{Rule{"message/reply-repeated", Error, Both, specResponses, "a request is answered more than once", "one reply to a request"}, onNote(wire.NoteReplyRepeated)},
	{Rule{"message/reply-unnamed", Error, Both, specResponses, "a result on an HTTP response does not name the request it answers", "the id of the request it answers"}, unless(isError, onNote(wire.NoteReplyBound))},
	{Rule{"message/method-type", Error, Both, specRequests, `"method" is not a string`, "the name of a method"}, onNote(wire.NoteMethodType)},
	{Rule{"message/method-in-reply", Warning, Both, specResponses, "a message has a method and also a result or an error", "either a request or a reply"}, onNote(wire.NoteMethodInReply)},
	{Rule{"message/params-type", Error, Both, specRequests, `"params" is not an object`, "an object, or no params"}, onNote(wire.NoteParamsType)},
	{Rule{"message/result-type", Error, Both, specResponses, "a result is not an object", "an object"}, onNote(wire.NoteResultType)},
	{Rule{"message/error-type", Error, Both, specResponses, "an error is not an object", "an object with code and message"}, onNote(wire.NoteErrorType)},
	{Rule{"message/error-code", Error, Both, specResponses, "the code of an error is not an integer", "an integer"}, onNote(wire.NoteErrorCode)},
	{Rule{"message/error-message", Error, Both, specResponses, "the message of an error is not a string", "a short description"}, onNote(wire.NoteErrorMessage)},
	{Rule{"message/reply-empty", Error, Both, specResponses, "a reply has neither result nor error", "one of the two"}, onNote(wire.NoteReplyEmpty)},
	{Rule{"message/reply-both", Error, Both, specResponses, "a reply has a result and an error", "one of the two"}, onNote(wire.NoteReplyBoth)},
	{Rule{"message/reply-null", Error, Both, specResponses, "a reply has a null beside its result or error", "only the one of the two that is meant"}, onNote(wire.NoteReplyNull)},
	{Rule{"message/member-unknown", Info, Both, specMessages, "a message has members that JSON-RPC does not know", "extra data in _meta"}, onNote(wire.NoteMemberUnknown)},
	{Rule{"message/member-repeated", Warning, Both, specJSON, "a message has a member twice", "every member once"}, onNote(wire.NoteMemberRepeated)},
	{Rule{"message/empty", Error, Both, specMessages, `an object has "jsonrpc" and nothing that makes a message`, "a request, a notification or a reply"}, onNote(wire.NoteEnvelopeEmpty)},
	{Rule{"message/batch", Error, Both, specMessages, "a message came inside an array", "one message at a time; only 2025-03-26 has batches"}, unless(mayBatch, onNote(wire.NoteBatch))},
	{Rule{"message/shared", Error, Both, specStdio, "a line, event or body holds more than one message", "one message on a line, in an event or in a body"}, unless(isText, onNote(wire.NoteShared))},
	{Rule{"message/cut-off", Warning, Both, specStdio, "the output ended in the middle of a line, event or body", "a message that is written to its end"}, onNote(wire.NoteUnterminated)},
	{Rule{"message/too-large", Info, Both, specMessages, "a message is over the bound of this client", "nothing: there is no bound in the specification"}, onNote(wire.NoteTooLarge)},
	{Rule{"json/invalid", Error, Both, specJSON, "a message is not quite JSON", "JSON"}, onNote(wire.NoteJSON)},
	{Rule{"json/not-utf8", Error, Both, specMessages, "a message has bytes that are not UTF-8", "UTF-8"}, onNote(wire.NoteUTF8)},
	{Rule{"json/byte-order-mark", Error, Both, specJSON, "a message begins with a byte order mark", "no byte order mark"}, onNote(wire.NoteBOM)},
	{Rule{"json/lone-surrogate", Warning, Both, specIJSON, "a string has half of a surrogate pair", "whole characters"}, onNote(wire.NoteSurrogate)},
	{Rule{"json/name-repeated", Warning, Both, specIJSON, "an object has a name twice", "every name once"}, onNote(wire.NoteNameRepeated)},
	{Rule{"json/nesting", Warning, Both, specJSON, "a message is nested deeper than decoders follow", "a nesting of a few dozen levels"}, onNote(wire.NoteNesting)},
	{Rule{"stdio/line-spread", Error, Both, specStdio, "a message is spread over several lines", "one line a message, without line feeds inside"}, onNote(wire.NoteSpread)},
	{Rule{"stdio/unfinished", Error, Both, specStdio, "lines that begin like a message never become one", "whole messages"}, onNote(wire.NoteUnfinished)},
	{Rule{"http/content-type", Error, Both, specHTTP, "a response holds something else than its Content-Type says", "application/json or text/event-stream"}, onNote(wire.NoteContentType)},
	{Rule{"http/event-type", Warning, Both, specHTTPIn, `a message came in an event of another type than "message"`, "events of the default type"}, onNote(wire.NoteEventType)},
	{Rule{"http/after-reply", Warning, Both, specHTTPIn, "a message came on the stream of a request after its reply", "the reply as the last message of the stream"}, onNote(wire.NoteAfterReply)},
}

// mayBatch reports whether arrays of messages are allowed.
func mayBatch(m *message) bool { return m.state.revision == "2025-03-26" }

// isText reports whether m is no message: what it shares its line with is
// reported as such.
func isText(m *message) bool { return m.frame.Kind == wire.NotMessage }

// frameChecks are the rules about how frames travel.
var frameChecks = []check[*message]{
	{Rule{"stdio/noise", Error, Both, specStdio, "a line on stdout is not a message", "only messages on stdout; everything else on stderr"},
		func(m *message, r *report) {
			if isNoise(m) && m.frame.HTTP == nil {
				r.add(m.bytes(), "a line on stdout that is not a message")
			}
		}},
	{Rule{"http/not-a-message", Error, Both, specHTTP, "a successful response holds something that is not a message", "a JSON-RPC message"},
		func(m *message, r *report) {
			if h := m.frame.HTTP; isNoise(m) && h != nil && h.Status/100 == 2 && h.Status != 202 {
				r.add(m.bytes(), "a response with status %d holds something that is not a message", h.Status)
			}
		}},
	{Rule{"http/accepted-body", Info, Both, specHTTP, "a 202 Accepted has a body", "202 without a body"},
		func(m *message, r *report) {
			if h := m.frame.HTTP; h != nil && h.Status == 202 && len(m.frame.Bytes) > 0 {
				r.add(m.bytes(), "a 202 Accepted has a body")
			}
		}},
	{Rule{"http/result-status", Warning, Both, specHTTP, "a result came with an HTTP status other than 200", "200 OK"},
		func(m *message, r *report) {
			h := m.frame.HTTP
			if h != nil && m.frame.Kind == wire.Reply && m.frame.Error == nil && m.frame.Result != nil && h.Status != 200 && h.Status != 202 {
				r.add(m.bytes(), "a result came with status %d", h.Status)
			}
		}},
	{Rule{"http/error-status", Error, Modern, "Streamable HTTP: Request Metadata", "an error came with another HTTP status than the one its code demands", "404 for -32601; 400 for -32020, -32021 and -32022"},
		func(m *message, r *report) {
			h := m.frame.HTTP
			if h == nil || m.frame.Error == nil || m.request == nil || isStream(h) {
				return // a stream has begun with 200 before the error is known
			}
			code, _ := m.code()
			want := 0
			switch code {
			case codeMethodNotFound:
				want = 404
			case codeHeaderMismatch, codeMissingCapability, codeUnsupportedRevision:
				want = 400
			}
			if want != 0 && h.Status != want {
				r.add(m.frame.Error, "error %d came with status %d instead of %d", code, h.Status, want)
			}
		}},
	{Rule{"http/session", Info, Modern, "2026-07-28: Changelog", "a response has a session id", "no Mcp-Session-Id: there are no sessions since 2026-07-28"},
		func(m *message, r *report) {
			if h := m.frame.HTTP; h != nil && m.request != nil && h.Header.Get("Mcp-Session-Id") != "" {
				r.add(nil, "the response has the header Mcp-Session-Id")
			}
		}},
}

// isNoise reports whether m is output of no message's kind. What the wire layer
// has a word for is reported by that.
func isNoise(m *message) bool {
	return m.frame.Kind == wire.NotMessage && len(m.frame.Bytes) > 0 &&
		!m.frame.Has(wire.NoteEnvelopeEmpty) && !m.frame.Has(wire.NoteTooLarge) && !m.frame.Has(wire.NoteUnfinished)
}

// isStream reports whether a response is one of server-sent events.
func isStream(h *wire.HTTPExchange) bool {
	return strings.HasPrefix(strings.ToLower(h.Header.Get("Content-Type")), "text/event-stream")
}
