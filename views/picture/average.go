package picture

import (
	"image"
	"image/color"
)

// average scales what is in a part of an image down to a part of another, each
// pixel the average of those it stands for. Colours are taken with their alpha
// multiplied in, so that what is invisible has no part in them.
func average(dst *image.RGBA, to image.Rectangle, src image.Image, from image.Rectangle) {
	at := func(x, y int) color.RGBA64 {
		r, g, b, a := src.At(x, y).RGBA()
		return color.RGBA64{R: uint16(r), G: uint16(g), B: uint16(b), A: uint16(a)}
	}
	if s, ok := src.(image.RGBA64Image); ok {
		at = s.RGBA64At // without an allocation a pixel
	}
	// span are the pixels that one of n stands for, one at least.
	span := func(i, n, first, length int) (lo, hi int) {
		lo = first + i*length/n
		return lo, max(first+(i+1)*length/n, lo+1)
	}
	for y := range to.Dy() {
		y0, y1 := span(y, to.Dy(), from.Min.Y, from.Dy())
		for x := range to.Dx() {
			x0, x1 := span(x, to.Dx(), from.Min.X, from.Dx())
			var r, g, b, a, n uint64
			for sy := y0; sy < y1; sy++ {
				for sx := x0; sx < x1; sx++ {
					c := at(sx, sy)
					r, g, b, a, n = r+uint64(c.R), g+uint64(c.G), b+uint64(c.B), a+uint64(c.A), n+1
				}
			}
			dst.SetRGBA(to.Min.X+x, to.Min.Y+y, color.RGBA{
				R: uint8(r / n >> 8), G: uint8(g / n >> 8), B: uint8(b / n >> 8), A: uint8(a / n >> 8),
			})
		}
	}
}
