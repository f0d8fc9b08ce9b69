package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"mcperuse/mcpclient/rawjson"
)

// checkLimit is the size in bytes up to which a message is validated in full.
// Validation is a second pass that costs several times what splitting the
// envelope does; over this size it would be felt in the time to the first row
// of a long list, and a message that large is checked by whoever asks for it.
const checkLimit = 64 << 10

// Parse takes the envelope of one message apart. It accepts whatever can be
// understood and says in the notes what a strict client would have refused.
// The kind is [NotMessage] for all that is no JSON-RPC message: plain text, a
// bare value, a log record in JSON. The message aliases b.
func Parse(b []byte) (Message, []Note) {
	e, n, err := open(b)
	if err != nil {
		return Message{}, nil
	}
	m, notes := e.message()
	if m.Kind == NotMessage {
		return m, notes
	}
	return m, append(notes, e.check(b[:n])...)
}

// envelope holds the members of a top-level object.
type envelope struct {
	jsonrpc, id, method, params, result, err rawjson.Value
	unknown, repeated                        []string
	broken                                   bool // malformed after the members that were found
}

var errNoObject = errors.New("no object")

// open finds the members of the object b begins with, and the number of bytes
// up to its end, in a single pass over the bytes. It returns
// io.ErrUnexpectedEOF when the object goes on past the end of b.
func open(b []byte) (e envelope, n int, err error) {
	i := skipSpace(b, 0)
	if i == len(b) || b[i] != '{' {
		return e, 0, errNoObject
	}
	start := i
	for i++; ; {
		for i = skipSpace(b, i); i < len(b) && b[i] == ','; {
			i = skipSpace(b, i+1)
		}
		if i == len(b) {
			return e, 0, io.ErrUnexpectedEOF
		}
		if b[i] == '}' {
			return e, i + 1, nil
		}
		if b[i] != '"' {
			break
		}
		name, rest, err := rawjson.Next(b[i:])
		if err != nil {
			return e, 0, err
		}
		i = skipSpace(b, len(b)-len(rest))
		if i == len(b) || b[i] != ':' {
			break
		}
		value, rest, err := rawjson.Next(b[i+1:])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return e, 0, io.ErrUnexpectedEOF
		}
		if err != nil {
			break
		}
		i = len(b) - len(rest)
		e.set(name, value)
	}
	// Not JSON from here on. What was found still counts, if brackets tell
	// where the object ends.
	e.broken = true
	_, rest, err := rawjson.Next(b[start:])
	return e, len(b) - len(rest), err
}

func (e *envelope) set(name, value rawjson.Value) {
	if bytes.IndexByte(name, '\\') >= 0 { // spelled with escapes
		text, _ := name.Text()
		name = rawjson.AppendString(nil, text)
	}
	var member *rawjson.Value
	switch string(name) {
	case `"jsonrpc"`:
		member = &e.jsonrpc
	case `"id"`:
		member = &e.id
	case `"method"`:
		member = &e.method
	case `"params"`:
		member = &e.params
	case `"result"`:
		member = &e.result
	case `"error"`:
		member = &e.err
	default:
		const most = 8 // named in the note
		if len(e.unknown) < most {
			e.unknown = append(e.unknown, quote(name))
		}
		return
	}
	if *member != nil && len(e.repeated) < 8 {
		e.repeated = append(e.repeated, string(name))
	}
	*member = value
}

// isMessage tells a message from a log record that happens to be JSON. An
// object without "jsonrpc" is a message when it has nothing but members of
// one, or when it is a reply beyond doubt.
func (e *envelope) isMessage() bool {
	if e.jsonrpc == nil && len(e.unknown) > 0 {
		return e.id != nil && (e.result != nil || e.err.Kind() == rawjson.Object)
	}
	return e.method != nil || e.id != nil || e.result != nil || e.err != nil
}

// message decides what the members amount to.
func (e *envelope) message() (Message, []Note) {
	if !e.isMessage() {
		if e.jsonrpc != nil {
			return Message{}, []Note{note(NoteEnvelopeEmpty, `has "jsonrpc", but no method, id, result or error`)}
		}
		return Message{}, nil
	}
	m := Message{ID: ID(e.id), Params: e.params, Result: e.result, Error: e.err}
	var notes []Note
	add := func(code NoteCode, format string, args ...any) {
		notes = append(notes, note(code, format, args...))
	}

	switch {
	case e.jsonrpc == nil:
		add(NoteJSONRPCMissing, `has no "jsonrpc"`)
	case string(e.jsonrpc) != `"2.0"`:
		add(NoteJSONRPCVersion, `"jsonrpc" is %s instead of "2.0"`, quote(e.jsonrpc))
	}
	for _, name := range e.repeated {
		add(NoteMemberRepeated, "has %s more than once; the last counts", name)
	}
	if len(e.unknown) > 0 {
		add(NoteMemberUnknown, "has members JSON-RPC does not know: %s", strings.Join(e.unknown, ", "))
	}

	answer := e.result != nil || e.err != nil
	switch {
	case e.method == nil || answer && e.id != nil:
		m.Kind = Reply
		if e.method != nil {
			add(NoteMethodInReply, `a reply has "method": %s`, quote(e.method))
		}
		notes = e.reply(&m, notes)
	case e.id == nil || e.id.Kind() == rawjson.Null:
		m.Kind = Notification
	default:
		m.Kind = Request
	}
	if m.Kind != Reply {
		var ok bool
		if m.Method, ok = e.method.Text(); !ok {
			m.Method = string(e.method)
			add(NoteMethodType, `"method" is %s instead of a string`, e.method.Kind())
		}
		if answer {
			add(NoteMethodInReply, `has a method and also "result" or "error"`)
		}
		if e.params != nil && e.params.Kind() != rawjson.Object {
			add(NoteParamsType, `"params" is %s instead of an object`, e.params.Kind())
		}
	}

	switch e.id.Kind() {
	case rawjson.String:
	case rawjson.Absent:
		if m.Kind == Reply {
			add(NoteIDMissing, "a reply without an id")
		}
	case rawjson.Null:
		add(NoteIDNull, "the id is null")
	case rawjson.Number:
		if strings.ContainsAny(string(e.id), ".eE") {
			add(NoteIDFraction, "the id %s is not written as an integer", quote(e.id))
		}
	default:
		add(NoteIDType, "the id is %s", e.id.Kind())
	}
	return m, notes
}

// reply looks at the result and the error of a reply. A null beside the other
// one is taken as not sent, as JSON-RPC 1.0 servers mean it.
func (e *envelope) reply(m *Message, notes []Note) []Note {
	resultNull, errNull := e.result.Kind() == rawjson.Null, e.err.Kind() == rawjson.Null
	switch {
	case e.result == nil && e.err == nil:
		return append(notes, note(NoteReplyEmpty, "neither result nor error"))
	case e.result != nil && errNull:
		m.Error = nil
		notes = append(notes, note(NoteReplyNull, "the error is null beside a result"))
	case e.err != nil && resultNull:
		m.Result = nil
		notes = append(notes, note(NoteReplyNull, "the result is null beside an error"))
	case e.result != nil && e.err != nil:
		notes = append(notes, note(NoteReplyBoth, "both result and error"))
	}
	if k := m.Result.Kind(); k != rawjson.Object && k != rawjson.Absent {
		notes = append(notes, note(NoteResultType, "the result is %s instead of an object", k))
	}
	switch k := m.Error.Kind(); k {
	case rawjson.Absent:
		return notes
	case rawjson.Object:
	default:
		return append(notes, note(NoteErrorType, "the error is %s instead of an object", k))
	}
	var code, text rawjson.Value
	for name, value := range m.Error.Members() {
		switch string(name) {
		case "code":
			code = value
		case "message":
			text = value
		}
	}
	if code.Kind() != rawjson.Number || strings.ContainsAny(string(code), ".eE") {
		notes = append(notes, note(NoteErrorCode, "the error code is %s instead of an integer", describe(code)))
	}
	if text.Kind() != rawjson.String {
		notes = append(notes, note(NoteErrorMessage, "the error message is %s instead of a string", text.Kind()))
	}
	return notes
}

func describe(v rawjson.Value) string {
	if v.Kind() == rawjson.Number {
		return quote(v)
	}
	return v.Kind().String()
}

// check validates b, the JSON of a message that was understood.
func (e *envelope) check(b []byte) []Note {
	var notes []Note
	if !utf8.Valid(b) {
		notes = append(notes, note(NoteUTF8, "has bytes that are not UTF-8"))
	}
	if depth := deep(b); depth > 0 {
		notes = append(notes, note(NoteNesting, "is nested %d levels deep; many decoders give up at %d", depth, commonDepth))
	}
	if len(b) > checkLimit {
		if e.broken {
			notes = append(notes, note(NoteJSON, "breaks the JSON grammar"))
		}
		return notes
	}
	err := rawjson.Check(b)
	// jsontext exports no value for these causes; their words are all there is.
	switch text := fmt.Sprint(err); {
	case err == nil, e.repeated != nil && errors.Is(err, jsontext.ErrDuplicateName):
		return notes
	case errors.Is(err, jsontext.ErrDuplicateName):
		return append(notes, note(NoteNameRepeated, "an object inside has a name twice"))
	case strings.Contains(text, "surrogate"):
		return append(notes, note(NoteSurrogate, "has an escaped surrogate that stands alone"))
	case strings.Contains(text, "depth"), strings.Contains(text, "UTF-8"):
		return notes // noted already
	default:
		return append(notes, note(NoteJSON, "breaks the JSON grammar"))
	}
}

// commonDepth is the nesting at which the first of the decoders in use gives
// up.
const commonDepth = 1000

// deep returns the depth of the nesting of b where that is more than decoders
// follow, else 0. Counting brackets first is what makes it cheap.
func deep(b []byte) int {
	if bytes.Count(b, []byte{'{'})+bytes.Count(b, []byte{'['}) <= commonDepth {
		return 0
	}
	if depth := rawjson.Depth(b); depth > commonDepth {
		return depth
	}
	return 0
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}
