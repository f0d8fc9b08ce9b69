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
