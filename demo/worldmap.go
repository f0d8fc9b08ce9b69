package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
)

// A point is a longitude and a latitude in degrees.
type point struct{ lon, lat float64 }

// coastlines are the outlines of the larger lands, drawn by hand with as few points as still look like them.
var coastlines = [][]point{
	{ // North America
		{-168, 66}, {-156, 71}, {-130, 70}, {-110, 68}, {-95, 68}, {-82, 68}, {-94, 60}, {-82, 55}, {-79, 52}, {-77, 58}, {-65, 59}, {-56, 52},
		{-65, 45}, {-70, 42}, {-76, 35}, {-81, 31}, {-80, 25}, {-84, 30}, {-94, 29}, {-97, 22}, {-91, 18}, {-87, 21}, {-88, 16}, {-83, 10},
		{-78, 8}, {-85, 11}, {-95, 16}, {-105, 20}, {-112, 30}, {-117, 33}, {-124, 40}, {-124, 48}, {-135, 58}, {-152, 60}, {-165, 55}, {-158, 59},
	},
	{ // South America
		{-78, 8}, {-72, 12}, {-60, 9}, {-50, 0}, {-35, -6}, {-39, -15}, {-48, -26}, {-58, -38}, {-66, -46}, {-68, -54}, {-75, -50},
		{-73, -37}, {-70, -20}, {-81, -6}, {-80, 2},
	},
	{{-55, 60}, {-45, 60}, {-22, 70}, {-20, 81}, {-45, 83}, {-68, 79}, {-54, 70}}, // Greenland
	{ // Africa
		{-6, 36}, {10, 37}, {20, 32}, {32, 31}, {43, 12}, {51, 12}, {40, -3}, {40, -15}, {33, -26}, {27, -34}, {18, -34}, {12, -18},
		{9, -1}, {9, 4}, {-8, 4}, {-17, 14}, {-16, 24},
	},
	{ // Europe and Asia
		{-9, 37}, {-9, 43}, {-2, 44}, {-4, 48}, {8, 54}, {10, 57}, {5, 60}, {12, 66}, {25, 71}, {40, 66}, {55, 69}, {70, 73}, {100, 77},
		{130, 72}, {160, 70}, {180, 68}, {178, 64}, {162, 60}, {157, 52}, {155, 58}, {142, 59}, {135, 54}, {140, 48}, {130, 42}, {127, 36},
		{122, 40}, {120, 35}, {122, 30}, {113, 22}, {107, 17}, {109, 11}, {101, 13}, {103, 2}, {98, 9}, {97, 16}, {91, 22}, {80, 14},
		{77, 8}, {72, 19}, {66, 25}, {57, 26}, {50, 30}, {57, 23}, {52, 17}, {44, 13}, {35, 28}, {36, 36}, {27, 37}, {29, 41}, {23, 38},
		{19, 41}, {13, 46}, {18, 40}, {15, 38}, {9, 44}, {3, 43}, {0, 40}, {-5, 36},
	},
	{{114, -22}, {122, -18}, {130, -12}, {136, -12}, {141, -11}, {146, -19}, {153, -26}, {150, -37}, {140, -38}, {131, -31}, {116, -35}}, // Australia
	{{-5, 50}, {1, 51}, {0, 53}, {-2, 56}, {-5, 58}, {-5, 54}, {-3, 53}},                                                                 // Great Britain
	{{-24, 65}, {-18, 66}, {-14, 65}, {-19, 63}},                                                                                         // Iceland
	{{130, 31}, {136, 34}, {141, 36}, {142, 40}, {145, 43}, {141, 45}, {139, 39}, {133, 35}},                                             // Japan
	{{44, -20}, {47, -25}, {50, -15}},                                                                                                    // Madagascar
	{{167, -46}, {171, -44}, {174, -41}, {178, -38}, {174, -35}, {173, -40}},                                                             // New Zealand
	{{109, 1}, {117, 7}, {118, 1}, {115, -4}, {110, -2}},                                                                                 // Borneo
	{{95, 5}, {104, -2}, {105, -6}, {99, -1}},                                                                                            // Sumatra
	{{131, -1}, {141, -3}, {150, -10}, {138, -8}},                                                                                        // New Guinea
	{{-180, -90}, {-180, -78}, {-60, -73}, {0, -70}, {60, -67}, {120, -66}, {180, -78}, {180, -90}},                                      // Antarctica
}

// A mapStyle is the palette of a map: water, grid, land, city.
type mapStyle struct{ water, grid, land, city color.RGBA }

var mapStyles = map[string]mapStyle{
	"light":  {color.RGBA{0xCF, 0xE6, 0xF2, 0xFF}, color.RGBA{0xB4, 0xD3, 0xE3, 0xFF}, color.RGBA{0xF4, 0xEF, 0xE1, 0xFF}, color.RGBA{0xC2, 0x41, 0x0C, 0xFF}},
	"dark":   {color.RGBA{0x0F, 0x1B, 0x2D, 0xFF}, color.RGBA{0x1C, 0x2F, 0x4A, 0xFF}, color.RGBA{0x2F, 0x4B, 0x5E, 0xFF}, color.RGBA{0xFF, 0xC8, 0x57, 0xFF}},
	"relief": {color.RGBA{0x9F, 0xC5, 0xD8, 0xFF}, color.RGBA{0x8A, 0xB4, 0xCB, 0xFF}, color.RGBA{0x9B, 0xB4, 0x7E, 0xFF}, color.RGBA{0x4A, 0x25, 0x45, 0xFF}},
}

// A view is a part of the world on a canvas: it places points on a Mercator tile (z, x, y) or on a whole equirectangular map (z < 0).
type view struct {
	z, x, y       int
	width, height int
}

func tileView(z, x, y, size int) view { return view{z, x, y, size, size} }
func worldView(width int) view        { return view{z: -1, width: width, height: width / 2} }

// place returns where a point falls on the canvas, in pixels.
func (v view) place(p point) (px, py float64) {
	if v.z < 0 {
		return (p.lon + 180) / 360 * float64(v.width), (90 - p.lat) / 180 * float64(v.height)
	}
	const mercatorLimit = 85.0511
	lat := max(-mercatorLimit, min(mercatorLimit, p.lat)) * math.Pi / 180
	n := math.Exp2(float64(v.z))
	fx := (p.lon + 180) / 360 * n
	fy := (1 - math.Asinh(math.Tan(lat))/math.Pi) / 2 * n
	return (fx - float64(v.x)) * float64(v.width), (fy - float64(v.y)) * float64(v.height)
}

// gridStep is the distance of grid lines in degrees.
func (v view) gridStep() float64 { return 30 / math.Exp2(float64(max(0, v.z-1))) }

// paint paints the view in the four colours of a style.
func (v view) paint(style mapStyle) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, v.width, v.height), color.Palette{style.water, style.grid, style.land, style.city})
	for _, coast := range coastlines {
		v.fill(img, coast, 2)
	}
	for d := -180.0; d <= 180; d += v.gridStep() {
		x, y := v.place(point{d, d / 2})
		for i := range v.height {
			paintOver(img, int(x), i, 0, 1)
		}
		for i := range v.width {
			paintOver(img, i, int(y), 0, 1)
		}
	}
	for _, c := range cities() {
		x, y := v.place(point{c.lon, c.lat})
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				if (image.Point{X: int(x) + dx, Y: int(y) + dy}).In(img.Rect) {
					img.SetColorIndex(int(x)+dx, int(y)+dy, 3)
				}
			}
		}
	}
	return img
}

// drawPNG writes the view as a palette PNG.
func (v view) drawPNG(style mapStyle) []byte {
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, v.paint(style)); err != nil {
		panic(fmt.Sprintf("demo: encode map: %v", err)) // a bytes.Buffer takes everything
	}
	return out.Bytes()
}

// fill paints a polygon row by row, between each pair of crossings.
func (v view) fill(img *image.Paletted, coast []point, index uint8) {
	xs, ys := make([]float64, len(coast)), make([]float64, len(coast))
	for i, p := range coast {
		xs[i], ys[i] = v.place(p)
	}
	var crossings []float64
	for row := range v.height {
		y := float64(row) + 0.5
		crossings = crossings[:0]
		for i := range coast {
			j := (i + 1) % len(coast)
			if (ys[i] <= y) != (ys[j] <= y) {
				crossings = append(crossings, xs[i]+(y-ys[i])/(ys[j]-ys[i])*(xs[j]-xs[i]))
			}
		}
		slices.Sort(crossings)
		for i := 0; i+1 < len(crossings); i += 2 {
			from, to := max(0, int(crossings[i])), min(v.width, int(crossings[i+1]))
			for x := from; x < to; x++ {
				img.Pix[row*img.Stride+x] = index
			}
		}
	}
}

// paintOver sets a pixel that still has the colour under.
func paintOver(img *image.Paletted, x, y int, under, index uint8) {
	if (image.Point{X: x, Y: y}).In(img.Rect) && img.ColorIndexAt(x, y) == under {
		img.SetColorIndex(x, y, index)
	}
}

// drawSVG writes the view as SVG; cities carry their names when there is room.
func (v view) drawSVG(style mapStyle, title string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n", v.width, v.height)
	fmt.Fprintf(&b, "  <title>%s</title>\n  <rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", title, v.width, v.height, hex(style.water))
	fmt.Fprintf(&b, "  <g fill=\"%s\" stroke=\"%s\">\n", hex(style.land), hex(style.grid))
	for _, coast := range coastlines {
		b.WriteString("    <path d=\"M")
		for i, p := range coast {
			x, y := v.place(p)
			if i > 0 {
				b.WriteString(" L")
			}
			fmt.Fprintf(&b, "%.0f %.0f", x, y)
		}
		b.WriteString(" Z\"/>\n")
	}
	fmt.Fprintf(&b, "  </g>\n  <g fill=\"%s\" font-family=\"sans-serif\" font-size=\"8\">\n", hex(style.city))
	for _, c := range cities() {
		x, y := v.place(point{c.lon, c.lat})
		if x < 0 || y < 0 || x > float64(v.width) || y > float64(v.height) {
			continue
		}
		fmt.Fprintf(&b, "    <circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y, x+4, y+3, c.local)
	}
	b.WriteString("  </g>\n</svg>\n")
	return []byte(b.String())
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
