package screentest

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

// recorder is a testing.TB that keeps what it is told.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func cell(content string, width int) *uv.Cell { return &uv.Cell{Content: content, Width: width} }

func TestText(t *testing.T) {
	got := Text(t, 6, 2, func(scr uv.Screen, area uv.Rectangle) {
		scr.SetCell(area.Min.X, area.Min.Y, cell("世", 2))
		scr.SetCell(area.Min.X+2, area.Min.Y, cell("x", 1))
		scr.SetCell(area.Min.X+5, area.Min.Y+1, cell("y", 1))
	})
	if want := "世x\n     y\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFaultsAreFound(t *testing.T) {
	for _, tc := range []struct {
		name string
		draw Draw
		want string
	}{
		{"origin", func(scr uv.Screen, _ uv.Rectangle) { scr.SetCell(0, 0, cell("x", 1)) }, "drawn outside"},
		{"edge", func(scr uv.Screen, area uv.Rectangle) { scr.SetCell(area.Max.X-1, area.Min.Y, cell("世", 2)) }, "drawn outside"},
		{"width", func(scr uv.Screen, area uv.Rectangle) { scr.SetCell(area.Min.X, area.Min.Y, cell("世", 1)) }, "2 cells wide but takes 1"},
		{"control", func(scr uv.Screen, area uv.Rectangle) { scr.SetCell(area.Min.X, area.Min.Y, cell("\x1b", 1)) }, "0 cells wide but takes 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := &recorder{TB: t}
			Text(r, 4, 1, tc.draw)
			if len(r.said) == 0 || !strings.Contains(strings.Join(r.said, "\n"), tc.want) {
				t.Errorf("said %q, want %q", r.said, tc.want)
			}
		})
	}
}

func TestFirstDifference(t *testing.T) {
	for _, tc := range []struct{ want, got, say string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", "line 2"},
		{"a\n", "a\nb\n", "line 2"},
	} {
		if diff := firstDifference(tc.want, tc.got); !strings.HasPrefix(diff, tc.say) || (diff == "") != (tc.say == "") {
			t.Errorf("firstDifference(%q, %q) = %q, want %q", tc.want, tc.got, diff, tc.say)
		}
	}
}

func TestWriteStyles(t *testing.T) {
	styled := func(fg color.Color, attrs uint8) uv.Line {
		return uv.Line{{Content: "a", Width: 1}, {Content: "b", Width: 1, Style: uv.Style{Fg: fg, Attrs: attrs}}, {Content: " ", Width: 1}}
	}
	var b strings.Builder
	writeStyles(&b, []string{"dark", "plain"}, [][]uv.Line{
		{styled(color.RGBA{255, 0, 16, 255}, uv.AttrBold), styled(nil, uv.AttrFaint)}, {styled(nil, uv.AttrBold), styled(nil, 0)},
	})
	const want = "--- styles\n a\n b\na   dark: #ff0010 bold   plain: bold\nb   dark: faint   plain: –\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
