package picker_test

import (
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/picker"
	"mcperuse/views/screentest"
)

func languages() *picker.View {
	var items []picker.Item
	for _, l := range []struct{ name, files, also string }{
		{"as guessed", "YAML", ""}, {"Cargo", "", "go"}, {"Go", "*.go", "golang"}, {"Django", "*.html", "jinja"}, {"markdown", "*.md", "md"},
	} {
		items = append(items, picker.Item{Text: l.name, Right: l.files, Also: l.also, Choose: views.ChooseLexer{Name: l.name}})
	}
	v := picker.New(picker.Words{Title: "Colours of", None: "No language is called that."}, 0, items)
	v.SetSize(40, 8)
	return v
}

func TestTyping(t *testing.T) {
	for typed, want := range map[string]views.Action{
		"":        views.ChooseLexer{Name: "as guessed"},
		"go":      views.ChooseLexer{Name: "Go"}, // what begins with it comes first
		"jinja":   views.ChooseLexer{Name: "Django"},
		"mrkd":    views.ChooseLexer{Name: "markdown"}, // letters in order
		"guessed": views.ChooseLexer{Name: "as guessed"},
		"xyz":     nil,
	} {
		v := languages()
		v.Paste(typed)
		if got := v.Handle(keymap.Send); got != want {
			t.Errorf("%q chooses %v, want %v", typed, got, want)
		}
	}
}

func TestSelectAndClick(t *testing.T) {
	v := languages()
	v.Select(3)
	if got := v.Handle(keymap.Send); got != (views.ChooseLexer{Name: "Django"}) {
		t.Errorf("the selected: %v", got)
	}
	if got := v.Click(2, 3); got != (views.ChooseLexer{Name: "Go"}) {
		t.Errorf("the clicked: %v", got)
	}
}

func TestScreens(t *testing.T) {
	draw := func(v *picker.View) screentest.Draw {
		return func(scr uv.Screen, area uv.Rectangle) {
			v.SetSize(area.Dx(), area.Dy())
			v.Draw(scr, area, themes.Dark())
		}
	}
	screentest.Golden(t, "languages", 40, 8, draw(languages()))
	screentest.Sizes(t, draw(languages()))
}

// A choice of versions, in every theme.
func TestLooks(t *testing.T) {
	v := picker.New(picker.Words{Title: "Compare which version", None: "No version is of that time."}, 0, []picker.Item{
		{Text: "12:06:31", Right: "  2.1 KB  sha256 0a4d55a8d778…  fetched in    38 ms"},
		{Text: "12:05:31", Right: "  2.0 KB  sha256 5feceb66ffc8…  fetched in     1.2 s"},
		{Text: "12:04:31", Right: "   980 B  sha256 6b86b273ff34…  fetched in    41 ms"},
	})
	v.Select(1)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		screentest.Looks(t, "versions", size[0], size[1], func(th themes.Theme) screentest.Draw {
			return func(scr uv.Screen, area uv.Rectangle) {
				v.SetSize(area.Dx(), area.Dy())
				v.Draw(scr, area, th)
			}
		})
	}
}
