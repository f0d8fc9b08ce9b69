package textpane_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"mcperuse/views/textpane"
)

func found(t *testing.T, f textpane.Find) string {
	t.Helper()
	hits, more, err := f.Run(context.Background())
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%d:%s", h.Start, f.Text[h.Start:h.End]))
	}
	if more {
		out = append(out, "more")
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	for _, tc := range []struct {
		name string
		f    textpane.Find
		want string
	}{
		{"small letters match both cases", textpane.Find{Text: "One one ONE", Pattern: "one"}, "0:One 4:one 8:ONE"},
		{"a capital matches itself", textpane.Find{Text: "One one ONE", Pattern: "One"}, "0:One"},
		{"as it stands", textpane.Find{Text: "a.b acb [a.b]", Pattern: "a.b"}, "0:a.b 9:a.b"},
		{"regular expression", textpane.Find{Text: "a.b acb\nab", Pattern: "a.b", Regexp: true}, "0:a.b 4:acb"},
		{"anchors are those of lines", textpane.Find{Text: "one\ntwo one\none", Pattern: "^one$", Regexp: true}, "0:one 12:one"},
		{"an anchor holds once a line", textpane.Find{Text: "aaa\naa", Pattern: "^a", Regexp: true}, "0:a 4:a"},
		{"the edge of a word", textpane.Find{Text: "aab ab", Pattern: `\bab`, Regexp: true}, "4:ab"},
		{"empty matches", textpane.Find{Text: "abc", Pattern: "x*", Regexp: true}, ""},
		{"bad regular expression", textpane.Find{Text: "abc", Pattern: "(", Regexp: true}, "error parsing regexp: missing closing ): `(?i)(`"},
		{"other scripts", textpane.Find{Text: "Straße ÄÖ äö", Pattern: "äö"}, "8:ÄÖ 13:äö"},
		{"never across lines", textpane.Find{Text: "a\nb", Pattern: "a\nb"}, ""},
		{"overlapping ones once", textpane.Find{Text: "aaaa", Pattern: "aa"}, "0:aa 2:aa"},
		{"the kelvin sign", textpane.Find{Text: "\u212a k", Pattern: "k"}, "4:k"},
		{"invalid UTF-8", textpane.Find{Text: "\xff\xfea\xff", Pattern: "a"}, "2:a"},
		{"nothing", textpane.Find{Text: "abc", Pattern: ""}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := found(t, tc.f); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestFindIsBoundedAndCanBeStopped(t *testing.T) {
	f := textpane.Find{Text: strings.Repeat("a", 3*textpane.MostHits), Pattern: "a"}
	hits, more, err := f.Run(context.Background())
	if len(hits) != textpane.MostHits || !more || err != nil {
		t.Errorf("%d hits, more %v, %v", len(hits), more, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if hits, _, _ := f.Run(ctx); len(hits) > 0 {
		t.Errorf("%d hits after it was stopped", len(hits))
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
		find := textpane.Find{Text: text, Pattern: pattern}
		got := found(t, find)
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
			for _, m := range re.FindAllStringIndex(strings.TrimSuffix(line, "\n"), -1) {
				want = append(want, fmt.Sprintf("%d:%s", at+m[0], line[m[0]:m[1]]))
			}
			at += len(line)
		}
		if got != strings.Join(want, " ") && len(want) < textpane.MostHits && strings.ToValidUTF8(text, "") == text && strings.ToValidUTF8(pattern, "") == pattern {
			t.Errorf("%q in %q: %s, want %s", pattern, text, got, strings.Join(want, " "))
		}
	})
}

func BenchmarkFind(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 50<<20; i++ {
		fmt.Fprintf(&text, "2026-07-28T12:04:31Z INFO  request %d took %d ms at /some/path/of/a/server\n", i, i%97)
	}
	for name, f := range map[string]textpane.Find{
		"literal": {Text: text.String(), Pattern: "request 99999 "}, "capitals": {Text: text.String(), Pattern: "ERROR"},
		"regexp":                 {Text: text.String(), Pattern: `took 9\d ms at /none`, Regexp: true},
		"one line of one letter": {Text: strings.Repeat("A", 5<<20), Pattern: "ab"},
		"hits all over one line": {Text: strings.Repeat("A", 5<<20), Pattern: "a"},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(f.Text)))
			for b.Loop() {
				if _, _, err := f.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
