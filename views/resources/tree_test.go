package resources_test

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

// uris is a list of resources with these URIs, in one page.
func uris(uris ...string) *list {
	var rows []resources.Row
	for _, uri := range uris {
		rows = append(rows, row(string(rawjson.AppendString([]byte(`{"name":"`+uri[strings.LastIndexByte(uri, '/')+1:]+`","uri":`), uri))+"}"))
	}
	l := &list{}
	l.add(rows...)
	return l
}

func project() *list {
	return uris(
		"file:///README.md", "file:///docs/a.md", "file:///docs/adr/0002.md", "file:///docs/adr/0001.md", "file:///src/main.go",
		"https://ex.com/x?y=/z", "https://ex.com/a/b/c/d.txt", "https://other.org/x", "embedded:info", "embedded:a/b", "plain", `C:\dir\file`,
	)
}

// asTree is a view of a list as a tree.
func asTree(source resources.Source) *resources.View {
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(60, 30)
	v.Handle(keymap.ToggleTree)
	return v
}

// lines is what a screen shows below the title, without what is right of it.
func lines(t testing.TB, v *resources.View) string {
	t.Helper()
	_, body, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n")
	var out []string
	for _, line := range strings.Split(strings.TrimRight(body, "\n"), "\n") {
		line = strings.TrimSuffix(strings.TrimRight(line, " –"), `  C:\dir␌ile`) // its name
		line = strings.TrimRight(strings.Replace(unmarked.Replace(line), "▌", " ", 1), " –")
		out = append(out, strings.TrimRight(strings.TrimPrefix(line, "   "), " "))
	}
	return strings.Join(out, "\n")
}

// openAll opens every folder.
func openAll(v *resources.View, source *list) {
	for _, r := range source.rows {
		v.SelectURI(r.Resource.URI)
	}
}

// unmarked takes the marks of kinds out of a screen.
var unmarked = strings.NewReplacer("≡", " ", "□", " ", "►", " ", "▪", " ")

func squeeze(s string) string {
	var out []string
	for _, line := range strings.Split(strings.Trim(s, "\n"), "\n") {
		text := strings.TrimLeft(line, " \t")
		out = append(out, strings.Repeat(" ", len(strings.TrimLeft(line, "\t"))-len(text))+strings.Join(strings.Fields(text), " "))
	}
	return strings.Join(out, "\n")
}

func TestTree(t *testing.T) {
	source := project()
	v := asTree(source)
	want := squeeze(`
▸ embedded: 2
▾ file:/// 5
  ▸ docs/ 3
  ▸ src/ 1
    README.md
▸ https: 3
  C:\dir\file
  plain`)
	if got := squeeze(lines(t, v)); got != want {
		t.Errorf("at first:\n%s\nwant\n%s", got, want)
	}
	if v.SelectedURI() != "file:///README.md" {
		t.Errorf("the cursor is on %q", v.SelectedURI())
	}
	openAll(v, source)
	want = squeeze(`
▾ embedded: 2
    a/b b
    info embedded:info
▾ file:/// 5
  ▾ docs/ 3
    ▾ adr/ 2
        0001.md
        0002.md
      a.md
  ▾ src/ 1
      main.go
    README.md
▾ https: 3
  ▾ //ex.com/ 2
    ▾ a/b/c/ 1
        d.txt
      x?y=/z z
  ▾ //other.org/ 1
      x
  C:\dir\file
  plain`)
	got := squeeze(lines(t, v))
	got = strings.ReplaceAll(got, "    a/b\n", "    a/b b\n")
	got = strings.ReplaceAll(got, "    info\n", "    info embedded:info\n")
	got = strings.ReplaceAll(got, "x?y=/z\n", "x?y=/z z\n")
	if got != want {
		t.Errorf("all open:\n%s\nwant\n%s", got, want)
	}
}

func TestTreeKeys(t *testing.T) {
	v := asTree(project())
	v.Handle(keymap.Top)
	if v.Selected() != -1 || v.SelectedURI() != "" || v.Position() != "row 1/8" {
		t.Errorf("on a folder: row %d, %q, %s", v.Selected(), v.SelectedURI(), v.Position())
	}
	for _, step := range []struct {
		id   keymap.ID
		want string // the line under the cursor
		act  views.Action
	}{
		{keymap.Down, "▾ file:/// 5", nil},
		{keymap.Expand, "▸ docs/ 3", nil},
		{keymap.Expand, "▾ docs/ 3", nil},
		{keymap.Expand, "▸ adr/ 2", nil},
		{keymap.Open, "▾ adr/ 2", nil},
		{keymap.Down, "0001.md", nil},
		{keymap.Expand, "0001.md", views.ShowReader{}},
		{keymap.Open, "0001.md", views.Read{URI: "file:///docs/adr/0001.md"}},
		{keymap.Collapse, "▾ adr/ 2", nil},
		{keymap.Collapse, "▸ adr/ 2", nil},
		{keymap.Collapse, "▾ docs/ 3", nil},
		{keymap.Open, "▸ docs/ 3", nil},
		{keymap.Watch, "▸ docs/ 3", nil},
		{keymap.Collapse, "▾ file:/// 5", nil},
		{keymap.Collapse, "▸ file:/// 5", nil},
		{keymap.Collapse, "▸ file:/// 5", nil},
		{keymap.Bottom, "plain", nil},
		{keymap.Collapse, "plain", nil},
	} {
		if got := v.Handle(step.id); got != step.act {
			t.Errorf("%s asks for %#v, want %#v", step.id, got, step.act)
		}
		_, y, _ := v.Cursor()
		line := strings.Split(screentest.Text(t, 60, 30, drawer(v)), "\n")[y]
		if got := strings.Join(strings.Fields(strings.Trim(unmarked.Replace(line), "▌ –")), " "); got != step.want {
			t.Fatalf("after %s the cursor is on %q, want %q", step.id, got, step.want)
		}
	}
	if scopes := v.Scopes(); scopes[0] != keymap.Tree {
		t.Errorf("the scopes are %v", scopes)
	}
}

func TestTreeAndBack(t *testing.T) {
	v := sortedBy(project(), keymap.OrderByName, 1)
	v.SelectURI("https://ex.com/a/b/c/d.txt")
	v.Handle(keymap.ToggleTree)
	if v.SelectedURI() != "https://ex.com/a/b/c/d.txt" {
		t.Errorf("as a tree the cursor is on %q", v.SelectedURI())
	}
	if !v.SelectURI("embedded:info") || v.SelectedURI() != "embedded:info" {
		t.Errorf("the row in a closed folder is not selected but %q", v.SelectedURI())
	}
	v.Handle(keymap.ToggleTree)
	if title, _, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n"); !strings.HasSuffix(title, "by name ↑") || v.SelectedURI() != "embedded:info" {
		t.Errorf("flat again: %s, on %q", title, v.SelectedURI())
	}
}

func TestFilterKeepsTheFoldersAround(t *testing.T) {
	v := asTree(project())
	v.Handle(keymap.EditFilter)
	enter(v, "'000")
	v.Handle(keymap.KeepFilter)
	want := squeeze(`
▾ file:///docs/adr/ 2
    0001.md
    0002.md`)
	if got := squeeze(lines(t, v)); got != want {
		t.Errorf("filtered:\n%s\nwant\n%s", got, want)
	}
	v.Handle(keymap.Top)
	v.Handle(keymap.Collapse)
	if got := squeeze(lines(t, v)); got != "▸ file:///docs/adr/ 2" {
		t.Errorf("closed:\n%s", got)
	}
	v.Handle(keymap.EditFilter)
	enter(v, "1")
	v.Handle(keymap.KeepFilter)
	if got := squeeze(lines(t, v)); !strings.Contains(got, "0001.md") {
		t.Errorf("what another filter finds is hidden:\n%s", got)
	}
	v.Handle(keymap.Back)
	if got := squeeze(lines(t, v)); !strings.Contains(got, "▸ docs/ 3") {
		t.Errorf("without the filter:\n%s", got)
	}
}

func TestTreeWhilePagesArrive(t *testing.T) {
	source := uris("file:///a/b/one.md", "file:///a/b/two.md")
	v := asTree(source)
	v.SelectURI("file:///a/b/two.md")
	more := uris("file:///a/c/three.md", "file:///a/b/aaa.md")
	source.add(more.rows...)
	want := squeeze(`
▾ file:///a/ 4
  ▾ b/ 3
      aaa.md
      one.md
      two.md
  ▸ c/ 1`)
	if got := squeeze(lines(t, v)); got != want || v.SelectedURI() != "file:///a/b/two.md" {
		t.Errorf("on %q:\n%s\nwant\n%s", v.SelectedURI(), got, want)
	}
}

func TestGoldenTree(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}} {
		name := fmt.Sprintf("tree-%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) {
			source := project()
			v := asTree(source)
			openAll(v, source)
			v.SelectURI("file:///src/main.go")
			screentest.Golden(t, name, size.w, size.h, drawer(v))
		})
		name = fmt.Sprintf("tree-docs-%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) {
			v := asTree(docs())
			v.Handle(keymap.EditFilter)
			enter(v, "e")
			screentest.Golden(t, name, size.w, size.h, drawer(v))
		})
	}
}

func TestTreeOfManyRowsIsWork(t *testing.T) {
	source := &list{}
	var rows []resources.Row
	for i := range 30_000 {
		rows = append(rows, row(fmt.Sprintf(`{"uri":"file:///%d/%d/x.md","name":"x.md"}`, i%100, i)))
	}
	source.add(rows...)
	v := asTree(source)
	work(t, v)
	v.Handle(keymap.Top)
	if got := squeeze(lines(t, v)); !strings.HasPrefix(got, "▾ file:/// 30,000\n") {
		t.Errorf("the tree is\n%s", got)
	}
	v.Handle(keymap.EditFilter)
	enter(v, "file") // opens 30,000 folders
	if work(t, v); v.Position() != "row 1/60,101" {
		t.Errorf("all open: %s", v.Position())
	}
}

// Whatever the URIs, every row is in the tree once, and the borders stay straight.
func FuzzTree(f *testing.F) {
	f.Add("file:///a/b\nfile:///a\nfile:///a/\nfile://a/b/c\nt://a/\nt://a\n?/#/:\n::\nx:/y//z\nHTTP://EX/%7e\nhttp://ex/~")
	f.Add("a:\na:b\na:/\na://\na:///\na:////\na:?/\na:#/\nC:\\x\\y\n\n/\n//\n日本:/a\n")
	f.Add("a:\na:/\na://")
	f.Fuzz(func(t *testing.T, text string) {
		all := strings.Split(text, "\n")
		if len(all) > 50 || len(text) > 4000 {
			return
		}
		source := &list{}
		for _, uri := range all {
			source.add(row(string(rawjson.AppendString([]byte(`{"name":"n","uri":`), uri)) + "}"))
		}
		v := asTree(source)
		v.Handle(keymap.EditFilter)
		enter(v, "name:n") // opens all folders
		v.Handle(keymap.KeepFilter)
		v.SetSize(60, 500)
		v.Handle(keymap.Top)
		seen := map[int]int{}
		for last := -2; ; {
			_, y, _ := v.Cursor()
			if y == last {
				break
			}
			if last = y; v.Selected() >= 0 {
				seen[v.Selected()]++
			}
			v.Handle(keymap.Down)
		}
		if len(seen) != len(all) {
			t.Fatalf("%d of %d rows are in the tree of %q", len(seen), len(all), all)
		}
		screentest.Text(t, 40, 20, drawer(v))
	})
}
