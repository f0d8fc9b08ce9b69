package reader

import (
	"fmt"
	"slices"
	"strings"

	"mcperuse/themes"
	"mcperuse/views/archive"
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
	for _, f := range e.facts {
		row(f.Name, text(f.Value))
	}
	if e.image != nil {
		row("image", text(e.image.String()))
	}
	if e.undrawn != nil {
		row("", attention("⚠ it is not drawn: "+e.undrawn.Error()))
	}
	if e.archive != nil {
		listed := archiveLines(*e.archive, row, th) // it adds rows before
		lines = append(lines, listed...)
	}
	return lines
}

// archiveLines list what is in an archive, after a row with how much that is.
func archiveLines(l archive.Listing, row func(string, ...sheet.Span), th themes.Theme) (lines []sheet.Line) {
	entries := humanize.Amount(len(l.Entries), "entry", "entries")
	row("archive", sheet.Span{Style: th.Text, Text: l.Format}, sheet.Span{Style: th.Dim, Text: dot + entries + dot + humanize.Bytes(l.Unpacked) + " unpacked"})
	if l.Stopped != "" {
		row("", sheet.Span{Style: th.Attention, Text: "⚠ not all of it: " + l.Stopped})
	}
	lines = append(lines, sheet.Line{})
	known := slices.ContainsFunc(l.Entries, func(e archive.Entry) bool { return e.Packed >= 0 && !e.Folder })
	facts := func(size, packed, modified string) string {
		if !known {
			return fmt.Sprintf("%9s  %-16s  ", size, modified)
		}
		return fmt.Sprintf("%9s %9s  %-16s  ", size, packed, modified)
	}
	if len(l.Entries) > 0 {
		lines = append(lines, sheet.Line{Indent: 4, Spans: []sheet.Span{{Style: th.Dim, Text: facts("unpacked", "packed", "modified (UTC)") + "name"}}})
	}
	for _, e := range l.Entries {
		size, packed, modified := humanize.Bytes(e.Size), "", ""
		if e.Folder {
			size = "–"
		}
		if e.Packed >= 0 && !e.Folder {
			packed = humanize.Bytes(e.Packed)
		}
		if !e.Modified.IsZero() && e.Modified.Unix() != 0 {
			modified = e.Modified.UTC().Format("2006-01-02 15:04")
		}
		line := sheet.Line{Indent: 4, Spans: []sheet.Span{{Style: th.Dim, Text: facts(size, packed, modified)}}}
		if e.Outside() {
			line.Spans = append(line.Spans, sheet.Span{Style: th.Attention, Text: "⚠ outside: "})
		}
		line.Spans = append(line.Spans, sheet.Span{Style: th.Text, Text: e.Name})
		if e.Link != "" {
			line.Spans = append(line.Spans, sheet.Span{Style: th.Dim, Text: " → " + e.Link})
		}
		lines = append(lines, line)
	}
	return lines
}
