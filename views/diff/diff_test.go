package diff_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/diff"
	"mcperuse/views/screentest"
)

var noon = time.Date(2026, 7, 28, 12, 4, 31, 0, time.UTC)

func item(member, mimeType, data string) string {
	return fmt.Sprintf(`{"uri":"a:1","mimeType":%q,%q:%s}`, mimeType, member, rawjson.AppendString(nil, data))
}

// reads are reads of one item or several each.
func reads(contents ...string) []diff.Version {
	var out []diff.Version
	for i, c := range contents {
		r := model.DecodeRead(rawjson.Value(`{"contents":[` + c + `]}`))
		out = append(out, diff.Version{At: noon.Add(time.Duration(i) * time.Minute), Read: &r})
	}
	return out
}

func text(s string) string { return item("text", "text/plain", s) }

const before = "# Title\n\nOne\nTwo\nThree words here\nFour\nFive\nSix\nSeven\nEight\nNine\nTen\n"

var after = strings.NewReplacer("Three words here", "Three other words here", "Nine\n", "").Replace(before) + "Eleven \x1b[2J\n"

func view(versions []diff.Version) *diff.View {
	v := diff.New(themes.Dark(), "file:///docs/architecture.md", versions)
	v.SetSize(60, 20)
	return v
}

func finish(v *diff.View) *diff.View {
	for {
		job, ok := v.Work()
		if !ok {
			return v
		}
		v.Apply(job.Run(context.Background()))
	}
}

func drawn(v *diff.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, true) }
}

func TestScreens(t *testing.T) {
	json := reads(item("text", "application/json", `{"b":1.50,"a":[1,2]}`), item("text", "application/json", `{"a": [1, 3], "b": 1.50}`))
	for name, v := range map[string]*diff.View{
		"text":    finish(view(reads(text(before), text(after)))),
		"json":    finish(view(json)),
		"layout":  finish(view(reads(item("text", "application/json", `{"b":1,"a":2}`), item("text", "application/json", `{"a":2, "b":1}`)))),
		"blob":    finish(view(reads(item("blob", "image/png", "AAECAwQF"), item("blob", "image/png", "AAECAwQG")))),
		"several": finish(view(reads(text("a")+","+text("b"), text("a")+","+text("c")+","+text("new")))),
		"type":    finish(view(reads(text("a"), item("text", "text/markdown", "a\nb")))),
		"waiting": view(reads(text("a"), text("b"))),
	} {
		for _, size := range [][2]int{{40, 12}, {60, 20}, {120, 30}} {
			screentest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), size[0], size[1], drawn(v))
		}
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, drawn(v)) })
	}
	v := finish(view(reads(text(before), text(after))))
	v.Handle(keymap.SideBySide)
	screentest.Golden(t, "beside-120x30", 120, 30, drawn(v))
	screentest.Golden(t, "beside-80x20", 80, 20, drawn(v))
	t.Run("beside", func(t *testing.T) { screentest.Sizes(t, drawn(v)) })
}

// What changed, in every theme.
func TestLooks(t *testing.T) {
	for name, keys := range map[string][]keymap.ID{"unified": nil, "side-by-side": {keymap.SideBySide}} {
		v := view(reads(text(before), text(after)))
		for _, id := range keys {
			v.Handle(id)
		}
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			screentest.Looks(t, name, size[0], size[1], func(th themes.Theme) screentest.Draw {
				return func(scr uv.Screen, area uv.Rectangle) {
					v.SetTheme(th)
					drawn(finish(v))(scr, area)
				}
			})
		}
	}
}

// Of several contents those that differ are named, and those that came and went.
func TestSeveralContents(t *testing.T) {
	png := item("blob", "image/png", "AAECAwQF")
	of := func(uri, s string) string { return strings.Replace(text(s), "a:1", uri, 1) }
	for _, tt := range []struct{ name, before, after, want, without string }{
		{"one differs", text("a") + "," + text("b"), text("a") + "," + text("c"), "── content 2  a:1 ──", "content 1"},
		{"one came", text("a"), text("a") + "," + png, "── content 2  a:1  new ──|0 B before, 6 B after|+ 00000000", "differ"},
		{"one went", text("a") + "," + png, text("a"), "── content 2  a:1  gone ──|6 B before, 0 B after|− 00000000", "differ"},
		{"the first of three went", of("x:1", "a") + "," + of("x:2", "b") + "," + of("x:3", "c"), of("x:2", "b") + "," + of("x:3", "d"), "── content 2  x:3 ──|+ d|── content 1  x:1  gone ──", "x:2"},
		{"in another order", of("x:1", "a") + "," + of("x:2", "b"), of("x:2", "b") + "," + of("x:1", "a"), "No difference.", "content"},
		{"one with another URI", of("x:1", "a"), of("x:2", "b"), "− a|+ b", "content"},
		{"an empty one went", text("a") + "," + text(""), text("b"), "content 1|content 2  a:1  gone", "+ \n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := screentest.Text(t, 100, 20, drawn(finish(view(reads(tt.before, tt.after)))))
			for want := range strings.SplitSeq(tt.want, "|") {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in\n%s", want, got)
				}
			}
			if strings.Contains(got, tt.without) {
				t.Errorf("%q is in\n%s", tt.without, got)
			}
		})
	}
}

func TestVersionsAreWalkedThrough(t *testing.T) {
	v := finish(view(reads(text("one"), text("two"), text("three"))))
	shows := func(want ...string) {
		t.Helper()
		got := screentest.Text(t, 80, 20, drawn(finish(v)))
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q is not in\n%s", w, got)
			}
		}
	}
	shows("− two", "+ three", "change 2 of 2", "12:05:31 → 12:06:31")
	if _, ok := v.Handle(keymap.NewerVersion).(views.Notice); !ok {
		t.Error("past the newest version nothing is said")
	}
	v.Handle(keymap.OlderVersion)
	shows("− one", "+ two", "change 1 of 2")
	if _, ok := v.Handle(keymap.OlderVersion).(views.Notice); !ok {
		t.Error("past the oldest version nothing is said")
	}
	v.SetVersions(append(reads(text("one"), text("two"), text("three")), reads(text("four"))...))
	shows("+ four") // the versions on show are no longer kept
	if got := v.Handle(keymap.Back); got != (views.Back{}) {
		t.Errorf("esc: %v", got)
	}
}

func TestTwoThatWereChosen(t *testing.T) {
	all := reads(text("one"), text("two"), text("three"))
	v := diff.Between(themes.Dark(), "file:///a.txt", all[0], all[2])
	shows := func(want ...string) {
		t.Helper()
		got := screentest.Text(t, 80, 20, drawn(finish(v)))
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%q is not in\n%s", w, got)
			}
		}
	}
	shows("− one", "+ three", "12:04:31 → 12:06:31")
	v.SetVersions(reads(text("three"), text("four")))
	if _, ok := v.Handle(keymap.NewerVersion).(views.Notice); !ok {
		t.Error("that there is no newer one is not said")
	}
	shows("− one", "+ three")
	v = diff.New(themes.Dark(), "file:///a.txt", all)
	v.Select(1)
	shows("− one", "+ two", "change 1 of 2")
}

func TestAnOutcomeOfAnotherPairIsIgnored(t *testing.T) {
	v := view(reads(text("one"), text("two"), text("three")))
	late, _ := v.Work()
	v.Handle(keymap.OlderVersion)
	now, _ := v.Work()
	v.Apply(late.Run(context.Background()))
	v.Apply(now.Run(context.Background()))
	if got := screentest.Text(t, 80, 20, drawn(v)); !strings.Contains(got, "− one") || strings.Contains(got, "three") {
		t.Errorf("shown is\n%s", got)
	}
}

// As many versions as are kept: the pair has the same place as the one before it.
func TestAnOutcomeOfThePairBeforeIsIgnored(t *testing.T) {
	list := reads(text("one"), text("two"), text("three"))
	v := view(list[:2])
	stale, _ := v.Work()
	v.SetVersions(list[1:])
	fresh, ok := v.Work()
	if !ok {
		t.Fatal("there is nothing to do")
	}
	v.Apply(stale.Run(context.Background()))
	v.Apply(fresh.Run(context.Background()))
	if got := screentest.Text(t, 80, 20, drawn(finish(v))); !strings.Contains(got, "+ three") {
		t.Errorf("another comparison is shown:\n%s", got)
	}
}

// The newest may be so large that no other is kept.
func TestOneVersionLeavesTheComparison(t *testing.T) {
	v := finish(view(reads(text("one"), text("two"))))
	v.SetVersions(reads(text("three")))
	if got := screentest.Text(t, 80, 20, drawn(finish(v))); !strings.Contains(got, "+ two") {
		t.Errorf("the comparison is gone:\n%s", got)
	}
}

func TestToTheNextChange(t *testing.T) {
	lines := make([]string, 400)
	for i := range lines {
		lines[i] = fmt.Sprint("line ", i)
	}
	old := strings.Join(lines, "\n")
	lines[50], lines[200], lines[350] = "fifty", "two hundred", "three hundred fifty"
	v := finish(view(reads(text(old), text(strings.Join(lines, "\n")))))
	screentest.Text(t, 60, 8, drawn(v))
	for _, want := range []string{"fifty", "two hundred", "three hundred fifty"} {
		v.Handle(keymap.NextChange)
		if got := screentest.Text(t, 60, 8, drawn(v)); !strings.Contains(got, "+ "+want) {
			t.Errorf("%s is not shown\n%s", want, got)
		}
	}
	v.Handle(keymap.PreviousChange)
	v.Handle(keymap.PreviousChange)
	if got := screentest.Text(t, 60, 8, drawn(v)); !strings.Contains(got, "+ fifty") {
		t.Errorf("back at the first change:\n%s", got)
	}
}

// What is too large, or differs too much, is said in a sentence, and soon.
func TestBounds(t *testing.T) {
	many := func(word string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintln(&b, word, i)
		}
		return b.String()
	}
	for name, tc := range map[string]struct {
		versions []diff.Version
		want     string
	}{
		"too many lines":  {reads(text(many("a", 30_000)), text(many("b", 25_000))), "too much differs to compare line by line: 30,000 lines became 25,000"},
		"too large":       {reads(text(strings.Repeat("x", 9<<20)), text(strings.Repeat("x", 9<<20)+"y")), "too large to compare line by line"},
		"not to be read":  {reads(item("blob", "x/y", "****"), item("blob", "x/y", "AAAA")), "cannot be compared"},
		"one line of 5MB": {reads(text(strings.Repeat("x", 5<<20)), text(strings.Repeat("x", 5<<20)+"y")), "+1 −1"},
		"a few of many":   {reads(text(many("a", 100_000)+"x\n"), text(many("a", 100_000)+"y\n")), "+ y"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := screentest.Text(t, 100, 20, drawn(finish(view(tc.versions)))); !strings.Contains(got, tc.want) {
				t.Errorf("%q is not in\n%s", tc.want, got)
			}
		})
	}
}

// The lines that are shown as before are those of the old text, and the same for
// the new one.
func FuzzCompare(f *testing.F) {
	f.Add(before, after)
	f.Add("a\nb\n", "b\na")
	f.Add("", "x")
	f.Add("\xff\n\x00", "é\r\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		versions := reads(text(a), text(b))
		c := diff.Compare(context.Background(), versions[0].Read, versions[1].Read)
		old, fresh := versions[0].Read.Contents[0].Text, versions[1].Read.Contents[0].Text
		if c.Same() != (old == fresh) {
			t.Fatalf("%q and %q are the same: %v", old, fresh, c.Same())
		}
		if got := diff.Rebuild(c, old); got != fresh {
			t.Errorf("from %q the changes make %q, not %q", old, got, fresh)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	lines := make([]string, 50_000)
	for i := range lines {
		lines[i] = fmt.Sprintf("%d: some text of a log that is long enough to look like one", i)
	}
	old := strings.Join(lines, "\n")
	for i := range lines {
		if i%100 == 0 && i < 15_000 {
			lines[i] += " changed"
		}
	}
	versions := reads(text(old), text(strings.Join(lines, "\n")))
	for b.Loop() {
		diff.Compare(b.Context(), versions[0].Read, versions[1].Read)
	}
}
