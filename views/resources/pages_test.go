package resources_test

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

// cursors is the list of the design with the cursors its pages were asked for.
func cursors() *list {
	l := docs()
	for i, text := range []string{"", "", "eyJvZmZzZXQiOjUwLCJsaW1pdCI6NTAsInNuYXBzaG90IjoiYWJjZGVmIn0=", "\x1b[31mred\u202e"} {
		l.pages[i].Cursor = model.Cursor{Text: text, Present: i > 0}
	}
	return l
}

func panel(source resources.Source, s resources.Status) *resources.View {
	v := resources.New(source)
	v.SetStatus(s)
	v.SetSize(80, 24)
	v.Handle(keymap.ShowPages)
	return v
}

func TestGoldenPages(t *testing.T) {
	repeats := resources.Status{Phase: resources.Stopped, Reason: "cursor repeats", CanContinue: true}
	for _, size := range []struct{ w, h int }{{40, 12}, {80, 24}, {120, 40}} {
		name := fmt.Sprintf("pages-%dx%d", size.w, size.h)
		t.Run(name, func(t *testing.T) { screentest.Golden(t, name, size.w, size.h, drawer(panel(cursors(), repeats))) })
	}
	screentest.Sizes(t, drawer(panel(cursors(), repeats)))
	screentest.Sizes(t, drawer(panel(&list{}, resources.Status{})))
	v := resources.New(cursors())
	v.SetStatus(resources.Status{Phase: resources.Complete})
	screentest.Golden(t, "separators-80x24", 80, 24, drawer(v))
}

func TestPagesActions(t *testing.T) {
	loading := resources.Status{Phase: resources.Loading, Page: 5}
	repeats := resources.Status{Phase: resources.Stopped, CanContinue: true}
	for _, tc := range []struct {
		name   string
		status resources.Status
		moves  int
		key    keymap.ID
		want   views.Action
	}{
		{"r fetches the page again", loading, 1, keymap.RefetchPage, views.RefetchPage{Page: 1}},
		{"the first, too", loading, 0, keymap.RefetchPage, views.RefetchPage{Page: 0}},
		{"x stops", loading, 0, keymap.StopList, views.StopList{}},
		{"nothing to stop", repeats, 0, keymap.StopList, nil},
		{"c goes on", repeats, 0, keymap.ContinueList, views.ContinueList{}},
		{"nothing to go on with", loading, 0, keymap.ContinueList, nil},
		{"R reloads", loading, 0, keymap.Reload, views.ReloadList{}},
		{"enter on a page without rows", loading, 2, keymap.Open, views.Notice{Text: "there are no rows on this page"}},
		{"another view's key", loading, 0, keymap.Wrap, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := panel(cursors(), tc.status)
			for range tc.moves {
				v.Handle(keymap.Down)
			}
			if got := v.Handle(tc.key); got != tc.want {
				t.Errorf("got %#v, want %#v", got, tc.want)
			}
		})
	}
	if got := panel(&list{}, loading).Handle(keymap.RefetchPage); got != nil {
		t.Errorf("without pages: %#v", got)
	}
}

func TestPagesAreAPlaceOfTheirOwn(t *testing.T) {
	v := panel(cursors(), resources.Status{})
	if v.Scopes()[0] != keymap.Pages || v.Position() != "page 1/4" {
		t.Errorf("scopes %v, %s", v.Scopes(), v.Position())
	}
	if x, y, ok := v.Cursor(); x != 0 || y != 2 || !ok {
		t.Errorf("the cursor is at %d,%d, %v", x, y, ok)
	}
	v.Click(3, 3) // another page
	v.Handle(keymap.Open)
	if v.SelectedURI() != "file:///handlers.go" || v.Scopes()[0] != keymap.Resources {
		t.Errorf("after enter on %q, scopes %v", v.SelectedURI(), v.Scopes())
	}
	v.Handle(keymap.ShowPages)
	if v.Position() != "page 2/4" {
		t.Errorf("the page of the row is %s", v.Position())
	}
	v.Click(3, 5)
	v.Wheel(1)
	v.Click(3, 5) // again: goes there
	if v.SelectedURI() != "file:///設計.md" {
		t.Errorf("after two clicks on %q", v.SelectedURI())
	}
	v.Handle(keymap.ShowPages)
	v.Handle(keymap.Back)
	if v.Scopes()[0] != keymap.Resources {
		t.Error("esc does not close the pages")
	}
}

func TestSeparatorsCanGo(t *testing.T) {
	v := resources.New(cursors())
	v.SetSize(80, 24)
	v.SelectURI("file:///logo.png")
	v.Handle(keymap.ToggleSeparators)
	screen := screentest.Text(t, 80, 24, drawer(v))
	if strings.Contains(screen, "page 2") || v.SelectedURI() != "file:///logo.png" || v.Position() != "row 5/14" {
		t.Errorf("%s on %q:\n%s", v.Position(), v.SelectedURI(), screen)
	}
	v.Handle(keymap.ToggleSeparators)
	if screen := screentest.Text(t, 80, 24, drawer(v)); !strings.Contains(screen, "page 2") || v.SelectedURI() != "file:///logo.png" {
		t.Errorf("on %q:\n%s", v.SelectedURI(), screen)
	}
}

func TestTwinsAreBadged(t *testing.T) {
	source := &list{}
	for range 3 {
		source.add(row(`{"uri":"file:///a","name":"a"}`), row(fmt.Sprintf(`{"uri":"file:///%d","name":"other"}`, source.Len())), row(`{"name":"no URI"}`))
	}
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	screen := screentest.Text(t, 80, 24, drawer(v))
	if strings.Count(screen, "×3") != 3 || strings.Count(screen, "×") != 3 {
		t.Errorf("the rows with one URI are not marked, or others are:\n%s", screen)
	}
	screentest.Golden(t, "twins-80x24", 80, 24, drawer(v))
	v.Handle(keymap.Bottom)
	v.Handle(keymap.Up)
	v.Handle(keymap.Up)
	if v.Selected() != 6 {
		t.Errorf("row %d is selected", v.Selected())
	}
}

func TestRenewStaysOnTheURI(t *testing.T) {
	source := big(3000)
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(60, 20)
	v.SelectURI("file:///1500")
	v.Wheel(4)
	_, y, _ := v.Cursor()
	v.Renew(func() {
		source.rows = append(plains(100_000, 500), source.rows...)
		source.pages[0].Count += 500
		for i := range source.pages[1:] {
			source.pages[i+1].First += 500
		}
	})
	if _, now, _ := v.Cursor(); v.SelectedURI() != "file:///1500" || now != y {
		t.Errorf("on %q, line %d instead of %d", v.SelectedURI(), now, y)
	}
	v.Renew(func() { *source = *big(10) })
	if v.SelectedURI() != "file:///9" {
		t.Errorf("when it is gone: on %q, not on the nearest", v.SelectedURI())
	}
}
