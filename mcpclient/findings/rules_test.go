package findings

import (
	"slices"
	"strings"
	"testing"
)

// ruleCase shows a rule at work: a conversation that breaks it, and one that
// comes near and does not.
type ruleCase struct {
	rule      string
	bad, good tape
}

// ruleCases has at least one case for every rule.
var ruleCases = slices.Concat(messageCases, openingCases, listCases, readCases, noticeCases, errorCases)

func TestRules(t *testing.T) {
	tried := map[string]bool{}
	for _, tt := range ruleCases {
		tried[tt.rule] = true
		t.Run(tt.rule, func(t *testing.T) {
			found := findingsOf(tt.bad.play(t), tt.rule)
			if len(found) == 0 {
				t.Errorf("not found in %s", strings.Join(tt.bad, "\n"))
			}
			for _, f := range found {
				if f.Message == "" || f.Where == "" || f.Frame == 0 || f.Spec == "" {
					t.Errorf("incomplete: %+v", f)
				}
			}
			if found := findingsOf(tt.good.play(t), tt.rule); len(found) > 0 {
				t.Errorf("found %+v in %s", found, strings.Join(tt.good, "\n"))
			}
		})
	}
	for _, r := range Rules() {
		if !tried[r.ID] {
			t.Errorf("%s has no case", r.ID)
		}
	}
}

func findingsOf(c *Checker, rule string) []Finding {
	var out []Finding
	for _, f := range c.Findings() {
		if f.Rule == rule {
			out = append(out, f)
		}
	}
	return out
}

func TestRuleTable(t *testing.T) {
	rules := Rules()
	if len(rules) < 60 {
		t.Errorf("only %d rules", len(rules))
	}
	seen := map[string]bool{}
	table := Markdown()
	for _, r := range rules {
		topic, fault, ok := strings.Cut(r.ID, "/")
		switch {
		case seen[r.ID]:
			t.Errorf("%s is there twice", r.ID)
		case !ok, topic == "", strings.Trim(fault, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
			t.Errorf("%s is not written like an id", r.ID)
		case r.Title == "" || r.Expected == "" || r.Spec == "":
			t.Errorf("%s is not documented: %+v", r.ID, r)
		case !slices.Contains(Severities(), r.Severity):
			t.Errorf("%s has the severity %q", r.ID, r.Severity)
		case r.Era != Both && r.Era != Modern && r.Era != Legacy:
			t.Errorf("%s has the era %q", r.ID, r.Era)
		case strings.Count(table, "| `"+r.ID+"` |") != 1:
			t.Errorf("%s is not in the table for the documentation", r.ID)
		}
		seen[r.ID] = true
	}
}

var messageCases = []ruleCase{
	{"message/jsonrpc-missing", reply(`{"id":1,` + okResult), reply(okReply)},
	{"message/jsonrpc-version", reply(`{"jsonrpc":2.0,"id":1,` + okResult), reply(okReply)},
	{"message/id-null", reply(`{"jsonrpc":"2.0","id":null,"result":{}}`), reply(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`)},
	{"message/id-missing", reply(`{"jsonrpc":"2.0","result":{}}`), reply(`{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}`)},
	{"message/id-type", reply(`{"jsonrpc":"2.0","id":{},"result":{}}`), reply(okReply)},
	{"message/id-fraction", reply(`{"jsonrpc":"2.0","id":1.0,` + okResult), reply(okReply)},
	{"message/id-retyped", reply(`{"jsonrpc":"2.0","id":"1",` + okResult), reply(okReply)},
	{"message/id-reused", reply(strings.Repeat(`{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n", 2)), reply(`{"jsonrpc":"2.0","id":7,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":"7","method":"ping"}`)},
	{"message/reply-unknown", reply(`{"jsonrpc":"2.0","id":2,"result":{}}`), reply(okReply)},
	{"message/reply-repeated", reply(okReply + "\n" + okReply), reply(okReply)},
	{"message/reply-unnamed", over(`200 application/json {"jsonrpc":"2.0","id":2,` + okResult), over(`200 application/json {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}`)},
	{"message/method-type", reply(`{"jsonrpc":"2.0","method":null}`), reply(`{"jsonrpc":"2.0","method":""}`)},
	{"message/method-in-reply", reply(`{"jsonrpc":"2.0","id":1,"method":"x",` + okResult), reply(okReply)},
	{"message/params-type", reply(`{"jsonrpc":"2.0","method":"x","params":[1]}`), reply(`{"jsonrpc":"2.0","method":"x"}`)},
	{"message/result-type", result(`[]`), result(`{}`)},
	{"message/error-type", failure(`"no"`), failure(`{"code":1,"message":"no"}`)},
	{"message/error-code", failure(`{"code":"1","message":"no"}`), failure(`{"code":1,"message":"no"}`)},
	{"message/error-message", failure(`{"code":1}`), failure(`{"code":1,"message":""}`)},
	{"message/reply-empty", reply(`{"jsonrpc":"2.0","id":1}`), result(`{}`)},
	{"message/reply-both", reply(`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}`), result(`{"error":{}}`)},
	{"message/reply-null", reply(`{"jsonrpc":"2.0","id":1,"result":{},"error":null}`), result(`{"error":null}`)},
	{"message/member-unknown", reply(`{"jsonrpc":"2.0","id":1,"time":3,` + okResult), result(`{"time":3}`)},
	{"message/member-repeated", reply(`{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,` + okResult), result(`{"a":{"id":1},"b":{"id":1}}`)},
	{"message/empty", reply(`{"jsonrpc":"2.0"}`), reply(`{"hello":"world"}`)},
	{"message/batch", reply(`[` + okReply + `]`), tape{
		strings.Replace(askInitialize, "2025-11-25", "2025-03-26", 1),
		`<{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":"2025-03-26",` + declared + `,"serverInfo":{"name":"n","version":"1"}}}`,
		initialized, askLegacy("resources/read", `"uri":"x:1"`), `<[` + okReply + `]`}},
	{"message/shared", reply(okReply + okReply), reply(okReply + "\n" + okReply)},
	{"message/cut-off", modern(ask("resources/read", `"uri":"x:1"`), "<!"+okReply), reply(okReply)},
	{"message/too-large", holding(`[{"uri":"x:1","text":"` + strings.Repeat("x", testLimit) + `"}]`), holding(`[{"uri":"x:1","text":"` + strings.Repeat("x", testLimit/2) + `"}]`)},
	{"json/invalid", result(`{"a":NaN}`), result(`{"a":"NaN"}`)},
	{"json/not-utf8", result("{\"a\":\"\xc3\"}"), result(`{"a":"\u00c3"}`)},
	{"json/byte-order-mark", reply("\ufeff" + okReply), result(`{"a":"\ufeff"}`)},
	{"json/lone-surrogate", result(`{"a":"\udc00"}`), result(`{"a":"\ud83d\ude00"}`)},
	{"json/name-repeated", result(`{"a":1,"a":2}`), result(`{"a":1,"A":2}`)},
	{"json/nesting", result(`{"a":` + strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001) + `}`), result(`{"a":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`)},
	{"stdio/noise", reply("Server ready"), reply(`{"jsonrpc":"2.0"}`)},
	{"stdio/line-spread", reply("{\n\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"result\":{}}"), reply(okReply)},
	{"stdio/unfinished", reply("{\n\"jsonrpc\":\"2.0\",\n" + okReply), reply("{\n\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"result\":{}}")},
	{"http/content-type", over("200 text/plain note=content-type " + okReply), over("200 application/json " + okReply)},
	{"http/event-type", over("200 text/event-stream event: x\ndata: " + okReply + "\n\n"), over("200 text/event-stream event: message\ndata: " + okReply + "\n\n")},
	{"http/after-reply", over(`200 text/event-stream note=after-reply data: {"jsonrpc":"2.0","method":"x"}` + "\n\n"), over(`200 text/event-stream data: {"jsonrpc":"2.0","method":"x"}` + "\n\n")},
	{"http/not-a-message", over("200 text/html <html>"), over("404 text/html <html>")},
	{"http/accepted-body", over("202 text/plain OK"), over("200 application/json " + okReply)},
	{"http/result-status", over("201 application/json " + okReply), over(`400 application/json {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`)},
	{"http/error-status", over(`200 application/json {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`), over(`200 text/event-stream data: {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}` + "\n\n")},
	{"http/error-status", over(`404 application/json {"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"no"}}`), over(`400 application/json {"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"no"}}`)},
	{"http/session", over("200 application/json session " + okReply), legacy(askLegacy("resources/read", `"uri":"x:1"`), "<200 application/json session "+okReply)},
}

var openingCases = []ruleCase{
	{"server/no-instructions", opening(declared), opening(declared + `,"instructions":""`)},
	{"server/instructions-type", opening(declared + `,"instructions":["x"]`), opening(declared)},
	{"server/info-missing", legacyOpening(declared), legacyOpening(declared + `,"serverInfo":{}`)},
	{"server/identity-missing", opening(declared), opening(declared + `,` + identity)},
	{"server/identity-in-body", opening(declared + `,"serverInfo":{"name":"n","version":"1"}`), opening(declared + `,"serverInfo":{"name":"n","version":"1"},` + identity)},
	{"server/name-missing", legacyOpening(declared + `,"serverInfo":{"version":"1"}`), legacyOpening(declared + `,"serverInfo":{"name":"","version":"1"}`)},
	{"server/version-missing", opening(declared + `,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"n","version":1}}`), opening(declared + `,` + identity)},
	{"server/capabilities-missing", legacyOpening(`"serverInfo":{}`), legacyOpening(`"capabilities":{}`)},
	{"server/capability-type", opening(`"capabilities":{"resources":{"subscribe":"yes"}}`), opening(`"capabilities":{"resources":{"subscribe":false},"x":{}}`)},
	{"server/capability-type", opening(`"capabilities":{"resources":true}`), opening(`"capabilities":{"resources":{}}`)},
	{"server/no-resources", opening(`"capabilities":{"tools":{}}`), opening(`"capabilities":{"resources":{}}`)},
	{"server/versions-missing", opening(declared), opening(declared + `,"supportedVersions":["2026-07-28"]`)},
	{"server/versions-missing", opening(`"supportedVersions":[]`), opening(`"supportedVersions":[1]`)},
	{"server/version-shape", opening(`"supportedVersions":["2026-07-28","latest"]`), opening(`"supportedVersions":["2026-07-28","2031-01-01"]`)},
	{"server/version-unlisted", opening(`"supportedVersions":["2025-11-25"]`), opening(`"supportedVersions":["2025-11-25","2026-07-28"]`)},
	{"server/protocol-version-missing", legacyOpening(declared), legacyOpening(declared + `,"protocolVersion":"x"`)},
	{"server/protocol-version-unknown", legacyOpening(`"protocolVersion":"2026-07-28"`), legacyOpening(`"protocolVersion":"2024-11-05"`)},
}
