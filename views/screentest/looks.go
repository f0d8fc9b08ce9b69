package screentest

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/themes"
)

// Looks draws a view in every theme, and compares text and styles with
// testdata/NAME-WIDTHxHEIGHT.golden. It fails as [Text] does, too.
//
// A golden file has the text; below it, cell for cell, a sign for the style, none
// for the terminal's own; and then what each sign is in each theme. Themes that
// show another text follow, in the same way.
func Looks(t testing.TB, name string, width, height int, in func(themes.Theme) Draw) {
	t.Helper()
	var texts []string
	alike := map[string][]string{} // the themes by their text
	rows := map[string][]uv.Line{} // by theme
	for _, theme := range []themes.Theme{themes.Dark(), themes.Light(), themes.Plain()} {
		rows[theme.Name] = paint(t, width, height, ansi.WcWidth, in(theme))
		text := textOf(rows[theme.Name])
		if len(alike[text]) == 0 {
			texts = append(texts, text)
		}
		alike[text] = append(alike[text], theme.Name)
	}
	var b strings.Builder
	for _, text := range texts {
		var screens [][]uv.Line
		for _, theme := range alike[text] {
			screens = append(screens, rows[theme])
		}
		fmt.Fprintf(&b, "=== %s\n%s", strings.Join(alike[text], ", "), text)
		writeStyles(&b, alike[text], screens)
	}
	compare(t, fmt.Sprintf("%s-%dx%d", name, width, height), b.String())
}

// signs are those of styles, in the order in which they are met with. Where there are
// more styles, the rest share the last one.
const signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#"

// writeStyles writes signs for the styles of screens with the same text, and what they
// mean.
func writeStyles(b *strings.Builder, names []string, screens [][]uv.Line) {
	b.WriteString("--- styles\n")
	known := map[string]byte{strings.Repeat("\t", len(screens)): ' '}
	var legend []string
	for y := range screens[0] {
		var row strings.Builder
		for x := range screens[0][y] {
			key := ""
			for _, s := range screens {
				key += styleWords(s[y][x].Style) + "\t"
			}
			sign, ok := known[key]
			if !ok {
				sign = signs[min(len(legend), len(signs)-1)]
				known[key], legend = sign, append(legend, key)
			}
			row.WriteByte(sign)
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	for i, key := range legend[:min(len(legend), len(signs)-1)] {
		fmt.Fprintf(b, "%c", signs[i])
		for j, words := range strings.Split(strings.TrimSuffix(key, "\t"), "\t") {
			if words == "" {
				words = "–"
			}
			fmt.Fprintf(b, "   %s: %s", names[j], words)
		}
		b.WriteByte('\n')
	}
}

// styleWords are a style in words, "" for that of the terminal.
func styleWords(st uv.Style) string {
	var words []string
	colour := func(before string, c color.Color) {
		if c != nil {
			r, g, b, _ := c.RGBA()
			words = append(words, fmt.Sprintf("%s#%02x%02x%02x", before, r>>8, g>>8, b>>8))
		}
	}
	colour("", st.Fg)
	colour("on ", st.Bg)
	for _, a := range []struct {
		bit  uint8
		word string
	}{{uv.AttrBold, "bold"}, {uv.AttrFaint, "faint"}, {uv.AttrItalic, "italic"}, {uv.AttrReverse, "reverse"}, {uv.AttrStrikethrough, "struck"}} {
		if st.Attrs&a.bit != 0 {
			words = append(words, a.word)
		}
	}
	if st.Underline != uv.UnderlineNone {
		words = append(words, "underlined")
	}
	return strings.Join(words, " ")
}
