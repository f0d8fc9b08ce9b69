package find_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"mcperuse/views/find"
)

// found looks through the lines of a text.
func found(t *testing.T, text string, q find.Query) string {
	t.Helper()
	f := find.In(context.Background(), text, q, find.Lines(text))
	if f.Err != nil {
		return f.Err.Error()
	}
	var out []string
	for _, h := range f.Hits {
		out = append(out, fmt.Sprintf("%d:%s", h.Start, text[h.Start:h.End]))
	}
	if f.More {
		out = append(out, "more")
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		q          find.Query
		want       string
	}{
		{"small letters match both cases", "One one ONE", find.Query{Pattern: "one"}, "0:One 4:one 8:ONE"},
		{"a capital matches itself", "One one ONE", find.Query{Pattern: "One"}, "0:One"},
		{"as it stands", "a.b acb [a.b]", find.Query{Pattern: "a.b"}, "0:a.b 9:a.b"},
		{"regular expression", "a.b acb\nab", find.Query{Pattern: "a.b", Regexp: true}, "0:a.b 4:acb"},
		{"anchors are those of lines", "one\ntwo one\none", find.Query{Pattern: "^one$", Regexp: true}, "0:one 12:one"},
		{"an anchor holds once a line", "aaa\naa", find.Query{Pattern: "^a", Regexp: true}, "0:a 4:a"},
		{"the edge of a word", "aab ab", find.Query{Pattern: `\bab`, Regexp: true}, "4:ab"},
		{"the end of a line with CR LF", "ab\r\nab\rb", find.Query{Pattern: "ab$", Regexp: true}, "0:ab"},
		{"empty matches", "abc", find.Query{Pattern: "x*", Regexp: true}, ""},
		{"bad regular expression", "abc", find.Query{Pattern: "(", Regexp: true}, "error parsing regexp: missing closing ): `(?i)(`"},
		{"other scripts", "Straße ÄÖ äö", find.Query{Pattern: "äö"}, "8:ÄÖ 13:äö"},
		{"never across lines", "a\nb", find.Query{Pattern: "a\nb"}, ""},
		{"overlapping ones once", "aaaa", find.Query{Pattern: "aa"}, "0:aa 2:aa"},
		{"the kelvin sign", "\u212a k", find.Query{Pattern: "k"}, "4:k"},
		{"invalid UTF-8", "\xff\xfea\xff", find.Query{Pattern: "a"}, "2:a"},
		{"nothing", "abc", find.Query{Pattern: ""}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := found(t, tc.text, tc.q); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestFindIsBoundedAndCanBeStopped(t *testing.T) {
	text, q := strings.Repeat("a", 3*find.MostHits), find.Query{Pattern: "a"}
	f := find.In(context.Background(), text, q, find.Lines(text))
	if len(f.Hits) != find.MostHits || !f.More || f.Err != nil {
		t.Errorf("%d hits, more %v, %v", len(f.Hits), f.More, f.Err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if f := find.In(ctx, text, q, find.Lines(text)); len(f.Hits) > 0 {
		t.Errorf("%d hits after it was stopped", len(f.Hits))
	}
}

// Any text and pattern: the same as a regular expression of the pattern finds.
func FuzzFind(f *testing.F) {
	f.Add("One one\nONE", "one")
	f.Add("aab\r\n\x00", "ab")
	f.Add("K \u212a k", "k")
	f.Fuzz(func(t *testing.T, text, pattern string) {
		if pattern == "" || strings.ContainsRune(pattern, '\n') || strings.Contains(pattern, "\ufffd") {
			return
		}
		got := found(t, text, find.Query{Pattern: pattern})
		quoted := regexp.QuoteMeta(pattern)
		re, err := regexp.Compile(quoted)
		if err != nil {
			return
		}
		if strings.ToLower(pattern) == pattern && strings.ToUpper(pattern) != pattern {
			return // case is the business of the table above
		}
		var want []string
		at := 0
		for _, line := range strings.SplitAfter(text, "\n") {
			text := strings.TrimSuffix(line, "\n")
			if text != line {
				text = strings.TrimSuffix(text, "\r")
			}
			for _, m := range re.FindAllStringIndex(text, -1) {
				want = append(want, fmt.Sprintf("%d:%s", at+m[0], line[m[0]:m[1]]))
			}
			at += len(line)
		}
		if got != strings.Join(want, " ") && len(want) < find.MostHits && strings.ToValidUTF8(text, "") == text && strings.ToValidUTF8(pattern, "") == pattern {
			t.Errorf("%q in %q: %s, want %s", pattern, text, got, strings.Join(want, " "))
		}
	})
}

func BenchmarkFind(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 50<<20; i++ {
		fmt.Fprintf(&text, "2026-07-28T12:04:31Z INFO  request %d took %d ms at /some/path/of/a/server\n", i, i%97)
	}
	upper := strings.Repeat("A", 5<<20)
	for _, bc := range []struct {
		name, text string
		q          find.Query
	}{
		{"literal", text.String(), find.Query{Pattern: "request 99999 "}},
		{"capitals", text.String(), find.Query{Pattern: "ERROR"}},
		{"regexp", text.String(), find.Query{Pattern: `took 9\d ms at /none`, Regexp: true}},
		{"one line of one letter", upper, find.Query{Pattern: "ab"}},
		{"hits all over one line", upper, find.Query{Pattern: "a"}},
	} {
		b.Run(bc.name, func(b *testing.B) {
			b.SetBytes(int64(len(bc.text)))
			for b.Loop() {
				if f := find.In(b.Context(), bc.text, bc.q, find.Lines(bc.text)); f.Err != nil {
					b.Fatal(f.Err)
				}
			}
		})
	}
}
