package help_test

import (
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/help"
	"mcperuse/views/screentest"
)

var reader = []keymap.Scope{keymap.Reader, keymap.Document, keymap.Moving, keymap.Global, keymap.Always}

func opened() *help.View {
	v := &help.View{}
	v.Open(reader...)
	return v
}

func drawer(v *help.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.SetSize(area.Dx(), area.Dy())
		v.Draw(scr, area, themes.Dark())
	}
}

func TestGolden(t *testing.T) {
	for _, size := range []struct{ w, h int }{{40, 12}, {80, 24}, {120, 40}} {
		name := fmt.Sprintf("reader-%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) { screentest.Golden(t, name, size.w, size.h, drawer(opened())) })
	}
}

func TestEveryKeyIsShown(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		screen := screentest.Text(t, width, 400, drawer(opened()))
		for _, b := range keymap.Table() {
			if !strings.Contains(screen, b.Help) || !strings.Contains(screen, b.AllKeys()) {
				t.Errorf("%s is not shown at %d columns", b.ID, width)
			}
		}
		if first := strings.TrimSpace(screen[:strings.IndexByte(screen, '\n')]); !strings.HasPrefix(first, string(keymap.Reader)) {
			t.Errorf("the help starts with %q, not with what works here", first)
		}
	}
}

func TestScrolling(t *testing.T) {
	first := func(v *help.View) string {
		screen := screentest.Text(t, 80, 10, drawer(v))
		return strings.TrimSpace(strings.TrimSuffix(screen[:strings.IndexByte(screen, '\n')], "↑"))
	}
	v := opened()
	top := first(v)
	v.Handle(keymap.Down)
	if first(v) == top {
		t.Error("j scrolls nothing")
	}
	v.Handle(keymap.Up)
	v.Handle(keymap.Up)
	if first(v) != top {
		t.Error("k does not come back to the top")
	}
	v.Handle(keymap.Bottom)
	screen := screentest.Text(t, 80, 10, drawer(v))
	if !strings.Contains(screen, "Close the help") || strings.Contains(screen, "↓\n") || !strings.Contains(screen, "↑") {
		t.Errorf("the end is\n%s", screen)
	}
	end := first(v)
	v.Handle(keymap.PageDown)
	v.Wheel(50)
	if first(v) != end {
		t.Error("it scrolls past the end")
	}
	v.Handle(keymap.HalfUp)
	v.Handle(keymap.PageUp)
	v.Handle(keymap.HalfDown)
	if first(v) == end {
		t.Error("pages scroll nothing")
	}
	v.Handle(keymap.Top)
	if first(v) != top {
		t.Error("g does not go to the top")
	}
}

func TestClosing(t *testing.T) {
	for _, key := range []string{"esc", "?", "f1"} {
		id, _ := keymap.Lookup(key, keymap.Help, keymap.Moving, keymap.Global, keymap.Always)
		if got := opened().Handle(id); got != (views.Back{}) {
			t.Errorf("%s asks for %#v", key, got)
		}
	}
	if got := opened().Handle(keymap.Down); got != nil {
		t.Errorf("j asks for %#v", got)
	}
}

func TestSizes(t *testing.T) {
	screentest.Sizes(t, drawer(opened()))
	screentest.Sizes(t, drawer(&help.View{}))
	end := opened()
	end.SetSize(80, 24)
	end.Handle(keymap.Bottom)
	screentest.Sizes(t, drawer(end))
}
