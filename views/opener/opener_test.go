package opener_test

import (
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
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
	v := opener.New("Open", places)
	v.SetSize(80, 12)
	v.Paste(text)
	return v
}

func TestScreens(t *testing.T) {
	for name, v := range map[string]*opener.View{
		"places": typed(""), "typed": typed("md"), "spaces": typed("file:///a b"), "no-scheme": typed("README.md"),
		"empty": opener.New("Bookmarks", nil), "nothing": opener.New("Open", nil),
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
	if _, ok := opener.New("Open", nil).Handle(keymap.Send).(views.Notice); !ok {
		t.Error("opening nothing says nothing")
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
