package mcpclient

import (
	"testing"
)

// TestOddMessages sends what strict clients end the session for, in answer to a
// read. What came is in the log with its notes, and the session goes on.
func TestOddMessages(t *testing.T) {
	const (
		head  = `{"jsonrpc":"2.0","id":$ID,`
		body  = `"result":{"resultType":"complete","ttlMs":0,"cacheScope":"public","contents":[{"uri":"a:1","text":"ok"}]}}`
		reply = head + body
		event = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`
		text  = "text ok"
	)
	tests := []struct {
		name   string
		says   string // in answer to the read
		told   string // what the read came to
		frames string // and what is in the log
	}{
		{"ordinary", reply + "\n", text, "reply"},
		// Lines and messages.
		{"log line before", "DEBUG starting\n" + reply + "\n", text, "text; reply"},
		{"log line after", reply + "\nDEBUG done\n", text, "reply; text"},
		{"log line among pretty JSON", "{\n\"jsonrpc\":\"2.0\",\nDEBUG x\n" + reply + "\n", text, "text json-unfinished; text; reply"},
		{"JSON log record", `{"level":"info","msg":"read","id":$ID}` + "\n" + reply + "\n", text, "text; reply"},
		{"bare value", "42\n\"ready\"\nnull\n[]\n" + reply + "\n", text, "text; text; text; text; reply"},
		{"text after the message", reply + " -- 3 ms\n", text, "reply line-shared; text line-shared"},
		{"text before the message", "[INFO] " + reply + "\n", text, "text line-shared; reply line-shared"},
		{"two messages on a line", event + reply + "\n", text, "notification line-shared; reply line-shared"},
		{"pretty-printed", "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": $ID,\n  \"result\": {\n    \"contents\": [\n      {\n        \"uri\": \"a:1\",\n        \"text\": \"ok\"\n      }\n    ]\n  }\n}\n", text, "reply line-spread"},
		{"batch", "[" + event + "," + reply + "]\n", text, "notification batch; reply batch"},
		{"batch over several lines", "[\n" + event + ",\n" + reply + "\n]\n", text, "notification batch line-spread; reply batch line-spread"},
		{"CRLF and blank lines", "\r\n\n" + reply + "\r\n\r\n", text, "reply"},
		{"byte order mark", "\ufeff" + reply + "\n", text, "reply bom"},
		{"half a message, then a whole one", `{"jsonrpc":"2.0","id":$ID,"res` + "\n" + reply + "\n", text, "text; reply"},
		// Envelope.
		{"jsonrpc missing", `{"id":$ID,` + body + "\n", text, "reply jsonrpc-missing"},
		{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":$ID,` + body + "\n", text, "reply jsonrpc-version"},
		{"jsonrpc a number", `{"jsonrpc":2.0,"id":$ID,` + body + "\n", text, "reply jsonrpc-version"},
		{"id a string", `{"jsonrpc":"2.0","id":"$ID",` + body + "\n", text, "reply id-retyped"},
		{"id a fraction", `{"jsonrpc":"2.0","id":$ID.0,` + body + "\n", text, "reply id-fraction id-retyped"},
		{"id null, one call open", `{"jsonrpc":"2.0","id":null,` + body + "\n", text, "reply id-null"},
		{"id absent, one call open", `{"jsonrpc":"2.0",` + body + "\n", text, "reply id-missing"},
		{"error with id null, one call open", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"what?"}}` + "\n",
			"error: resources/read was answered with error -32600 (Invalid Request): what?", "reply id-null"},
		{"unknown id", `{"jsonrpc":"2.0","id":99999,"result":{}}` + "\n" + reply + "\n", text, "reply reply-unknown; reply"},
		{"id of another type", `{"jsonrpc":"2.0","id":[1],"result":{}}` + "\n" + reply + "\n", text, "reply id-type reply-unknown; reply"},
		{"answered twice", reply + "\n" + reply + "\n", text, "reply; reply reply-repeated"},
		{"unknown member", `{"jsonrpc":"2.0","id":$ID,"took":3,` + body + "\n", text, "reply member-unknown"},
		{"request in the wrong era", `{"jsonrpc":"2.0","id":7,"method":"roots/list"}` + "\n" + reply + "\n", text, "request; reply"},
		// Errors.
		{"error a string", head + `"error":"boom"}` + "\n", "error: resources/read was answered with error without a code: boom", "reply error-type"},
		{"error a list", head + `"error":["boom",1]}` + "\n", `error: resources/read was answered with error without a code: ["boom",1]`, "reply error-type"},
		{"error true", head + `"error":true}` + "\n", "error: resources/read was answered with error without a code: true", "reply error-type"},
		{"error empty", head + `"error":{}}` + "\n", "error: resources/read was answered with error without a code", "reply error-code error-message"},
		{"error code a string", head + `"error":{"code":"ENOENT","message":"gone"}}` + "\n", `error: resources/read was answered with error "ENOENT": gone`, "reply error-code"},
		{"error code a fraction", head + `"error":{"code":-32602.5,"message":"gone"}}` + "\n", "error: resources/read was answered with error -32602.5: gone", "reply error-code"},
		{"error code huge", head + `"error":{"code":123456789012345678901234567890,"message":"gone"}}` + "\n", "error: resources/read was answered with error 123456789012345678901234567890: gone", "reply"},
		{"error message an object", head + `"error":{"code":1,"message":{"en":"gone"}}}` + "\n", `error: resources/read was answered with error 1 (the server's own code): {"en":"gone"}`, "reply error-message"},
		{"error null alone", head + `"error":null}` + "\n", "error: the answer to resources/read cannot be used: result is missing; expected a result or an error", "reply error-type"},
		{"error null beside the result", head + `"error":null,` + body + "\n", text, "reply reply-null"},
		{"result and error", head + `"error":{"code":5,"message":"both"},` + body + "\n", "error: resources/read was answered with error 5 (the server's own code): both", "reply reply-both"},
		// Results.
		{"neither result nor error", `{"jsonrpc":"2.0","id":$ID}` + "\n", "error: the answer to resources/read cannot be used: result is missing; expected a result or an error", "reply reply-empty"},
		{"result a list", head + `"result":[]}` + "\n", " ! result is a list, []; expected an object", "reply result-type"},
		{"result a string", head + `"result":"ok"}` + "\n", ` ! result is a string, "ok"; expected an object`, "reply result-type"},
		{"result null", head + `"result":null}` + "\n", " ! result is null; expected an object", "reply result-type"},
		{"result NaN", head + `"result":NaN}` + "\n", " ! result is not JSON, NaN; expected an object", "reply result-type json-invalid"},
		// JSON itself.
		{"NaN", head + `"result":{"contents":[{"uri":"a:1","text":"ok","size":NaN}],"score":-Infinity}}` + "\n", text, "reply json-invalid"},
		{"duplicate names", head + `"result":{"contents":[{"uri":"a:1","text":"no","text":"ok"}]}}` + "\n", text, "reply name-repeated"},
		{"duplicate member", head + `"result":{},` + body + "\n", text, "reply member-repeated"},
		{"not UTF-8", head + `"result":{"contents":[{"uri":"a:1","text":"a` + "\xff\xfe" + `b"}]}}` + "\n", "text a\xff\xfeb", "reply utf8-invalid"},
		{"lone surrogate", head + `"result":{"contents":[{"uri":"a:1","text":"a\ud800b"}]}}` + "\n", "text a\xed\xa0\x80b", "reply surrogate-lone"},
		{"comma too many", head + `"result":{"contents":[{"uri":"a:1","text":"ok",}],},}` + "\n", text, "reply json-invalid"},
		{"comment", head + `"result":{"contents":[{"uri":"a:1","text":"ok"}]} /* done */}` + "\n", text, "reply json-invalid"},
	}
	c := opened(t, "odd")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			seq := lastFrame(c)
			r, err := c.Read(t.Context(), saying(tt.says), ReadOptions{Refresh: true})
			if got := told(r, err); got != tt.told {
				t.Errorf("the read came to %q\nwant %q", got, tt.told)
			}
			goesOn(t, c)
			// The reply to the ordinary read comes after all that was said.
			if got := framesSince(c, seq); got != tt.frames+"; reply" {
				t.Errorf("in the log: %q\nwant %q", got, tt.frames+"; reply")
			}
		})
	}
}
