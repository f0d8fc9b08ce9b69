package ui_test

import (
	"testing"

	"mcperuse/ui/story"
)

func TestSearchingInAText(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press(":").Type("file:///atlas/README.md").Press("enter").Wait("fetched").Press("tab", "v").Wait("source")
	s.Press("/").Wait("enter keep", "cache/minute").Type("atlas").Wait("1/9", "cache/minute").Press("enter").Wait("· 1/9")
	s.Press("n").Wait("· 2/9").Press("N", "N").Wait("on from the end")
	// A regular expression that is not one yet is said, and loses nothing.
	s.Press("/", "ctrl+u").Type("md(").Press("ctrl+r").Wait("regexp /md(", "missing closing )").Type("#|\\))").Wait("1/").Press("esc")
	s.WaitGone("regexp").Wait("source · line 1/53")
	s.Press("ctrl+g").Wait("a line, or a percentage").Type("40").Press("enter").Wait("line 31/53", " 40 ")
	s.Press("ctrl+g").Type("many").Press("enter").Wait(`"many" is no line`)
	s.Press("/").Press("up").Wait("/atlas").Press("esc", "q").Exit(0)
}

func TestSearchingInAFrame(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("5").Wait("resources/list").Press("g", "enter").Wait("server/discover", "v view")
	s.Press("/").Wait("enter keep").Type("version").Wait("1/2").Press("enter").Wait("frame 1 · 1/2").Press("n").Wait("· 2/2")
	s.Press("X").Wait("o other end").Press("y").Wait("selection, ")
	s.Press("v", "v").Wait("from        client").Press("/").Wait("facts are not looked through").Press("q").Exit(0)
}
