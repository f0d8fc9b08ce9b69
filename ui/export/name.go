// Package export writes contents to files: under names that are safe whatever a
// server calls them, never over another file, and never outside the folder that
// was chosen.
package export

import (
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gabriel-vasile/mimetype"

	"mcperuse/views/filetype"
)

// longest bounds a name, in bytes, so that there is room for a number and the
// limits of any file system.
const longest = 120

// Name suggests the name of a file for contents: the end of their URI, with only
// characters that mean nothing to a shell, a terminal or a file system, and the
// extension of their media type where they have none.
func Name(uri, mediaType string) string {
	base := uri
	if u, err := url.Parse(uri); err == nil {
		if base = u.Path; base == "" {
			base = u.Opaque
		}
		if base == "" {
			base = u.Host
		}
	}
	base = path.Base(strings.TrimRight(strings.ReplaceAll(base, `\`, "/"), "/"))
	name := strings.TrimLeft(strings.Map(harmless, strings.ToValidUTF8(base, "_")), ".- ")
	name = strings.TrimRight(name, ". ")
	if strings.Trim(name, "_") == "" {
		name = "resource"
	}
	ext := path.Ext(name)
	if ext == "" || ext == name || len(ext) > 12 {
		if m := mimetype.Lookup(filetype.Essence(mediaType)); m != nil {
			name, ext = name+m.Extension(), m.Extension()
		}
	}
	stem := strings.TrimSuffix(name, ext)
	if reserved[strings.ToLower(stem)] {
		stem = "_" + stem
	}
	for len(stem)+len(ext) > longest {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-size]
	}
	return stem + ext
}

// harmless maps what could mean something to "_".
func harmless(r rune) rune {
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mn, r), strings.ContainsRune("-_.()+,=@ ", r):
		return r
	}
	return '_'
}

// reserved are names that Windows gives to devices, whatever their extension.
var reserved = map[string]bool{
	"con": true, "prn": true, "aux": true, "nul": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true, "com9": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true, "lpt9": true,
}
