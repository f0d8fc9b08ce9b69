package ui

import (
	"errors"
	"testing"

	"mcperuse/views"
)

func TestChangesAreShownForTheReadThatWasMeant(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	press(m, "enter")
	send(m, reading(m, "one"))
	m.act(views.Reveal{URI: "file:///f000.go", Changes: true})
	failed := reading(m, "")
	failed.err = errors.New("out of luck")
	send(m, failed)
	press(m, "r")
	send(m, reading(m, "two"))
	contains(t, m, "● changed")
	lacks(t, m, "− one")
	if m.changes() != nil {
		t.Error("a later read of the user shows changes in the place of its contents")
	}
	m.versions = versions{}
	m.act(views.Reveal{URI: "file:///f000.go", Changes: true})
	send(m, reading(m, "three"))
	m.act(views.Reveal{URI: "file:///f000.go", Changes: true})
	send(m, reading(m, "four"))
	if m.changes() == nil {
		t.Error("no changes are shown where they were asked for")
	}
}

func TestNothingIsKeptForAnOverlayThatIsClosed(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	looks := func() bool { // through the list, for what is typed
		m.opener.Key("0", "0")
		_, ok := m.opener.Work()
		return ok
	}
	if press(m, ":"); !looks() {
		t.Error("the list is not looked through")
	}
	if press(m, "esc"); looks() {
		t.Error("the line for a URI holds on to the list")
	}
	if press(m, ":"); !looks() {
		t.Error("the list is not looked through once more")
	}
	press(m, "esc")
	for _, text := range []string{"one", "two", "three"} {
		m.versions.keepText("file:///f000.go", text)
	}
	send(m, m.listVersions()())
	press(m, "enter")
	contains(t, m, "Compare that of")
	if press(m, "esc"); len(m.listedVersions.versions) > 0 {
		t.Error("the versions of a list that is closed are kept")
	}
}
