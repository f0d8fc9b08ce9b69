package prettyjson_test

import (
	"strings"
	"testing"

	"mcperuse/views/prettyjson"
)

func TestIndent(t *testing.T) {
	tests := []struct{ name, in, want, err string }{
		{"an object", `{"a":[1,{}],"b":null}`, "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": null\n}", ""},
		{"numbers as sent", `[1.10e5, 12345678901234567890, -0]`, "[\n  1.10e5,\n  12345678901234567890,\n  -0\n]", ""},
		{"duplicate names in order", `{"b":1,"a":2,"b":3}`, "{\n  \"b\": 1,\n  \"a\": 2,\n  \"b\": 3\n}", ""},
		{"escapes as sent", `"\u00e9\/<"`, `"\u00e9\/<"`, ""},
		{"bytes that are not UTF-8", "\"\xff\"", "\"\xff\"", ""},
		{"a scalar", " 7 ", "7", ""},
		{"nothing", "", "", "the text ends too early"},
		{"half", `{"a":`, "", "the text ends too early"},
		{"a trailing comma", `{"a":1,}`, "", `invalid character '}' at start of string (expecting '"'), at byte 7`},
		{"not a number", `NaN`, "", "invalid character 'N' at start of value, at byte 0"},
		{"more than one", "{}\n{}", "", "invalid character '{' after top-level value, at byte 3"},
		{"too deep", strings.Repeat("[", 20000), "", "more than 10,000 levels deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := prettyjson.Indent(tt.in)
			message := ""
			if err != nil {
				message = err.Error()
			}
			if got != tt.want || message != tt.err {
				t.Errorf("got %q, error %q", got, message)
			}
		})
	}
}
