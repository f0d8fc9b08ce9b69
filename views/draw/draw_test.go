package draw_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
)

var (
	methods = map[string]ansi.Method{"wcwidth": ansi.WcWidth, "graphemes": ansi.GraphemeWidth}
	plain   uv.Style
	bold    = uv.Style{Attrs: uv.AttrBold}
	hostile = []string{
		"plain ascii text",
		"日本語/設計.md",
		"👨‍👩‍👧‍👦👨‍👩‍👧‍👦 family",
		"🇩🇪🇯🇵🇫🇷 flags and half a one 🇩",
		"e\u0301a\u0300 e" + strings.Repeat("\u0301", 20),
		"❤️ 1️⃣ ☎︎ 👍🏽",
		"नमस्ते क्षत्रिय",
		"\u1112\u1161\u11ab \u1100\u1100",
		"\x1b[31mred\x1b]0;title\x07\t\r\n",
		"a\u202eb\u200bc\u00add\U000e0041",
		"\xff\xfe\u0d4e",
		strings.Repeat("\u1100", 100),
		strings.Repeat("क\u094d", 100),
	}
)

func screen(w, h int, m ansi.Method) uv.ScreenBuffer {
	scr := uv.NewScreenBuffer(w, h)
	scr.Method = m
	return scr
}

// line returns the text of a line of the screen, blanks at its end included.
func line(scr uv.ScreenBuffer, y int) string {
	var b strings.Builder
	for x := range scr.Width() {
		b.WriteString(scr.CellAt(x, y).Content)
	}
	return b.String()
}

// check fails when a cell outside the areas is not the dot it was, when there is
// half a wide cell, or when a terminal would draw the rendered screen differently.
func check(t *testing.T, scr uv.ScreenBuffer, areas ...uv.Rectangle) {
	t.Helper()
	for y := range scr.Height() {
		for x := 0; x < scr.Width(); {
			c := scr.CellAt(x, y)
			if c.Width < 1 || x+c.Width > scr.Width() {
				t.Fatalf("cell %d,%d has width %d: %q", x, y, c.Width, c.Content)
			}
			inside := false
			for _, a := range areas {
				inside = inside || uv.Rect(x, y, c.Width, 1).In(a)
			}
			if !inside && c.Content != "." {
				t.Fatalf("cell %d,%d outside the area is %q", x, y, c.Content)
			}
			for i := 1; i < c.Width; i++ {
				if tail := scr.CellAt(x+i, y); !tail.IsZero() {
					t.Fatalf("cell %d,%d inside a wide one is %q", x+i, y, tail.Content)
				}
			}
			x += c.Width
		}
	}
	again := screen(scr.Width(), scr.Height(), scr.Method)
	uv.NewStyledString(scr.Render()).Draw(again, again.Bounds())
	for y := range scr.Height() {
		if a, b := line(scr, y), line(again, y); a != b {
			t.Fatalf("line %d is drawn as %q, not %q", y, b, a)
		}
	}
}

func dots(scr uv.ScreenBuffer) { scr.Fill(&uv.Cell{Content: ".", Width: 1}) }

func TestBordersStayStraight(t *testing.T) {
	for name, m := range methods {
		for _, s := range hostile {
			t.Run(fmt.Sprintf("%s/%.12q", name, s), func(t *testing.T) {
				for w := 0; w <= 40; w++ {
					for _, how := range []draw.Cut{draw.CutEnd, draw.CutStart, draw.CutMiddle, draw.CutPath} {
						scr := screen(44, 3, m)
						dots(scr)
						area := uv.Rect(2, 1, w, 1)
						right := draw.NewRow(scr, area, 0).Cut(plain, s, how).X()
						if right > 2+w || right < 2 {
							t.Fatalf("width %d: ends at column %d", w, right)
						}
						check(t, scr, area)
						if want := draw.Width(m, s); want <= w && right != 2+want {
							t.Fatalf("width %d: ends at column %d, measured %d", w, right, want)
						}
					}
				}
			})
		}
	}
}

// Every character that safetext lets through has a width of one or two.
func TestEveryCodePointHasAWidth(t *testing.T) {
	for name, m := range methods {
		for r := rune(0x20); r <= unicode.MaxRune; r++ {
			for _, s := range []string{string(r), "a" + string(r)} {
				for g := range draw.Glyphs(m, s) {
					if g.Width < 1 || g.Width > 3 && !g.Substitute {
						t.Fatalf("%s: %U has width %d in %q", name, r, g.Width, s)
					}
				}
			}
			if r == 0x3ffff {
				r = 0xdffff // nothing is assigned between
			}
		}
	}
}

func TestCut(t *testing.T) {
	const path = "very/long/path/that/is/cut/notes.txt"
	tests := []struct {
		name, in string
		width    int
		how      draw.Cut
		want     string
	}{
		{"fits", "notes.txt", 9, draw.CutEnd, "notes.txt"},
		{"end", path, 14, draw.CutEnd, "very/long/pat…"},
		{"start", path, 14, draw.CutStart, "…cut/notes.txt"},
		{"middle", path, 13, draw.CutMiddle, "very/l…es.txt"},
		{"path", path, 16, draw.CutPath, "very/…/notes.txt"},
		{"path with little room", path, 12, draw.CutPath, "v…/notes.txt"},
		{"path without room for the name", path, 10, draw.CutPath, "very/….txt"},
		{"path ends in a slash", "a/very/long/folder/", 12, draw.CutPath, "a/v…/folder/"},
		{"path of one part", "averylongname.txt", 9, draw.CutPath, "aver….txt"},
		{"one column", path, 1, draw.CutEnd, "…"},
		{"one column at the start", path, 1, draw.CutStart, "…"},
		{"no column", path, 0, draw.CutMiddle, ""},
		{"wide does not straddle", "日本語設計", 6, draw.CutEnd, "日本… "},
		{"wide at the start", "日本語設計", 6, draw.CutStart, "…設計 "},
		{"substitute is cut whole", "abc\u202edef", 8, draw.CutEnd, "abc…    "},
		{"substitute that fits", "abc\u202edef", 14, draw.CutEnd, `abc\u{202e}def`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			scr := screen(tt.width, 1, ansi.WcWidth)
			draw.NewRow(scr, scr.Bounds(), 0).Cut(plain, tt.in, tt.how)
			if got := line(scr, 0); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRow(t *testing.T) {
	scr := screen(30, 2, ansi.WcWidth)
	area := uv.Rect(1, 0, 28, 1)
	r := draw.NewRow(scr, area, 0)
	r.Right(plain, "md").TakeRight(1)
	r.Right(plain, "2.1 KB")
	r.TakeRight(2)
	r.Take(2).Text(bold, "▌…")
	r.Skip(1).Text(bold, "a name that is much too long")
	if got, want := line(scr, 0), " ▌… a name that i…  2.1 KB md "; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if r.Room() != 0 {
		t.Errorf("room left: %d", r.Room())
	}
	draw.NewRow(scr, area, 1).Text(plain, "outside")
	draw.NewRow(scr, area, -1).Text(plain, "outside")
	if got := strings.TrimSpace(line(scr, 1)); got != "" {
		t.Errorf("drew %q outside the area", got)
	}
}

func TestRightIsCutToItsRoom(t *testing.T) {
	scr := screen(5, 1, ansi.WcWidth)
	draw.NewRow(scr, scr.Bounds(), 0).Right(plain, "123456789")
	if got := line(scr, 0); got != "1234…" {
		t.Errorf("got %q", got)
	}
}

func TestSpans(t *testing.T) {
	scr := screen(12, 1, ansi.WcWidth)
	draw.NewRow(scr, scr.Bounds(), 0).Spans(plain, "dir/a\x00b/file.txt", draw.CutMiddle,
		draw.Span{Start: 0, End: 1, Style: bold}, draw.Span{Start: 5, End: 6, Style: bold}, draw.Span{Start: 13, End: 20, Style: bold})
	var styles strings.Builder
	for x := range 12 {
		switch st := scr.CellAt(x, 0).Style; {
		case st.Equal(&plain):
			styles.WriteByte('.')
		case st.Equal(&bold):
			styles.WriteByte('b')
		case st.Attrs == uv.AttrBold|uv.AttrReverse:
			styles.WriteByte('R')
		default:
			t.Errorf("column %d has style %+v", x, st)
		}
	}
	if got, want := line(scr, 0), "dir/a␀…e.txt"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := styles.String(), "b....R...bbb"; got != want {
		t.Errorf("styles %q, want %q", got, want)
	}
}

func TestFillRuleDivider(t *testing.T) {
	scr := screen(8, 5, ansi.WcWidth)
	dots(scr)
	draw.Fill(scr, uv.Rect(1, 1, 6, 3), bold)
	draw.Rule(scr, uv.Rect(1, 1, 6, 3), plain)
	draw.Divider(scr, uv.Rect(3, 2, 1, 9), plain)
	var got []string
	for y := range 5 {
		got = append(got, line(scr, y))
	}
	want := "........\n.──────.\n.  │   .\n.  │   .\n...│...."
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}

func TestEmptyAreas(t *testing.T) {
	for _, size := range []uv.Rectangle{uv.Rect(0, 0, 0, 0), uv.Rect(0, 0, 5, 0), uv.Rect(0, 0, 0, 5), uv.Rect(0, 0, 4, 4)} {
		for _, area := range []uv.Rectangle{
			{}, uv.Rect(-5, -5, 3, 3), uv.Rect(10, 10, 3, 3), uv.Rect(2, 2, -1, -1), uv.Rect(2, 2, 0, 1), uv.Rect(2, 2, 1, 0),
		} {
			scr := screen(size.Dx(), size.Dy(), ansi.WcWidth)
			dots(scr)
			draw.Text(scr, area, plain, "text 日本")
			draw.NewRow(scr, area, 0).Right(plain, "x").Fill(plain).Skip(3).Take(2).Text(plain, "y")
			draw.Fill(scr, area, plain)
			draw.Rule(scr, area, plain)
			draw.Divider(scr, area, plain)
			check(t, scr)
		}
	}
}

// Two texts side by side must not become one cluster.
func TestNeighboursDoNotJoin(t *testing.T) {
	for _, pair := range [][2]string{{"🇩", "🇪"}, {"\u1100", "\u1100"}, {"\u1100", "가"}, {"क\u094d", "क"}} {
		for name, m := range methods {
			t.Run(name+"/"+pair[0]+pair[1], func(t *testing.T) {
				scr := screen(12, 2, m)
				dots(scr)
				area := uv.Rect(0, 0, 12, 1)
				draw.NewRow(scr, area, 0).Text(plain, pair[0]).Text(plain, pair[1])
				check(t, scr, area)
				dots(scr)
				w := draw.Width(m, pair[0])
				draw.NewRow(scr, uv.Rect(w, 0, 12-w, 1), 0).Text(plain, pair[1])
				draw.NewRow(scr, uv.Rect(0, 0, w, 1), 0).Text(plain, pair[0])
				check(t, scr, area)
			})
		}
	}
}

func FuzzRow(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "right", 3, 1, 12, true)
	}
	f.Fuzz(func(t *testing.T, left, right string, x, width, skip int, graphemes bool) {
		if max(x, width, skip) > 60 || min(x, width, skip) < -60 {
			t.Skip("only near the screen")
		}
		m := ansi.WcWidth
		if graphemes {
			m = ansi.GraphemeWidth
		}
		scr := screen(24, 3, m)
		dots(scr)
		area := uv.Rectangle{Min: uv.Pos(x, 1), Max: uv.Pos(x+width, 2)}
		r := draw.NewRow(scr, area, 0)
		r.Right(plain, right).Cut(plain, left, draw.CutPath).Skip(skip).Text(plain, right)
		r.Take(3).Cut(plain, left, draw.CutStart)
		if r.Room() < 0 {
			t.Fatalf("room is %d", r.Room())
		}
		check(t, scr, area)
	})
}

func BenchmarkRow(b *testing.B) {
	scr := screen(120, 1, ansi.WcWidth)
	for name, s := range map[string]string{
		"ascii": "very/long/path/that/is/cut/notes.txt",
		"cjk":   "日本語の設計文書/設計.md",
		"huge":  strings.Repeat("a name of one megabyte ", 1<<20/23),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := draw.NewRow(scr, scr.Bounds(), 0)
				r.Right(plain, "12,345").Cut(plain, s, draw.CutPath)
			}
		})
	}
}
