package picture

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"
)

// Protocol is a way to show an image on a terminal.
type Protocol uint8

// The protocols.
const (
	Blocks Protocol = iota // half blocks of two colours, which every terminal can show
	Kitty                  // kitty's graphics protocol, with Unicode placeholders
	ITerm                  // iTerm2's inline images, OSC 1337
	Sixel
	Off // images are not drawn
)

// ByName returns the protocol of a name, as it is given on the command line.
func ByName(name string) (Protocol, error) {
	names := [...]string{Blocks: "blocks", Kitty: "kitty", ITerm: "iterm", Sixel: "sixel", Off: "off"}
	if i := slices.Index(names[:], name); i >= 0 {
		return Protocol(i), nil
	}
	return Blocks, fmt.Errorf("no way to show images is called %q; there are auto, kitty, iterm, sixel, blocks and off", name)
}

// Graphics is how images are shown. The zero value shows them with half blocks.
type Graphics struct {
	Protocol
	Cell image.Point // pixels of a cell
	Tmux bool        // what tmux does not know is passed through to the terminal around it
}

// Shape is what an [Encoding] is made for. Another shape needs another one.
type Shape struct {
	Graphics
	Cells image.Point // columns and rows
	Dark  bool        // the background, where what is half transparent depends on it
}

// Encoding is an image as a terminal takes it. It never changes.
//
// A picture that has one leaves the cells it covers blank, in a colour that no other
// picture has, so that every one of them is written when a picture comes, changes or
// goes. The cell behind the last of them carries a mark, and what writes to the terminal
// puts the image in the place of the mark: at that moment all the cells below the image
// are written.
type Encoding struct {
	shape    Shape
	print    uint32 // of the sequence
	sequence string // that shows the image where the cursor is
}

// kittyID is the image that placeholders stand for. There is one at a time, and the
// next one takes its place. It is less than 256, so that a colour of a palette can name it.
const kittyID = 77

// Marks begin with markPrefix and end with markSuffix: an application program command,
// which renderers carry along and terminals that get to see it ignore.
const (
	markPrefix = "\x1b_mcperuse;"
	markSuffix = "\x1b\\"
)

// mark stands for the image at a cell of the screen.
func (e *Encoding) mark(at image.Point) string {
	return fmt.Sprintf("%s%d;%d;%d%s", markPrefix, e.print, at.X, at.Y, markSuffix)
}

// Replace puts an image, nil for none, in the place of its marks in what is written to
// the terminal. The marks of others become nothing.
func Replace(frame string, e *Encoding) string {
	before, rest, found := strings.Cut(frame, markPrefix)
	if !found {
		return frame
	}
	var b strings.Builder
	for ; found; before, rest, found = strings.Cut(rest, markPrefix) {
		b.WriteString(before)
		var mark string
		mark, rest, _ = strings.Cut(rest, markSuffix)
		b.WriteString(e.standFor(strings.Split(mark, ";")))
	}
	b.WriteString(before)
	return b.String()
}

// standFor is what is written in the place of a mark: print, column and row.
func (e *Encoding) standFor(mark []string) string {
	if e == nil || len(mark) != 3 || mark[0] != strconv.FormatUint(uint64(e.print), 10) {
		return ""
	}
	if e.shape.Protocol == Kitty {
		return e.sequence // it is shown where its placeholders are
	}
	x, errX := strconv.Atoi(mark[1])
	y, errY := strconv.Atoi(mark[2])
	if errX != nil || errY != nil {
		return ""
	}
	return ansi.SaveCursor + ansi.CursorPosition(x+1, y+1) + e.sequence + ansi.RestoreCursor
}

// draw covers the cells of the image, and marks the one behind them.
func (e *Encoding) draw(scr uv.Screen, at image.Point) {
	cell := uv.Cell{Width: 1, Style: uv.Style{Fg: ansi.RGBColor{R: uint8(e.print >> 16), G: uint8(e.print >> 8), B: uint8(e.print)}}}
	if e.shape.Protocol == Kitty {
		cell.Style.Fg = ansi.IndexedColor(kittyID)
	}
	size := e.shape.Cells
	for y := range size.Y {
		for x := range size.X {
			cell.Content = " "
			if e.shape.Protocol == Kitty {
				cell.Content = string([]rune{kitty.Placeholder, kitty.Diacritic(y), kitty.Diacritic(x)})
			}
			scr.SetCell(at.X+x, at.Y+y, &cell)
		}
	}
	cell.Content = e.mark(at) + " "
	scr.SetCell(at.X+size.X, at.Y+size.Y-1, &cell)
}
