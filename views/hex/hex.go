// Package hex is the surface that bytes are looked at on: offset, hexadecimal and
// ASCII, with a cursor on one byte.
//
// A key or a frame costs what is in sight, however many bytes there are: nothing
// is kept of them. A search of everything is [Search], which can run elsewhere.
package hex

import (
	"fmt"
	"io"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views/draw"
)

// Source is where the bytes are: a [bytes.Reader] or a [strings.Reader], say. It
// does not change, and its ReadAt fails only at its end.
type Source interface {
	io.ReaderAt
	Size() int64
}

// Styles are the styles a [Pane] draws with.
type Styles struct {
	Text   uv.Style // bytes
	Zero   uv.Style // bytes that are 0, and dots in the place of what is not ASCII
	Offset uv.Style
	Cursor uv.Style // the byte under the cursor
	Match  uv.Style // bytes that were searched for
}

// Pane shows the bytes of a source. Make one with [New]. It is passive and not
// safe for concurrent use. Offsets count from 0.
type Pane struct {
	styles Styles
	src    Source
	size   int64

	perRow, height int
	top            int64 // the first byte in sight, at the start of a row
	cursor         int64

	pattern []byte
	hits    Hits
	window  []byte // for the bytes in sight
}

// New returns a pane on the first byte of a source.
func New(styles Styles, src Source) *Pane {
	return &Pane{styles: styles, src: src, size: src.Size(), perRow: 16}
}

// SetStyles changes the styles.
func (p *Pane) SetStyles(styles Styles) { p.styles = styles }

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
func (p *Pane) rowWidth(n int) int { return p.offsetDigits() + 2 + 3*n + (n-1)/8 + 1 + n }

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
		p.GoTo(p.cursor - 1)
	case keymap.ScrollRight:
		p.GoTo(p.cursor + 1)
	case keymap.PageUp:
		p.scroll(-page)
	case keymap.PageDown:
		p.scroll(page)
	case keymap.HalfUp:
		p.scroll(-half)
	case keymap.HalfDown:
		p.scroll(half)
	case keymap.Top:
		p.GoTo(0)
	case keymap.Bottom:
		p.GoTo(p.size - 1)
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
	p.GoTo(to)
}

// scroll moves the rows in sight and the cursor with them.
func (p *Pane) scroll(by int64) {
	p.top += by
	p.GoTo(p.cursor + by)
}

// GoTo moves the cursor to an offset, or to the nearest that there is.
func (p *Pane) GoTo(offset int64) {
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

// Draw draws the rows in sight. It takes the size of the area for its own.
func (p *Pane) Draw(scr uv.Screen, area uv.Rectangle) {
	p.SetSize(area.Dx(), area.Dy())
	// A match can begin before what is in sight and end after it.
	before := min(p.top, max(int64(len(p.pattern))-1, 0))
	want := int(before) + p.perRow*p.height + max(len(p.pattern)-1, 0)
	if cap(p.window) < want {
		p.window = make([]byte, want)
	}
	n, _ := p.src.ReadAt(p.window[:want], p.top-before)
	matched := marks(p.window[:n], p.pattern)
	for y := range p.height {
		from := int(before) + y*p.perRow
		if from >= n {
			break
		}
		to := min(from+p.perRow, n)
		p.drawRow(draw.NewRow(scr, area, y), p.top+int64(y*p.perRow), p.window[from:to], matched[from:to])
	}
}

// drawRow draws one row of bytes.
func (p *Pane) drawRow(out *draw.Row, at int64, data []byte, matched []bool) {
	out.Text(p.styles.Offset, fmt.Sprintf("%0*x", p.offsetDigits(), at)).Skip(2)
	letters := *out
	letters.Skip(3*p.perRow + (p.perRow-1)/8 + 1)
	for i, c := range data {
		if i > 0 && i%8 == 0 {
			out.Skip(1)
		}
		letter, digits, sign := ".", p.styles.Text, p.styles.Zero
		if c >= 0x20 && c < 0x7f {
			letter, sign = string(rune(c)), p.styles.Text
		}
		if c == 0 {
			digits = p.styles.Zero
		}
		switch {
		case at+int64(i) == p.cursor:
			digits, sign = p.styles.Cursor, p.styles.Cursor
		case matched[i]:
			digits, sign = p.styles.Match, p.styles.Match
		}
		out.Text(digits, fmt.Sprintf("%02x", c))
		out.Skip(1)
		letters.Text(sign, letter)
	}
}
