// Package wire is screen 5: every frame that went over the wire, what became of
// it, and one frame in full.
//
// The view follows a [Source] that grows at its end and loses frames at its
// beginning. A key or a drawing costs what is in sight, however many frames there
// are; a new frame costs what it is. What takes longer (searching all bytes,
// laying out and colouring a large frame) is a [Job] that the program runs
// elsewhere.
package wire

import (
	"slices"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/wire"
	"mcperuse/views"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
	"mcperuse/views/textpane"
)

// View is the screen. Make one with [New]. It is passive and not safe for
// concurrent use.
type View struct {
	source  Source
	command []string // how a command line names the server

	table     table
	list      rows.List
	following bool // the cursor stays on the newest frame
	paused    bool // no new frames are taken in
	latency   bool // the panel of round trips is shown
	filter    filter
	detail    *detail       // the open frame, nil while the list is shown alone
	unread    []*wire.Frame // large frames in sight whose content is not known yet
	running   jobKey        // the job that is under way, zero when none is

	width, height int
	places        places // where the last drawing put what the mouse can hit
}

// New returns a view of a source that follows its newest frame.
func New(source Source) *View {
	v := &View{source: source, following: true}
	v.list.Selectable = func(line int) bool { return line >= v.head() }
	return v
}

// SetCommand tells how a command line names the server: "https://…", or
// "--server docs", or "-- node build/index.js". It is for copied commands.
func (v *View) SetCommand(words ...string) { v.command = slices.Clone(words) }

// SetSize tells the size of the area the view is drawn in.
func (v *View) SetSize(width, height int) {
	v.width, v.height = max(width, 0), max(height, 0)
	v.arrange()
}

// Sync takes new frames in. The methods that draw or act do so, too; it is to be
// called when frames arrive while the screen is not shown, so that dropped frames
// are not held on to.
func (v *View) Sync() {
	if v.paused {
		return
	}
	head, before := v.head(), v.table.last
	dropped := v.table.take(v.source)
	gone := dropped
	if v.filter.active() {
		gone = v.filter.forget(v.table.first())
		for seq := max(before+1, v.table.first()); seq <= v.table.last; seq++ {
			v.filter.add(v.table.at(seq))
		}
	}
	v.shift(v.head() - head - gone)
	if v.detail != nil {
		v.detail.refresh(&v.table)
	}
}

// shift keeps the same frames in sight after lines came or went above them.
func (v *View) shift(by int) {
	cursor, top := v.list.Cursor(), v.list.Top()
	v.list.SetLen(v.lines())
	switch {
	case v.following:
		v.list.Select(v.lines() - 1)
	case by != 0 && cursor >= 0:
		v.list.Select(cursor + by)
		v.list.Wheel(top + by - v.list.Top())
	}
}

// head is the number of lines above the frames: one where frames were dropped.
func (v *View) head() int {
	if v.table.droppedFrames > 0 {
		return 1
	}
	return 0
}

// shown is the number of frames the list shows.
func (v *View) shown() int {
	if v.filter.active() {
		return len(v.filter.seqs)
	}
	return len(v.table.entries)
}

func (v *View) lines() int { return v.head() + v.shown() }

// entryAt returns the frame on a line, nil where there is none.
func (v *View) entryAt(line int) *entry {
	i := line - v.head()
	switch {
	case i < 0 || i >= v.shown():
		return nil
	case v.filter.active():
		return v.table.at(v.filter.seqs[i])
	}
	return &v.table.entries[i]
}

// lineOf returns the line of a frame, or where it would be, and whether it is
// shown.
func (v *View) lineOf(seq uint64) (line int, ok bool) {
	if v.filter.active() {
		i, found := slices.BinarySearch(v.filter.seqs, seq)
		return v.head() + i, found
	}
	return v.head() + int(max(seq, v.table.first())-v.table.first()), v.table.at(seq) != nil
}

// selected returns the frame under the cursor, nil where there is none.
func (v *View) selected() *entry { return v.entryAt(v.list.Cursor()) }

// Selected is the sequence number of the frame that is open, or under the
// cursor; 0 where there is none.
func (v *View) Selected() uint64 {
	v.Sync()
	if e := v.selected(); e != nil {
		return e.Seq
	}
	return 0
}

// Len is the number of frames kept.
func (v *View) Len() int {
	v.Sync()
	return len(v.table.entries)
}

// Show selects a frame and opens it, and reports whether it is still there. A
// filter that hides it is cleared.
func (v *View) Show(seq uint64) bool {
	v.paused = false
	v.Sync()
	if v.table.at(seq) == nil {
		return false
	}
	v.selectFrame(seq)
	v.open()
	return true
}

// selectFrame puts the cursor on a frame that is kept.
func (v *View) selectFrame(seq uint64) {
	line, shown := v.lineOf(seq)
	if !shown {
		v.setFilter("")
		line, _ = v.lineOf(seq)
	}
	v.following = false
	v.list.Select(line)
	if v.detail != nil {
		v.open()
	}
}

// Scopes are the key scopes of what has the focus, innermost first, without
// those of the program.
func (v *View) Scopes() []keymap.Scope {
	switch {
	case v.filter.typing:
		return []keymap.Scope{keymap.Filter, keymap.Always}
	case v.detail.typing():
		return []keymap.Scope{v.detail.find.Scope(), keymap.Always}
	case v.detail.selecting():
		return []keymap.Scope{keymap.Selecting, keymap.Moving, keymap.Always}
	case v.detail != nil:
		return []keymap.Scope{keymap.Frame, keymap.Moving, keymap.Global, keymap.Always}
	}
	return []keymap.Scope{keymap.Wire, keymap.Moving, keymap.Global, keymap.Always}
}

// Handle acts on a key.
func (v *View) Handle(id keymap.ID) views.Action {
	v.Sync()
	switch id {
	case keymap.Pair:
		return v.jumpToPair()
	case keymap.NextProblem:
		return v.jumpToProblem(1)
	case keymap.PreviousProblem:
		return v.jumpToProblem(-1)
	case keymap.Copy:
		if t := v.Text(); t != nil && t.Selected() != "" {
			return t.CopySelection()
		}
		return v.copyFrame()
	case keymap.CopyCommand:
		return v.copyCommand()
	case keymap.EditCall:
		return v.editCall()
	}
	if v.detail != nil {
		return v.handleDetail(id)
	}
	return v.handleList(id)
}

func (v *View) handleList(id keymap.ID) views.Action {
	if v.list.Handle(id) {
		v.following = id == keymap.Bottom || v.following && v.list.Cursor() == v.lines()-1
		return nil
	}
	switch id {
	case keymap.Open:
		v.open()
	case keymap.Back:
		if v.filter.line == "" {
			return views.Back{}
		}
		v.setFilter("")
	case keymap.EditFilter:
		v.filter.typing = true
	case keymap.KeepFilter:
		v.filter.typing = false
	case keymap.ClearFilter:
		v.filter.typing = false
		v.setFilter("")
	case keymap.OnlyErrors:
		v.setFilter(toggle(v.filter.line, "is:error", "is:odd"))
	case keymap.OnlyOdd:
		v.setFilter(toggle(v.filter.line, "is:odd", "is:error"))
	case keymap.OnlyMethod:
		return v.onlyMethod()
	case keymap.TurnDirection:
		v.turnDirection()
	case keymap.Pause:
		v.paused = !v.paused
		v.Sync()
	case keymap.SaveFrames:
		return views.SaveFrames{}
	case keymap.Latency:
		v.latency = !v.latency
		v.arrange()
	}
	return nil
}

// jumpToPair goes to the other frame of an exchange; in a conversation of several
// rounds to the next frame of it, and from the last to the first.
func (v *View) jumpToPair() views.Action {
	e := v.selected()
	if e == nil {
		return nil
	}
	target, why := e.pair, "this frame has no pair"
	switch {
	case e.talk != nil:
		i := slices.Index(e.talk.seqs, e.Seq)
		target = e.talk.seqs[(i+1)%len(e.talk.seqs)]
	case e.is(open):
		why = "there is no reply yet"
	case e.is(cancelled):
		why = "this request was cancelled"
	}
	if target == 0 {
		return views.Notice{Text: why}
	}
	if v.table.at(target) == nil {
		return views.Notice{Text: "the other frame was dropped to save memory"}
	}
	v.selectFrame(target)
	return nil
}

// jumpToProblem goes to the next frame shown, in a direction, that is an error or
// odd.
func (v *View) jumpToProblem(dir int) views.Action {
	for line := v.list.Cursor() + dir; ; line += dir {
		e := v.entryAt(line)
		if e == nil {
			break
		}
		if e.is(failed) || e.odd() {
			v.selectFrame(e.Seq)
			return nil
		}
	}
	if dir > 0 {
		return views.Notice{Text: "no error and nothing odd below"}
	}
	return views.Notice{Text: "no error and nothing odd above"}
}

// open shows the selected frame in full.
func (v *View) open() {
	e := v.selected()
	if e == nil {
		return
	}
	v.following = false
	v.lookInto(e)
	v.detail = newDetail(e, &v.table, v.detail)
	v.arrange()
}

// step opens the next frame of the list in a direction.
func (v *View) step(dir int) {
	if e := v.entryAt(v.list.Cursor() + dir); e != nil {
		v.selectFrame(e.Seq)
	}
}

func (v *View) copyFrame() views.Action {
	e := v.selected()
	if e == nil {
		return nil
	}
	return views.CopyText{Text: string(e.Bytes), Label: "frame " + humanize.Count(int64(e.Seq))}
}

// Position says where the cursor is: "row 12/128".
func (v *View) Position() string {
	v.Sync()
	line := v.list.Cursor()
	if line < 0 {
		return ""
	}
	if v.detail != nil {
		return v.detail.position()
	}
	return "row " + humanize.Count(int64(line-v.head()+1)) + "/" + humanize.Count(int64(v.shown()))
}

// Cursor is where the terminal's cursor belongs, relative to the area of the last
// Draw, and whether it is in sight.
func (v *View) Cursor() (x, y int, ok bool) {
	if v.Typing() {
		return v.places.cursor.X, v.places.cursor.Y, v.places.cursorSeen
	}
	if v.detail.selecting() {
		x, y, ok = v.Text().SelectionCaret()
		return x - v.places.origin.X, y - v.places.origin.Y, ok
	}
	if v.detail != nil {
		return 0, 0, false
	}
	y, ok = v.list.CursorY()
	return 0, v.places.list.Min.Y + y, ok
}

// Text is the text of the open frame that has the keys, nil where there is none.
// What is selected in it may be changed, and nothing else.
func (v *View) Text() *textpane.Pane {
	if v.detail == nil {
		return nil
	}
	if t := v.detail.text(); t != nil {
		return t.Pane
	}
	return nil
}

// Click selects the row at a place relative to the area; a click on the selected
// row opens it. On an open frame it chooses between its two sides.
func (v *View) Click(x, y int) views.Action {
	v.Sync()
	at := uv.Pos(x, y)
	switch {
	case at.In(v.places.list):
		before := v.list.Cursor()
		if !v.list.Click(y - v.places.list.Min.Y) {
			return nil
		}
		v.following = v.following && v.list.Cursor() == v.lines()-1
		if v.detail != nil || v.list.Cursor() == before {
			v.open()
		}
	case v.detail != nil:
		v.detail.click(at, v.places)
	}
	return nil
}

// Wheel scrolls what is at a place relative to the area by lines, down where
// positive.
func (v *View) Wheel(x, y, lines int) {
	v.Sync()
	at := uv.Pos(x, y)
	switch {
	case at.In(v.places.list):
		v.list.Wheel(lines)
		v.following = v.following && lines > 0
	case v.detail != nil:
		v.detail.wheel(at, v.places, lines)
	}
}
