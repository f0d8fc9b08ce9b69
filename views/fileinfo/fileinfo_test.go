package fileinfo_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"mcperuse/views/fileinfo"
)

// header is n bytes with some at offsets.
func header(n int, at map[int]string) []byte {
	data := make([]byte, n)
	for i, s := range at {
		copy(data[i:], s)
	}
	return data
}

func le16(n uint16) string { return string(binary.LittleEndian.AppendUint16(nil, n)) }
func le32(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }

func samples() map[string][]byte {
	return map[string][]byte{
		"PDF version 1.7, pages 2, title A (small) one":         []byte("%PDF-1.7\n1 0 obj <</Title (A \\(small\\) one)>>\n2 0 obj <</Type /Pages /Count 2>>\n3 0 obj <</Type /Page>>\n4 0 obj <</Type/Page/Parent 2 0 R>>"),
		"sound WAV · 8 kHz · 16 bit · mono, length 500 ms":      header(44, map[int]string{0: "RIFF", 8: "WAVEfmt " + le32(16) + le16(1) + le16(1) + le32(8000) + le32(16000) + le16(2) + le16(16) + "data" + le32(8000)}),
		"sound FLAC · 44.1 kHz · 16 bit · stereo, length 1.0 s": header(42, map[int]string{0: "fLaC\x00\x00\x00\x22", 18: string(binary.BigEndian.AppendUint64(nil, 44100<<44|1<<41|15<<36|44100))}),
		"sound Ogg Vorbis · 48 kHz · stereo, length 2.0 s":      header(100, map[int]string{0: "OggS", 28: "\x01vorbis", 39: "\x02" + le32(48000), 60: "OggS\x00\x04" + le32(96000)}),
		"sound MP3 · 44.1 kHz · stereo, length about 2.0 s":     header(32000, map[int]string{0: "\xff\xfb\x90\x00"}),
		"font Go, style Regular":                                goregular.TTF,
		"program ELF · executable · x86-64":                     header(64, map[int]string{0: "\x7fELF\x02\x01\x01", 16: le16(2) + le16(62)}),
		"program ELF · executable · machine 0x7777":             header(64, map[int]string{0: "\x7fELF\x02\x01\x01", 16: le16(2) + le16(0x7777)}),
		"program PE · library (DLL) · ARM64":                    header(200, map[int]string{0: "MZ", 60: le32(100), 100: "PE\x00\x00" + le16(0xaa64), 122: le16(0x2022)}),
		"program MS-DOS executable":                             header(64, map[int]string{0: "MZ", 60: "\xff\xff\xff\xff"}),
		"program Mach-O · executable · ARM64":                   header(32, map[int]string{0: "\xcf\xfa\xed\xfe" + le32(0x100000c), 12: le32(2)}),
	}
}

func TestRead(t *testing.T) {
	for want, data := range samples() {
		t.Run(want, func(t *testing.T) {
			var got []string
			for _, f := range fileinfo.Read(data) {
				got = append(got, f.Name+" "+f.Value)
			}
			if s := strings.Join(got, ", "); s != want {
				t.Errorf("got %q", s)
			}
		})
	}
	if facts := fileinfo.Read([]byte("hello")); facts != nil {
		t.Errorf("text has %v", facts)
	}
}

func FuzzRead(f *testing.F) {
	for _, data := range samples() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { fileinfo.Read(data) })
}
