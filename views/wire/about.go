package wire

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
	"mcperuse/views/humanize"
)

// mark says how something went.
type mark uint8

const (
	noMark mark = iota
	okMark
	askMark  // the server asks back
	oddMark  // it worked, but not as it should
	failMark // an error
)

// about is what a frame is about, in a line.
type about struct {
	mark mark
	text string
	note string // what was odd, "" for nothing
}

// instant is the size in bytes up to which a frame is looked into while it is
// drawn. That takes some tens of microseconds; larger ones are left to a [Job].
const instant = 64 << 10

// longest bounds what is quoted of a frame, in bytes: more than a row holds.
const longest = 240

// aboutFrame looks into a frame. Its cost grows with the size of the frame.
func aboutFrame(f *wire.Frame) *about {
	a := &about{}
	switch f.Kind {
	case wire.NotMessage:
		a.text = `"` + clip(string(f.Bytes[:min(len(f.Bytes), longest+utf8.UTFMax)])) + `"`
	case wire.Request, wire.Notification:
		a.text = aboutParams(f.Method, f.Params)
	case wire.Reply:
		if f.Error != nil {
			a.mark, a.text = failMark, aboutError(f.Error)
		} else {
			a.mark, a.text = aboutResult(f.Method, f.Result)
		}
	}
	notes := make([]string, len(f.Notes))
	for i, n := range f.Notes {
		notes[i] = n.Text
	}
	a.note = clip(strings.Join(notes, "; "))
	if a.mark == okMark && a.note != "" {
		a.mark = oddMark
	}
	return a
}

// clip cuts what is longer than a row between two characters.
func clip(s string) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for cut > longest-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// value is a member as a person reads it: a string without its quotes, anything
// else as it was sent, and nothing where it is absent.
func value(v rawjson.Value) string {
	const most = longest + 16
	v = v[:min(len(v), most)] // decode little more than is shown
	if v.Kind() == rawjson.String {
		if v[len(v)-1] != '"' {
			v = append(slices.Clip(v), '"')
		}
		text, _ := v.Text()
		return clip(text)
	}
	return clip(string(v))
}

// words joins what is not empty.
func words(separator string, parts ...string) string {
	return clip(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), separator))
}

// aboutParams says what a request or a notification is about. Methods it does not
// know show their parameters as they are.
func aboutParams(method string, params rawjson.Value) string {
	get := func(path ...string) string { return value(params.Get(path...)) }
	switch method {
	case "resources/read", "resources/subscribe", "resources/unsubscribe", "notifications/resources/updated":
		return get("uri")
	case "resources/list", "resources/templates/list", "tools/list", "prompts/list":
		if cursor := params.Get("cursor"); cursor != nil {
			return "cursor " + clip(string(cursor))
		}
		return ""
	case "server/discover":
		return get("_meta", "io.modelcontextprotocol/protocolVersion")
	case "initialize":
		return words(" · ", get("protocolVersion"), words(" ", get("clientInfo", "name"), get("clientInfo", "version")))
	case "tools/call", "prompts/get":
		return get("name")
	case "completion/complete":
		ref := words("", get("ref", "uri"), get("ref", "name"))
		return words(" ", ref, get("argument", "name")+"="+get("argument", "value"))
	case "subscriptions/listen", "notifications/subscriptions/acknowledged":
		return aboutSubscription(params.Get("notifications"))
	case "notifications/message":
		return words(" · ", get("level"), get("logger"), get("data"))
	case "notifications/progress":
		progress := get("progress")
		if total := get("total"); total != "" {
			progress += " of " + total
		}
		return words(" · ", progress, get("message"))
	case "notifications/cancelled":
		return words(" · ", "request "+clip(string(params.Get("requestId"))), get("reason"))
	case "elicitation/create":
		return get("message")
	case "logging/setLevel":
		return get("level")
	}
	if name := firstOf(params, "uri", "name", "message"); name != "" {
		return name
	}
	if params.Kind() == rawjson.Object && onlyMeta(params) {
		return ""
	}
	return clip(string(params[:min(len(params), longest+utf8.UTFMax)]))
}

// onlyMeta reports whether params say nothing of their own.
func onlyMeta(params rawjson.Value) bool {
	for name := range params.Members() {
		if string(name) != "_meta" {
			return false
		}
	}
	return true
}

func firstOf(v rawjson.Value, names ...string) string {
	for _, name := range names {
		if text := value(v.Get(name)); text != "" {
			return text
		}
	}
	return ""
}

// aboutSubscription says what a subscription asks for, or was granted.
func aboutSubscription(filter rawjson.Value) string {
	var parts []string
	for name, v := range filter.Members() {
		switch {
		case v.Kind() == rawjson.Array:
			n := count(v)
			switch first := value(firstElement(v)); n {
			case 0:
			case 1:
				parts = append(parts, first)
			default:
				parts = append(parts, fmt.Sprintf("%s and %s more", first, humanize.Count(int64(n-1))))
			}
		case string(v) == "true":
			parts = append(parts, strings.TrimSuffix(string(name), "ListChanged")+" list changes")
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return words(", ", parts...)
}

func firstElement(v rawjson.Value) rawjson.Value {
	for e := range v.Elements() {
		return e
	}
	return nil
}

func count(v rawjson.Value) int {
	n := 0
	for range v.Elements() {
		n++
	}
	return n
}

// aboutError says what an error is: its code and its message as they came.
func aboutError(e rawjson.Value) string {
	if e.Kind() != rawjson.Object {
		return value(e)
	}
	code := value(e.Get("code"))
	if code == "" {
		code = "no code"
	}
	return words(" ", code, value(e.Get("message")))
}

// lists has the results that are lists, and what they are lists of.
var lists = []struct{ member, one, many string }{
	{"contents", "content", "contents"},
	{"resources", "resource", "resources"},
	{"resourceTemplates", "template", "templates"},
	{"tools", "tool", "tools"},
	{"prompts", "prompt", "prompts"},
	{"messages", "message", "messages"},
	{"content", "content", "contents"},
	{"roots", "root", "roots"},
}

// aboutResult says what a result holds and how it went. It goes through the
// members once, so that a large list is scanned once.
func aboutResult(method string, result rawjson.Value) (mark, string) {
	if result.Kind() != rawjson.Object {
		return okMark, value(result)
	}
	members := map[string]rawjson.Value{}
	var names []string
	for name, v := range result.Members() {
		n := string(name)
		if _, repeated := members[n]; !repeated && len(names) < 8 {
			names = append(names, clip(n))
		}
		if len(members) < 64 {
			members[n] = v
		}
	}
	if value(members["resultType"]) == "input_required" {
		return askMark, aboutQuestions(members)
	}
	for _, l := range lists {
		v, ok := members[l.member]
		if !ok {
			continue
		}
		if v.Kind() != rawjson.Array {
			return okMark, l.member + " is " + v.Kind().String()
		}
		text := humanize.Amount(count(v), l.one, l.many)
		switch {
		case l.member == "contents" || l.member == "content":
			text = aboutContents(v, text)
		case members["nextCursor"] != nil:
			text += ", and more"
		}
		if string(members["isError"]) == "true" {
			return oddMark, "the tool failed: " + text
		}
		return okMark, text
	}
	switch {
	case method == "initialize":
		return okMark, words(" · ", value(members["protocolVersion"]), aboutServer(members["serverInfo"]))
	case method == "server/discover":
		versions := clip(strings.NewReplacer("[", "", "]", "", `"`, "", ",", ", ").Replace(clip(string(members["supportedVersions"]))))
		return okMark, words(" · ", versions, aboutServer(members["_meta"].Get("io.modelcontextprotocol/serverInfo")))
	case members["completion"] != nil:
		return okMark, humanize.Amount(count(members["completion"].Get("values")), "value", "values")
	case members["action"] != nil:
		return okMark, value(members["action"])
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "_meta" || n == "resultType" })
	if len(names) == 0 {
		return okMark, "empty result"
	}
	return okMark, words(", ", names...)
}

func aboutServer(info rawjson.Value) string {
	return words(" ", value(info.Get("name")), value(info.Get("version")))
}

// aboutContents names the kind of a single item of contents.
func aboutContents(v rawjson.Value, text string) string {
	kind, n := "", 0
	for e := range v.Elements() {
		if n++; n > 1 {
			return text
		}
		switch {
		case e.Get("type") != nil: // of a tool or a prompt
			kind = value(e.Get("type"))
		case e.Get("text") != nil:
			kind = "text"
		case e.Get("blob") != nil:
			kind = "blob"
		}
	}
	if kind == "" {
		return text
	}
	return "1 " + kind + " content"
}

// aboutQuestions says what a server wants to know before it goes on.
func aboutQuestions(members map[string]rawjson.Value) string {
	var methods []string
	for _, v := range members["inputRequests"].Members() {
		methods = append(methods, value(v.Get("method")))
		if len(methods) == 3 {
			break
		}
	}
	if len(methods) == 0 {
		return "asks to be called again"
	}
	return "asks back: " + words(", ", methods...)
}
