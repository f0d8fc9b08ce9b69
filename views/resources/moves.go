package resources

import (
	"mcperuse/keymap"
	"mcperuse/views"
)

// counter is a count for the next move, while it is typed.
type counter struct {
	typing bool
	n      int
}

// mostCount is the largest count; more digits are ignored.
const mostCount = 10_000_000

// key types a digit of the count and reports whether it is one. Any other key
// ends the count.
func (c *counter) key(key string) bool {
	switch {
	case key == "backspace":
		c.n /= 10
	case len(key) != 1 || !isDigit(key[0]):
		c.typing = false
		return false
	case c.n < mostCount:
		c.n = 10*c.n + int(key[0]-'0')
	}
	return true
}

// isMove reports whether a key moves the cursor.
func isMove(id keymap.ID) bool {
	switch id {
	case keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.HalfUp, keymap.HalfDown, keymap.Top, keymap.Bottom:
		return true
	}
	return false
}

// moveTimes moves as often as counted: to the top or the end it moves to the row
// of that number.
func (v *View) moveTimes(id keymap.ID) {
	n := max(v.counter.n, 1)
	v.counter = counter{}
	switch id {
	case keymap.Up:
		v.list.Select(v.lineAt(v.position() - n))
	case keymap.Down:
		v.list.Select(v.lineAt(v.position() + n))
	case keymap.Top, keymap.Bottom:
		v.list.Select(v.lineAt(n - 1))
	default:
		for range min(n, v.list.Len()/max(v.height/2, 1)+1) {
			v.list.Handle(id)
		}
	}
	v.anchorHere()
}

// position is where the cursor is among the lines that it can be on.
func (v *View) position() int {
	if _, asSent := v.shape.(paged); asSent {
		return v.selected()
	}
	return v.list.Cursor()
}

// lineAt is the line of a position, or the nearest.
func (v *View) lineAt(position int) int {
	p, asSent := v.shape.(paged)
	if !asSent {
		return min(max(position, 0), v.shape.lines()-1)
	}
	n, _ := p.lineOf(min(max(position, 0), v.source.Len()-1))
	return n
}

// nextMatch goes to the next row in a direction that the filter lets through,
// whether the others are shown or not.
func (v *View) nextMatch(dir int) views.Action {
	ids, known := v.pick()
	switch {
	case v.filter.query.Empty():
		return views.Notice{Text: "no filter: " + keymap.KeyOf(keymap.EditFilter, keymap.Listing) + " sets one"}
	case !known || !v.found.answers(v.filter.line, v.base()):
		return views.Notice{Text: "still looking for matches"}
	}
	length := len(ids)
	if ids == nil {
		length = v.rows.rows
	}
	for i := v.rowPosition(dir); i >= 0 && i < length; i += dir {
		row := i
		if ids != nil {
			row = int(ids[i])
		}
		if v.filter.applied || v.found.has(row) {
			v.reveal(row)
			return nil
		}
	}
	if dir > 0 {
		return views.Notice{Text: "no match below"}
	}
	return views.Notice{Text: "no match above"}
}

// rowPosition is where the next row in a direction is among those shown, closed
// folders included.
func (v *View) rowPosition(dir int) int {
	n := v.list.Cursor()
	t, ok := v.shape.(*tree)
	if !ok || n < 0 || n >= t.lines() {
		return v.position() + dir
	}
	b := t.blocks[t.at(n).block]
	switch {
	case !b.folder:
		return b.lo + n - b.line + dir
	case dir > 0:
		return b.lo
	}
	return b.lo - 1
}

// has reports whether a row was found. The first time it costs a look at all that
// was.
func (f *found) has(row int) bool {
	if f.bits == nil || f.counted != len(f.ids) {
		f.bits, f.counted = make([]uint64, f.rows/64+1), len(f.ids)
		for _, id := range f.ids {
			f.bits[id/64] |= 1 << (id % 64)
		}
	}
	return row/64 < len(f.bits) && f.bits[row/64]&(1<<(row%64)) != 0
}
