// Package filetype tells what kind of file some contents are: from the type a
// server declares, from the name in a URI, and from the first bytes.
//
// A declared type is a claim and the other two are guesses; nothing here decides
// whether contents are text or a blob, which follows from the field they came in.
package filetype

import (
	"mime"
	"net/url"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// Binary is the type of data nothing is known about.
const Binary = "application/octet-stream"

// Essence returns a media type in lower case without its parameters:
// "application/json" for "Application/JSON; charset=utf-8".
func Essence(mediaType string) string {
	essence, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(essence))
}

// Detect names the type of data by its first bytes, without parameters, and
// Binary when nothing is recognised. Text of no known format is "text/plain".
func Detect(data []byte) string { return Essence(mimetype.Detect(data).String()) }

// FromURI guesses a type from the extension of the last segment of a URI, "" when
// that says nothing. Rows are drawn with it, so it decodes no more than that
// segment: a URI may be as long as a server likes.
func FromURI(uri string) string {
	rest, _, _ := strings.Cut(uri, "#")
	rest, _, _ = strings.Cut(rest, "?")
	if _, after, ok := strings.Cut(rest, "://"); ok {
		_, rest, _ = strings.Cut(after, "/") // what comes before is a host
	}
	rest = strings.TrimRight(rest, "/")
	name := rest[strings.LastIndexByte(rest, '/')+1:]
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	return byExtension[strings.ToLower(path.Ext(name))]
}

// Type is a media type and how it is known.
type Type struct {
	Name  string // without parameters where it is a guess, as declared otherwise
	Guess bool
}

// Of returns the declared type where there is one, else a guess from the URI,
// else one from the data.
func Of(declared, uri string, data []byte) Type {
	if strings.TrimSpace(declared) != "" {
		return Type{Name: declared}
	}
	if t := FromURI(uri); t != "" {
		return Type{Name: t, Guess: true}
	}
	return Type{Name: Detect(data), Guess: true}
}

// String writes the type with a "?" where it is a guess: "text/csv?".
func (t Type) String() string {
	if t.Guess {
		return t.Name + "?"
	}
	return t.Name
}

// Format is a textual format the reader has a view for.
type Format uint8

// The formats. Plain is text without a view of its own.
const (
	Plain Format = iota
	JSON
	JSONLines
	Markdown
	CSV
	TSV
	Log
)

// FormatOf tells the format of text by its type.
func FormatOf(mediaType string) Format {
	essence := Essence(mediaType)
	if strings.HasSuffix(essence, "+json") {
		return JSON
	}
	return formats[essence]
}

// Vague reports whether a type says nothing about the format of text: servers
// declare text/plain for anything.
func Vague(mediaType string) bool {
	switch Essence(mediaType) {
	case "", "text/plain", Binary, "binary/octet-stream", "application/x-unknown":
		return true
	}
	return false
}

// Headless reports whether the first row of a table is no header (RFC 4180,
// section 3).
func Headless(mediaType string) bool {
	_, parameters, err := mime.ParseMediaType(mediaType)
	return err == nil && strings.EqualFold(parameters["header"], "absent")
}

// Textual reports whether a type describes text. For a type nobody knows it
// reports false.
func Textual(mediaType string) bool {
	essence := Essence(mediaType)
	if strings.HasPrefix(essence, "text/") {
		return true
	}
	for _, suffix := range []string{"+json", "+xml", "+yaml", "+json-seq"} {
		if strings.HasSuffix(essence, suffix) {
			return true
		}
	}
	return textual[essence] || within(mimetype.Lookup(essence), "text/plain")
}

// BinaryFormat reports whether a type describes data that text cannot hold: an
// image or an archive, say. For a type nobody knows it reports false.
func BinaryFormat(mediaType string) bool {
	if Textual(mediaType) {
		return false
	}
	essence := Essence(mediaType)
	switch major, _, _ := strings.Cut(essence, "/"); major {
	case "image", "audio", "video", "font":
		return true
	}
	return essence != Binary && mimetype.Lookup(essence) != nil
}

// Contradicts reports whether data of the detected type can hardly be of the
// declared one. It is cautious: a type the detection does not know, and a format
// built on another, such as a document that is a zip archive, contradict nothing.
func Contradicts(declared, detected string) bool {
	declared, detected = Essence(declared), Essence(detected)
	if declared == "" || declared == Binary || declared == detected || strings.HasSuffix(declared, "/*") {
		return false
	}
	found := mimetype.Lookup(detected)
	if found == nil || within(found, declared) {
		return false
	}
	if Textual(declared) {
		return !within(found, "text/plain")
	}
	if claim := mimetype.Lookup(declared); claim != nil {
		return detected == Binary || !within(claim, detected)
	}
	declaredMajor, _, _ := strings.Cut(declared, "/")
	detectedMajor, _, _ := strings.Cut(detected, "/")
	switch detectedMajor {
	case "image", "audio", "video", "font":
		return declaredMajor != detectedMajor && declaredMajor != "application"
	}
	return false
}

// within reports whether m or one of the formats it is built on is of the type.
func within(m *mimetype.MIME, essence string) bool {
	for ; m != nil; m = m.Parent() {
		if m.Is(essence) {
			return true
		}
	}
	return false
}
