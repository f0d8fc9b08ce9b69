package uritemplate

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestValuesFromJSON(t *testing.T) {
	got := mustValues(t, []byte(`{
		"text": "a\u00fc", "empty": "", "whole": 12345678901234567890, "exact": 1.50e+3, "yes": true, "none": null,
		"list": ["a", 1, false, null, ""], "nothing": [],
		"map": {"z": 1, "a": "b", "gone": null}, "bare": {}
	}`))
	want := Values{
		"text": String("aü"), "empty": String(""), "whole": String("12345678901234567890"), "exact": String("1.50e+3"),
		"yes": String("true"), "none": Unset(),
		"list": List("a", "1", "false", ""), "nothing": List(),
		"map": Map(Pair{"z", "1"}, Pair{"a", "b"}), "bare": Map(),
	}
	for name, value := range want {
		if g := got[name]; g.Kind() != value.Kind() || g.Text() != value.Text() ||
			fmt.Sprint(g.Items(), g.Pairs()) != fmt.Sprint(value.Items(), value.Pairs()) {
			t.Errorf("%s is %+v, want %+v", name, g, value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d variables, want %d", len(got), len(want))
	}
}

func TestValuesFromJSONErrors(t *testing.T) {
	tests := []struct{ name, json, want string }{
		{"nothing", "", "the JSON of the variables ends too early"},
		{"cut off", `{"a": [1`, "the JSON of the variables ends too early"},
		{"not an object", `["a"]`, `an array is not an object of variables; write {"name": "value"}`},
		{"not JSON", `{"a": b}`, `the variables are not valid JSON: invalid character 'b' at start of value, at byte 6 (variable "a")`},
		{"no JSON at all", `a=b`, `the variables are not valid JSON: invalid character 'a' at start of value, at byte 0`},
		{"comma at the end of a list", `{"a": [1,]}`, `the variables are not valid JSON: invalid character ',' at start of value, at byte 8 (variable "a")`},
		{"comma at the end of a map", `{"a": {"k": 1,}}`, `the variables are not valid JSON: invalid character ',' at start of value, at byte 13 (variable "a")`},
		{"more after it", `{} {}`, "there is more text after the JSON object of variables"},
		{"same name twice", `{"a": 1, "a": 2}`, `the JSON of the variables gives "a" twice`},
		{"same member twice", `{"a": {"k": 1, "k": 2}}`, `the JSON of the variables gives "k" twice`},
		{"not JSON in a list", `{"a": ["x", y]}`, `the variables are not valid JSON: invalid character 'y' at start of value, at byte 12 (variable "a")`},
		{"list in a list", `{"a": ["x", ["y"]]}`, `variable "a": item 2 is an array; an item is a string, a number, a boolean or null`},
		{"object in a list", `{"a": [{}]}`, `variable "a": item 1 is an object; an item is a string, a number, a boolean or null`},
		{"list in a map", `{"a": {"k": []}}`, `variable "a": member "k" is an array; a member is a string, a number, a boolean or null`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ValuesFromJSON([]byte(tt.json))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestValuesAreImmutable(t *testing.T) {
	items, pairs := []string{"a"}, []Pair{{"k", "v"}}
	list, members := List(items...), Map(pairs...)
	items[0], pairs[0].Value = "changed", "changed"
	list.Items()[0], members.Pairs()[0].Value = "changed", "changed"
	if !reflect.DeepEqual(list.Items(), []string{"a"}) || !reflect.DeepEqual(members.Pairs(), []Pair{{"k", "v"}}) {
		t.Errorf("values changed to %v and %v", list.Items(), members.Pairs())
	}
}

func FuzzValuesFromJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1,"b":["x",null],"c":{"k":true}}`, `{"a":[[`, `{"a":{"b":{}}}`, `[`, `{"a"`, `{"a":1}{`, "{\"\xff\":1}"} {
		f.Add([]byte(seed))
	}
	template, err := Parse("{a}{?b*}{&c}")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		values, err := ValuesFromJSON(data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("error is not one clean line: %q", err)
			}
			return
		}
		checkURI(t, template, values)
	})
}

func TestValuesToJSON(t *testing.T) {
	const want = `{"list":["a","\u001b"],"map":{"z":"1","a":""},"none":null,"text":"ü"}`
	values := Values{"list": List("a", "\x1b"), "map": Map(Pair{"z", "1"}, Pair{"a", ""}), "none": Unset(), "text": String("ü")}
	got, err := json.Marshal(values)
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if again := mustValues(t, got); fmt.Sprint(again) != fmt.Sprint(values) {
		t.Errorf("%s is read as %v", got, again)
	}
}
