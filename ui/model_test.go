package ui

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
	"mcperuse/views"
)

// clock is the time of a test.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

// browser returns a model of the given size whose client is not open: what
// would come from the server is handed to it as messages.
func browser(tb testing.TB, width, height int) (*Model, *clock) {
	tb.Helper()
	c := &clock{time.Date(2026, 7, 28, 12, 4, 31, 0, time.UTC)}
	client := mcpclient.New(mcpclient.Target{Command: []string{"never-started"}}, mcpclient.Options{Now: c.now})
	tb.Cleanup(func() {
		if err := client.Close(); err != nil {
			tb.Error(err)
		}
	})
	m, err := New(Options{Client: client, Title: "docs", Theme: "dark", Now: c.now})
	if err != nil {
		tb.Fatal(err)
	}
	send(m, tea.WindowSizeMsg{Width: width, Height: height})
	m.link = link{phase: connected}
	m.ticking = false // what it took to connect
	m.walk.serial, m.walk.asked = 1, true
	m.serial = 1
	return m, c
}

// send gives the model a message and leaves its commands unrun.
func send(m *Model, msg tea.Msg) { m.Update(msg) }

// page is a page of n resources, numbered from first.
func page(first, n int) mcpclient.Page[model.Resource] {
	var b strings.Builder
	b.WriteString(`{"resources":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"uri":"file:///f%03d.go","name":"f%03d.go","mimeType":"text/x-go","size":%d}`, first+i, first+i, 100*i)
	}
	b.WriteString(`]}`)
	return mcpclient.Page[model.Resource]{Page: model.DecodeResources(rawjson.Value(b.String()))}
}

func press(m *Model, keys ...string) {
	for _, k := range keys {
		switch k {
		case "enter":
			send(m, tea.KeyPressMsg{Code: tea.KeyEnter})
		case "esc":
			send(m, tea.KeyPressMsg{Code: tea.KeyEscape})
		case "tab":
			send(m, tea.KeyPressMsg{Code: tea.KeyTab})
		default:
			send(m, tea.KeyPressMsg{Code: []rune(k)[0], Text: k})
		}
	}
}

// screenOf returns the screen as text.
func screenOf(m *Model) string {
	scr := uv.NewScreenBuffer(m.width, m.height)
	m.draw(scr)
	return ansi.Strip(scr.Render())
}

func contains(t *testing.T, m *Model, want ...string) {
	t.Helper()
	got := screenOf(m)
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%q is not on screen:\n%s", w, got)
		}
	}
}

func lacks(t *testing.T, m *Model, unwanted string) {
	t.Helper()
	if got := screenOf(m); strings.Contains(got, unwanted) {
		t.Errorf("%q is on screen:\n%s", unwanted, got)
	}
}

// reading is an answer to the read under way in the reader.
func reading(m *Model, text string) answered {
	r := m.reads[m.reader].request
	contents := rawjson.AppendString(nil, text)
	result := rawjson.Value(fmt.Sprintf(`{"contents":[{"uri":%q,"mimeType":"text/plain","text":%s}]}`, r.URI, contents))
	read := model.DecodeRead(result)
	return answered{pane: m.reader, request: r, at: m.now(), print: fingerprint(&read), reading: mcpclient.Reading{
		URI: r.URI, Read: read,
		Info: freshness.Info{Hint: freshness.NewHint(rawjson.Value("60000"), rawjson.Value(`"private"`)), Received: m.now()},
	}}
}

func TestPagesAppearAsTheyArrive(t *testing.T) {
	m, _ := browser(t, 120, 36)
	m.walk.begin()
	send(m, batch{pageArrived{1, page(0, 3)}})
	contains(t, m, "f002.go", "page 2 · 3 rows…")
	press(m, "j")
	send(m, batch{pageArrived{1, page(3, 3)}, walked{serial: 1, walk: mcpclient.Walk{Pages: 2, Items: 6}}})
	contains(t, m, "f005.go", "6 · 2 pages", "row 2/6")
	lacks(t, m, "rows…")
}

func TestPagesOfAnEarlierWalkAreNotTaken(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 3)}})
	press(m, "R") // not connected in truth; the command is not run
	send(m, batch{pageArrived{1, page(900, 3)}})
	lacks(t, m, "f900.go")
}

func TestReloadKeepsTheSelection(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}, walked{serial: 1}})
	press(m, "j", "j", "R")
	send(m, batch{pageArrived{m.walk.serial, page(0, 5)}})
	contains(t, m, "row 3/5")
}

func TestALateAnswerNeverShowsUnderAnotherHeading(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	press(m, "enter")
	contains(t, m, "reading")
	late := reading(m, "text of the first")
	press(m, "j")
	send(m, late)
	lacks(t, m, "text of the first")
	contains(t, m, "not read yet")
	press(m, "enter")
	send(m, late)
	lacks(t, m, "text of the first")
	send(m, reading(m, "text of the second"))
	contains(t, m, "text of the second")
}

func TestAReadGoesOnWhileTheCursorIsElsewhere(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	press(m, "enter", "j", "k")
	contains(t, m, "reading")
	send(m, reading(m, "text of the first"))
	contains(t, m, "text of the first")
}

func TestEscCancelsTheRead(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	press(m, "enter")
	contains(t, m, "esc cancel")
	press(m, "esc")
	if m.reads[m.reader].running() {
		t.Error("the read is still running")
	}
}

func TestEscNeverQuits(t *testing.T) {
	m, _ := browser(t, 120, 36)
	for range 5 {
		if _, cmd := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape}); cmd != nil {
			if msg := cmd(); msg != nil {
				t.Fatalf("esc led to %T", msg)
			}
		}
	}
}

func TestUpdatesMarkRowAndContents(t *testing.T) {
	m, c := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	press(m, "enter")
	send(m, reading(m, "before"))
	contains(t, m, "fresh 1:00 of 1:00")
	c.t = c.t.Add(20 * time.Second)
	contains(t, m, "fresh 0:40 of 1:00")
	send(m, batch{mcpclient.LiveEvent{Event: live.Event{Time: c.t, Kind: live.Updated, URI: "file:///f000.go", Count: 1}}})
	contains(t, m, "●")
	send(m, batch{mcpclient.LiveEvent{Event: live.Event{Time: c.t, Kind: live.ListChanged, Count: 1}}})
	contains(t, m, "list changed: R reloads")
	press(m, "3")
	contains(t, m, "updated", "file:///f000.go", "list_changed")
}

func TestFailureToConnectShowsWhy(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		m, _ := browser(t, size[0], size[1])
		m.link = link{phase: connecting, cancel: func() {}}
		send(m, opened{err: errors.New("it is broken")})
		if m.screen != screenServer {
			t.Errorf("on screen %d", m.screen)
		}
		contains(t, m, "it is broken", "R")
	}
}

func TestToastsEndByThemselves(t *testing.T) {
	m, c := browser(t, 120, 36)
	m.act(views.Notice{Text: "hello there"})
	contains(t, m, "hello there")
	c.t = c.t.Add(5 * time.Second)
	send(m, tickMsg{})
	lacks(t, m, "hello there")
}

func TestIdleProgramSleeps(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	if m.ticking {
		t.Error("a tick is on its way though nothing counts")
	}
	press(m, "enter")
	if !m.ticking {
		t.Error("no tick while a read is under way")
	}
}

func TestNarrowShowsOnePaneAtATime(t *testing.T) {
	m, _ := browser(t, 60, 20)
	send(m, batch{pageArrived{1, page(0, 5)}})
	contains(t, m, "f003.go")
	lacks(t, m, "not read yet")
	press(m, "enter")
	send(m, reading(m, "narrow text"))
	contains(t, m, "narrow text")
	lacks(t, m, "f003.go")
	press(m, "esc")
	contains(t, m, "f003.go")
}

func TestEveryCellIsInItsPlace(t *testing.T) {
	for width := 0; width <= 130; width += 5 {
		for height := 0; height <= 40; height += 4 {
			m, _ := browser(t, width, height)
			send(m, batch{pageArrived{1, page(0, 50)}})
			for _, k := range []string{"1", "2", "3", "7", "?"} {
				press(m, k)
				v := m.View()
				lines := strings.Split(v.Content, "\n")
				if len(lines) > max(height, 1) {
					t.Fatalf("%dx%d, screen %s: %d lines", width, height, k, len(lines))
				}
				for _, line := range lines {
					if w := ansi.StringWidth(line); w > width {
						t.Fatalf("%dx%d, screen %s: a line of %d columns: %q", width, height, k, w, line)
					}
				}
			}
		}
	}
}

func FuzzKeysAndSizes(f *testing.F) {
	f.Add("jjGggk\r\t3127?\x1bRwrvz", uint8(80), uint8(24))
	f.Add("2\r", uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, keys string, width, height uint8) {
		m, _ := browser(t, int(width), int(height))
		m.link = link{phase: lost} // no key may start the server that is not there
		send(m, batch{pageArrived{1, page(0, 30)}, walked{serial: 1}})
		send(m, listed{items: model.DecodeTemplates(rawjson.Value(`{"resourceTemplates":[{"uriTemplate":"a:{b}{/c*}{?d}","name":"t"},{"uriTemplate":"{","name":"bad"}]}`)).Items})
		for i, r := range keys {
			switch r {
			case '\r':
				press(m, "enter")
			case '\x1b':
				press(m, "esc")
			case '\t':
				press(m, "tab")
			case '\x00':
				send(m, tea.MouseClickMsg{X: i % 90, Y: i % 30, Button: tea.MouseLeft})
			case '\x01':
				send(m, tea.MouseWheelMsg{X: i % 90, Y: i % 30, Button: tea.MouseWheelDown})
			case '\x02':
				send(m, tea.WindowSizeMsg{Width: i * 7 % 140, Height: i * 3 % 50})
			default:
				press(m, string(r))
			}
			m.View()
		}
	})
}

func BenchmarkMoveOneRow(b *testing.B) {
	m, _ := browser(b, 120, 40)
	for i := range 100 {
		send(m, batch{pageArrived{1, page(i*1000, 1000)}})
	}
	press(m, "tab", "tab")
	down, up := tea.KeyPressMsg{Code: 'j', Text: "j"}, tea.KeyPressMsg{Code: 'k', Text: "k"}
	for i := 0; b.Loop(); i++ {
		if i%40 < 20 {
			send(m, down)
		} else {
			send(m, up)
		}
		m.View()
	}
}

func TestFramesAreSavedToANewFile(t *testing.T) {
	t.Chdir(t.TempDir())
	m, _ := browser(t, 120, 36)
	m.client.Log().Add(wire.Frame{Dir: wire.FromServer, Bytes: []byte("DEBUG hello"), Time: m.now()})
	send(m, m.saveFrames()())
	contains(t, m, "saved", "mcperuse-frames-20260728-120431.jsonl")
	b, err := os.ReadFile("mcperuse-frames-20260728-120431.jsonl")
	if err != nil || !strings.Contains(string(b), "DEBUG hello") {
		t.Errorf("the file holds %q, %v", b, err)
	}
	send(m, m.saveFrames()())
	contains(t, m, "saved", "mcperuse-frames-20260728-120431-2.jsonl")
}

func TestNothingElseCanBeDoneWhileStarting(t *testing.T) {
	m, _ := browser(t, 120, 36)
	m.link = link{phase: connecting, since: m.now(), cancel: func() {}}
	press(m, "tab", "enter")
	contains(t, m, "starting…", "esc cancel", "q quit")
	lacks(t, m, "enter read")
}

func TestThePaletteDoesWhatAKeyDoes(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}})
	send(m, tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl})
	contains(t, m, "Watch for updates")
	press(m, "f", "i", "n", "d", "i", "n", "g", "s")
	lacks(t, m, "Watch for updates")
	press(m, "enter")
	if m.over != nil || m.screen != screenFindings {
		t.Errorf("on screen %d, palette open %v", m.screen, m.over != nil)
	}
	send(m, tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl})
	press(m, "esc")
	if m.over != nil || m.screen != screenFindings {
		t.Error("esc does not close the palette, or does more than that")
	}
}

func TestOnePageFetchedAgainTakesItsPlace(t *testing.T) {
	m, _ := browser(t, 120, 36)
	send(m, batch{pageArrived{1, page(0, 5)}, pageArrived{1, page(5, 5)}, walked{serial: 1}})
	press(m, "j", "j", "j", "j", "j", "j") // on f006.go of the second page
	contains(t, m, "row 7/10")
	send(m, pageRefetched{serial: 1, index: 0, page: page(90, 2)})
	contains(t, m, "f090.go", "f006.go", "row 4/7")
	lacks(t, m, "f003.go")
	send(m, pageRefetched{serial: 1, index: 1, err: errors.New("it is gone")})
	contains(t, m, "page 2 was not fetched again: it is gone", "f006.go")
}
