package ui_test

import (
	"testing"

	"mcperuse/ui/story"
)

func TestAFormWithTheServersHelp(t *testing.T) {
	home := t.TempDir()
	s := story.Start(t, story.Options{Size: "80x24", Home: home}, "demo")
	s.Wait("live").Press("2").Wait("atlas://places/{country}/{city}").Press("j", "enter").Wait("those of the", "country  (unset)")
	s.Type("a").Wait("│ ar", "│ at").Press("down", "down", "enter").Wait("atlas://places/at/{city}")
	s.Press("tab").Type("v").Wait("│ vienna").Press("esc").WaitGone("│ vienna").Press("ctrl+space").Wait("│ vienna")
	s.Press("down", "enter", "enter").Wait("fetched", "Wien, Austria")
	s.Press("ctrl+o").Wait("e form").Press("e").Wait("enter send", "vienna")
	s.Press("ctrl+u").Wait("(empty)").Press("enter").Wait("⚠ not sent: city is needed")
	s.Press("ctrl+c").Exit(0)

	s = story.Start(t, story.Options{Size: "60x20", Home: home}, "demo")
	s.Wait("Welcome to Atlas").Press("2").Wait("A city").Press("j", "enter").Wait("last      atlas://places/at/vienna")
	s.Press("up").Wait("URI       atlas://places/at/vienna").Press("enter").Wait("fetched").Press("e").Wait("enter send")
	s.Press("esc", "q").Exit(0)
}

func TestAResourceIsOneOfATemplate(t *testing.T) {
	s := story.Start(t, story.Options{Size: "120x40"}, "demo")
	s.Wait("7 pages").Press(":").Type("atlas://tiles/2/3/1.svg?style=dark").Press("enter").Wait("fetched", "e form")
	s.Press("e").Wait("Template  atlas://tiles/{z}/{x}/{y}{.format}{?style}", "style", "dark", "needed")
	s.Press("ctrl+e").Wait("by hand").Press("backspace", "backspace", "backspace", "backspace").Type("light").Wait("edited by hand")
	s.Press("ctrl+e").Wait("atlas://tiles/2/3/1.svg?style=light").Press("ctrl+c").Exit(0)
}
