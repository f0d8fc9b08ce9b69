// Package findings is screen 6: what is wrong with what a server sends, rule by
// rule, with the evidence of the selected one.
package findings

import (
	"fmt"
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/findings"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Status is what was checked.
type Status struct {
	Frames   int    // how many were judged
	Rules    int    // how many rules there are
	Revision string // the connection speaks, "" while that is not known
}

// View is the screen. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	groups []findings.Group
	status Status
	list   rows.List
	which  int // of the findings of the selected rule

	panel   sheet.Sheet // the selected finding
	painted stamp

	width, height int
	listHeight    int
}

// stamp is what the panel was laid out for; another one makes it stale.
type stamp struct {
	theme string
	rule  string
	which int
	count int
}

// New returns a view without findings.
func New() *View { return &View{} }

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(width, height int) {
	v.width, v.height = max(width, 0), max(height, 0)
	v.arrange()
}

// SetStatus tells what was checked.
func (v *View) SetStatus(s Status) { v.status = s }

// Set shows what was found, the worst first. The cursor stays on its rule, and
// the rule in its place on the screen.
func (v *View) Set(groups []findings.Group) {
	rule := v.rule()
	cursor, top := v.list.Cursor(), v.list.Top()
	v.groups = groups
	v.list.SetLen(len(groups))
	at := slices.IndexFunc(groups, func(g findings.Group) bool { return g.Rule.ID == rule })
	if at >= 0 && at != cursor {
		v.list.Select(at)
		v.list.Wheel(top + at - cursor - v.list.Top())
	}
	if at < 0 {
		v.which = 0
	}
	v.arrange()
}

// rule is the id of the selected rule, "" where none is.
func (v *View) rule() string {
	if g := v.selected(); g != nil {
		return g.Rule.ID
	}
	return ""
}

func (v *View) selected() *findings.Group {
	if i := v.list.Cursor(); i >= 0 && i < len(v.groups) {
		return &v.groups[i]
	}
	return nil
}

// finding is the one in the panel, nil where there is none.
func (v *View) finding() *findings.Finding {
	g := v.selected()
	if g == nil || len(g.Findings) == 0 {
		return nil
	}
	return &g.Findings[min(v.which, len(g.Findings)-1)]
}

const (
	titleHeight = 1
	leastPanel  = 5 // rows, with the rule above
)

// arrange gives the list the rows it needs and the panel the rest, but never less
// than two fifths, so that nothing jumps as the cursor moves.
func (v *View) arrange() {
	rest := v.height - titleHeight
	panel := max(leastPanel, rest*2/5)
	if rest < leastPanel+3 {
		panel = 0
	}
	v.listHeight = max(min(len(v.groups), rest-panel), 0)
	if panel == 0 {
		v.listHeight = max(rest, 0)
	}
	v.list.SetHeight(v.listHeight)
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	before := v.list.Cursor()
	if v.list.Handle(id) {
		if v.list.Cursor() != before {
			v.which = 0
		}
		return nil
	}
	switch id {
	case keymap.Back:
		return views.Back{}
	case keymap.NextFinding:
		return v.turn(1)
	case keymap.PreviousFinding:
		return v.turn(-1)
	}
	f := v.finding()
	switch {
	case f == nil:
	case id == keymap.Open && f.Frame == 0:
		return views.Notice{Text: "this finding belongs to no single frame"}
	case id == keymap.Open:
		return views.ShowFrame{Seq: f.Frame}
	case id == keymap.Copy:
		return views.CopyText{Text: v.text(f), Label: "the finding " + f.Rule}
	}
	return nil
}

// turn shows another finding of the selected rule, around the ends.
func (v *View) turn(by int) views.Action {
	g := v.selected()
	if g == nil || len(g.Findings) < 2 {
		return views.Notice{Text: "there is one finding of this rule"}
	}
	n := len(g.Findings)
	v.which = (min(v.which, n-1) + by + n) % n
	return nil
}

// text is a finding as somebody else would want to have it.
func (v *View) text(f *findings.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n", f.Rule, f.Severity, f.Message)
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, text)
		}
	}
	line("where", f.Where)
	if g := v.selected(); g.Count > 1 {
		line("found", humanize.Count(int64(g.Count))+" times")
	}
	line("expected", v.selected().Rule.Expected)
	line("specification", f.Spec)
	line("evidence", string(f.Evidence))
	return b.String()
}

// Position says where the cursor is: "row 2/14".
func (v *View) Position() string {
	i := v.list.Cursor()
	if i < 0 {
		return ""
	}
	return "row " + humanize.Count(int64(i+1)) + "/" + humanize.Count(int64(len(v.groups)))
}

// Len is the number of rules that found something.
func (v *View) Len() int { return len(v.groups) }

// Cursor is where the terminal's cursor belongs, relative to the area, and
// whether it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	y, ok = v.list.CursorY()
	return 0, y + titleHeight, ok
}

// Click selects the row at a place relative to the area; a click on the selected
// row shows its frame.
func (v *View) Click(_, y int) views.Action {
	before := v.list.Cursor()
	switch {
	case !v.list.Click(y - titleHeight):
	case v.list.Cursor() == before:
		return v.Handle(keymap.Open)
	default:
		v.which = 0
	}
	return nil
}

// Wheel scrolls what is at a place relative to the area by lines, down where
// positive.
func (v *View) Wheel(_, y, lines int) {
	if y >= titleHeight+v.listHeight {
		v.panel.Scroll(lines)
		return
	}
	v.list.Wheel(lines)
}

// areas cuts the area into the title, the list and the panel with its rule.
func (v *View) areas(area uv.Rectangle) (title, list, panel uv.Rectangle) {
	title, list, panel = area, area, area
	title.Max.Y = min(area.Min.Y+titleHeight, area.Max.Y)
	list.Min.Y = title.Max.Y
	list.Max.Y = min(list.Min.Y+v.listHeight, area.Max.Y)
	panel.Min.Y = list.Max.Y
	return title, list, panel
}
