package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"mcperuse/ui/story"
)

func TestMarkedResourcesAreSavedAndWatchedTogether(t *testing.T) {
	dir := t.TempDir()
	s := story.Start(t, story.Options{Size: "120x36", Dir: dir}, "demo")
	s.Wait("7 pages")
	// A filter finds them, one of them cannot be read.
	s.Press("/").Type("'cache/ | 'broken").Press("enter").Wait("5/312")
	s.Press("*").Wait("5 marked", "◆")
	s.Press("w").Wait("watching 5 resources", "◉")
	s.Press("S").Wait("1 not saved and still marked", "1 marked")
	found, err := filepath.Glob(filepath.Join(dir, "mcperuse-*", "*"))
	if err != nil || len(found) != 4 {
		t.Errorf("saved are %v, %v", found, err)
	}
	for _, path := range found {
		if b, err := os.ReadFile(path); err != nil || len(b) == 0 {
			t.Errorf("%s holds %d bytes, %v", path, len(b), err)
		}
	}
	s.Press("u").WaitGone("marked").Press("q").Exit(0)
}

func TestDetailsTakeThePlaceOfTheContents(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("enter").Wait("fetched", "Welcome")
	s.Press("i").Wait("Details", "as the list says", "i closes", "annotations")
	s.Press("j").Wait("cache/day", "Details")
	s.Press("tab", "esc").WaitGone("Details").Wait("not read yet")
	s.Press("q").Exit(0)
}

func TestBestMatchesFirst(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("7 pages").Press("s").Wait("best match").Press("b").Wait("no filter yet")
	s.Press("/").Type("readme").Wait("best match")
	s.Press("enter", "q").Exit(0)
}

// The demo opens an incident, and closes it some ticks later.
func TestAReloadShowsWhatIsNewAndWhatIsGone(t *testing.T) {
	s := story.Start(t, wide, "demo")
	s.Wait("312 · 7 pages").Press("j", "j").Wait("atlas://cache/minute")
	s.Wait("● list changed: R reloads").Press("R").Wait("313 · 7 pages · 1 new", "atlas://cache/minute", "row 3/313")
	s.Press("/").Type("incident").Press("enter").Wait("incident.md", "new").Press("esc", "esc")
	s.Wait("● list changed: R reloads").Press("R").Wait("312 · 7 pages · 1 gone")
	s.Press("G").Wait("1 gone since the list was fetched before", "incident.md")
	s.Press("3").Wait("the list of resources: 1 gone", "the list of resources: 1 new")
	s.Press("q").Exit(0)
}

func TestTheListReloadsByItself(t *testing.T) {
	s := story.Start(t, wide, "demo", "--auto-reload")
	s.Wait("7 pages").Wait("313 · 7 pages · 1 new").Press("A").Wait("only by R").Press("q").Exit(0)
}
