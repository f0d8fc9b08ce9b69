package resources

// anchor is what was chosen with the cursor. It may be hidden.
type anchor struct {
	row    int    // -1 for none
	folder string // of the tree, of which row is the first; "" for none
}

// SelectURI puts the cursor on the first row with a URI and reports whether there
// is one in sight. A filter that hides it is cleared; where the row has no place
// in the order yet, the cursor goes there when it has.
func (v *View) SelectURI(uri string) bool {
	v.sync()
	i := v.source.Find(uri)
	if i < 0 {
		return false
	}
	return v.reveal(i)
}

// reveal puts the cursor on a row and reports whether it is in sight.
func (v *View) reveal(row int) bool {
	v.anchor = anchor{row: row}
	if v.order.by == byTree {
		v.unfold(row)
		v.rearranged()
	}
	n, shown := v.shape.lineOf(row)
	if !shown && v.filter.applied && v.found.rows > row && v.found.answers(v.filter.line, v.base()) {
		v.clearFilter()
		n, shown = v.shape.lineOf(row)
	}
	if shown {
		v.list.Select(n)
	}
	return shown
}

// Place is a row and how far down the screen it is.
type Place struct {
	uri string
	y   int
}

// Place is where the cursor is.
func (v *View) Place() Place {
	y, _ := v.list.CursorY()
	return Place{v.SelectedURI(), y}
}

// Return puts the cursor back to where it was, and reports whether its row is in
// sight.
func (v *View) Return(p Place) bool {
	if p.uri == "" || !v.SelectURI(p.uri) {
		return false
	}
	if now, ok := v.list.CursorY(); ok {
		v.list.Wheel(now - p.y)
	}
	return true
}

// Renew lets change replace rows of the source. The cursor stays on its URI and
// as far down the screen as it was, where that is still there.
func (v *View) Renew(change func()) {
	uri, row := v.SelectedURI(), v.anchor.row
	y, seen := v.list.CursorY()
	change()
	v.forget()
	v.shape = v.asSent()
	if row < 0 || row >= v.source.Len() || v.source.Row(row).Resource.URI != uri {
		if row = v.source.Find(uri); row < 0 {
			row = min(v.anchor.row, v.source.Len()-1) // what has its place now
		}
	}
	v.list.SetLen(v.lines())
	if v.anchor = (anchor{row: row}); row >= 0 {
		n, _ := v.shape.lineOf(row)
		v.list.Select(n)
		if now, ok := v.list.CursorY(); ok && seen {
			v.list.Wheel(now - y)
		}
	}
	v.sync()
}

// Selected is the index of the row under the cursor, -1 where there is none.
func (v *View) Selected() int {
	v.sync()
	return v.selected()
}

func (v *View) selected() int {
	if n := v.list.Cursor(); n >= 0 {
		return v.at(n).row
	}
	return -1
}

// SelectedURI is the URI under the cursor, "" where there is none.
func (v *View) SelectedURI() string {
	if i := v.Selected(); i >= 0 {
		return v.source.Row(i).Resource.URI
	}
	return ""
}

// reshape shows another shape. The cursor stays on what was chosen, as far down
// the screen as it was, or goes to the nearest.
func (v *View) reshape(next shape) {
	if v.anchor.row < 0 {
		v.anchorHere()
	}
	y, seen := v.list.CursorY()
	n := v.lineOfAnchor(next)
	if n < 0 {
		n = max(v.list.Cursor(), 0)
	}
	v.shape = next
	v.list.SetLen(v.lines())
	v.list.Select(n)
	if now, ok := v.list.CursorY(); ok && seen {
		v.list.Wheel(now - y)
	}
}

// anchorHere makes what is under the cursor what was chosen.
func (v *View) anchorHere() {
	n := v.list.Cursor()
	if n < 0 {
		return
	}
	at := v.at(n)
	v.anchor = anchor{row: at.row}
	if at.kind == folderLine {
		t := v.shape.(*tree)
		b := &t.blocks[at.block]
		v.anchor = anchor{int(t.ids[b.lo]), t.uri(b)[:b.end]}
	}
}

// lineOfAnchor is the line of a shape that shows what was chosen, or the nearest;
// -1 where that is not known.
func (v *View) lineOfAnchor(s shape) int {
	if t, ok := s.(*tree); ok && v.anchor.folder != "" {
		if n := t.folderLine(v.anchor.folder); n >= 0 {
			return n
		}
	}
	n, _ := s.lineOf(v.anchor.row)
	return n
}
