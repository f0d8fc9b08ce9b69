package jsontree_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/jsontree"
	"mcperuse/views/screentest"
)

const document = `{
  "name": "atlas é\u00e9\n",
  "limits": {"rows": 12345678901234567890, "rate": 1.10e2, "none": {}, "a b": []},
  "tags": ["a", {"deep": [true, false, null]}, NaN],
  "name": "again"
}`

func view(t testing.TB, text string) *jsontree.View {
	t.Helper()
	ix, err := jsontree.Parse(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	return jsontree.New(ix)
}

func draw(v *jsontree.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) }
}

func press(v *jsontree.View, ids ...keymap.ID) *jsontree.View {
	for _, id := range ids {
		v.Handle(id)
	}
	return v
}

func TestScreens(t *testing.T) {
	v := view(t, document)
	screentest.Golden(t, "open", 80, 18, draw(v))
	screentest.Golden(t, "folded", 80, 18, draw(press(v, keymap.Down, keymap.Down, keymap.ScrollLeft)))
	screentest.Golden(t, "levels", 40, 12, draw(press(view(t, document), keymap.FoldLevel, keymap.FoldLevel)))
	deep := strings.Repeat(`{"a":[`, 30) + strings.Repeat("]}", 30)
	screentest.Golden(t, "deep", 40, 24, draw(press(view(t, deep), keymap.UnfoldAll, keymap.Bottom)))
}

func TestEverySize(t *testing.T) {
	screentest.Sizes(t, draw(view(t, document)))
	screentest.Sizes(t, draw(view(t, `["`+strings.Repeat("日本\u202e", 3000)+`"]`)))
}

// What a row is, is told by marks and not by colours alone.
func TestColours(t *testing.T) {
	scr := uv.NewScreenBuffer(40, 4)
	view(t, `{"a":"b","c":1}`).Draw(scr, scr.Bounds(), themes.Dark(), false)
	key, text := scr.CellAt(5, 1).Style, scr.CellAt(8, 1).Style
	if key.Equal(&text) {
		t.Errorf("a name and a string look the same: %v", key)
	}
}

func TestPathsAndValues(t *testing.T) {
	v := view(t, document)
	want := []string{
		`. {…`, `.name "atlas é\u00e9\n"`, `.limits {"rows": 12345678901234567890, "rate": 1.10e2, "none": {}, "a b": []}`,
		`.limits.rows 12345678901234567890`, `.limits.rate 1.10e2`, `.limits.none {}`, `.limits["a b"] []`,
		`.tags ["a", {"deep": [true, false, null]}, NaN]`, `.tags[0] "a"`, `.tags[1] {"deep": [true, false, null]}`,
		`.tags[1].deep [true, false, null]`, `.tags[1].deep[0] true`, `.tags[1].deep[1] false`, `.tags[1].deep[2] null`, `.tags[2] NaN`, `.name "again"`,
	}
	for i, w := range want {
		got := v.Path() + " " + v.Value()
		if i == 0 {
			got = v.Path() + " " + v.Value()[:1] + "…"
			if v.Value() != document {
				t.Errorf("the root is %q", v.Value())
			}
		}
		if got != w {
			t.Errorf("row %d: %s, want %s", i, got, w)
		}
		v.Handle(keymap.Down)
	}
	if got, ok := press(view(t, document), keymap.Down).Text(); !ok || got != "atlas éé\n" {
		t.Errorf("the text of a string: %q, %v", got, ok)
	}
}

func TestFolding(t *testing.T) {
	tests := []struct {
		name string
		keys []keymap.ID
		want string // the status
	}{
		{"at first", nil, ". · row 1/16"},
		{"close the root", []keymap.ID{keymap.Open}, ". · row 1/1"},
		{"close and open", []keymap.ID{keymap.Open, keymap.Open}, ". · row 1/16"},
		{"close a member", []keymap.ID{keymap.Down, keymap.Down, keymap.Open}, ".limits · row 3/12"},
		{"to the parent", []keymap.ID{keymap.Down, keymap.Down, keymap.Down, keymap.ScrollLeft}, ".limits · row 3/16"},
		{"into a member", []keymap.ID{keymap.Down, keymap.Down, keymap.ScrollRight}, ".limits.rows · row 4/16"},
		{"open again", []keymap.ID{keymap.Down, keymap.Down, keymap.ScrollLeft, keymap.ScrollRight}, ".limits · row 3/16"},
		{"one level", []keymap.ID{keymap.FoldLevel, keymap.FoldLevel, keymap.FoldLevel, keymap.FoldLevel, keymap.UnfoldLevel}, ". · row 1/5"},
		{"what closes takes the cursor", []keymap.ID{keymap.Bottom, keymap.Up, keymap.Up, keymap.FoldLevel, keymap.FoldLevel}, ".tags[1] · row 10/12"},
		{"everything", []keymap.ID{keymap.Open, keymap.UnfoldAll, keymap.Bottom}, ".name · row 16/16"},
		{"an empty list has nothing to open", []keymap.ID{keymap.Down, keymap.Down, keymap.Down, keymap.Down, keymap.Down, keymap.Open}, ".limits.none · row 6/16"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := press(view(t, document), tt.keys...).Status(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMouse(t *testing.T) {
	v := view(t, document)
	screentest.Text(t, 80, 24, draw(v))
	v.Click(4, 2)
	if got := v.Status(); got != ".limits · row 3/16" {
		t.Errorf("a click: %q", got)
	}
	v.Click(4, 2)
	if got := v.Status(); got != ".limits · row 3/12" {
		t.Errorf("another click: %q", got)
	}
}

func TestLargeTreesStartSmall(t *testing.T) {
	v := view(t, `{"rows":[`+strings.Repeat(`{"a":1,"b":[1,2,3]},`, 10000)+`{}]}`)
	if got := v.Status(); got != ". · row 1/2" {
		t.Errorf("at first: %q", got)
	}
	if got := press(v, keymap.UnfoldAll).Status(); got != ". · row 1/60,003" {
		t.Errorf("everything: %q", got)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "the text ends too early"},
		{"white space", " \n", "the text ends too early"},
		{"no end", `{"a":[1`, "the text ends too early"},
		{"no end of a string", `["a`, "the text ends too early"},
		{"a name alone", `{"a"}`, "not JSON from byte 4 on"},
		{"a comma at the end", `[1,]`, "not JSON from byte 3 on"},
		{"a comma at the start", `[,1]`, "not JSON from byte 1 on"},
		{"no comma", `[1 2]`, "not JSON from byte 3 on"},
		{"the wrong end", `{"a":1]`, "not JSON from byte 6 on"},
		{"more than one", `{} {}`, "not JSON from byte 3 on"},
		{"a number as a name", `{1:2}`, "not JSON from byte 1 on"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := jsontree.Parse(context.Background(), tt.text); err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	if _, err := jsontree.Parse(context.Background(), strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)); !errors.Is(err, jsontree.ErrDeep) {
		t.Errorf("a deep one: %v", err)
	}
	if _, err := jsontree.Parse(context.Background(), strings.Repeat("[", 100_000)); !errors.Is(err, jsontree.ErrDeep) {
		t.Errorf("a deep one without ends: %v", err)
	}
	if _, err := jsontree.Parse(context.Background(), "["+strings.Repeat("0,", 4<<20)+"0]"); !errors.Is(err, jsontree.ErrMany) {
		t.Errorf("a long one: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := jsontree.Parse(ctx, document); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func FuzzTree(f *testing.F) {
	f.Add(document)
	f.Add(`[[],{},"",0,{"":[{}]}]`)
	f.Add(`{"a":1,"a":{"\u0061":2,"a":3}}`)
	f.Fuzz(func(t *testing.T, text string) {
		ix, err := jsontree.Parse(context.Background(), text)
		if err != nil {
			return
		}
		v := press(jsontree.New(ix), keymap.UnfoldAll)
		screentest.Text(t, 30, 6, draw(v))
		rows := 0
		for before := ""; before != v.Status() && rows < 200; rows++ {
			before = v.Status()
			if !strings.Contains(text, v.Value()) || v.Value() == "" {
				t.Fatalf("%q is not a part of %q", v.Value(), text)
			}
			if _, err := jsontree.Parse(context.Background(), v.Value()); err != nil {
				t.Fatalf("%s: %q is no value: %v", v.Path(), v.Value(), err)
			}
			status := v.Status()
			if err := v.GoTo(v.Path()); err != nil {
				t.Fatalf("%s: %v", v.Path(), err)
			}
			if v.Status() != status && !strings.Contains(screentest.Text(t, 200, 200, draw(v)), "name repeated") {
				t.Fatalf("from %s to %s", status, v.Status())
			}
			if v.Status() != status {
				return // of a repeated name the first is found
			}
			v.Handle(keymap.Down)
		}
		press(v, keymap.ScrollLeft, keymap.ScrollLeft, keymap.Open, keymap.FoldLevel, keymap.ScrollRight)
		screentest.Text(t, 30, 6, draw(v))
	})
}

// five is 5 MB of JSON, laid out or on one line.
func five(indent string) string {
	var b strings.Builder
	b.WriteString("[")
	for i := 0; b.Len() < 5<<20; i++ {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `%[1]s{%[1]s"id": %[2]d,%[1]s"name": "place %[2]d",%[1]s"tags": [%[1]s"a",%[1]s"b"%[1]s],%[1]s"at": {%[1]s"lat": 1.25,%[1]s"lon": -3.5%[1]s}%[1]s}`, indent, i)
	}
	b.WriteString("]")
	return b.String()
}

func BenchmarkParse5MB(b *testing.B) {
	for name, indent := range map[string]string{"pretty": "\n    ", "one line": ""} {
		text := five(indent)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := jsontree.Parse(context.Background(), text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A key and its frame, in a tree of 5 MB that is wholly open.
func BenchmarkKey5MB(b *testing.B) {
	v := press(view(b, five("")), keymap.UnfoldAll)
	scr := uv.NewScreenBuffer(80, 24)
	for _, key := range []keymap.ID{keymap.PageDown, keymap.Open, keymap.Bottom} {
		b.Run(string(key), func(b *testing.B) {
			for b.Loop() {
				v.Handle(key)
				v.Draw(scr, scr.Bounds(), themes.Dark(), true)
			}
		})
	}
	b.Run("unfold-all", func(b *testing.B) {
		for b.Loop() {
			press(v, keymap.FoldLevel, keymap.UnfoldAll)
		}
	})
}
