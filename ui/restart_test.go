package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient"
)

func lose(m *Model) { send(m, batch{mcpclient.Lost{Err: errors.New("it is gone")}}) }

func TestALostConnectionIsMadeAgainWithGrowingPauses(t *testing.T) {
	m, c := browser(t, 120, 36)
	m.link.since = c.t
	m.restarting.on = true
	for attempt := 1; attempt <= mostRestarts; attempt++ {
		if lose(m); m.restarting.attempts != attempt || m.link.phase != lost {
			t.Fatalf("after loss %d: %+v, phase %v", attempt, m.restarting, m.link.phase)
		}
		want := min(firstRestart<<(attempt-1), lastRestart)
		if got := m.restarting.at.Sub(c.t); got != want {
			t.Errorf("attempt %d is made in %v, want %v", attempt, got, want)
		}
		c.t = m.restarting.at
		send(m, restartDue{m.restarting.serial})
		if m.link.phase != connecting {
			t.Fatalf("attempt %d is not made", attempt)
		}
		send(m, opened{serial: m.link.serial})
		c.t = c.t.Add(time.Second) // it works, and soon does no more
	}
	if lose(m); !m.restarting.at.IsZero() || !strings.Contains(m.toast.text, "given up after 8 attempts") {
		t.Errorf("it goes on: %+v, %q", m.restarting, m.toast.text)
	}
}

func TestAConnectionThatLastsStartsTheCountAnew(t *testing.T) {
	m, c := browser(t, 120, 36)
	m.restarting.on, m.restarting.attempts = true, mostRestarts
	m.link.since = c.t
	c.t = c.t.Add(steady)
	if lose(m); m.restarting.attempts != 1 {
		t.Errorf("attempt %d", m.restarting.attempts)
	}
}

func TestWhoConnectsByHandIsNotDisturbed(t *testing.T) {
	m, _ := browser(t, 120, 36)
	m.restarting.on = true
	lose(m)
	serial := m.restarting.serial
	m.connect()
	attempt := m.link.serial
	send(m, restartDue{serial})
	if m.link.serial != attempt {
		t.Error("an attempt that was due cut off the one by hand")
	}
	send(m, opened{serial: attempt - 1, err: errors.New("late")})
	if m.link.phase != connecting {
		t.Error("the end of an earlier attempt was taken for that of the last")
	}
}

func TestWithoutTheSettingALossIsLeftToTheUser(t *testing.T) {
	m, _ := browser(t, 120, 36)
	if lose(m); !m.restarting.at.IsZero() || !strings.Contains(m.toast.text, "R on screen 7 connects again") {
		t.Errorf("%+v, %q", m.restarting, m.toast.text)
	}
}
