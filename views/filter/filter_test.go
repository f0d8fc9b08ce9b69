package filter_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/filter"
)

func resource(json string) *model.Resource {
	r := model.DecodeResource(rawjson.Value(json))
	return &r
}

// row has something in every field.
var row = resource(`{"uri":"file:///docs/Architecture.md","name":"Architecture.md","title":"How it is built","description":"Three tables, and \"why\" they are kept",` +
	`"mimeType":"text/markdown","size":4100,"annotations":{"audience":["user"],"priority":0.75}}`)

var known = filter.Known{ShortType: func(string) string { return "md" }}

func TestMatch(t *testing.T) {
	for _, tc := range []struct {
		line string
		want bool
	}{
		{"", true},
		{"   ", true},
		{"arch", true},
		{"acmd", true}, // fuzzy in the name
		{"fdamd", true},
		{"hwbuilt", true},
		{"xyz", false},
		{"mda", false}, // out of order

		{"Arch", true},
		{"ARCH", false}, // a capital is exact about case
		{"three", true},
		{"Three", true},
		{"THREE", false},

		{"'chit", true},
		{"'cht", false},
		{"'docs'", true},
		{"'doc'", false},
		{"^file", true},
		{"^arch", true},
		{"^ile", false},
		{".md$", true},
		{"md$", true},
		{"m$", false},
		{"^architecture.md$", true},
		{"^architecture$", false},
		{"built$", true},
		{"$", false},

		{"!xyz", true},
		{"!arch", false},
		{"!acmd", true}, // ! is exact
		{"!'acmd", false},
		{"!^file", false},
		{"!go$", true},
		{"arch !md$", false},
		{"arch !go$", true},

		{"xyz | arch", true},
		{"xyz | zyx", false},
		{"xyz | arch built", true},
		{"xyz | arch zyx", false},
		{"| arch", false}, // nothing before it: a text
		{"arch |", true},
		{"xyz | !zyx", true},
		{`is\ built`, true},
		{`'is\ it`, false},
		{`'it\ is`, true},
		{`\`, false},

		{"! ^ '", true}, // not finished
		{"!", true},

		// Descriptions and types: as they stand, not fuzzy.
		{"tables", true},
		{"tbles", false},
		{`'"why"`, true},
		{"markdown", true},
		{"mrkdwn", false},

		{"mime:mark", true},
		{"mime:md", true},
		{"mime:^text/", true},
		{"mime:json", false},
		{"!mime:json", true},
		{"mime:", true},
		{"MIME:mark", true},
		{"scheme:file", true},
		{"scheme:fil$", false},
		{"scheme:^file$", true},
		{"scheme:http", false},
		{"name:arch", true},
		{"name:docs", false},
		{"uri:docs", true},
		{"title:built", true},
		{"desc:tables", true},
		{"description:^three", true},
		{"description:'tbles", false}, // ' turns to fuzzy, but not in a description
		{"audience:user", true},
		{"audience:assistant", false},
		{"size:4100", true},
		{"size:4.1k", true},
		{"size:=4.1KB", true},
		{"size:>4k", true},
		{"size:>4.1k", false},
		{"size:>=4.1k", true},
		{"size:<4ki", false},
		{"size:<5kib", true},
		{"size:<=1m", true},
		{"size:>", true}, // not finished
		{"size:", true},
		{"!size:>1k", false},
		{"size:big", false},
		{"priority:>0.5", true},
		{"priority:<0.5", false},
		{"priority:0.75", true},
		{"priority:1k", false},
		{"changed:", false},
		{"!changed:", true},
		{"finding:", false},
		{"odd:", false},

		{"file:///docs/", true}, // no field of that name: a text
		{"http://", false},
		{"'://docs", false},
		{"arch mime:md size:>1k !finding:", true},
	} {
		t.Run(tc.line, func(t *testing.T) {
			q := filter.Parse(tc.line)
			if got := q.Match(row, known); got != tc.want {
				t.Errorf("%q: %v, want %v", tc.line, got, tc.want)
			}
		})
	}
}

func TestMatchOtherRows(t *testing.T) {
	for _, tc := range []struct {
		name, row, line string
		want            bool
	}{
		{"a row that is no object", `42`, "a", false},
		{"a row that is no object is odd", `42`, "finding:", true},
		{"a size that is no number", `{"uri":"u:1","name":"n","size":"12"}`, "finding:size", true},
		{"and not the name", `{"uri":"u:1","name":"n","size":"12"}`, "finding:name", false},
		{"no size at all", `{"uri":"u:1","name":"n"}`, "size:>0", false},
		{"a size that is no number is none", `{"uri":"u:1","name":"n","size":"12"}`, "size:12", false},
		{"odd annotations", `{"uri":"u:1","name":"n","annotations":{"priority":7}}`, "finding:priority", true},
		{"sound annotations", `{"uri":"u:1","name":"n","annotations":{"priority":1}}`, "finding:", false},
		{"changed", `{"uri":"u:changed","name":"n"}`, "changed:", true},
		{"not changed", `{"uri":"u:1","name":"n"}`, "changed:", false},
		{"an escaped description", `{"uri":"u:1","name":"n","description":"\u65e5\u672c"}`, "日本", true},
		{"a description without escapes", `{"uri":"u:1","name":"n","description":"日本"}`, "'日本", true},
		{"a description of plain words", `{"uri":"u:1","name":"n","description": "plain words","size":1}`, "'plain words$", true},
		{"a row that names it twice", `{"uri":"u:1","description":"one","name":"description","description":"two"}`, "two", true},
		{"another description inside", `{"uri":"u:1","name":"n","_meta":{"description":"inner"},"description":"outer"}`, "inner", false},
		{"an empty description", `{"uri":"u:1","name":"n","description":"","x":"y"}`, "desc:y", false},
		{"a word that is only elsewhere in the row", `{"uri":"u:1","name":"n","description":"d","_meta":{"x":"secret"}}`, "secret", false},
		{"a description that is none", `{"uri":"u:1","name":"n","description":["abc"]}`, "abc", false},
		{"Greek in both cases", `{"uri":"u:1","name":"ΑΒΓ"}`, "αβ", true},
		{"a capital beyond ASCII", `{"uri":"u:1","name":"öl"}`, "Öl", false},
		{"an emoji", `{"uri":"u:1","name":"a 👨‍👩‍👧 b"}`, "👩b", true},
		{"bytes that are not UTF-8", "{\"uri\":\"u:1\",\"name\":\"\xffab\"}", "^ab", false},
		{"after bytes that are not UTF-8", "{\"uri\":\"u:1\",\"name\":\"\xffab\"}", "'ab", true},
		{"a scheme in capitals", `{"uri":"HTTP://EX/","name":"n"}`, "scheme:^http$", true},
		{"a drive is no scheme", `{"uri":"C:\\a","name":"n"}`, "scheme:c", false},
		{"an opaque URI", `{"uri":"embedded:info","name":"n"}`, "scheme:embedded", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := filter.Known{Changed: map[string]bool{"u:changed": true}}
			if got := filter.Parse(tc.line).Match(resource(tc.row), k); got != tc.want {
				t.Errorf("%q on %s: %v, want %v", tc.line, tc.row, got, tc.want)
			}
		})
	}
}

func TestProblem(t *testing.T) {
	for line, want := range map[string]string{
		"size:>1m":     "",
		"size:>":       "",
		"size:big":     "size:big is no size; size:>10k is one",
		"size:1x":      "size:1x is no size; size:>10k is one",
		"priority:>1k": "priority:>1k is no number; priority:>0.5 is one",
	} {
		if got := filter.Parse(line).Problem; got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestAsksForChanges(t *testing.T) {
	for line, want := range map[string]bool{"": false, "changed": false, "a | changed:": true, "!changed:": true} {
		if got := filter.Parse(line).AsksForChanges(); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// marked is a text with what is marked in brackets.
func marked(s string, spans []filter.Span) string {
	var b strings.Builder
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.Start] + "[" + s[sp.Start:sp.End] + "]")
		at = sp.End
	}
	return b.String() + s[at:]
}

func TestSpans(t *testing.T) {
	for _, tc := range []struct {
		line, text, want string
	}{
		{"", "readme", "readme"},
		{"read", "readme", "[read]me"},
		{"xyz", "readme", "readme"},
		{"md", "mad-md", "mad-[md]"},                   // together
		{"main", "domain/main.go", "domain/[main].go"}, // at the start of a word
		{"hb", "helpBox/habit", "[h]elp[B]ox/habit"},   // at a capital
		{"rdm", "READme", "[R]EA[Dm]e"},
		{"a.go", "a/b/a.go", "a/b/[a.go]"},
		{"'me", "README me", "READ[ME] me"},
		{"'me'", "README me", "README [me]"},
		{"^rea", "README", "[REA]DME"},
		{"me$", "README", "READ[ME]"},
		{"^readme$", "README", "[README]"},
		{"!read", "README", "README"},
		{"re me", "README", "[RE]AD[ME]"},
		{"rea ead", "README", "[READ]ME"},
		{"xyz | me", "README", "READ[ME]"},
		{"設計", "日本/設計.md", "日本/[設計].md"},
		{"日計", "日本/設計.md", "[日]本/設[計].md"},
		{"name:me", "README", "READ[ME]"},
		{"uri:me", "README", "README"},
		{"size:>1k", "README", "README"},
		{"e\u0301", "cafe\u0301", "caf[e\u0301]"},
	} {
		t.Run(tc.line+" in "+tc.text, func(t *testing.T) {
			if got := marked(tc.text, filter.Parse(tc.line).Spans(model.Name, tc.text)); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
	long := strings.Repeat("ab", 50_000) + "abc"
	if got := filter.Parse("abc").Spans(model.Name, long); !slices.Equal(got, []filter.Span{{100_000, 100_003}}) {
		t.Errorf("in a long text: %v", got)
	}
	if got := filter.Parse("mdn").Spans(model.MIMEType, "text/markdown"); len(got) != 0 {
		t.Errorf("a type is marked where it was not looked for: %v", got)
	}
}

func TestElsewhere(t *testing.T) {
	for line, want := range map[string]model.Field{
		"docs":        model.URI,
		"three":       model.Description,
		"three docs":  model.Description,
		"arch":        model.Name,
		"built":       0,
		"markdown":    0, // in a column of its own
		"size:>1k":    0,
		"!three":      0,
		"built three": model.Description,
	} {
		f, ok := filter.Parse(line).Elsewhere(row, model.Title)
		if ok != (want != 0 || line == "docs") || ok && f != want {
			t.Errorf("%q is found in field %v, %v; want %v", line, f, ok, want)
		}
	}
}

func TestNarrows(t *testing.T) {
	for _, tc := range []struct {
		earlier, now string
		want         bool
	}{
		{"", "a", true},
		{"a", "", false},
		{"a", "ab", true},
		{"a", "ba", true},
		{"ab", "a", false},
		{"ab", "acb", false},
		{"a", "A", true},
		{"A", "a", false},
		{"A", "AB", true},
		{"a", "a b", true},
		{"a b", "b a", true},
		{"a | b", "a", true},
		{"a", "a | b", false},
		{"a | b", "ac | b", true},
		{"ab", "ab$", true},
		{"ab", "'abc", true},
		{"'ab", "abc", false},
		{"'ab", "^abc", true},
		{"^ab", "^abc", true},
		{"^ab", "'abc", false},
		{"ab$", "cab$", true},
		{"ab$", "abc$", false},
		{"^ab$", "^ab$", true},
		{"'ab'", "'ab'", true},
		{"'ab'", "'abc'", false},
		{"!ab", "!a", true},
		{"!a", "!ab", false},
		{"!ab", "!ab c", true},
		{"size:>1k", "size:>1k a", true},
		{"size:>1k", "size:>1m", false},
		{"mime:j", "mime:json", true},
		{"mime:j", "json", false},
		{"size:>", "size:>1", true},
	} {
		if got := filter.Parse(tc.now).Narrows(filter.Parse(tc.earlier)); got != tc.want {
			t.Errorf("%q after %q: %v", tc.now, tc.earlier, got)
		}
	}
}

// table is rows in a slice.
type table []*model.Resource

func (t table) At(i int) *model.Resource { return t[i] }

func TestSearch(t *testing.T) {
	var rows table
	for i := range 1000 {
		rows = append(rows, resource(fmt.Sprintf(`{"uri":"file:///%d","name":"%d.txt"}`, i, i)))
	}
	s := filter.Search{Query: filter.Parse("'99"), Rows: rows, From: 100, To: 500}
	if got := s.Run(t.Context()); !slices.Equal(got, []int32{199, 299, 399, 499}) {
		t.Errorf("between 100 and 500: %v", got)
	}
	s = filter.Search{Query: filter.Parse("'99"), Rows: rows, Among: []int32{999, 5, 199, 99, 299}, To: 4}
	if got := s.Run(t.Context()); !slices.Equal(got, []int32{999, 199, 99}) {
		t.Errorf("among some: %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := s.Run(ctx); got != nil {
		t.Errorf("after it was cancelled: %v", got)
	}
}

func FuzzQuery(f *testing.F) {
	for _, line := range []string{"a", "^a$ !b | 'c", "size:>1k mime:x", `a\ b`, "'é'", "K", "ß", "\xff", "!'a$", "ÄB"} {
		f.Add(line, line+"b", "xaéb \xff KK ß ÄB")
	}
	f.Fuzz(func(t *testing.T, earlier, now, text string) {
		if len(text) > 2000 || len(earlier)+len(now) > 200 {
			return
		}
		a, b := filter.Parse(earlier), filter.Parse(now)
		r := resource(string(rawjson.AppendString([]byte(`{"uri":"u:1","description":"d","name":`), text)) + "}")
		if b.Narrows(a) && b.Match(r, known) && !a.Match(r, known) {
			t.Errorf("%q lets %q through and %q, which it narrows, does not", now, text, earlier)
		}
		end := 0
		for i, sp := range b.Spans(model.Name, r.Name) {
			if sp.Start >= sp.End || sp.End > len(r.Name) || sp.Start < end || i > 0 && sp.Start == end {
				t.Fatalf("%q in %q: %v", now, r.Name, b.Spans(model.Name, r.Name))
			}
			end = sp.End
		}
		// One fuzzy word: it is marked where it is found, and all of it.
		if word := filter.Parse("name:'" + now); !strings.ContainsAny(now, " '^$!|\\:") && now != "" {
			found := word.Match(r, known)
			if spans := word.Spans(model.Name, r.Name); found != (len(spans) > 0) {
				t.Errorf("%q in %q: found %v, marked %v", now, r.Name, found, spans)
			}
		}
	})
}

// many is a list of n rows as a server of files would send it.
func many(n int) table {
	rows := make(table, n)
	decoded := make([]model.Resource, n)
	for i := range rows {
		decoded[i] = *resource(fmt.Sprintf(`{"uri":"file:///src/mod%d/pkg%d/file%d.go","name":"file%d.go","title":"File %d of module %d","description":"Source file number %d, part of package %d of the generated tree",`+
			`"mimeType":"text/x-go","size":%d}`, i%37, i%1001, i, i, i, i%37, i, i%1001, i))
		rows[i] = &decoded[i]
	}
	return rows
}

// One keystroke on 100,000 rows: the first letter, one that narrows, one of a
// query that finds next to nothing anywhere.
func BenchmarkKeystroke(b *testing.B) {
	rows := many(100_000)
	for _, tc := range []struct{ name, before, line string }{
		{"first letter", "", "f"},
		{"narrowing", "f", "fi"},
		{"fuzzy", "", "mod7fil99"},
		{"nothing", "", "qzx"},
		{"exact", "", "'pkg77/"},
		{"in descriptions", "", "'number 77"},
		{"field", "", "size:>50k"},
	} {
		b.Run(tc.name, func(b *testing.B) {
			s := filter.Search{Query: filter.Parse(tc.before), Rows: rows, To: len(rows)}
			if tc.before != "" {
				s.Among = s.Run(b.Context())
				s.To = len(s.Among)
			}
			s.Query = filter.Parse(tc.line)
			b.ReportAllocs()
			for b.Loop() {
				s.Run(b.Context())
			}
		})
	}
}

// What a screen of matches costs to mark.
func BenchmarkSpans(b *testing.B) {
	q := filter.Parse("mod7fil99")
	for _, text := range []string{"file:///src/mod7/pkg99/file99.go", strings.Repeat("mod7fil99/", 1000)} {
		b.Run(fmt.Sprint(len(text)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				q.Spans(model.URI, text)
			}
		})
	}
}
