package uritemplate

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	tests := []struct {
		name, template string
		values         Values
		want           string
	}{
		{"nothing set", "a{x}b{/y}{?z}", nil, "ab"},
		{"unset is left out, empty is not", "{?a,b}", Values{"a": Unset(), "b": String("")}, "?b="},
		{"empty list and map are left out", "a{/l*}{?m}", Values{"l": List(), "m": Map()}, "a"},
		{"empty items", "{/l*}{?l*}{;l*}", Values{"l": List("", "")}, "//?l=&l=;l;l"},
		{"empty members", "{?m*}{;m*}{/m*}", Values{"m": Map(Pair{"k", ""})}, "?k=;k/k="},
		{"list of one empty item", "{?l}{;l}", Values{"l": List("")}, "?l=;l="},
		{"map keeps its order", "{?m*}", Values{"m": Map(Pair{"z", "1"}, Pair{"a", "2"}, Pair{"m", "3"})}, "?z=1&a=2&m=3"},
		{"member names cannot break out", "{?m*}", Values{"m": Map(Pair{"a&b=c", "d&e"})}, "?a%26b%3Dc=d%26e"},
		{"exploded string", "{/x*}{?x*}", Values{"x": String("v")}, "/v?x=v"},
		{"upper-case triplets", "{x}", Values{"x": String("\u00fc")}, "%C3%BC"},
		{"bytes that are not UTF-8", "{x}{+x}", Values{"x": String("a\xffb")}, "a%FFba%FFb"},
		{"encoded text passes reserved expansion", "{+x}{x}", Values{"x": String("a%2fb%2")}, "a%2fb%252a%252fb%252"},
		{"prefix counts characters", "{x:2}", Values{"x": String("日本語")}, "%E6%97%A5%E6%9C%AC"},
		{"prefix of a value that is not UTF-8", "{x:2}", Values{"x": String("\xff\xfea")}, "%FF%FE"},
		{"prefix does not split a triplet", "{+x:2}", Values{"x": String("a%20b")}, "a%20"},
		{"prefix does not split an encoded character", "{+x:1}", Values{"x": String("%E6%97%A5b")}, "%E6%97%A5"},
		{"prefix takes broken triplets one by one", "{+x:1}", Values{"x": String("%E6%97b")}, "%E6"},
		{"prefix where triplets are encoded again", "{x:1}", Values{"x": String("%20")}, "%25"},
		{"names with triplets are not decoded", "{?a%20b}", Values{"a%20b": String("v")}, "?a%20b=v"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustExpand(t, mustParse(t, tt.template), tt.values); got != tt.want {
				t.Errorf("%s expands to %q, want %q", tt.template, got, tt.want)
			}
		})
	}
}

func TestExpandRefusesPrefixOfList(t *testing.T) {
	for _, value := range []Value{List("a"), Map(Pair{"k", "v"})} {
		template := mustParse(t, "a/{x:3}/b")
		_, err := template.Expand(Values{"x": value})
		var refused *ValueError
		if !errors.As(err, &refused) || refused.Variable != "x" {
			t.Fatalf("error %v, want a ValueError for x", err)
		}
		if want := "the value is " + value.Kind().String(); !strings.Contains(err.Error(), want) {
			t.Errorf("error %q, want %q in it", err, want)
		}
		if got := show(template.ExpandParts(Values{"x": value})); got != "a/ [x {x:3}] /b" {
			t.Errorf("preview is %s", got)
		}
	}
}

// show writes pieces in order: literals as they are, (variable syntax),
// <variable value> and [variable missing].
func show(pieces []Piece) string {
	var out []string
	for _, p := range pieces {
		form := map[PieceKind]string{PieceLiteral: "%[2]s", PieceSyntax: "(%s %s)", PieceValue: "<%s %s>", PieceMissing: "[%s %s]"}[p.Kind]
		out = append(out, fmt.Sprintf(form, p.Variable, p.Text))
	}
	return strings.Join(out, " ")
}

func TestExpandParts(t *testing.T) {
	tests := []struct {
		name, template string
		values         Values
		want           string
	}{
		{"the form on the templates screen", "repo://{owner}/{name}/contents{/path*}{?ref}",
			Values{"owner": String("octo"), "path": List("src", "main.go")},
			"repo:// <owner octo> / [name {name}] /contents (path /) <path src> (path /) <path main.go>"},
		{"query", "a{?x,y,z}", Values{"x": String("1"), "z": String("3")}, "a (x ?x=) <x 1> (z &z=) <z 3>"},
		{"list as one value", "{?l}", Values{"l": List("a", "b")}, "(l ?l=) <l a> (l ,) <l b>"},
		{"exploded map", "{?m*}", Values{"m": Map(Pair{"a", "1"}, Pair{"b", ""})}, "(m ?a=) <m 1> (m &b=)"},
		{"first missing", "{x,y}", Values{"y": String("2")}, "[x {x}] [y ,] <y 2>"},
		{"middle missing", "{x,y,z}", Values{"x": String("1"), "z": String("3")}, "<x 1> [y ,{y}] (z ,) <z 3>"},
		{"all missing", "{+x,y*}", nil, "[x {+x}] [y ,{+y*}]"},
		{"first segment missing", "{/x,y}/end", Values{"y": String("2")}, "[x {/x}] (y /) <y 2> /end"},
		{"encoded literal", "a b{x}", Values{"x": String("c d")}, "a%20b <x c%20d>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := show(mustParse(t, tt.template).ExpandParts(tt.values)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "repo://{owner}/{name}{/path*}{?ref}{&x}{#y}", "{x:3,y*}", "{", "}", "{{}}", "{a%2", "{;a.b,c}", "é{.x}", "{:}", "{a:10000}", "\x1b{\xff}"} {
		f.Add(seed, "v")
	}
	f.Fuzz(func(t *testing.T, source, value string) {
		parts, errs := ParseParts(source)
		var text strings.Builder
		for _, p := range parts {
			if p.Offset != text.Len() {
				t.Fatalf("part %q says it is at %d, it is at %d", p.Text, p.Offset, text.Len())
			}
			text.WriteString(p.Text)
		}
		if text.String() != source {
			t.Fatalf("parts add up to %q, not to %q", text.String(), source)
		}
		for _, err := range errs {
			if err.Offset+err.Length > len(source) || err.Error() == "" {
				t.Fatalf("error points outside of the template: %+v", err)
			}
		}
		template, err := Parse(source)
		if (err != nil) != (len(errs) > 0) {
			t.Fatalf("Parse says %v, ParseParts %v", err, errs)
		}
		if err != nil {
			return
		}
		values := Values{}
		for _, v := range template.Variables() {
			values[v.Name] = String(value)
			if v.Describe() == "" {
				t.Fatalf("no description of %q", v.Name)
			}
		}
		checkURI(t, template, values)
		checkURI(t, template, nil)
	})
}

// checkURI checks that a URI has only characters a URI can have, and that the
// pieces of its preview add up to it.
func checkURI(t *testing.T, template *Template, values Values) {
	t.Helper()
	uri := mustExpand(t, template, values)
	for at := range len(uri) {
		c := uri[at]
		if c == '%' && isTriplet(uri[at:]) || c != '%' && (isReserved(c) || isUnreserved(c)) {
			continue
		}
		t.Fatalf("%q expands to %q: byte %d cannot be in a URI", template, uri, at)
	}
	var text strings.Builder
	for _, p := range template.ExpandParts(values) {
		if p.Kind != PieceMissing {
			text.WriteString(p.Text)
		}
	}
	if text.String() != uri {
		t.Fatalf("pieces add up to %q, not to %q", text.String(), uri)
	}
}
