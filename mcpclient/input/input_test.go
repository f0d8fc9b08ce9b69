package input

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/mcpclient/rawjson"
)

func form(properties, required string) Request {
	return Parse(rawjson.Value(`{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{` + properties + `},"required":[` + required + `]}}}`))
}

func TestRequests(t *testing.T) {
	tests := []struct {
		name, raw string
		kind      Kind
		refused   string
		problem   string
	}{
		{"form", `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}`, Form, "", ""},
		{"form by name", `{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{}}}}`, Form, "", ""},
		{"form without a schema", `{"method":"elicitation/create","params":{"message":"m"}}`, Form, "", "no fields"},
		{"form without a message", `{"method":"elicitation/create","params":{"requestedSchema":{"properties":{}}}}`, Form, "", "no message"},
		{"a schema elsewhere", `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"$ref":"https://evil.example/s"}}}`, Form, "", "never fetched"},
		{"address", `{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.com"}}`, URL, "", ""},
		{"no address", `{"method":"elicitation/create","params":{"mode":"url","message":"m"}}`, URL, "no address", ""},
		{"a mode that does not exist", `{"method":"elicitation/create","params":{"mode":"voice","message":"m"}}`, Unknown, "no mode voice", ""},
		{"a mode that is no text", `{"method":"elicitation/create","params":{"mode":7,"message":"m"}}`, Unknown, "no text", ""},
		{"roots", `{"method":"roots/list"}`, Roots, "", ""},
		{"sampling", `{"method":"sampling/createMessage","params":{}}`, Sampling, "language model", ""},
		{"a method that does not exist", `{"method":"tea/make"}`, Unknown, "no such request", ""},
		{"no method", `{}`, Unknown, "no method", ""},
		{"no object", `[1]`, Unknown, "no method", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Parse(rawjson.Value(tt.raw))
			if r.Kind != tt.kind || !strings.Contains(r.Refused, tt.refused) || (r.Refused == "") != (tt.refused == "") {
				t.Errorf("kind %d, refused %q", r.Kind, r.Refused)
			}
			if got := strings.Join(r.Problems, "; "); !strings.Contains(got, tt.problem) || (got == "") != (tt.problem == "") {
				t.Errorf("problems %q", got)
			}
		})
	}
}

func TestSchemas(t *testing.T) {
	tests := []struct {
		name, schema string
		control      Control
		wants        string
		value        string // the default as it would be sent, "" for none
		problem      string
	}{
		{"text", `{"type":"string"}`, Text, "text", "", ""},
		{"text with bounds", `{"type":"string","minLength":1,"maxLength":40,"default":"Ada"}`, Text, "text, 1 to 40 characters", `"Ada"`, ""},
		{"email", `{"type":"string","format":"email"}`, Text, "an email address", "", ""},
		{"an unknown format", `{"type":"string","format":"iban"}`, Text, "text, in the format iban", "", ""},
		{"pattern", `{"type":"string","pattern":"^[a-z]+$"}`, Text, "text", "", ""},
		{"a pattern of another language", `{"type":"string","pattern":"(?=a)b"}`, Text, "text", "", "cannot be checked"},
		{"integer", `{"type":"integer","minimum":1,"maximum":8,"default":4}`, Integer, "a whole number, 1 to 8", "4", ""},
		{"number", `{"type":"number","minimum":0.5}`, Number, "a number, 0.5 or more", "", ""},
		{"a default keeps its spelling", `{"type":"number","default":1.50e1}`, Number, "a number", "1.50e1", ""},
		{"toggle", `{"type":"boolean","default":false}`, Toggle, "yes or no", "false", ""},
		{"select", `{"type":"string","enum":["a","b"],"default":"b"}`, Choice, "one of 2 choices", `"b"`, ""},
		{"select with names", `{"type":"string","enum":["a","b"],"enumNames":["A","B"]}`, Choice, "one of 2 choices", "", ""},
		{"select with titles", `{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}`, Choice, "one of 2 choices", "", ""},
		{"multi-select", `{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2,"default":["b","a"]}`, Choices, "any of 2 choices, 1 to 2", `["a","b"]`, ""},
		{"multi-select with titles", `{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]},"default":[]}`, Choices, "any of 1 choice", `[]`, ""},
		{"a default of another type", `{"type":"integer","default":"four"}`, Integer, "a whole number", "", `its default, "four", does not fit`},
		{"a default that is no choice", `{"type":"string","enum":["a"],"default":"z"}`, Choice, "one of 1 choice", "", "does not fit"},
		{"a minimum above the maximum", `{"type":"integer","minimum":8,"maximum":1}`, Integer, "a whole number, 8 to 1", "", "nothing fits"},
		{"a length above the longest", `{"type":"string","minLength":8,"maxLength":1}`, Text, "text, 8 to 1 characters", "", "nothing fits"},
		{"a bound of another type", `{"type":"integer","minimum":"1"}`, Integer, "a whole number", "", `its minimum is "1"`},
		{"a schema elsewhere", `{"$ref":"https://evil.example/s.json"}`, JSON, "a JSON value", "", "never fetched"},
		{"an object", `{"type":"object"}`, JSON, "a JSON value", "", "cannot have a field of the type object"},
		{"no type", `{}`, JSON, "a JSON value", "", "no type"},
		{"no schema", `true`, JSON, "a JSON value", "", "a boolean"},
		{"several types", `{"type":["null","string"]}`, Text, "text", "", "several types"},
		{"nothing to choose", `{"type":"string","enum":[]}`, Choice, "one of 0 choices", "", "nothing to choose"},
		{"choices that are numbers", `{"enum":[1,2],"default":2}`, Choice, "one of 2 choices", "2", "is no text"},
		{"names for some", `{"enum":["a","b"],"enumNames":["A"]}`, Choice, "one of 2 choices", "", "2 values and 1 names"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &form(`"f":`+tt.schema, "").Fields[0]
			if f.Control != tt.control || f.Wants() != tt.wants {
				t.Errorf("control %d, wants %q", f.Control, f.Wants())
			}
			got := ""
			if f.Default.Set {
				got = string(f.encode(f.Default))
			}
			if got != tt.value {
				t.Errorf("default %q, want %q", got, tt.value)
			}
			if got := strings.Join(f.Problems, "; "); !strings.Contains(got, tt.problem) || (got == "") != (tt.problem == "") {
				t.Errorf("problems %q", got)
			}
		})
	}
}

func TestLabels(t *testing.T) {
	f := form(`"f":{"enum":["a","b"],"enumNames":["A"]}`, "").Fields[0]
	g := form(`"g":{"oneOf":[{"const":"c","title":"C"},{"const":"d"}],"title":"Gee"}`, "").Fields[0]
	got := strings.Join([]string{f.Options[0].Label, f.Options[1].Label, g.Options[0].Label, g.Options[1].Label, f.Label(), g.Label()}, " ")
	if got != "A b C d f Gee" {
		t.Errorf("got %s", got)
	}
}

func TestChecks(t *testing.T) {
	typed := func(s string) Value { return Value{Set: true, Text: s} }
	tests := []struct {
		name, schema string
		value        Value
		says         string
	}{
		{"unset", `{"type":"string"}`, Value{}, ""},
		{"empty", `{"type":"string"}`, typed(""), ""},
		{"empty, but needed", `{"type":"string","minLength":1}`, typed(""), "needed"},
		{"too short", `{"type":"string","minLength":3}`, typed("日本"), "too short: 2 of at least 3"},
		{"characters, not bytes", `{"type":"string","maxLength":2}`, typed("日本"), ""},
		{"too long", `{"type":"string","maxLength":2}`, typed("abc"), "too long"},
		{"pattern", `{"type":"string","pattern":"^a"}`, typed("b"), "does not match"},
		{"pattern matched", `{"type":"string","pattern":"^a"}`, typed("ab"), ""},
		{"email", `{"type":"string","format":"email"}`, typed("ada@example.com"), ""},
		{"email with a name", `{"type":"string","format":"email"}`, typed("Ada <ada@example.com>"), "an address such as"},
		{"uri", `{"type":"string","format":"uri"}`, typed("urn:isbn:1"), ""},
		{"relative uri", `{"type":"string","format":"uri"}`, typed("/page"), "a URI such as"},
		{"date", `{"type":"string","format":"date"}`, typed("2026-02-28"), ""},
		{"no such day", `{"type":"string","format":"date"}`, typed("2026-02-30"), "a date such as"},
		{"date-time", `{"type":"string","format":"date-time"}`, typed("2026-02-28T10:00:00+02:00"), ""},
		{"date-time without a zone", `{"type":"string","format":"date-time"}`, typed("2026-02-28T10:00:00"), "a time such as"},
		{"unknown format", `{"type":"string","format":"iban"}`, typed("x"), ""},
		{"integer", `{"type":"integer"}`, typed("12"), ""},
		{"a large integer", `{"type":"integer","maximum":9007199254740993}`, typed("9007199254740994"), "too large"},
		{"a fraction for an integer", `{"type":"integer"}`, typed("1.0"), "a whole number"},
		{"a word for a number", `{"type":"number"}`, typed("many"), "write a number"},
		{"a number JSON does not have", `{"type":"number"}`, typed(".5"), "write a number"},
		{"too small", `{"type":"number","minimum":0.5}`, typed("0.49"), "too small: 0.5 at least"},
		{"an exponent", `{"type":"number","maximum":1}`, typed("1e999999999"), "too large"},
		{"too many digits", `{"type":"number"}`, typed(strings.Repeat("9", 400)), "too long"},
		{"toggle", `{"type":"boolean"}`, Value{Set: true}, ""},
		{"nothing chosen", `{"enum":["a"]}`, Value{Set: true}, "choose one"},
		{"too few", `{"type":"array","items":{"enum":["a","b"]},"minItems":2}`, Value{Set: true, Chosen: []int{0}}, "choose 2 at least"},
		{"too many", `{"type":"array","items":{"enum":["a","b"]},"maxItems":1}`, Value{Set: true, Chosen: []int{0, 1}}, "choose 1 at most"},
		{"no JSON", `{"type":"object"}`, typed("{a}"), "write a JSON value"},
		{"JSON", `{"type":"object"}`, typed(`{"a":1}`), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := form(`"f":`+tt.schema, "").Fields[0]
			err := f.Check(tt.value)
			if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %q", err, tt.says)
			}
		})
	}
	f := form(`"f":{"type":"string"}`, `"f"`).Fields[0]
	if err := f.Check(Value{}); err == nil {
		t.Error("a needed field may be left out")
	}
}

func TestContent(t *testing.T) {
	r := form(`"s":{"type":"string"},"i":{"type":"integer"},"b":{"type":"boolean"},"c":{"enum":["\u0061",2]},"m":{"type":"array","items":{"enum":["x","y"]}},"j":{"type":"object"},"left out":{"type":"string"}`, "")
	values := []Value{
		{Set: true, Text: "a\"b\n"}, {Set: true, Text: "12345678901234567890"}, {Set: true, On: true}, {Set: true, Chosen: []int{0}},
		{Set: true, Chosen: []int{0, 1}}, {Set: true, Text: `{"a":1.0}`}, {},
	}
	got, err := Content(r.Fields, values)
	const want = `{"s":"a\"b\n","i":12345678901234567890,"b":true,"c":"\u0061","m":["x","y"],"j":{"a":1.0}}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	values[1].Text = "x"
	if _, err := Content(r.Fields, values); err == nil || !strings.HasPrefix(err.Error(), "i: ") {
		t.Errorf("got %v", err)
	}
}

func TestParseContent(t *testing.T) {
	fields := form(`"n":{"type":"integer","default":4},"s":{"type":"string"}`, `"s"`).Fields
	tests := []struct{ name, content, want, says string }{
		{"defaults are sent too", `{"s":"a"}`, `{"n":4,"s":"a"}`, ""},
		{"as written", `{"s":"a","n":10}`, `{"n":10,"s":"a"}`, ""},
		{"one is missing", `{}`, "", "s: needed"},
		{"of another type", `{"s":"a","n":"4"}`, "", `n: "4" is not a whole number`},
		{"misspelled", `{"s":"a","m":4}`, "", "m: there is no such field"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseContent(fields, rawjson.Value(tt.content))
			if string(got) != tt.want || (err == nil) != (tt.says == "") || err != nil && err.Error() != tt.says {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

func TestLargeForms(t *testing.T) {
	var properties strings.Builder
	for i := range MaxFields + 100 {
		fmt.Fprintf(&properties, `"f%d":{"type":"string"},`, i)
	}
	all := strings.TrimSuffix(properties.String(), ",")
	r := form(all, "")
	if len(r.Fields) != MaxFields || r.Refused != "" || len(r.Problems) != 1 {
		t.Errorf("%d fields, refused %q, problems %q", len(r.Fields), r.Refused, r.Problems)
	}
	if r = form(all, fmt.Sprintf(`"f%d"`, MaxFields+5)); !strings.Contains(r.Refused, "more than 500 fields") {
		t.Errorf("refused %q", r.Refused)
	}
	if r = form(`"a":{"type":"string"},"a":{"type":"integer"}`, `"b"`); len(r.Fields) != 1 || r.Fields[0].Control != Integer || len(r.Problems) != 1 {
		t.Errorf("%+v", r)
	}
	f := form(`"f":{"enum":[`+strings.Repeat(`"x",`, MaxChoices+1)+`"y"]}`, "").Fields[0]
	if len(f.Options) != MaxChoices || len(f.Problems) != 1 {
		t.Errorf("%d choices, problems %q", len(f.Options), f.Problems)
	}
}

func TestAddresses(t *testing.T) {
	tests := []struct{ address, host, warning, refused string }{
		{"https://example.com/login?x=1", "example.com", "", ""},
		{"https://example.com:8443/", "example.com", "", ""},
		{"https://bank.example@evil.example/", "evil.example", "before the @", ""},
		{"https://xn--pple-43d.com/", "xn--pple-43d.com", "punycode", ""},
		{"https://аpple.com/", "аpple.com", "mixes scripts", ""},
		{"https://пример.рф/", "пример.рф", "Cyrillic", ""},
		{"https://bücher.example/", "bücher.example", "", ""},
		{"https://192.0.2.7/", "192.0.2.7", "bare number", ""},
		{"http://localhost:3000/cb", "localhost", "this computer", ""},
		{"https://[::1]:8/", "[::1]", "this computer", ""},
		{"https://exam\u200bple.com/", "exam\u200bple.com", "invisible", ""},
		{"http://example.com/", "example.com", "", "only https"},
		{"javascript:alert(1)", "", "", "only https"},
		{"file:///etc/passwd", "", "", "only https"},
		{"example.com", "", "", "only full https"},
		{"https:///path", "", "", "no host"},
		{"https://a\nb/", "", "", "no valid address"},
		{"https://%zz/", "", "", "no valid address"},
	}
	for _, tt := range tests {
		t.Run(tt.address, func(t *testing.T) {
			a := JudgeAddress(tt.address)
			if a.Host != tt.host || a.Before+a.Host+a.After != tt.address {
				t.Errorf("%q %q %q", a.Before, a.Host, a.After)
			}
			if got := strings.Join(a.Warnings, "; "); !strings.Contains(got, tt.warning) || (got == "") != (tt.warning == "") {
				t.Errorf("warnings %q", got)
			}
			if !strings.Contains(a.Refused, tt.refused) || (a.Refused == "") != (tt.refused == "") {
				t.Errorf("refused %q", a.Refused)
			}
		})
	}
}

// FuzzParse holds that any request can be read, and that what its defaults fill in
// is sent as JSON or refused with a reason.
func FuzzParse(f *testing.F) {
	f.Add(`{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":1e999,"default":4},"b":{"enum":["x",2],"default":2},"c":{"$ref":"#"}},"required":["a"]}}}`)
	f.Add(`{"method":"elicitation/create","params":{"mode":"url","url":"https://xn--a@\u0430/"}}`)
	f.Add(`{"method":"elicitation/create","params":{"requestedSchema":{"properties":{"m":{"type":"array","items":{"anyOf":[{"const":null}]},"minItems":-1,"default":[null]}}}}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		r := Parse(rawjson.Value(raw))
		values := make([]Value, len(r.Fields))
		for i := range r.Fields {
			values[i] = r.Fields[i].Default
			r.Fields[i].Wants()
		}
		content, err := Content(r.Fields, values)
		if valid := rawjson.Check([]byte(raw)) == nil; err == nil && valid && rawjson.Check(content) != nil {
			t.Errorf("content %q of %q is no JSON", content, raw)
		}
		JudgeAddress(r.Address)
	})
}
