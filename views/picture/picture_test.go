package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/picture"
	"mcperuse/views/screentest"
)

// ramp is brighter from left to right, and transparent in its upper left corner.
func ramp(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{uint8(255 * x / width), uint8(255 * x / width), uint8(255 * x / width), 255}
			if x < width/8 && y < height/4 {
				c.A = 0
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asGIF(t testing.TB, frames int) []byte {
	t.Helper()
	g := &gif.GIF{}
	for range frames {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 8, 6), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// webp is one pixel.
func webp(t testing.TB) []byte {
	t.Helper()
	return fromBase64(t, "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
}

// huge is the header of a PNG of 60,000 by 60,000 pixels, with nothing behind it.
func huge() []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), 60000)
	head = binary.BigEndian.AppendUint32(head, 60000)
	head = append(head, 8, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

func TestHeader(t *testing.T) {
	for name, tt := range map[string]struct {
		data []byte
		want string
	}{
		"png":      {asPNG(t, ramp(20, 10)), "PNG · 20 × 10 · RGB with alpha"},
		"grey":     {asPNG(t, image.NewGray16(image.Rect(0, 0, 3, 4))), "PNG · 3 × 4 · grey, 16 bit"},
		"jpeg":     {asJPEG(t, ramp(1200, 10)), "JPEG · 1,200 × 10 · YCbCr"},
		"gif":      {asGIF(t, 1), "GIF · 8 × 6 · a palette for each frame"},
		"animated": {asGIF(t, 12), "GIF · 8 × 6 · the first of 12 frames · a palette for each frame"},
		"webp":     {webp(t), "WebP · 1 × 1 · YCbCr"},
		"huge":     {huge(), "PNG · 60,000 × 60,000 · RGB with alpha"},
	} {
		t.Run(name, func(t *testing.T) {
			h, err := picture.ReadHeader(tt.data)
			if err != nil || h.String() != tt.want {
				t.Errorf("got %q (%v), want %q", h, err, tt.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	whole := asPNG(t, ramp(200, 200))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		ctx  context.Context
		data []byte
		want string
	}{
		"too large": {t.Context(), huge(), "60,000 × 60,000 pixels, which would take 14.4 GB"},
		"cut":       {t.Context(), whole[:len(whole)/2], "damaged, or breaks off"},
		"rubbish":   {t.Context(), []byte("hello"), "no image"},
		"empty":     {t.Context(), nil, "no image"},
		"cancelled": {ended, whole, "cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := picture.Decode(tt.ctx, tt.data)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func drawn(t testing.TB, data []byte, th themes.Theme) screentest.Draw {
	t.Helper()
	p, err := picture.Decode(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	return func(scr uv.Screen, area uv.Rectangle) { p.Draw(scr, area, th, true) }
}

func TestScreens(t *testing.T) {
	for name, data := range map[string][]byte{"wide": asPNG(t, ramp(640, 320)), "tall": asPNG(t, ramp(100, 900)), "small": asPNG(t, ramp(16, 8)), "line": asPNG(t, ramp(9000, 1))} {
		t.Run(name, func(t *testing.T) {
			screentest.Golden(t, name+"-shades", 60, 16, drawn(t, data, themes.Plain()))
			screentest.Golden(t, name, 60, 16, drawn(t, data, themes.Dark()))
			screentest.Sizes(t, drawn(t, data, themes.Light()))
		})
	}
}

// A cell has the colours of its two pixels; where nothing is, nothing is drawn.
func TestColours(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 3))
	red, blue := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}
	img.SetNRGBA(0, 0, red)
	img.SetNRGBA(0, 1, blue)
	img.SetNRGBA(1, 1, blue)
	img.SetNRGBA(0, 2, color.NRGBA{255, 255, 255, 128})
	scr := uv.NewScreenBuffer(6, 2)
	drawn(t, asPNG(t, img), themes.Dark())(scr, scr.Bounds())
	rgb := func(c color.Color) color.Color {
		r, g, b, _ := c.RGBA()
		return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
	}
	for _, tt := range []struct {
		x, y    int
		content string
		fg, bg  color.Color
	}{
		{1, 0, "▀", rgb(red), rgb(blue)},
		{2, 0, "▄", rgb(blue), nil},
		{1, 1, "▀", color.RGBA{139, 139, 139, 255}, nil},
		{2, 1, " ", nil, nil},
	} {
		c := scr.CellAt(tt.x, tt.y)
		if c.Content != tt.content || c.Style.Fg != tt.fg || c.Style.Bg != tt.bg {
			t.Errorf("cell %d,%d is %q %v on %v, want %q %v on %v", tt.x, tt.y, c.Content, c.Style.Fg, c.Style.Bg, tt.content, tt.fg, tt.bg)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, data := range [][]byte{asPNG(f, ramp(9, 9)), asJPEG(f, ramp(9, 9)), asGIF(f, 3), webp(f), fromBase64(f, losslessFirst), fromBase64(f, alphaFirst), huge()} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := picture.Decode(t.Context(), data)
		if err != nil {
			return
		}
		scr := uv.NewScreenBuffer(20, 10)
		p.Draw(scr, scr.Bounds(), themes.Dark(), true)
		p.Draw(scr, scr.Bounds(), themes.Plain(), true)
	})
}

func BenchmarkDecode12MP(b *testing.B) {
	data := asJPEG(b, ramp(4000, 3000))
	for b.Loop() {
		if _, err := picture.Decode(context.Background(), data); err != nil {
			b.Fatal(err)
		}
	}
}
