package wire

import (
	"slices"
	"strings"
	"testing"

	"mcperuse/mcpclient/rawjson"
)

func codes(notes []Note) string {
	var all []string
	for _, n := range notes {
		all = append(all, string(n.Code))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, in string
		kind     Kind
		id       ID
		method   string
		notes    string
	}{
		{"request", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}`, Request, "1", "ping", ""},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/progress"}`, Notification, "", "notifications/progress", ""},
		{"result", `{"jsonrpc":"2.0","id":"a","result":{}}`, Reply, `"a"`, "", ""},
		{"error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`, Reply, "1", "", ""},
		{"space around", " {\"jsonrpc\" : \"2.0\" , \"id\" : 1 ,\n \"result\" : { } } ", Reply, "1", "", ""},
		{"escaped member name", `{"jsonrpc":"2.0","i\u0064":1,"result":{}}`, Reply, "1", "", ""},
		{"jsonrpc missing", `{"id":1,"result":{}}`, Reply, "1", "", "jsonrpc-missing"},
		{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":1,"result":{}}`, Reply, "1", "", "jsonrpc-version"},
		{"jsonrpc a number", `{"jsonrpc":2.0,"id":1,"result":{}}`, Reply, "1", "", "jsonrpc-version"},
		{"id null", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, Reply, "null", "", "id-null"},
		{"id absent on an error", `{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}`, Reply, "", "", "id-missing"},
		{"id a float", `{"jsonrpc":"2.0","id":1.0,"result":{}}`, Reply, "1.0", "", "id-fraction"},
		{"id a boolean", `{"jsonrpc":"2.0","id":true,"result":{}}`, Reply, "true", "", "id-type"},
		{"id an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, Request, "{}", "ping", "id-type"},
		{"id null on a request", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, Notification, "null", "ping", "id-null"},
		{"method a number", `{"jsonrpc":"2.0","id":1,"method":7}`, Request, "1", "7", "method-type"},
		{"params a list", `{"jsonrpc":"2.0","method":"m","params":[1]}`, Notification, "", "m", "params-type"},
		{"error a string", `{"jsonrpc":"2.0","id":1,"error":"boom"}`, Reply, "1", "", "error-type"},
		{"error code a string", `{"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"x"}}`, Reply, "1", "", "error-code"},
		{"error code a fraction", `{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"x"}}`, Reply, "1", "", "error-code"},
		{"error empty", `{"jsonrpc":"2.0","id":1,"error":{}}`, Reply, "1", "", "error-code error-message"},
		{"neither", `{"jsonrpc":"2.0","id":1}`, Reply, "1", "", "reply-empty"},
		{"both", `{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}`, Reply, "1", "", "reply-both"},
		{"error null beside a result", `{"jsonrpc":"2.0","id":1,"result":{},"error":null}`, Reply, "1", "", "reply-null"},
		{"result null beside an error", `{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"x"}}`, Reply, "1", "", "reply-null"},
		{"result a list", `{"jsonrpc":"2.0","id":1,"result":[]}`, Reply, "1", "", "result-type"},
		{"result a string", `{"jsonrpc":"2.0","id":1,"result":"ok"}`, Reply, "1", "", "result-type"},
		{"result null", `{"jsonrpc":"2.0","id":1,"result":null}`, Reply, "1", "", "result-type"},
		{"method in a reply", `{"jsonrpc":"2.0","id":1,"method":"m","result":{}}`, Reply, "1", "", "method-in-reply"},
		{"result in a notification", `{"jsonrpc":"2.0","method":"m","result":{}}`, Notification, "", "m", "method-in-reply"},
		{"unknown member", `{"jsonrpc":"2.0","id":1,"result":{},"took":3}`, Reply, "1", "", "member-unknown"},
		{"member twice", `{"jsonrpc":"2.0","id":1,"id":2,"result":{}}`, Reply, "2", "", "member-repeated"},
		{"name twice inside", `{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}`, Reply, "1", "", "name-repeated"},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\xff\"}}", Reply, "1", "", "utf8-invalid"},
		{"lone surrogate", `{"jsonrpc":"2.0","id":1,"result":{"a":"\ud800"}}`, Reply, "1", "", "surrogate-lone"},
		{"NaN", `{"jsonrpc":"2.0","id":1,"result":{"a":NaN}}`, Reply, "1", "", "json-invalid"},
		{"comma at the end", `{"jsonrpc":"2.0","id":1,"result":{},}`, Reply, "1", "", "json-invalid"},
		{"stray text between members", `{"jsonrpc":"2.0","id":1,"result":{} oops}`, Reply, "1", "", "json-invalid"},
		{"deep nesting", `{"jsonrpc":"2.0","id":1,"result":{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}}`, Reply, "1", "", "nesting-deep"},
		{"nesting as deep as is common", `{"jsonrpc":"2.0","id":1,"result":{"a":` + strings.Repeat("[", 998) + strings.Repeat("]", 998) + `}}`, Reply, "1", "", ""},
		{"nesting a level more", `{"jsonrpc":"2.0","id":1,"result":{"a":` + strings.Repeat("[", 999) + strings.Repeat("]", 999) + `}}`, Reply, "1", "", "nesting-deep"},
		{"deep nesting in a large message", `{"jsonrpc":"2.0","id":1,"result":{"a":` + strings.Repeat("[", 100000) + strings.Repeat("]", 100000) + `}}`, Reply, "1", "", "nesting-deep"},
		{"only jsonrpc", `{"jsonrpc":"2.0"}`, NotMessage, "", "", "envelope-empty"},
		{"log record", `{"level":"info","msg":"ready"}`, NotMessage, "", "", ""},
		{"log record with an error", `{"level":"error","error":"boom","id":7}`, NotMessage, "", "", ""},
		{"log record of a request", `{"level":"info","method":"GET","id":"r1","path":"/"}`, NotMessage, "", "", ""},
		{"bare string", `"ready"`, NotMessage, "", "", ""},
		{"bare number", `7`, NotMessage, "", "", ""},
		{"plain text", `listening on stdio`, NotMessage, "", "", ""},
		{"unfinished", `{"jsonrpc":"2.0","id":1`, NotMessage, "", "", ""},
		{"nothing", ``, NotMessage, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, notes := Parse([]byte(tt.in))
			if m.Kind != tt.kind || m.ID != tt.id || m.Method != tt.method || codes(notes) != tt.notes {
				t.Errorf("got %v id %q method %q notes %q; want %v %q %q %q", m.Kind, m.ID, m.Method, codes(notes), tt.kind, tt.id, tt.method, tt.notes)
			}
		})
	}
}

func TestParseKeepsWhatWasNotSentApart(t *testing.T) {
	m, _ := Parse([]byte(`{"jsonrpc":"2.0","id":1,"result":null}`))
	if string(m.Result) != "null" || m.Error != nil || m.Params != nil {
		t.Errorf("result %q, error %q, params %q; want null, nothing, nothing", m.Result, m.Error, m.Params)
	}
	m, _ = Parse([]byte(`{"jsonrpc":"2.0","id":1,"result":{},"error":null}`))
	if m.Result == nil || m.Error != nil {
		t.Errorf("a null beside the result counts: error %q", m.Error)
	}
}

// A message too large for the full check still says what is cheap to see.
func TestParseOfALargeMessageIsNotCheckedInFull(t *testing.T) {
	filler := strings.Repeat("x", checkLimit)
	_, notes := Parse([]byte(`{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2,"b":"` + filler + "\xff\"}}"))
	if codes(notes) != "utf8-invalid" {
		t.Errorf("notes %q, want utf8-invalid alone", codes(notes))
	}
}

func TestIDsCompareInTypeAndValue(t *testing.T) {
	if NumberID(7) != ID("7") || NumberID(7) == ID(`"7"`) {
		t.Error("7 must be 7 and not \"7\"")
	}
	for id, want := range map[ID]bool{"7": true, `"7"`: true, `""`: true, "null": false, "": false} {
		if id.Valid() != want {
			t.Errorf("ID(%s).Valid() = %v", id, !want)
		}
	}
}

func TestBuildersWriteExactBytes(t *testing.T) {
	tests := []struct{ name, got, want string }{
		{"request", string(AppendRequest(nil, NumberID(1), "resources/list", rawjson.Value(`{ "cursor" : "" }`))), `{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{ "cursor" : "" }}`},
		{"request without params", string(AppendRequest([]byte(">"), `"a"`, "ping", nil)), `>{"jsonrpc":"2.0","id":"a","method":"ping"}`},
		{"notification", string(AppendNotification(nil, "notifications/initialized", nil)), `{"jsonrpc":"2.0","method":"notifications/initialized"}`},
		{"odd method", string(AppendNotification(nil, "a\"\n", nil)), `{"jsonrpc":"2.0","method":"a\"\n"}`},
		{"result", string(AppendResult(nil, "1.0", rawjson.Value(`{}`))), `{"jsonrpc":"2.0","id":1.0,"result":{}}`},
		{"error", string(AppendError(nil, "null", -32601, "not \"here\"")), `{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"not \"here\""}}`},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}
