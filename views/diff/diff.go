// Package diff shows what changed between two versions of the contents of a
// resource: line by line, with the part of a line that differs; JSON by what it
// says, whatever its layout; bytes in hex.
package diff

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/textpane"
)

// Version is what a resource contained at one time.
type Version struct {
	At   time.Time     // when it was fetched
	Took time.Duration // the round trip of that
	Read *model.Read
}

// View compares two versions that follow each other. Make one with [New]. It is
// passive and not safe for concurrent use.
type View struct {
	th       themes.Theme
	uri      string
	versions []Version // the oldest first
	newer    int       // of the two that are compared
	pair     bool      // they were chosen, and are all there is

	running int // the job under way: the newer version, 0 for none
	changes *Changes
	text    *textpane.Pane
	at      []int // text lines at which changes begin
	beside  bool  // side by side
	drawn   stamp

	width, height int
}

// stamp is what the text was laid out for; another one makes it stale.
type stamp struct {
	changes *Changes
	theme   string
	beside  bool
	width   int
}

// New returns a view of what changed last. There are two versions at least.
func New(th themes.Theme, uri string, versions []Version) *View {
	return &View{th: th, uri: uri, versions: versions, newer: len(versions) - 1, text: textpane.New(textpane.Styles{Text: th.Text, Hidden: th.Hidden})}
}

// Between returns a view of what differs between two versions, whatever comes
// later.
func Between(th themes.Theme, uri string, older, newer Version) *View {
	v := New(th, uri, []Version{older, newer})
	v.pair = true
	return v
}

// Select compares a version, by its index, with the one before.
func (v *View) Select(newer int) {
	if newer >= 1 && newer < len(v.versions) {
		v.newer, v.changes = newer, nil
	}
}

// SetVersions tells of newer versions. Where the last change was on show, the new
// last one is.
func (v *View) SetVersions(versions []Version) {
	if v.pair {
		return
	}
	last := v.newer == len(v.versions)-1
	read := v.versions[v.newer].Read
	v.versions = versions
	at := slices.IndexFunc(v.versions, func(x Version) bool { return x.Read == read })
	switch {
	case last && v.versions[len(v.versions)-1].Read != read || at < 1:
		v.newer, v.changes, v.running = len(v.versions)-1, nil, 0
	default:
		v.newer = at
	}
}

// URI is the resource whose versions are compared.
func (v *View) URI() string { return v.uri }

// SetTheme changes the styles.
func (v *View) SetTheme(th themes.Theme) {
	v.th = th
	v.text.SetStyles(textpane.Styles{Text: th.Text, Hidden: th.Hidden})
}

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(width, height int) { v.width, v.height = max(width, 0), max(height, 0) }

// Job compares two versions. It is a value that depends on nothing that changes.
type Job struct {
	newer         int
	before, after *model.Read
}

// Outcome is what came of a job, for [View.Apply].
type Outcome struct {
	newer     int
	changes   *Changes
	cancelled bool
}

// Run does the work. It stops early when ctx ends.
func (j Job) Run(ctx context.Context) Outcome {
	c := Compare(ctx, j.before, j.after)
	return Outcome{j.newer, c, ctx.Err() != nil}
}

// Work returns the job that the view needs, and false where it needs none or it is
// under way.
func (v *View) Work() (Job, bool) {
	if v.changes != nil || v.running == v.newer {
		return Job{}, false
	}
	v.running = v.newer
	return Job{v.newer, v.versions[v.newer-1].Read, v.versions[v.newer].Read}, true
}

// Apply takes what came of a job.
func (v *View) Apply(o Outcome) {
	if o.newer != v.running {
		return
	}
	v.running = 0
	if !o.cancelled && o.newer == v.newer {
		v.changes = o.changes
	}
}

// turn goes to the change before, or after.
func (v *View) turn(by int) views.Action {
	next := v.newer + by
	switch {
	case v.pair:
		return views.Notice{Text: "these two were chosen; " + keymap.KeyOf(keymap.ListVersions, keymap.Changes) + " chooses others"}
	case next < 1:
		return views.Notice{Text: "there is no older version"}
	case next >= len(v.versions):
		return views.Notice{Text: "there is no newer version"}
	}
	v.newer, v.changes = next, nil
	return nil
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	switch id {
	case keymap.Back, keymap.ShowChanges:
		return views.Back{}
	case keymap.NewerVersion:
		return v.turn(1)
	case keymap.OlderVersion:
		return v.turn(-1)
	case keymap.SideBySide:
		v.beside = !v.beside
	case keymap.NextChange:
		return v.toChange(1)
	case keymap.PreviousChange:
		return v.toChange(-1)
	default:
		v.text.Handle(id)
	}
	return nil
}

// toChange scrolls to the next change, or the one before.
func (v *View) toChange(by int) views.Action {
	here := v.text.Position().Line
	for i := range v.at {
		n := i
		if by < 0 {
			n = len(v.at) - 1 - i
		}
		if at := max(v.at[n]-1, 0); by > 0 && at > here || by < 0 && at < here {
			v.text.ScrollTo(at)
			return nil
		}
	}
	if by > 0 {
		return views.Notice{Text: "no change below"}
	}
	return views.Notice{Text: "no change above"}
}

// Wheel scrolls by rows, down where positive.
func (v *View) Wheel(rows int) { v.text.LineDown(rows) }

// leastBeside is the width that two columns need.
const leastBeside = 80

// lay lays the comparison out where it is stale.
func (v *View) lay() {
	now := stamp{v.changes, v.th.Name, v.beside && v.width >= leastBeside, v.width}
	if !now.beside {
		now.width = 0 // a unified one does not depend on it
	}
	if v.drawn == now || v.changes == nil {
		return
	}
	line := 0
	if v.drawn.changes == v.changes {
		line = v.text.Position().Line
	}
	out := v.changes.unified()
	if now.beside {
		out = v.changes.sideBySide(v.width - 1)
	}
	out.Styles = styleTable(v.th)
	v.at = out.changes
	v.text.SetStyled(out.Styled)
	v.text.SetNumbers(false)
	v.text.SetWrap(!now.beside)
	v.text.ScrollTo(line)
	v.drawn = now
}

// Position says how much changed: "+3 −1".
func (v *View) Position() string {
	if v.changes == nil {
		return ""
	}
	return fmt.Sprintf("+%s −%s · %d %%", humanize.Count(int64(v.changes.Added)), humanize.Count(int64(v.changes.Removed)), v.text.Position().Percent)
}

// Draw draws the view.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, focused bool) {
	area = area.Intersect(scr.Bounds())
	v.SetSize(area.Dx(), area.Dy())
	v.lay()
	name := themes.Bold(v.th.Text)
	if focused {
		name = themes.Bold(v.th.Accent)
	}
	row := draw.NewRow(scr, area, 0).Skip(1)
	row.TakeRight(1)
	row.Text(name, "Changes").Skip(2).Cut(v.th.Text, v.uri, draw.CutMiddle)
	row = draw.NewRow(scr, area, 1).Skip(1)
	row.TakeRight(1)
	row.Text(v.th.Dim, v.words())
	body := area
	body.Min.Y = min(area.Min.Y+3, area.Max.Y)
	switch {
	case v.changes == nil:
		draw.NewRow(scr, body, 0).Skip(1).Text(v.th.Text, "comparing…")
	case len(v.changes.lines) == 0:
		draw.NewRow(scr, body, 0).Skip(1).Text(v.th.Text, "No difference.")
	default:
		body.Min.X = min(body.Min.X+1, body.Max.X)
		v.text.Draw(scr, body)
	}
}

// words says which versions these are, and how much changed.
func (v *View) words() string {
	const clock = "15:04:05"
	parts := []string{v.versions[v.newer-1].At.Format(clock) + " → " + v.versions[v.newer].At.Format(clock)}
	if c := v.changes; c != nil {
		parts = append(parts, fmt.Sprintf("+%s −%s", humanize.Count(int64(c.Added)), humanize.Count(int64(c.Removed))))
		if c.Sorted {
			parts = append(parts, "JSON, members sorted")
		}
	}
	if n := len(v.versions); n > 2 {
		parts = append(parts, fmt.Sprintf("change %d of %d, %s %s older and newer", v.newer, n-1,
			keymap.KeyOf(keymap.OlderVersion, keymap.Changes), keymap.KeyOf(keymap.NewerVersion, keymap.Changes)))
	}
	return strings.Join(parts, " · ")
}
