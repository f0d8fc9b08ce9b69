package textpane_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/screentest"
	"mcperuse/views/textpane"
)

const source = `package main

import "fmt"

// main greets everybody it knows of, in a comment that is too long for a narrow screen to show on one row.
func main() {
	for _, name := range []string{"世界", "monde", "👨‍👩‍👧‍👦"} {
		fmt.Printf("hello, %s\n", name)	// tab
	}
}
`

func newPane(text string, width, height int) *textpane.Pane {
	p := textpane.New(textpane.Styles{
		Number:  uv.Style{Attrs: uv.AttrFaint},
		Current: uv.Style{Attrs: uv.AttrBold},
		Hidden:  uv.Style{Attrs: uv.AttrReverse},
	})
	p.SetText(text)
	p.SetSize(width, height)
	return p
}

// rows draws the pane and returns its rows without blanks at their ends.
func rows(t testing.TB, p *textpane.Pane, width, height int) []string {
	t.Helper()
	text := screentest.Text(t, width, height, p.Draw)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// numbered returns a text of n lines "line 0" and so on.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {40, 12}} {
		name := fmt.Sprintf("%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) {
			p := newPane(source, size.w, size.h)
			p.SetCurrent(5)
			screentest.Golden(t, "wrap-"+name, size.w, size.h, p.Draw)
			p.SetWrap(false)
			screentest.Golden(t, "nowrap-"+name, size.w, size.h, p.Draw)
			p.ScrollColumns(20)
			screentest.Golden(t, "sideways-"+name, size.w, size.h, p.Draw)

			p = newPane("a\x1b[31mred\x1b[0m\r\nb\u202etxt.exe\r\nlone\rcr\r\n\xff\u0085\r\n", size.w, size.h)
			screentest.Golden(t, "hostile-"+name, size.w, size.h, p.Draw)

			p = newPane(numbered(12345)+strings.Repeat("the last line is long ", 20), size.w, size.h)
			p.End()
			screentest.Golden(t, "end-"+name, size.w, size.h, p.Draw)
		})
	}
}

func TestSizes(t *testing.T) {
	for _, text := range []string{"", source, strings.Repeat("a\u202e\t世👩‍👧 ", 500)} {
		for _, wrap := range []bool{true, false} {
			p := newPane(text, 10, 10)
			p.SetWrap(wrap)
			p.End()
			p.ScrollColumns(7)
			screentest.Sizes(t, p.Draw)
		}
	}
}

func TestScrolling(t *testing.T) {
	const width, height = 30, 10
	top := func(p *textpane.Pane) string { return strings.Fields(rows(t, p, width, height)[0])[0] }
	tests := []struct {
		name string
		do   func(p *textpane.Pane)
		want string // number of the first line
	}{
		{"at first", func(*textpane.Pane) {}, "1"},
		{"a line down", func(p *textpane.Pane) { p.LineDown(1) }, "2"},
		{"the wheel", func(p *textpane.Pane) { p.LineDown(3) }, "4"},
		{"up at the top", func(p *textpane.Pane) { p.LineUp(5) }, "1"},
		{"page down keeps a row", func(p *textpane.Pane) { p.PageDown() }, "10"},
		{"page down and up", func(p *textpane.Pane) { p.PageDown(); p.PageUp() }, "1"},
		{"half a page", func(p *textpane.Pane) { p.HalfPageDown(); p.HalfPageDown(); p.HalfPageUp() }, "6"},
		{"end", func(p *textpane.Pane) { p.End() }, "91"},
		{"beyond the end", func(p *textpane.Pane) { p.End(); p.LineDown(50); p.PageDown() }, "91"},
		{"end and up", func(p *textpane.Pane) { p.End(); p.LineUp(1) }, "90"},
		{"home", func(p *textpane.Pane) { p.End(); p.Home() }, "1"},
		{"to a line", func(p *textpane.Pane) { p.ScrollTo(41) }, "42"},
		{"to a line near the end", func(p *textpane.Pane) { p.ScrollTo(98) }, "91"},
		{"to a line there is not", func(p *textpane.Pane) { p.ScrollTo(-7) }, "1"},
		{"go to a line in sight", func(p *textpane.Pane) { p.SetCurrent(5) }, "1"},
		{"go to a line far away", func(p *textpane.Pane) { p.SetCurrent(49) }, "47"},
		{"go beyond the end", func(p *textpane.Pane) { p.SetCurrent(1 << 40) }, "91"},
	}
	for _, wrap := range []bool{true, false} {
		for _, tt := range tests {
			t.Run(fmt.Sprintf("%s/wrap=%v", tt.name, wrap), func(t *testing.T) {
				p := newPane(numbered(100), width, height)
				p.SetWrap(wrap)
				tt.do(p)
				if got := top(p); got != tt.want {
					t.Errorf("the first line is %s, want %s", got, tt.want)
				}
			})
		}
	}
}

func TestPosition(t *testing.T) {
	p := newPane(strings.Repeat("0123456789\n", 100), 40, 10)
	for _, tt := range []struct {
		do   func()
		want textpane.Position
	}{
		{func() {}, textpane.Position{Line: 0, Lines: 100, Percent: 9, AtTop: true}},
		{func() { p.ScrollTo(40) }, textpane.Position{Line: 40, Lines: 100, Percent: 49}},
		{func() { p.End() }, textpane.Position{Line: 90, Lines: 100, Percent: 100, AtEnd: true}},
		{func() { p.SetText("") }, textpane.Position{Lines: 1, Percent: 100, AtTop: true, AtEnd: true}},
	} {
		tt.do()
		if got := p.Position(); got != tt.want {
			t.Errorf("got %+v, want %+v", got, tt.want)
		}
	}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		text                string
		lines, crlf, breaks int
		rows                []string
	}{
		{"", 1, 0, 0, []string{""}},
		{"\n", 1, 0, 1, []string{""}},
		{"a", 1, 0, 0, []string{"a"}},
		{"a\n", 1, 0, 1, []string{"a"}},
		{"a\n\n", 2, 0, 2, []string{"a", ""}},
		{"a\r\nb\r\n", 2, 2, 2, []string{"a", "b"}},
		{"a\r\nb\nc\r", 3, 1, 2, []string{"a", "b", "c␍"}},
		{"a\r\r\n\r\n", 2, 2, 2, []string{"a␍", ""}},
		{"\ta\tbc\tdef\tg", 1, 0, 0, []string{"    a   bc  def g"}},
	} {
		p := newPane(tt.text, 20, 4)
		p.SetNumbers(false)
		crlf, breaks := p.CRLF()
		if p.Lines() != tt.lines || crlf != tt.crlf || breaks != tt.breaks {
			t.Errorf("%q: %d lines, %d of %d CR LF", tt.text, p.Lines(), crlf, breaks)
		}
		got := rows(t, p, 20, 4)
		want := slices.Concat(tt.rows, make([]string, 4-len(tt.rows)))
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q is drawn as %q", tt.text, got)
		}
	}
}

func TestWrapping(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"at spaces", "one two three", []string{"one two", "three"}},
		{"exactly full", "one twoo three", []string{"one twoo", "three"}},
		{"a long word", "a abcdefghijklmn", []string{"a", "abcdefgh", "ijklmn"}},
		{"spaces hang", "abcdefgh    ij", []string{"abcdefgh", "ij"}},
		{"wide", "世界世界世", []string{"世界世界", "世"}},
		{"wide after narrow", "x1234567世", []string{"x1234567", "世"}},
		{"wide does not straddle", " abcdef世", []string{" abcdef", " 世"}},
		{"tab", "\tabc\tdef", []string{"    abc", "    def"}},
		{"as far as the line is indented", "  one two three", []string{"  one", "  two", "  three"}},
		{"but half at most", "      on two", []string{"      on", "    two"}},
		{"substitute", "abc \u202e", []string{"abc", `\u{202e}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPane(tt.text, 8, 4)
			got := rows(t, p, 8, 4)
			want := slices.Concat(tt.want, make([]string, 4-len(tt.want)))
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("drawn as %q, want %q", got, want)
			}
		})
	}
}

// What is read stays in sight, and comes back exactly when the size does.
func TestResizeKeepsThePlace(t *testing.T) {
	text := strings.Repeat("some words that wrap differently at each width, with a mark: HERE and go on\n", 50)
	p := newPane(text, 60, 10)
	p.ScrollTo(20)
	p.LineDown(1)
	before := strings.Join(rows(t, p, 60, 10), "\n")
	for _, w := range []int{20, 33, 100, 1} {
		screentest.Text(t, w, 7, p.Draw)
		if pos := p.Position(); pos.Line != 20 {
			t.Errorf("width %d: the first line is %d", w, pos.Line)
		}
	}
	if after := strings.Join(rows(t, p, 60, 10), "\n"); after != before {
		t.Errorf("came back as\n%s\nwas\n%s", after, before)
	}
	p.SetWrap(false)
	p.SetWrap(true)
	if pos := p.Position(); pos.Line != 20 {
		t.Errorf("after switching wrapping the first line is %d", pos.Line)
	}
}

func TestReveal(t *testing.T) {
	text := strings.Repeat("x", 50) + "\n" + strings.Repeat("-", 20000) + "NEEDLE" + strings.Repeat("-", 20000) + "\n" + numbered(50)
	for _, wrap := range []bool{true, false} {
		p := newPane(text, 40, 10)
		p.SetWrap(wrap)
		p.End()
		p.Reveal(strings.Index(text, "NEEDLE"))
		screen := strings.Join(rows(t, p, 40, 10), "")
		if !strings.Contains(strings.NewReplacer(" ", "", "2", "").Replace(screen), "NEEDLE") {
			t.Errorf("wrap=%v: not in sight:\n%s", wrap, screen)
		}
	}
}

// The rows of a text, from the first to the last and back, hold every byte once.
func TestEveryRowIsReached(t *testing.T) {
	long := map[string]string{
		"ascii":    strings.Repeat("abcdefghi", 1200),
		"words":    strings.Repeat("seven words ", 900),
		"wide":     strings.Repeat("世界", 3000),
		"families": strings.Repeat("👨‍👩‍👧‍👦", 300),
		"burmese":  strings.Repeat("ကား", 900),
		"invalid":  strings.Repeat("\xff", 4500),
		"marks":    "a" + strings.Repeat("\u0301", 2500),
		"tabs":     strings.Repeat("\t1", 2500),
		"exact":    strings.Repeat("x", 8192),
	}
	for name, text := range long {
		t.Run(name, func(t *testing.T) {
			const width = 37
			flat := newPane(text, 1<<20, 1)
			flat.SetNumbers(false)
			flat.SetWrap(false)
			p := newPane("first\n"+text+"\nlast", width, 1)
			p.SetNumbers(false)
			var down []string
			for {
				down = append(down, rows(t, p, width, 1)[0])
				if p.Position().AtEnd {
					break
				}
				p.LineDown(1)
			}
			var up []string
			for {
				up = append([]string{rows(t, p, width, 1)[0]}, up...)
				if p.Position().AtTop {
					break
				}
				p.LineUp(1)
			}
			if strings.Join(down, "\n") != strings.Join(up, "\n") {
				t.Error("up is not the reverse of down")
			}
			squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
			scr := uv.NewScreenBuffer(8*len(text), 1)
			flat.Draw(scr, scr.Bounds())
			if got, want := squeeze(strings.Join(down, "")), "first"+squeeze(scr.Line(0).String())+"last"; got != want {
				t.Errorf("rows hold %d bytes, the line %d", len(got), len(want))
			}
		})
	}
}

// Scrolling sideways by any distance shows what a wider screen shows there.
func TestSideways(t *testing.T) {
	text := strings.Repeat("ab\t世c\u202e", 1500)
	wide := newPane(text, 30000, 1)
	wide.SetNumbers(false)
	wide.SetWrap(false)
	scr := uv.NewScreenBuffer(30000, 1)
	wide.Draw(scr, scr.Bounds())
	p := newPane(text, 20, 1)
	p.SetNumbers(false)
	p.SetWrap(false)
	for _, column := range []int{0, 1, 2, 3, 4, 5, 6, 7, 9, 700, 4096, 9001, 20001} {
		p.ScrollToColumn(column)
		got := uv.NewScreenBuffer(20, 1)
		p.Draw(got, got.Bounds())
		for x := range 20 {
			a, b := got.CellAt(x, 0), scr.CellAt(column+x, 0)
			straddles := b.Width == 0 && x == 0 || x+b.Width > 20
			if !straddles && a.Content != b.Content || straddles && a.Content != " " {
				t.Fatalf("column %d+%d: %q, want %q", column, x, a.Content, b.Content)
			}
		}
	}
	p.ScrollColumns(1 << 40)
	if at := p.Position().Column; rows(t, p, 20, 1)[0] == "" || at > 30000 {
		t.Errorf("scrolled out of the text, to column %d", at)
	}
	p.ScrollColumns(-(1 << 40))
	if at := p.Position().Column; at != 0 {
		t.Errorf("scrolled back to column %d", at)
	}
}

func TestSpans(t *testing.T) {
	red, blue := uv.Style{Fg: ansi.Red}, uv.Style{Fg: ansi.Blue}
	p := newPane("ab\x00cd\nef\tgh", 10, 2)
	p.SetNumbers(false)
	p.SetSpans([]textpane.Span{{Offset: 1, Style: 1}, {Offset: 4, Style: 0}, {Offset: 7, Style: 9}, {Offset: 9, Style: 1}})
	p.SetTable([]uv.Style{red, blue})
	scr := uv.NewScreenBuffer(10, 2)
	p.Draw(scr, scr.Bounds())
	var got strings.Builder
	for y := range 2 {
		for x := range 10 {
			switch st := scr.CellAt(x, y).Style; {
			case st.Fg == ansi.Red:
				got.WriteByte('r')
			case st.Fg == ansi.Blue:
				got.WriteByte('b')
			case st.Attrs == uv.AttrReverse:
				got.WriteByte('H')
			default:
				got.WriteByte('.')
			}
		}
		got.WriteByte('\n')
	}
	if want := ".bHbr.....\nr...bb....\n"; got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestFromANSI(t *testing.T) {
	st := textpane.FromANSI("plain \x1b[1;31mred\x1b[0m\n\x1b[1m\x1b[31mred\x1b[m \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \x1b[2J\x1b]0;no end")
	if want := "plain red\nred link \x1b[2J\x1b]0;no end"; st.Text != want {
		t.Errorf("text %q, want %q", st.Text, want)
	}
	want := []textpane.Span{{Offset: 6, Style: 1}, {Offset: 9, Style: 0}, {Offset: 10, Style: 1}, {Offset: 13, Style: 0}}
	if fmt.Sprint(st.Spans) != fmt.Sprint(want) {
		t.Errorf("spans %v, want %v", st.Spans, want)
	}
	if len(st.Styles) != 2 || st.Styles[1].Fg != ansi.Red || st.Styles[1].Attrs != uv.AttrBold {
		t.Errorf("styles %+v", st.Styles)
	}
	p := newPane("", 60, 3)
	p.SetStyled(st)
	if got := rows(t, p, 60, 3); got[1] != "  2  red link ␛[2J␛]0;no end" {
		t.Errorf("drawn as %q", got)
	}
}

func FuzzPane(f *testing.F) {
	f.Add(source, 40, 12, 7, true, []byte("jjkGg"))
	f.Add(strings.Repeat("世\t\u202e", 2000), 9, 3, 50, false, []byte("G>>kk<w"))
	f.Fuzz(func(t *testing.T, text string, w, h, n int, wrap bool, keys []byte) {
		if w < 0 || h < 0 || w > 60 || h > 30 || n > 1e6 || n < -1e6 || len(keys) > 10 {
			t.Skip("not a screen")
		}
		p := newPane(text, w, h)
		p.SetWrap(wrap)
		for _, key := range keys {
			switch key % 13 {
			case 0:
				p.LineDown(n % 100)
			case 1:
				p.PageDown()
			case 2:
				p.PageUp()
			case 3:
				p.HalfPageDown()
			case 4:
				p.End()
			case 5:
				p.Home()
			case 6:
				p.ScrollTo(n)
			case 7:
				p.SetCurrent(n)
			case 8:
				p.Reveal(n)
			case 9:
				p.ScrollColumns(n)
			case 10:
				p.SetWrap(!p.Wrap())
			case 11:
				p.SetSize(h, w)
			case 12:
				p.ScrollToColumn(n)
			}
			screentest.Text(t, w, h, p.Draw)
			if pos := p.Position(); pos.Percent < 0 || pos.Percent > 100 || pos.Line < 0 || pos.Line >= pos.Lines || pos.Column < 0 {
				t.Fatalf("position %+v", pos)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	text := strings.Repeat("a line of forty bytes, as most have here\n", 50<<20/41)
	p := newPane("", 120, 40)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		p.SetText(text)
	}
}

// BenchmarkKey measures a key and the frame that follows it.
func BenchmarkKey(b *testing.B) {
	const mb = 1 << 20
	fill := func(unit string, size int) string { return strings.Repeat(unit, size/len(unit)) }
	texts := []struct{ name, text string }{
		{"5MB-go", fill(source, 5*mb)},
		{"50MB-go", fill(source, 50*mb)},
		{"5MB-line", fill(`{"key":"value","n":[1,2,3]},`, 5*mb)},
		{"5MB-line-cjk", fill(`{"設計":"文書"},`, 5*mb)},
	}
	keys := []struct {
		name string
		do   func(p *textpane.Pane, i int)
	}{
		{"down", func(p *textpane.Pane, _ int) { p.LineDown(1) }},
		{"page", func(p *textpane.Pane, _ int) { p.PageDown() }},
		{"end-home", func(p *textpane.Pane, i int) {
			if i%2 == 0 {
				p.End()
			} else {
				p.Home()
			}
		}},
		{"right", func(p *textpane.Pane, _ int) { p.ScrollColumns(8) }},
	}
	for _, text := range texts {
		for _, wrap := range []bool{true, false} {
			for _, key := range keys {
				if key.name == "right" && wrap {
					continue
				}
				b.Run(fmt.Sprintf("%s/wrap=%v/%s", text.name, wrap, key.name), func(b *testing.B) {
					p := newPane(text.text, 120, 40)
					p.SetWrap(wrap)
					scr := uv.NewScreenBuffer(120, 40)
					p.Draw(scr, scr.Bounds())
					b.ReportAllocs()
					i := 0
					for b.Loop() {
						key.do(p, i)
						if i++; p.Position().AtEnd && key.name != "end-home" {
							p.Home()
						}
						p.Draw(scr, scr.Bounds())
					}
				})
			}
		}
	}
}

// BenchmarkFarRight measures the first jump far into a long line, which has to
// measure what is before it.
func BenchmarkFarRight(b *testing.B) {
	for name, unit := range map[string]string{"ascii": `{"key":"value"},`, "cjk": `{"設計":"文書"},`} {
		text := strings.Repeat(unit, 5<<20/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p := newPane(text, 120, 40)
				p.SetWrap(false)
				p.ScrollColumns(len(text))
			}
		})
	}
}
