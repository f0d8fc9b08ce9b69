package highlight

import (
	"image/color"
	"slices"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
	uv "github.com/charmbracelet/ultraviolet"
)

// tokenTypes are the types of token with a style of their own; the style of
// tokenTypes[i] is number i. Number 0 is for text without a colour. What a lexer
// takes for an error is such text: it is as often the lexer that errs.
var tokenTypes = slices.DeleteFunc(append([]chroma.TokenType{chroma.None}, chroma.TokenTypeValues()...),
	func(t chroma.TokenType) bool { return t < 0 && t != chroma.None || t == chroma.Text })

var styleNumbers = func() map[chroma.TokenType]uint16 {
	numbers := make(map[chroma.TokenType]uint16, len(tokenTypes))
	for i, t := range tokenTypes {
		if t > 0 {
			numbers[t] = uint16(i)
		}
	}
	return numbers
}()

// styleOf returns the number of the style for a type of token.
func styleOf(t chroma.TokenType) uint16 {
	for _, t := range []chroma.TokenType{t, t.SubCategory(), t.Category()} {
		if n, ok := styleNumbers[t]; ok {
			return n
		}
	}
	return 0
}

// tables keeps the style tables of the themes, of which there are few.
var tables = struct {
	sync.Mutex
	byName map[string][]uv.Style
}{byName: map[string][]uv.Style{}}

// StyleTable returns the styles that the spans of [Spans] refer to, as the chroma
// style of that name has them; an unknown name has none. The background stays the
// terminal's own, and so does the colour of ordinary text.
func StyleTable(name string) []uv.Style {
	style := styles.Registry[name]
	if style == nil {
		return nil
	}
	base := style.Get(chroma.Background)
	text := style.Get(chroma.Text)
	table := make([]uv.Style, len(tokenTypes))
	for i, t := range tokenTypes {
		if t <= 0 {
			continue
		}
		entry := style.Get(t)
		st := &table[i]
		if entry.Colour.IsSet() && entry.Colour != base.Colour && entry.Colour != text.Colour {
			st.Fg = rgb(entry.Colour)
		}
		if entry.Background.IsSet() && entry.Background != base.Background {
			st.Bg = rgb(entry.Background)
		}
		if entry.Bold == chroma.Yes {
			st.Attrs |= uv.AttrBold
		}
		if entry.Italic == chroma.Yes {
			st.Attrs |= uv.AttrItalic
		}
		if entry.Underline == chroma.Yes {
			st.Underline = uv.UnderlineSingle
		}
	}
	return table
}

// Style is the style that [StyleTable] has for a type of token.
func Style(name string, t chroma.TokenType) uv.Style {
	tables.Lock()
	defer tables.Unlock()
	table, ok := tables.byName[name]
	if !ok {
		table = StyleTable(name)
		tables.byName[name] = table
	}
	if n := int(styleOf(t)); n < len(table) {
		return table[n]
	}
	return uv.Style{}
}

func rgb(c chroma.Colour) color.Color {
	return color.RGBA{R: c.Red(), G: c.Green(), B: c.Blue(), A: 0xff}
}
