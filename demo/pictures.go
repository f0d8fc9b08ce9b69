package demo

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"math"
	"slices"
)

// dusk is a map of the world as JPEG, the sun above a longitude. Its pixels have colours of their own, as a photograph has.
// Eight of them, a day from the first to the last, are assets/day-night.webp: img2webp made it, since Go has no encoder for WebP.
func dusk(width int, sun float64) []byte {
	flat := worldView(width).paint(mapStyles["relief"])
	img := image.NewRGBA(flat.Rect)
	for y := range flat.Rect.Dy() {
		lat := math.Cos((0.5 - float64(y)/float64(flat.Rect.Dy())) * math.Pi)
		for x := range width {
			height := lat * math.Cos((float64(x)/float64(width)*360-180-sun)*math.Pi/180) // of the sun, as its sine
			light := 0.25 + 0.75/(1+math.Exp(-9*height))
			warm := 0.35 * math.Exp(-40*height*height) // where it rises and sets
			c := flat.Palette[flat.ColorIndexAt(x, y)].(color.RGBA)
			shade := func(c uint8, to float64) uint8 { return uint8(min(float64(c)*light*(1-warm)+to*warm, 255)) }
			img.SetRGBA(x, y, color.RGBA{shade(c.R, 235), shade(c.G, 130), shade(c.B, 70), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 80}); err != nil {
		panic("demo: jpeg: " + err.Error()) // a bytes.Buffer takes everything
	}
	return out.Bytes()
}

// journey is an animation, as GIF: a line that goes around the world from city to city.
func journey() []byte {
	const stops, red = 9, 4
	byLongitude := slices.SortedFunc(slices.Values(cities()), func(a, b city) int { return cmp.Compare(a.lon, b.lon) })
	v := worldView(240)
	img := v.paint(mapStyles["light"])
	img.Palette = append(img.Palette, color.RGBA{0xC2, 0x18, 0x5B, 0xFF})
	var out gif.GIF
	for i := range stops {
		from, to := byLongitude[i*len(byLongitude)/(stops+1)], byLongitude[(i+1)*len(byLongitude)/(stops+1)]
		x0, y0 := v.place(point{from.lon, from.lat})
		x1, y1 := v.place(point{to.lon, to.lat})
		steps := int(max(math.Abs(x1-x0), math.Abs(y1-y0), 1))
		for s := range steps + 1 {
			part := float64(s) / float64(steps)
			img.SetColorIndex(int(x0+(x1-x0)*part), int(y0+(y1-y0)*part), red)
		}
		frame := *img
		frame.Pix = slices.Clone(img.Pix)
		out.Image, out.Delay = append(out.Image, &frame), append(out.Delay, 40)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &out); err != nil {
		panic("demo: gif: " + err.Error()) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}
