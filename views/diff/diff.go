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
	"mcperuse/views/find"
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

	running jobKey // the job under way, zero for none
	changes *Changes
	find    find.Bar
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
	return &View{th: th, uri: uri, versions: versions, newer: len(versions) - 1, text: textpane.New(textpane.StylesOf(th))}
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
// last one is. Where there is nothing left to compare, what is on show stays.
func (v *View) SetVersions(versions []Version) {
	if v.pair || len(versions) < 2 {
		return
	}
	last := v.newer == len(v.versions)-1
	read := v.versions[v.newer].Read
	v.versions = versions
	at := slices.IndexFunc(v.versions, func(x Version) bool { return x.Read == read })
	switch {
	case last && v.versions[len(v.versions)-1].Read != read || at < 1:
		v.newer, v.changes, v.running = len(v.versions)-1, nil, jobKey{}
	default:
		v.newer = at
	}
}

// URI is the resource whose versions are compared.
func (v *View) URI() string { return v.uri }

// SetTheme changes the styles.
func (v *View) SetTheme(th themes.Theme) {
	v.th = th
	v.text.SetStyles(textpane.StylesOf(th))
}

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(width, height int) { v.width, v.height = max(width, 0), max(height, 0) }

// jobKey says what a job is for: a comparison with the version before, or a search
// in what came of it.
type jobKey struct {
	before, after *model.Read
	query         find.Query // of a search
	beside        bool
}

// Job compares two versions, or looks through what they differ in. It is a value
// that depends on nothing that changes.
type Job struct {
	key  jobKey
	look func(context.Context) find.Found // nil where it compares
}

// Outcome is what came of a job, for [View.Apply].
type Outcome struct {
	key       jobKey
	changes   *Changes
	found     find.Found
	cancelled bool
}

// Run does the work. It stops early when ctx ends.
func (j Job) Run(ctx context.Context) Outcome {
	out := Outcome{key: j.key}
	if j.look != nil {
		out.found = j.look(ctx)
	} else {
		out.changes = Compare(ctx, j.key.before, j.key.after)
	}
	out.cancelled = ctx.Err() != nil
	return out
}

// Work returns the job that the view needs, and false where it needs none or it is
// under way.
func (v *View) Work() (Job, bool) {
	j := Job{key: v.compared()}
	if v.changes != nil {
		q, look, ok := v.find.Wanted(v.text)
		if !ok || v.drawn.changes != v.changes {
			return Job{}, false
		}
		j.key.query, j.key.beside, j.look = q, v.drawn.beside, look
	}
	if j.key == v.running {
		return Job{}, false
	}
	v.running = j.key
	return j, true
}

// compared is the comparison that is wanted.
func (v *View) compared() jobKey {
	return jobKey{before: v.versions[v.newer-1].Read, after: v.versions[v.newer].Read}
}

// Apply takes what came of a job.
func (v *View) Apply(o Outcome) {
	if o.key != v.running {
		return
	}
	v.running = jobKey{}
	now := v.compared()
	switch {
	case o.cancelled || o.key.before != now.before || o.key.after != now.after:
	case o.changes != nil:
		v.changes = o.changes
	case o.key.beside == v.drawn.beside:
		v.find.Apply(v.text, o.found)
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

// Typing reports whether the line is typed that says what to look for.
func (v *View) Typing() bool { return v.find.Typing() }

// Key types a key that has no meaning of its own, and reports whether there was a
// use for it.
func (v *View) Key(key, text string) bool { return v.find.Key(v.text, key, text) }

// Paste types a text.
func (v *View) Paste(text string) { v.find.Paste(v.text, text) }

// Caret is where the terminal's cursor belongs while something is typed or
// selected, on the screen.
func (v *View) Caret() (x, y int, ok bool) {
	if v.text.Selecting() {
		return v.text.SelectionCaret()
	}
	return v.find.Caret()
}

// Text is the text on show. What is selected in it may be changed, and nothing
// else.
func (v *View) Text() *textpane.Pane { return v.text }

// Scopes are the key scopes of the view, innermost first.
func (v *View) Scopes() []keymap.Scope {
	if v.Typing() {
		return []keymap.Scope{v.find.Scope(), keymap.Always}
	}
	if v.text.Selecting() {
		return []keymap.Scope{keymap.Selecting, keymap.Moving, keymap.Always}
	}
	return []keymap.Scope{keymap.Changes, keymap.Moving, keymap.Global, keymap.Always}
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	if v.Typing() {
		v.find.Handle(v.text, id)
		return nil
	}
	if v.text.Selecting() || id == keymap.Back && v.text.Selected() != "" {
		return v.text.HandleSelection(id)
	}
	switch id {
	case keymap.SelectLines:
		v.text.Select()
	case keymap.Back, keymap.ShowChanges:
		return views.Back{}
	case keymap.NewerVersion:
		return v.turn(1)
	case keymap.OlderVersion:
		return v.turn(-1)
	case keymap.SideBySide:
		v.beside = !v.beside
	case keymap.EditFilter, keymap.GoTo:
		v.find.Ask(v.text, id)
	case keymap.NextChange:
		return v.next(1)
	case keymap.PreviousChange:
		return v.next(-1)
	default:
		v.text.Handle(id)
	}
	return nil
}

// next goes to the next place where something was found, or where nothing is looked
// for, to the next change.
func (v *View) next(by int) views.Action {
	if v.find.Looking() {
		return v.find.Next(v.text, by)
	}
	return v.toChange(by)
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
	v.text.SetMargin(out.margin)
	v.text.SetWrap(!now.beside)
	v.text.ScrollTo(line)
	v.find.Again()
	v.drawn = now
}

// Position says how much changed: "+3 −1".
func (v *View) Position() string {
	if v.changes == nil {
		return ""
	}
	words := fmt.Sprintf("+%s −%s · %d %%", humanize.Count(int64(v.changes.Added)), humanize.Count(int64(v.changes.Removed)), v.text.Position().Percent)
	if found := v.find.Words(v.text); found != "" && !v.Typing() {
		words += " · " + found
	}
	return words
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
		body = v.find.Draw(scr, body, v.th, v.text)
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
