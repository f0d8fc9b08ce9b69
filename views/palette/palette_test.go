package palette_test

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/palette"
	"mcperuse/views/picker"
	"mcperuse/views/screentest"
)

func open() *picker.View {
	v := palette.New(keymap.Reader, keymap.Document, keymap.Moving, keymap.Global, keymap.Always)
	v.SetSize(80, 24)
	return v
}

func drawn(v *picker.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.SetSize(area.Dx(), area.Dy())
		v.Draw(scr, area, themes.Dark())
	}
}

func TestTypingFindsACommand(t *testing.T) {
	v := open()
	for _, r := range "wrap" {
		v.Key(string(r), string(r))
	}
	if got := v.Handle(keymap.Send); got != (views.Do{ID: keymap.Wrap}) {
		t.Errorf("wrap and enter: %v", got)
	}
	v.Paste(" nonsense")
	if got := v.Handle(keymap.Send); got != nil {
		t.Errorf("enter on nothing: %v", got)
	}
	if got := screentest.Text(t, 80, 24, drawn(v)); !strings.Contains(got, "Nothing here is called that.") {
		t.Errorf("no word that nothing was found:\n%s", got)
	}
	if got := v.Handle(keymap.Back); got != (views.Back{}) {
		t.Errorf("esc: %v", got)
	}
}

func TestEveryCommandIsThereOnce(t *testing.T) {
	v := open()
	seen := map[keymap.ID]int{}
	for range keymap.Table() {
		if a, ok := v.Handle(keymap.Send).(views.Do); ok {
			seen[a.ID]++
		}
		before := v.Handle(keymap.Send)
		v.Handle(keymap.Down)
		if v.Handle(keymap.Send) == before {
			break
		}
	}
	for _, id := range []keymap.ID{keymap.Watch, keymap.NextView, keymap.Quit, keymap.ShowHelp, keymap.ShowWire} {
		if seen[id] != 1 {
			t.Errorf("%s is offered %d times", id, seen[id])
		}
	}
}

func TestScreens(t *testing.T) { screentest.Golden(t, "reader", 80, 14, drawn(open())) }

func TestEverySize(t *testing.T) { screentest.Sizes(t, drawn(open())) }
