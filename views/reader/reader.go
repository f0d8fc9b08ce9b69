// Package reader is the pane that shows one resource: what the list said about
// it, a read that is under way, the contents, or why there are none.
//
// Everything shown belongs to the URI in the heading. A read is known by its
// serial number and its URI, and an answer to any other read is refused, so that
// a late answer can never appear under another heading.
//
// What takes long (colours, Markdown, hashes) is a [Job] that the program runs
// elsewhere; the text is shown without waiting for it.
package reader

import (
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/find"
	"mcperuse/views/picture"
	"mcperuse/views/rows"
	"mcperuse/views/sheet"
)

// Subject is what the pane is about.
type Subject struct {
	URI      string
	Resource *model.Resource // the row of the list; nil when the URI is in no list
	Template string          // the template the URI came from, "" when it came from none

	Bookmarked bool
}

// Request is one read that was asked for.
type Request struct {
	Serial  uint64 // counts up over all reads of the program
	URI     string
	Started time.Time
}

// Progress is how far a read has come, in the server's own words and units.
type Progress struct {
	Done    float64
	Total   float64 // 0 where the server gave none
	Message string
}

// Answer ends the read of the same serial number and URI, in one of three ways.
type Answer struct {
	Serial uint64
	URI    string
	At     time.Time

	Read *model.Read    // the result, nil otherwise
	Info freshness.Info // of the result
	// Unanswered says why the result is a question still, "" where it is none.
	Unanswered string
	Failure    *failure.Failure
	Cancelled  bool
}

// Pane is the reader. Make one with [New]. It is passive and not safe for
// concurrent use.
type Pane struct {
	th     themes.Theme
	empty  string // said while there is no subject
	width  int
	height int
	wrap   bool

	graphics picture.Graphics

	subject   Subject
	chosen    bool // there is a subject
	about     sheet.Sheet
	change    Change // since it was read before
	following bool   // it is read again when it changes
	details   bool   // what the list says is shown in the place of the contents
	find      find.Bar

	request  *Request // under way, nil when none is
	progress Progress

	// How the last read that ended did so, where it brought no contents.
	failed  *failure.Failure
	stopped time.Duration // how long a cancelled one had taken, 0 for none
	asked   *model.Read   // an input_required result
	open    string        // why that was not answered

	// The contents on show. They stay while they are read again, and when that
	// fails.
	serial    uint64 // of the read that brought them, 0 while there are none
	read      *model.Read
	info      freshness.Info
	items     []*item
	current   int
	folder    bool      // they are what is in the folder that was read
	listing   bool      // the list of them is on show
	entries   rows.List // of that list
	returning Place     // how to look at the contents when they come
	kept      bool      // they are, but are shown only when asked for
	running   jobKey    // the job that is under way, zero when none is

	message sheet.Sheet  // a failure or questions
	body    uv.Rectangle // where the contents were drawn last
	painted stamp        // what about and message were laid out for
}

// New returns a pane that shows nothing but a sentence: what will be shown here.
func New(th themes.Theme, empty string) *Pane { return &Pane{th: th, empty: empty, wrap: true} }

// SetTheme changes the styles.
func (p *Pane) SetTheme(th themes.Theme) {
	p.th = th
	p.painted = stamp{}
	for _, it := range p.items {
		it.setTheme(th)
	}
}

// SetSize tells the size of the pane, which what is rendered depends on.
func (p *Pane) SetSize(width, height int) { p.width, p.height = max(width, 0), max(height, 0) }

// Select shows what is known about another subject, without reading it. Selecting
// the same URI again keeps its contents.
func (p *Pane) Select(s Subject) {
	if p.chosen && s.URI == p.subject.URI {
		p.subject = s
		p.painted = stamp{}
		return
	}
	*p = Pane{th: p.th, empty: p.empty, width: p.width, height: p.height, wrap: p.wrap, graphics: p.graphics, details: p.details, following: p.following, find: p.find.Fresh(), subject: s, chosen: true}
}

// Clear shows nothing.
func (p *Pane) Clear() {
	*p = Pane{th: p.th, empty: p.empty, width: p.width, height: p.height, wrap: p.wrap, graphics: p.graphics}
}

// URI is the URI in the heading, "" where nothing is selected.
func (p *Pane) URI() string { return p.subject.URI }

// Begin tells that a read has started. It reports false, and changes nothing,
// where the read is not of the URI in the heading.
func (p *Pane) Begin(r Request) bool {
	if !p.chosen || r.URI != p.subject.URI {
		return false
	}
	p.request, p.progress = &r, Progress{}
	p.failed, p.stopped = nil, 0
	p.painted = stamp{}
	return true
}

// Progress tells how far a read has come.
func (p *Pane) Progress(serial uint64, progress Progress) {
	if p.request != nil && p.request.Serial == serial {
		p.progress = progress
	}
}

// Deliver ends a read. It reports false, and changes nothing, where the answer is
// not to the read that is under way for the URI in the heading.
func (p *Pane) Deliver(a Answer) bool {
	r := p.request
	if r == nil || a.Serial != r.Serial || a.URI != r.URI {
		return false
	}
	p.request = nil
	p.painted = stamp{}
	switch {
	case a.Cancelled:
		p.stopped = max(a.At.Sub(r.Started), 1)
	case a.Failure != nil:
		p.failed = a.Failure
		p.message.Home()
	case a.Read == nil:
	case a.Read.InputRequired():
		p.forget()
		p.asked, p.open = a.Read, a.Unanswered
		p.message.Home()
	default:
		p.show(a)
	}
	return true
}

// forget drops the contents.
func (p *Pane) forget() {
	p.serial, p.read, p.items, p.current, p.running, p.asked = 0, nil, nil, 0, jobKey{}, nil
	p.folder, p.listing = false, false
	p.find.Again()
}

// show replaces the contents. A new version of the same ones is looked at the way
// the old one was.
func (p *Pane) show(a Answer) {
	old, current, listing := p.items, p.current, p.listing || len(p.items) == 0
	p.forget()
	p.find.Again()
	p.serial, p.read, p.info = a.Serial, a.Read, a.Info
	for i := range a.Read.Contents {
		it := newItem(&a.Read.Contents[i], p.subject, p.th, p.wrap)
		it.setGraphics(p.graphics)
		if len(old) == len(a.Read.Contents) {
			it.follow(old[i])
		}
		p.items = append(p.items, it)
	}
	if current < len(p.items) {
		p.current = current
	}
	p.kept = false
	p.folder = isFolder(p.subject.URI, a.Read.Contents)
	p.list(p.folder && listing)
	p.land(p.returning)
	p.returning = Place{}
	p.small()
}

// SetKept tells that contents are at hand that are too large to be shown on mere
// selection.
func (p *Pane) SetKept() { p.kept = true }

// Change is how contents differ from those that were read before.
type Change uint8

// The changes.
const (
	NotCompared Change = iota
	Unchanged
	Changed
)

// SetChange tells how the contents on show differ from those before.
func (p *Pane) SetChange(c Change) { p.change = c }

// SetFollowing tells whether the contents are read again whenever they change.
func (p *Pane) SetFollowing(on bool) { p.following = on }

// Shows reports whether there are contents on show.
func (p *Pane) Shows() bool { return p.serial != 0 }

// Kept reports whether contents are at hand that are not shown.
func (p *Pane) Kept() bool { return p.kept && p.serial == 0 }

// SetInfo tells that the freshness of the contents of a URI has changed, because
// of a notification or of a failed refetch.
func (p *Pane) SetInfo(uri string, info freshness.Info) {
	if p.serial != 0 && uri == p.subject.URI {
		p.info = info
	}
}

// Waiting reports whether a read is under way for the URI in the heading.
func (p *Pane) Waiting() bool { return p.request != nil }

// Ticking reports whether something on the pane changes by itself with time: how
// long a read takes, or how long the contents stay fresh.
func (p *Pane) Ticking(now time.Time) bool {
	return p.request != nil || p.serial != 0 && p.info.State(now) == freshness.Fresh
}

// item is the one of the contents on show, nil where there is none.
func (p *Pane) item() *item {
	if !p.listing && p.current < len(p.items) {
		return p.items[p.current]
	}
	return nil
}

// Handle does what a key does.
func (p *Pane) Handle(id keymap.ID) views.Action {
	if p.Typing() {
		p.find.Handle(p.searched(), id)
		return nil
	}
	if t := p.Text(); t != nil && (t.Selecting() || id == keymap.Back && t.Selected() != "") {
		return t.HandleSelection(id)
	}
	switch id {
	case keymap.SelectLines:
		t := p.Text()
		if t == nil {
			return views.Notice{Text: "only texts can be selected: " + keymap.KeyOf(keymap.NextView, keymap.Document) + " shows another view"}
		}
		t.Select()
	case keymap.EditFilter, keymap.GoTo, keymap.NextMatch, keymap.PreviousMatch:
		return p.look(id)
	case keymap.Cancel:
		if p.request != nil {
			return views.CancelRead{}
		}
		return nil
	case keymap.Open, keymap.Refetch:
		switch {
		case id == keymap.Open && p.listing && !p.details:
			return p.enter()
		case id == keymap.Open && p.folding():
			p.scroll(id)
			return nil
		}
		if p.chosen && p.subject.URI != "" {
			return views.Read{URI: p.subject.URI, Refetch: id == keymap.Refetch}
		}
		return nil
	case keymap.Watch:
		if p.chosen && p.subject.URI != "" {
			return views.ToggleWatch{URI: p.subject.URI}
		}
		return nil
	case keymap.ShowChanges:
		if p.chosen && p.subject.URI != "" {
			return views.ShowChanges{URI: p.subject.URI}
		}
		return nil
	case keymap.ToggleBookmark:
		if p.chosen && p.subject.URI != "" {
			return views.ToggleBookmark{URI: p.subject.URI}
		}
		return nil
	case keymap.Back:
		if p.details {
			p.showDetails(false)
			return nil
		}
		if p.folder && !p.listing {
			p.list(true)
			return nil
		}
		return views.Back{}
	case keymap.ShowDetails:
		p.showDetails(!p.details)
	case keymap.NextContent:
		p.turn(1)
	case keymap.PreviousContent:
		p.turn(-1)
	case keymap.Wrap:
		p.setWrap(!p.wrap)
	case keymap.NextView:
		if it := p.item(); it != nil {
			it.turn(1)
		}
	case keymap.PreviousView:
		if it := p.item(); it != nil {
			it.turn(-1)
		}
	default:
		p.scroll(id)
	}
	return nil
}

// Scopes are the key scopes of the pane, innermost first.
func (p *Pane) Scopes() []keymap.Scope {
	switch {
	case p.Typing():
		return []keymap.Scope{p.find.Scope()}
	case p.Selecting():
		return []keymap.Scope{keymap.Selecting, keymap.Moving}
	case p.listing && !p.details:
		return []keymap.Scope{keymap.Folder, keymap.Reader}
	case p.folding():
		return []keymap.Scope{keymap.Folds, keymap.Reader}
	}
	return []keymap.Scope{keymap.Reader}
}

// folding reports whether JSON is on show as a tree.
func (p *Pane) folding() bool {
	it := p.item()
	return it != nil && !p.details && it.shown() == tree
}

// showDetails shows what the list says of the resource, or the contents again.
func (p *Pane) showDetails(on bool) {
	p.details = on
	p.painted = stamp{}
	p.about.Home()
}

// Details reports whether what the list says is shown in the place of the
// contents.
func (p *Pane) Details() bool { return p.details }

func (p *Pane) setWrap(wrap bool) {
	p.wrap = wrap
	for _, it := range p.items {
		it.setWrap(wrap)
	}
}

// scroll moves in whatever is on show.
func (p *Pane) scroll(id keymap.ID) {
	switch it := p.item(); {
	case p.details:
		p.about.Handle(id)
	case p.listing:
		p.entries.Handle(id)
	case it != nil:
		it.scroll(id)
	case p.failed != nil || p.asked != nil:
		p.message.Handle(id)
	default:
		p.about.Handle(id)
	}
}

// Wheel scrolls by rows, down when it is positive.
func (p *Pane) Wheel(rows int) {
	switch it := p.item(); {
	case p.details:
	case p.listing:
		p.entries.Wheel(rows)
		return
	case it != nil && it.surface() != nil:
		it.surface().Wheel(rows)
		return
	}
	id := keymap.Down
	if rows < 0 {
		id, rows = keymap.Up, -rows
	}
	for range rows {
		p.scroll(id)
	}
}

// Click acts on a cell of the body, where the pane was drawn last.
func (p *Pane) Click(x, y int) views.Action {
	if p.details || !uv.Pos(x, y).In(p.body) {
		return nil
	}
	x, y = x-p.body.Min.X, y-p.body.Min.Y
	switch it := p.item(); {
	case p.listing:
		if before := p.entries.Cursor(); p.entries.Click(y) && p.entries.Cursor() == before {
			return p.enter()
		}
	case it != nil && it.surface() != nil:
		it.surface().Click(x, y)
	}
	return nil
}
