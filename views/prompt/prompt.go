// Package prompt is one line that the program asks for: the name of a file, a
// command.
package prompt

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/lineedit"
	"mcperuse/views/sheet"
)

// Words are what a prompt says about itself.
type Words struct {
	Title string   // before the line
	Facts []string // what there is to know, below it
	Empty string   // what to type, said where nothing was
}

// View is the prompt, drawn over the body of a screen. Make one with [New].
type View struct {
	words Words
	enter func(line string) views.Action
	line  lineedit.Line
	wrong string // why the line cannot be obeyed, "" where it can
	busy  string // what is under way, "" for nothing
	given string // the line that it is for

	past []string // lines of before, the oldest first
	at   int      // of those, len(past) for what is typed now
	own  string   // what is typed now, while one of before is shown
}

// New returns a prompt with a line that can be edited. Enter turns what was typed
// into what to do.
func New(words Words, line string, past []string, enter func(line string) views.Action) *View {
	v := &View{words: words, enter: enter, past: past, at: len(past)}
	v.line.Set(line)
	return v
}

// SetPast tells the lines of before, the oldest first. What is typed stays.
func (v *View) SetPast(past []string) {
	v.past, v.at = past, len(past)
}

// SetFacts tells what there is to know.
func (v *View) SetFacts(facts ...string) { v.words.Facts = facts }

// Begin tells that what was asked for is under way. Until [View.Complain] nothing
// else can be asked for; what is typed is kept.
func (v *View) Begin(what string) { v.busy, v.wrong, v.given = what, "", v.line.Text() }

// Complain says why the line was not obeyed, and offers another in the place of what
// was asked for, "" for the same.
func (v *View) Complain(why, other string) {
	v.busy, v.wrong = "", why
	if other != "" && v.line.Text() == v.given {
		v.line.Set(other)
	}
}

// Clear empties the line.
func (v *View) Clear() { v.Complain("", ""); v.line.Set("") }

// SetSize does nothing: a prompt has the size of what it says.
func (v *View) SetSize(int, int) {}

// Wheel does nothing: there is nothing to scroll.
func (v *View) Wheel(int) {}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	switch {
	case id == keymap.Back:
		return views.Back{}
	case v.busy != "":
	case id == keymap.Send && strings.TrimSpace(v.line.Text()) == "":
		v.wrong = v.words.Empty
	case id == keymap.Send:
		return v.enter(v.line.Text())
	case id == keymap.OlderValue:
		v.recall(-1)
	case id == keymap.NewerValue:
		v.recall(1)
	}
	return nil
}

// recall shows a line of before, or what was typed.
func (v *View) recall(by int) {
	to := v.at + by
	if to < 0 || to > len(v.past) {
		return
	}
	if v.at == len(v.past) {
		v.own = v.line.Text()
	}
	if v.at, v.wrong = to, ""; to == len(v.past) {
		v.line.Set(v.own)
		return
	}
	v.line.Set(v.past[to])
}

// Key types a key that has no meaning of its own, and reports whether there was a
// use for it.
func (v *View) Key(key, text string) bool {
	used := v.line.Type(key, text)
	if used {
		v.wrong = ""
	}
	return used
}

// Paste types a text, as one line.
func (v *View) Paste(text string) {
	v.line.Paste(text)
	v.wrong = ""
}

// Click puts the cursor where the place, relative to the area, is.
func (v *View) Click(x, y int) views.Action {
	if y == 0 {
		v.line.Click(x)
	}
	return nil
}

// Cursor is where the terminal's cursor belongs, relative to the area.
func (v *View) Cursor(uv.WidthMethod) (x, y int) { return v.line.Caret(), 0 }

// Draw draws the prompt over the whole area.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	draw.Fill(scr, area, th.Text)
	v.line.Draw(scr, area, th, v.words.Title)
	var lines []sheet.Line
	switch {
	case v.busy != "":
		lines = append(lines, sheet.Text(th.Text, v.busy))
	case v.wrong != "":
		lines = append(lines, sheet.Text(th.Attention, "⚠ "+v.wrong))
	}
	for _, fact := range v.words.Facts {
		lines = append(lines, sheet.Text(th.Dim, fact))
	}
	var below sheet.Sheet
	below.Set(lines)
	area.Min = area.Min.Add(uv.Pos(3, 1))
	area.Max.X--
	below.Draw(scr, area)
}
