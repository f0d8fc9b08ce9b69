// Package screentest tests what views draw: it compares the text of a screen
// with a golden file, and proves at every size that a view stays inside its
// rectangle and that no text bends the columns to its right.
//
// Golden files hold the text of a screen, trailing spaces removed, and where it is
// about themes the styles. Run the tests of a package with -update to write them again.
package screentest

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

var update = flag.Bool("update", false, "write the golden files of screens instead of comparing with them")

// Draw is the Draw method of a view.
type Draw func(scr uv.Screen, area uv.Rectangle)

// Golden draws a screen of width by height cells and compares its text with
// testdata/NAME.golden. It fails as [Text] does, too.
func Golden(t testing.TB, name string, width, height int, draw Draw) {
	t.Helper()
	compare(t, name, Text(t, width, height, draw))
}

// compare compares what was drawn with a golden file, or writes it.
func compare(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s is missing; run the test with -update to write it. The screen:\n%s", file, got)
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := firstDifference(string(want), got); diff != "" {
		t.Errorf("the screen differs from %s at %s\n--- got ---\n%s--- want ---\n%s", file, diff, got, want)
	}
}

// Text draws a screen of width by height cells and returns its text, one line
// a row. It fails the test where the view draws outside its rectangle or where
// a row is not exactly as wide as the screen.
func Text(t testing.TB, width, height int, draw Draw) string {
	t.Helper()
	return render(t, width, height, ansi.WcWidth, draw)
}

// Sizes draws at sizes from nothing to wider and taller than any view needs,
// with both ways to measure text, and fails as [Text] does.
func Sizes(t testing.TB, draw Draw) {
	t.Helper()
	widths := []int{0, 1, 2, 3, 5, 8, 13, 21, 34, 40, 55, 79, 80, 120, 200}
	heights := []int{0, 1, 2, 3, 5, 12, 24, 60}
	for _, method := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
		for _, width := range widths {
			for _, height := range heights {
				render(t, width, height, method, draw)
			}
		}
	}
}

// margin is left free on every side of the rectangle a view gets, so that a
// view that assumes its rectangle starts at the origin is found out.
const margin = 3

func render(t testing.TB, width, height int, method ansi.Method, draw Draw) string {
	t.Helper()
	return textOf(paint(t, width, height, method, draw))
}

// paint draws a screen and returns its rows, every one of them as wide as it should be.
func paint(t testing.TB, width, height int, method ansi.Method, draw Draw) (rows []uv.Line) {
	t.Helper()
	scr := uv.NewScreenBuffer(width+2*margin, height+2*margin)
	scr.Method = method
	area := uv.Rect(margin, margin, width, height)
	guard := &guard{Screen: scr, area: area}
	draw(guard, area)
	if guard.outside != "" {
		t.Errorf("at %dx%d: %s", width, height, guard.outside)
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := scr.Line(y)[area.Min.X:area.Max.X]
		if err := checkRow(row, method); err != nil {
			t.Errorf("at %dx%d, row %d: %v", width, height, y-area.Min.Y, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// textOf is the text of rows, one line each.
func textOf(rows []uv.Line) string {
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for _, c := range row {
			line.WriteString(c.Content)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// guard is a screen that notes when something is drawn outside an area.
type guard struct {
	uv.Screen
	area    uv.Rectangle
	outside string
}

func (g *guard) SetCell(x, y int, c *uv.Cell) {
	width, content := 1, " "
	if c != nil {
		width, content = max(c.Width, 1), c.Content
	}
	if g.outside == "" && (!uv.Pos(x, y).In(g.area) || x+width > g.area.Max.X) {
		g.outside = fmt.Sprintf("%q is drawn outside, at column %d of row %d", content, x-g.area.Min.X, y-g.area.Min.Y)
	}
	g.Screen.SetCell(x, y, c)
}

// checkRow reports the first cell of a row that is not as wide as it claims.
func checkRow(row uv.Line, method ansi.Method) error {
	for x := 0; x < len(row); {
		c := row[x]
		switch {
		case c.Width < 1:
			return fmt.Errorf("column %d is the rest of a wide character that is not there", x)
		case method.StringWidth(c.Content) != c.Width:
			return fmt.Errorf("column %d: %q is %d cells wide but takes %d", x, c.Content, method.StringWidth(c.Content), c.Width)
		case x+c.Width > len(row):
			return fmt.Errorf("column %d: %q is cut by the edge", x, c.Content)
		}
		for i := 1; i < c.Width; i++ {
			if !row[x+i].IsZero() {
				return fmt.Errorf("column %d: %q is drawn over by %q", x, c.Content, row[x+i].Content)
			}
		}
		x += c.Width
	}
	return nil
}

// firstDifference names the first line that differs, "" if none does.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		if i >= len(w) || i >= len(g) {
			return fmt.Sprintf("line %d: %d lines instead of %d", i+1, len(g)-1, len(w)-1)
		}
		if w[i] != g[i] {
			return fmt.Sprintf("line %d:\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return ""
}
