package cache_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/cache"
	"mcperuse/views/screentest"
)

var noon = time.Date(2026, 7, 28, 12, 4, 31, 0, time.UTC)

func entry(method, param string, first bool, ttl, scope string, age time.Duration) cache.Entry {
	raw := func(s string) rawjson.Value {
		if s == "" {
			return nil
		}
		return rawjson.Value(s)
	}
	return cache.Entry{Entry: freshness.Entry{
		Key: freshness.Key{Method: method, Param: param, First: first}, Bytes: 4300,
		Info: freshness.Info{Hint: freshness.NewHint(raw(ttl), raw(scope)), Received: noon.Add(-age), RoundTrip: 38 * time.Millisecond},
	}}
}

func read(uri, ttl, scope string, age time.Duration) cache.Entry {
	return entry("resources/read", uri, false, ttl, scope, age)
}

// every is one entry of each state and oddity.
func every() []cache.Entry {
	page1 := entry("resources/list", "", true, "60000", `"public"`, 29*time.Second)
	page1.Page, page1.Hits = 1, 2
	page2 := entry("resources/list", "b2Zmc2V0", false, "0", `"public"`, 28*time.Second)
	page2.Page = 2
	updated := read("file:///docs/architecture.md", "60000", `"private"`, 12*time.Second)
	updated.Invalidated, updated.Cause = noon.Add(-2*time.Second), freshness.Cause{Reason: freshness.Updated, Frame: 57}
	child := read("file:///docs/", "60000", `"private"`, 12*time.Second)
	child.Invalidated, child.Cause = noon.Add(-2*time.Second), freshness.Cause{Reason: freshness.ChildUpdated, URI: "file:///docs/\x1b[2Jarchitecture.md"}
	overtaken := read("ticker://now", "60000", `"private"`, time.Second)
	overtaken.Invalidated, overtaken.Cause = noon.Add(-2*time.Second), freshness.Cause{Reason: freshness.Updated}
	failed := read("file:///missing.txt", "1000", `"public"`, time.Hour)
	failed.FailedAt = noon.Add(-time.Minute)
	gap := read("gap:1", "60000", `"public"`, 20*time.Second)
	gap.Invalidated, gap.Cause = noon.Add(-time.Second), freshness.Cause{Reason: freshness.Gap}
	again := read("before:1", "60000", `"public"`, 20*time.Second)
	again.Invalidated, again.Cause = noon.Add(-time.Second), freshness.Cause{Reason: freshness.Reconnected}
	listed := entry("resources/list", "b2xk", false, "60000", `"public"`, time.Minute/2)
	listed.Invalidated, listed.Cause = noon.Add(-time.Second), freshness.Cause{Reason: freshness.ListChanged}
	return []cache.Entry{
		updated, child, overtaken, failed, gap, again, listed, page2, page1,
		entry("resources/templates/list", "", true, "3600000", `"public"`, time.Minute),
		read("file:///old.txt", "", "", 3*time.Minute),
		read("file:///notes.txt", `"60000"`, `"shared"`, time.Minute),
		read("file:///stale.txt", "20000", `"private"`, time.Minute),
		read("日本語://\x1b[2J/設計.md", "1e99", `"public"`, time.Minute),
	}
}

func view(entries []cache.Entry) *cache.View {
	v := cache.New()
	v.SetSize(120, 40)
	v.SetNow(noon)
	v.Set(entries, freshness.Totals{Entries: len(entries), Bytes: 1_800_000, Max: 64 << 20, Hits: 12, Invalidated: 5, Evicted: 1})
	return v
}

func drawn(v *cache.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) }
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {160, 40}} {
		screentest.Golden(t, fmt.Sprintf("every-%dx%d", size[0], size[1]), size[0], size[1], drawn(view(every())))
	}
	screentest.Golden(t, "empty", 80, 12, drawn(view(nil)))
}

func TestSizes(t *testing.T) { screentest.Sizes(t, drawn(view(every()))) }

// Whatever the state of an entry, the part below the list says why.
func TestWhy(t *testing.T) {
	want := map[string]string{
		"page 1":                       "Fresh: the server said to keep it for 60 s, and 0:31 of that are left.",
		"page 2":                       "Not to be kept: the server sent ttlMs 0,",
		`cursor "b2xk"`:                "Invalidated: the server said at 12:04:30 that the list changed.",
		"file:///docs/architecture.md": "Invalidated: the server said at 12:04:29 that it was updated.",
		"file:///docs/":                `which is part of it, was updated.`,
		"ticker://now":                 "that it was updated, while the answer was on its way.",
		"file:///missing.txt":          "The refetch at 12:03:31 failed;",
		"gap:1":                        "Invalidated: the subscription was interrupted at 12:04:30,",
		"before:1":                     "Invalidated: it was fetched before the connection of 12:04:30.",
		"file:///old.txt":              "No hint: the server sent no ttlMs,",
		"file:///notes.txt":            `Not to be kept: ttlMs is "60000", not a number: counts as 0.`,
		"file:///stale.txt":            "Stale: its 20 s ran out 40 s ago.",
	}
	v := view(every())
	for range every() {
		screen := screentest.Text(t, 200, 40, drawn(v))
		panel := screen[strings.LastIndex(screen, "──"):]
		for name, words := range want {
			if strings.Contains(panel, "  "+name+"\n") && strings.Contains(panel, words) {
				delete(want, name)
			}
		}
		v.Handle(keymap.Down)
	}
	for name, words := range want {
		t.Errorf("%s is not explained by %q", name, words)
	}
}

func TestKeysActOnTheSelectedEntry(t *testing.T) {
	page := entry("resources/list", "", true, "0", "", 0)
	page.Page = 3
	before := entry("resources/list", "x", false, "0", "", 0)
	for _, tc := range []struct {
		name          string
		e             cache.Entry
		open, refetch views.Action
	}{
		{"contents", read("a:1", "0", "", 0), views.Reveal{URI: "a:1"}, views.RefetchCached{URI: "a:1"}},
		{"a page", page, views.ShowPage{Page: 2}, views.RefetchPage{Page: 2}},
		{"templates", entry("resources/templates/list", "", true, "0", "", 0), views.Do{ID: keymap.ShowTemplates}, views.ReloadTemplates{}},
		{"a page of before", before, views.Notice{Text: "this page is of a list that has been fetched anew since"}, views.Notice{Text: "this page is of a list that has been fetched anew since"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := view([]cache.Entry{tc.e})
			for id, want := range map[keymap.ID]views.Action{
				keymap.Open: tc.open, keymap.Refetch: tc.refetch, keymap.DropEntry: views.DropCached{Key: tc.e.Key},
				keymap.DropAllEntries: views.DropAllCached{}, keymap.Back: views.Back{}, keymap.Copy: nil,
			} {
				if got := v.Handle(id); got != want {
					t.Errorf("%s: %#v, want %#v", id, got, want)
				}
			}
			if got := v.Click(4, 1); got != tc.open {
				t.Errorf("a click on the selected row: %#v", got)
			}
		})
	}
	if got := view(nil).Handle(keymap.Open); got != nil {
		t.Errorf("opening nothing: %v", got)
	}
}

func TestTheCursorStaysOnItsEntry(t *testing.T) {
	v := view([]cache.Entry{read("b:1", "0", "", 0), read("c:1", "0", "", 0)})
	v.Handle(keymap.Bottom)
	v.Set([]cache.Entry{read("a:1", "0", "", 0), read("b:1", "0", "", 0), read("c:1", "0", "", 0), read("d:1", "0", "", 0)}, freshness.Totals{Entries: 4})
	if got := v.Handle(keymap.Open); got != (views.Reveal{URI: "c:1"}) {
		t.Errorf("the cursor is on %v", got)
	}
	v.Set([]cache.Entry{read("a:1", "0", "", 0)}, freshness.Totals{Entries: 1})
	if got := v.Handle(keymap.Open); got != (views.Reveal{URI: "a:1"}) {
		t.Errorf("its entry gone, the cursor is on %v", got)
	}
}

func BenchmarkKey(b *testing.B) {
	var entries []cache.Entry
	for i := range 10_000 {
		entries = append(entries, read(fmt.Sprintf("file:///%d.txt", i), "60000", `"public"`, time.Second))
	}
	v := view(entries)
	scr := uv.NewScreenBuffer(120, 40)
	for b.Loop() {
		v.Handle(keymap.Down)
		v.Draw(scr, scr.Bounds(), themes.Dark(), true)
	}
}
