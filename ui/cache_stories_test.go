package ui_test

import (
	"testing"

	"mcperuse/ui/story"
)

func TestTheCacheTellsWhatItKeeps(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("enter").Wait("fetched")
	s.Press("4").Wait("9 entries", "list            page 1", "templates/list  page 1", "atlas://about", "Fresh: the server said to keep it for 60 s")

	// Dropping makes the next look ask the server; until then nothing is lost.
	s.Press("G").Wait("resources/read  atlas://about").Press("x").WaitGone("resources/read  atlas://about").Wait("8 entries")
	s.Press("1").Wait("fetched").Press("enter").Press("4").Wait("9 entries")

	// Refetching a page puts it into the list in place of the old one.
	s.Press("g", "j", "j", "j").Wait("resources/list  page 4", "Not to be kept: the server sent ttlMs 0").Press("enter")
	s.Wait("1 Resources 312").WaitUntil("row of page 4", func(screen story.Screen) bool { return screen.Contains("row 151/312") })
	s.Press("4", "r").Wait("9 entries")

	s.Press("X").Wait("Nothing is kept.", "the cache is empty")
	s.Press("1").Wait("312 · 7 pages").Press("q").Exit(0)
}

func TestAFreshEntryMakesNoRequest(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("j", "j").Wait("atlas://cache/minute").Press("enter").Wait("fetched")
	s.Press("enter").Wait("from the cache")
	s.Press("4", "G").Wait("1 hit", "resources/read  atlas://cache/minute")
	// r always asks.
	s.Press("1", "r").WaitGone("from the cache").Press("4").Wait("1 hit")
	s.Press("q").Exit(0)
}
