package uritemplate

import (
	"errors"
	"strings"
	"testing"
)

func TestSyntaxErrors(t *testing.T) {
	tests := []struct {
		name, template string
		where          string // the text the error points at
		offset         int
		reason         string // part of it
	}{
		{"never closed", "a{b", "{", 1, "never closed"},
		{"closed too late", "{a{b}", "{", 0, "before the next {"},
		{"closes nothing", "a}b", "}", 1, "closes no {"},
		{"empty braces", "a{}", "", 2, "no variable name"},
		{"operator alone", "{?}", "", 2, "name is missing"},
		{"name missing after a comma", "{a,}", "", 3, "name is missing"},
		{"name missing before a modifier", "{:3}", ":3", 1, "name is missing"},
		{"reserved operator", "x{!a}", "!", 2, "operator ! is reserved"},
		{"two operators", "{/?id}", "?", 2, `'?' cannot be part`},
		{"hyphen", "{user-id}", "-", 5, `'-' cannot be part`},
		{"second variable", "{?x, y}", " ", 4, `' ' cannot be part`},
		{"letter outside ASCII", "{größe}", "ö", 3, `'ö' cannot be part`},
		{"half a triplet", "{a%2x}", "%", 2, "two hexadecimal digits"},
		{"leading dot", "{..a}", ".", 2, "a dot"},
		{"trailing dot", "{a.}", ".", 2, "a dot"},
		{"double dot", "{a..b}", ".", 3, "a dot"},
		{"prefix missing", "{a:}", ":", 2, "1 to 9999"},
		{"prefix zero", "{a:0}", ":0", 2, "1 to 9999"},
		{"prefix with a leading zero", "{a:01}", ":01", 2, "1 to 9999"},
		{"prefix too big", "{a:10000}", ":10000", 2, "1 to 9999"},
		{"prefix far too big", "{a:99999999999999999999}", ":99999999999999999999", 2, "1 to 9999"},
		{"prefix and explode", "{a:3*}", "*", 4, "one modifier"},
		{"explode and prefix", "{a*:3}", ":3", 3, "one modifier"},
		{"text after a modifier", "{a*b}", "b", 3, "can follow the modifier"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.template)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("Parse(%q) = %v, want a SyntaxError", tt.template, err)
			}
			if syntax.Offset != tt.offset || syntax.Template[syntax.Offset:][:syntax.Length] != tt.where {
				t.Errorf("points at byte %d, length %d; want %d, %q", syntax.Offset, syntax.Length, tt.offset, tt.where)
			}
			if !strings.Contains(syntax.Reason, tt.reason) {
				t.Errorf("reason %q, want %q in it", syntax.Reason, tt.reason)
			}
		})
	}
}

func TestSyntaxErrorText(t *testing.T) {
	tests := []struct{ name, template, want string }{
		{"in the middle", "repo://{user-id}/x", `URI template: '-' cannot be part of a variable name; letters, digits, _ and . can, at byte 12: "-id}/x"`},
		{"at a missing name", "{a,}", `URI template: a variable name is missing, at byte 3: "}"`},
		{"escape sequence", "}\x1b[2J", `URI template: this } closes no {, at byte 0: "}\x1b[2J"`},
		{"long rest", "}" + strings.Repeat("a", 1000), `URI template: this } closes no {, at byte 0: "}` + strings.Repeat("a", 39) + `"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse(tt.template); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestParsePartsKeepsWhatIsGood(t *testing.T) {
	parts, errs := ParseParts("a://{x}/{bad-name}/}{y{+z*,w:2}{")
	type part struct {
		kind PartKind
		text string
	}
	want := []part{
		{Literal, "a://"}, {Expression, "{x}"}, {Literal, "/"}, {Malformed, "{bad-name}"}, {Literal, "/"},
		{Malformed, "}"}, {Malformed, "{y"}, {Expression, "{+z*,w:2}"}, {Malformed, "{"},
	}
	if len(parts) != len(want) {
		t.Fatalf("%d parts, want %d: %+v", len(parts), len(want), parts)
	}
	for i, p := range parts {
		if (part{p.Kind, p.Text}) != want[i] {
			t.Errorf("part %d is %+v, want %+v", i, p, want[i])
		}
	}
	if len(errs) != 4 {
		t.Errorf("%d errors, want one for each malformed part: %v", len(errs), errs)
	}
	list := parts[7]
	if list.Operator != Reserved || len(list.Vars) != 2 || list.Vars[0].String() != "z*" || list.Vars[1].String() != "w:2" {
		t.Errorf("expression read as %+v", list)
	}
}

func TestWarnings(t *testing.T) {
	tests := []struct {
		name, template string
		want           []string // the characters warned of
		expands        string
	}{
		{"nothing odd", "a://b-._~!$&'()*+,;=:@/?#[]%20{x}", nil, "a://b-._~!$&'()*+,;=:@/?#[]%20v"},
		{"letters outside ASCII", "日本/{x}", nil, "%E6%97%A5%E6%9C%AC/v"},
		{"space and quotes", `my "docs"/{x}`, []string{" ", `"`, `"`}, "my%20%22docs%22/v"},
		{"bare percent", "100%/%zz{x}", []string{"%", "%"}, "100%25/%25zzv"},
		{"control and C1", "\n\u0085{x}", []string{"\n", "\u0085"}, "%0A%C2%85v"},
		{"noncharacter", "\uffff{x}", []string{"\uffff"}, "%EF%BF%BFv"},
		{"not UTF-8", "a\xff{x}", []string{"\xff"}, "a%FFv"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			template := mustParse(t, tt.template)
			warnings := template.Warnings()
			if len(warnings) != len(tt.want) {
				t.Fatalf("warnings %v, want %q", warnings, tt.want)
			}
			for i, w := range warnings {
				if got := tt.template[w.Offset:][:w.Length]; got != tt.want[i] {
					t.Errorf("warning %d is about %q, want %q", i, got, tt.want[i])
				}
			}
			if got := mustExpand(t, template, Values{"x": String("v")}); got != tt.expands {
				t.Errorf("expands to %q, want %q", got, tt.expands)
			}
		})
	}
}
