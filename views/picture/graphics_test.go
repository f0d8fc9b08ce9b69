package picture_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/themes"
	"mcperuse/views/picture"
	"mcperuse/views/screentest"
)

// shown is a picture with the encoding it wants in an area of a size, and the encoding.
func shown(t testing.TB, data []byte, g picture.Graphics, width, height int) (*picture.Picture, *picture.Encoding) {
	t.Helper()
	p, err := picture.Decode(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	p.SetGraphics(g)
	scr := uv.NewScreenBuffer(width, height)
	p.Draw(scr, scr.Bounds(), themes.Dark(), true)
	task, ok := p.Wants()
	if !ok {
		t.Fatal("nothing is wanted")
	}
	e, err := task.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.Apply(task.Shape, e)
	return p, e
}

// frame is what is written for a screen of a size with nothing but a picture at 4, 3.
func frame(p *picture.Picture, width, height int) string {
	scr := uv.NewScreenBuffer(width, height)
	p.Draw(scr, uv.Rect(3, 3, width-4, height-4), themes.Dark(), true)
	return scr.Render()
}

// commented is a PNG with a text in it that must not reach a terminal.
func commented(t testing.TB, img image.Image) []byte {
	t.Helper()
	data := asPNG(t, img)
	chunk := []byte("tEXtComment\x00\x1b]52;c;c2VjcmV0\x07")
	out := binary.BigEndian.AppendUint32(bytes.Clone(data[:33]), uint32(len(chunk)-4))
	out = binary.BigEndian.AppendUint32(append(out, chunk...), crc32.ChecksumIEEE(chunk))
	return append(out, data[33:]...)
}

var (
	kittyChunks = regexp.MustCompile(`\x1b_G([^;]*);([^\x1b]*)\x1b\\`)
	inlineFile  = regexp.MustCompile(`\x1b]1337;File=([^:]*):([^\x07]*)\x07`)
	sixelParts  = regexp.MustCompile(`#(\d+)((?:;\d+)*)|!(\d+)[?-~]|[?-~$-]`)
	sixels      = regexp.MustCompile(`(?s)\x1bP0;1q(.*?)\x1b\\`)
)

// pngOf is an image from base64.
func pngOf(t *testing.T, text string) image.Image {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// sixelImage paints sixels. The decoder that belongs to the encoder leaves some out.
func sixelImage(data string) image.Image {
	var width, height, colour, x, band int
	_, _ = fmt.Sscanf(data, `"1;1;%d;%d`, &width, &height)
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	palette := map[int]color.RGBA{}
	for _, m := range sixelParts.FindAllStringSubmatch(data, -1) {
		part := m[0]
		number, _ := strconv.Atoi(m[1] + m[3])
		switch {
		case part[0] == '#':
			if colour = number; m[2] != "" {
				var r, g, b int
				_, _ = fmt.Sscanf(m[2], ";2;%d;%d;%d", &r, &g, &b)
				palette[colour] = color.RGBA{uint8(r * 255 / 100), uint8(g * 255 / 100), uint8(b * 255 / 100), 255}
			}
		case part == "$":
			x = 0
		case part == "-":
			x, band = 0, band+6
		default:
			for range max(number, 1) {
				for bit := range 6 {
					if (part[len(part)-1]-'?')>>bit&1 == 1 {
						img.SetRGBA(x, band+bit, palette[colour])
					}
				}
				x++
			}
		}
	}
	return img
}

// What a terminal gets is the image, at the place and in the size of its cells, and
// nothing else of the file.
func TestEncodings(t *testing.T) {
	cell := image.Pt(8, 16)
	for name, tt := range map[string]struct {
		graphics picture.Graphics
		size     image.Point // in pixels
		read     func(t *testing.T, frame string) image.Image
	}{
		"kitty": {picture.Graphics{Protocol: picture.Kitty, Cell: cell}, image.Pt(300, 150), func(t *testing.T, frame string) image.Image {
			var options, data []string
			for _, m := range kittyChunks.FindAllStringSubmatch(frame, -1) {
				options, data = append(options, m[1]), append(data, m[2])
			}
			if len(options) != 1 || options[0] != "f=100,q=2,i=77,U=1,c=54,r=14,a=T" {
				t.Errorf("the options are %q", options)
			}
			if cells := strings.Count(frame, "\U0010eeee"); cells != 54*14 || !strings.Contains(frame, "\x1b[38;5;77m\U0010eeee\u0305\u0305") {
				t.Errorf("%d placeholders", cells)
			}
			return pngOf(t, strings.Join(data, ""))
		}},
		"kitty in tmux": {picture.Graphics{Protocol: picture.Kitty, Cell: cell, Tmux: true}, image.Pt(300, 150), func(t *testing.T, frame string) image.Image {
			if !strings.Contains(frame, "\x1bPtmux;\x1b\x1b_Gf=100") {
				t.Error("it is not passed through")
			}
			var data []string
			for _, m := range kittyChunks.FindAllStringSubmatch(strings.ReplaceAll(frame, "\x1b\x1b", "\x1b"), -1) {
				data = append(data, m[2])
			}
			return pngOf(t, strings.Join(data, ""))
		}},
		"iterm": {picture.Graphics{Protocol: picture.ITerm, Cell: cell}, image.Pt(300, 150), func(t *testing.T, frame string) image.Image {
			m := inlineFile.FindStringSubmatch(frame)
			if m == nil || !strings.Contains(m[1], ";width=54;height=14;inline=1") {
				t.Fatalf("no file, or another: %.200q", frame)
			}
			return pngOf(t, m[2])
		}},
		"sixel": {picture.Graphics{Protocol: picture.Sixel, Cell: cell}, image.Pt(432, 216), func(t *testing.T, frame string) image.Image {
			m := sixels.FindStringSubmatch(frame)
			if m == nil {
				t.Fatalf("no sixels: %.200q", frame)
			}
			return sixelImage(m[1])
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p, e := shown(t, commented(t, ramp(300, 150)), tt.graphics, 56, 33)
			got := picture.Replace(frame(p, 60, 37), e)
			if strings.Contains(got, "mcperuse") || strings.Contains(got, "c2VjcmV0") {
				t.Error("more than the image is written")
			}
			if at := strings.Index(got, "\x1b7\x1b[4;5H"); (at >= 0) == (tt.graphics.Protocol == picture.Kitty) {
				t.Errorf("the image is at the wrong place: %d", at)
			}
			img := tt.read(t, got)
			if img.Bounds().Size() != tt.size {
				t.Errorf("%v pixels instead of %v", img.Bounds().Size(), tt.size)
			}
			at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
			if c := at(2, 2); c.A != 0 {
				t.Errorf("the corner is %v, and should be transparent", c)
			}
			if left, right := at(tt.size.X/4, tt.size.Y/2), at(tt.size.X-4, tt.size.Y/2); left.R < 54 || left.R > 74 || right.R < 240 {
				t.Errorf("the ramp goes from %v to %v", left, right)
			}
		})
	}
}

// What Bubble Tea makes of a frame still has placeholders and mark in their cells.
func TestRendererKeepsCells(t *testing.T) {
	p, e := shown(t, asPNG(t, ramp(300, 150)), picture.Graphics{Protocol: picture.Kitty, Cell: image.Pt(8, 16)}, 56, 33)
	for _, method := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
		scr := uv.NewScreenBuffer(60, 37)
		scr.Method = method
		uv.NewStyledString(frame(p, 60, 37)).Draw(scr, scr.Bounds())
		if c := scr.CellAt(6, 4); c.Content != "\U0010eeee\u030d\u030e" || c.Width != 1 {
			t.Errorf("a placeholder is %q, %d wide", c.Content, c.Width)
		}
		if c := scr.CellAt(4+54, 3+13); c.Width != 1 || !strings.HasPrefix(picture.Replace(c.Content, e), "\x1b_Gf=100") {
			t.Errorf("the mark is %q", c.Content)
		}
	}
}

// Two pictures have no cell in common, so that each of them is written when one takes
// the place of the other.
func TestPicturesDiffer(t *testing.T) {
	g := picture.Graphics{Protocol: picture.Sixel, Cell: image.Pt(8, 16)}
	screens := make([]uv.ScreenBuffer, 2)
	for i, width := range []int{300, 299} {
		p, _ := shown(t, asPNG(t, ramp(width, 150)), g, 56, 33)
		screens[i] = uv.NewScreenBuffer(56, 33)
		p.Draw(screens[i], screens[i].Bounds(), themes.Dark(), true)
	}
	for y := range 14 {
		for x := 1; x < 55; x++ {
			if a, b := screens[0].CellAt(x, y), screens[1].CellAt(x, y); a.Equal(b) || a.Equal(&uv.EmptyCell) {
				t.Fatalf("cell %d,%d is %q in %v", x, y, a.Content, a.Style.Fg)
			}
		}
	}
}

// While there is no encoding of its shape, a picture is drawn with half blocks.
func TestUntilEncoded(t *testing.T) {
	g := picture.Graphics{Protocol: picture.ITerm, Cell: image.Pt(8, 16)}
	p, e := shown(t, asPNG(t, ramp(300, 150)), g, 56, 33)
	if _, wants := p.Wants(); !wants {
		t.Error("drawn only once, nothing was wanted")
	}
	frame(p, 60, 37)
	if _, wants := p.Wants(); wants {
		t.Error("with its encoding at hand it wants another")
	}
	if got := frame(p, 40, 37); !strings.Contains(got, "▀") || picture.Replace(got, e) != got {
		t.Error("in another size it is not drawn with half blocks")
	}
	task, _ := p.Wants()
	p.Apply(task.Shape, nil)
	frame(p, 40, 37)
	if _, wants := p.Wants(); wants {
		t.Error("it wants again what could not be done")
	}
	scr := uv.NewScreenBuffer(60, 37)
	p.Draw(scr, scr.Bounds(), themes.Plain(), true)
	if _, wants := p.Wants(); wants || strings.Contains(scr.Render(), "\x1b_") {
		t.Error("without colours there is more than shades")
	}
}

func TestEncodingIsBounded(t *testing.T) {
	noise := image.NewRGBA(image.Rect(0, 0, 1024, 1024))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(r.Uint32()) | uint8(i%4/3*255)
	}
	p, e := shown(t, asPNG(t, noise), picture.Graphics{Protocol: picture.ITerm, Cell: image.Pt(20, 40)}, 200, 100)
	if n := len(picture.Replace(frame(p, 204, 104), e)); n > 4<<20+100_000 {
		t.Errorf("%d bytes are written", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	frame(p, 150, 100)
	task, _ := p.Wants()
	if _, err := task.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ends with %v", err)
	}
}

func TestEncodedSizes(t *testing.T) {
	for _, protocol := range []picture.Protocol{picture.Kitty, picture.ITerm, picture.Sixel} {
		p, err := picture.Decode(t.Context(), asPNG(t, ramp(60, 20)))
		if err != nil {
			t.Fatal(err)
		}
		p.SetGraphics(picture.Graphics{Protocol: protocol, Cell: image.Pt(3, 6)})
		screentest.Sizes(t, func(scr uv.Screen, area uv.Rectangle) {
			p.Draw(scr, area, themes.Light(), true)
			if task, ok := p.Wants(); ok {
				e, err := task.Run(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				p.Apply(task.Shape, e)
				p.Draw(scr, area, themes.Light(), true)
			}
		})
	}
}

func TestReplace(t *testing.T) {
	p, e := shown(t, asPNG(t, ramp(20, 10)), picture.Graphics{Protocol: picture.Sixel, Cell: image.Pt(2, 4)}, 30, 20)
	scr := uv.NewScreenBuffer(30, 20)
	p.Draw(scr, scr.Bounds(), themes.Dark(), true)
	mark := strings.TrimSuffix(scr.CellAt(21, 4).Content, " ")
	image := picture.Replace(mark, e)
	for name, tt := range map[string]struct {
		frame string
		e     *picture.Encoding
		want  string
	}{
		"no mark":       {"a\x1b_other;1\x1b\\b", e, "a\x1b_other;1\x1b\\b"},
		"its mark":      {"a" + mark + "b" + mark, e, "a" + image + "b" + image},
		"no image":      {"a" + mark + "b", nil, "ab"},
		"another image": {"a\x1b_mcperuse;7;1;1\x1b\\b", e, "ab"},
		"broken":        {"a\x1b_mcperuse;7\x1b\\b\x1b_mcperuse;", e, "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := picture.Replace(tt.frame, tt.e); got != tt.want {
				t.Errorf("got %.100q, want %.100q", got, tt.want)
			}
		})
	}
}

func TestByName(t *testing.T) {
	var found []picture.Protocol
	for _, name := range []string{"blocks", "kitty", "iterm", "sixel", "off"} {
		p, err := picture.ByName(name)
		if err != nil {
			t.Error(err)
		}
		found = append(found, p)
	}
	if want := []picture.Protocol{picture.Blocks, picture.Kitty, picture.ITerm, picture.Sixel, picture.Off}; !slices.Equal(found, want) {
		t.Errorf("found %v", found)
	}
	if _, err := picture.ByName("ascii"); err == nil || !strings.Contains(err.Error(), `"ascii"`) {
		t.Errorf("an unknown name: %v", err)
	}
}

func BenchmarkEncode(b *testing.B) {
	for name, protocol := range map[string]picture.Protocol{"kitty": picture.Kitty, "iterm": picture.ITerm, "sixel": picture.Sixel} {
		b.Run(name, func(b *testing.B) {
			p, err := picture.Decode(b.Context(), asJPEG(b, ramp(1600, 900)))
			if err != nil {
				b.Fatal(err)
			}
			p.SetGraphics(picture.Graphics{Protocol: protocol, Cell: image.Pt(10, 20)})
			scr := uv.NewScreenBuffer(100, 40)
			p.Draw(scr, scr.Bounds(), themes.Dark(), true)
			task, _ := p.Wants()
			for b.Loop() {
				if _, err := task.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
