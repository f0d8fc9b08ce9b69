package sheet_test

import (
	"image/color"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views/screentest"
	"mcperuse/views/sheet"
)

func TestWrap(t *testing.T) {
	bold := uv.Style{Attrs: uv.AttrBold}
	spans := func(texts ...string) (l sheet.Line) {
		for i, text := range texts {
			st := uv.Style{}
			if i%2 == 1 {
				st = bold
			}
			l.Spans = append(l.Spans, sheet.Span{Style: st, Text: text})
		}
		return l
	}
	indented := func(n int, l sheet.Line) sheet.Line { l.Indent = n; return l }
	tests := []struct {
		name  string
		width int
		line  sheet.Line
		want  []string
	}{
		{"empty", 10, spans(), []string{""}},
		{"fits", 10, spans("0123456789"), []string{"0123456789"}},
		{"at a space", 10, spans("one two three"), []string{"one two", "three"}},
		{"a space at the edge", 7, spans("one two three"), []string{"one two", "three"}},
		{"two words before the edge", 6, spans("xx aaa bbb"), []string{"xx aaa", "bbb"}},
		{"inside a long word", 4, spans("0123456789"), []string{"0123", "4567", "89"}},
		{"across spans", 8, spans("one ", "two", "three four"), []string{"one", "twothree", "four"}},
		{"a space at the start of a span", 3, spans("abc", " ", "d"), []string{"abc", "d"}},
		{"indented", 10, indented(4, spans("key ", "a value that is long")), []string{"key a", "    value", "    that", "    is", "    long"}},
		{"a long value beside its key", 10, indented(4, spans("key ", "0123456789")), []string{"key 012345", "    6789"}},
		{"too narrow to indent", 6, indented(4, spans("key ", "012345")), []string{"key", "012345"}},
		{"wide", 5, spans("日本語"), []string{"日本", "語"}},
		{"a wide one in one column", 1, spans("日a"), []string{"…", "a"}},
		{"a substitute stays whole", 10, spans("abc\u202edef"), []string{"abc", `\u{202e}de`, "f"}},
		{"escapes are inert", 20, spans("a\x1b[2Jb\nc"), []string{"a␛[2Jb␊c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s sheet.Sheet
			s.Set([]sheet.Line{tt.line})
			got := screentest.Text(t, tt.width, len(tt.want), s.Draw)
			if want := strings.Join(tt.want, "\n") + "\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if rows := s.Rows(uv.NewScreenBuffer(1, 1).WidthMethod(), tt.width); rows != len(tt.want) {
				t.Errorf("%d rows, want %d", rows, len(tt.want))
			}
		})
	}
}

func numbered(n int) (lines []sheet.Line) {
	for i := range n {
		lines = append(lines, sheet.Text(uv.Style{}, string(rune('a'+i))))
	}
	return lines
}

func TestScroll(t *testing.T) {
	var s sheet.Sheet
	show := func() string { return strings.ReplaceAll(screentest.Text(t, 5, 3, s.Draw), "\n", "") }
	check := func(step, want string, above, below bool) {
		t.Helper()
		if got := show(); got != want {
			t.Errorf("%s: %q, want %q", step, got, want)
		}
		if a, b := s.More(); a != above || b != below {
			t.Errorf("%s: more above %v, below %v", step, a, b)
		}
	}
	check("empty", "", false, false)
	s.Set(numbered(6))
	check("start", "abc", false, true)
	s.Scroll(1)
	check("down", "bcd", true, true)
	s.Page(1)
	check("page down", "def", true, false)
	s.Scroll(100)
	check("past the end", "def", true, false)
	s.Set(numbered(7))
	check("a line more", "def", true, true)
	s.End()
	check("end", "efg", true, false)
	s.Set(numbered(8))
	check("following", "fgh", true, false)
	s.Scroll(-1)
	check("up stops following", "efg", true, true)
	s.Set(numbered(9))
	check("no longer following", "efg", true, true)
	s.Set(numbered(2))
	check("fewer lines", "ab", false, false)
	s.Home()
	check("home", "ab", false, false)
}

func TestHandle(t *testing.T) {
	var s sheet.Sheet
	s.Set(numbered(20))
	show := func() string { return strings.ReplaceAll(screentest.Text(t, 5, 5, s.Draw), "\n", "") }
	show()
	for _, step := range []struct {
		id   keymap.ID
		want string
	}{
		{keymap.Down, "bcdef"}, {keymap.PageDown, "fghij"}, {keymap.HalfDown, "hijkl"}, {keymap.Up, "ghijk"},
		{keymap.HalfUp, "efghi"}, {keymap.PageUp, "abcde"}, {keymap.Bottom, "pqrst"}, {keymap.Top, "abcde"},
	} {
		if !s.Handle(step.id) {
			t.Errorf("%s was not taken", step.id)
		}
		if got := show(); got != step.want {
			t.Errorf("after %s: %q, want %q", step.id, got, step.want)
		}
	}
	if s.Handle(keymap.Send) {
		t.Error("a key that does not scroll was taken")
	}
}

// What Set is told again is wrapped anew where anything about it differs.
func TestSetAgain(t *testing.T) {
	red := uv.Style{Fg: color.White}
	var s sheet.Sheet
	scr := uv.NewScreenBuffer(6, 4)
	set := func(lines ...sheet.Line) string {
		s.Set(lines)
		return strings.ReplaceAll(screentest.Text(t, 6, 4, s.Draw), "\n", "|")
	}
	for _, tt := range []struct{ got, want string }{
		{set(sheet.Text(uv.Style{}, "one two"), sheet.Text(uv.Style{}, "x")), "one|two|x||"},
		{set(sheet.Text(uv.Style{}, "one two"), sheet.Text(uv.Style{}, "y")), "one|two|y||"},
		{set(sheet.Text(uv.Style{}, "one"), sheet.Text(uv.Style{}, "y")), "one|y|||"},
		{set(sheet.Line{Indent: 2, Spans: []sheet.Span{{Text: "one two"}}}), "one|  two|||"},
		{set(sheet.Line{Indent: 1, Spans: []sheet.Span{{Text: "one two"}}}), "one| two|||"},
		{set(), "||||"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	set(sheet.Text(uv.Style{}, "one"))
	set(sheet.Text(red, "one"))
	if s.Draw(scr, scr.Bounds()); scr.CellAt(0, 0).Style.Fg == nil {
		t.Error("a change of style is not seen")
	}
}

func TestSizes(t *testing.T) {
	var s sheet.Sheet
	s.Set([]sheet.Line{
		{Indent: 4, Spans: []sheet.Span{{Text: "key "}, {Text: "\x1b]0;x\x07 日本語 👨‍👩‍👧‍👦 e" + strings.Repeat("\u0301", 30)}}},
		sheet.Text(uv.Style{}, strings.Repeat("0123456789", 50)),
	})
	screentest.Sizes(t, s.Draw)
}
