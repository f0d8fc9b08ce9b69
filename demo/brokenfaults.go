package demo

import (
	"net/http"
	"strings"
)

// faultPrefix makes a URI of the name of a rule.
const faultPrefix = "broken:"

// only says which variants of the broken server have a fault; 0 means all that are not bare.
type only uint8

const (
	modernOnly only = 1 << iota
	legacyOnly
	stdioOnly
	httpOnly
	bareOnly
)

// fault is one resource of the broken server, named after the rule that reading it breaks.
//
// The script is what is sent, one message a line. $ID, $URI and $TOKEN are those of the request; $HEAD begins a message to it, $FAIL an
// error; $HINTS begins a complete result of the era; $TEXT is a content, $OK a whole answer with which nothing is wrong.
type fault struct {
	rule   string
	only   only
	script string
	extra  string                            // further members of the row
	send   func(http.ResponseWriter, string) // over HTTP, where that is what goes wrong
}

const goodResult = `"result":{$HINTS"contents":[$TEXT]}}`

// holds is an answer with one content.
func holds(members string) string { return `{$HEAD,"result":{$HINTS"contents":[{` + members + `}]}}` }

// notice is a notification, before an answer with which nothing is wrong.
func notice(method, params string) string {
	return `{"jsonrpc":"2.0","method":"` + method + `","params":` + params + `}` + "\n$OK"
}

// hinted is a result with caching hints of its own.
func hinted(members string) string { return `{$HEAD,"result":{` + members + `"contents":[$TEXT]}}` }

// asks is an input_required result.
func asks(members string) string {
	return `{$HEAD,"result":{"resultType":"input_required"` + members + `}}`
}

// asksForm asks for a form, with params of its own.
func asksForm(params string) string {
	return asks(`,"inputRequests":{"form":{"method":"elicitation/create","params":` + params + `}}`)
}

var faults = []fault{
	{rule: "message/jsonrpc-missing", script: `{"id":$ID,` + goodResult},
	{rule: "message/jsonrpc-version", script: `{"jsonrpc":"1.0","id":$ID,` + goodResult},
	{rule: "message/id-null", script: `{"jsonrpc":"2.0","id":null,"result":{}}` + "\n$OK"},
	{rule: "message/id-missing", script: `{"jsonrpc":"2.0","result":{}}` + "\n$OK"},
	{rule: "message/id-type", script: `{"jsonrpc":"2.0","id":[1],"result":{}}` + "\n$OK"},
	{rule: "message/id-fraction", script: `{"jsonrpc":"2.0","id":$ID.0,` + goodResult},
	{rule: "message/id-retyped", script: `{"jsonrpc":"2.0","id":"$ID",` + goodResult},
	{rule: "message/id-reused", only: modernOnly, script: strings.Repeat(`{"jsonrpc":"2.0","id":"again","method":"ping"}`+"\n", 2) + "$OK"},
	{rule: "message/reply-unknown", only: stdioOnly, script: `{"jsonrpc":"2.0","id":987654,"result":{}}` + "\n$OK"},
	{rule: "message/reply-repeated", script: "$OK\n$OK"},
	{rule: "message/reply-unnamed", only: httpOnly, script: `{"jsonrpc":"2.0","id":987654,` + goodResult},
	{rule: "message/method-type", script: `{"jsonrpc":"2.0","method":7}` + "\n$OK"},
	{rule: "message/method-in-reply", script: `{$HEAD,"method":"resources/read",` + goodResult},
	{rule: "message/params-type", script: notice("notifications/tea", "[]")},
	{rule: "message/result-type", script: `{$HEAD,"result":["fine"]}`},
	{rule: "message/error-type", script: `$FAIL"it failed"}`},
	{rule: "message/error-code", script: `$FAIL{"code":"E1","message":"it failed"}}`},
	{rule: "message/error-message", script: `$FAIL{"code":1,"message":null}}`},
	{rule: "message/reply-empty", script: `{$HEAD}`},
	{rule: "message/reply-both", script: `{$HEAD,"error":{"code":1,"message":"it failed"},` + goodResult},
	{rule: "message/reply-null", script: `{$HEAD,"error":null,` + goodResult},
	{rule: "message/member-unknown", script: `{$HEAD,"took":12,` + goodResult},
	{rule: "message/member-repeated", script: `{$HEAD,"id":$ID,` + goodResult},
	{rule: "message/empty", script: `{"jsonrpc":"2.0"}` + "\n$OK"},
	{rule: "message/batch", script: `[$OK]`},
	{rule: "message/shared", script: `{"jsonrpc":"2.0","method":"notifications/tea"}$OK`},
	{rule: "message/cut-off", only: httpOnly, script: "$OK", send: func(w http.ResponseWriter, say string) {
		sendAs(w, http.StatusOK, "text/event-stream", "data: "+say)
	}},
	{rule: "message/too-large", script: holds(`"uri":$URI,"mimeType":"text/plain","text":$LARGE`)},

	{rule: "json/invalid", script: `{$HEAD,"result":{$HINTS"contents":[$TEXT],"took":NaN}}`},
	{rule: "json/not-utf8", script: holds(`"uri":$URI,"text":"` + "\xff" + `"`)},
	{rule: "json/byte-order-mark", script: "\ufeff$OK"},
	{rule: "json/lone-surrogate", script: holds(`"uri":$URI,"text":"\ud83d"`)},
	{rule: "json/name-repeated", script: holds(`"uri":$URI,"text":"one","text":"two"`)},
	{rule: "json/nesting", script: `{$HEAD,"result":{$HINTS"contents":[$TEXT],"deep":$DEEP}}`},

	{rule: "stdio/noise", only: stdioOnly, script: "DEBUG reading $URI\n$OK"},
	{rule: "stdio/line-spread", only: stdioOnly, script: "{\n  $HEAD,\n  " + goodResult},
	{rule: "stdio/unfinished", only: stdioOnly, script: "{\n  \"jsonrpc\": \"2.0\",\n$OK"},

	{rule: "http/content-type", only: httpOnly, script: "$OK", send: func(w http.ResponseWriter, say string) {
		sendAs(w, http.StatusOK, "text/plain", say)
	}},
	{rule: "http/event-type", only: httpOnly, script: "$OK", send: func(w http.ResponseWriter, say string) {
		sendAs(w, http.StatusOK, "text/event-stream", "event: answer\n"+events(say))
	}},
	{rule: "http/after-reply", only: httpOnly, script: "$OK\n" + `{"jsonrpc":"2.0","method":"notifications/tea"}`},
	{rule: "http/not-a-message", only: httpOnly, script: "fine", send: func(w http.ResponseWriter, say string) {
		sendAs(w, http.StatusOK, "text/html", say)
	}},
	{rule: "http/result-status", only: httpOnly, script: "$OK", send: func(w http.ResponseWriter, say string) {
		sendAs(w, http.StatusCreated, "application/json", say)
	}},
	{rule: "http/session", only: httpOnly | modernOnly, script: "$OK", send: func(w http.ResponseWriter, say string) {
		w.Header().Set("Mcp-Session-Id", "a-session")
		sendAs(w, http.StatusOK, "application/json", say)
	}},

	{rule: "request/modern", only: modernOnly, script: `{"jsonrpc":"2.0","id":"ask","method":"roots/list"}` + "\n$OK"},
	{rule: "request/undeclared", only: legacyOnly, script: `{"jsonrpc":"2.0","id":"ask","method":"sampling/createMessage","params":{}}` + "\n$OK"},
	{rule: "progress/token-unknown", script: notice("notifications/progress", `{"progressToken":"nobody","progress":1}`)},
	{rule: "progress/not-a-number", script: notice("notifications/progress", `{"progressToken":$TOKEN,"progress":"half"}`)},
	{rule: "progress/not-increasing", script: `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN,"progress":2}}` + "\n" +
		notice("notifications/progress", `{"progressToken":$TOKEN,"progress":1}`)},
	{rule: "log/not-asked", only: modernOnly, script: notice("notifications/message", `{"level":"info","data":"reading"}`)},
	{rule: "log/level", script: notice("notifications/message", `{"level":"loud","data":"reading"}`)},
	{rule: "log/data-missing", script: notice("notifications/message", `{"level":"info"}`)},

	{rule: "result/type-missing", only: modernOnly, script: hinted(`"ttlMs":0,"cacheScope":"private",`)},
	{rule: "result/type-unknown", only: modernOnly, script: hinted(`"resultType":"done","ttlMs":0,"cacheScope":"private",`)},
	{rule: "cache/ttl-missing", only: modernOnly, script: hinted(`"resultType":"complete","cacheScope":"private",`)},
	{rule: "cache/ttl-not-a-number", only: modernOnly, script: hinted(`"resultType":"complete","ttlMs":"1500","cacheScope":"private",`)},
	{rule: "cache/ttl-negative", only: modernOnly, script: hinted(`"resultType":"complete","ttlMs":-5,"cacheScope":"private",`)},
	{rule: "cache/ttl-fraction", only: modernOnly, script: hinted(`"resultType":"complete","ttlMs":1500.5,"cacheScope":"private",`)},
	{rule: "cache/ttl-huge", only: modernOnly, script: hinted(`"resultType":"complete","ttlMs":1e20,"cacheScope":"private",`)},
	{rule: "cache/scope-missing", only: modernOnly, script: hinted(`"resultType":"complete","ttlMs":0,`)},
	{rule: "cache/scope-unknown", only: modernOnly, script: hinted(`"resultType":"complete","ttlMs":0,"cacheScope":"shared",`)},
	{rule: "meta/not-an-object", script: hinted(`$HINTS"_meta":"none",`)},
	{rule: "meta/key", script: hinted(`$HINTS"_meta":{"not a key!":1},`)},

	{rule: "contents/not-a-list", script: `{$HEAD,"result":{$HINTS"contents":$TEXT}}`},
	{rule: "contents/empty", only: legacyOnly, script: `{$HEAD,"result":{$HINTS"contents":[]}}`},
	{rule: "contents/not-an-object", script: `{$HEAD,"result":{$HINTS"contents":["fine"]}}`},
	{rule: "contents/uri-missing", script: holds(`"text":"fine"`)},
	{rule: "contents/both", script: holds(`"uri":$URI,"text":"fine","blob":"ZmluZQ=="`)},
	{rule: "contents/neither", script: holds(`"uri":$URI`)},
	{rule: "contents/text-type", script: holds(`"uri":$URI,"text":{"fine":true}`)},
	{rule: "contents/blob-type", script: holds(`"uri":$URI,"blob":[102,105]`)},
	{rule: "contents/base64", script: holds(`"uri":$URI,"mimeType":"image/png","blob":"%PNG"`)},
	{rule: "contents/base64-dialect", script: holds(`"uri":$URI,"mimeType":"image/png","blob":"_-8"`)},
	{rule: "contents/mime-not-a-string", script: holds(`"uri":$URI,"mimeType":7,"text":"fine"`)},
	{rule: "contents/mime-missing", script: holds(`"uri":$URI,"blob":"ZmluZQ=="`)},
	// The modern subscription says that the list changed, and what it said of sizes and types is void then.
	{rule: "contents/mime-differs", only: legacyOnly, script: holds(`"uri":$URI,"mimeType":"text/html","text":"fine"`)},
	{rule: "contents/size-differs", only: legacyOnly, script: "$OK", extra: `,"size":4000`},
	{rule: "contents/text-for-binary", script: holds(`"uri":$URI,"mimeType":"image/png","text":"fine"`)},
	{rule: "contents/uri-differs", script: holds(`"uri":"broken:elsewhere","mimeType":"text/plain","text":"fine"`)},

	{rule: "input/legacy", only: legacyOnly, script: asks(`,"requestState":"s"`)},
	{rule: "input/nothing-asked", only: modernOnly, script: asks("")},
	{rule: "input/requests-type", only: modernOnly, script: asks(`,"inputRequests":[{"method":"roots/list"}]`)},
	{rule: "input/state-type", only: modernOnly, script: asks(`,"requestState":{"step":1}`)},
	{rule: "cache/on-question", only: modernOnly, script: asks(`,"requestState":"s","ttlMs":0,"cacheScope":"private"`)},
	{rule: "input/method-unknown", only: modernOnly, script: asks(`,"inputRequests":{"x":{"method":"tea/make"}}`)},
	{rule: "input/undeclared", only: modernOnly, script: asks(`,"inputRequests":{"x":{"method":"sampling/createMessage","params":{}}}`)},
	{rule: "input/message-missing", only: modernOnly, script: asksForm(`{"requestedSchema":{"type":"object","properties":{}}}`)},
	{rule: "input/mode-unknown", only: modernOnly, script: asksForm(`{"mode":"voice","message":"Say it"}`)},
	{rule: "input/schema-missing", only: modernOnly, script: asksForm(`{"message":"Fill in what?"}`)},
	{rule: "input/schema-nested", only: modernOnly, script: asksForm(`{"message":"Where?","requestedSchema":{"type":"object","properties":{"address":{"type":"object"}}}}`)},
	{rule: "input/schema-ref", only: modernOnly, script: asksForm(`{"message":"Where?","requestedSchema":{"type":"object","properties":{"address":{"$ref":"https://atlas.example/address.json"}}}}`)},
	{rule: "input/default-type", only: modernOnly, script: asksForm(`{"message":"How many?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer","default":"four"}}}}`)},
	{rule: "input/range-empty", only: modernOnly, script: asksForm(`{"message":"How many?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":8,"maximum":1}}}}`)},
	{rule: "input/secret", only: modernOnly, script: asksForm(`{"message":"Who?","requestedSchema":{"type":"object","properties":{"password":{"type":"string"}}}}`)},
	{rule: "input/url", only: modernOnly, script: asksForm(`{"mode":"url","message":"Go there","url":"ftp://example.com/"}`)},

	{rule: "error/code-removed", only: modernOnly, script: `$FAIL{"code":-32002,"message":"Resource not found"}}`},
	{rule: "error/code-reserved", only: modernOnly, script: `$FAIL{"code":-32050,"message":"Out of tea"}}`},
	{rule: "error/code-legacy", only: modernOnly, script: `$FAIL{"code":-32001,"message":"Request timed out"}}`},
	{rule: "error/code-json-rpc", script: `$FAIL{"code":-32500,"message":"Application error"}}`},
	{rule: "error/code-zero", script: `$FAIL{"code":0,"message":"no such file"}}`},
	{rule: "error/message-empty", script: `$FAIL{"code":1,"message":""}}`},
	{rule: "error/revision-data", only: modernOnly, script: `$FAIL{"code":-32022,"message":"Unsupported protocol version"}}`},
	{rule: "error/capability-data", only: modernOnly, script: `$FAIL{"code":-32021,"message":"Missing required client capability"}}`},

	{rule: "subscription/undeclared", only: bareOnly, script: notice("notifications/resources/list_changed", `{}`)},
}
