package highlight_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2/styles"
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views/highlight"
	"mcperuse/views/textpane"
)

const goSource = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"hello\", 42) // greet\n}\n"

// stopped is a clock that does not run.
func stopped() time.Time { return time.Time{} }

// clock returns a clock that runs by step whenever it is read, and calls hook
// with the number of readings.
func clock(step time.Duration, hook func(n int)) func() time.Time {
	n := 0
	return func() time.Time {
		n++
		if hook != nil {
			hook(n)
		}
		return time.Time{}.Add(time.Duration(n) * step)
	}
}

// styleAt returns the style of a byte of the text.
func styleAt(spans []textpane.Span, table []uv.Style, offset int) uv.Style {
	st := uv.Style{}
	for _, s := range spans {
		if int(s.Offset) > offset {
			break
		}
		st = table[s.Style]
	}
	return st
}

func checkSpans(t *testing.T, spans []textpane.Span, text string) {
	t.Helper()
	table := highlight.StyleTable("monokai")
	for i, s := range spans {
		if i > 0 && s.Offset <= spans[i-1].Offset {
			t.Fatalf("span %d at %d does not follow %d", i, s.Offset, spans[i-1].Offset)
		}
		if int(s.Offset) > len(text) || int(s.Style) >= len(table) {
			t.Fatalf("span %d is %+v, the text has %d bytes", i, s, len(text))
		}
	}
}

// The colours of a word must sit on the word, whatever the lexer does to the text.
func TestSpansFindTheirPlace(t *testing.T) {
	table := highlight.StyleTable("monokai")
	variants := map[string]func(string) string{
		"lf":            func(s string) string { return s },
		"cr lf":         func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"no end":        func(s string) string { return strings.TrimSuffix(s, "\n") },
		"repeated":      func(s string) string { return strings.Repeat(s, 20) },
		"wide and crlf": func(s string) string { return strings.ReplaceAll(s, "hello", "世界\r\n\xff\xfe") },
		"invalid bytes": func(s string) string { return strings.ReplaceAll(s, "greet", "\xff\xed\xa0\x80") },
		"after long line": func(s string) string {
			return strings.ReplaceAll(s, "greet\n", "greet"+strings.Repeat("x", 11<<10)+"\n")
		},
	}
	tests := []struct{ lexer, text, word, like string }{
		{"Go", goSource, "func", "func"},
		{"YAML", "# greet\na: hello\nlist:\n  - b: \"c\"\n    last: |\n      text\n    end: 1\n", "end", "a"},
		{"JSON", "{\n  \"hello\": [1, true],\n  \"last\": null\n}\n", "null", "true"},
		{"Python", "import os\n\ndef hello(x): # greet\n    return x\n", "return", "return"},
		{"markdown", "# hello\n\ntext `code` greet\n\n```go\nfunc main() {}\n```\n\n# last\n", "func", "func"},
		{"HTML", "<p class=\"hello\">greet</p>\n<b>x</b>\n", "b>x", "p class"},
		{"OCaml", "let hello = 1 (* greet *)\nlet last = 2\n", "let last", "let"},
	}
	for _, tt := range tests {
		for name, change := range variants {
			t.Run(tt.lexer+"/"+name, func(t *testing.T) {
				text := change(tt.text)
				spans, res := highlight.Spans(t.Context(), text, tt.lexer, highlight.Budget{Now: stopped})
				checkSpans(t, spans, text)
				if res.Stop != highlight.Complete || res.Coloured != len(text) {
					t.Errorf("result %+v", res)
				}
				at := strings.LastIndex(text, tt.word)
				first := strings.Index(tt.text, tt.like)
				if at < 0 || first < 0 {
					t.Fatalf("%q or %q is not in the text", tt.word, tt.like)
				}
				original, _ := highlight.Spans(t.Context(), tt.text, tt.lexer, highlight.Budget{Now: stopped})
				got, want := styleAt(spans, table, at), styleAt(original, table, first)
				if got != want || want == (uv.Style{}) {
					t.Errorf("%q at %d has style %+v, want %+v", tt.word, at, got, want)
				}
			})
		}
	}
}

func TestLongLinesStayPlain(t *testing.T) {
	long := "\"" + strings.Repeat("x", 300) + "\""
	text := "[\n" + long + ",\n\"short\",\n" + long + "\n]"
	spans, res := highlight.Spans(t.Context(), text, "JSON", highlight.Budget{Line: 200, Now: stopped})
	checkSpans(t, spans, text)
	table := highlight.StyleTable("monokai")
	if st := styleAt(spans, table, strings.Index(text, "short")); st == (uv.Style{}) {
		t.Error("the short string has no colour")
	}
	for _, at := range []int{3, 100, len(text) - 10} {
		if st := styleAt(spans, table, at); st != (uv.Style{}) {
			t.Errorf("byte %d of a long line has style %+v", at, st)
		}
	}
	if got, want := res.String(), "no colours for 2 lines over 200 B"; got != want || res.Stop != highlight.Complete {
		t.Errorf("result %q, want %q", got, want)
	}

	// A comment that starts before a long line goes on after it.
	text = "/* start\n" + strings.Repeat("x", 300) + "\nstill */ 1\n"
	spans, _ = highlight.Spans(t.Context(), text, "C", highlight.Budget{Line: 200, Now: stopped})
	checkSpans(t, spans, text)
	comment := styleAt(spans, table, 0)
	if inside, after := styleAt(spans, table, 20), styleAt(spans, table, strings.Index(text, "still")); inside != (uv.Style{}) || after != comment {
		t.Errorf("inside the long line %+v, after it %+v, before it %+v", inside, after, comment)
	}
}

func TestCancellation(t *testing.T) {
	text := strings.Repeat(goSource, 1000)
	for _, after := range []int{1, 10, 1000} {
		ctx, cancel := context.WithCancel(t.Context())
		tokens := 0
		spans, res := highlight.Spans(ctx, text, "Go", highlight.Budget{Now: clock(0, func(n int) {
			tokens = n
			if n == after {
				cancel()
			}
		})})
		if res.Stop != highlight.Cancelled || tokens != after || len(spans) > after {
			t.Errorf("cancelled after %d tokens: stopped (%v) after %d with %d spans", after, res, tokens, len(spans))
		}
		checkSpans(t, spans, text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if spans, res := highlight.Spans(ctx, text, "Go", highlight.Budget{Now: stopped}); len(spans) != 0 || res.Coloured != 0 || res.String() != "highlighting off: cancelled" {
		t.Errorf("cancelled before the start: %d spans, %v", len(spans), res)
	}
}

// Inputs that make lexers slow are left when their time is over, whatever time
// the tokens take.
func TestPathologicalInputs(t *testing.T) {
	for lexer, unit := range map[string]string{
		"JSON": "////", "markdown": "\n\n\n", "YAML": "[[[", "HCL": "{{", "Makefile": "\n", "C": "\n", "Lua": "[", "Protocol Buffer": "/",
	} {
		t.Run(lexer, func(t *testing.T) {
			text := strings.Repeat(unit, 4<<10/len(unit))
			readings := 0
			spans, res := highlight.Spans(t.Context(), text, lexer, highlight.Budget{
				Time: time.Second,
				Now:  clock(200*time.Millisecond, func(n int) { readings = n }),
			})
			checkSpans(t, spans, text)
			if readings > 7 {
				t.Errorf("went on for %d tokens", readings)
			}
			if res.Stop == highlight.Complete && res.Coloured != len(text) || res.Stop > highlight.TimedOut {
				t.Errorf("result %+v", res)
			}
		})
	}
}

func TestResults(t *testing.T) {
	big := strings.Repeat(goSource, 30000/len(goSource))
	tests := []struct {
		name, text, lexer string
		budget            highlight.Budget
		stop              highlight.Stop
		coloured          int
		say               string
	}{
		{"complete", goSource, "Go", highlight.Budget{}, highlight.Complete, len(goSource), ""},
		{"plain", goSource, "", highlight.Budget{}, highlight.Complete, len(goSource), ""},
		{"no such lexer", goSource, "No Such Lexer", highlight.Budget{}, highlight.Complete, len(goSource), ""},
		{"empty", "", "Go", highlight.Budget{}, highlight.Complete, 0, ""},
		{"large", big, "Go", highlight.Budget{Bytes: len(goSource) + 5}, highlight.TooLarge, len(goSource), "colours end at 79 B of 29.9 KB"},
		{"one large line", strings.Repeat("x", 2_100_000), "Go", highlight.Budget{}, highlight.TooLarge, 0, "highlighting off: 2.1 MB, over 1.0 MB"},
		{"one long line", strings.Repeat("x", 20_000), "Go", highlight.Budget{}, highlight.Complete, 20_000, "no colours for a line over 10.2 KB"},
		{"slow", big, "Go", highlight.Budget{Now: clock(time.Second, nil)}, highlight.TimedOut, 8, "colours end at 8 B of 29.9 KB: it took over 2.0 s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.budget.Now == nil {
				tt.budget.Now = stopped
			}
			_, res := highlight.Spans(t.Context(), tt.text, tt.lexer, tt.budget)
			if res.Stop != tt.stop || res.Coloured != tt.coloured || res.String() != tt.say {
				t.Errorf("got %d, %d bytes, %q; want %d, %d, %q", res.Stop, res.Coloured, res, tt.stop, tt.coloured, tt.say)
			}
		})
	}
}

func TestStyleTable(t *testing.T) {
	if table := highlight.StyleTable("no such style"); table != nil {
		t.Errorf("an unknown style has a table of %d", len(table))
	}
	size := len(highlight.StyleTable("monokai"))
	for _, name := range styles.Names() {
		table := highlight.StyleTable(name)
		if len(table) != size || table[0] != (uv.Style{}) {
			t.Errorf("%s: a table of %d, its first style is %+v", name, len(table), table[0])
		}
	}
	if !slices.ContainsFunc(highlight.StyleTable("monokai"), func(s uv.Style) bool { return s.Fg != nil }) {
		t.Error("monokai has no colours")
	}
	if slices.ContainsFunc(highlight.StyleTable("bw"), func(s uv.Style) bool { return s.Bg != nil }) {
		t.Error("bw has backgrounds")
	}
}

func FuzzSpans(f *testing.F) {
	for _, s := range []string{goSource, "a: |\r\n  b\n", "\xff\r\r\n\x00", "```go\nx\n```", strings.Repeat("/", 300)} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(3))
	}
	names := []string{"Go", "JSON", "YAML", "markdown", "HTML", "Python", "Bash", "C"}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		if len(text) > 2000 {
			t.Skip("lexers are slow")
		}
		now := clock(time.Millisecond, nil)
		spans, res := highlight.Spans(t.Context(), text, names[int(n)%len(names)], highlight.Budget{Line: 50, Bytes: 500, Now: now})
		checkSpans(t, spans, text)
		if res.Coloured > len(text) || fmt.Sprint(res) == "" && res.Stop != highlight.Complete {
			t.Fatalf("result %+v: %v", res, res)
		}
	})
}

func BenchmarkSpans(b *testing.B) {
	for _, size := range []int{8 << 10, 64 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("go-%dKB", size>>10), func(b *testing.B) {
			text := strings.Repeat(goSource, size/len(goSource))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				highlight.Spans(b.Context(), text, "Go", highlight.Budget{})
			}
		})
	}
}
