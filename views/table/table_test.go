package table_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/screentest"
	"mcperuse/views/table"
)

const cities = "city,country,population,note\n" +
	"Lagos,Nigeria,15388000,\"the \"\"largest\"\", by far\"\n" +
	"東京,Japan,13960000,\n" +
	"short,row\n" +
	"\n" +
	"too,long,3,row,more\n" +
	"Oslo,Norway,\"709,037\",\"two\nlines\"\r\n" +
	"\x1b[2J,,-1.5,\u202e\n"

func view(t testing.TB, text string) *table.View {
	t.Helper()
	ix, err := table.Parse(context.Background(), text, table.Comma(text), true)
	if err != nil {
		t.Fatal(err)
	}
	return table.New(ix)
}

func draw(v *table.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) }
}

func press(v *table.View, ids ...keymap.ID) *table.View {
	for _, id := range ids {
		v.Handle(id)
	}
	return v
}

func TestScreens(t *testing.T) {
	screentest.Golden(t, "cities", 80, 12, draw(view(t, cities)))
	screentest.Golden(t, "narrow", 40, 6, draw(press(view(t, cities), keymap.Bottom, keymap.ScrollRight, keymap.ScrollRight, keymap.ScrollRight)))
	screentest.Golden(t, "header", 40, 6, draw(view(t, "a;b;c\n")))
}

func TestEverySize(t *testing.T) {
	screentest.Sizes(t, draw(press(view(t, cities), keymap.ScrollRight, keymap.ScrollRight)))
}

// A row that does not fit the header has a mark, and a colour.
func TestOddRowsAreMarked(t *testing.T) {
	scr := uv.NewScreenBuffer(80, 12)
	view(t, cities).Draw(scr, scr.Bounds(), themes.Dark(), true)
	if c, want := scr.CellAt(1, 4), themes.Dark().Attention; c.Content != "⚠" || !c.Style.Equal(&want) {
		t.Errorf("the row that is too short is marked with %q in %v", c.Content, c.Style)
	}
	if c := scr.CellAt(1, 3); c.Content == "⚠" {
		t.Error("a row that is all right is marked")
	}
}

func TestCursor(t *testing.T) {
	tests := []struct {
		name              string
		keys              []keymap.ID
		status, row, cell string
	}{
		{"at first", nil, "city 1/5 · row 1/6 · ⚠ 2 odd", `Lagos,Nigeria,15388000,"the ""largest"", by far"`, "Lagos"},
		{"another column", []keymap.ID{keymap.ScrollRight, keymap.ScrollRight, keymap.ScrollRight}, "note 4/5 · row 1/6 · ⚠ 2 odd", `Lagos,Nigeria,15388000,"the ""largest"", by far"`, `the "largest", by far`},
		{"too short", []keymap.ID{keymap.Down, keymap.Down}, "city 1/5 · row 3/6 · ⚠ 2 fields, the header has 4", "short,row", "short"},
		{"too long", []keymap.ID{keymap.Down, keymap.Down, keymap.Down}, "city 1/5 · row 4/6 · ⚠ 5 fields, the header has 4", "too,long,3,row,more", "too"},
		{"several lines", []keymap.ID{keymap.Bottom, keymap.Up, keymap.ScrollLeft}, "city 1/5 · row 5/6 · ⚠ 2 odd", "Oslo,Norway,\"709,037\",\"two\nlines\"", "Oslo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := press(view(t, cities), tt.keys...)
			row, _ := v.Row()
			cell, _, _ := v.Cell()
			if v.Status() != tt.status || row != tt.row || cell != tt.cell {
				t.Errorf("got %q, row %q, cell %q", v.Status(), row, cell)
			}
		})
	}
	v := press(view(t, "a,b\n1\n"), keymap.ScrollRight)
	if _, _, ok := v.Cell(); ok {
		t.Error("a field that is not there")
	}
}

func TestComma(t *testing.T) {
	for text, want := range map[string]byte{"a,b;c,d\n": ',', "a;b;c\n1,2;3;4": ';', "a\tb": '\t', "alone": ',', "": ','} {
		if got := table.Comma(text); got != want {
			t.Errorf("%q is separated by %q", text, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "there are no rows",
		"\n\r\n":             "there are no rows",
		"a,b\n1,\"never\n2,": "the quote that opens in row 2 is never closed",
	} {
		if _, err := table.Parse(context.Background(), text, ',', true); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestWithoutAHeader(t *testing.T) {
	ix, err := table.Parse(context.Background(), "Lagos,1\nOslo,2\n", ',', false)
	if err != nil {
		t.Fatal(err)
	}
	if got := table.New(ix).Status(); got != "1 1/2 · row 1/2" {
		t.Errorf("status %q", got)
	}
}

// Rows and fields are those that encoding/csv finds, where it finds any.
func FuzzTable(f *testing.F) {
	f.Add(cities)
	f.Add("a;\"b\n\";c\r\n\r\n;;\n")
	f.Fuzz(func(t *testing.T, text string) {
		ix, err := table.Parse(context.Background(), text, ',', false)
		if err != nil {
			return
		}
		v := table.New(ix)
		screentest.Text(t, 30, 6, draw(v))
		reader := csv.NewReader(strings.NewReader(text))
		reader.FieldsPerRecord = -1
		records, err := reader.ReadAll()
		if err != nil || strings.Contains(text, "\r") { // it drops a lone CR at the end
			press(v, keymap.Down, keymap.ScrollRight, keymap.Bottom)
			screentest.Text(t, 30, 6, draw(v))
			return
		}
		for i, record := range records {
			if i > 20 {
				break
			}
			if row, ok := v.Row(); !ok || !strings.Contains(text, row) {
				t.Fatalf("row %d of %q is %q", i, text, row)
			}
			if cell, _, ok := v.Cell(); !ok || cell != record[0] {
				t.Fatalf("row %d of %q has %q first, not %q", i, text, cell, record[0])
			}
			v.Handle(keymap.Down)
		}
	})
}

func BenchmarkParse5MB(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 5<<20; i++ {
		fmt.Fprintf(&text, "%d,place %d,\"quoted, too\",%d.25\n", i, i, i%90)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := table.Parse(context.Background(), text.String(), ',', true); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKey(b *testing.B) {
	v := view(b, strings.Repeat(cities, 20_000))
	scr := uv.NewScreenBuffer(80, 24)
	for b.Loop() {
		v.Handle(keymap.PageDown)
		v.Draw(scr, scr.Bounds(), themes.Dark(), true)
	}
}
