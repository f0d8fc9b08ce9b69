package prettyjson_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"mcperuse/views/prettyjson"
)

func BenchmarkIndent(b *testing.B) {
	text := "[" + strings.Repeat(`{"id":12345,"name":"entry","tags":["a","b"],"ratio":0.25},`, 90_000) + "null]"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := prettyjson.Indent(text); err != nil {
			b.Fatal(err)
		}
	}
}

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
		{"a trailing comma", `{"a":1,}`, "", "a comma too many, at byte 6"},
		{"not a number", `NaN`, "", "invalid character 'N' at start of value, at byte 0"},
		{"more than one", "{}\n{}", "", "something after the value, at byte 3"},
		{"white space", " [ 1 ,\r\n\t{ } , [ ] , { \"a\" : \"b c\" } ] ", "[\n  1,\n  {},\n  [],\n  {\n    \"a\": \"b c\"\n  }\n]", ""},
		{"quotes in strings", `{"\"\\":"\\\\\""}`, "{\n  \"\\\"\\\\\": \"\\\\\\\\\\\"\"\n}", ""},
		{"two commas", "[1,,2]", "", "a comma too many, at byte 3"},
		{"words after a value", "{} and so on", "", "something after the value, at byte 3"},
		{"wider than it is long", strings.Repeat("[", 9000) + strings.Repeat("1,", 9000) + "1" + strings.Repeat("]", 9000), "", prettyjson.ErrLarge.Error()},
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

// The decoder's own layout is the same, and fails for the same texts.
func FuzzIndent(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{}],"b":null}`, " [ ] ", `"\u00e9\\"`, "1 2", "[1,]", "\"\xff\"", "-0.5e+1", `{"a" : {"b":[ true , false ]}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := jsontext.Value(s)
		wantErr := want.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true))
		got, err := prettyjson.Indent(s)
		switch {
		case (err == nil) != (wantErr == nil):
			t.Fatalf("%q: %v, the decoder says %v", s, err, wantErr)
		case err == nil && got != string(want):
			t.Fatalf("%q is laid out as %q, want %q", s, got, want)
		}
	})
}
