package transport

import (
	"encoding/base64"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/net/http/httpguts"
)

func TestEncodeHeaderValue(t *testing.T) {
	for in, want := range map[string]string{
		"file:///a/b.txt":         "file:///a/b.txt",
		"file:///a%20b":           "file:///a%20b",
		"docs://héllo":            "=?base64?ZG9jczovL2jDqWxsbw==?=",
		"a b\tc":                  "a b\tc",
		" a":                      "=?base64?IGE=?=",
		"a ":                      "=?base64?YSA=?=",
		"\ta":                     "=?base64?CWE=?=",
		"a\r\nX: y":               "=?base64?YQ0KWDogeQ==?=",
		"a\x7f":                   "=?base64?YX8=?=",
		"":                        "=?base64??=",
		"=?base64?YQ==?=":         "=?base64?PT9iYXNlNjQ/WVE9PT89?=",
		"=?base64?":               "=?base64?",
		"=?BASE64?YQ==?=":         "=?BASE64?YQ==?=",
		"embedded:info":           "embedded:info",
		"日本":                      "=?base64?5pel5pys?=",
		`C:\Users\me\notes.txt`:   `C:\Users\me\notes.txt`,
		"\xff\xfe not UTF-8 \xff": "=?base64?" + base64.StdEncoding.EncodeToString([]byte("\xff\xfe not UTF-8 \xff")) + "?=",
	} {
		if got := encodeHeaderValue(in); got != want {
			t.Errorf("%q is sent as %q, want %q", in, got, want)
		}
	}
}

func FuzzEncodeHeaderValue(f *testing.F) {
	for _, s := range []string{"", "a", " a", "=?base64?YQ==?=", "é", "\r\n", "=?base64??="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := encodeHeaderValue(s)
		if !httpguts.ValidHeaderFieldValue(got) || got != strings.TrimSpace(got) || strings.IndexFunc(got, func(r rune) bool { return r > 0x7E }) >= 0 {
			t.Fatalf("%q is sent as %q", s, got)
		}
		decoded := got
		if inner, ok := strings.CutPrefix(got, encodedPrefix); ok {
			if inner, ok = strings.CutSuffix(inner, encodedSuffix); ok {
				b, err := base64.StdEncoding.DecodeString(inner)
				if err != nil {
					t.Fatal(err)
				}
				decoded = string(b)
			}
		}
		if decoded != s {
			t.Fatalf("%q is sent as %q and read as %q", s, got, decoded)
		}
	})
}

func TestParseChallenge(t *testing.T) {
	tests := []struct {
		name   string
		header []string
		want   *Challenge
	}{
		{"none", nil, nil},
		{"scheme alone", []string{"Negotiate"}, &Challenge{Scheme: "Negotiate"}},
		{"bearer", []string{`Bearer realm="mcp", error="invalid_token", error_description="it \"expired\", sorry", scope="a b", resource_metadata="https://x/.well-known/y?a=b"`},
			&Challenge{Scheme: "Bearer", Realm: "mcp", Error: "invalid_token", ErrorDescription: `it "expired", sorry`, Scope: "a b", ResourceMetadata: "https://x/.well-known/y?a=b"}},
		{"bearer after basic", []string{`Basic realm="a, b", charset=UTF-8, Bearer scope=x`}, &Challenge{Scheme: "Bearer", Scope: "x"}},
		{"two headers", []string{`Basic realm="a"`, `bearer error=invalid_token`}, &Challenge{Scheme: "bearer", Error: "invalid_token"}},
		{"blanks around", []string{`Bearer  realm = "a" ,, error = "b"`}, &Challenge{Scheme: "Bearer", Realm: "a", Error: "b"}},
		{"no scheme", []string{`realm="a"`}, nil},
		{"quote left open", []string{`Bearer realm="a, error=b`}, &Challenge{Scheme: "Bearer", Realm: `"a, error=b`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := parseChallenge(http.Header{"Www-Authenticate": tt.header})
			if tt.want != nil {
				tt.want.Raw = strings.Join(tt.header, ", ")
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
	c := Challenge{Scheme: "Bearer", Error: "insufficient_scope", Scope: "a b"}
	if got, want := c.String(), "it asks for Bearer authorization, error insufficient_scope, scope a b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
