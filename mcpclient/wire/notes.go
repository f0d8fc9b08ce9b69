package wire

import (
	"fmt"
	"slices"
)

// Notes on the envelope of one message: JSON-RPC 2.0 and "Base Protocol,
// Messages" of the specification.
const (
	// NoteJSONRPCMissing: the message has no member "jsonrpc".
	NoteJSONRPCMissing NoteCode = "jsonrpc-missing"
	// NoteJSONRPCVersion: "jsonrpc" is something other than "2.0".
	NoteJSONRPCVersion NoteCode = "jsonrpc-version"
	// NoteIDNull: "id" is null.
	NoteIDNull NoteCode = "id-null"
	// NoteIDMissing: a reply has no "id".
	NoteIDMissing NoteCode = "id-missing"
	// NoteIDType: "id" is neither a string nor a number.
	NoteIDType NoteCode = "id-type"
	// NoteIDFraction: "id" is a number, but not written as an integer.
	NoteIDFraction NoteCode = "id-fraction"
	// NoteMethodType: "method" is not a string.
	NoteMethodType NoteCode = "method-type"
	// NoteMethodInReply: a reply has a "method".
	NoteMethodInReply NoteCode = "method-in-reply"
	// NoteParamsType: "params" is not an object.
	NoteParamsType NoteCode = "params-type"
	// NoteResultType: "result" is not an object.
	NoteResultType NoteCode = "result-type"
	// NoteErrorType: "error" is not an object.
	NoteErrorType NoteCode = "error-type"
	// NoteErrorCode: the "code" of an error is absent or no integer.
	NoteErrorCode NoteCode = "error-code"
	// NoteErrorMessage: the "message" of an error is absent or no string.
	NoteErrorMessage NoteCode = "error-message"
	// NoteReplyEmpty: a reply has neither "result" nor "error".
	NoteReplyEmpty NoteCode = "reply-empty"
	// NoteReplyBoth: a reply has both "result" and "error".
	NoteReplyBoth NoteCode = "reply-both"
	// NoteReplyNull: one of "result" and "error" is null beside the other.
	NoteReplyNull NoteCode = "reply-null"
	// NoteMemberUnknown: the message has members JSON-RPC does not know.
	NoteMemberUnknown NoteCode = "member-unknown"
	// NoteMemberRepeated: a member of the message is there twice; the last counts.
	NoteMemberRepeated NoteCode = "member-repeated"
	// NoteEnvelopeEmpty: "jsonrpc" is there, and nothing that makes a message.
	NoteEnvelopeEmpty NoteCode = "envelope-empty"
)

// Notes on the JSON itself: RFC 8259 and I-JSON (RFC 7493).
const (
	// NoteJSON: the bytes break the JSON grammar.
	NoteJSON NoteCode = "json-invalid"
	// NoteUTF8: there are bytes that are not UTF-8.
	NoteUTF8 NoteCode = "utf8-invalid"
	// NoteSurrogate: an escaped surrogate stands alone.
	NoteSurrogate NoteCode = "surrogate-lone"
	// NoteNameRepeated: an object inside has a name twice.
	NoteNameRepeated NoteCode = "name-repeated"
	// NoteNesting: the nesting is deeper than decoders follow.
	NoteNesting NoteCode = "nesting-deep"
)

// Notes on the framing.
const (
	// NoteBatch: the message came inside an array, as only 2025-03-26 allows.
	NoteBatch NoteCode = "batch"
	// NoteShared: the line, event or body holds more than this one message.
	NoteShared NoteCode = "line-shared"
	// NoteSpread: the message is spread over several lines.
	NoteSpread NoteCode = "line-spread"
	// NoteUnfinished: lines that began like a message never became one.
	NoteUnfinished NoteCode = "json-unfinished"
	// NoteUnterminated: the stream ended without ending the line or event.
	NoteUnterminated NoteCode = "unterminated"
	// NoteTooLarge: the frame is over the bound; only its first bytes are kept.
	NoteTooLarge NoteCode = "too-large"
	// NoteBOM: a byte order mark came first.
	NoteBOM NoteCode = "bom"
)

// Notes on how a message fits into the conversation.
const (
	// NoteIDRetyped: the reply names its request by an id of another type or
	// spelling than was sent.
	NoteIDRetyped NoteCode = "id-retyped"
	// NoteIDReused: a request uses the id of one that is still open.
	NoteIDReused NoteCode = "id-reused"
	// NoteReplyUnknown: the reply names no request that was sent.
	NoteReplyUnknown NoteCode = "reply-unknown"
	// NoteReplyRepeated: the request was answered before.
	NoteReplyRepeated NoteCode = "reply-repeated"
	// NoteReplyBound: the reply does not name its request, and was matched to
	// it by the HTTP exchange on which it came.
	NoteReplyBound NoteCode = "reply-bound"
	// NoteContentType: the HTTP response declares a type other than what it
	// holds.
	NoteContentType NoteCode = "content-type"
	// NoteNoReply: an HTTP response to a request ended without a reply. The
	// frame has no bytes; it shows the status and the headers.
	NoteNoReply NoteCode = "no-reply"
	// NoteEventType: the message came in an event of a type other than "message".
	NoteEventType NoteCode = "event-type"
	// NoteEventLine: a line of an event stream is no field of an event.
	NoteEventLine NoteCode = "event-line"
	// NoteAfterReply: the message came on the stream of a request after its reply.
	NoteAfterReply NoteCode = "after-reply"
)

// Has reports whether f carries a note of this code.
func (f *Frame) Has(code NoteCode) bool {
	return slices.ContainsFunc(f.Notes, func(n Note) bool { return n.Code == code })
}

func note(code NoteCode, format string, args ...any) Note {
	return Note{Code: code, Text: fmt.Sprintf(format, args...)}
}

// quote shows a piece of what a server sent inside a note, cut to a length
// that suits a line.
func quote(b []byte) string {
	const most = 60
	if len(b) > most {
		return string(b[:most]) + "…"
	}
	return string(b)
}
