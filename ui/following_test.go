package ui

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/live"
)

func updated(m *Model, at time.Time, uri string) tea.Cmd {
	_, cmd := m.Update(batch{mcpclient.LiveEvent{Event: live.Event{Time: at, Kind: live.Updated, URI: uri, Count: 1}}})
	return cmd
}

// following is a model that shows contents and follows them.
func followingModel(t *testing.T) (*Model, *clock) {
	t.Helper()
	m, c := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	press(m, "enter")
	send(m, reading(m, "before"))
	press(m, "F")
	contains(t, m, "following", "◉")
	return m, c
}

func TestFollowingReadsAgainAtMostTwiceASecond(t *testing.T) {
	m, c := followingModel(t)
	reads := 0
	for range 3000 {
		c.t = c.t.Add(time.Millisecond)
		updated(m, c.t, "file:///f000.go")
		if m.following.due && c.t.Sub(m.following.at) >= leastRefetch {
			send(m, followDue{})
		}
		if m.reader.Waiting() {
			reads++
			send(m, reading(m, fmt.Sprint("version ", reads)))
		}
	}
	if reads < 5 || reads > 7 {
		t.Errorf("%d reads in 3 s", reads)
	}
}

func TestFollowingIsAboutWhatIsOnShow(t *testing.T) {
	m, c := followingModel(t)
	updated(m, c.t, "file:///f003.go")
	if m.reader.Waiting() {
		t.Error("the change of another resource leads to a read")
	}
	press(m, "j")
	updated(m, c.t, "file:///f001.go")
	if m.reader.Waiting() {
		t.Error("what was only selected, and never read, is read by itself")
	}
	press(m, "k", "F")
	updated(m, c.t, "file:///f000.go")
	if m.reader.Waiting() {
		t.Error("turned off, it reads by itself")
	}
}

// What is being selected is not exchanged for a newer version.
func TestFollowingWaitsForASelection(t *testing.T) {
	m, c := followingModel(t)
	press(m, "tab", "X")
	c.t = c.t.Add(time.Minute)
	updated(m, c.t, "file:///f000.go")
	if m.reader.Waiting() || !m.reader.Selecting() || !m.following.due {
		t.Fatal("the read does not wait for the end of the selection")
	}
	press(m, "y")
	send(m, followDue{})
	if !m.reader.Waiting() {
		t.Error("after the selection nothing is read again")
	}
}

func TestAlerts(t *testing.T) {
	for alert, want := range map[Alert]string{NoAlert: "", AlertBell: "\a", AlertNotify: "\x1b]9;mcperuse: file:///␛[2J was updated\x1b\\"} {
		m, c := browser(t, 120, 36)
		m.opts.Alert = alert
		e := live.Event{Kind: live.Updated, URI: "file:///\x1b[2J", Count: 1}
		got := ""
		if cmd := m.alert(e); cmd != nil {
			got = fmt.Sprint(cmd().(tea.RawMsg).Msg)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", alert, got, want)
		}
		if m.alert(e) != nil {
			t.Errorf("%q: a second one at once", alert)
		}
		c.t = c.t.Add(leastAlert)
		if again := m.alert(e) != nil; again != (want != "") {
			t.Errorf("%q: later %v", alert, again)
		}
		c.t = c.t.Add(leastAlert)
		if e.Unasked = true; m.alert(e) != nil {
			t.Errorf("%q: for what nobody asked for", alert)
		}
	}
}

// A thousand notifications a second, and a key among them.
func BenchmarkStorm(b *testing.B) {
	m, c := browser(b, 120, 36)
	send(m, batch{pageArrived{1, page(0, 1000)}})
	for b.Loop() {
		// What comes within one frame of the screen.
		var all batch
		for i := range 16 {
			all = append(all, mcpclient.LiveEvent{Event: live.Event{Time: c.t, Kind: live.Updated, URI: fmt.Sprintf("file:///f%03d.go", i), Count: 1}})
		}
		c.t = c.t.Add(16 * time.Millisecond)
		send(m, all)
		press(m, "j")
		screenOf(m)
	}
}
