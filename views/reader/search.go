package reader

import (
	"fmt"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/lineedit"
	"mcperuse/views/textpane"
)

// asking is what the line below a text is typed for.
type asking uint8

const (
	nothing asking = iota
	toFind
	toGo
)

// query is what is looked for in the texts of a pane.
type query struct {
	pattern string
	regexp  bool
}

// search is the line below a text, and what is looked for.
type search struct {
	asking asking
	line   string
	query  query
	jump   bool // to the first hit, when it is known
	from   int  // the byte that was on top when the line was opened
	past   []string
	at     int // in past, len(past) while none of it is shown
}

// mostPast is how many searches are remembered.
const mostPast = 50

// findings are what a search brought in one text.
type findings struct {
	query query
	hits  []textpane.Hit
	more  bool
	err   error
	at    int // the hit that stands out, -1 for none
}

// lineOpen reports whether the line below a text is typed.
func (p *Pane) lineOpen() bool { return p.search.asking != nothing && p.searched() != nil }

// ask opens the line.
func (p *Pane) ask(what asking) views.Action {
	t := p.searched()
	if t == nil {
		return views.Notice{Text: "there is no text on show to look through: " + keymap.KeyOf(keymap.NextView, keymap.Document) + " shows another view"}
	}
	p.search.asking, p.search.from = what, t.TopOffset()
	if p.search.at = len(p.search.past); what == toGo {
		p.search.line = ""
	} else {
		p.search.line = p.search.query.pattern
	}
	return nil
}

// searched is the text that is looked through, nil where none is on show.
func (p *Pane) searched() *text {
	if it := p.item(); it != nil && !p.details && !p.listing {
		return it.text()
	}
	return nil
}

func (p *Pane) lineKey(key, text string) bool {
	line, used := lineedit.Edit(p.search.line, key, text)
	p.setLine(line)
	return used
}

func (p *Pane) setLine(line string) {
	if p.search.line = line; p.search.asking == toFind {
		p.look(query{line, p.search.query.regexp})
	}
}

// look looks for something else; what was found before goes.
func (p *Pane) look(q query) {
	p.search.query, p.search.jump = q, true
	if t := p.searched(); t != nil && q.pattern == "" {
		t.found = findings{at: -1}
		t.SetHits(nil)
	}
}

// handleLine acts on a key while the line is open.
func (p *Pane) handleLine(id keymap.ID) views.Action {
	s, t := &p.search, p.searched()
	switch id {
	case keymap.KeepFilter:
		what := s.asking
		s.asking = nothing
		if what == toGo {
			return p.goTo(s.line)
		}
		if s.line != "" && (len(s.past) == 0 || s.past[len(s.past)-1] != s.line) {
			s.past = append(s.past[max(len(s.past)-mostPast+1, 0):], s.line)
		}
	case keymap.ClearFilter:
		what := s.asking
		s.asking = nothing
		if what == toFind {
			p.look(query{regexp: s.query.regexp})
			if t != nil {
				t.Reveal(s.from)
			}
		}
	case keymap.ToggleRegexp:
		if s.asking == toFind {
			p.look(query{s.line, !s.query.regexp})
		}
	case keymap.OlderValue, keymap.NewerValue:
		by := -1
		if id == keymap.NewerValue {
			by = 1
		}
		if n := s.at + by; s.asking == toFind && n >= 0 && n <= len(s.past) {
			if s.at = n; n == len(s.past) {
				p.setLine("")
			} else {
				p.setLine(s.past[n])
			}
		}
	}
	return nil
}

// goTo goes to a line by its number, or to a part of the text: "50%".
func (p *Pane) goTo(line string) views.Action {
	t := p.searched()
	if t == nil || strings.TrimSpace(line) == "" {
		return nil
	}
	number, percent := strings.CutSuffix(strings.TrimSpace(line), "%")
	n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(number), ",", ""))
	if err != nil || n < 0 {
		return views.Notice{Text: fmt.Sprintf("%q is no line: give a number, or a percentage such as 50%%", line)}
	}
	if percent {
		n = 1 + (t.Lines()-1)*min(n, 100)/100
	}
	t.GoTo(n - 1)
	p.item().settled = true
	return nil
}

// nextHit goes to another hit, around the ends.
func (p *Pane) nextHit(by int) views.Action {
	t := p.searched()
	switch {
	case p.search.query.pattern == "" || t == nil:
		return views.Notice{Text: "nothing is looked for: " + keymap.KeyOf(keymap.EditFilter, keymap.Reader) + " searches"}
	case t.found.query != p.search.query:
		return views.Notice{Text: "still searching"}
	case len(t.found.hits) == 0:
		return views.Notice{Text: "not found"}
	}
	n := len(t.found.hits)
	next := t.found.at + by
	if t.found.at < 0 {
		next = t.HitFrom(t.TopOffset())
	}
	t.found.at = (next + n) % n
	t.SetHit(t.found.at)
	p.item().settled = true
	switch {
	case next >= n:
		return views.Notice{Text: "on from the top"}
	case next < 0:
		return views.Notice{Text: "on from the end"}
	}
	return nil
}

// wantsSearch reports whether the text on show has not been looked through for what
// is looked for.
func (p *Pane) wantsSearch() bool {
	t := p.searched()
	return t != nil && p.search.query.pattern != "" && t.found.query != p.search.query
}

// takeHits takes what a search found in a text.
func (p *Pane) takeHits(t *text, f findings) {
	if f.query != p.search.query {
		return
	}
	t.found = f
	t.SetHits(f.hits)
	if t.found.at = -1; len(f.hits) > 0 && p.search.jump {
		p.search.jump = false
		t.found.at = t.HitFrom(p.search.from) % len(f.hits)
		t.SetHit(t.found.at)
	}
}

// hitWords says how much was found: "3/812".
func (p *Pane) hitWords() string {
	t := p.searched()
	switch {
	case t == nil || p.search.query.pattern == "":
		return ""
	case t.found.query != p.search.query:
		return "searching…"
	case t.found.err != nil:
		return "⚠ " + strings.TrimPrefix(t.found.err.Error(), "error parsing regexp: ")
	case len(t.found.hits) == 0:
		return "not found"
	}
	all := humanize.Count(int64(len(t.found.hits)))
	if t.found.more {
		all += "+"
	}
	if t.found.at < 0 {
		return all + " found"
	}
	return humanize.Count(int64(t.found.at+1)) + "/" + all
}

// drawLine draws the line that is typed on the last row of an area, and returns
// what is left of it.
func (p *Pane) drawLine(scr uv.Screen, area uv.Rectangle) uv.Rectangle {
	if !p.lineOpen() || area.Dy() < 2 {
		return area
	}
	area.Max.Y--
	draw.Fill(scr, uv.Rect(area.Min.X, area.Max.Y, area.Dx(), 1), p.th.Text)
	row := draw.NewRow(scr, uv.Rect(area.Min.X, area.Max.Y, area.Dx(), 1), 0).Skip(1)
	row.TakeRight(1)
	words, label := p.hitWords(), "/"
	switch {
	case p.search.asking == toGo:
		label, words = "line ", "a number, or a percentage"
	case p.search.query.regexp:
		label = "regexp /"
	}
	style := p.th.Dim
	if strings.HasPrefix(words, "⚠") {
		style = p.th.Attention
	}
	if row.Room() > draw.Width(scr.WidthMethod(), words)+12 {
		row.Right(style, words)
		row.TakeRight(2)
	}
	row.Text(p.th.Accent, label)
	room := max(row.Room()-1, 0)
	row.Take(room).Cut(p.th.Text, p.search.line, draw.CutStart)
	p.caret = uv.Pos(row.X()-room+min(draw.Width(scr.WidthMethod(), p.search.line), room), area.Max.Y)
	return area
}

// Caret is where the terminal's cursor belongs while something is typed, on the
// screen.
func (p *Pane) Caret() (x, y int, ok bool) { return p.caret.X, p.caret.Y, p.lineOpen() }
