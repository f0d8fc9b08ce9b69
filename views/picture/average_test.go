package picture

import (
	"image"
	"image/color"
	"testing"
)

func TestAverage(t *testing.T) {
	src := image.NewNRGBA(image.Rect(0, 0, 4, 2))
	for y := range 2 {
		src.SetNRGBA(0, y, color.NRGBA{200, 0, 0, 255})
		src.SetNRGBA(1, y, color.NRGBA{100, 0, 0, 255})
		// One that cannot be seen has no part in the colour.
		src.SetNRGBA(2, y, color.NRGBA{0, 255, 0, 0})
		src.SetNRGBA(3, y, color.NRGBA{0, 0, 100, 255})
	}
	dst := image.NewRGBA(image.Rect(0, 0, 3, 1))
	average(dst, image.Rect(0, 0, 2, 1), src, src.Rect)
	for x, want := range []color.RGBA{{150, 0, 0, 255}, {0, 0, 50, 127}, {}} {
		got := dst.RGBAAt(x, 0)
		if got != want {
			t.Errorf("pixel %d is %v, want %v", x, got, want)
		}
	}
	// Fewer pixels than there are to fill: none is left out.
	big := image.NewRGBA(image.Rect(0, 0, 8, 2))
	average(big, big.Rect, src, src.Rect)
	for x := range 8 {
		if x/2 == 2 {
			continue
		}
		if got := big.RGBAAt(x, 1); got.A != 255 {
			t.Errorf("pixel %d is %v", x, got)
		}
	}
}
