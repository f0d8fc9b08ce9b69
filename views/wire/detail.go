package wire

import (
	"strconv"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/wire"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/find"
	"mcperuse/views/highlight"
	"mcperuse/views/sheet"
	"mcperuse/views/textpane"
)

// side is one way to look at a frame.
type side uint8

const (
	prettySide side = iota // its JSON laid out
	bytesSide              // as it came
	factsSide              // everything around it
)

// String is the name of the side on screen.
func (s side) String() string { return [...]string{"JSON", "bytes", "facts"}[s] }

// detail is one frame in full.
type detail struct {
	entry          // as it was last seen
	other *entry   // the other frame of the exchange, nil where there is none
	side  side     // the one that has the keys
	texts [2]*text // by side; the first is nil until it is laid out
	why   string   // why there is no JSON, "" while that is not known
	facts sheet.Sheet
	wrap  bool
	find  find.Bar
	theme string // the styles are of
}

// text is a text on its surface with what is known of its colours.
type text struct {
	*textpane.Pane
	tried int    // bytes whose colours were looked for, -1 for all
	note  string // what has no colours and why, "" where nothing is missing
}

// firstColours is how much of a text gets its colours before the rest, in bytes:
// more than a screenful, and quick even with a slow lexer.
const firstColours = 32 << 10

// next is how much of a text to colour next, in bytes, -1 for all of it and 0
// when all is done.
func (t *text) next() int {
	switch size := len(t.Text()); {
	case t.tried < 0 || size == 0:
		return 0
	case t.tried == 0 && size > firstColours:
		return firstColours
	}
	return -1
}

// newDetail opens a frame. It is looked at the way the one before was.
func newDetail(e *entry, t *table, before *detail) *detail {
	d := &detail{entry: *e, wrap: true}
	d.refresh(t)
	if before != nil {
		d.wrap, d.side, d.find = before.wrap, before.side, before.find.Fresh()
		if before.Seq == e.Seq {
			d.texts, d.why, d.find = before.texts, before.why, before.find
			d.facts, d.theme = before.facts, before.theme
			return d
		}
	}
	if len(e.Bytes) <= instant {
		d.laidOut(layOut(e.Frame))
	} else {
		d.setBytes(string(e.Bytes[:instant])) // all of it comes with the rest
	}
	return d
}

// refresh takes over what later frames told about the frame. What was dropped
// since stays as it was.
func (d *detail) refresh(t *table) {
	if e := t.at(d.Seq); e != nil {
		d.entry = *e
	}
	if e := t.at(d.pair); e != nil {
		other := *e
		d.other = &other
	}
}

func (d *detail) setBytes(s string) {
	d.texts[bytesSide] = d.newText(s)
	d.texts[bytesSide].SetNumbers(false)
}

func (d *detail) newText(s string) *text {
	t := &text{Pane: textpane.New(textpane.Styles{})}
	t.SetWrap(d.wrap)
	t.SetText(s)
	d.theme = ""
	return t
}

// laidOut takes the texts of the frame.
func (d *detail) laidOut(l layout) {
	d.setBytes(l.bytes)
	if d.why = l.failed; l.failed != "" {
		d.texts[bytesSide].tried = -1 // colours would make believe it is JSON
		return
	}
	d.texts[prettySide] = d.newText(l.pretty)
}

// coloured takes the colours of a text.
func (d *detail) coloured(o Outcome) {
	t := d.texts[o.key.side]
	if t == nil {
		return
	}
	t.tried, t.note = o.key.limit, o.note
	if o.failed != "" {
		t.tried, t.note = -1, o.failed
		return
	}
	t.SetSpans(o.spans)
	d.theme = ""
}

// setTheme sets the styles of the texts, where they are of another theme.
func (d *detail) setTheme(th themes.Theme) {
	if d.theme == th.Name {
		return
	}
	d.theme = th.Name
	table := highlight.StyleTable(th.Chroma)
	for _, t := range d.texts {
		if t != nil {
			t.SetStyles(textpane.StylesOf(th))
			t.SetTable(table)
		}
	}
}

// wanted is the work the frame lacks.
func (d *detail) wanted() (Job, bool) {
	if d.texts[prettySide] == nil && d.why == "" {
		return Job{key: jobKey{kind: layingOut, seq: d.Seq}, frames: []*wire.Frame{d.Frame}}, true
	}
	if t := d.text(); t != nil {
		if q, look, ok := d.find.Wanted(t); ok {
			return Job{key: jobKey{kind: findingIn, seq: d.Seq, side: d.shown(), find: q}, look: look}, true
		}
	}
	for s, t := range d.texts {
		if t == nil {
			continue
		}
		if limit := t.next(); limit != 0 {
			return Job{key: jobKey{kind: colouring, seq: d.Seq, side: side(s), limit: limit}, text: t.Text()}, true
		}
	}
	return Job{}, false
}

// position says which frame it is, and how much was found in it.
func (d *detail) position() string {
	words := "frame " + strconv.FormatUint(d.Seq, 10)
	if t := d.text(); t != nil && !d.typing() {
		if found := d.find.Words(t); found != "" {
			words += " · " + found
		}
	}
	return words
}

// found takes what a search in a text brought.
func (d *detail) found(o Outcome) {
	if t := d.text(); t != nil && d.shown() == o.key.side {
		d.find.Apply(t, o.found)
	}
}

// typing reports whether the line is typed that says what to look for.
func (d *detail) typing() bool { return d != nil && d.find.Typing() && d.text() != nil }

// selecting reports whether keys select a part of a text.
func (d *detail) selecting() bool {
	if d == nil {
		return false
	}
	t := d.text()
	return t != nil && t.Selecting()
}

// shown is the side that has the keys: the bytes where there is no JSON.
func (d *detail) shown() side {
	if d.side == prettySide && d.texts[prettySide] == nil {
		return bytesSide
	}
	return d.side
}

// text is the text that has the keys, nil where the facts have.
func (d *detail) text() *text {
	if s := d.shown(); s != factsSide {
		return d.texts[s]
	}
	return nil
}

// turn goes to the next side.
func (d *detail) turn() {
	switch d.shown() {
	case prettySide:
		d.side = bytesSide
	case bytesSide:
		d.side = factsSide
	case factsSide:
		d.side = prettySide
	}
}

// handleDetail acts on a key while a frame is open.
func (v *View) handleDetail(id keymap.ID) views.Action {
	d := v.detail
	if d.typing() {
		d.find.Handle(d.text(), id)
		return nil
	}
	if t := d.text(); t != nil && (t.Selecting() || id == keymap.Back && t.Selected() != "") {
		return t.HandleSelection(id)
	}
	switch id {
	case keymap.SelectLines:
		if t := d.text(); t != nil {
			t.Select()
		}
	case keymap.EditFilter, keymap.GoTo, keymap.NextMatch, keymap.PreviousMatch:
		return d.look(id)
	case keymap.Back:
		v.detail = nil
		v.arrange()
	case keymap.NextFrame:
		v.step(1)
	case keymap.PreviousFrame:
		v.step(-1)
	case keymap.NextView:
		d.turn()
	case keymap.Wrap:
		d.wrap = !d.wrap
		for _, t := range d.texts {
			if t != nil {
				t.SetWrap(d.wrap)
			}
		}
	default:
		d.scroll(id)
	}
	return nil
}

// look acts on a key that is about a search, or goes somewhere.
func (d *detail) look(id keymap.ID) views.Action {
	t := d.text()
	switch {
	case t == nil:
		return views.Notice{Text: "facts are not looked through: " + keymap.KeyOf(keymap.NextView, keymap.Frame) + " shows the frame"}
	case id == keymap.NextMatch:
		return d.find.Next(t, 1)
	case id == keymap.PreviousMatch:
		return d.find.Next(t, -1)
	}
	d.find.Ask(t, id)
	return nil
}

// scroll moves in what has the keys.
func (d *detail) scroll(id keymap.ID) {
	t := d.text()
	if t == nil {
		d.facts.Handle(id)
		return
	}
	t.Handle(id)
}

// click gives the keys to the text at a place.
func (d *detail) click(at uv.Position, p places) {
	for s, area := range p.sides {
		if at.In(area) {
			d.side = side(s)
		}
	}
}

// wheel scrolls the text at a place, or else what has the keys.
func (d *detail) wheel(at uv.Position, p places, lines int) {
	for s, area := range p.sides {
		if at.In(area) && d.texts[s] != nil {
			d.texts[s].LineDown(lines)
			return
		}
	}
	if t := d.text(); t != nil {
		t.LineDown(lines)
		return
	}
	d.facts.Scroll(lines)
}
