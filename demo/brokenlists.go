package demo

import (
	"fmt"
	"strings"
)

// The faults of the opening, of lists, completions and subscriptions: what the broken server answers other than reads with.

// discover answers server/discover. One that speaks only older revisions should not know the method at all.
func (b *broken) discover() string {
	const icons = `"icons":[{"src":"javascript:alert(1)","sizes":"48x48","theme":"sepia"},{"sizes":["big"]}]`
	switch {
	case b.opts.Legacy && b.opts.Bare:
		return `$FAIL{"code":-32601,"message":"Method not found"}}`
	case b.opts.Legacy:
		return `{$HEAD,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2025-11-25"],"capabilities":{"resources":{}}}}`
	case b.opts.Bare:
		return `{$HEAD,"result":{$HINTS"supportedVersions":[],"capabilities":"none"}}`
	}
	return `{$HEAD,"result":{$HINTS"supportedVersions":["2026-07-28","next"],"capabilities":{"tools":[],"completions":{},` +
		`"resources":{"listChanged":true,"subscribe":true}},"instructions":["be","kind"],"serverInfo":{` + icons + `}}}`
}

// initialize answers the legacy handshake. Asked for the oldest revision, it answers with one that does not exist.
func (b *broken) initialize(a ask) string {
	switch {
	case !b.opts.Legacy:
		return `$FAIL{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}`
	case a.Params.ProtocolVersion == "2024-11-05":
		return `{$HEAD,"result":{"protocolVersion":"1999-12-31","capabilities":{},"serverInfo":{"name":"broken","version":"1"}}}`
	case b.opts.Bare:
		return `{$HEAD,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"broken","version":"1"}}}`
	}
	return `{"jsonrpc":"2.0","id":"early","method":"roots/list"}` + "\n" +
		`{$HEAD,"result":{"capabilities":{"completions":{},"resources":{"listChanged":true,"subscribe":true}}}}`
}

// brokenRows are rows that are wrong as such, each named after the rule it breaks.
const brokenRows = `null,
{"name":"list/uri-missing"},
{"uri":"","name":"list/uri-empty"},
{"uri":"notes.txt","name":"list/uri-no-scheme"},
{"uri":"broken:two words","name":"list/uri-characters"},
{"uri":"broken:list/uri-repeated","name":"list/uri-repeated"},
{"uri":"broken:list/uri-repeated","name":"list/uri-repeated"},
{"uri":"broken:list/name-missing"},
{"uri":"broken:list/name-empty","name":""},
{"uri":"broken:list/text-not-a-string","name":"list/text-not-a-string","title":7},
{"uri":"broken:list/mime-type","name":"list/mime-type","mimeType":"markdown"},
{"uri":"broken:list/size-not-a-number","name":"list/size-not-a-number","size":"12"},
{"uri":"broken:list/size-negative","name":"list/size-negative","size":-1},
{"uri":"broken:list/size-fraction","name":"list/size-fraction","size":1.5},
{"uri":"broken:list/member-type","name":"list/member-type","annotations":["user"]},
{"uri":"broken:annotation/audience","name":"annotation/audience","annotations":{"audience":["everybody"]}},
{"uri":"broken:annotation/priority-not-a-number","name":"annotation/priority-not-a-number","annotations":{"priority":"high"}},
{"uri":"broken:annotation/priority-range","name":"annotation/priority-range","annotations":{"priority":11}},
{"uri":"broken:annotation/last-modified","name":"annotation/last-modified","annotations":{"lastModified":"yesterday"}},
{"uri":"broken:icon/src-missing","name":"icon/src-missing","icons":[{"mimeType":"image/png"}]},
{"uri":"broken:icon/src-scheme","name":"icon/src-scheme","icons":[{"src":"file:///etc/passwd"}]},
{"uri":"broken:icon/sizes","name":"icon/sizes","icons":[{"src":"https://example.com/i.png","sizes":"48x48"}]},
{"uri":"broken:icon/theme","name":"icon/theme","icons":[{"src":"https://example.com/i.png","theme":"sepia"}]}`

// resources answers resources/list: a page of faults, one without a list, and two that are the same and never end.
func (b *broken) resources(a ask) string {
	page := func(scope, members string) string {
		hints := fmt.Sprintf(`"resultType":"complete","ttlMs":0,"cacheScope":%q,`, scope)
		if b.opts.Legacy {
			hints = ""
		}
		return `{$HEAD,"result":{` + hints + members + `}}`
	}
	const same = `"resources":[{"uri":"broken:page/items-repeat","name":"page/items-repeat"}]`
	cursor := ""
	if a.Params.Cursor != nil {
		cursor = *a.Params.Cursor
	}
	switch cursor {
	case "":
		return page("private", `"resources":[`+b.rows()+`],"nextCursor":"two"`)
	case "two":
		say := page("public", `"nextCursor":"three"`)
		if b.opts.Legacy { // subscription/update-unasked
			say = `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"broken:elsewhere"}}` + "\n" + say
		}
		return say
	case "three":
		return page("private", same+`,"nextCursor":"four"`)
	case "four":
		return page("private", same+`,"nextCursor":`+b.ending())
	}
	if b.opts.Bare {
		return page("private", same)
	}
	return `$FAIL{"code":-32601,"message":"Method not found"}}`
}

// ending is how the list does not end.
func (b *broken) ending() string {
	switch {
	case b.opts.Bare:
		return `4`
	case b.opts.Legacy:
		return `null`
	}
	return `"three"`
}

// rows are the rows of the first page.
func (b *broken) rows() string {
	var rows []string
	for _, f := range faults {
		if b.has(f) {
			rows = append(rows, f.row())
		}
	}
	if !b.opts.Bare {
		rows = append(rows, strings.ReplaceAll(brokenRows, "\n", ""))
	}
	return strings.Join(rows, ",")
}

// brokenTemplates begins with the templates that are completed.
const brokenTemplates = `{"uriTemplate":"broken:completion-refused/{x}","name":"error/completion-refused"},
{"uriTemplate":"broken:completion-values/{x}","name":"completion/values-missing"},
{"uriTemplate":"broken:completion-types/{x}","name":"completion/value-type, completion/total"},
{"uriTemplate":"broken:completion-many/{x}","name":"completion/too-many"},
{"uriTemplate":"broken:{unclosed","name":"template/syntax"},
{"uriTemplate":"broken:two words/{x}","name":"template/literal"},
{"uriTemplate":"events{?topic}","name":"template/no-scheme"},
{"uriTemplate":"broken:fixed","name":"template/no-variables"},
{"uriTemplate":"broken:{x}/{x}","name":"template/variable-repeated"}`

// templates answers resources/templates/list: a page, and a cursor that is refused.
func (b *broken) templates(a ask) string {
	switch {
	case b.opts.Bare && !b.opts.Legacy:
		return asks(`,"requestState":"s"`) // input/not-here
	case a.Params.Cursor == nil:
		return `{$HEAD,"result":{$HINTS"resourceTemplates":[` + strings.ReplaceAll(brokenTemplates, "\n", "") + `],"nextCursor":"more"}}`
	case b.opts.Legacy:
		return `$FAIL{"code":-32602,"message":"Invalid cursor"}}`
	}
	return `$FAIL{"code":-32601,"message":"Method not found"}}`
}

// brokenCompletion answers completion/complete.
func brokenCompletion(template string) string {
	switch template {
	case "broken:completion-values/{x}":
		return `{$HEAD,"result":{"resultType":"complete","completion":{}}}`
	case "broken:completion-types/{x}":
		return `{$HEAD,"result":{"resultType":"complete","completion":{"values":["one",2],"total":1}}}`
	case "broken:completion-many/{x}":
		return `{$HEAD,"result":{"resultType":"complete","completion":{"values":["v"` + strings.Repeat(`,"v"`, 100) + `]}}}`
	}
	return `$FAIL{"code":-32601,"message":"Method not found"}}`
}

// listen answers subscriptions/listen: to the lists alone, without acknowledging; to resources, with everything that can be wrong.
func (b *broken) listen(a ask) string {
	const end = `{$HEAD,"result":{"resultType":"complete"}}`
	if b.opts.Legacy {
		return `$FAIL{"code":-32601,"message":"Method not found"}}`
	}
	if len(a.Params.Notifications.ResourceSubscriptions) == 0 {
		return end // subscription/not-acknowledged, subscription/end-unnamed
	}
	const (
		mine   = `"_meta":{"io.modelcontextprotocol/subscriptionId":$ID}`
		theirs = `"_meta":{"io.modelcontextprotocol/subscriptionId":"nobody"}`
	)
	say := func(method, params string) string {
		return `{"jsonrpc":"2.0","method":"notifications/` + method + `","params":{` + params + `}}`
	}
	return strings.Join([]string{
		say("resources/list_changed", mine), // subscription/acknowledged-late
		say("subscriptions/acknowledged", mine+`,"notifications":{"resourcesListChanged":"yes"}`), // …/acknowledgement-shape, …/acknowledged-less
		say("subscriptions/acknowledged", mine+`,"notifications":{"toolsListChanged":true}`),      // …/acknowledged-twice, …/acknowledged-unasked
		say("tools/list_changed", mine),       // …/not-asked
		say("resources/updated", mine),        // …/uri-missing
		say("resources/list_changed", ""),     // …/id-missing
		say("resources/list_changed", theirs), // …/id-unknown
		end,                                   // …/end-unnamed
		say("resources/list_changed", mine),   // …/after-end
	}, "\n")
}
