package picture

import (
	"fmt"
	"image"
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
)

// Picture is a decoded image and draws itself: make one with [Decode]. It is
// passive and not safe for concurrent use.
type Picture struct {
	header Header
	pixels *image.RGBA // of the size that is kept

	scaled *image.RGBA // for the area it was drawn in last

	graphics Graphics
	encoding *Encoding // nil while there is none
	wants    Shape     // an encoding was lacking when it was drawn last; the zero value where none was
	refused  Shape     // there is no encoding of this shape
}

// SetGraphics tells how the terminal shows images.
func (p *Picture) SetGraphics(g Graphics) { p.graphics = g }

// Wants is the work that was found lacking when the picture was drawn last, and false
// where there was none. Until its outcome is here, half blocks are drawn.
func (p *Picture) Wants() (Task, bool) {
	return Task{p.wants, p.pixels}, p.wants != Shape{} && p.wants != p.refused
}

// Apply takes what came of the work on a shape, nil where there is no encoding.
func (p *Picture) Apply(s Shape, e *Encoding) {
	if p.encoding = e; e == nil {
		p.refused = s
	}
}

// Encoding is what the picture is drawn with, nil while that is half blocks.
func (p *Picture) Encoding() *Encoding { return p.encoding }

// Handle does nothing: a picture is whole in its area.
func (p *Picture) Handle(keymap.ID) bool { return false }

// Wheel does nothing.
func (p *Picture) Wheel(int) {}

// Click does nothing.
func (p *Picture) Click(int, int) {}

// Status says how large the image is, in pixels.
func (p *Picture) Status() string {
	return fmt.Sprintf("%s × %s", humanize.Count(int64(p.header.Width)), humanize.Count(int64(p.header.Height)))
}

// String says format, size, frames and colours.
func (h Header) String() string {
	frames := ""
	if h.Frames > 1 {
		frames = fmt.Sprintf("the first of %s frames · ", humanize.Count(int64(h.Frames)))
	}
	return fmt.Sprintf("%s · %s × %s · %s%s", h.Format, humanize.Count(int64(h.Width)), humanize.Count(int64(h.Height)), frames, h.Model)
}

// Draw draws the image as large as it fits, and no larger than half blocks show it:
// two pixels a cell, one above the other. Where it is transparent the background of
// the terminal shows. Without colours it is drawn in shades.
func (p *Picture) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, _ bool) {
	p.wants = Shape{}
	area.Min.X, area.Max.X = area.Min.X+1, area.Max.X-1
	if area.Dx() < 1 || area.Dy() < 1 {
		return
	}
	const caption = 2 // rows, with the one that sets it apart
	captioned := area.Dy() > caption+4
	if captioned {
		area.Max.Y -= caption
	}
	size := fit(image.Pt(p.header.Width, p.header.Height), image.Pt(area.Dx(), 2*area.Dy()))
	size = image.Pt(min(size.X, p.pixels.Rect.Dx()), min(size.Y, p.pixels.Rect.Dy()))
	cells := image.Pt(size.X, (size.Y+1)/2)
	if captioned {
		words := uv.Rect(area.Min.X, area.Min.Y+cells.Y+1, area.Dx(), 1)
		draw.NewRow(scr, words, 0).Text(th.Dim, p.header.String())
	}
	plain := th.Name == themes.Plain().Name
	if !plain && p.drawEncoding(scr, area.Min, cells, th.Dark) {
		return
	}
	if p.scaled == nil || p.scaled.Rect.Size() != size {
		p.scaled = image.NewRGBA(image.Rectangle{Max: size})
		average(p.scaled, p.scaled.Rect, p.pixels, p.pixels.Rect)
	}
	if plain {
		p.drawShades(scr, area)
		return
	}
	for y := 0; y < size.Y; y += 2 {
		row := draw.NewRow(scr, area, y/2)
		for x := range size.X {
			c, st := halves(p.at(x, y, th.Dark), p.at(x, y+1, th.Dark))
			row.Text(st, c)
		}
	}
}

// drawEncoding covers cells with the encoding of the picture, if there is one of their
// shape, and else notes what is wanted.
func (p *Picture) drawEncoding(scr uv.Screen, at, cells image.Point, dark bool) bool {
	if p.graphics.Protocol == Blocks || cells.X > maxCells || cells.Y > maxCells {
		return false
	}
	shape := Shape{Graphics: p.graphics, Cells: cells, Dark: dark && p.graphics.Protocol == Sixel}
	if p.encoding != nil && p.encoding.shape == shape {
		p.encoding.draw(scr, at)
		return true
	}
	p.wants = shape
	return false
}

// at is the colour of a pixel over the background of a theme, nil where the
// background itself shows.
func (p *Picture) at(x, y int, dark bool) color.Color {
	if y >= p.scaled.Rect.Dy() {
		return nil
	}
	if c := over(p.scaled.RGBAAt(x, y), dark); c.A != 0 {
		return c
	}
	return nil
}

// over is a colour over the background of a terminal, and nothing where there is
// hardly any of it.
func over(c color.RGBA, dark bool) color.RGBA {
	const hardly = 16
	if c.A < hardly {
		return color.RGBA{}
	}
	under := 255 - int(c.A)
	if dark {
		under = under * 0x17 / 255
	}
	part := func(part uint8) uint8 { return uint8(min(int(part)+under, 255)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), 255}
}

// halves is a cell with one colour above another.
func halves(upper, lower color.Color) (string, uv.Style) {
	switch {
	case upper == nil && lower == nil:
		return " ", uv.Style{}
	case upper == nil:
		return "▄", uv.Style{Fg: lower}
	}
	return "▀", uv.Style{Fg: upper, Bg: lower}
}

// shades are from nothing to full, for a dark background.
var shades = [...]string{" ", "░", "▒", "▓", "█"}

// drawShades draws the image without colours, its darkest pixels as nothing and its
// brightest as full. What a shade is too bright or too
// dark goes on to its neighbours, as Floyd and Steinberg do it, so that slow
// changes can be seen.
func (p *Picture) drawShades(scr uv.Screen, area uv.Rectangle) {
	width, height := p.scaled.Rect.Dx(), p.scaled.Rect.Dy()
	const steps = len(shades) - 1
	low, high := 1.0, 0.0
	for y := range height {
		for x := range width {
			l := p.light(x, y)
			low, high = min(low, l), max(high, l)
		}
	}
	stretch := func(light float64) float64 {
		if high <= low {
			return light
		}
		return max(light-low, 0) / (high - low)
	}
	below := make([]float64, width+2)
	for y := 0; y < height; y += 2 {
		row := draw.NewRow(scr, area, y/2)
		carried := below
		below = make([]float64, width+2)
		right := 0.0
		for x := range width {
			want := stretch((p.light(x, y)+p.light(x, min(y+1, height-1)))/2)*float64(steps) + carried[x+1] + right
			level := min(max(int(want+0.5), 0), steps)
			left := want - float64(level)
			right = left * 7 / 16
			below[x] += left * 3 / 16
			below[x+1] += left * 5 / 16
			below[x+2] += left / 16
			row.Text(uv.Style{}, shades[level])
		}
	}
}

// light is how bright a pixel is over black, from 0 to 1.
func (p *Picture) light(x, y int) float64 {
	c := p.scaled.RGBAAt(x, y)
	return (0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)) / 255
}
