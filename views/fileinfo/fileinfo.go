// Package fileinfo says what can be told cheaply of a file by its format: how long
// a sound is, what a font is called, what a program runs on.
//
// Only headers are read, nothing is decoded, and what is damaged is left out.
package fileinfo

import (
	"bytes"
	"regexp"
	"strings"

	"mcperuse/views/humanize"
)

// Fact is one thing that is known of a file.
type Fact struct{ Name, Value string }

// Read returns what is known of data, nothing for a format it does not know.
func Read(data []byte) []Fact {
	for _, f := range []struct {
		magic string
		read  func([]byte) []Fact
	}{
		{"%PDF-", pdf},
		{"RIFF", wav},
		{"fLaC", flac},
		{"OggS", ogg},
		{"ID3", mp3}, {"\xff\xfb", mp3}, {"\xff\xf3", mp3}, {"\xff\xfa", mp3}, {"\xff\xf2", mp3},
		{"\x00\x01\x00\x00", font}, {"OTTO", font}, {"true", font}, {"ttcf", font},
		{"\x7fELF", elf},
		{"MZ", pe},
		{"\xcf\xfa\xed\xfe", macho}, {"\xce\xfa\xed\xfe", macho},
	} {
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return f.read(data)
		}
	}
	return nil
}

var (
	pdfVersion = regexp.MustCompile(`^%PDF-(\d\.\d)`)
	pdfPage    = regexp.MustCompile(`/Type\s*/Page[^s\w]`)
	pdfTitle   = regexp.MustCompile(`/Title\s*\(((?:[^()\\]|\\.){1,300})\)`)
)

// pdf reads what is not in compressed streams.
func pdf(data []byte) (facts []Fact) {
	if m := pdfVersion.FindSubmatch(data[:min(len(data), 16)]); m != nil {
		facts = append(facts, Fact{"PDF", "version " + string(m[1])})
	}
	const cheap = 8 << 20 // bytes
	if len(data) > cheap {
		return facts
	}
	if n := len(pdfPage.FindAllIndex(data, 100_000)); n > 0 {
		facts = append(facts, Fact{"pages", humanize.Count(int64(n))})
	}
	if m := pdfTitle.FindSubmatch(data); m != nil && !bytes.HasPrefix(m[1], []byte("\xfe\xff")) {
		facts = append(facts, Fact{"title", strings.NewReplacer(`\(`, "(", `\)`, ")", `\\`, `\`).Replace(string(m[1]))})
	}
	return facts
}
