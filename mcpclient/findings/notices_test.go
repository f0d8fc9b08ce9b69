package findings

const early = `<{"jsonrpc":"2.0","id":5,"method":"roots/list"}`

var noticeCases = []ruleCase{
	{"request/modern", modern(`<{"jsonrpc":"2.0","id":5,"method":"ping"}`), legacy(`<{"jsonrpc":"2.0","id":5,"method":"ping"}`)},
	{"request/undeclared", legacy(early), tape{
		`>{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}}}}`,
		`<{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":"2025-11-25"}}`, initialized, early}},
	{"request/undeclared", legacy(`<{"jsonrpc":"2.0","id":5,"method":"elicitation/create","params":{}}`), legacy(`<{"jsonrpc":"2.0","id":5,"method":"ping"}`)},
	{"request/early", tape{askInitialize, early}, legacy(early)},
	{"request/early", legacy()[:2].then(early), legacy()[:2].then(`<{"jsonrpc":"2.0","id":5,"method":"ping"}`)},
	{"progress/token-unknown", notice(`progress","params":{"progressToken":"1","progress":1}`), notice(`progress","params":{"progressToken":1,"progress":1}`)},
	{"progress/token-unknown", notice(`x"`).then(`<`+okReply, `<{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`), notice(`x"`)},
	{"progress/not-a-number", notice(`progress","params":{"progressToken":1}`), notice(`progress","params":{"progressToken":1,"progress":0}`)},
	{"progress/not-a-number", notice(`progress","params":{"progressToken":1,"progress":1,"total":"9"}`), notice(`progress","params":{"progressToken":1,"progress":1,"total":9}`)},
	{"progress/not-increasing",
		notice(`progress","params":{"progressToken":1,"progress":1}`).then(`<{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`),
		notice(`progress","params":{"progressToken":1,"progress":0}`).then(`<{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.1}}`)},
	{"log/not-asked", notice(`message","params":{"level":"info","data":1}`), modern(
		`>{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/logLevel":"info"}}}`,
		`<{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`)},
	{"log/level", notice(`message","params":{"level":"WARN","data":1}`), notice(`message","params":{"level":"warning","data":1}`)},
	{"log/data-missing", notice(`message","params":{"level":"info","message":"x"}`), notice(`message","params":{"level":"info","data":null}`)},

	{"subscription/not-acknowledged", listening(listenEnd), listening(acknowledged, listenEnd)},
	{"subscription/not-acknowledged", listening(listenEnd), // ended by the client
		listening().then(`>{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, `<`+listenEnd)},
	{"subscription/acknowledged-late", listening(listChanged, acknowledged), listening(acknowledged, listChanged)},
	{"subscription/acknowledged-twice", listening(acknowledged, acknowledged), listening(acknowledged)},
	{"subscription/acknowledgement-shape", listening(agreed(`null`)), listening(agreed(`{}`))},
	{"subscription/acknowledgement-shape", listening(agreed(`{"resourceSubscriptions":true}`)), listening(agreed(`{"resourceSubscriptions":[],"x":1}`))},
	{"subscription/acknowledged-unasked", listening(agreed(`{"promptsListChanged":true}`)), listening(agreed(`{"promptsListChanged":false,"resourcesListChanged":true}`))},
	{"subscription/acknowledged-unasked", listening(agreed(`{"resourceSubscriptions":["x:2"]}`)), listening(agreed(`{"resourceSubscriptions":["x:1"]}`))},
	{"subscription/acknowledged-less", listening(agreed(`{"resourcesListChanged":true}`)), listening(acknowledged)},
	{"subscription/id-missing", listening(acknowledged, `{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}`), legacy(`<{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}`)},
	{"subscription/id-unknown", listening(acknowledged, `{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"1"}}}`), listening(acknowledged, listChanged)},
	{"subscription/not-asked", listening(acknowledged, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{`+subscriptionID+`}}`), listening(acknowledged, updated)},
	{"subscription/after-end", listening(acknowledged, listenEnd, updated), listening(acknowledged, updated, listenEnd)},
	{"subscription/end-unnamed", listening(acknowledged, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`), listening(acknowledged, listenEnd)},
	{"subscription/uri-missing", listening(acknowledged, `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{`+subscriptionID+`}}`), listening(acknowledged, updated)},
	{"subscription/undeclared", opening(`"capabilities":{"resources":{"subscribe":true}}`).then(`<` + listChanged), opening(`"capabilities":{"resources":{"listChanged":true}}`).then(`<` + listChanged)},
	{"subscription/undeclared", opening(`"capabilities":{"resources":{"listChanged":true}}`).then(`<` + updated), opening(`"capabilities":{"resources":{"subscribe":true}}`).then(`<` + updated)},
	{"subscription/update-unasked", legacy(`<` + updated), legacy(askLegacy("resources/subscribe", `"uri":"x:1"`), `<{"jsonrpc":"2.0","id":1,"result":{}}`, `<`+updated)},
	{"subscription/refused", listening(`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}`), listening(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}`)},
	{"subscription/refused",
		legacy(askLegacy("resources/subscribe", `"uri":"x:1"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}`),
		legacy(askLegacy("resources/subscribe", `"uri":"x:1"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"x"}}`)},
}
