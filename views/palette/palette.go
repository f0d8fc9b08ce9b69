// Package palette is the list of everything that can be done now, found by
// typing a part of its name.
package palette

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/lineedit"
	"mcperuse/views/rows"
)

// keysWidth is the column of the keys.
const keysWidth = 14

// View is the palette, drawn over the body of a screen. Make one with [New].
type View struct {
	all   []keymap.Binding
	shown []keymap.Binding
	line  string
	list  rows.List
}

// New returns the palette for the scopes that are active below it, innermost
// first. What an inner scope takes a key for, an outer one does not offer.
func New(active ...keymap.Scope) *View {
	v := &View{}
	taken := map[keymap.ID]bool{keymap.ShowPalette: true}
	for _, g := range keymap.Groups(active...) {
		if !g.Active || g.Scope == keymap.Moving {
			continue
		}
		for _, b := range g.Bindings {
			if !taken[b.ID] {
				taken[b.ID] = true
				v.all = append(v.all, b)
			}
		}
	}
	v.find()
	return v
}

// find shows the commands that hold every word of the line.
func (v *View) find() {
	words := strings.Fields(strings.ToLower(v.line))
	v.shown = v.shown[:0]
	for _, b := range v.all {
		text := strings.ToLower(b.Help + " " + b.Short)
		fits := true
		for _, w := range words {
			fits = fits && strings.Contains(text, w)
		}
		if fits {
			v.shown = append(v.shown, b)
		}
	}
	v.list.Reset()
	v.list.SetLen(len(v.shown))
}

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(_, height int) { v.list.SetHeight(max(0, height-1)) }

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	switch {
	case v.list.Handle(id):
	case id == keymap.Back:
		return views.Back{}
	case id == keymap.Send && v.list.Cursor() >= 0:
		return views.Do{ID: v.shown[v.list.Cursor()].ID}
	}
	return nil
}

// Key types a key that has no meaning of its own, and reports whether there was
// a use for it.
func (v *View) Key(key, text string) bool {
	line, used := lineedit.Edit(v.line, key, text)
	v.set(line)
	return used
}

// Paste types a text.
func (v *View) Paste(text string) { v.set(lineedit.Paste(v.line, text)) }

func (v *View) set(line string) {
	if line != v.line {
		v.line = line
		v.find()
	}
}

// Wheel scrolls by rows, down where positive.
func (v *View) Wheel(rows int) { v.list.Wheel(rows) }

// Click does the command at a place relative to the area.
func (v *View) Click(_, y int) views.Action {
	if v.list.Click(y - 1) {
		return v.Handle(keymap.Send)
	}
	return nil
}

// Cursor is where the terminal's cursor belongs, relative to the area: behind
// what was typed.
func (v *View) Cursor(m uv.WidthMethod) (x, y int) {
	return len(" Do  ") + draw.Width(m, v.line), 0
}

// Draw draws the palette over the whole area.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	draw.Fill(scr, area, th.Text)
	draw.NewRow(scr, area, 0).Skip(1).Text(themes.Bold(th.Accent), "Do").Skip(2).Text(th.Text, v.line)
	body := area
	body.Min.Y = min(area.Min.Y+1, area.Max.Y)
	if len(v.shown) == 0 {
		draw.NewRow(scr, body, 0).Skip(3).Text(th.Dim, "Nothing here is called that.")
		return
	}
	v.list.Draw(scr, body, th, true, func(l rows.Line) {
		b := v.shown[l.Index]
		l.Skip(2).TakeRight(1)
		l.Right(l.On(th.Dim), string(b.Scope))
		l.TakeRight(2)
		l.Take(keysWidth).Text(l.On(th.Accent), b.AllKeys())
		l.Text(l.On(th.Text), b.Help)
	})
}
