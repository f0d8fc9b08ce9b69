package picture_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/picture"
)

// Animations of two frames of 8 × 6 pixels, a blue one and one of half transparent red,
// made with webpmux.
const (
	// Lossless blue is first, and fills the canvas.
	losslessFirst = "UklGRsQAAABXRUJQVlA4WAoAAAASAAAABwAABQAAQU5JTQYAAAD/////AABBTk1GLAAAAAAAAAAAAAcAAAUAAGQAAABWUDhMFAAAAC8HQAEABxDR//4HAILwv20iov8hQU5NRmQAAAAAAAAAAAAHAAAFAAAyAAAAQUxQSA8AAAABB1DAiAgABOF/20RE/0MAVlA4IDQAAAAwAgCdASoIAAYAAMASJaACdLoB+AH4AARoAAD++iGX/3easNN39a3/9aOfron+tHP/WVgA"
	// Lossy blue is first, at 2, 2 of a canvas of 10 × 8.
	lossyFirst = "UklGRuIAAABXRUJQVlA4WAoAAAASAAAACQAABwAAQU5JTQYAAAD/////AABBTk1GSgAAAAEAAAEAAAcAAAUAAGQAAABWUDggMgAAAPABAJ0BKggABgAAwBIloAJ0ugH4AARMAAD+/mah//rRz9dE/1o5/60c/+Uqi1TbigAAQU5NRmQAAAAAAAAAAAAHAAAFAAAyAAAAQUxQSA8AAAABB1DAiAgABOF/20RE/0MAVlA4IDQAAAAwAgCdASoIAAYAAMASJaACdLoB+AH4AARoAAD++iGX/3easNN39a3/9aOfron+tHP/WVgA"
	// Lossy red with an alpha channel is first, at 4, 2 of a canvas of 12 × 8.
	alphaFirst = "UklGRsQAAABXRUJQVlA4WAoAAAASAAAACwAABwAAQU5JTQYAAAD/////AABBTk1GZAAAAAIAAAEAAAcAAAUAAGQAAAFBTFBIDwAAAAEHUMCICAAE4X/bRET/QwBWUDggNAAAADACAJ0BKggABgAAwBIloAJ0ugH4AfgABGgAAP76IZf/d5qw03f1rf/1o5+uif60c/9ZWABBTk1GLAAAAAAAAAAAAAcAAAUAAGQAAAFWUDhMFAAAAC8HQAEABxDR//4HAILwv20iov8h"
)

func fromBase64(t testing.TB, s string) []byte {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Of an animation the first frame is drawn, at its place on the canvas.
func TestAnimatedWebP(t *testing.T) {
	for name, tt := range map[string]struct {
		data        string
		words       string
		left, right string // the second row of cells: its first cell, its last
	}{
		"lossless": {losslessFirst, "WebP · 8 × 6 · the first of 2 frames · YCbCr with alpha", "blue", "blue"},
		"lossy":    {lossyFirst, "WebP · 10 × 8 · the first of 2 frames · YCbCr with alpha", "", "blue"},
		"alpha":    {alphaFirst, "WebP · 12 × 8 · the first of 2 frames · YCbCr with alpha", "", "half red"},
	} {
		t.Run(name, func(t *testing.T) {
			data := fromBase64(t, tt.data)
			h, err := picture.ReadHeader(data)
			if err != nil || h.String() != tt.words {
				t.Errorf("the header is %q (%v)", h, err)
			}
			scr := uv.NewScreenBuffer(40, 20)
			drawn(t, data, themes.Dark())(scr, scr.Bounds())
			for x, want := range map[int]string{1: tt.left, h.Width: tt.right} {
				if got := colourWord(scr.CellAt(x, 1).Style.Fg); got != want {
					t.Errorf("cell %d is %q, want %q", x, got, want)
				}
			}
		})
	}
}

// colourWord names the colours of the frames, over the background of a dark terminal.
func colourWord(c color.Color) string {
	if c == nil {
		return ""
	}
	switch r, g, b, _ := c.RGBA(); {
	case b>>8 > 230 && r>>8 < 20 && g>>8 < 20:
		return "blue"
	case r>>8 > 120 && r>>8 < 160 && g>>8 < 30 && b>>8 < 30:
		return "half red"
	default:
		return fmt.Sprint(r>>8, g>>8, b>>8)
	}
}

// Frames that lie about themselves are not decoded.
func TestLyingFrames(t *testing.T) {
	change := func(data string, at int, to string) []byte {
		out := fromBase64(t, data)
		copy(out[at:], to)
		return out
	}
	frame := bytes.Index(fromBase64(t, losslessFirst), []byte("ANMF")) + 8
	for name, data := range map[string][]byte{
		"outside the canvas": change(losslessFirst, frame, "\x7f"),
		"another size":       change(losslessFirst, frame+6, "\x05"),
		"huge pixels":        change(losslessFirst, frame+16+8+1, "\xff\xff\xff\x0f"),
		"no chunks":          append(fromBase64(t, losslessFirst)[:frame-4], "\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x05\x00\x00\x00\x00\x00\x00"...),
		"no header":          append(fromBase64(t, losslessFirst)[:frame-4], "\x02\x00\x00\x00\x00\x00"...),
		"cut":                fromBase64(t, losslessFirst)[:frame+20],
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := picture.Decode(t.Context(), data); err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("got %v", err)
			}
		})
	}
}
