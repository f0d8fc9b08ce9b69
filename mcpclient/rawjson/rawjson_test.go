package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestNextTakesOneValue(t *testing.T) {
	tests := []struct {
		name, in, value, rest string
		kind                  Kind
	}{
		{"object", ` {"a":[1,2]} tail`, `{"a":[1,2]}`, " tail", Object},
		{"two on a line", `{"a":1}{"b":2}`, `{"a":1}`, `{"b":2}`, Object},
		{"brackets inside strings", `["]","\"]"]x`, `["]","\"]"]`, "x", Array},
		{"string ending in a backslash", `"a\\" 1`, `"a\\"`, " 1", String},
		{"number", `-1.5e3,`, `-1.5e3`, ",", Number},
		{"NaN is one odd value", `NaN,1`, `NaN`, ",1", Invalid},
		{"null", `null`, `null`, "", Null},
		{"true", `true]`, `true`, "]", Bool},
		{"minus alone", `-`, `-`, "", Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, rest, err := Next([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if string(v) != tt.value || string(rest) != tt.rest || v.Kind() != tt.kind {
				t.Errorf("got %q (%v), rest %q; want %q (%v), rest %q", v, v.Kind(), rest, tt.value, tt.kind, tt.rest)
			}
		})
	}
}

func TestNextSaysWhyNot(t *testing.T) {
	for in, want := range map[string]error{
		"":         io.EOF,
		" \n":      io.EOF,
		`{"a":`:    io.ErrUnexpectedEOF,
		`"abc`:     io.ErrUnexpectedEOF,
		`"abc\"`:   io.ErrUnexpectedEOF,
		`[[[`:      io.ErrUnexpectedEOF,
		`{"a":1]`:  &SyntaxError{6, `']' where '}' should be`},
		`]`:        &SyntaxError{0, `']' where a value should be`},
		`:`:        &SyntaxError{0, `':' where a value should be`},
		`[1,{"a"]`: &SyntaxError{7, `']' where '}' should be`},
	} {
		_, _, err := Next([]byte(in))
		var syntax *SyntaxError
		if errors.As(want, &syntax) {
			if err == nil || err.Error() != want.Error() {
				t.Errorf("Next(%q) = %v, want %v", in, err, want)
			}
		} else if !errors.Is(err, want) {
			t.Errorf("Next(%q) = %v, want %v", in, err, want)
		}
	}
}

func TestMembersKeepOrderAndDuplicates(t *testing.T) {
	v := Value(`{"b":1,"a":[2],"b":"\u0041","c\n":null}`)
	var got []string
	for name, value := range v.Members() {
		got = append(got, string(name)+"="+string(value))
	}
	if want := "b=1|a=[2]|b=\"\\u0041\"|c\n=null"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := v.Get("b"); string(got) != `"\u0041"` {
		t.Errorf("Get of a repeated name = %s, want the last", got)
	}
	if got := v.Get("a", "x"); got != nil {
		t.Errorf("Get below a list = %s, want nothing", got)
	}
}

func TestTextAndBack(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", `"abc"`, "abc"},
		{"every escape", `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{"accent", `"\u00e9"`, "é"},
		{"surrogate pair", `"\ud83d\ude00"`, "😀"},
		{"lone high surrogate", `"a\ud800b"`, "a\xed\xa0\x80b"},
		{"lone low surrogate", `"\udc00"`, "\xed\xb0\x80"},
		{"high surrogate, then another escape", `"\ud800\u0041"`, "\xed\xa0\x80A"},
		{"bytes that are not UTF-8", "\"\xff\"", "\xff"},
		{"unknown escape", `"\x41"`, `\x41`},
		{"cut escape", `"\u12"`, `\u12`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Value(tt.in).Text()
			if !ok || got != tt.want {
				t.Fatalf("Text() = %q, %v; want %q", got, ok, tt.want)
			}
			again, _ := Value(AppendString(nil, got)).Text()
			if again != got {
				t.Errorf("after AppendString: %q, want %q", again, got)
			}
		})
	}
}

func TestDeepNestingIsOneValue(t *testing.T) {
	deep := strings.Repeat(`[`, 1_000_000) + strings.Repeat(`]`, 1_000_000)
	v, rest, err := Next([]byte(deep))
	if err != nil || len(v) != len(deep) || len(rest) != 0 {
		t.Fatalf("got %d bytes, rest %d, %v", len(v), len(rest), err)
	}
	if Check(v) == nil {
		t.Error("Check accepts a million levels")
	}
}

func TestDepth(t *testing.T) {
	for in, want := range map[string]int{
		"":                      0,
		"7":                     0,
		`"[[["`:                 0,
		`{"a":[1,{}],"b":[[]]}`: 3,
		`[] [[]]`:               2,
		`["]]",["\"]]`:          2,
		`[[ "open [[`:           2,
		"]]][":                  0,
	} {
		if got := Depth([]byte(in)); got != want {
			t.Errorf("Depth(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	for in, ok := range map[string]bool{
		`{"a":1}`: true, `{"a":NaN}`: false, `{"a":1,"a":2}`: false, "\"\xff\"": false, `"\ud800"`: false, `{} {}`: false, `{"a" 1}`: false,
	} {
		if err := Check([]byte(in)); (err == nil) != ok {
			t.Errorf("Check(%q) = %v, want ok %v", in, err, ok)
		}
	}
}

func FuzzAgainstEncodingJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\ud83d\ude00",null]}`, `[[],{}]`, `"\\\""`, ` 1e5 `, `{"a":{"b":[true,false]}}`, `[NaN`, `{"a"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v, _, err := Next(b)
		if !json.Valid(b) {
			for range v.Members() {
				continue
			}
			for e := range v.Elements() {
				e.Text()
			}
			return
		}
		if err != nil || !bytes.Equal(bytes.TrimSpace(b), v) {
			t.Fatalf("valid JSON %q: got %q, %v", b, v, err)
		}
		text, isText := v.Text()
		if raw, ok := v.Bytes(); ok != isText || string(raw) != text {
			t.Fatalf("%q: bytes %q, text %q", b, raw, text)
		}
		switch v.Kind() {
		case Object:
			var want map[string]json.RawMessage
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			got := map[string]Value{}
			for name, value := range v.Members() {
				got[strings.ToValidUTF8(string(name), "\uFFFD")] = value
			}
			if len(got) != len(want) && bytes.IndexByte(b, '\\') < 0 && json.Valid(b) && isUTF8(b) {
				t.Fatalf("%q: %d members, want %d", b, len(got), len(want))
			}
		case Array:
			var want []json.RawMessage
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			n := 0
			for e := range v.Elements() {
				if !bytes.Equal(e, want[n]) {
					t.Fatalf("%q: element %d is %q, want %q", b, n, e, want[n])
				}
				n++
			}
			if n != len(want) {
				t.Fatalf("%q: %d elements, want %d", b, n, len(want))
			}
		case String:
			s, _ := v.Text()
			if again, _ := Value(AppendString(nil, s)).Text(); again != s {
				t.Fatalf("%q: %q does not survive AppendString", b, s)
			}
		case Invalid, Absent:
			t.Fatalf("valid JSON %q has kind %v", b, v.Kind())
		case Null, Bool, Number:
		}
	})
}

func isUTF8(b []byte) bool { return bytes.Equal(b, bytes.ToValidUTF8(b, nil)) }

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"{\r\n  \"a\": [\n\t1, 2\n]}": `{"a": [1, 2]}`,
		`{"a":  "x\n y"}`:             `{"a":  "x\n y"}`,
		"":                            "",
	} {
		if got := Value(in).OneLine(); string(got) != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
