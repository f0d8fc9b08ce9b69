package findings

const (
	itemA = `{"uri":"x:a","name":"a"}`
	itemB = `{"uri":"x:b","name":"b"}`
	pageA = hints + `,"resources":[` + itemA + `]`
	pageB = hints + `,"resources":[` + itemB + `]`
)

var listCases = []ruleCase{
	{"page/list-missing", listing("resources/list", "", `"items":[]`), listing("resources/list", "", `"resources":[]`)},
	{"page/list-missing", listing("resources/templates/list", "", `"templates":[]`), listing("resources/templates/list", "", `"resourceTemplates":[]`)},
	{"page/cursor-null", listing("resources/list", "", `"resources":[],"nextCursor":null`), listing("resources/list", "", `"resources":[],"nextCursor":"null"`)},
	{"page/cursor-type", listing("resources/list", "", `"resources":[],"nextCursor":2`), listing("resources/list", "", `"resources":[],"nextCursor":""`)},
	{"page/cursor-repeats", pages(pageA, pageB+`,"nextCursor":"b"`), pages(pageA, pageB+`,"nextCursor":"c"`)},
	{"page/cursor-repeats", // a cycle of two
		append(pages(pageA, pageB+`,"nextCursor":"c"`), ask("resources/list", `"cursor":"c"`), `<{"jsonrpc":"2.0","id":1,"result":{`+pageA+`,"nextCursor":"b"}}`),
		// the same page, fetched again
		append(pages(pageA, pageB+`,"nextCursor":"c"`), ask("resources/list", `"cursor":"b"`), `<{"jsonrpc":"2.0","id":1,"result":{`+pageB+`,"nextCursor":"c"}}`)},
	{"page/items-repeat", pages(pageA, pageA), pages(hints+`,"resources":[]`, hints+`,"resources":[]`)},
	{"page/unknown-cursor-accepted", listing("resources/list", `"cursor":"`+UnknownCursor+`"`, `"resources":[]`), listing("resources/list", `"cursor":"other"`, `"resources":[]`)},
	{"cache/scope-flips",
		pages(pageA, `"resultType":"complete","ttlMs":0,"cacheScope":"public","resources":[]`),
		pages(pageA, `"resultType":"complete","ttlMs":9,"cacheScope":"private","resources":[]`)},
	{"page/undeclared",
		append(opening(`"capabilities":{"tools":{}}`), ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+pageA+`}}`),
		append(opening(`"capabilities":{"tools":{}}`), ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{"resources":[]}}`)},
	{"list/not-an-object", oneRow(`"x:a"`), oneRow(`{}`)},
	{"list/uri-missing", oneRow(`{"name":"n","uri":7}`), oneRow(`{"name":"n","uri":""}`)},
	{"list/uri-missing", oneTemplate(`{"name":"n","uri":"x:1"}`), uriTemplate(`x:{a}`)},
	{"list/uri-empty", oneRow(`{"name":"n","uri":""}`), oneRow(`{"name":"n"}`)},
	{"list/uri-no-scheme", oneRow(`{"name":"n","uri":"/etc/hosts"}`), oneRow(`{"name":"n","uri":"urn:x"}`)},
	{"list/uri-characters", oneRow(`{"name":"n","uri":"x:ü"}`), oneRow(`{"name":"n","uri":"x:%C3%BC/[1]?q=a&b#c"}`)},
	{"list/uri-repeated", oneRow(itemA + `,` + itemA), oneRow(itemA + `,{"uri":"x:A","name":"a"}`)},
	{"list/uri-repeated", oneRow(itemA + `,` + itemA), pages(pageA, pageA)},
	{"list/name-missing", oneRow(`{"uri":"x:1","title":"T"}`), oneRow(`{"uri":"x:1","name":""}`)},
	{"list/name-empty", oneRow(`{"uri":"x:1","name":""}`), oneRow(`{"uri":"x:1","name":" "}`)},
	{"list/text-not-a-string", with(`"title":null`), with(`"title":""`)},
	{"list/text-not-a-string", oneTemplate(`{"name":"n","uriTemplate":"x:{a}","description":["d"]}`), oneTemplate(`{"name":"n","uriTemplate":"x:{a}","extra":["d"]}`)},
	{"list/mime-type", with(`"mimeType":"text"`), with(`"mimeType":"application/vnd.x+json; charset=utf-8"`)},
	{"list/size-not-a-number", with(`"size":"12"`), with(`"size":12`)},
	{"list/size-not-a-number", with(`"size":null`), with(`"size":-1`)},
	{"list/size-negative", with(`"size":-12`), with(`"size":0`)},
	{"list/size-fraction", with(`"size":12.5`), with(`"size":1.2e1`)},
	{"list/member-type", with(`"icons":{}`), with(`"icons":[]`)},
	{"list/member-type", with(`"annotations":null`), with(`"annotations":{}`)},
	{"template/syntax", uriTemplate(`x:{a`), uriTemplate(`x:{a}{?b,c*}{#d:3}`)},
	{"template/literal", uriTemplate(`x:a b{c}`), uriTemplate(`x:a%20b{c}`)},
	{"template/no-scheme", uriTemplate(`events{?topic}`), uriTemplate(`{+uri}`)},
	{"template/no-variables", uriTemplate(`x:fixed`), uriTemplate(`x:{?a}`)},
	{"template/variable-repeated", uriTemplate(`x:{a}{?a}`), uriTemplate(`x:{a}{?A}`)},
	{"annotation/audience", with(`"annotations":{"audience":"user"}`), with(`"annotations":{"audience":["user","assistant"]}`)},
	{"annotation/priority-not-a-number", with(`"annotations":{"priority":"1"}`), with(`"annotations":{"priority":2}`)},
	{"annotation/priority-range", with(`"annotations":{"priority":1.01}`), with(`"annotations":{"priority":1}`)},
	{"annotation/last-modified", with(`"annotations":{"lastModified":1700000000}`), with(`"annotations":{"lastModified":"2026-07-28"}`)},
	{"icon/src-missing", with(`"icons":[{"url":"https://x/"}]`), with(`"icons":[{"src":"https://x/"}]`)},
	{"icon/src-scheme", with(`"icons":[{"src":"/favicon.ico"}]`), with(`"icons":[{"src":"data:image/png;base64,AA=="}]`)},
	{"icon/sizes", with(`"icons":[{"src":"https://x/","sizes":["large"]}]`), with(`"icons":[{"src":"https://x/","sizes":["48x48","any"]}]`)},
	{"icon/theme", opening(`"capabilities":{},"serverInfo":{"name":"n","version":"1","icons":[{"src":"https://x/","theme":"blue"}]}`), opening(`"capabilities":{},"serverInfo":{"name":"n","version":"1","icons":[{"src":"https://x/","theme":"dark"}]}`)},
	{"page/cursor-refused",
		modern(ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+pageA+`,"nextCursor":"b"}}`,
			ask("resources/list", `"cursor":"b"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad cursor"}}`),
		modern(ask("resources/list", `"cursor":"b"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad cursor"}}`)},
	{"page/unknown-cursor-code",
		modern(ask("resources/list", `"cursor":"`+UnknownCursor+`"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}`),
		modern(ask("resources/list", `"cursor":"`+UnknownCursor+`"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`)},
	{"completion/values-missing", completing(`{"values":null}`), completing(`{"values":[]}`)},
	{"completion/value-type", completing(`{"values":["a",{"b":1}]}`), completing(`{"values":["a","1"]}`)},
	{"completion/too-many", completing(`{"values":[` + hundred + `,"one more"]}`), completing(`{"values":[` + hundred + `],"hasMore":true}`)},
	{"completion/total", completing(`{"values":["a","b"],"total":1}`), completing(`{"values":["a","b"],"total":2}`)},
}

const (
	ten     = `"","","","","","","","","",""`
	hundred = ten + `,` + ten + `,` + ten + `,` + ten + `,` + ten + `,` + ten + `,` + ten + `,` + ten + `,` + ten + `,` + ten
)
