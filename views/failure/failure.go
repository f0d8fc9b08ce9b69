// Package failure says why a request brought no result: what failed, why, and
// what to try, with everything the server sent about it.
package failure

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/humanize"
	"mcperuse/views/prettyjson"
	"mcperuse/views/sheet"
)

// Failure is one request that failed. Exactly one of its two halves speaks: the
// server where Server is set, otherwise Title, Reason and Try.
type Failure struct {
	Title  string // two or three words: "no reply", "connection lost"
	Reason string // why, as a sentence
	Try    string // what to try, as a sentence; may be empty

	Server *ServerError
}

// ServerError is an error a server answered with, as it came.
type ServerError struct {
	Method    string // of the request
	Code      int64
	CodeRaw   rawjson.Value // as sent; nil where absent
	Message   string
	Data      rawjson.Value // nil where absent
	Status    int           // of the HTTP response, 0 elsewhere
	Request   string        // the id of the request, as JSON
	RoundTrip time.Duration
	Revision  string // the connection speaks
	Modern    bool   // its era
}

// Title says what failed in a few words.
func (e *ServerError) Title() string {
	switch e.Code {
	case -32002:
		return "not found"
	case -32602:
		switch {
		case e.saysNotFound():
			return "not found"
		case e.reads():
			return "not found or refused"
		}
		return "refused"
	case -32601:
		return "not implemented"
	case -32603:
		return "the server failed"
	case -32021:
		return "the server needs something mcperuse does not offer"
	case -32022:
		return "the server does not speak this revision"
	case -32042:
		return "the server wants you to open an address first"
	}
	return "refused"
}

// reads reports whether it was the read of a resource that failed.
func (e *ServerError) reads() bool { return e.Method == "resources/read" }

func (e *ServerError) saysNotFound() bool {
	if e.Data.Get("uri") != nil {
		return true
	}
	message := strings.ToLower(e.Message)
	for _, phrase := range []string{"not found", "no such", "unknown resource", "does not exist", "doesn't exist"} {
		if strings.Contains(message, phrase) {
			return true
		}
	}
	return false
}

// hint adds what the code means on a server of this era, "" when it needs no
// explanation.
func (e *ServerError) hint() string {
	switch {
	case e.Code == -32602 && !e.reads():
		return "the server does not accept these parameters"
	case e.Code == -32602 && e.Modern:
		return "older servers use -32002 for a missing resource; this one speaks " + e.Revision
	case e.Code == -32602 && e.Revision != "":
		return e.Revision + " has -32002 for a missing resource; -32602 says that the parameters were wrong"
	case e.Code == -32002 && e.Modern:
		return e.Revision + " has -32602 for this; -32002 belongs to older revisions"
	case e.Code == -32601 && !e.reads():
		return "the server does not offer " + e.Method
	case e.Code == -32601:
		return "only this request was refused; other resources may be readable"
	case e.Code == -32603 && !e.reads():
		return "an error inside the server"
	case e.Code == -32603:
		return "an error inside the server; " + keymap.KeyOf(keymap.Refetch, keymap.Document) + " asks again"
	case e.Code == -32020:
		return "a header and the message disagree: something between here and the server may have changed it"
	case e.Code == -32021:
		return "mcperuse declares no capability that would let a server ask back"
	case e.Code == -32042:
		return "mcperuse cannot do that yet"
	case e.CodeRaw.Kind() == rawjson.Absent:
		return "an error must have a code; this one has none"
	case e.CodeRaw.Kind() != rawjson.Number:
		return "an error code must be a whole number"
	}
	return ""
}

// Short says the failure in one line: "not found: -32602 Invalid params,
// Resource not found".
func (f Failure) Short() string {
	if e := f.Server; e != nil {
		return fmt.Sprintf("%s: %s, %s", e.Title(), e.code(), e.Message)
	}
	if f.Reason == "" {
		return f.Title
	}
	return f.Title + ": " + f.Reason
}

func (e *ServerError) code() string {
	switch {
	case e.CodeRaw.Kind() == rawjson.Absent:
		return "no code"
	case e.Code == 0:
		return string(e.CodeRaw[:min(len(e.CodeRaw), 60)])
	}
	return strconv.FormatInt(e.Code, 10) + " " + model.ErrorName(e.Code)
}

// maxData bounds how much of the data of an error is laid out, in bytes.
const maxData = 16 << 10

// Lines lays the failure out for a sheet, starting with a line that says what
// failed.
func (f Failure) Lines(th themes.Theme) []sheet.Line {
	e := f.Server
	if e == nil {
		lines := []sheet.Line{title(th, f.Title, "")}
		if f.Reason != "" {
			lines = append(lines, indented(sheet.Span{Style: th.Text, Text: f.Reason}))
		}
		if f.Try != "" {
			lines = append(lines, indented(sheet.Span{Style: th.Dim, Text: f.Try}))
		}
		return lines
	}
	lines := []sheet.Line{title(th, e.Title(), e.code())}
	if e.Message != "" {
		lines = append(lines, indented(sheet.Span{Style: th.Text, Text: e.Message}))
	} else {
		lines = append(lines, indented(sheet.Span{Style: th.Dim, Text: "(the server gave no message)"}))
	}
	for i, text := range dataLines(e.Data) {
		label := "      "
		if i == 0 {
			label = "data  "
		}
		lines = append(lines, sheet.Line{Indent: 8, Spans: []sheet.Span{{Style: th.Dim, Text: "  " + label}, {Style: th.Text, Text: text}}})
	}
	var facts []string
	if e.Request != "" {
		facts = append(facts, "request "+e.Request)
	}
	if e.RoundTrip > 0 {
		facts = append(facts, humanize.Duration(e.RoundTrip))
	}
	if e.Status != 0 {
		facts = append(facts, strings.TrimSpace(fmt.Sprintf("HTTP %d %s", e.Status, http.StatusText(e.Status))))
	}
	if len(facts) > 0 {
		lines = append(lines, indented(sheet.Span{Style: th.Dim, Text: strings.Join(facts, " · ")}))
	}
	if hint := e.hint(); hint != "" {
		lines = append(lines, indented(sheet.Span{Style: th.Dim, Text: hint}))
	}
	return lines
}

func title(th themes.Theme, text, code string) sheet.Line {
	l := sheet.Line{Indent: 2, Spans: []sheet.Span{{Style: th.Error, Text: "✗ " + text}}}
	if code != "" {
		l.Spans = append(l.Spans, sheet.Span{Style: th.Dim, Text: "   "}, sheet.Span{Style: th.Text, Text: code})
	}
	return l
}

func indented(spans ...sheet.Span) sheet.Line {
	return sheet.Line{Indent: 2, Spans: append([]sheet.Span{{Text: "  "}}, spans...)}
}

// dataLines lays out the data of an error: on one line where it is short.
func dataLines(data rawjson.Value) []string {
	if data == nil {
		return nil
	}
	const oneLine = 60
	if len(data) <= oneLine {
		return []string{string(data)}
	}
	if len(data) > maxData {
		lines := strings.Split(string(data[:maxData]), "\n")
		return append(lines, "… and "+humanize.Bytes(int64(len(data)-maxData))+" more")
	}
	text, err := prettyjson.Indent(string(data))
	if err != nil {
		text = string(data)
	}
	return strings.Split(text, "\n")
}
