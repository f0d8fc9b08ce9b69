// Package opener is the line that a URI is typed into, listed or not, with the
// bookmarks, the URIs typed before, and those of the list that fit below it.
package opener

import (
	"strings"
	"unicode"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/picker"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Place is a URI to go to.
type Place struct {
	URI        string
	Name       string // "" where only the URI is known
	Bookmarked bool
}

// Words are what a view says about itself.
type Words struct {
	Title string // before the line
	None  string // what there is to do while there is no place
}

// View is the line and the list, drawn over the body of a screen. Make one with
// [New].
type View struct {
	words  Words
	all    []Place
	listed [][]model.Resource // the list, in its pages
	found  []Place            // of the list, for a line like the one there is
	shown  []Place            // the first is what was typed, where there is something
	looked string             // the line that the list was looked through for
	picker.Typed
}

// New returns a view of some places.
func New(words Words, places []Place) *View {
	v := &View{words: words, all: places}
	v.Narrow = v.find
	v.find()
	return v
}

// SetPlaces shows other places; what was typed stays.
func (v *View) SetPlaces(places []Place) {
	v.all = places
	at := v.List.Cursor()
	v.find()
	v.List.Select(at)
}

// typed is the URI on the line.
func (v *View) typed() string { return strings.TrimSpace(v.Line.Text()) }

// find shows what was typed, and the places that hold every word of it.
func (v *View) find() {
	words := split(v.Line.Text())
	v.shown = v.shown[:0]
	seen := map[string]bool{}
	add := func(p Place) {
		if !seen[p.URI] {
			seen[p.URI] = true
			v.shown = append(v.shown, p)
		}
	}
	if v.typed() != "" {
		add(Place{URI: v.typed()})
	}
	for _, p := range v.all {
		if words.in(p.URI, p.Name) {
			add(p)
		}
	}
	for _, p := range v.found {
		if len(words) > 0 && words.in(p.URI, p.Name) {
			add(p)
		}
	}
	v.List.Reset()
	v.List.SetLen(len(v.shown))
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	if v.List.Handle(id) {
		return nil
	}
	i := v.List.Cursor()
	switch {
	case id == keymap.Back:
		return views.Back{}
	case i < 0:
		if id == keymap.Send {
			return views.Notice{Text: "type a URI, such as file:///README.md"}
		}
	case id == keymap.Send:
		return views.OpenURI{URI: v.shown[i].URI, Typed: i == 0 && v.typed() != ""}
	case id == keymap.TakeOver:
		v.SetLine(v.shown[i].URI)
	case id == keymap.ToggleBookmark:
		return views.ToggleBookmark{URI: v.shown[i].URI}
	}
	return nil
}

// Click opens the place at a place relative to the area.
func (v *View) Click(x, y int) views.Action {
	if v.Typed.Click(x, y) {
		return v.Handle(keymap.Send)
	}
	return nil
}

// Draw draws the view over the whole area.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	draw.Fill(scr, area, th.Text)
	r := v.Line.Draw(scr, area, th, v.words.Title)
	if odd := oddity(v.typed()); odd != "" && r.Room() > len(odd)+4 {
		r.Right(th.Attention, "⚠ "+odd)
	}
	body := area
	body.Min.Y = min(area.Min.Y+1, area.Max.Y)
	if len(v.shown) == 0 {
		var none sheet.Sheet
		none.Set([]sheet.Line{{Indent: 3, Spans: []sheet.Span{{Style: th.Dim, Text: "   " + v.words.None}}}})
		none.Draw(scr, body)
		return
	}
	v.List.Draw(scr, body, th, true, func(l rows.Line) {
		p := v.shown[l.Index]
		l.TakeRight(1)
		mark := l.Take(2)
		if p.Bookmarked {
			mark.Text(l.On(th.Accent), "★")
		}
		if l.Index == 0 && v.typed() != "" {
			l.Right(l.On(th.Dim), "as typed")
			l.TakeRight(2)
		}
		l.Cut(l.On(th.Text), p.URI, draw.CutMiddle)
		if p.Name != "" && !strings.HasSuffix(p.URI, p.Name) && l.Room() > 12 {
			l.Skip(2).Text(l.On(th.Dim), p.Name)
		}
	})
}

// oddity says what is unusual about a URI, "" where nothing is. It is sent as it
// is all the same: what a server makes of it is worth knowing.
func oddity(uri string) string {
	switch scheme, _, ok := strings.Cut(uri, ":"); {
	case uri == "":
		return ""
	case strings.ContainsFunc(uri, unicode.IsSpace):
		return "a URI has no spaces"
	case !ok || scheme == "" || strings.ContainsAny(scheme, "/?#"):
		return "it has no scheme, such as file:"
	}
	return ""
}
