package reader

import (
	"slices"
	"unicode/utf8"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/filetype"
	"mcperuse/views/sheet"
	"mcperuse/views/textpane"
)

// viewKind is one way to look at an item of contents.
type viewKind uint8

const (
	rendered viewKind = iota // Markdown laid out
	pretty                   // JSON laid out
	source                   // the text as sent
	blob                     // facts and bytes
	details                  // the item's fields as sent
)

// String is the name of the view on screen.
func (v viewKind) String() string {
	return [...]string{"rendered", "pretty", "source", "blob", "details"}[v]
}

// item is one item of the contents and how it is looked at.
type item struct {
	contents *model.Contents
	subject  Subject
	th       themes.Theme
	wrap     bool

	kind    filetype.Type // declared, or a guess
	views   []viewKind
	view    viewKind // the one chosen
	settled bool     // the reader has scrolled or chosen a view: no other may take its place
	line    int      // to go to once the text is there

	exam     *examination
	texts    map[viewKind]*text
	noRender string // why there is no rendered view, "" while that is not known

	sheet   sheet.Sheet // of a blob or of details
	painted stamp       // what it was laid out for
}

// text is a text on its surface.
type text struct {
	*textpane.Pane
	colours    colours
	renderedAt renderKey // what a rendered text was made for
}

// stamp is what a sheet was laid out for; another one makes it stale.
type stamp struct {
	theme    string
	width    int
	view     viewKind
	examined bool
}

func newItem(c *model.Contents, s Subject, th themes.Theme, wrap bool) *item {
	it := &item{contents: c, subject: s, th: th, wrap: wrap, texts: map[viewKind]*text{}}
	it.kind = filetype.Of(c.MIMEType, it.uri(), []byte(c.Text[:min(len(c.Text), 4096)]))
	if c.MIMEType == "" && c.Kind == model.Blob {
		it.kind = filetype.Type{Name: filetype.Binary, Guess: true}
	}
	if c.Kind == model.Text || c.Kind == model.Both {
		switch filetype.FormatOf(it.kind.Name) {
		case filetype.Markdown:
			it.views = append(it.views, rendered)
		case filetype.JSON:
			it.views = append(it.views, pretty)
		case filetype.Plain:
		}
		it.views = append(it.views, source)
		it.texts[source] = it.newText(c.Text)
	}
	if c.Kind == model.Blob || c.Kind == model.Both {
		it.views = append(it.views, blob)
	}
	it.views = append(it.views, details)
	it.view = it.views[0]
	return it
}

// uri is what the item calls itself, else what was asked for.
func (it *item) uri() string {
	if it.contents.URI != "" {
		return it.contents.URI
	}
	return it.subject.URI
}

func (it *item) newText(s string) *text {
	t := &text{Pane: textpane.New(paneStyles(it.th))}
	t.SetWrap(it.wrap)
	t.SetText(s)
	return t
}

func paneStyles(th themes.Theme) textpane.Styles {
	return textpane.Styles{Text: th.Text, Number: th.Gutter, Current: th.Accent, Hidden: th.Hidden}
}

// follow makes the item look like an older version of itself: same view, same
// line.
func (it *item) follow(old *item) {
	if slices.Contains(it.views, old.view) {
		it.view, it.settled = old.view, old.settled
	}
	if t := old.text(); t != nil {
		it.line = t.Position().Line
		it.settled = it.settled || it.line > 0
	}
	it.land()
}

// land goes to the line an older version was at.
func (it *item) land() {
	if t := it.text(); t != nil && it.line > 0 {
		t.ScrollTo(it.line)
	}
}

// shown is the view on show: the chosen one, or the source until that is ready.
func (it *item) shown() viewKind {
	if _, ready := it.texts[it.view]; !ready && (it.view == rendered || it.view == pretty) {
		return source
	}
	return it.view
}

// text is the text on show, nil where it is no text.
func (it *item) text() *text { return it.texts[it.shown()] }

func (it *item) nextView() {
	at := slices.Index(it.views, it.view)
	it.view = it.views[(at+1)%len(it.views)]
	it.settled = true
	it.sheet.Home()
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
		t.SetStyles(paneStyles(th))
		t.colours.apply(t.Pane, th)
	}
}

// scroll moves in what is on show, which then stays on show.
func (it *item) scroll(id keymap.ID) {
	t := it.text()
	if t == nil {
		it.sheet.Handle(id)
		return
	}
	if t.Handle(id) {
		it.view, it.settled = it.shown(), true
	}
}

// examined takes what was found out about the item.
func (it *item) examined(e *examination) {
	it.exam = e
	it.painted = stamp{}
	if e.pretty != "" {
		it.texts[pretty] = it.newText(e.pretty)
		it.land()
	} else if e.prettyErr != "" && it.view == pretty {
		it.view = source
	}
	if e.prettyErr != "" {
		it.views = slices.DeleteFunc(it.views, func(v viewKind) bool { return v == pretty })
	}
	if it.contents.Kind == model.Blob && e.blobErr == nil && len(e.data) > 0 && filetype.Textual(e.detected) && utf8.Valid(e.data) {
		it.views = slices.Insert(it.views, 1, source)
		it.texts[source] = it.newText(string(e.data))
	}
}
