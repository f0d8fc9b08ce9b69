package ui_test

import (
	"testing"

	"mcperuse/ui/story"
)

func TestAnyURICanBeOpened(t *testing.T) {
	home := t.TempDir()
	s := story.Start(t, story.Options{Size: "120x36", Home: home}, "demo")
	s.Wait("7 pages").Press(":").Wait("Open", "Type or paste a URI").Type("atlas://no such").Wait("a URI has no spaces")
	// What was typed is there again after esc.
	s.Press("esc").Wait("312 · 7 pages").Press("o").Wait("atlas://no such").Press("ctrl+u")
	s.Paste("file:///atlas/README.md\n").Wait("as typed").Press("enter").Wait("README.md", "fetched")
	// What of the list fits is offered, and the line has a cursor.
	s.Press(":").Type("yaml").Wait("file:///atlas/api/openapi.yaml").Press("home").Type("api ").Wait("api yaml", "as typed").Press("end", "ctrl+u", "esc")
	// One that no list names is asked for all the same.
	s.Press(":").Type("atlas://nowhere").Press("enter").Wait("✗", "atlas://nowhere")
	s.Press("q").Exit(0)

	s = story.Start(t, story.Options{Size: "120x36", Home: home}, "demo")
	s.Wait("7 pages").Press(":").Wait("file:///atlas/README.md", "atlas://nowhere").Type("readme").WaitGone("atlas://nowhere")
	s.Press("down", "tab").Wait("file:///atlas/README.md", "as typed").Press("enter").Wait("fetched")
	s.Press("q").Exit(0)
}

func TestBookmarksOutlastTheProgram(t *testing.T) {
	home := t.TempDir()
	s := story.Start(t, story.Options{Size: "120x36", Home: home}, "demo")
	s.Wait("7 pages").Press("'").Wait("Bookmarks", "bookmarks it").Press("esc")
	s.Press("j", "j", "m").Wait("bookmarked atlas://cache/minute", "★ cache/minute")
	s.Press("q").Exit(0)

	s = story.Start(t, story.Options{Size: "120x36", Home: home}, "demo")
	s.Wait("7 pages", "★").Press("'").Wait("★ atlas://cache/minute").Press("enter").Wait("fetched", "row 3/312")
	s.Press("'", "ctrl+t").Wait("no longer bookmarked").WaitGone("★").Press("esc", "q").Exit(0)
}

func TestBackAndForward(t *testing.T) {
	s := story.Start(t, story.Options{Size: "120x24"}, "demo")
	s.Wait("7 pages").Press("<").Wait("nothing was read yet")
	s.Press(":").Type("file:///atlas/README.md").Press("enter").Wait("fetched")
	s.Press("tab", "v", "j", "j", "j", "j").Wait("source · line 3/53")
	s.Press("tab", "G").Wait("row 312/312").Press("enter").Wait("fetched")
	s.Press(":").Type("atlas://nowhere").Press("enter").Wait("✗")
	s.Press("<").Wait("web/styles/map.css ", "fetched")
	s.Press("<").Wait("README.md   ")
	s.Press("tab").Wait("source · line 3/53")
	s.Press("<").Wait("nothing before this")
	s.Press(">").Wait("web/styles/map.css ").Press(">").Wait("atlas://nowhere").Press(">").Wait("nothing after this")
	s.Press("q").Exit(0)
}

func TestLinksAreFollowed(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press(":").Type("file:///atlas/README.md").Press("enter").Wait("fetched", "[rendered]").Press("tab", "f").Wait("Links", "Architecture", "file:///atlas/docs/architecture.md", "copied")
	s.Type("archi").Press("enter").WaitGone("Links").Wait("docs/architecture.md", "fetched").Press("<").Wait("file:///atlas/README.md")
	s.Press("v").Wait("source").Press("L").Wait("Colours of").Press("esc").Press("q").Exit(0)
}
