// Package server is screen 7: who the server is, how its revision was found,
// what it offers, what it says on standard error, and what went wrong.
package server

import (
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/lineedit"
	"mcperuse/views/sheet"
)

// Phase is how far the connection is.
type Phase uint8

// The phases.
const (
	Connecting Phase = iota
	Connected
	Lost // or never made
)

// Data is all there is to show. The view only reads it.
type Data struct {
	Phase   Phase
	Since   time.Time // when connecting began, or when the connection was made
	Waiting string    // what an answer is awaited to, while connecting
	Failure *failure.Failure

	Identity   model.Implementation // as the server claims
	Name       string               // as the user configured it, "" where not
	ConfigFile string               // where, "" where not
	Target     string               // command line or URL
	Transport  string               // "stdio", "http" or "sse"
	PID        int
	Session    string // masked

	Revision     string
	Era          string
	Offers       []string
	Probes       []Probe
	Capabilities Capabilities
	MayAsk       string // what it may ask of the user, "" for nothing
	Instructions string

	Stderr []StderrLine
	Frames []Frame // the last of what went over the wire
	Before int     // frames before those
}

// Probe is one attempt to find out what the server speaks.
type Probe struct {
	Transport string
	Method    string
	Revision  string
	Outcome   string
	Elapsed   time.Duration
	OK        bool
}

// Capabilities are the parts of a server's capabilities that matter here.
type Capabilities struct {
	Resources, ListChanged, Subscribe, Completions bool
	Problems                                       []model.Problem
}

// StderrLine is one line of the child's standard error.
type StderrLine struct {
	Time time.Time
	Text string
}

// Frame is one frame that went over the wire, in few words.
type Frame struct {
	Time     time.Time
	ToServer bool
	What     string
	Odd      bool // an error, or something that is no message
	Bytes    int
}

// View is the screen. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	data Data
	now  time.Time
	page sheet.Sheet

	search lineedit.Input // what the lines of standard error must hold to be shown
	typing bool           // keys are text for the search
}

// New returns a view of nothing.
func New() *View { return &View{} }

// since is how long the phase has lasted.
func (v *View) since() time.Duration {
	if v.data.Since.IsZero() {
		return 0
	}
	return v.now.Sub(v.data.Since).Truncate(time.Second)
}

// Set tells what is known now.
func (v *View) Set(d Data, now time.Time) { v.data, v.now = d, now }

// Handle does what a key does.
func (v *View) Handle(id keymap.ID) views.Action {
	if v.page.Handle(id) {
		return nil
	}
	switch id {
	case keymap.EditFilter:
		v.typing = true
		v.page.End()
	case keymap.KeepFilter:
		v.typing = false
	case keymap.ClearFilter:
		v.typing, v.search = false, lineedit.Input{}
	case keymap.Back:
		if v.search.Text() != "" {
			v.search = lineedit.Input{}
			return nil
		}
		return views.Back{}
	case keymap.Reconnect:
		return views.Reconnect{}
	}
	return nil
}

// Typing reports whether keys are text for the search of standard error.
func (v *View) Typing() bool { return v.typing }

// Key types a key that has no meaning of its own, and reports whether there was
// a use for it.
func (v *View) Key(key, text string) bool { return v.search.Type(key, text) }

// Paste types a text into the search.
func (v *View) Paste(text string) { v.search.Paste(text) }

// Wheel scrolls by rows, down where positive.
func (v *View) Wheel(_, _, rows int) { v.page.Scroll(rows) }

// SetSize tells the size of the area the view is drawn in, which Draw learns
// for itself.
func (v *View) SetSize(_, _ int) {}

// Click does nothing: there is nothing to choose.
func (v *View) Click(_, _ int) views.Action { return nil }

// Cursor is where the terminal's cursor belongs: nowhere.
func (v *View) Cursor() (x, y int, ok bool) { return 0, 0, false }

// Position is empty: how far one has scrolled shows on the screen.
func (v *View) Position() string { return "" }

// Draw draws the screen.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, _ bool) {
	v.page.Set(v.lines(th))
	area.Min.X = min(area.Min.X+1, area.Max.X)
	v.page.Draw(scr, area)
}
