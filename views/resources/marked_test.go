package resources_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/resources"
	"mcperuse/views/screentest"
)

func listed(source resources.Source) *resources.View {
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(60, 30)
	return v
}

func marked(t *testing.T, v *resources.View, want ...string) {
	t.Helper()
	if got := v.Marked(); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("marked are %v, want %v", got, want)
	}
}

func TestMarks(t *testing.T) {
	v := listed(mixed())
	v.Handle(keymap.Mark)
	v.Handle(keymap.Down)
	v.Handle(keymap.Mark)
	marked(t, v, "b:2", "a:1")
	if got := v.SelectedURI(); got != "d:4" {
		t.Errorf("the cursor is on %s, want the row after the marked one", got)
	}
	if got := screentest.Text(t, 60, 12, drawer(v)); !strings.Contains(got, "2 marked") || strings.Count(got, "◆") != 2 {
		t.Errorf("not to be seen:\n%s", got)
	}
	for id, want := range map[keymap.ID]views.Action{
		keymap.Copy:  views.CopyText{Text: "b:2\na:1", Label: "2 URIs"},
		keymap.Save:  views.SaveContents{URIs: []string{"b:2", "a:1"}},
		keymap.Watch: views.WatchAll{URIs: []string{"b:2", "a:1"}},
	} {
		if got := v.Handle(id); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v, want %#v", id, got, want)
		}
	}
	v.Handle(keymap.Top)
	v.Handle(keymap.Mark)
	marked(t, v, "a:1")
	v.Handle(keymap.Unmark)
	marked(t, v)
}

func TestWithoutMarksTheSelectedRowIsMeant(t *testing.T) {
	v := listed(mixed())
	for id, want := range map[keymap.ID]views.Action{
		keymap.Copy:  views.CopyText{Text: "b:2", Label: "the URI"},
		keymap.Save:  views.SaveContents{URIs: []string{"b:2"}},
		keymap.Watch: views.ToggleWatch{URI: "b:2"},
	} {
		if got := v.Handle(id); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v, want %#v", id, got, want)
		}
	}
	nameless := &list{}
	nameless.add(row(`{"name":"no URI"}`))
	v = listed(nameless)
	for _, id := range []keymap.ID{keymap.Mark, keymap.Copy, keymap.Save} {
		if _, ok := v.Handle(id).(views.Notice); !ok || len(v.Marked()) > 0 {
			t.Errorf("%s on a row without a URI says nothing", id)
		}
	}
	if got := listed(&list{}).Handle(keymap.Copy); got != nil {
		t.Errorf("copying from an empty list: %v", got)
	}
}

func TestMarksOutlastFilterOrderTreeAndReload(t *testing.T) {
	source := mixed()
	v := listed(source)
	v.Handle(keymap.Mark)
	v.Handle(keymap.EditFilter)
	v.Paste("file")
	v.Handle(keymap.KeepFilter)
	v.Handle(keymap.MarkShown)
	marked(t, v, "b:2", "c:3", "a:1")
	v.Handle(keymap.ChooseOrder)
	v.Handle(keymap.OrderBySize)
	v.Handle(keymap.ToggleTree)
	v.Reset()
	v.Renew(func() { *source = *mixed() })
	marked(t, v, "b:2", "c:3", "a:1")
	v.KeepMarked([]string{"a:1", "x:9"})
	marked(t, v, "a:1")
}

func TestMarksAreBounded(t *testing.T) {
	source := &list{}
	var rows []resources.Row
	for i := range 20_000 {
		rows = append(rows, row(fmt.Sprintf(`{"uri":"x:%d","name":"n"}`, i)))
	}
	source.add(rows...)
	v := listed(source)
	if got, ok := v.Handle(keymap.MarkShown).(views.Notice); !ok || !strings.Contains(got.Text, "10,000") {
		t.Errorf("marking all: %v", got)
	}
	marked(t, v)
}
