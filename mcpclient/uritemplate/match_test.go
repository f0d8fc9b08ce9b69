package uritemplate

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	tests := []struct {
		name, template, uri string
		want                Values // nil where it does not fit
	}{
		{"without variables", "a://b", "a://b", Values{}},
		{"another URI", "a://b", "a://c", nil},
		{"values between slashes", "repo://{owner}/{name}", "repo://octo/hello", Values{"owner": String("octo"), "name": String("hello")}},
		{"no slash in a value", "repo://{owner}/{name}", "repo://octo/hello/more", nil},
		{"what is encoded", "x://{q}", "x://%E6%97%A5%2F", Values{"q": String("日/")}},
		{"what is encoded otherwise", "x://{q}", "x://%e6", nil},
		{"a character that is always encoded", "x://{q}", "x://a b", nil},
		{"something needed is missing", "repo://{owner}/{name}", "repo:///hello", nil},
		{"reserved", "file:///{+path}", "file:///src/main.go", Values{"path": String("src/main.go")}},
		{"reserved, with a comma", "file:///{+path}", "file:///a,b", Values{"path": String("a,b")}},
		{"the fragment is not of the path", "file:///{+path}{#lines}", "file:///a/b#10-20", Values{"path": String("a/b"), "lines": String("10-20")}},
		{"the query is not of the path", "file:///{+path}{?v}", "file:///a/b?v=1", Values{"path": String("a/b"), "v": String("1")}},
		{"a question mark in the path", "file:///{+path}", "file:///a?b", Values{"path": String("a?b")}},
		{"segments", "r://{o}{/path*}{?ref}", "r://o/a/b?ref=x", Values{"o": String("o"), "path": List("a", "b"), "ref": String("x")}},
		{"no segments", "r://{o}{/path*}{?ref}", "r://o", Values{"o": String("o")}},
		{"query", "e{?a,b}", "e?b=2", Values{"b": String("2")}},
		{"an empty value", "e{?a,b}", "e?a=", Values{"a": String("")}},
		{"another name", "e{?a,b}", "e?c=2", nil},
		{"another order", "e{?a,b}", "e?b=2&a=1", nil},
		{"a name that repeats", "e{?tag*}", "e?tag=a&tag=b", Values{"tag": List("a", "b")}},
		{"names with values", "e{?with*}", "e?x=1&y=2", Values{"with": Map(Pair{"x", "1"}, Pair{"y", "2"})}},
		{"beside others", "e{?a,with*}", "e?a=1&y=2", Values{"a": String("1"), "with": Map(Pair{"y", "2"})}},
		{"a list with commas", "e{?ids}", "e?ids=1,2", Values{"ids": List("1", "2")}},
		{"parameters", "e{;a,b}", "e;a=1;b", Values{"a": String("1"), "b": String("")}},
		{"labels", "t{.format}", "t.tar.gz", Values{"format": String("tar.gz")}},
		{"a segment and a label", "t/{z}{.format}", "t/a.b.png", Values{"z": String("a.b"), "format": String("png")}},
		{"a segment without a label", "t/{z}{.format}", "t/3", Values{"z": String("3")}},
		{"members of a path", "e{/with*}", "e/x=1/y=2", Values{"with": Map(Pair{"x", "1"}, Pair{"y", "2"})}},
		{"the start and all of it", "x/{q:1}/{q}", "x/a/abc", Values{"q": String("abc")}},
		{"the start of another", "x/{q:1}/{q}", "x/b/abc", nil},
		{"only the start", "x/{q:3}", "x/abc", Values{"q": String("abc")}},
		{"longer than the start", "x/{q:3}", "x/abcd", nil},
		{"one variable twice", "{x}-{x}", "a-a", Values{"x": String("a")}},
		{"one variable, two values", "{x}-{x}", "a-b", nil},
		{"an expression of two", "m{/z,x}", "m/1/2", Values{"z": String("1"), "x": String("2")}},
		{"continued", "m?f=1{&x}", "m?f=1&x=2", Values{"x": String("2")}},
		{"very long", "{+x}", strings.Repeat("a", maxMatch+1), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := mustParse(t, tt.template).Match(tt.uri)
			if ok != (tt.want != nil) {
				t.Fatalf("%s fits %s: %v, values %+v", tt.uri, tt.template, ok, got)
			}
			same, agree := joined(got, tt.want)
			if ok && (!agree || len(same) != len(got) || len(got) != len(tt.want)) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// A template that fits a URI in very many ways ends all the same.
func TestMatchEnds(t *testing.T) {
	template := mustParse(t, strings.Repeat("{+a}{+b}{+c}", 20)+"!")
	if _, ok := template.Match(strings.Repeat("a/", 1000)); ok {
		t.Error("it does not end with an exclamation mark")
	}
}

func FuzzMatch(f *testing.F) {
	for _, seed := range [][4]string{
		{"repo://{owner}/{name}{/path*}{?ref}", "octo", "hello", "main"},
		{"file:///{+path}{#lines}", "a/b", "1-2", ""},
		{"e{?a,b*}{&c}", "1", "2", "3"},
		{"{x:2}{.y*}{;z}", "ä", ",", "="},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, source, a, b, c string) {
		template, err := Parse(source)
		if err != nil {
			return
		}
		if values, ok := template.Match(a); ok {
			if got := mustExpand(t, template, values); got != a {
				t.Fatalf("%+v was read from %q, and makes %q", values, a, got)
			}
		}
		values := Values{}
		for i, v := range template.Variables() {
			values[v.Name] = String([]string{a, b, c}[i%3])
		}
		uri, err := template.Expand(values)
		if err != nil {
			return
		}
		if found, ok := template.Match(uri); ok {
			if got := mustExpand(t, template, found); got != uri {
				t.Fatalf("%+v was read from %q, and makes %q", found, uri, got)
			}
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	template, err := Parse("repo://{owner}/{name}/contents{/path*}{?ref}")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		template.Match("repo://octo/hello/contents/src/main.go?ref=main")
	}
}
