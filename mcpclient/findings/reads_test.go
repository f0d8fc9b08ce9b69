package findings

// hinted is a result with these hints.
func hinted(members string) tape { return result(`{` + members + `"contents":[]}`) }

// listedAs is a read of one content, by a server that lists the resource with
// these members.
func listedAs(members, content string) tape {
	return modern(
		ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,"resources":[{"uri":"x:1","name":"n",`+members+`}]}}`,
		ask("resources/read", `"uri":"x:1"`), `<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,"contents":[{"uri":"x:1",`+content+`}]}}`)
}

// absent is what comes for a resource that no server has.
func absent(s string) tape {
	return modern(ask("resources/read", `"uri":"`+AbsentURI+`"`), `<{"jsonrpc":"2.0","id":1,`+s+`}`)
}
func legacyAbsent(s string) tape {
	return legacy(askLegacy("resources/read", `"uri":"`+AbsentURI+`"`), `<{"jsonrpc":"2.0","id":1,`+s+`}`)
}

var readCases = []ruleCase{
	{"result/type-missing", hinted(`"ttlMs":0,"cacheScope":"private",`), legacyResult(`{"contents":[]}`)},
	{"result/type-unknown", hinted(`"resultType":"partial",`), hinted(hints + `,`)},
	{"cache/ttl-missing", hinted(`"resultType":"complete","cacheScope":"private",`), legacyResult(`{"contents":[]}`)},
	{"cache/ttl-missing", opening(`"capabilities":{}` + `,"x":1`)[:1].then(`<{"jsonrpc":"2.0","id":"d","result":{"resultType":"complete","capabilities":{}}}`), completing(`{"values":[]}`)},
	{"cache/ttl-not-a-number", hinted(`"ttlMs":"0",`), hinted(`"ttlMs":0,`)},
	{"cache/ttl-negative", hinted(`"ttlMs":-1,`), hinted(`"ttlMs":0,`)},
	{"cache/ttl-fraction", hinted(`"ttlMs":0.5,`), hinted(`"ttlMs":1.5e3,`)},
	{"cache/ttl-huge", hinted(`"ttlMs":1e400,`), hinted(`"ttlMs":86400000,`)},
	{"cache/scope-missing", hinted(`"resultType":"complete","ttlMs":0,`), legacyResult(`{"contents":[]}`)},
	{"cache/scope-unknown", hinted(`"cacheScope":"Public",`), hinted(`"cacheScope":"public",`)},
	{"cache/on-question", asking(`,"requestState":"s","ttlMs":0`), asking(`,"requestState":"s"`)},
	{"meta/not-an-object", hinted(`"_meta":[],`), hinted(`"_meta":{},`)},
	{"meta/key", hinted(`"_meta":{"com.example./x":1},`), hinted(`"_meta":{"io.modelcontextprotocol/serverInfo":{},"com.example/":1,"traceparent":"x","a.b_c-d":1},`)},
	{"meta/key", with(`"_meta":{"-x":1}`), with(`"_meta":{"x-y":1}`)},
	{"contents/not-a-list", holding(`null`), holding(`[]`)},
	{"contents/empty", legacyResult(`{"contents":[]}`), holding(`[]`)},
	{"contents/not-an-object", holding(`[null]`), holding(`[{}]`)},
	{"contents/uri-missing", holding(`[{"text":""}]`), holding(`[{"uri":"","text":""}]`)},
	{"contents/both", holding(`[{"uri":"x:1","text":"","blob":""}]`), holding(`[{"uri":"x:1","text":""},{"uri":"x:1","blob":""}]`)},
	{"contents/neither", holding(`[{"uri":"x:1"}]`), holding(`[{"uri":"x:1","text":""}]`)},
	{"contents/text-type", holding(`[{"uri":"x:1","text":null}]`), holding(`[{"uri":"x:1","text":""}]`)},
	{"contents/blob-type", holding(`[{"uri":"x:1","blob":{}}]`), holding(`[{"uri":"x:1","blob":""}]`)},
	{"contents/base64", holding(`[{"uri":"x:1","blob":"AAAAA"}]`), holding(`[{"uri":"x:1","blob":"AA+/"}]`)},
	{"contents/base64", holding(`[{"uri":"x:1","blob":"A\u0041=="}]`), holding(`[{"uri":"x:1","blob":"AA\/A"}]`)},
	{"contents/base64", holding(`[{"uri":"x:1","blob":"AA==AA=="}]`), holding(`[{"uri":"x:1","blob":"AA=="}]`)},
	{"contents/base64-dialect", holding(`[{"uri":"x:1","blob":"AA-_"}]`), holding(`[{"uri":"x:1","blob":"AA+/"}]`)},
	{"contents/base64-dialect", holding(`[{"uri":"x:1","blob":"AAA"}]`), holding(`[{"uri":"x:1","blob":"AAA="}]`)},
	{"contents/base64-dialect", holding(`[{"uri":"x:1","blob":"AAAA\nAAAA"}]`), holding(`[{"uri":"x:1","blob":"%"}]`)},
	{"contents/mime-not-a-string", holding(`[{"uri":"x:1","text":"","mimeType":""}]`), holding(`[{"uri":"x:1","text":"","mimeType":"text/plain;charset=utf-8"}]`)},
	{"contents/mime-missing", holding(`[{"uri":"x:1","blob":""}]`), holding(`[{"uri":"x:1","text":""}]`)},
	{"contents/mime-differs", listedAs(`"mimeType":"text/plain"`, `"mimeType":"text/html","text":""`), listedAs(`"mimeType":"text/plain"`, `"mimeType":"Text/Plain; charset=utf-8","text":""`)},
	{"contents/size-differs", listedAs(`"size":3`, `"text":"éé"`), listedAs(`"size":4`, `"text":"é\u00e9"`)},
	{"contents/size-differs", listedAs(`"size":8`, `"blob":"AAAAAA=="`), listedAs(`"size":4`, `"blob":"AAAAAA=="`)},
	{"contents/size-differs", listedAs(`"size":3`, `"text":"xxxx"`), // changed in between, and said so
		modern(append(append(tape{}, listedAs(`"size":3`, "")[2:4]...), `<`+listChanged, ask("resources/read", `"uri":"x:1"`),
			`<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,"contents":[{"uri":"x:1","text":"xxxx"}]}}`)...)},
	{"contents/text-for-binary", holding(`[{"uri":"x:1","text":"","mimeType":"image/png"}]`), holding(`[{"uri":"x:1","text":"","mimeType":"image/svg+xml"}]`)},
	{"contents/uri-differs", holding(`[{"uri":"x:1/","text":""}]`), holding(`[{"uri":"x:1/a","text":""},{"uri":"x:1/b","text":""}]`)},
	{"error/absent-read", absent(`"result":{"contents":[]}`), absent(`"error":{"code":-32602,"message":"not found"}`)},
	{"error/not-found-code", absent(`"error":{"code":-32601,"message":"not found"}`), absent(`"error":{"code":-32602,"message":"not found"}`)},
	{"error/not-found-code", legacyAbsent(`"error":{"code":-32602,"message":"not found"}`), legacyAbsent(`"error":{"code":-32002,"message":"not found"}`)},
	{"input/legacy", legacyResult(`{"resultType":"input_required","requestState":"s"}`), legacyResult(`{"resultType":"complete","contents":[]}`)},
	{"input/not-here", listing("resources/list", "", `"resources":[]`)[:3].then(`<{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s"}}`), asking(`,"requestState":"s"`)},
	{"input/nothing-asked", asking(``), asking(`,"requestState":""`)},
	{"input/requests-type", asking(`,"inputRequests":{"a":{}}`), asking(`,"inputRequests":{"a":{"method":"roots/list"}}`)},
	{"input/state-type", asking(`,"requestState":null`), asking(`,"requestState":"null"`)},
	{"input/method-unknown", asking(`,"inputRequests":{"a":{"method":"resources/read"}}`), asking(`,"inputRequests":{"a":{"method":"roots/list"}}`)},
	{"input/undeclared", asking(`,"inputRequests":{"a":{"method":"elicitation/create","params":{}}}`), form(`{"message":"m","requestedSchema":{"type":"object","properties":{}}}`)},
	{"input/message-missing", form(`{"message":null}`), form(`{"message":""}`)},
	{"input/mode-unknown", form(`{"mode":"FORM"}`), form(`{"mode":"form"}`)},
	{"input/schema-missing", form(`{"requestedSchema":{"type":"object"}}`), form(`{"mode":"url","url":"https://x/"}`)},
	{"input/schema-nested", form(`{"requestedSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}}}}`),
		form(`{"requestedSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}},"b":{"type":"integer"}}}}`)},
	{"input/schema-ref", form(`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"$ref":"https://x/"}}}}`), form(`{"message":"m","requestedSchema":{"type":"object","properties":{"$ref":{"type":"string"}}}}`)},
	{"input/schema-ref", form(`{"message":"m","requestedSchema":{"$ref":"#/a"}}`), form(`{"message":"m","requestedSchema":{"type":"object","properties":{}}}`)},
	{"input/default-type", form(`{"requestedSchema":{"properties":{"a":{"type":"integer","default":"4"}}}}`), form(`{"requestedSchema":{"properties":{"a":{"type":"integer","default":4}}}}`)},
	{"input/default-type", form(`{"requestedSchema":{"properties":{"a":{"enum":["x"],"default":"X"}}}}`), form(`{"requestedSchema":{"properties":{"a":{"enum":["x"],"default":"\u0078"}}}}`)},
	{"input/range-empty", form(`{"requestedSchema":{"properties":{"a":{"type":"integer","minimum":8,"maximum":1}}}}`), form(`{"requestedSchema":{"properties":{"a":{"type":"integer","minimum":1,"maximum":1}}}}`)},
	{"input/message-missing", legacy(`<{"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{}}`), legacy(`<{"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{"message":""}}`)},
	{"input/secret", form(`{"requestedSchema":{"properties":{"dbPassword":{"type":"string"}}}}`), form(`{"requestedSchema":{"properties":{"passenger":{"type":"string"}}}}`)},
	{"input/url", form(`{"mode":"url","url":"http://example.com/"}`), form(`{"mode":"url","url":"http://localhost:3000/login"}`)},
}

// then is a tape that goes on.
func (tp tape) then(entries ...string) tape { return append(tp[:len(tp):len(tp)], entries...) }

var errorCases = []ruleCase{
	{"error/code-removed", failure(`{"code":-32042,"message":"x"}`), legacyReply(`{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"x"}}`)},
	{"error/code-reserved", failure(`{"code":-32023,"message":"x"}`), failure(`{"code":-32021,"message":"x"}`)},
	{"error/code-legacy", failure(`{"code":-32000,"message":"x"}`), failure(`{"code":-32002,"message":"x"}`)},
	{"error/code-legacy", failure(`{"code":-32019,"message":"x"}`), tape{askDiscover, `<{"jsonrpc":"2.0","id":"d","error":{"code":-32000,"message":"no session"}}`}},
	{"error/code-json-rpc", failure(`{"code":-32604,"message":"x"}`), failure(`{"code":-32603,"message":"x"}`)},
	{"error/code-zero", failure(`{"code":0,"message":"x"}`), failure(`{"message":"x"}`)},
	{"error/message-empty", failure(`{"code":1,"message":""}`), failure(`{"code":1,"message":" "}`)},
	{"error/resources-refused",
		modern(ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}`),
		opening(`"capabilities":{}`).then(ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}`)},
	{"error/templates-refused",
		modern(ask("resources/templates/list", ""), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}`),
		modern(ask("resources/templates/list", ""), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`)},
	{"error/completion-refused",
		modern(ask("completion/complete", ""), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}`),
		modern(ask("completion/complete", ""), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}`)},
	{"error/revision-data", failure(`{"code":-32022,"message":"x","data":{"supported":[]}}`), failure(`{"code":-32022,"message":"x","data":{"supported":[],"requested":"x"}}`)},
	{"error/capability-data", failure(`{"code":-32021,"message":"x","data":{}}`), failure(`{"code":-32021,"message":"x","data":{"requiredCapabilities":{}}}`)},
}
