package uritemplate

import (
	"fmt"
	"strings"
	"testing"
)

func TestVariables(t *testing.T) {
	tests := []struct {
		template string
		want     []string // "name: description"
	}{
		{"no/variables", nil},
		{"repo://{owner}/{name}/contents{/path*}{?ref}",
			[]string{"owner: needed", "name: needed", "path: path segments, may repeat", "ref: query parameter, optional"}},
		{"file:///{+path}", []string{"path: needed, as is, / and ? included"}},
		{"{x:1}/{x:3}", []string{"x: needed, first character and first 3 characters"}},
		{"{x:1}/{x}", []string{"x: needed, first character and whole value"}},
		{"{x}/{y}/{x}", []string{"x: needed", "y: needed"}},
		{"{ids*}", []string{"ids: needed, may repeat"}},
		{"a{?x}{&y,zs*}{#f}", []string{"x: query parameter, optional", "y: query parameter, optional", "zs: query parameters, may repeat", "f: fragment, optional"}},
		{"a{;p,qs*}/b", []string{"p: path parameter, optional", "qs: path parameters, may repeat"}},
		{"a{?x}/{x}", []string{"x: needed, query parameter and whole value"}},
		{"q{?x:5}", []string{"x: query parameter, first 5 characters, optional"}},

		// A path segment or label is needed when more of the path follows.
		{"issues{/number}", []string{"number: path segment, optional"}},
		{"issues{/number}{?page}", []string{"number: path segment, optional", "page: query parameter, optional"}},
		{"issues{/number}?page=1", []string{"number: path segment, optional"}},
		{"issues{/number}#top", []string{"number: path segment, optional"}},
		{"issues{/number}{#top}", []string{"number: path segment, optional", "top: fragment, optional"}},
		{"repos{/owner,name}/issues{/number}", []string{"owner: needed, path segment", "name: needed, path segment", "number: path segment, optional"}},
		{"a{/x}{y}", []string{"x: needed, path segment", "y: needed"}},
		{"a{/x}{/ys*}/z", []string{"x: needed, path segment", "ys: path segments, may repeat"}},
		{"report{/year}{.format}", []string{"year: path segment, optional", "format: dot label, optional"}},
		{"www{.domain*}/x", []string{"domain: dot labels, may repeat"}},
		{"www{.tld}/x", []string{"tld: needed, dot label"}},
	}
	for _, tt := range tests {
		t.Run(tt.template, func(t *testing.T) {
			var got []string
			for _, v := range mustParse(t, tt.template).Variables() {
				got = append(got, v.Name+": "+v.Describe())
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestVariableUses(t *testing.T) {
	template := mustParse(t, "{/x:2}/a{?x,y*}")
	x, y := template.Variables()[0], template.Variables()[1]
	want := []Use{
		{Part: 0, Operator: PathSegment, Prefix: 2, Needed: true},
		{Part: 2, Operator: Query},
	}
	if fmt.Sprint(x.Uses) != fmt.Sprint(want) {
		t.Errorf("uses of x are %+v, want %+v", x.Uses, want)
	}
	if x.Repeats() || !y.Repeats() {
		t.Errorf("x repeats: %t, y repeats: %t; want only y", x.Repeats(), y.Repeats())
	}
	if both := mustParse(t, "{x:2}{x*}").Variables()[0]; both.Repeats() {
		t.Error("a variable cut to a prefix somewhere cannot be a list")
	}
}

func TestMissing(t *testing.T) {
	template := mustParse(t, "{a}/{b*}/{c*}{?d}")
	for _, tt := range []struct {
		values Values
		want   string
	}{
		{nil, "[a b c]"},
		{Values{"a": String(""), "b": List(""), "c": Map(Pair{})}, "[a b c]"},
		{Values{"a": String("1"), "b": List("", ""), "c": Map(Pair{"k", ""})}, "[]"},
	} {
		if got := fmt.Sprint(template.Missing(tt.values)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.values, got, tt.want)
		}
	}
}
