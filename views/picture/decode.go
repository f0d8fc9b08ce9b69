package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"time"

	"mcperuse/views/humanize"
)

const (
	maxMemory = 160 << 20        // what a decoded image may take, in bytes
	maxTime   = 10 * time.Second // for decoding
	kept      = 1024             // what is kept of an image: pixels, at most, on its longer side
)

// Decode decodes an image, or the first frame of an animation. It looks at the
// header first and refuses what would take too much memory, and it stops when
// ctx ends or after ten seconds. Its errors are sentences for the screen.
func Decode(ctx context.Context, data []byte) (*Picture, error) {
	h, err := ReadHeader(data)
	if err != nil {
		return nil, err
	}
	if size := int64(h.Width) * int64(h.Height) * int64(h.pixel); size > maxMemory {
		return nil, fmt.Errorf("its header says %s × %s pixels, which would take %s",
			humanize.Count(int64(h.Width)), humanize.Count(int64(h.Height)), humanize.Bytes(size))
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	canvas := image.Rect(0, 0, h.Width, h.Height)
	img, at, err := decode(ctx, data, h, canvas)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("decoding it takes longer than %s", maxTime)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, errors.New("it is damaged, or breaks off")
	}
	return &Picture{header: h, pixels: shrink(img, at, canvas)}, nil
}

// decode decodes an image, and says where on its canvas it belongs: the first frame of
// an animation can be smaller.
func decode(ctx context.Context, data []byte, h Header, canvas image.Rectangle) (image.Image, image.Rectangle, error) {
	if h.Format == "WebP" {
		if frame := firstFrame(data); frame != nil {
			return decodeFrame(ctx, frame, canvas)
		}
	}
	img, _, err := image.Decode(&reader{ctx, bytes.NewReader(data)})
	if err != nil {
		return nil, canvas, err
	}
	return img, img.Bounds(), nil
}

// reader fails when its context ends, and the decoder that reads from it does, too.
type reader struct {
	ctx context.Context
	in  io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// shrink scales what a canvas holds of an image, at a place, to the size that is kept.
func shrink(img image.Image, at, canvas image.Rectangle) *image.RGBA {
	size := fit(canvas.Size(), image.Pt(kept, kept))
	out := image.NewRGBA(image.Rectangle{Max: size})
	if size == canvas.Size() {
		draw.Draw(out, at, img, img.Bounds().Min, draw.Src)
		return out
	}
	target := image.Rect(
		at.Min.X*size.X/canvas.Dx(), at.Min.Y*size.Y/canvas.Dy(),
		at.Max.X*size.X/canvas.Dx(), at.Max.Y*size.Y/canvas.Dy())
	average(out, target, img, img.Bounds())
	return out
}

// fit is inside, and no larger than the image.
func fit(size, room image.Point) image.Point {
	if size.X <= room.X && size.Y <= room.Y {
		return size
	}
	return inside(size, room)
}

// inside is the largest size with the proportions of an image that fits in room.
// It has at least one pixel each way.
func inside(size, room image.Point) image.Point {
	if size.X*room.Y > size.Y*room.X {
		return image.Pt(room.X, max((size.Y*room.X+size.X/2)/size.X, 1))
	}
	return image.Pt(max((size.X*room.Y+size.Y/2)/size.Y, 1), room.Y)
}
