package resources_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

var th = themes.Dark()

// list is a Source held in slices.
type list struct {
	rows    []resources.Row
	pages   []resources.Page
	changes uint64
	gone    []string
}

func (l *list) Gone() ([]string, int)     { return l.gone, len(l.gone) }
func (l *list) Len() int                  { return len(l.rows) }
func (l *list) Row(i int) resources.Row   { return l.rows[i] }
func (l *list) Pages() int                { return len(l.pages) }
func (l *list) Page(i int) resources.Page { return l.pages[i] }
func (l *list) Find(uri string) int {
	for i, r := range l.rows {
		if r.Resource.URI == uri {
			return i
		}
	}
	return -1
}

func (l *list) Items(page int) []model.Resource {
	var out []model.Resource
	for _, r := range l.rows[l.pages[page].First:][:l.pages[page].Count] {
		out = append(out, *r.Resource)
	}
	return out
}
func (l *list) Changed() (map[string]bool, uint64) {
	changed := map[string]bool{}
	for _, r := range l.rows {
		if r.Changed {
			changed[r.Resource.URI] = true
		}
	}
	return changed, l.changes
}

func (l *list) add(rows ...resources.Row) {
	l.pages = append(l.pages, resources.Page{First: len(l.rows), Count: len(rows), RoundTrip: time.Duration(20+len(l.pages)) * time.Millisecond, Freshness: freshness.Stale})
	l.rows = append(l.rows, rows...)
}

func row(json string) resources.Row {
	r := model.DecodeResource(rawjson.Value(json))
	return resources.Row{Resource: &r}
}

func plain(n int) resources.Row {
	return row(fmt.Sprintf(`{"uri":"file:///%d","name":"%d.txt"}`, n, n))
}

func plains(from, n int) []resources.Row {
	var out []resources.Row
	for i := range n {
		out = append(out, plain(from+i))
	}
	return out
}

// docs is the list of the design.
func docs() *list {
	with := func(json string, s freshness.State, watched, changed bool) resources.Row {
		r := row(json)
		r.Freshness, r.Watched, r.Changed = s, watched, changed
		return r
	}
	l := &list{}
	l.add(
		with(`{"uri":"file:///README.md","name":"README.md","size":2100,"mimeType":"text/markdown"}`, freshness.Fresh, false, false),
		with(`{"uri":"file:///docs/architecture.md","name":"architecture.md","size":4100,"mimeType":"text/markdown; charset=utf-8"}`, freshness.Invalidated, true, true),
		with(`{"uri":"file:///config.json","name":"config.json","size":812,"mimeType":"application/json"}`, freshness.Stale, false, false),
	)
	l.add(
		with(`{"uri":"file:///handlers.go","name":"handlers.go","size":9300,"mimeType":"text/x-go"}`, "", false, false),
		with(`{"uri":"file:///logo.png","name":"logo.png","size":12000,"mimeType":"image/png"}`, freshness.NoHint, false, false),
		with(`{"uri":"file:///broken-size.txt","name":"broken-size.txt","size":"12","mimeType":"text/plain"}`, freshness.Zero, false, false),
		with(`{"uri":"file:///null.txt","name":"null.txt","size":null,"mimeType":null}`, freshness.StaleOnError, false, true),
		with(`{"uri":"file:///empty.txt","name":"empty.txt","size":0,"mimeType":""}`, "", true, false),
		with(`{"uri":"file:///huge","name":"huge","size":1e30}`, "", false, false),
	)
	l.add()
	l.add(
		with(`{"uri":"file:///設計.md","name":"日本語/設計.md","size":3400,"mimeType":"text/markdown"}`, "", false, false),
		with(`{"uri":"file:///notes.txt","name":"very/long/path/that/is/cut/because/it/does/not/fit/into/the/column/notes.txt","size":1000,"mimeType":"text/plain"}`, "", false, false),
		with(`{"uri":"file:///negative","name":"negative","size":-1,"mimeType":["text/plain"]}`, "", false, false),
		with(`{"name":"no URI","size":1}`, "", false, false),
		with(`42`, "", false, false),
	)
	return l
}

func drawer(v *resources.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.SetSize(area.Dx(), area.Dy())
		v.Draw(scr, area, th, true)
	}
}

func TestGoldenList(t *testing.T) {
	v := resources.New(docs())
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.Handle(keymap.Down)
	for _, size := range []struct{ w, h int }{{40, 12}, {55, 20}, {80, 24}, {120, 40}} {
		name := fmt.Sprintf("list-%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) { screentest.Golden(t, name, size.w, size.h, drawer(v)) })
	}
}

func TestGoldenStates(t *testing.T) {
	nothing := &list{}
	nothing.add()
	nothing.add()
	refused := &failure.Failure{Server: &failure.ServerError{Code: -32603, CodeRaw: rawjson.Value("-32603"), Message: "database is locked", Request: "3", RoundTrip: 12 * time.Millisecond}}
	for _, tc := range []struct {
		name   string
		source *list
		status resources.Status
	}{
		{"not-asked", &list{}, resources.Status{}},
		{"first-page", &list{}, resources.Status{Phase: resources.Loading, Page: 1, Waiting: 1200 * time.Millisecond}},
		{"loading", docs(), resources.Status{Phase: resources.Loading, Page: 5, Waiting: 300 * time.Millisecond}},
		{"repeats", docs(), resources.Status{Phase: resources.Stopped, Reason: "cursor repeats", CanContinue: true}},
		{"failed", docs(), resources.Status{Phase: resources.Stopped, Failure: refused}},
		{"failed-first", &list{}, resources.Status{Phase: resources.Stopped, Failure: refused}},
		{"stopped-first", &list{}, resources.Status{Phase: resources.Stopped, Reason: "stopped", CanContinue: true}},
		{"empty", nothing, resources.Status{Phase: resources.Complete}},
		{"empty-template", nothing, resources.Status{Phase: resources.Complete, Templates: 1}},
		{"empty-templates", nothing, resources.Status{Phase: resources.Complete, Templates: 2}},
		{"undeclared", &list{}, resources.Status{Undeclared: true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := resources.New(tc.source)
			v.SetStatus(tc.status)
			v.SetSize(60, 12)
			v.Handle(keymap.Bottom)
			screentest.Golden(t, tc.name, 60, 12, drawer(v))
		})
	}
}

func TestActions(t *testing.T) {
	const uri = "file:///docs/architecture.md"
	loading := resources.Status{Phase: resources.Loading}
	repeats := resources.Status{Phase: resources.Stopped, CanContinue: true}
	for _, tc := range []struct {
		name   string
		source *list
		status resources.Status
		key    keymap.ID
		want   views.Action
	}{
		{"enter reads", docs(), loading, keymap.Open, views.Read{URI: uri}},
		{"r refetches", docs(), loading, keymap.Refetch, views.Read{URI: uri, Refetch: true}},
		{"w watches", docs(), loading, keymap.Watch, views.ToggleWatch{URI: uri}},
		{"R reloads", docs(), loading, keymap.Reload, views.ReloadList{}},
		{"x stops", docs(), loading, keymap.StopList, views.StopList{}},
		{"esc stops", docs(), loading, keymap.Cancel, views.StopList{}},
		{"nothing to stop", docs(), repeats, keymap.StopList, nil},
		{"c goes on", docs(), repeats, keymap.ContinueList, views.ContinueList{}},
		{"nothing to go on with", docs(), loading, keymap.ContinueList, nil},
		{"enter on a list that was not asked for", &list{}, resources.Status{Undeclared: true}, keymap.Open, views.ReloadList{}},
		{"enter on an empty list", &list{}, resources.Status{Phase: resources.Complete}, keymap.Open, nil},
		{"w on an empty list", &list{}, loading, keymap.Watch, nil},
		{"a key of another view", docs(), loading, keymap.Wrap, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := resources.New(tc.source)
			v.SetStatus(tc.status)
			v.SetSize(80, 24)
			v.SelectURI(uri)
			if got := v.Handle(tc.key); got != tc.want {
				t.Errorf("got %#v, want %#v", got, tc.want)
			}
		})
	}
}

func TestARowWithoutURISaysSo(t *testing.T) {
	v := resources.New(docs())
	v.SetSize(80, 24)
	v.Handle(keymap.Bottom)
	if _, ok := v.Handle(keymap.Open).(views.Notice); !ok || v.SelectedURI() != "" {
		t.Errorf("enter on a row without a URI asks for %#v", v.Handle(keymap.Open))
	}
}

func TestMouse(t *testing.T) {
	v := resources.New(docs())
	v.SetSize(80, 24)
	for _, tc := range []struct {
		name     string
		y        int
		selected int
		want     views.Action
	}{
		{"another row", 3, 2, nil},
		{"the same row again", 3, 2, views.Read{URI: "file:///config.json"}},
		{"the title", 0, 2, nil},
		{"a page line", 4, 2, nil},
		{"below it", 5, 3, nil},
		{"below the list", 23, 3, nil},
	} {
		if got := v.Click(4, tc.y); got != tc.want || v.Selected() != tc.selected {
			t.Errorf("%s: %#v and row %d, want %#v and row %d", tc.name, got, v.Selected(), tc.want, tc.selected)
		}
	}
	v.SetSize(80, 6)
	v.SelectURI("file:///README.md")
	v.Wheel(3)
	if _, _, seen := v.Cursor(); v.Selected() != 0 || seen {
		t.Errorf("the wheel moved the cursor to row %d, in sight %v", v.Selected(), seen)
	}
	v.Handle(keymap.Down)
	if x, y, seen := v.Cursor(); x != 0 || y < 1 || !seen {
		t.Errorf("the next key leaves the cursor at %d,%d, in sight %v", x, y, seen)
	}
}

// The cursor walks over every row once, in order, and over nothing else.
func TestCursorVisitsEveryRow(t *testing.T) {
	source := docs()
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Stopped, Reason: "cursor repeats"})
	v.SetSize(80, 5)
	for i := range source.Len() {
		if v.Selected() != i {
			t.Fatalf("after %d times down the cursor is on row %d", i, v.Selected())
		}
		v.Handle(keymap.Down)
	}
	if v.Selected() != source.Len()-1 || v.Position() != "row 14/14" {
		t.Errorf("the last row is %d, %q", v.Selected(), v.Position())
	}
	for i := range source.Len() {
		if v.SelectURI(source.rows[i].Resource.URI); source.rows[i].Resource.URI != "" && v.Selected() != i {
			t.Errorf("SelectURI(%q) selects row %d, want %d", source.rows[i].Resource.URI, v.Selected(), i)
		}
	}
	if v.SelectURI("file:///nowhere") {
		t.Error("SelectURI finds a URI that is not there")
	}
}

func TestRowsComeWithoutMovingTheCursor(t *testing.T) {
	source := &list{}
	v := resources.New(source)
	v.SetSize(60, 10)
	v.SetStatus(resources.Status{Phase: resources.Loading, Page: 1})
	if v.Selected() != -1 || v.Position() != "" {
		t.Errorf("an empty list has row %d selected, %q", v.Selected(), v.Position())
	}
	source.add(plains(0, 50)...)
	v.Handle(keymap.Bottom)
	_, y, _ := v.Cursor()
	before := screentest.Text(t, 60, 10, drawer(v))
	source.add(plains(50, 50)...)
	source.add(plains(100, 50)...)
	if _, now, _ := v.Cursor(); now != y || v.Selected() != 49 {
		t.Errorf("the cursor went from line %d to line %d, on row %d", y, now, v.Selected())
	}
	after := screentest.Text(t, 60, 10, drawer(v))
	if _, rows, _ := strings.Cut(before, "\n"); !strings.HasSuffix(after, rows) {
		t.Errorf("rows moved:\n%s\n%s", before, after)
	}
	v.Reset()
	if v.Selected() != 0 {
		t.Errorf("after Reset row %d is selected", v.Selected())
	}
}

func TestHostileRowsStayInside(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	source := &list{}
	for _, json := range []string{
		`{"uri":"u:1","name":"\u001b[2J\u001b]0;owned\u0007","mimeType":"\u001b[31m/\u001b[0m","size":"\u001b[31m"}`,
		`{"uri":"u:2","name":"\u202eevil\u202c שלום","mimeType":"text/\u202eplain"}`,
		`{"uri":"u:3","name":"👨‍👩‍👧‍👦🇩🇪❤️👨‍👩‍👧‍👦🇩🇪❤️👨‍👩‍👧‍👦🇩🇪❤️","mimeType":"👨‍👩‍👧‍👦/🇩🇪🇩🇪🇩🇪🇩🇪"}`,
		`{"uri":"u:4","name":"日本語日本語日本語日本語日本語日本語日本語日本語","size":["日本語日本語"]}`,
		`{"uri":"u:5","name":"` + long + `","mimeType":"` + long + `/` + long + `","size":"` + long + `"}`,
		`{"uri":"u:6","name":"a\nb\tc\r\nd"}`,
		`{"uri":"u:7","name":"e` + strings.Repeat("\u0301", 300) + `"}`,
		`["` + long + `"]`,
		`null`,
		"{\"uri\":\"u:8\",\"name\":\"\xff\xfe\"}",
	} {
		r := row(json)
		r.Watched, r.Changed, r.Freshness = true, true, freshness.StaleOnError
		source.add(r)
	}
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Stopped, Reason: "cursor repeats: \x1b[31m" + long})
	screentest.Sizes(t, drawer(v))
	screentest.Golden(t, "hostile-55x24", 55, 24, drawer(v))
	v.Handle(keymap.EditFilter)
	enter(v, "e | x")
	screentest.Sizes(t, drawer(v))
	v.Paste("\x1b[31m" + long)
	screentest.Sizes(t, drawer(v))
	v.Handle(keymap.ClearFilter)
	v.Handle(keymap.Count)
	enter(v, "123")
	screentest.Sizes(t, drawer(v))
	v.Handle(keymap.Back)
	v.Handle(keymap.ToggleTree)
	openAll(v, source)
	screentest.Sizes(t, drawer(v))
}

func TestEmptyStatesStayInside(t *testing.T) {
	for _, s := range []resources.Status{
		{}, {Phase: resources.Loading, Page: 1}, {Phase: resources.Stopped, Reason: "\x1b[31m"}, {Phase: resources.Complete, Templates: 2},
		{Phase: resources.Stopped, Failure: &failure.Failure{Title: "no reply", Reason: "日本語 \x1b[2J"}},
	} {
		v := resources.New(&list{})
		v.SetStatus(s)
		screentest.Sizes(t, drawer(v))
	}
}

func TestMIMEShort(t *testing.T) {
	for in, want := range map[string]string{
		"text/markdown":                       "md",
		"text/plain; charset=utf-8":           "text",
		"Application/JSON":                    "json",
		"application/problem+json":            "json",
		"application/vnd.api+json; profile=x": "json",
		"image/svg+xml":                       "svg",
		"application/atom+xml":                "atom",
		"application/soap+xml":                "xml",
		"text/x-go":                           "go",
		"text/html":                           "html",
		"image/jpeg":                          "jpg",
		"application/octet-stream":            "bin",
		"application/vnd.ms-excel":            "ms-excel",
		"application/x-tar":                   "tar",
		"markdown":                            "markdown",
		"text/":                               "text/",
		"":                                    "",
		"text/vnd.graphviz+something; x=\"a/b+c\"": "graphviz+something",
	} {
		if got := resources.MIMEShort(in); got != want {
			t.Errorf("MIMEShort(%q) = %q, want %q", in, got, want)
		}
	}
}
