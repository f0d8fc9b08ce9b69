package form_test

import (
	"reflect"
	"strings"
	"testing"

	"mcperuse/views/fields"
	"mcperuse/views/form"
)

func values(v ...string) fields.Suggestions { return fields.Suggestions{Values: v} }

func TestQuery(t *testing.T) {
	f := newForm(repo, "n", "")
	press(t, f, "o")
	if _, ok := f.Query(); ok {
		t.Fatal("a server that does not complete is asked")
	}
	f.SetCompletes(true)
	press(t, f, "cto", "<tab>", "h", "<tab>", "a/b/c")
	want := form.Query{Template: repo, Variable: "path", Text: "c", Others: map[string]string{"owner": "octo", "name": "h"}}
	if q, ok := f.Query(); !ok || !reflect.DeepEqual(q, want) {
		t.Errorf("got %+v, %v", q, ok)
	}
	if _, ok := f.Query(); ok || !f.Asking() {
		t.Error("asked twice, or not waiting")
	}
	press(t, f, "<tab>")
	if f.Asking() {
		t.Error("still waiting for a field that was left")
	}
}

func TestAnswersOutOfOrder(t *testing.T) {
	f := newForm("x://{q}", "n", "")
	f.SetCompletes(true)
	press(t, f, "a")
	first, _ := f.Query()
	press(t, f, "b")
	second, _ := f.Query()
	f.Completed(second, values("abba"), "")
	f.Completed(first, values("aachen"), "")
	if screen := text(t, f, 80, 24); !strings.Contains(screen, "abba") || strings.Contains(screen, "aachen") {
		t.Errorf("the late answer counts\n%s", screen)
	}
	press(t, f, "<backspace>")
	if _, ok := f.Query(); ok {
		t.Error("what was answered is asked again")
	}
	if screen := text(t, f, 80, 24); !strings.Contains(screen, "aachen") {
		t.Errorf("what was answered is not offered\n%s", screen)
	}
	press(t, f, "<down>", "<enter>")
	if f.URI() != "x://aachen" || f.Asking() {
		t.Errorf("URI %q, asking %v", f.URI(), f.Asking())
	}
}

func TestNoAnswer(t *testing.T) {
	f := newForm("x://{q}", "n", "")
	f.SetCompletes(true)
	press(t, f, "a")
	q, _ := f.Query()
	f.TooSlow(q, "no answer within 5 s")
	if screen := text(t, f, 80, 24); !strings.Contains(screen, "no suggestions: no answer within 5 s") {
		t.Errorf("it is not said\n%s", screen)
	}
	press(t, f, "b")
	if _, ok := f.Query(); ok {
		t.Error("asked again by itself")
	}
	press(t, f, "<ctrl+space>")
	if !f.Asking() {
		t.Error("not asked when the person asks")
	}
	q, _ = f.Query()
	f.Completed(q, values(), "")
	press(t, f, "<ctrl+space>")
	if screen := text(t, f, 80, 24); !strings.Contains(screen, "the server suggests nothing here") {
		t.Errorf("it is not said\n%s", screen)
	}
	press(t, f, "<backspace>", "c")
	f.SetCompletes(false)
	press(t, f, "<ctrl+space>")
	if screen := text(t, f, 80, 24); !strings.Contains(screen, "the server suggests no values") {
		t.Errorf("it is not said\n%s", screen)
	}
	if f.URI() != "x://ac" {
		t.Errorf("URI %q", f.URI())
	}
}

func TestHistoryOfAnotherRun(t *testing.T) {
	f := newForm(repo, "n", "")
	press(t, f, "o", "<tab>", "n", "<tab>", "a/b", "<enter>")
	again := newForm(repo, "n", "")
	last, ok := f.Last()
	if !ok || last.URI != "repo://o/n/contents/a/b" {
		t.Fatalf("last %+v", last)
	}
	again.SetHistory([]form.Sent{{URI: "repo://x", ByHand: true}, last})
	press(t, again, "<up>")
	if got := again.URI(); got != "repo://o/n/contents/a/b" {
		t.Errorf("URI %q", got)
	}
	press(t, again, "<up>")
	if got := again.URI(); got != "repo://x" {
		t.Errorf("by hand: %q", got)
	}
	press(t, again, "<down>", "<tab>", "<tab>", "<tab>", "/c")
	if got := again.URI(); got != "repo://o/n/contents/a/b/c" {
		t.Errorf("it cannot be edited further: %q", got)
	}
}
