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
	if h.Format == "WebP" && h.Frames > 1 {
		return nil, errors.New("animated WebP is not decoded")
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	img, _, err := image.Decode(&reader{ctx, bytes.NewReader(data)})
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("decoding it takes longer than %s", maxTime)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, errors.New("it is damaged, or breaks off")
	}
	return &Picture{header: h, pixels: shrink(img, image.Rect(0, 0, h.Width, h.Height))}, nil
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

// shrink scales what canvas holds of an image to the size that is kept. Frames of
// a GIF can be smaller than their canvas.
func shrink(img image.Image, canvas image.Rectangle) *image.RGBA {
	size := fit(canvas.Size(), image.Pt(kept, kept))
	out := image.NewRGBA(image.Rectangle{Max: size})
	if size == canvas.Size() {
		draw.Draw(out, img.Bounds(), img, img.Bounds().Min, draw.Src)
		return out
	}
	target := image.Rect(
		img.Bounds().Min.X*size.X/canvas.Dx(), img.Bounds().Min.Y*size.Y/canvas.Dy(),
		img.Bounds().Max.X*size.X/canvas.Dx(), img.Bounds().Max.Y*size.Y/canvas.Dy())
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
