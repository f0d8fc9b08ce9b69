package resources

import (
	"context"
	"maps"
	"slices"
	"sort"
	"strings"

	"mcperuse/keymap"
	"mcperuse/views"
)

// block is a part of the tree: one folder, or the rows that stand in one folder
// next to each other. All that is kept of a tree is the blocks in it that are not
// hidden in a closed folder.
type block struct {
	line       int // the first that shows it
	lo, hi     int // the rows in it, all those of a folder
	start, end int // the bytes of a folder's URI that are its label; of rows, where theirs starts
	depth      int
	folder     bool
	open       bool
}

// folds says which folders are open, by the bytes of a URI up to their ends.
// Where a filter is, all are but those that were shut since.
type folds struct {
	open, shut map[string]bool
	all        bool
}

func (f *folds) isOpen(prefix string) bool {
	if f.all {
		return !f.shut[prefix]
	}
	return f.open[prefix]
}

// set opens or closes the folder that ends at a place of a URI. The folders from
// the place start on that have nothing else in them are opened with it, so that
// it stays open when something comes into one.
func (f *folds) set(uri string, start, end int, open bool) {
	if !open {
		delete(f.open, uri[:end])
		f.shut[uri[:end]] = true
		return
	}
	for at := folderEnd(uri, start); at >= 0 && at <= end; at = folderEnd(uri, at) {
		f.open[uri[:at]] = true
		delete(f.shut, uri[:at])
	}
}

func (f *folds) clone() folds {
	return folds{maps.Clone(f.open), maps.Clone(f.shut), f.all}
}

// tree shows rows, which are in the order of the tree, in their folders.
type tree struct {
	rows   *snapshot
	ids    []int32
	blocks []block
}

func (t *tree) lines() int {
	if len(t.blocks) == 0 {
		return 0
	}
	last := t.blocks[len(t.blocks)-1]
	if last.folder {
		return last.line + 1
	}
	return last.line + last.hi - last.lo
}

// blockAt is the index of the block that a line is in.
func (t *tree) blockAt(n int) int {
	return sort.Search(len(t.blocks), func(i int) bool { return t.blocks[i].line > n }) - 1
}

func (t *tree) at(n int) line {
	i := t.blockAt(n)
	if b := &t.blocks[i]; !b.folder {
		return line{row: int(t.ids[b.lo+n-b.line]), block: i}
	}
	return line{kind: folderLine, row: -1, block: i}
}

func (t *tree) lineOf(row int) (n int, shown bool) {
	pos := slices.Index(t.ids, int32(row))
	if pos < 0 {
		return -1, false
	}
	// The last block that starts before it is the rows it is among, or the
	// closed folder it is in.
	b := &t.blocks[sort.Search(len(t.blocks), func(i int) bool { return t.blocks[i].lo > pos })-1]
	if b.folder {
		return b.line, false
	}
	return b.line + pos - b.lo, true
}

// uri is the URI of the first row of a block.
func (t *tree) uri(b *block) string { return t.rows.At(int(t.ids[b.lo])).URI }

// folderLine is the line of the folder with the given bytes, -1 where none is.
func (t *tree) folderLine(prefix string) int {
	for i := range t.blocks {
		if b := &t.blocks[i]; b.folder && b.end == len(prefix) && strings.HasPrefix(t.uri(b), prefix) {
			return b.line
		}
	}
	return -1
}

// parent is the index of the folder that a block is in, -1 where it is in none.
func (t *tree) parent(i int) int {
	for p := i - 1; p >= 0; p-- {
		if t.blocks[p].folder && t.blocks[p].depth < t.blocks[i].depth {
			return p
		}
	}
	return -1
}

// fold finds the blocks of rows that are in the order of the tree. More than most
// blocks, where that is not 0, are too many: ok is false then.
func fold(ctx context.Context, rows *snapshot, ids []int32, f folds, most int) (blocks []block, ok bool) {
	b := folder{ctx: ctx, tree: tree{rows: rows, ids: ids}, folds: f, most: most}
	b.fold(0, len(ids), 0, 0)
	return b.blocks, !b.stopped
}

// folder finds the blocks of a tree.
type folder struct {
	ctx context.Context
	tree
	folds   folds
	most    int
	next    int // the next free line
	stopped bool
}

func (f *folder) uriAt(i int) string { return f.rows.At(int(f.ids[i])).URI }

func (f *folder) add(b block, lines int) {
	b.line = f.next
	f.next += lines
	f.blocks = append(f.blocks, b)
	const pause = 64
	if n := len(f.blocks); n == f.most || n%pause == 0 && f.ctx.Err() != nil {
		f.stopped = true
	}
}

// fold adds what is in a folder: the rows from lo to hi, whose URIs are the same
// up to start. Its folders come first, each with its rows in one run.
func (f *folder) fold(lo, hi, start, depth int) {
	for lo < hi && !f.stopped {
		uri := f.uriAt(lo)
		end := folderEnd(uri, start)
		if end < 0 {
			f.add(block{lo: lo, hi: hi, start: start, depth: depth}, hi-lo)
			return
		}
		next := f.runEnd(lo, hi, uri[:end], start)
		// A folder with nothing but one folder in it is shown as one with that.
		last := f.uriAt(next - 1)
		for inner := folderEnd(uri, end); inner >= 0 && inFolder(last, uri[:inner], end); inner = folderEnd(uri, end) {
			end = inner
		}
		open := f.folds.isOpen(uri[:end])
		f.add(block{lo: lo, hi: next, start: start, end: end, depth: depth, folder: true, open: open}, 1)
		if open {
			f.fold(lo, next, end, depth+1)
		}
		lo = next
	}
}

// runEnd is where the rows from lo on end that are in a folder.
func (f *folder) runEnd(lo, hi int, prefix string, start int) int {
	stride := 1
	for lo+stride < hi && inFolder(f.uriAt(lo+stride), prefix, start) {
		stride *= 2
	}
	from, to := lo+stride/2, min(lo+stride, hi)
	return from + sort.Search(to-from, func(i int) bool { return !inFolder(f.uriAt(from+i), prefix, start) })
}

// inFolder reports whether a URI is in the folder that its bytes from start on
// begin with. The bytes alone do not tell: "a://" is not in the folder "a:/".
func inFolder(uri, prefix string, start int) bool {
	return strings.HasPrefix(uri, prefix) && folderEnd(uri, start) == len(prefix)
}

// toggleTree shows the list as a tree, or flat again in the order it had. The
// folders around the selected row are opened.
func (v *View) toggleTree() {
	if v.order.by == byTree {
		v.order = v.flat
	} else {
		v.flat, v.order = v.order, order{by: byTree}
		v.unfold(v.selected())
	}
	v.rearranged()
}

// unfold opens the folders around a row.
func (v *View) unfold(row int) {
	if row >= 0 {
		uri := v.rows.At(row).URI
		v.refold(uri, 0, len(uri), true)
	}
}

func (v *View) refold(uri string, start, end int, open bool) {
	if v.folds.open == nil {
		v.folds.open, v.folds.shut = map[string]bool{}, map[string]bool{}
	}
	v.folds.set(uri, start, end, open)
	v.folded.stale, v.folded.long = true, false
}

// handleFolder acts on a key of the tree and reports whether it was one.
func (v *View) handleFolder(id keymap.ID) (a views.Action, done bool) {
	t, ok := v.shape.(*tree)
	n := v.list.Cursor()
	if !ok || n < 0 || n >= t.lines() {
		return nil, false
	}
	at := t.at(n)
	b := &t.blocks[at.block]
	set := func(open bool) {
		v.anchorHere()
		v.refold(t.uri(b), b.start, b.end, open)
		v.rearranged()
	}
	switch {
	case id == keymap.Open && b.folder:
		set(!b.open)
	case id == keymap.Expand && !b.folder:
		return views.ShowReader{}, true
	case id == keymap.Expand && b.open:
		v.list.Select(n + 1)
		v.anchorHere()
	case id == keymap.Expand:
		set(true)
	case id == keymap.Collapse && b.folder && b.open:
		set(false)
	case id == keymap.Collapse:
		if p := t.parent(at.block); p >= 0 {
			v.list.Select(t.blocks[p].line)
			v.anchorHere()
		}
	default:
		return nil, false
	}
	return nil, true
}
