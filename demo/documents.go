package demo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// atlasPDF is a document of two pages: the map, drawn from its outlines, and a list of the cities.
func atlasPDF() []byte {
	var drawing, list strings.Builder
	v := view{z: -1, width: 720, height: 360}
	drawing.WriteString("BT /F1 24 Tf 60 500 Td (Atlas) Tj ET 0.6 0.7 0.5 rg\n")
	for _, coast := range coastlines {
		for i, p := range coast {
			x, y := v.place(p)
			fmt.Fprintf(&drawing, "%.0f %.0f %c ", 60+x, 460-y, "ml"[min(i, 1)])
		}
		drawing.WriteString("f\n")
	}
	list.WriteString("BT /F1 12 Tf 14 TL 60 500 Td (Cities) Tj T*\n")
	for i, c := range cities() {
		if i < 30 {
			fmt.Fprintf(&list, "(%s, %s) Tj T*\n", c.slug, c.cc)
		}
	}
	list.WriteString("ET\n")
	page := func(contents int) string {
		return fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Resources << /Font << /F1 7 0 R >> >> /Contents %d 0 R >>", contents)
	}
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", len(s), s) }
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := []int{}
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
		page(5), page(6), stream(drawing.String()), stream(list.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Title (Atlas, a map and its cities) /Producer (atlas 1.4.2) >>",
	} {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R /Info 8 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return out.Bytes()
}

// symbolFont is a TrueType font with one sign in it, the square that marks a city (U+25A0).
func symbolFont() []byte {
	be := binary.BigEndian
	words := func(all ...uint16) (out []byte) {
		for _, w := range all {
			out = be.AppendUint16(out, w)
		}
		return out
	}
	const em, edge, left, right = 1000, 1000, 100, 900 // in units of the font
	square := words(1, left, left, right, right, 3, 0) // one outline in a box; it ends with point 3; no instructions
	square = append(square, 1, 1, 1, 1)                // four points on the outline
	square = append(square, words(left, 0, right-left, 0, left, right-left, 0, (left-right)&0xffff)...)
	names := [][2]string{{"\x01", "Atlas Symbols"}, {"\x02", "Regular"}, {"\x04", "Atlas Symbols Regular"}, {"\x06", "AtlasSymbols-Regular"}}
	records, texts := words(0, uint16(len(names)), uint16(6+12*len(names))), []byte(nil)
	for _, n := range names {
		text := words(utf16.Encode([]rune(n[1]))...)
		records = append(records, words(3, 1, 0x409, uint16(n[0][0]), uint16(len(text)), uint16(len(texts)))...) // Windows, Unicode, English
		texts = append(texts, text...)
	}
	tables := []struct {
		tag  string
		body []byte
	}{
		{"cmap", append(words(0, 1, 3, 1, 0, 12), words(4, 32, 0, 4, 4, 1, 0, 0x25a0, 0xffff, 0, 0x25a0, 0xffff, (1-0x25a0)&0xffff, 1, 0, 0)...)},
		{"glyf", square},
		{"head", words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, em, 0, 0, 0, 0, 0, 0, 0, 0, left, left, right, right, 0, 8, 2, 0, 0)},
		{"hhea", words(1, 0, right, 0, 0, edge, left, left, right, 1, 0, 0, 0, 0, 0, 0, 0, 2)},
		{"hmtx", words(edge, 0, edge, left)},
		{"loca", words(0, 0, uint16(len(square)/2))},
		{"maxp", words(1, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)},
		{"name", append(records, texts...)},
		{"post", words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
	}
	out, body := words(1, 0, uint16(len(tables)), 128, 3, 16), []byte(nil)
	for _, t := range tables {
		out = append(out, t.tag...)
		padded := append(slices.Clone(t.body), make([]byte, -len(t.body)&3)...)
		var sum uint32
		for i := 0; i < len(padded); i += 4 {
			sum += be.Uint32(padded[i:])
		}
		for _, v := range []int{int(sum), 12 + 16*len(tables) + len(body), len(t.body)} {
			out = be.AppendUint32(out, uint32(v))
		}
		body = append(body, padded...)
	}
	return append(out, body...)
}
