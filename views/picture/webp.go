package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"io"

	"golang.org/x/image/webp"
)

// chunks calls yield with each chunk of a RIFF file that is whole, until it returns
// false.
func chunks(data []byte, yield func(kind string, body []byte) bool) {
	for len(data) >= 8 {
		size := binary.LittleEndian.Uint32(data[4:])
		if uint64(size) > uint64(len(data)-8) || !yield(string(data[:4]), data[8:8+size]) {
			return
		}
		data = data[min(8+int(size)+int(size&1), len(data)):]
	}
}

// webpFrames counts the frames of a WebP.
func webpFrames(data []byte) int {
	frames := 0
	chunks(data[min(12, len(data)):], func(kind string, _ []byte) bool {
		if kind == "ANMF" {
			frames++
		}
		return true
	})
	return max(frames, 1)
}

// firstFrame is the body of the first frame of an animated WebP, nil where it is a
// still image.
func firstFrame(data []byte) (frame []byte) {
	chunks(data[min(12, len(data)):], func(kind string, body []byte) bool {
		if kind == "ANMF" {
			frame = body
		}
		return frame == nil
	})
	return frame
}

// decodeFrame decodes a frame of an animated WebP, and says where on its canvas it
// belongs. The decoder knows still images only, and gets the frame as one.
func decodeFrame(ctx context.Context, frame []byte, canvas image.Rectangle) (image.Image, image.Rectangle, error) {
	const head = 16 // bytes: place, size, duration, flags
	if len(frame) < head {
		return nil, canvas, errors.New("a frame without a header")
	}
	number := func(at int) int { return int(frame[at]) | int(frame[at+1])<<8 | int(frame[at+2])<<16 }
	at := image.Rect(0, 0, number(6)+1, number(9)+1).Add(image.Pt(2*number(0), 2*number(3)))
	still := func() io.Reader {
		return &reader{ctx, io.MultiReader(stillHeader(frame[head:], at.Size()), bytes.NewReader(frame[head:]))}
	}
	// What the frame says of its size, and what its pixels do, can differ.
	c, err := webp.DecodeConfig(still())
	if err != nil || !at.In(canvas) || image.Pt(c.Width, c.Height) != at.Size() {
		return nil, canvas, errors.New("a frame of another size than it says")
	}
	img, err := webp.Decode(still())
	return img, at, err
}

// stillHeader is what comes before the chunks of a frame to make a still image of them.
func stillHeader(body []byte, size image.Point) io.Reader {
	out := []byte("RIFF\x00\x00\x00\x00WEBP")
	if bytes.HasPrefix(body, []byte("ALPH")) {
		out = append(out, "VP8X\x0a\x00\x00\x00\x10\x00\x00\x00"...)
		w, h := size.X-1, size.Y-1
		out = append(out, byte(w), byte(w>>8), byte(w>>16), byte(h), byte(h>>8), byte(h>>16))
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8+len(body)))
	return bytes.NewReader(out)
}
