package export

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"mcperuse/views/filetype"
)

// longestSuffix bounds a suffix, so that it can say nothing but a type.
const longestSuffix = 6

// Suffix is the end of a file name that says what kind of contents it has: that of
// the URI, else that of the media type, "" where neither has one.
func Suffix(uri, mediaType string) string {
	ext := strings.ToLower(path.Ext(Name(uri, mediaType)))
	plain := strings.Trim(strings.TrimPrefix(ext, "."), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
	if plain && len(ext) <= longestSuffix {
		return ext
	}
	if m := mimetype.Lookup(filetype.Essence(mediaType)); m != nil {
		return m.Extension()
	}
	return ""
}

// runs are the suffixes of what a system may run, or hand to something that runs
// it, when it is opened.
var runs = strings.Fields(`.app .appimage .apk .bash .bat .bin .chm .class .cmd .com .command .cpl .deb .desktop .dll .dmg .docm .exe .fish .gadget .hta .htm .html
.inf .iso .jar .js .jse .ksh .lnk .mjs .msc .msi .mht .php .pif .pkg .pl .pptm .ps1 .psm1 .py .pyw .rb .reg .rpm .run .scf .scr .sct .sh .so
.svg .swf .terminal .tool .url .vb .vbe .vbs .webloc .wsf .wsh .xhtml .xlsm .zsh`)

// Runs reports whether opening a file could run what is in it, by its suffix or by
// how it begins.
func Runs(suffix string, data []byte) bool {
	if suffix == "" || slices.Contains(runs, suffix) || bytes.HasPrefix(data, []byte("#!")) {
		return true
	}
	for m := mimetype.Detect(data[:min(len(data), 3072)]); m != nil; m = m.Parent() {
		switch m.Extension() {
		case ".exe", ".elf", ".so", ".macho", ".jar", ".class", ".lnk", ".html", ".svg", ".wasm":
			return true
		}
	}
	return false
}
