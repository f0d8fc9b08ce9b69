package ui

import (
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/ui/keep"
)

func TestTheFooterOffersAnotherPaneOnlyWhereThereIsOne(t *testing.T) {
	m, _ := browser(t, 160, 30)
	for _, s := range []screen{screenResources, screenTemplates, screenUpdates, screenCache, screenWire, screenFindings, screenServer} {
		m.show(s)
		if got, want := strings.Contains(screenOf(m), "tab other pane"), m.pane() != nil; got != want {
			t.Errorf("screen %d: offered %v, there is one %v", s, got, want)
		}
	}
}

func TestThePositionIsOfWhatIsSeen(t *testing.T) {
	m, _ := browser(t, 160, 30)
	send(m, batch{pageArrived{1, page(0, 5)}})
	for _, open := range []keymap.ID{keymap.OpenURI, keymap.ShowPalette, keymap.ShowBookmarks, keymap.ShowHelp} {
		contains(t, m, "row 1/")
		m.do(open)
		if got := screenOf(m); strings.Contains(got, "row 1/") {
			t.Errorf("%s: the footer tells a row of what is hidden\n%s", open, got)
		}
		m.back()
	}
	contains(t, m, "row 1/")
}

func TestHeaderAndTabCountTheSame(t *testing.T) {
	m, _ := browser(t, 160, 30)
	m.warnings = 38
	contains(t, m, "38 ⚠", "6 Findings 38")
}

func TestAPasswordIsNotBookmarked(t *testing.T) {
	m, _ := browser(t, 120, 30)
	m.toggleBookmark("https://ada:pw@example.com/x")
	contains(t, m, "a URI with a password is not remembered")
	if len(m.kept.Bookmarks) != 0 {
		t.Errorf("kept are %v", m.kept.Bookmarks)
	}
	// One of an older version can still be taken away.
	m.kept.Bookmarks = []keep.Bookmark{{URI: "https://ada:pw@example.com/x"}}
	m.toggleBookmark("https://ada:pw@example.com/x")
	if len(m.kept.Bookmarks) != 0 {
		t.Errorf("kept are %v", m.kept.Bookmarks)
	}
}
