package wire

import (
	"errors"
	"testing"

	"mcperuse/mcpclient/rawjson"
)

func TestParseParams(t *testing.T) {
	tests := []struct{ name, text, want, problem string }{
		{"nothing", "", "", ""},
		{"only blanks", " \n\t", "", ""},
		{"an object", " {} ", "{}", ""},
		{"as it is", `{ "a":1.00,"a":"\/é" , "b": [ ]}`, `{ "a":1.00,"a":"\/é" , "b": [ ]}`, ""},
		{"on one line", " {\n\t\"a\" : [1 ,\r\n  2 ]\n}\n", `{"a" : [1 ,2 ]}`, ""},
		{"not UTF-8", "{\"a\":\"\xff\"}", "{\"a\":\"\xff\"}", ""},
		{"a list", "\n [1]", "", "line 2, column 2: params must be an object, not a list"},
		{"a word", "null", "", "line 1, column 1: params must be an object, not null"},
		{"two", "{}\n{}", "", "line 2, column 1: text after the end of the object"},
		{"open", "{\"a\":\n", "", "line 1, column 6: the text ends too early"},
		{"characters are counted, not bytes", "{\"é\": x}", "", "line 1, column 7: invalid character 'x' at start of value"},
		{"a comma too many", "{\n  \"a\": 1,\n}", "", "line 3, column 1: invalid character '}' at start of string (expecting '\"')"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseParams([]byte(tt.text))
			var wrong *ParamsError
			switch {
			case tt.problem == "" && err != nil, tt.problem != "" && (!errors.As(err, &wrong) || err.Error() != tt.problem):
				t.Errorf("got %v, want %q", err, tt.problem)
			case string(got) != tt.want || (got == nil) != (tt.want == ""):
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzParseParams(f *testing.F) {
	for _, text := range []string{"{\n}", `{"a":[{}]}`, "[", `{"a":"` + "\xff", "{\"\\u005f\":\r\n1}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseParams([]byte(text))
		var wrong *ParamsError
		if err != nil {
			if !errors.As(err, &wrong) || wrong.Line < 1 || wrong.Column < 1 || wrong.Reason == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if got == nil {
			return
		}
		value, rest, err := rawjson.Next(got)
		if err != nil || len(rest) > 0 || value.Kind() != rawjson.Object {
			t.Fatalf("%q became %q: %v", text, got, err)
		}
		again, err := ParseParams(got)
		if err != nil || string(again) != string(got) {
			t.Fatalf("%q became %q and then %q: %v", text, got, again, err)
		}
	})
}
