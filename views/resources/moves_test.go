package resources_test

import (
	"testing"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/resources"
)

// count types a count and a move.
func count(v *resources.View, digits string, id keymap.ID) {
	v.Handle(keymap.Count)
	enter(v, digits)
	v.Handle(id)
}

func TestCounts(t *testing.T) {
	v := resources.New(big(3000))
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(60, 21)
	for _, step := range []struct {
		digits string
		id     keymap.ID
		row    int
	}{
		{"12", keymap.Down, 12},
		{"1000", keymap.Down, 1012}, // separators do not count
		{"2", keymap.Up, 1010},
		{"", keymap.Up, 1009},
		{"500", keymap.Bottom, 499},
		{"2000", keymap.Top, 1999},
		{"9999999999999", keymap.Down, 2999},
		{"99999", keymap.Up, 0},
		{"2", keymap.PageDown, 40},
		{"9999999", keymap.PageDown, 2999},
		{"0", keymap.Up, 2998},
	} {
		if count(v, step.digits, step.id); v.Selected() != step.row {
			t.Errorf("%s%s: row %d, want %d", step.digits, step.id, v.Selected(), step.row)
		}
		if v.Typing() {
			t.Fatal("the count does not end")
		}
	}
	v.Handle(keymap.Count)
	if v.Scopes()[0] != keymap.Counting || !v.Typing() {
		t.Errorf("the scopes are %v", v.Scopes())
	}
	enter(v, "15")
	v.Key("backspace", "")
	v.Handle(keymap.Top)
	if v.Selected() != 0 {
		t.Errorf("1 g goes to row %d", v.Selected())
	}
	v.Handle(keymap.Count)
	enter(v, "7x")
	if v.Typing() {
		t.Error("another key does not end the count")
	}
	v.Handle(keymap.Count)
	v.Handle(keymap.Back)
	v.Handle(keymap.Down)
	if v.Selected() != 1 {
		t.Errorf("after esc j goes to row %d", v.Selected())
	}
	empty := resources.New(&list{})
	if count(empty, "5", keymap.Down); empty.Selected() != -1 {
		t.Errorf("on an empty list: row %d", empty.Selected())
	}
}

func TestNextMatch(t *testing.T) {
	v := opened(docs(), 60, 30)
	if got := v.Handle(keymap.NextMatch); got != (views.Notice{Text: "no filter: / sets one"}) {
		t.Errorf("without a filter: %#v", got)
	}
	enter(v, "md")
	v.Handle(keymap.ClearFilter) // everything shows, with the matches marked
	for _, step := range []struct {
		id   keymap.ID
		want string
		act  views.Action
	}{
		{keymap.NextMatch, "file:///docs/architecture.md", nil},
		{keymap.NextMatch, "file:///設計.md", nil},
		{keymap.NextMatch, "file:///設計.md", views.Notice{Text: "no match below"}},
		{keymap.PreviousMatch, "file:///docs/architecture.md", nil},
		{keymap.PreviousMatch, "file:///README.md", nil},
		{keymap.PreviousMatch, "file:///README.md", views.Notice{Text: "no match above"}},
	} {
		if got := v.Handle(step.id); got != step.act || v.SelectedURI() != step.want {
			t.Errorf("%s: %#v, on %q; want %#v, %q", step.id, got, v.SelectedURI(), step.act, step.want)
		}
	}
	v.Handle(keymap.EditFilter)
	v.Handle(keymap.KeepFilter)
	if v.Handle(keymap.NextMatch); v.SelectedURI() != "file:///docs/architecture.md" {
		t.Errorf("in what the filter shows: on %q", v.SelectedURI())
	}
}

func TestNextMatchOpensFolders(t *testing.T) {
	v := asTree(project())
	v.Handle(keymap.EditFilter)
	enter(v, "'.md")
	v.Handle(keymap.ClearFilter)
	v.Handle(keymap.Top)
	for _, want := range []string{"file:///docs/adr/0001.md", "file:///docs/adr/0002.md", "file:///docs/a.md", "file:///README.md"} {
		if v.Handle(keymap.NextMatch); v.SelectedURI() != want {
			t.Errorf("on %q, want %q", v.SelectedURI(), want)
		}
	}
	if v.Handle(keymap.PreviousMatch); v.SelectedURI() != "file:///docs/a.md" {
		t.Errorf("back on %q", v.SelectedURI())
	}
}

func TestNextMatchWhilePagesArrive(t *testing.T) {
	source := docs()
	v := opened(source, 60, 30)
	enter(v, "handlers")
	v.Handle(keymap.ClearFilter)
	v.Handle(keymap.NextMatch)
	source.add(plains(0, 1000)...)
	if got := v.Handle(keymap.NextMatch); got != (views.Notice{Text: "no match below"}) || v.SelectedURI() != "file:///handlers.go" {
		t.Errorf("%#v, on %q", got, v.SelectedURI())
	}
	source.add(row(`{"uri":"file:///more/handlers.go","name":"handlers.go"}`))
	if v.Handle(keymap.NextMatch); v.SelectedURI() != "file:///more/handlers.go" {
		t.Errorf("on %q", v.SelectedURI())
	}
}
