package reader

import (
	"fmt"
	"strings"

	"mcperuse/themes"
	"mcperuse/views/filetype"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

// dumped is how much of a blob is shown as bytes.
const dumped = 256

// blobLines show a blob: its types, size and hash, and its first bytes. Where it
// cannot be decoded they say why, with the string as it came.
func (it *item) blobLines(width int) []sheet.Line {
	th, e := it.th, it.exam
	var lines []sheet.Line
	row := func(name string, spans ...sheet.Span) {
		const names = 10
		label := sheet.Span{Style: th.Dim, Text: name + strings.Repeat(" ", names-len(name))}
		lines = append(lines, sheet.Line{Indent: names, Spans: append([]sheet.Span{label}, spans...)})
	}
	text := func(s string) sheet.Span { return sheet.Span{Style: th.Text, Text: s} }
	dim := func(s string) sheet.Span { return sheet.Span{Style: th.Dim, Text: s} }
	attention := func(s string) sheet.Span { return sheet.Span{Style: th.Attention, Text: s} }

	declared := []sheet.Span{dim("none declared")}
	if it.contents.MIMEType != "" {
		declared = []sheet.Span{text(it.contents.MIMEType), dim(" declared")}
	}
	if e == nil {
		row("type", declared...)
		row("size", text(humanize.Bytes(int64(len(it.contents.Base64)))), dim(" of base64, decoding…"))
		return lines
	}
	if e.blobErr != nil {
		row("type", declared...)
		lines = append(lines, sheet.Text(th.Error, "✗ "+e.blobErr.Error()), sheet.Line{},
			sheet.Text(th.Dim, "as sent"), sheet.Text(th.Text, cut(it.contents.Base64)))
		return lines
	}
	if len(e.data) == 0 {
		row("type", declared...)
		lines = append(lines, sheet.Line{}, sheet.Text(th.Dim, "empty blob: the server sent no bytes"))
		return lines
	}
	detected := []sheet.Span{dim(dot), text(e.detected), dim(" by its first bytes")}
	switch {
	case e.detected == filetype.Binary:
		detected = []sheet.Span{dim(dot + "not recognised by its first bytes")}
	case it.contents.MIMEType == "":
		detected = []sheet.Span{dim(dot), text(e.detected + "?"), dim(" by its first bytes")}
	case filetype.Contradicts(it.contents.MIMEType, e.detected):
		detected = []sheet.Span{dim(dot), attention("⚠ " + e.detected), dim(" by its first bytes")}
	}
	row("type", append(declared, detected...)...)
	size := humanize.Bytes(int64(len(e.data)))
	if len(e.data) >= 1000 {
		size += "  (" + humanize.Count(int64(len(e.data))) + " bytes)"
	}
	row("size", text(size))
	row("sha-256", text(e.sha256))
	if e.dialect == "" {
		row("base64", dim("standard"))
	} else {
		row("base64", attention("⚠ "+e.dialect))
	}
	lines = append(lines, sheet.Line{})
	lines = append(lines, dump(e.data[:min(len(e.data), dumped)], width, th)...)
	if len(e.data) > dumped {
		lines = append(lines, sheet.Line{}, sheet.Text(th.Dim, fmt.Sprintf("the first %d of %s bytes", dumped, humanize.Count(int64(len(e.data))))))
	}
	return lines
}

// dump lays bytes out as offset, hexadecimal and ASCII, as many a row as fit.
func dump(data []byte, width int, th themes.Theme) (lines []sheet.Line) {
	perRow := 16
	for perRow > 4 && dumpWidth(perRow) > width {
		perRow /= 2
	}
	for at := 0; at < len(data); at += perRow {
		row := data[at:min(at+perRow, len(data))]
		var digits, letters strings.Builder
		for i := range perRow {
			if i > 0 && i%8 == 0 {
				digits.WriteByte(' ')
			}
			if i >= len(row) {
				digits.WriteString("   ")
				continue
			}
			fmt.Fprintf(&digits, "%02x ", row[i])
			if c := row[i]; c >= 0x20 && c < 0x7f {
				letters.WriteByte(c)
			} else {
				letters.WriteByte('.')
			}
		}
		lines = append(lines, sheet.Line{Spans: []sheet.Span{
			{Style: th.Gutter, Text: fmt.Sprintf("%06x  ", at)},
			{Style: th.Text, Text: digits.String()},
			{Style: th.Dim, Text: " " + letters.String()},
		}})
	}
	return lines
}

// dumpWidth is the width of a row of n bytes, in columns.
func dumpWidth(n int) int { return len("000000  ") + 3*n + (n-1)/8 + 1 + n }
