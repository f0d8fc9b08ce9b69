package ui_test

import (
	"testing"

	"mcperuse/ui/story"
)

func TestWhatChangedIsShown(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press(":").Type("atlas://live/ticker").Press("enter").Wait("tick", "fetched")
	s.Press("d").Wait("nothing to compare")
	s.Press("w").Wait("● updated").Press("r").Wait("● changed: d shows what")
	s.Press("d").Wait("Changes", "atlas://live/ticker", "− tick", "+ tick", "s side by side")
	s.Press("esc").WaitGone("Changes").Wait("● changed: d shows what")
	s.Press("d").Wait("+ tick").Press("d").WaitGone("Changes")
	s.Press("q").Exit(0)
}

func TestFollowingShowsTheLatest(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press(":").Type("atlas://live/ticker").Press("enter").Wait("tick     0")
	s.Press("F").Wait("following", "◉").Wait("tick     2").Wait("tick     3")
	s.Press("d").Wait("− tick").Press("/").Type("tick").Wait("1/").Press("enter").Wait("% · 1/", "n next").Press("X", "j", "y").Wait("selection, ").Press("F").Press("esc").Press("q").Exit(0)
}
