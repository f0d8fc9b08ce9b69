package reader

import (
	"maps"
	"slices"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/filetype"
	"mcperuse/views/logtext"
	"mcperuse/views/picture"
	"mcperuse/views/sheet"
	"mcperuse/views/textpane"
)

// viewKind is one way to look at an item of contents.
type viewKind uint8

const (
	rendered viewKind = iota // Markdown laid out
	grid                     // CSV as a table
	logged                   // a log with its levels
	pretty                   // JSON laid out
	tree                     // JSON to fold
	source                   // the text as sent
	drawn                    // an image in cells
	blob                     // facts
	hexed                    // offset, hexadecimal and ASCII
	details                  // the item's fields, where it has neither text nor blob
	raw                      // the JSON of the item as sent
)

// String is the name of the view on screen.
func (v viewKind) String() string {
	return [...]string{"rendered", "table", "log", "pretty", "tree", "source", "image", "blob", "hex", "details", "raw"}[v]
}

// surface is what a view is looked at on that is no text.
type surface interface {
	// Handle does what a key does on it, and reports whether it was one that does
	// something.
	Handle(id keymap.ID) bool
	// Wheel scrolls by rows, down where positive.
	Wheel(rows int)
	// Click acts on a cell, relative to the area.
	Click(x, y int)
	Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool)
	// Status says where in it the cursor is.
	Status() string
}

// item is one item of the contents and how it is looked at.
type item struct {
	contents *model.Contents
	subject  Subject
	th       themes.Theme
	wrap     bool
	graphics picture.Graphics

	kind    filetype.Type // declared, or a guess
	views   []viewKind
	view    viewKind // the one chosen
	settled bool     // the reader has scrolled or chosen a view: no other may take its place
	later   viewKind // the one that was chosen of an older version, where only an examination tells whether there is one
	line    int      // to go to once the text is there

	exam     *examination
	texts    map[viewKind]*text
	surfaces map[viewKind]surface
	before   map[viewKind]surface // of an older version, for those that are not made yet
	lacking  string               // which view there is not, and why
	links    []link               // of rendered Markdown
	lexer    *string              // chosen by hand, "" for none; nil where it is guessed

	sheet   sheet.Sheet // of a blob or of details
	painted stamp       // what it was laid out for
}

// text is a text on its surface.
type text struct {
	*textpane.Pane
	colours    colours
	renderedAt renderKey // what a rendered text was made for
	// styles are what the spans of a text refer to that came with its own, nil for
	// others.
	styles func(themes.Theme) []uv.Style
}

// stamp is what a sheet was laid out for; another one makes it stale.
type stamp struct {
	theme    string
	width    int
	view     viewKind
	examined bool
}

func newItem(c *model.Contents, s Subject, th themes.Theme, wrap bool) *item {
	it := &item{contents: c, subject: s, th: th, wrap: wrap, texts: map[viewKind]*text{}, surfaces: map[viewKind]surface{}}
	it.kind = filetype.Of(c.MIMEType, it.uri(), []byte(c.Text[:min(len(c.Text), 4096)]))
	if c.MIMEType == "" && c.Kind == model.Blob {
		it.kind = filetype.Type{Name: filetype.Binary, Guess: true}
	}
	if c.Kind == model.Text || c.Kind == model.Both {
		format, sure := it.format()
		if it.views = append(it.views, layouts[format]...); sure {
			it.views = append(it.views, source)
		} else {
			it.views = slices.Insert(it.views, 0, source)
		}
		it.texts[source] = it.newText(c.Text)
	}
	if c.Kind == model.Blob || c.Kind == model.Both {
		it.views = append(it.views, blob)
	}
	if c.Kind == model.Neither {
		it.views = append(it.views, details)
	} else {
		it.views = append(it.views, hexed)
	}
	it.views = append(it.views, raw)
	it.view = it.views[0]
	return it
}

// layouts are the views a format has besides its source.
var layouts = map[filetype.Format][]viewKind{
	filetype.Markdown:  {rendered},
	filetype.JSON:      {pretty, tree},
	filetype.JSONLines: {logged},
	filetype.CSV:       {grid},
	filetype.TSV:       {grid},
	filetype.Log:       {logged},
}

// format is the format of the text. It is not sure where the declared type is a
// vague one, and the name or the text speaks for a format; but a log that is laid
// out is the same text with colours.
func (it *item) format() (f filetype.Format, sure bool) {
	if f = filetype.FormatOf(it.kind.Name); f != filetype.Plain || !filetype.Vague(it.kind.Name) {
		return f, true
	}
	if f = filetype.FormatOf(filetype.FromURI(it.uri())); f != filetype.Plain {
		return f, f == filetype.Log
	}
	head := it.contents.Text[:min(len(it.contents.Text), 4096)]
	switch {
	case logtext.Looks(head):
		return filetype.Log, true
	case filetype.FormatOf(filetype.Detect([]byte(head))) == filetype.JSON:
		return filetype.JSON, false
	}
	return filetype.Plain, true
}

// uri is what the item calls itself, else what was asked for.
func (it *item) uri() string {
	if it.contents.URI != "" {
		return it.contents.URI
	}
	return it.subject.URI
}

func (it *item) newText(s string) *text {
	t := &text{Pane: textpane.New(textpane.StylesOf(it.th))}
	t.SetWrap(it.wrap)
	t.SetText(s)
	return t
}

// follow makes the item look like an older version of itself: same view, same
// line.
func (it *item) follow(old *item) {
	if slices.Contains(it.views, old.view) {
		it.view, it.settled = old.view, old.settled
	} else if old.settled {
		it.later = old.view
	}
	it.before = map[viewKind]surface{}
	maps.Copy(it.before, old.before)
	maps.Copy(it.before, old.surfaces)
	delete(it.before, drawn) // there is no place in an image to go back to
	if t := old.text(); t != nil {
		it.line = t.Position().Line
		it.settled = it.settled || it.line > 0
	}
	it.land()
}

// land goes to the line an older version was at: once, but for a view that is only
// on show until the chosen one is there.
func (it *item) land() {
	if t := it.text(); t != nil && it.line > 0 {
		t.ScrollTo(it.line)
		if it.shown() == it.view {
			it.line = 0
		}
	}
}

// shown is the view on show: the chosen one, or one that needs no work until that
// is ready.
func (it *item) shown() viewKind {
	switch {
	case it.ready(it.view):
		return it.view
	case it.ready(source):
		return source
	case it.contents.Kind == model.Blob:
		return blob
	}
	return details
}

// ready reports whether a view can be shown at once.
func (it *item) ready(v viewKind) bool {
	return it.texts[v] != nil || it.surfaces[v] != nil || v == blob || v == details
}

// text is the text on show, nil where it is no text.
func (it *item) text() *text { return it.texts[it.shown()] }

// surface is what is on show where that is neither a text nor a sheet, nil else.
func (it *item) surface() surface { return it.surfaces[it.shown()] }

// choose goes to a view, and lets no other take its place.
func (it *item) choose(v viewKind) { it.view, it.settled, it.later = v, true, rendered }

// turn goes to another view, around the ends.
func (it *item) turn(by int) {
	at := slices.Index(it.views, it.view)
	it.choose(it.views[(at+by+len(it.views))%len(it.views)])
	it.sheet.Home()
}

// drop takes a view away that turned out to be impossible, and says why.
func (it *item) drop(v viewKind, why string) {
	it.views = slices.DeleteFunc(it.views, func(other viewKind) bool { return other == v })
	it.painted = stamp{}
	it.lacking = why
	if it.view == v {
		it.view = it.shown()
	}
}

func (it *item) setWrap(wrap bool) {
	it.wrap = wrap
	for kind, t := range it.texts {
		if kind != rendered {
			t.SetWrap(wrap)
		}
	}
}

func (it *item) setTheme(th themes.Theme) {
	it.th = th
	it.painted = stamp{}
	for _, t := range it.texts {
		t.SetStyles(textpane.StylesOf(th))
		t.colours.apply(t.Pane, th)
		if t.styles != nil {
			t.SetTable(t.styles(th))
		}
	}
}

// scroll moves in what is on show, which then stays on show.
func (it *item) scroll(id keymap.ID) {
	var used bool
	switch t, s := it.text(), it.surface(); {
	case t != nil:
		used = t.Handle(id)
	case s != nil:
		used = s.Handle(id)
	default:
		it.sheet.Handle(id)
		return
	}
	if used {
		it.choose(it.shown())
	}
}

// examined takes what was found out about the item.
func (it *item) examined(e *examination) {
	it.exam = e
	it.painted = stamp{}
	if e.pretty != "" {
		it.texts[pretty] = it.newText(e.pretty)
	}
	if e.prettyErr != nil {
		it.drop(pretty, "")
		it.drop(tree, "")
	}
	if it.contents.Kind != model.Text && len(e.data) == 0 {
		it.drop(hexed, "")
	}
	if e.image != nil && it.graphics.Protocol != picture.Off {
		it.views = slices.Insert(it.views, slices.Index(it.views, blob), drawn)
		if it.view == blob && !it.settled {
			it.view = drawn
		}
	}
	if it.contents.Kind == model.Blob && e.text != "" {
		it.views = slices.Insert(it.views, slices.Index(it.views, blob)+1, source)
		it.texts[source] = it.newText(e.text)
	}
	// Rendered Markdown, the zero value, never has to wait for an examination.
	if it.later != rendered && slices.Contains(it.views, it.later) {
		it.choose(it.later)
	}
	it.land()
}
