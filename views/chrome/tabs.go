package chrome

import (
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
)

// Tab is one screen in the bar.
type Tab struct {
	Screen int    // its number, which is its key
	Name   string // in plain ASCII
	Count  string // what is in it, "" for nothing to count
}

// Tabs is the bar of screens, and the rule below it, which is heavy under the
// current one.
type Tabs struct {
	Tabs    []Tab
	Current int // its Screen
}

// slot is a piece of the bar: columns [from, to) lead to a screen.
type slot struct {
	from, to, screen int
	number, name     string
	count            string
}

// Draw draws the bar on the first line of the area and the rule on the second.
func (t Tabs) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	bar := draw.NewRow(scr, area, 0)
	rule := uv.Rect(area.Min.X, area.Min.Y+1, area.Dx(), 1).Intersect(area)
	draw.Rule(scr, rule, th.Rule)
	for _, s := range t.layout(area.Dx()) {
		number, name := th.Dim, th.Text
		current := s.screen == t.Current && s.name != ""
		if current {
			number, name = th.Accent, themes.Bold(th.Accent)
		}
		bar.Skip(area.Min.X + s.from - bar.X())
		bar.Text(number, s.number).Text(name, s.name).Text(number, s.count)
		if current {
			under := draw.NewRow(scr, rule, 0).Skip(s.from).Take(s.to - s.from)
			for under.Room() > 0 {
				under.Text(th.Accent, "━")
			}
		}
	}
}

// Hit tells which screen a column of the bar leads to, on a bar of that width.
func (t Tabs) Hit(width, x int) (screen int, ok bool) {
	for _, s := range t.layout(width) {
		if x >= s.from && x < s.to {
			return s.screen, true
		}
	}
	return 0, false
}

// layout finds the fullest form of the bar that fits: with counts, without them,
// or only the current screen with a way to its neighbours.
func (t Tabs) layout(width int) []slot {
	for _, form := range []struct {
		gap    int
		counts bool
	}{{3, true}, {2, true}, {2, false}} {
		slots, end := t.all(form.gap, form.counts)
		if end < width {
			return slots
		}
	}
	return t.only(width)
}

func (t Tabs) all(gap int, counts bool) (slots []slot, end int) {
	x := 1
	for _, tab := range t.Tabs {
		s := slot{from: x, screen: tab.Screen, number: fmt.Sprintf("%d ", tab.Screen), name: tab.Name}
		if tab.Count != "" && (counts || tab.Screen == t.Current) {
			s.count = " " + tab.Count
		}
		s.to = x + len(s.number) + len(s.name) + len([]rune(s.count))
		slots = append(slots, s)
		end, x = s.to, s.to+gap
	}
	return slots, end
}

func (t Tabs) only(width int) []slot {
	for i, tab := range t.Tabs {
		if tab.Screen != t.Current {
			continue
		}
		s := slot{from: 1, screen: tab.Screen, name: tab.Name}
		if tab.Count != "" {
			s.count = " " + tab.Count
		}
		s.to = s.from + len(s.name) + len([]rune(s.count))
		n := len(t.Tabs)
		before := slot{screen: t.Tabs[(i+n-1)%n].Screen, number: fmt.Sprintf("‹ %d", i+1)}
		after := slot{screen: t.Tabs[(i+1)%n].Screen, number: fmt.Sprintf("/%d ›", n)}
		after.to = width - 1
		after.from = after.to - len([]rune(after.number))
		before.to = after.from
		before.from = before.to - len([]rune(before.number))
		if before.from <= s.to {
			return []slot{s}
		}
		return []slot{s, before, after}
	}
	return nil
}
