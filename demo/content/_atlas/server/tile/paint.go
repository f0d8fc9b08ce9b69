package tile

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

var palette = color.Palette{
	color.RGBA{0xCF, 0xE6, 0xF2, 0xFF}, // water
	color.RGBA{0xF4, 0xEF, 0xE1, 0xFF}, // land
}

// paint draws the land of one tile over the sea.
func paint(k Key) []byte {
	img := image.NewPaletted(image.Rect(0, 0, 256, 256), palette)
	for _, coast := range coastsOf(k) {
		fill(img, coast, 1)
	}
	var out bytes.Buffer
	png.Encode(&out, img)
	return out.Bytes()
}
