// Package picture tells what an image is by its header, and draws it in the cells
// of a terminal: two pixels a cell.
//
// An image comes from a server: its header is looked at before anything is
// decoded, and one that would take too much memory is not.
package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"  // decoder
	_ "image/jpeg" // decoder
	_ "image/png"  // decoder

	_ "golang.org/x/image/webp" // decoder
)

// Header is what an image says about itself.
type Header struct {
	Format        string // "PNG", "JPEG", "GIF" or "WebP"
	Width, Height int    // in pixels
	Model         string // how colours are kept, in words
	Frames        int    // of an animation, 1 for a still image

	pixel int // bytes a decoded pixel takes
}

// ErrFormat says that data is no image of a format known here.
var ErrFormat = errors.New("no image of a known format")

// formats are the names of formats as people write them.
var formats = map[string]string{"png": "PNG", "jpeg": "JPEG", "gif": "GIF", "webp": "WebP"}

// ReadHeader looks at the header of an image, and at nothing that is compressed.
func ReadHeader(data []byte) (Header, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return Header{}, ErrFormat
	case err != nil:
		return Header{}, errors.New("its header cannot be read")
	case c.Width <= 0 || c.Height <= 0:
		return Header{}, errors.New("it says that it has no pixels")
	}
	h := Header{Format: formats[format], Width: c.Width, Height: c.Height, Frames: 1, pixel: 4}
	switch m := c.ColorModel.(type) {
	case color.Palette:
		h.Model, h.pixel = fmt.Sprintf("palette of %d colours", len(m)), 1
		if format == "gif" && len(m) == 0 {
			h.Model = "a palette for each frame"
		}
	default:
		h.Model = modelName(m)
		if m == color.RGBA64Model || m == color.NRGBA64Model {
			h.pixel = 8
		}
	}
	switch format {
	case "gif":
		h.Frames = gifFrames(data)
	case "png":
		h.Frames = pngFrames(data)
	case "webp":
		h.Frames = webpFrames(data)
	}
	return h, nil
}

// modelName is a colour model in words.
func modelName(m color.Model) string {
	switch m {
	case color.YCbCrModel:
		return "YCbCr"
	case color.NYCbCrAModel:
		return "YCbCr with alpha"
	case color.GrayModel:
		return "grey"
	case color.Gray16Model:
		return "grey, 16 bit"
	case color.RGBAModel:
		return "RGB"
	case color.NRGBAModel:
		return "RGB with alpha"
	case color.RGBA64Model:
		return "RGB, 16 bit"
	case color.NRGBA64Model:
		return "RGB with alpha, 16 bit"
	case color.CMYKModel:
		return "CMYK"
	}
	return "a colour model of its own"
}

// gifFrames counts the frames of a GIF without decoding them.
func gifFrames(data []byte) int {
	frames := 0
	at := 13 // after the screen descriptor
	table := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	if len(data) < at {
		return 1
	}
	at += table(data[10])
	for at < len(data) {
		switch data[at] {
		case 0x2c: // an image: descriptor, colours, code size
			if at+9 >= len(data) {
				return max(frames, 1)
			}
			frames++
			at += 10 + table(data[at+9]) + 1
		case 0x21: // an extension: label
			at += 2
		default: // the trailer, or rubbish
			return max(frames, 1)
		}
		for at < len(data) && data[at] != 0 { // blocks, the last one empty
			at += 1 + int(data[at])
		}
		at++
	}
	return max(frames, 1)
}

// pngFrames is the number of frames that an animated PNG names before its pixels.
func pngFrames(data []byte) int {
	for at := 8; at+12 <= len(data); {
		size, kind := binary.BigEndian.Uint32(data[at:]), string(data[at+4:at+8])
		switch {
		case kind == "acTL" && size == 8:
			return int(min(max(binary.BigEndian.Uint32(data[at+8:]), 1), 1<<24))
		case kind == "IDAT" || size > uint32(len(data)):
			return 1
		}
		at += 12 + int(size)
	}
	return 1
}
