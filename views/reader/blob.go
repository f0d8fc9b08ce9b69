package reader

import (
	"strings"

	"mcperuse/views/filetype"
	"mcperuse/views/humanize"
	"mcperuse/views/sheet"
)

// blobLines show a blob: its types, size and hash, and what its format says. Where it
// cannot be decoded they say why, with the string as it came.
func (it *item) blobLines() []sheet.Line {
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
	if e.image != nil {
		row("image", text(e.image.String()))
	}
	if e.undrawn != nil {
		row("", attention("⚠ it is not drawn: "+e.undrawn.Error()))
	}
	return lines
}
