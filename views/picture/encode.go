package picture

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/iterm2"
	"github.com/charmbracelet/x/ansi/kitty"
	"github.com/charmbracelet/x/ansi/sixel"

	"mcperuse/views/humanize"
)

const (
	maxSequence = 4 << 20 // what is written to a terminal for an image, in bytes
	maxSide     = 1600    // of an image that a terminal does not scale, in pixels
	maxCells    = 297     // columns and rows that kitty's placeholders can count
)

// Task is the work of encoding a picture. It is a value that can run anywhere.
type Task struct {
	Shape  Shape
	pixels *image.RGBA // never written to again
}

// Run encodes the picture: its pixels only, and nothing of the file they came from. It
// is done early when ctx ends. The error says why a terminal is not given the image.
func (t Task) Run(ctx context.Context) (*Encoding, error) {
	room := image.Pt(t.Shape.Cells.X*t.Shape.Cell.X, t.Shape.Cells.Y*t.Shape.Cell.Y)
	size := fit(t.pixels.Rect.Size(), room)
	if t.Shape.Protocol == Sixel { // the others are scaled by the terminal
		size = inside(t.pixels.Rect.Size(), image.Pt(min(room.X, maxSide), min(room.Y, maxSide)))
	}
	for ; ctx.Err() == nil; size = image.Pt(max(size.X/2, 1), max(size.Y/2, 1)) {
		sequence, err := t.sequence(ctx, size)
		switch {
		case ctx.Err() != nil: // the sequence is not whole
		case err != nil:
			return nil, err
		case len(sequence) <= maxSequence:
			print := fnv.New32a()
			print.Write([]byte(sequence))
			return &Encoding{shape: t.Shape, print: print.Sum32(), sequence: sequence}, nil
		case t.Shape.Protocol == Sixel || size.X*size.Y == 1:
			return nil, fmt.Errorf("%s are too much for a terminal", humanize.Bytes(int64(len(sequence))))
		}
	}
	return nil, ctx.Err()
}

// sequence is what shows the picture, scaled to a size in pixels.
func (t Task) sequence(ctx context.Context, size image.Point) (string, error) {
	scaled := image.NewRGBA(image.Rectangle{Max: size})
	average(scaled, scaled.Rect, t.pixels, t.pixels.Rect)
	var out bytes.Buffer
	switch t.Shape.Protocol {
	case Kitty:
		o := kitty.Options{
			Action: kitty.TransmitAndPut, Transmission: kitty.Direct, Format: kitty.PNG, ID: kittyID, Quiet: 2,
			VirtualPlacement: true, Columns: t.Shape.Cells.X, Rows: t.Shape.Cells.Y, Chunk: true,
		}
		if t.Shape.Tmux {
			o.ChunkFormatter = ansi.TmuxPassthrough
		}
		err := kitty.EncodeGraphics(&out, scaled, &o)
		return out.String(), err
	case ITerm:
		if err := png.Encode(&out, scaled); err != nil {
			return "", err
		}
		return ansi.ITerm2(iterm2.File{
			Size: int64(out.Len()), Width: iterm2.Cells(t.Shape.Cells.X), Height: iterm2.Cells(t.Shape.Cells.Y), Inline: true, DoNotMoveCursor: true,
			Content: []byte(base64.StdEncoding.EncodeToString(out.Bytes())),
		}), nil
	case Sixel:
		opaque(scaled, t.Shape.Dark)
		if err := new(sixel.Encoder).Encode(&out, ending{scaled, ctx}); err != nil {
			return "", err
		}
		// The line break at the end could scroll a screen that ends there.
		return ansi.SixelGraphics(0, 1, 0, bytes.TrimRight(out.Bytes(), "-")), nil
	case Blocks, Off:
	}
	return "", errors.New("half blocks need no encoding")
}

// opaque puts what is half transparent on the background of a terminal: a sixel is
// there, or it is not.
func opaque(img *image.RGBA, dark bool) {
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i : i+4 : i+4]
		c := over(color.RGBA{p[0], p[1], p[2], p[3]}, dark)
		p[0], p[1], p[2], p[3] = c.R, c.G, c.B, c.A
	}
}

// ending is an image that has nothing in it any more once its context has ended, which
// makes short work of encoding it.
type ending struct {
	*image.RGBA
	ctx context.Context
}

func (e ending) At(x, y int) color.Color {
	if e.ctx.Err() != nil {
		return color.RGBA{}
	}
	return e.RGBAAt(x, y)
}
