// Package opener is the line that a URI is typed into, listed or not, with the
// bookmarks and the URIs typed before below it.
package opener

import (
	"strings"
	"unicode"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/picker"
	"mcperuse/views/rows"
)

// Place is a URI to go to.
type Place struct {
	URI        string
	Name       string // "" where only the URI is known
	Bookmarked bool
}

// View is the line and the list, drawn over the body of a screen. Make one with
// [New].
type View struct {
	title string
	all   []Place
	shown []Place // the first is what was typed, where there is something
	picker.Typed
}

// New returns a view of some places.
func New(title string, places []Place) *View {
	v := &View{title: title, all: places}
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
func (v *View) typed() string { return strings.TrimSpace(v.Line) }

// find shows what was typed, and the places that hold every word of it.
func (v *View) find() {
	words := strings.Fields(strings.ToLower(v.Line))
	v.shown = v.shown[:0]
	if v.typed() != "" {
		v.shown = append(v.shown, Place{URI: v.typed()})
	}
	for _, p := range v.all {
		text := strings.ToLower(p.URI + " " + p.Name)
		fits := p.URI != v.typed()
		for _, w := range words {
			fits = fits && strings.Contains(text, w)
		}
		if fits {
			v.shown = append(v.shown, p)
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
func (v *View) Click(_, y int) views.Action {
	if v.List.Click(y - 1) {
		return v.Handle(keymap.Send)
	}
	return nil
}

// Cursor is where the terminal's cursor belongs, relative to the area: behind
// what was typed.
func (v *View) Cursor(m uv.WidthMethod) (x, y int) {
	return 1 + draw.Width(m, v.title) + 2 + draw.Width(m, v.Line), 0
}

// Draw draws the view over the whole area.
func (v *View) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	draw.Fill(scr, area, th.Text)
	r := draw.NewRow(scr, area, 0).Skip(1).Text(themes.Bold(th.Accent), v.title).Skip(2)
	r.TakeRight(1) // for the cursor
	r.Cut(th.Text, v.Line, draw.CutStart)
	if odd := oddity(v.typed()); odd != "" && r.Room() > len(odd)+4 {
		r.Right(th.Attention, "⚠ "+odd)
	}
	body := area
	body.Min.Y = min(area.Min.Y+1, area.Max.Y)
	if len(v.shown) == 0 {
		draw.NewRow(scr, body, 0).Skip(3).Text(th.Dim, v.empty())
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

func (v *View) empty() string {
	if len(v.all) == 0 {
		return "Type or paste a URI. " + keymap.KeyOf(keymap.ToggleBookmark, keymap.Document) + " on a resource bookmarks it; it is listed here then."
	}
	return "Nothing is called that."
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
