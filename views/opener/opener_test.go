package opener_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/opener"
	"mcperuse/views/screentest"
)

var places = []opener.Place{
	{URI: "file:///docs/architecture.md", Name: "The architecture", Bookmarked: true},
	{URI: "file:///README.md", Name: "README.md", Bookmarked: true},
	{URI: "x://\x1b[2J\u202e/" + strings.Repeat("日本語/", 40), Name: "\x1b]0;t\a"},
	{URI: "memo://insights"},
}

func drawn(v *opener.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.SetSize(area.Dx(), area.Dy())
		v.Draw(scr, area, themes.Dark())
	}
}

func typed(text string) *opener.View {
	v := opener.New(opener.Words{Title: "Open"}, places)
	v.SetSize(80, 12)
	v.Paste(text)
	return v
}

func TestScreens(t *testing.T) {
	for name, v := range map[string]*opener.View{
		"places": typed(""), "typed": typed("md"), "spaces": typed("file:///a b"), "no-scheme": typed("README.md"),
		"listed": looked(t, "md", []string{"file:///docs/a.md", "memo://x"}, []string{"file:///b.md"}),
		"empty":  opener.New(opener.Words{Title: "Bookmarks", None: "No bookmarks yet. m on a resource bookmarks it."}, nil), "nothing": opener.New(opener.Words{Title: "Open", None: "Type or paste a URI, listed or not."}, nil),
	} {
		for _, size := range [][2]int{{60, 8}, {80, 12}, {120, 12}} {
			screentest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), size[0], size[1], drawn(v))
		}
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, drawn(v)) })
	}
}

func TestWhatIsOpened(t *testing.T) {
	for _, tc := range []struct {
		name, typed string
		keys        []keymap.ID
		want        views.Action
	}{
		{"what was typed", " file:///x \n", nil, views.OpenURI{URI: "file:///x", Typed: true}},
		{"with spaces inside, as it is", "a b", nil, views.OpenURI{URI: "a b", Typed: true}},
		{"a place", "", []keymap.ID{keymap.Down}, views.OpenURI{URI: "file:///README.md"}},
		{"a place found by name", "ARCH the", []keymap.ID{keymap.Down}, views.OpenURI{URI: "file:///docs/architecture.md"}},
		{"a place taken over", "memo", []keymap.ID{keymap.Down, keymap.TakeOver}, views.OpenURI{URI: "memo://insights", Typed: true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := typed(tc.typed)
			for _, id := range tc.keys {
				v.Handle(id)
			}
			if got := v.Handle(keymap.Send); got != tc.want {
				t.Errorf("%#v, want %#v", got, tc.want)
			}
		})
	}
	if _, ok := opener.New(opener.Words{Title: "Open", None: "Type or paste a URI, listed or not."}, nil).Handle(keymap.Send).(views.Notice); !ok {
		t.Error("opening nothing says nothing")
	}
}

func list(pages ...[]string) [][]model.Resource {
	var out [][]model.Resource
	for _, uris := range pages {
		var page []model.Resource
		for _, uri := range uris {
			page = append(page, model.DecodeResource(fmt.Appendf(nil, `{"uri":%q,"name":"The %s"}`, uri, uri)))
		}
		out = append(out, page)
	}
	return out
}

// looked is a view of places and a list, after the work that a line asks for.
func looked(t testing.TB, line string, pages ...[]string) *opener.View {
	t.Helper()
	v := typed(line)
	v.SetListed(list(pages...))
	if job, ok := v.Work(); ok {
		v.Apply(job.Run(t.Context()))
	}
	return v
}

func TestTheListIsLookedThrough(t *testing.T) {
	pages := [][]string{{"file:///docs/a.md", "", "file:///README.md"}, {"file:///docs/b.md"}}
	for _, tc := range []struct {
		name, typed string
		rows        []string
	}{
		{"what fits, with the places before it", "md", []string{"md", "file:///docs/architecture.md", "file:///README.md", "file:///docs/a.md", "file:///docs/b.md"}},
		{"every word", "DOCS b.", []string{"DOCS b.", "file:///docs/b.md"}},
		{"one that is typed whole stands once", "file:///docs/b.md", []string{"file:///docs/b.md"}},
		{"nothing typed, nothing of the list", "", []string{"file:///docs/architecture.md", "file:///README.md", places[2].URI, "memo://insights"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := looked(t, tc.typed, pages...)
			var rows []string
			for range len(tc.rows) + 1 {
				rows = append(rows, v.Handle(keymap.Send).(views.OpenURI).URI)
				v.Handle(keymap.Down)
			}
			rows = slices.Compact(rows)
			if !slices.Equal(rows, tc.rows) {
				t.Errorf("got %q, want %q", rows, tc.rows)
			}
		})
	}
}

func TestTheListIsLookedThroughOnce(t *testing.T) {
	v := typed("md")
	v.SetListed(list([]string{"file:///docs/a.md"}))
	job, ok := v.Work()
	if _, again := v.Work(); !ok || again {
		t.Fatalf("work %v, and again %v", ok, again)
	}
	v.Paste("x")
	v.Apply(job.Run(t.Context()))
	v.Handle(keymap.Bottom)
	if got := v.Handle(keymap.Send); got != (views.OpenURI{URI: "mdx", Typed: true}) {
		t.Errorf("what was found for another line is shown: %#v", got)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if out := job.Run(ended); fmt.Sprint(out) != "{md []}" {
		t.Errorf("it went on after its end: %v", out)
	}
}

func TestTheLineHasACursor(t *testing.T) {
	v := typed("file:///b")
	for _, key := range []string{"home", "alt+right", "left", "delete", "ctrl+e", "backspace"} {
		if !v.Key(key, "") {
			t.Errorf("%s does nothing", key)
		}
	}
	v.Key("x", "x")
	if got := v.Handle(keymap.Send); got != (views.OpenURI{URI: "fil:///x", Typed: true}) {
		t.Errorf("%#v", got)
	}
	screentest.Text(t, 80, 12, drawn(v))
	v.Click(7, 0) // before the first character
	v.Key("y", "y")
	screentest.Text(t, 80, 12, drawn(v))
	if x, y := v.Cursor(nil); y != 0 || x != 8 {
		t.Errorf("the cursor is at %d,%d", x, y)
	}
	if got := v.Handle(keymap.Send); got != (views.OpenURI{URI: "yfil:///x", Typed: true}) {
		t.Errorf("%#v", got)
	}
}

func TestABookmarkThatGoesLeavesTheCursor(t *testing.T) {
	v := typed("")
	v.Handle(keymap.Down)
	if got := v.Handle(keymap.ToggleBookmark); got != (views.ToggleBookmark{URI: "file:///README.md"}) {
		t.Fatalf("%#v", got)
	}
	v.SetPlaces(append(places[:1:1], places[2:]...))
	if got := v.Handle(keymap.ToggleBookmark); got != (views.ToggleBookmark{URI: places[2].URI}) {
		t.Errorf("the cursor is on %#v", got)
	}
}

func TestMouse(t *testing.T) {
	v := typed("")
	if got := v.Click(4, 2); got != (views.OpenURI{URI: "file:///README.md"}) {
		t.Errorf("a click opens %#v", got)
	}
	if got := v.Click(4, 9); got != nil {
		t.Errorf("a click below: %#v", got)
	}
}
