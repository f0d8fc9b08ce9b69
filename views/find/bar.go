package find

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/lineedit"
)

// Surface is what is looked through and gone about in: a text, a tree, a table,
// bytes.
type Surface interface {
	// Search returns the search for something. It depends on nothing that changes,
	// so that it can run elsewhere.
	Search(q Query) func(context.Context) Found
	// SetHits marks what was found; none of it stands out.
	SetHits(hits []Hit)
	// SetHit makes one of the hits stand out, and brings it into sight.
	SetHit(n int)
	// At is the byte of the text that a search goes on from: the first in sight, or
	// the one under the cursor. Return goes back there.
	At() int
	Return(at int)
	// GoTo goes to where a line says; the error says why it cannot.
	GoTo(line string) error
	// Hints say in a few words what can be looked for, and gone to; "" where that
	// needs no words.
	Hints() (search, goTo string)
}

// Row returns the row that a line stands for, from 0: "12" is the twelfth of so
// many, "50%" one half way down.
func Row(line string, of int, what string) (int, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(line), "%")
	n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(number), ",", ""))
	switch {
	case err != nil || n < 0:
		return 0, fmt.Errorf("%q is no %s: a number is, or 50%%", line, what)
	case percent && n > 100:
		return 0, errors.New("a percentage is between 0% and 100%")
	case percent:
		return (of - 1) * n / 100, nil
	}
	return min(max(n-1, 0), of-1), nil
}

// asking is what the line is typed for.
type asking uint8

const (
	nothing asking = iota
	toFind
	toGo
)

// Bar is the line below what is looked through, and what is looked for. Its zero
// value looks for nothing. It is passive and not safe for concurrent use.
type Bar struct {
	asking asking
	line   lineedit.Input
	wrong  string // why the line cannot be obeyed, "" where it can
	caret  uv.Position

	query Query
	from  int  // where the search was when the line was opened
	jump  bool // to the first hit from there, once it is known
	kept  bool // the hit that stood out is to stand out again, once it is known
	last  int  // where that began
	past  []string
	older int // the one of them on the line, len(past) for none

	on    Surface // what found is of
	found Found
	hit   int // the one that stands out, -1 for none
}

// mostPast is how many searches are remembered.
const mostPast = 50

// Fresh returns a bar for something else: what is looked for, and what was, is the
// same.
func (b *Bar) Fresh() Bar { return Bar{query: b.query, past: b.past} }

// Typing reports whether the line is typed.
func (b *Bar) Typing() bool { return b.asking != nothing }

// Scope is the key scope of the line while it is typed.
func (b *Bar) Scope() keymap.Scope {
	if b.asking == toGo {
		return keymap.Going
	}
	return keymap.Find
}

// Looking reports whether there is something that is looked for.
func (b *Bar) Looking() bool { return b.query.Pattern != "" }

// Ask opens the line: for a search, or for a place to go to.
func (b *Bar) Ask(on Surface, id keymap.ID) {
	b.from, b.older, b.wrong = on.At(), len(b.past), ""
	if b.asking = toFind; id == keymap.GoTo {
		b.asking = toGo
		b.line.Set("")
		return
	}
	b.line.Set(b.query.Pattern)
}

// Key types a key that has no meaning of its own, and reports whether there was a
// use for it.
func (b *Bar) Key(on Surface, key, text string) bool {
	used := b.line.Type(key, text)
	b.typed(on)
	return used
}

// Paste types a text.
func (b *Bar) Paste(on Surface, text string) {
	b.line.Paste(text)
	b.typed(on)
}

// typed acts on what is on the line now.
func (b *Bar) typed(on Surface) {
	if b.wrong = ""; b.asking == toFind && b.line.Text() != b.query.Pattern {
		b.look(on, Query{b.line.Text(), b.query.Regexp})
	}
}

// look looks for something else; what was found before goes.
func (b *Bar) look(on Surface, q Query) {
	b.query, b.jump = q, true
	if q.Pattern == "" {
		b.Again()
		b.kept = false
		on.SetHits(nil)
	}
}

// Handle acts on a key while the line is typed.
func (b *Bar) Handle(on Surface, id keymap.ID) {
	switch id {
	case keymap.KeepFilter:
		b.keep(on)
	case keymap.ClearFilter:
		if b.asking == toFind {
			b.look(on, Query{Regexp: b.query.Regexp})
			on.Return(b.from)
		}
		b.asking = nothing
	case keymap.ToggleRegexp:
		b.look(on, Query{b.line.Text(), !b.query.Regexp})
	case keymap.OlderValue:
		b.recall(on, -1)
	case keymap.NewerValue:
		b.recall(on, 1)
	}
}

// keep closes the line and keeps what was found, or goes where it says.
func (b *Bar) keep(on Surface) {
	line := b.line.Text()
	if b.asking == toGo && strings.TrimSpace(line) != "" {
		if err := on.GoTo(line); err != nil {
			b.wrong = err.Error()
			return
		}
	}
	if b.asking == toFind && line != "" && (len(b.past) == 0 || b.past[len(b.past)-1] != line) {
		b.past = append(b.past[max(len(b.past)-mostPast+1, 0):], line)
	}
	b.asking = nothing
}

// recall puts an older search on the line, or a newer one.
func (b *Bar) recall(on Surface, by int) {
	n := b.older + by
	if n < 0 || n > len(b.past) {
		return
	}
	if b.older = n; n == len(b.past) {
		b.line.Set("")
	} else {
		b.line.Set(b.past[n])
	}
	b.typed(on)
}

// Next goes to another hit, around the ends.
func (b *Bar) Next(on Surface, by int) views.Action {
	n := len(b.found.Hits)
	switch {
	case !b.Looking():
		return views.Notice{Text: "nothing is looked for: " + keymap.KeyOf(keymap.EditFilter, keymap.Reader) + " searches"}
	case !b.done(on):
		return views.Notice{Text: "still searching"}
	case n == 0:
		return views.Notice{Text: "not found"}
	}
	next := b.hit + by
	if b.hit < 0 {
		next = b.found.From(on.At())
	}
	b.hit = (next + n) % n
	on.SetHit(b.hit)
	switch {
	case next >= n:
		return views.Notice{Text: "on from the top"}
	case next < 0:
		return views.Notice{Text: "on from the end"}
	}
	return nil
}

// done reports whether it is known what is found on a surface.
func (b *Bar) done(on Surface) bool { return b.on == on && b.found.Query == b.query }

// Again forgets what was found, but not how far one had come: what is on show has
// another text.
func (b *Bar) Again() {
	if b.hit >= 0 && b.hit < len(b.found.Hits) {
		b.kept, b.last = true, b.found.Hits[b.hit].Start
	}
	b.on, b.found, b.hit = nil, Found{}, -1
}

// Wanted returns what is to be looked for on a surface and the search for it, which
// can run elsewhere, and false where that is nothing, or done.
func (b *Bar) Wanted(on Surface) (q Query, search func(context.Context) Found, ok bool) {
	if q = b.query; on == nil || !b.Looking() || b.done(on) {
		return q, nil, false
	}
	run := on.Search(q)
	return q, func(ctx context.Context) (found Found) {
		defer func() {
			// A search that fails is not to be tried again and again.
			if r := recover(); r != nil {
				found = Found{Query: q, Err: fmt.Errorf("the search failed: %v", r)}
			}
		}()
		return run(ctx)
	}, true
}

// Apply takes what a search brought. What is no longer looked for is ignored.
func (b *Bar) Apply(on Surface, f Found) {
	if f.Query != b.query || !b.Looking() {
		return
	}
	b.on, b.found, b.hit = on, f, -1
	on.SetHits(f.Hits)
	jump, kept := b.jump, b.kept
	b.jump, b.kept = false, false // what a later version of the text has is no reason to move
	switch n := len(f.Hits); {
	case n == 0:
	case jump:
		b.hit = f.From(b.from) % n
		on.SetHit(b.hit)
	case kept: // whoever looks on elsewhere by now stays there
		b.hit = f.From(b.last) % n
		at := on.At()
		on.SetHit(b.hit)
		on.Return(at)
	}
}

// Words say how much was found: "3/812".
func (b *Bar) Words(on Surface) string {
	switch {
	case !b.Looking():
		return ""
	case !b.done(on):
		return "searching…"
	case b.found.Err != nil:
		return "⚠ " + strings.TrimPrefix(b.found.Err.Error(), "error parsing regexp: ")
	case len(b.found.Hits) == 0:
		return "not found"
	}
	all := humanize.Count(int64(len(b.found.Hits)))
	if b.found.More {
		all += "+"
	}
	if b.hit < 0 {
		return all + " found"
	}
	return humanize.Count(int64(b.hit+1)) + "/" + all
}

// Draw draws the line on the last row of an area while it is typed, and returns
// what is left of the area.
func (b *Bar) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, on Surface) uv.Rectangle {
	if !b.Typing() || area.Dy() < 2 {
		return area
	}
	area.Max.Y--
	line := uv.Rect(area.Min.X, area.Max.Y, area.Dx(), 1)
	draw.Fill(scr, line, th.Text)
	row := draw.NewRow(scr, line, 0).Skip(1)
	row.TakeRight(1)
	m := scr.WidthMethod()
	hint, goTo := on.Hints()
	label, words := "/", b.Words(on)
	switch {
	case b.asking == toGo:
		label, words = "go to ", goTo
	case b.query.Regexp:
		label = "regexp /"
	case words == "":
		words = hint
	}
	if b.wrong != "" {
		words = "⚠ " + b.wrong
	}
	style := th.Dim
	if strings.HasPrefix(words, "⚠") {
		style = th.Attention
	}
	if words != "" {
		row.TakeRight(min(draw.Width(m, words), row.Room()*2/3)).Text(style, words)
		row.TakeRight(2)
	}
	b.caret = uv.Pos(b.line.Draw(row.Text(th.Accent, label), m, th.Text), area.Max.Y)
	return area
}

// Caret is where the terminal's cursor belongs while the line is typed, on the
// screen.
func (b *Bar) Caret() (x, y int, ok bool) { return b.caret.X, b.caret.Y, b.Typing() }
