package resources_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

// mixed is a list in no order at all.
func mixed() *list {
	l := &list{}
	l.add(
		row(`{"uri":"b:2","name":"file10","size":5,"mimeType":"text/plain","annotations":{"priority":0.5,"lastModified":"2026-01-02T00:00:00Z"}}`),
		row(`{"uri":"c:3","name":"File2","size":700,"mimeType":"image/png","annotations":{"priority":0,"lastModified":"2026-03-02"}}`),
		row(`{"uri":"a:1","name":"file1"}`),
	)
	l.add(
		row(`{"uri":"d:4","name":"alpha","size":"700","mimeType":"application/json","annotations":{"priority":1,"lastModified":"yesterday"}}`),
		row(`{"uri":"e:5","name":"omega","size":700,"mimeType":"text/plain"}`),
	)
	l.rows[4].Changed = true
	return l
}

// sortedBy is a view of a list in an order.
func sortedBy(source resources.Source, id keymap.ID, times int) *resources.View {
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(60, 30)
	for range times {
		v.Handle(keymap.ChooseOrder)
		v.Handle(id)
	}
	return v
}

func TestOrders(t *testing.T) {
	for _, tc := range []struct {
		id        keymap.ID
		rows      string
		turned    string
		title     string
		andTurned string
	}{
		{keymap.OrderAsSent, "file10 File2 file1 alpha omega", "file10 File2 file1 alpha omega", "as sent", "as sent"},
		{keymap.OrderByName, "alpha file1 File2 file10 omega", "omega file10 File2 file1 alpha", "by name ↑", "by name ↓"},
		{keymap.OrderByURI, "file1 file10 File2 alpha omega", "omega alpha File2 file10 file1", "by URI ↑", "by URI ↓"},
		// Equal ones as sent, those without last, either way.
		{keymap.OrderBySize, "File2 omega file10 file1 alpha", "file10 File2 omega file1 alpha", "by size ↓", "by size ↑"},
		{keymap.OrderByType, "alpha File2 file10 omega file1", "file10 omega File2 alpha file1", "by type ↑", "by type ↓"},
		{keymap.OrderByPriority, "alpha file10 File2 file1 omega", "File2 file10 alpha file1 omega", "by priority ↓", "by priority ↑"},
		{keymap.OrderByModified, "File2 file10 file1 alpha omega", "file10 File2 file1 alpha omega", "by last modified ↓", "by last modified ↑"},
		{keymap.OrderByChanged, "omega file10 File2 file1 alpha", "omega file10 File2 file1 alpha", "by changed ↓", "by changed ↑"},
	} {
		t.Run(string(tc.id), func(t *testing.T) {
			for times, want := range map[int][2]string{1: {tc.rows, tc.title}, 2: {tc.turned, tc.andTurned}, 3: {tc.rows, tc.title}} {
				v := sortedBy(mixed(), tc.id, times)
				rows := slices.DeleteFunc(shown(t, v), func(s string) bool { return s == "──" })
				same(t, fmt.Sprint(times, " times"), rows, want[0])
				if title, _, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n"); !strings.HasSuffix(title, want[1]) {
					t.Errorf("the title is %q, want %q", title, want[1])
				}
			}
		})
	}
}

func TestGoldenOrder(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}} {
		name := fmt.Sprintf("by-size-%dx%d", size.w, size.h)
		v := sortedBy(docs(), keymap.OrderBySize, 1)
		v.Handle(keymap.EditFilter)
		enter(v, "e")
		t.Run(name, func(t *testing.T) { screentest.Golden(t, name, size.w, size.h, drawer(v)) })
	}
}

func TestChoosingAnOrderIsAScopeOfItsOwn(t *testing.T) {
	v := sortedBy(mixed(), keymap.OrderByName, 1)
	v.Handle(keymap.ChooseOrder)
	if scopes := v.Scopes(); scopes[0] != keymap.Order {
		t.Errorf("the scopes are %v", scopes)
	}
	v.Handle(keymap.Back)
	if scopes := v.Scopes(); scopes[0] != keymap.Resources {
		t.Errorf("after esc the scopes are %v", scopes)
	}
	same(t, "after esc", shown(t, v), "alpha file1 File2 file10 omega")
}

// Whatever is done to the list, the row under the cursor stays the same, and as
// far down the screen where the list is long enough.
func TestOrderLeavesTheCursorAlone(t *testing.T) {
	source := big(1000)
	v := resources.New(source)
	v.SetSize(60, 20)
	v.SelectURI("file:///500")
	v.Wheel(3)
	_, y, _ := v.Cursor()
	v.Handle(keymap.ChooseOrder)
	v.Handle(keymap.OrderByName)
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"sorted", func() {}},
		{"turned", func() { v.Handle(keymap.ChooseOrder); v.Handle(keymap.OrderByName) }},
		{"rows that belong above", func() { source.add(row(`{"uri":"a:1","name":"0"}`), row(`{"uri":"a:2","name":"zzz"}`)) }},
		{"filtered", func() { v.Handle(keymap.EditFilter); enter(v, "5") }},
		{"further", func() { enter(v, "0") }},
		{"cleared", func() { v.Handle(keymap.ClearFilter) }},
		{"as sent", func() { v.Handle(keymap.ChooseOrder); v.Handle(keymap.OrderAsSent) }},
	} {
		step.do()
		if v.SelectedURI() != "file:///500" {
			t.Fatalf("%s: the cursor is on %q", step.name, v.SelectedURI())
		}
		if _, now, seen := v.Cursor(); !v.Typing() && (now != y || !seen) {
			t.Errorf("%s: the cursor went from line %d to %d", step.name, y, now)
		}
	}
}

func TestOrderOfALongListIsWork(t *testing.T) {
	source := big(30_000)
	v := sortedBy(source, keymap.OrderByName, 2)
	if got := shown(t, v)[0]; got != "0.txt" {
		t.Errorf("the list moved before the work was done: %s", got)
	}
	if title, _, _ := strings.Cut(screentest.Text(t, 60, 30, drawer(v)), "\n"); !strings.HasSuffix(title, "by name ↓…") {
		t.Errorf("the title is %q", title)
	}
	v.Handle(keymap.Top)
	if jobs := work(t, v); jobs != 2 { // the order, and the rows that share a URI
		t.Errorf("%d jobs", jobs)
	}
	v.Handle(keymap.Top)
	same(t, "sorted", shown(t, v)[:3], "29999.txt 29998.txt 29997.txt")
	source.add(plains(100_000, 1)...)
	v.Handle(keymap.EditFilter)
	enter(v, "0000")
	work(t, v)
	v.Handle(keymap.Top)
	same(t, "filtered", shown(t, v), "100000.txt 20000.txt 10000.txt")
	source.add(plains(100_001, 2)...)
	source.add(plains(200_000, 1)...)
	work(t, v)
	same(t, "and more", shown(t, v), "200000.txt 100002.txt 100001.txt 100000.txt 20000.txt 10000.txt")
}

func TestOrderByChangesFollowsThem(t *testing.T) {
	source := mixed()
	v := sortedBy(source, keymap.OrderByChanged, 1)
	source.rows[0].Changed = true
	source.changes++
	rows := slices.DeleteFunc(shown(t, v), func(s string) bool { return s == "──" })
	same(t, "after another change", rows, "file10 omega File2 file1 alpha")
}

// With a filter the best matches come first; without one all is as sent, and the
// cursor stays on its row either way.
func TestBestMatch(t *testing.T) {
	l := &list{}
	l.add(
		row(`{"uri":"x:1","name":"prefix of a long name with main in it"}`),
		row(`{"uri":"x:2","name":"m.a.i.n"}`),
		row(`{"uri":"x:3","name":"other","description":"about main"}`),
		row(`{"uri":"x:4","name":"main"}`),
		row(`{"uri":"x:5","name":"domain"}`),
	)
	v := sortedBy(l, keymap.OrderByMatch, 1)
	if got := strings.Join(order(v, l), " "); got != "x:1 x:2 x:3 x:4 x:5" {
		t.Errorf("without a filter: %s", got)
	}
	v.SelectURI("x:5")
	v.Handle(keymap.EditFilter)
	v.Paste("main")
	finish(v)
	if got := strings.Join(order(v, l), " "); got != "x:4 x:1 x:2 x:5 x:3" {
		t.Errorf("best first: %s", got)
	}
	if v.SelectedURI() != "x:5" {
		t.Errorf("the cursor went to %s", v.SelectedURI())
	}
	v.Handle(keymap.KeepFilter)
	v.Handle(keymap.ChooseOrder)
	v.Handle(keymap.OrderByMatch)
	finish(v)
	if got := strings.Join(order(v, l), " "); got != "x:3 x:5 x:2 x:1 x:4" {
		t.Errorf("turned round: %s", got)
	}
	l.add(row(`{"uri":"x:6","name":"main.go"}`))
	finish(v)
	if got := order(v, l); len(got) != 6 {
		t.Errorf("a page that came later: %v", got)
	}
}

// order are the URIs shown, from the top; the cursor ends where it was.
func order(v *resources.View, l *list) []string {
	was := v.SelectedURI()
	defer v.SelectURI(was)
	var out []string
	v.Handle(keymap.Top)
	for range len(l.rows) {
		if n := len(out); n > 0 && out[n-1] == v.SelectedURI() {
			break
		}
		out = append(out, v.SelectedURI())
		v.Handle(keymap.Down)
	}
	return out
}

// finish does all the work there is.
func finish(v *resources.View) {
	for {
		job, ok := v.Work()
		if !ok {
			return
		}
		v.Apply(job.Run(context.Background()))
	}
}
