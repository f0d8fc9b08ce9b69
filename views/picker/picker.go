// Package picker is a list that is narrowed by typing: the commands of the
// program, say, or the languages a text can be coloured as.
package picker

import (
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/rows"
)

// Item is one line that can be chosen.
type Item struct {
	Left  string // before the text, in a column of its own
	Text  string
	Right string // at the right end
	Also  string // what else finds it

	Choose views.Action
}

// Words are what a picker says about itself.
type Words struct {
	Title string // before what is typed
	None  string // the sentence where nothing fits
}

// View is the picker, drawn over the body of a screen. Make one with [New].
type View struct {
	words Words
	left  int // width of the column before the text
	all   []Item
	shown []Item
	Typed
}

// New returns a picker of items, in their order.
func New(words Words, left int, items []Item) *View {
	v := &View{words: words, left: left, all: items}
	v.Narrow = v.find
	v.find()
	return v
}

// Select puts the cursor on an item, by its index.
func (v *View) Select(item int) { v.List.Select(item) }

// find shows the items that hold every word of the line, and after them those
// that have its letters in order.
func (v *View) find() {
	words := strings.Fields(strings.ToLower(v.Line.Text()))
	letters := strings.Join(words, "")
	v.shown = v.shown[:0]
	var loose []Item
	for _, item := range v.all {
		text := strings.ToLower(item.Text + " " + item.Also)
		switch missing := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }); {
		case !missing:
			v.shown = append(v.shown, item)
		case subsequence(letters, strings.ToLower(item.Text)):
			loose = append(loose, item)
		}
	}
	if letters != "" {
		slices.SortStableFunc(v.shown, func(a, b Item) int { return starts(b, letters) - starts(a, letters) })
	}
	v.shown = append(v.shown, loose...)
	v.List.Reset()
	v.List.SetLen(len(v.shown))
}

// starts is 1 where an item begins with what is typed, else 0.
func starts(item Item, letters string) int {
	if strings.HasPrefix(strings.ToLower(item.Text), letters) {
		return 1
	}
	return 0
}

// subsequence reports whether the characters of want are in s in their order.
func subsequence(want, s string) bool {
	for _, c := range want {
		i := strings.IndexRune(s, c)
		if i < 0 {
			return false
		}
		s = s[i+1:]
	}
	return true
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	switch {
	case v.List.Handle(id):
	case id == keymap.Back:
		return views.Back{}
	case id == keymap.Send && v.List.Cursor() >= 0:
		return v.shown[v.List.Cursor()].Choose
	}
	return nil
}

// Click chooses the item at a place relative to the area.
func (v *View) Click(x, y int) views.Action {
	if v.Typed.Click(x, y) {
		return v.Handle(keymap.Send)
	}
	return nil
}

// Draw draws the picker over the whole area.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	draw.Fill(scr, area, th.Text)
	v.Line.Draw(scr, area, th, v.words.Title)
	body := area
	body.Min.Y = min(area.Min.Y+1, area.Max.Y)
	if len(v.shown) == 0 {
		draw.NewRow(scr, body, 0).Skip(3).Text(th.Dim, v.words.None)
		return
	}
	v.List.Draw(scr, body, th, true, func(l rows.Line) {
		item := v.shown[l.Index]
		l.Skip(2).TakeRight(1)
		l.Right(l.On(th.Dim), item.Right)
		l.TakeRight(2)
		l.Take(v.left).Text(l.On(th.Accent), item.Left)
		l.Text(l.On(th.Text), item.Text)
	})
}
