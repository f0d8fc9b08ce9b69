package themes

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/styles"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// The backgrounds the contrast is promised for.
var backgrounds = map[string]color.Color{"dark": rgb(0x171717), "light": rgb(0xfbfbfb)}

func TestTextCanBeRead(t *testing.T) {
	const enough = 4.5 // WCAG 2.2, success criterion 1.4.3
	for _, th := range []Theme{Dark(), Light()} {
		roles := map[string]uv.Style{
			"dim": th.Dim, "accent": th.Accent, "ok": th.OK, "attention": th.Attention,
			"error": th.Error, "changed": th.Changed, "match": th.Match, "gutter": th.Gutter,
		}
		for _, row := range []struct {
			name string
			bg   color.Color
		}{{"page", backgrounds[th.Name]}, {"selected", th.Selected.Bg}, {"inactive", th.Inactive.Bg}} {
			for name, st := range roles {
				bg := row.bg
				if st.Bg != nil {
					bg = st.Bg
				}
				if name == "gutter" && row.name != "page" {
					continue // texts have no selected rows
				}
				if got := contrast(st.Fg, bg); got < enough {
					t.Errorf("%s, %s on %s: contrast %.2f, want %.1f", th.Name, name, row.name, got, enough)
				}
			}
		}
	}
}

func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestMeaningsDiffer(t *testing.T) {
	for _, th := range []Theme{Dark(), Light()} {
		seen := map[color.Color]string{}
		for name, st := range map[string]uv.Style{
			"accent": th.Accent, "ok": th.OK, "attention": th.Attention, "error": th.Error, "changed": th.Changed, "dim": th.Dim,
		} {
			if other, taken := seen[st.Fg]; taken {
				t.Errorf("%s: %s looks like %s", th.Name, name, other)
			}
			seen[st.Fg] = name
		}
	}
}

// Terminals with fewer colours show the nearest they have, which for a dark or
// pale one easily is a loud one.
func TestRowsStayCalmWithFewColours(t *testing.T) {
	for _, th := range []Theme{Dark(), Light()} {
		for name, bg := range map[string]color.Color{"selected": th.Selected.Bg, "inactive": th.Inactive.Bg} {
			if c := ansi.Convert256(bg); c < 232 {
				t.Errorf("%s, %s: %d of 256 colours is no grey", th.Name, name, c)
			}
			switch c := ansi.Convert16(bg); c {
			case ansi.Black, ansi.BrightBlack, ansi.White, ansi.BrightWhite:
			default:
				t.Errorf("%s, %s: %d of 16 colours is no grey", th.Name, name, c)
			}
		}
	}
}

func TestSelectionNeedsNoColour(t *testing.T) {
	for _, th := range []Theme{Dark(), Light(), Plain()} {
		if th.Selected.Attrs&(uv.AttrBold|uv.AttrReverse) == 0 {
			t.Errorf("%s: without colour the selected row looks like any other", th.Name)
		}
	}
}

func TestPlainHasNoColour(t *testing.T) {
	th := Plain()
	for name, st := range map[string]uv.Style{
		"text": th.Text, "dim": th.Dim, "bold": th.Bold, "accent": th.Accent, "ok": th.OK, "attention": th.Attention, "error": th.Error,
		"changed": th.Changed, "selected": th.Selected, "inactive": th.Inactive, "match": th.Match, "hidden": th.Hidden, "rule": th.Rule, "gutter": th.Gutter,
	} {
		if st.Fg != nil || st.Bg != nil || st.UnderlineColor != nil {
			t.Errorf("%s has a colour", name)
		}
	}
}

func TestByName(t *testing.T) {
	for _, name := range Names() {
		th, err := ByName(name)
		if err != nil || th.Name != name {
			t.Errorf("ByName(%q) = %q, %v", name, th.Name, err)
		}
		if styles.Registry[th.Chroma] == nil {
			t.Errorf("%s: there is no chroma style %q", name, th.Chroma)
		}
	}
	_, err := ByName("solarized")
	if err == nil || !strings.Contains(err.Error(), `"solarized"; there are dark, light, plain`) {
		t.Errorf("the error is %v", err)
	}
}

func TestFor(t *testing.T) {
	if For(true).Name != "dark" || For(false).Name != "light" || !For(true).Dark || For(false).Dark {
		t.Error("For gives the wrong theme")
	}
}

func TestOn(t *testing.T) {
	th := Dark()
	got := On(th.Selected, th.Dim)
	if got.Fg != th.Dim.Fg || got.Bg != th.Selected.Bg || got.Attrs != uv.AttrBold {
		t.Errorf("dim on a selected row is %+v", got)
	}
	if got := On(Plain().Selected, Plain().Match); got.Attrs != uv.AttrReverse|uv.AttrBold || got.Underline != uv.UnderlineSingle {
		t.Errorf("a match on a plain selected row is %+v", got)
	}
}
