package chrome_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/chrome"
	"mcperuse/views/draw"
	"mcperuse/views/screentest"
)

var (
	th     = themes.Dark()
	header = chrome.Header{
		Server: "atlas-docs 1.4.2", Revision: "2026-07-28", Era: "modern", Transport: "stdio",
		Link: chrome.Live, Warnings: 2, Progress: "page 3 · 150 rows…", Clock: "12:04:31",
	}
	tabs = chrome.Tabs{Current: 2, Tabs: []chrome.Tab{{1, "Resources", "312"}, {2, "Templates", "5"}, {3, "Updates", "4"}, {7, "Server", ""}}}
	keys = keymap.Footer(keymap.Resources, keymap.Document, keymap.Moving, keymap.Global, keymap.Always)

	hostile = map[string]string{
		"long":     strings.Repeat("very long ", 1000),
		"cjk":      strings.Repeat("日本語設計", 20),
		"emoji":    strings.Repeat("👨‍👩‍👧‍👦🇩🇪❤️", 20),
		"escapes":  "\x1b[2J\x1b]0;owned\x07\u009b31m",
		"rtl":      "\u202eשלום عليكم\u202c",
		"breaks":   "one\ntwo\r\nthree\t",
		"invalid":  "\xff\xfe\xc3",
		"combined": "e" + strings.Repeat("\u0301", 500),
	}
)

// frame draws header, tabs, rule and footer under each other, as a screen does.
func frame(h chrome.Header, t chrome.Tabs, f chrome.Footer) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		h.Draw(scr, area, th)
		t.Draw(scr, uv.Rect(area.Min.X, area.Min.Y+1, area.Dx(), 2).Intersect(area), th)
		draw.Rule(scr, uv.Rect(area.Min.X, area.Min.Y+4, area.Dx(), 1).Intersect(area), th.Rule)
		f.Draw(scr, uv.Rect(area.Min.X, area.Min.Y+5, area.Dx(), 1).Intersect(area), th)
	}
}

func TestGoldenFrames(t *testing.T) {
	footer := chrome.Footer{Keys: keys, Position: "row 2/312"}
	waiting := header
	waiting.Server, waiting.Revision, waiting.Era, waiting.Link, waiting.Warnings, waiting.Progress = "npx -y some-server", "", "", chrome.Connecting, 0, ""
	for _, tc := range []struct {
		name   string
		header chrome.Header
		footer chrome.Footer
	}{
		{"loading", header, footer},
		{"connecting", waiting, chrome.Footer{Keys: keymap.Footer(keymap.Waiting, keymap.Server, keymap.Global), Position: ""}},
		{"toast", header, chrome.Footer{Keys: keys, Position: "row 2/312", Toast: &chrome.Toast{Level: chrome.Failure, Text: "not copied: the terminal does not take text; file:///docs/architecture.md"}}},
	} {
		for _, width := range []int{40, 80, 120} {
			t.Run(fmt.Sprintf("%s-%d", tc.name, width), func(t *testing.T) {
				screentest.Golden(t, fmt.Sprintf("%s-%d", tc.name, width), width, 6, frame(tc.header, tabs, tc.footer))
			})
		}
	}
}

func TestHostileTextStaysInside(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			h := header
			h.Server, h.Revision = text, text
			screentest.Sizes(t, frame(h, tabs, chrome.Footer{Keys: keys, Toast: &chrome.Toast{Text: text}}))
		})
	}
}

func TestHeaderLeavesThingsOutInOrder(t *testing.T) {
	line := func(width int) string {
		return strings.TrimSuffix(screentest.Text(t, width, 1, func(scr uv.Screen, area uv.Rectangle) { header.Draw(scr, area, th) }), "\n")
	}
	order := []string{"12:04:31", "page 3", "stdio", "2026-07-28", "modern", "2 ⚠", "●", "▸"}
	gone := 0
	for width := 120; width > 6; width-- {
		text := line(width)
		for gone < len(order)-1 && !strings.Contains(text, order[gone]) {
			gone++
		}
		for _, word := range order[gone:] {
			if !strings.Contains(text, word) {
				t.Fatalf("at %d columns %q is gone before %q: %s", width, word, order[gone], text)
			}
		}
	}
	if gone != len(order)-1 {
		t.Errorf("%q is never left out", order[gone])
	}
}

func TestTabsHit(t *testing.T) {
	for _, tc := range []struct {
		name          string
		width, x, hit int
	}{
		{"the number", 80, 1, 1},
		{"the count", 80, 15, 1},
		{"between", 80, 16, 0},
		{"the second", 80, 20, 2},
		{"the last", 80, 49, 7},
		{"the margin", 80, 0, 0},
		{"beyond", 80, 79, 0},
		{"back, narrow", 30, 24, 1},
		{"forward, narrow", 30, 28, 3},
		{"here, narrow", 30, 3, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := tabs.Hit(tc.width, tc.x)
			if got != tc.hit || ok != (tc.hit != 0) {
				t.Errorf("column %d of %d: %d, %v; want %d\n%s", tc.x, tc.width, got, ok, tc.hit,
					screentest.Text(t, tc.width, 2, func(scr uv.Screen, area uv.Rectangle) { tabs.Draw(scr, area, th) }))
			}
		})
	}
}

func TestTabsWithoutTheCurrentOne(t *testing.T) {
	screentest.Sizes(t, func(scr uv.Screen, area uv.Rectangle) {
		chrome.Tabs{}.Draw(scr, area, th)
		chrome.Tabs{Current: 9, Tabs: tabs.Tabs}.Draw(scr, area, th)
	})
}

func TestFooterHit(t *testing.T) {
	f := chrome.Footer{Keys: keys, Position: "row 2/312"}
	line := screentest.Text(t, 60, 1, func(scr uv.Screen, area uv.Rectangle) { f.Draw(scr, area, th) })
	for _, tc := range []struct {
		word string
		id   keymap.ID
	}{{"enter", keymap.Open}, {"watch", keymap.Watch}, {"? help", keymap.ShowHelp}, {"row", ""}} {
		got, ok := f.Hit(ansi.WcWidth, 60, strings.Index(line, tc.word))
		if got != tc.id || ok != (tc.id != "") {
			t.Errorf("a click on %q gives %q, %v in %q", tc.word, got, ok, line)
		}
	}
	f.Toast = &chrome.Toast{Text: "copied"}
	if id, ok := f.Hit(ansi.WcWidth, 60, 2); ok {
		t.Errorf("a click on a toast gives %q", id)
	}
}

func TestFooterAlwaysOffersHelp(t *testing.T) {
	f := chrome.Footer{Keys: slices.Clone(keys), Position: "row 2/312"}
	for width := 8; width < 120; width++ {
		line := screentest.Text(t, width, 1, func(scr uv.Screen, area uv.Rectangle) { f.Draw(scr, area, th) })
		if !strings.Contains(line, "? help") {
			t.Errorf("no help at %d columns: %q", width, line)
		}
	}
}

func TestANameKeepsItsDistance(t *testing.T) {
	touches := regexp.MustCompile(`[n…] ?(page|2026|modern|●)`)
	for n := 1; n < 90; n++ {
		h := header
		h.Server = strings.Repeat("n", n)
		for _, width := range []int{40, 60, 80, 110} {
			line := screentest.Text(t, width, 1, func(scr uv.Screen, area uv.Rectangle) { h.Draw(scr, area, th) })
			if touches.MatchString(strings.ReplaceAll(line, "modern ●", "")) {
				t.Fatalf("%d columns, a name of %d:\n%s", width, n, line)
			}
		}
	}
}
