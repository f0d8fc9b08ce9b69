// Package hex is the surface that bytes are looked at on: offset, hexadecimal and
// ASCII, with a cursor on one byte.
//
// A key or a frame costs what is in sight, however many bytes there are: nothing
// is kept of them. A search of everything is [Search], which can run elsewhere.
package hex

import (
	"fmt"
	"io"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/find"
	"mcperuse/views/humanize"
)

// Source is where the bytes are: a [bytes.Reader] or a [strings.Reader], say. It
// does not change, and its ReadAt fails only at its end.
type Source interface {
	io.ReaderAt
	Size() int64
}

// Pane shows the bytes of a source. Make one with [New]. It is passive and not
// safe for concurrent use. Offsets count from 0.
type Pane struct {
	src  Source
	size int64

	perRow, height int
	top            int64 // the first byte in sight, at the start of a row
	cursor         int64

	hits   []find.Hit
	window []byte // for the bytes in sight
}

// New returns a pane on the first byte of a source.
func New(src Source) *Pane { return &Pane{src: src, size: src.Size(), perRow: 16} }

// SetSize tells the size of the pane in cells: as many bytes of 32, 16, 8 or 4 go
// into a row as fit. Draw does so too; the cursor stays in sight.
func (p *Pane) SetSize(width, height int) {
	perRow := 32
	for perRow > 4 && p.rowWidth(perRow) > width {
		perRow /= 2
	}
	if perRow == p.perRow && height == p.height {
		return
	}
	p.perRow, p.height = perRow, max(height, 0)
	p.top -= p.top % int64(perRow)
	p.follow()
}

// offsetDigits is how wide offsets are.
func (p *Pane) offsetDigits() int { return max(6, len(fmt.Sprintf("%x", max(p.size-1, 0)))) }

// rowWidth is the width of a row of n bytes, in columns: groups of eight are set
// apart.
func (p *Pane) rowWidth(n int) int { return p.lettersAt(n) + n }

// digitsAt is the column that hexadecimal starts in, lettersAt the one of ASCII in
// rows of n bytes.
func (p *Pane) digitsAt() int       { return 1 + p.offsetDigits() + 2 }
func (p *Pane) lettersAt(n int) int { return p.digitsAt() + 3*n + (n-1)/8 + 1 }

// Handle moves the cursor and reports whether the key was one that does.
func (p *Pane) Handle(id keymap.ID) bool {
	row := int64(p.perRow)
	page := max(int64(p.height)-1, 1) * row
	half := max(int64(p.height)/2, 1) * row
	switch id {
	case keymap.Up:
		p.move(-row)
	case keymap.Down:
		p.move(row)
	case keymap.ScrollLeft:
		p.SetCursor(p.cursor - 1)
	case keymap.ScrollRight:
		p.SetCursor(p.cursor + 1)
	case keymap.PageUp:
		p.scroll(-page)
	case keymap.PageDown:
		p.scroll(page)
	case keymap.HalfUp:
		p.scroll(-half)
	case keymap.HalfDown:
		p.scroll(half)
	case keymap.Top:
		p.SetCursor(0)
	case keymap.Bottom:
		p.SetCursor(p.size - 1)
	default:
		return false
	}
	return true
}

// move moves the cursor by whole rows: it keeps its column, but for a last row
// that is too short for it.
func (p *Pane) move(by int64) {
	to := p.cursor + by
	switch {
	case to < 0:
		return
	case to >= p.size && p.cursor/int64(p.perRow) == (p.size-1)/int64(p.perRow):
		return
	}
	p.SetCursor(to)
}

// scroll moves the rows in sight and the cursor with them.
func (p *Pane) scroll(by int64) {
	p.top += by
	p.SetCursor(p.cursor + by)
}

// SetCursor moves the cursor to an offset, or to the nearest that there is.
func (p *Pane) SetCursor(offset int64) {
	p.cursor = max(min(offset, p.size-1), 0)
	p.follow()
}

// follow brings the cursor into sight, and no more below the end than needed.
func (p *Pane) follow() {
	row, height := int64(p.perRow), max(int64(p.height), 1)
	line, top := p.cursor/row, p.top/row
	last := max((p.size-1)/row-height+1, 0)
	top = min(max(min(top, last), line-height+1, 0), line)
	p.top = top * row
}

// Position says where the cursor is.
type Position struct {
	Offset, Size int64
	Percent      int
	Byte         byte // the one under the cursor, 0 where there is none
}

// Position returns where the cursor is.
func (p *Pane) Position() Position {
	pos := Position{Offset: p.cursor, Size: p.size, Percent: 100}
	if p.size > 1 {
		pos.Percent = int(float64(p.cursor) / float64(p.size-1) * 100)
	}
	var one [1]byte
	if n, _ := p.src.ReadAt(one[:], p.cursor); n == 1 {
		pos.Byte = one[0]
	}
	return pos
}

// Status says what is under the cursor, for the footer.
func (p *Pane) Status() string {
	pos := p.Position()
	if pos.Size == 0 {
		return "no bytes"
	}
	return fmt.Sprintf("offset %s of %s (0x%x) · byte %d 0x%02x · %d %%",
		humanize.Count(pos.Offset), humanize.Count(pos.Size), pos.Offset, pos.Byte, pos.Byte, pos.Percent)
}

// Wheel scrolls by rows, down where positive.
func (p *Pane) Wheel(rows int) { p.scroll(int64(rows) * int64(p.perRow)) }

// Click moves the cursor to the byte at a cell of the area.
func (p *Pane) Click(x, y int) {
	i := x - p.lettersAt(p.perRow)
	if i < 0 {
		x = max(x-p.digitsAt(), 0)
		i = min(x/25*8+min(x%25/3, 7), p.perRow-1) // eight bytes and the gap after them take 25 columns
	}
	if at := p.top + int64(y*p.perRow+i); y >= 0 && i < p.perRow && at < p.size {
		p.SetCursor(at)
	}
}

// Draw draws the rows in sight. It takes the size of the area for its own.
func (p *Pane) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool) {
	p.SetSize(area.Dx(), area.Dy())
	want := p.perRow * p.height
	if cap(p.window) < want {
		p.window = make([]byte, want)
	}
	n, _ := p.src.ReadAt(p.window[:want], p.top)
	look := look{th: th, matched: p.marked(p.top, n), cursor: uv.Style{Attrs: uv.AttrReverse}}
	if !focused {
		look.cursor = th.Inactive
		look.cursor.Underline = uv.UnderlineSingle
	}
	for y := range p.height {
		from := y * p.perRow
		if from >= n {
			break
		}
		p.drawRow(draw.NewRow(scr, area, y), p.top+int64(y*p.perRow), p.window[:n], from, look)
	}
}

// look is what bytes are drawn with.
type look struct {
	th      themes.Theme
	cursor  uv.Style
	matched []bool // of the bytes that were read
}

// drawRow draws the row that starts at an offset of the source, and at an index of
// the bytes that were read.
func (p *Pane) drawRow(out *draw.Row, offset int64, data []byte, from int, l look) {
	letters := *out
	letters.Skip(p.lettersAt(p.perRow))
	out.Skip(1).Text(l.th.Gutter, fmt.Sprintf("%0*x", p.offsetDigits(), offset)).Skip(2)
	for i, c := range data[from:min(from+p.perRow, len(data))] {
		if i > 0 && i%8 == 0 {
			out.Skip(1)
		}
		letter, digits, sign := ".", l.th.Text, l.th.Dim
		if c >= 0x20 && c < 0x7f {
			letter, sign = string(rune(c)), l.th.Text
		}
		if c == 0 {
			digits = l.th.Dim
		}
		switch {
		case offset+int64(i) == p.cursor:
			digits, sign = l.cursor, l.cursor
		case l.matched[from+i]:
			digits, sign = l.th.Match, l.th.Match
		}
		out.Text(digits, hexDigits[2*int(c):2*int(c)+2]).Skip(1)
		letters.Text(sign, letter)
	}
}

// hexDigits are the two digits of every byte, one after the other.
var hexDigits = func() string {
	var b strings.Builder
	for c := range 256 {
		fmt.Fprintf(&b, "%02x", c)
	}
	return b.String()
}()
