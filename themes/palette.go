package themes

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
)

// palette is the few colours of a theme: one accent, four meanings, three greys
// and the background of a selected row.
type palette struct {
	accent, ok, attention, failure, changed color.Color

	dim, gutter, rule  color.Color
	selected, inactive color.Color // backgrounds
	onMatch            color.Color // text on a match, whose background is attention
}

// rgb makes a colour of 0xRRGGBB.
func rgb(hex uint32) color.Color {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// Dark is the theme for dark terminals.
func Dark() Theme {
	return theme("dark", true, "github-dark", palette{
		accent:    rgb(0x79b8ff),
		ok:        rgb(0x7fc98f),
		attention: rgb(0xe3b35c),
		failure:   rgb(0xff8f86),
		changed:   rgb(0xcaa8f7),
		dim:       rgb(0x9da3ab),
		gutter:    rgb(0x868c94),
		rule:      rgb(0x444a52),
		selected:  rgb(0x303844),
		inactive:  rgb(0x24282e),
		onMatch:   rgb(0x171717),
	})
}

// Light is the theme for light terminals.
func Light() Theme {
	return theme("light", false, "github", palette{
		accent:    rgb(0x0a5cc0),
		ok:        rgb(0x17722f),
		attention: rgb(0x855900),
		failure:   rgb(0xc01c28),
		changed:   rgb(0x7a45c8),
		dim:       rgb(0x5a626b),
		gutter:    rgb(0x68707a),
		rule:      rgb(0xc4cad1),
		selected:  rgb(0xdbe2ea),
		inactive:  rgb(0xeceef1),
		onMatch:   rgb(0xfbfbfb),
	})
}

func theme(name string, dark bool, chroma string, p palette) Theme {
	fg := func(c color.Color) uv.Style { return uv.Style{Fg: c} }
	return Theme{
		Name:   name,
		Dark:   dark,
		Chroma: chroma,

		Dim:       fg(p.dim),
		Bold:      uv.Style{Attrs: uv.AttrBold},
		Accent:    fg(p.accent),
		OK:        fg(p.ok),
		Attention: fg(p.attention),
		Error:     fg(p.failure),
		Changed:   fg(p.changed),
		Selected:  uv.Style{Bg: p.selected, Attrs: uv.AttrBold},
		Inactive:  uv.Style{Bg: p.inactive},
		Match:     uv.Style{Fg: p.onMatch, Bg: p.attention},
		Hidden:    uv.Style{Fg: p.attention, Attrs: uv.AttrReverse},
		Rule:      fg(p.rule),
		Gutter:    fg(p.gutter),
	}
}

// Plain is the theme without any colour, for NO_COLOR: bold, faint, reverse and
// underline say what colour says elsewhere.
func Plain() Theme {
	var (
		bold  = uv.Style{Attrs: uv.AttrBold}
		faint = uv.Style{Attrs: uv.AttrFaint}
	)
	return Theme{
		Name:   "plain",
		Dark:   true,
		Chroma: "bw",

		Dim:       faint,
		Bold:      bold,
		Accent:    bold,
		OK:        uv.Style{},
		Attention: bold,
		Error:     bold,
		Changed:   bold,
		Selected:  uv.Style{Attrs: uv.AttrReverse},
		Inactive:  bold,
		Match:     uv.Style{Attrs: uv.AttrBold, Underline: uv.UnderlineSingle},
		Hidden:    uv.Style{Attrs: uv.AttrReverse},
		Rule:      faint,
		Gutter:    faint,
	}
}
