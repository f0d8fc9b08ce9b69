package resources_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

// opened is a view of a list with its filter line open.
func opened(source resources.Source, width, height int) *resources.View {
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(width, height)
	v.Handle(keymap.EditFilter)
	return v
}

// enter types a text, one key a character.
func enter(v *resources.View, text string) {
	for _, r := range text {
		v.Key(string(r), string(r))
	}
}

// work runs all jobs a view wants, one after the other, and returns how many
// those were.
func work(t testing.TB, v *resources.View) (jobs int) {
	for ; ; jobs++ {
		j, ok := v.Work()
		if !ok {
			return jobs
		}
		v.Apply(j.Run(t.Context()))
	}
}

// shown are the names of the rows on a screen of a view.
func shown(t testing.TB, v *resources.View) []string {
	var names []string
	_, rows, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n")
	for _, line := range strings.Split(rows, "\n") {
		if words := strings.Fields(strings.TrimLeft(line, "▌ ⚠≡□►▪/◆")); len(words) > 0 {
			names = append(names, words[0])
		}
	}
	return names
}

func same(t *testing.T, what string, got []string, want string) {
	t.Helper()
	if g := strings.Join(got, " "); g != want {
		t.Errorf("%s: got %s, want %s", what, g, want)
	}
}

func TestGoldenFilter(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		status     resources.Status
		keep       bool
	}{
		{"filter-open", "", resources.Status{Phase: resources.Complete}, false},
		{"filter-typed", "md", resources.Status{Phase: resources.Complete}, false},
		{"filter-kept", "mime:md size:>1k", resources.Status{Phase: resources.Complete}, true},
		{"filter-nothing", "nowhere", resources.Status{Phase: resources.Complete}, true},
		{"filter-problem", "size:big", resources.Status{Phase: resources.Complete}, false},
		{"filter-loading", "file:///", resources.Status{Phase: resources.Loading, Page: 5}, true},
		{"filter-stopped", "file", resources.Status{Phase: resources.Stopped, Reason: "cursor repeats", CanContinue: true}, true},
	} {
		for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}} {
			name := fmt.Sprintf("%s-%dx%d", tc.name, size.w, size.h)
			t.Run(name, func(t *testing.T) {
				v := opened(docs(), size.w, size.h)
				v.SetStatus(tc.status)
				enter(v, tc.line)
				if tc.keep {
					v.Handle(keymap.KeepFilter)
				}
				screentest.Golden(t, name, size.w, size.h, drawer(v))
			})
		}
	}
}

func TestFilterIsLive(t *testing.T) {
	v := opened(docs(), 60, 30)
	enter(v, "a")
	same(t, "a", shown(t, v), "README.md architecture.md config.json handlers.go logo.png broken-size.txt 日本語/設計.md very/long/p…/notes.txt negative")
	enter(v, "rc")
	same(t, "arc", shown(t, v), "architecture.md")
	v.Key("backspace", "")
	v.Key("backspace", "")
	v.Key("ctrl+u", "")
	if got := len(shown(t, v)); got < 14 {
		t.Errorf("without a filter only %d rows", got)
	}
	v.Paste("n'll\n.txt")
	same(t, "pasted", shown(t, v), "No esc")
	v.Key("ctrl+w", "")
	v.Key("ctrl+w", "")
	v.Key("ctrl+w", "")
	enter(v, "null")
	v.Key("home", "")
	enter(v, "'")
	v.Key("end", "")
	same(t, "after ctrl+w", shown(t, v), "null.txt")
	if x, y, ok := v.Cursor(); y != 0 || !ok || x != 18 {
		t.Errorf("the cursor is at %d,%d, %v", x, y, ok)
	}
}

func TestFilterWhilePagesArrive(t *testing.T) {
	source := docs()
	v := opened(source, 60, 30)
	v.SetStatus(resources.Status{Phase: resources.Loading})
	enter(v, "99.txt")
	v.Handle(keymap.KeepFilter)
	same(t, "before", shown(t, v), "No esc")
	source.add(plains(0, 200)...)
	same(t, "after a page", shown(t, v), "99.txt 199.txt")
	source.add(plains(200, 100)...)
	same(t, "after another", shown(t, v), "99.txt 199.txt 299.txt")
}

func TestSelectionStaysThroughAFilter(t *testing.T) {
	const uri = "file:///handlers.go"
	v := opened(docs(), 60, 30)
	v.SelectURI(uri)
	enter(v, "h")
	if v.SelectedURI() != uri {
		t.Errorf("h: on %q", v.SelectedURI())
	}
	enter(v, "uge") // hides it
	if v.SelectedURI() != "file:///huge" {
		t.Errorf("huge: on %q", v.SelectedURI())
	}
	v.Key("ctrl+u", "")
	if v.SelectedURI() != uri {
		t.Errorf("after it: on %q, not on the row that was chosen", v.SelectedURI())
	}
	enter(v, "uge")
	v.Handle(keymap.KeepFilter) // now that one is chosen
	chosen := v.SelectedURI()
	v.Handle(keymap.Back)
	if v.SelectedURI() != chosen {
		t.Errorf("chosen %q, after the filter on %q", chosen, v.SelectedURI())
	}
}

func TestEscTakesSteps(t *testing.T) {
	v := opened(docs(), 60, 30)
	enter(v, "md")
	if !v.Typing() {
		t.Fatal("not typing")
	}
	v.Handle(keymap.KeepFilter)
	title := func() string {
		line, _, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n")
		return strings.Join(strings.Fields(line), " ")
	}
	for _, want := range []string{"Resources /md 3/14", "Resources /md 3/14", "Resources 14 · 4 pages · as sent"} {
		if got := title(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		v.Handle(keymap.Back)
	}
	v.Handle(keymap.EditFilter)
	v.Handle(keymap.ClearFilter)
	if got := title(); v.Typing() || got != "Resources 14 · 4 pages · as sent" {
		t.Errorf("after an empty line: %q", got)
	}
}

func TestSelectURIShowsWhatAFilterHides(t *testing.T) {
	v := opened(docs(), 60, 30)
	enter(v, "json")
	if !v.SelectURI("file:///README.md") || v.SelectedURI() != "file:///README.md" {
		t.Errorf("on %q", v.SelectedURI())
	}
}

func TestFilterByWhatChanged(t *testing.T) {
	source := docs()
	v := opened(source, 60, 30)
	enter(v, "changed:")
	same(t, "at first", shown(t, v), "architecture.md null.txt")
	source.rows[0].Changed = true
	source.changes++
	same(t, "then", shown(t, v), "README.md architecture.md null.txt")
}

// big is a list of many rows in pages of a thousand.
func big(n int) *list {
	source := &list{}
	for i := 0; i < n; i += 1000 {
		source.add(plains(i, min(1000, n-i))...)
	}
	return source
}

func TestLongFilterRunsInSlices(t *testing.T) {
	v := opened(big(50_000), 60, 30)
	enter(v, "9")
	first, ok := v.Work()
	if !ok {
		t.Fatal("no work")
	}
	if _, again := v.Work(); again {
		t.Error("the same work twice")
	}
	v.Apply(first.Run(t.Context()))
	same(t, "after a slice", shown(t, v)[:3], "9.txt 19.txt 29.txt")
	if line, _, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n"); !strings.Contains(line, "…") {
		t.Errorf("nothing says that there is more to come: %s", line)
	}
	if jobs := work(t, v); jobs < 2 {
		t.Errorf("only %d more slices", jobs)
	}
	if line, _, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n"); !strings.Contains(line, "17,195/50,000") {
		t.Errorf("the count is off: %s", line)
	}
	enter(v, "999") // from what "9" found
	if jobs := work(t, v); jobs > 5 {
		t.Errorf("narrowing took %d slices", jobs)
	}
	same(t, "narrowed", shown(t, v)[:3], "9999.txt 19999.txt 29999.txt")
}

func TestCancelledWorkNeverPaints(t *testing.T) {
	v := opened(big(50_000), 60, 30)
	enter(v, "'111.")
	old, _ := v.Work()
	v.Key("ctrl+u", "")
	enter(v, "'222.")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	current, ok := v.Work()
	if !ok {
		t.Fatal("no work after another key")
	}
	v.Apply(old.Run(t.Context()))
	v.Apply(current.Run(ctx))
	if rows := shown(t, v); len(rows) < 29 {
		t.Errorf("late results are on screen: %v", rows)
	}
	work(t, v)
	same(t, "in the end", shown(t, v)[:2], "222.txt 1222.txt")
}

func TestResetKeepsTheFilter(t *testing.T) {
	source := docs()
	v := opened(source, 60, 30)
	enter(v, "go")
	*source = list{}
	v.Reset()
	source.add(plains(0, 3)...)
	source.add(row(`{"uri":"file:///main.go","name":"main.go"}`))
	same(t, "after a reload", shown(t, v), "main.go")
}
