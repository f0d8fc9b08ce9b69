package ui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/model"
)

// changed tells the model that the list changed.
func changed(m *Model, at time.Time) {
	send(m, batch{mcpclient.LiveEvent{Event: live.Event{Time: at, Kind: live.ListChanged, Count: 1}}})
}

// loaded is a model with a whole list of two pages.
func loaded(t *testing.T) (*Model, *clock) {
	t.Helper()
	m, c := browser(t, 120, 36)
	m.walk.begin()
	send(m, batch{pageArrived{1, page(0, 5)}, pageArrived{1, page(5, 5)}, walked{serial: 1, walk: mcpclient.Walk{Pages: 2, Items: 10}}})
	return m, c
}

func TestTheOldListStaysUntilTheRowUnderTheCursorIsBack(t *testing.T) {
	m, _ := loaded(t)
	press(m, "j", "j", "j", "j", "j", "j", "R")
	contains(t, m, "f009.go", "row 7/10", "page 1…")
	serial := m.walk.serial
	send(m, batch{known{serial, newURISet(context.Background(), m.store.pages)}, pageArrived{serial, page(1, 5)}})
	contains(t, m, "f000.go", "f009.go", "row 7/10", "page 2…")
	send(m, batch{pageArrived{serial, page(6, 6)}})
	contains(t, m, "f011.go", "row 6/11")
	lacks(t, m, "f000.go")
	contains(t, m, "+", "new")
	send(m, batch{walked{serial: serial, walk: mcpclient.Walk{Pages: 2, Items: 11}}, compared{}})
	send(m, compared{serial: serial, gone: []string{"file:///f000.go"}, count: 1})
	contains(t, m, "2 new, 1 gone", "1 gone since the list was fetched before", "− file:///f000.go")
	press(m, "3")
	press(m, "1", "R")
	lacks(t, m, "2 new, 1 gone")
}

func TestAReloadThatFailsLosesNothing(t *testing.T) {
	m, _ := loaded(t)
	press(m, "j", "R")
	send(m, batch{walked{serial: m.walk.serial, walk: mcpclient.Walk{Stop: mcpclient.StopFailed, Reason: "no answer"}, err: context.DeadlineExceeded}})
	contains(t, m, "f009.go", "row 2/10", "incomplete")
}

func TestACursorWhoseRowIsGoneStaysInItsPlace(t *testing.T) {
	m, _ := loaded(t)
	press(m, "j", "j", "j", "R")
	send(m, batch{pageArrived{m.walk.serial, page(4, 6)}, walked{serial: m.walk.serial, walk: mcpclient.Walk{Pages: 1, Items: 6}}})
	contains(t, m, "row 4/6")
	lacks(t, m, "f003.go")
}

// What is new needs a whole list to be compared with.
func TestAfterAnIncompleteListNothingIsNew(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}, walked{serial: 1, walk: mcpclient.Walk{Stop: mcpclient.StopMaxPages, Reason: "page limit reached"}}})
	press(m, "R")
	if m.reload.old != nil {
		t.Error("an incomplete list is kept to be compared with")
	}
	send(m, batch{pageArrived{m.walk.serial, page(0, 7)}, walked{serial: m.walk.serial}})
	contains(t, m, "7 · 1 page")
	lacks(t, m, "new")
}

func TestCompare(t *testing.T) {
	old := []mcpclient.Page[model.Resource]{page(0, 3), page(3, 300)}
	fresh := []mcpclient.Page[model.Resource]{page(2, 10)}
	got := compare(context.Background(), 7, old, fresh)
	if got.serial != 7 || got.count != 293 || len(got.gone) != mostGone || !slices.Equal(got.gone[:3], []string{"file:///f000.go", "file:///f001.go", "file:///f012.go"}) {
		t.Errorf("%d gone: %v", got.count, got.gone)
	}
	if got := compare(context.Background(), 7, old, old); got.count != 0 {
		t.Errorf("the same list lacks %v", got.gone)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if got := compare(ctx, 7, old, fresh); got.serial != 0 {
		t.Errorf("cancelled: %+v", got)
	}
}

func TestAGapIsNotAChange(t *testing.T) {
	m, c := loaded(t)
	send(m, batch{mcpclient.LiveEvent{Event: live.Event{Time: c.t, Kind: live.Lost, Detail: "cut", Missed: live.Filter{ListChanged: true}}}})
	contains(t, m, "list may have changed: R reloads")
	changed(m, c.t)
	contains(t, m, "● list changed: R reloads")
	press(m, "R")
	send(m, batch{pageArrived{m.walk.serial, page(0, 10)}, walked{serial: m.walk.serial}})
	lacks(t, m, "R reloads")
}

func TestAutoReload(t *testing.T) {
	m, c := loaded(t)
	changed(m, c.t)
	if m.walk.running() {
		t.Fatal("it reloads by itself without being asked to")
	}
	press(m, "A")
	if !m.walk.running() {
		t.Fatal("turned on, it does not reload what has changed")
	}
	finish := func() {
		send(m, batch{pageArrived{m.walk.serial, page(0, 10)}, walked{serial: m.walk.serial}})
	}
	finish()
	c.t = c.t.Add(time.Minute)
	changed(m, c.t)
	if !m.walk.running() {
		t.Fatal("a change does not reload")
	}
	finish()
	// At most twice a second.
	c.t = c.t.Add(400 * time.Millisecond)
	changed(m, c.t)
	if m.walk.running() || !m.auto.due {
		t.Fatalf("a change soon after: reloading %v, due %v", m.walk.running(), m.auto.due)
	}
	c.t = c.t.Add(200 * time.Millisecond)
	send(m, reloadDue{})
	if !m.walk.running() {
		t.Fatal("the reload that was due does not come")
	}
	finish()
	press(m, "A")
	c.t = c.t.Add(time.Minute)
	changed(m, c.t)
	if m.walk.running() {
		t.Error("turned off, it reloads")
	}
}

// A server whose list changes whenever it is listed would keep both busy for ever.
func TestAutoReloadStopsWhereEachReloadChangesTheList(t *testing.T) {
	m, c := loaded(t)
	press(m, "A")
	reloads := 0
	for range 50 {
		if changed(m, c.t); m.auto.stopped {
			break
		}
		c.t = c.t.Add(time.Second)
		send(m, reloadDue{})
		if m.walk.running() {
			reloads++
			if changed(m, c.t); m.auto.stopped {
				break
			}
			send(m, batch{pageArrived{m.walk.serial, page(0, 10)}, walked{serial: m.walk.serial}})
		}
	}
	if m.auto.on || reloads > 2*mostInARow {
		t.Errorf("after %d reloads it is on: %v", reloads, m.auto.on)
	}
	if m.toast == nil || !strings.Contains(m.toast.text, "changed during each of 5 reloads") {
		t.Errorf("the toast is %v", m.toast)
	}
	send(m, batch{pageArrived{m.walk.serial, page(0, 10)}, walked{serial: m.walk.serial}})
	contains(t, m, "each reload changes it: R reloads")
}

func TestChangesAreShownFromTheUpdatesScreen(t *testing.T) {
	m, c := loaded(t)
	press(m, "j", "enter")
	send(m, reading(m, "one\ntwo\n"))
	press(m, "r")
	send(m, reading(m, "one\nthree\n"))
	contains(t, m, "● changed: d shows what")
	send(m, batch{mcpclient.LiveEvent{Event: live.Event{Time: c.t, Kind: live.Updated, URI: "file:///f001.go", Count: 1}}})
	press(m, "g", "3", "d")
	if v := m.changes(); v == nil || v.URI() != "file:///f001.go" || m.screen != screenResources {
		t.Fatalf("on screen %d, changes %v", m.screen, v)
	}
	contains(t, m, "Changes", "comparing…")
	press(m, "esc")
	lacks(t, m, "Changes")
}
