package logtext_test

import (
	"context"
	"strings"
	"testing"

	"mcperuse/themes"
	"mcperuse/views/logtext"
)

// marked writes what is coloured in brackets, with the name of the colour.
func marked(text string) string {
	styled := logtext.Render(context.Background(), text)
	names := []string{"", "dim", "info", "warn", "error", "name"}
	var b strings.Builder
	for i, span := range styled.Spans {
		end := len(styled.Text)
		if i+1 < len(styled.Spans) {
			end = int(styled.Spans[i+1].Offset)
		}
		if i == 0 {
			b.WriteString(styled.Text[:span.Offset])
		}
		part := styled.Text[span.Offset:end]
		if span.Style > 0 {
			part = names[span.Style] + "[" + part + "]"
		}
		b.WriteString(part)
	}
	if len(styled.Spans) == 0 {
		return styled.Text
	}
	return b.String()
}

func TestRender(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a time and a level", "2026-02-01 12:04:13.201 ERROR it broke", "dim[2026-02-01 12:04:13.201] error[ERROR] it broke"},
		{"a time in brackets", "[2026-02-01T12:04:13Z] WARN  slow\n", "dim[[2026-02-01T12:04:13Z]] warn[WARN]  slow\n"},
		{"small letters in brackets", "12:04:13 [info] ready", "dim[12:04:13] [info[info]] ready"},
		{"a named level", "level=error msg=x", "level=error[error] msg=x"},
		{"a word in a sentence", "there was an error in it", "there was an error in it"},
		{"debug steps back", "12:04:13 DEBUG all of it", "dim[12:04:13 DEBUG all of it]"},
		{"no log at all", "hello\nworld", "hello\nworld"},
		{"a record", `{"time":"12:04","level":"warn","msg":"slow\n\"x\"","ms":12,"at":{"a":1}}` + "\n", "dim[12:04  ]warn[WARN]   slow\\n\"x\"name[  ms=]12name[  at=]{\"a\":1}\n"},
		{"a record of pino", `{"level":50,"msg":"broke"}`, "error[50]     broke"},
		{"no record", `{"a":1}`, `{"a":1}`},
		{"both", "12:04:13 INFO a\n{\"msg\":\"b\"}\nc\n", "dim[12:04:13] info[INFO] a\nb\nc\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := marked(tt.in); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestEveryStyleIsThere(t *testing.T) {
	for _, th := range []themes.Theme{themes.Dark(), themes.Light(), themes.Plain()} {
		styles := logtext.Styles(th)
		for _, span := range logtext.Render(context.Background(), "INFO a\nWARN a\nERROR a\nDEBUG a\n{\"msg\":\"\",\"a\":1}").Spans {
			if int(span.Style) >= len(styles) {
				t.Errorf("%s has no style %d", th.Name, span.Style)
			}
		}
	}
}

func TestLooks(t *testing.T) {
	tests := []struct {
		name, head string
		want       bool
	}{
		{"a log", "2026-01-02 12:04:13 INFO a\n2026-01-02 12:04:14 WARN b\n", true},
		{"records", `{"level":"info","msg":"a"}` + "\n" + `{"level":"info","msg":"b"}` + "\n", true},
		{"a cut line at the end", "12:04:13 INFO a\n12:04:13 INFO b\n12:04", true},
		{"one line is not enough", "12:04:13 INFO a\n", false},
		{"prose", "An INFO desk.\nNothing else.\n", false},
		{"dates without levels", "2026-01-02 a\n2026-01-03 b\n", false},
		{"nothing", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := logtext.Looks(tt.head); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func FuzzRender(f *testing.F) {
	f.Add("12:04:13 [info] ready\r\n{\"level\":30,\"msg\":\"x\"}\n")
	f.Add("[\n]\n{}")
	f.Fuzz(func(t *testing.T, text string) {
		logtext.Looks(text)
		styled := logtext.Render(context.Background(), text)
		last := -1
		for _, span := range styled.Spans {
			if int(span.Offset) <= last || int(span.Offset) >= len(styled.Text) {
				t.Fatalf("span at %d after %d, of %d bytes", span.Offset, last, len(styled.Text))
			}
			last = int(span.Offset)
		}
		if a, b := strings.Count(text, "\n"), strings.Count(styled.Text, "\n"); a != b {
			t.Fatalf("%d lines became %d", a, b)
		}
	})
}

func BenchmarkRender5MB(b *testing.B) {
	text := strings.Repeat("2026-02-01 12:04:13.201 INFO  rendered tile 12/34/56 in 38 ms\n", 85_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		logtext.Render(context.Background(), text)
	}
}
