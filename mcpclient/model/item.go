// Package model decodes what a server says about its resources, keeping what
// was really sent.
//
// Decoding never fails: a field of the wrong type is left out of the typed
// value, remembered as odd, and never disturbs its neighbours; absent, null,
// empty and zero stay four different things. Every value keeps its raw bytes.
// Decoded values do not change and are safe for concurrent reading.
package model

import (
	"fmt"
	"iter"
	"math"
	"unicode/utf8"

	"mcperuse/mcpclient/rawjson"
)

// Presence tells how a field was sent.
type Presence uint8

// The ways a field can be sent. Odd means a value of a type the specification
// does not allow there.
const (
	Absent Presence = iota
	Null
	Valid
	Odd
)

// Field is one of the fields the specification defines for a resource or a
// template.
type Field uint8

// The fields of resources and templates.
const (
	URI Field = iota // uriTemplate of a template
	Name
	Title
	Description
	MIMEType
	Size
	AnnotationsField
	Icons
	Meta
	fieldCount
)

type fieldSpec struct {
	name     string
	kind     rawjson.Kind
	required bool
}

var specs = [fieldCount]fieldSpec{
	URI:              {"uri", rawjson.String, true},
	Name:             {"name", rawjson.String, true},
	Title:            {"title", rawjson.String, false},
	Description:      {"description", rawjson.String, false},
	MIMEType:         {"mimeType", rawjson.String, false},
	Size:             {"size", rawjson.Number, false},
	AnnotationsField: {"annotations", rawjson.Object, false},
	Icons:            {"icons", rawjson.Array, false},
	Meta:             {"_meta", rawjson.Object, false},
}

// Problem is one way a value departs from the specification.
type Problem struct {
	Field string        // the member's name, "" for the value as a whole
	Value rawjson.Value // as sent, nil when absent
	Want  string        // what the specification asks for
}

// String says it in one line, quoting the server.
func (p Problem) String() string {
	subject := p.Field
	if subject == "" {
		subject = "the item"
	}
	switch kind := p.Value.Kind(); kind {
	case rawjson.Absent:
		return fmt.Sprintf("%s is missing; expected %s", subject, p.Want)
	case rawjson.Null:
		return fmt.Sprintf("%s is null; expected %s", subject, p.Want)
	default:
		return fmt.Sprintf("%s is %s, %s; expected %s", subject, kind, Quote(p.Value), p.Want)
	}
}

// Quote returns v as sent, shortened to 60 bytes for a sentence.
func Quote(v rawjson.Value) string {
	const most = 60
	if len(v) <= most {
		return string(v)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(v[cut]) {
		cut--
	}
	return string(v[:cut]) + "…"
}

// item is what resources and templates have in common.
type item struct {
	// Raw is the row as sent, aliasing its page.
	Raw rawjson.Value

	Name     string
	Title    string
	MIMEType string

	sent, null, odd uint16 // one bit a Field
}

// decode fills the common fields and returns the two that differ.
func (it *item) decode(raw rawjson.Value, uriName string) (uri string, size float64) {
	it.Raw = raw
	for name, v := range raw.Members() {
		f, known := fieldOf(string(name), uriName)
		if !known {
			continue
		}
		bit := uint16(1) << f
		it.sent |= bit
		it.null &^= bit
		it.odd &^= bit
		switch v.Kind() {
		case specs[f].kind:
			switch f {
			case URI:
				uri, _ = v.Text()
			case Name:
				it.Name, _ = v.Text()
			case Title:
				it.Title, _ = v.Text()
			case MIMEType:
				it.MIMEType, _ = v.Text()
			case Size:
				var ok bool
				if size, ok = v.Float(); !ok || size < 0 || size != math.Trunc(size) {
					it.odd |= bit
				}
			case Description, AnnotationsField, Icons, Meta, fieldCount:
			}
		case rawjson.Null:
			it.null |= bit
		default:
			it.odd |= bit
		}
	}
	return uri, size
}

func fieldOf(name, uriName string) (Field, bool) {
	switch name {
	case uriName:
		return URI, true
	case "name":
		return Name, true
	case "title":
		return Title, true
	case "description":
		return Description, true
	case "mimeType":
		return MIMEType, true
	case "size":
		return Size, uriName == "uri"
	case "annotations":
		return AnnotationsField, true
	case "icons":
		return Icons, true
	case "_meta":
		return Meta, true
	}
	return 0, false
}

// Presence tells how field f was sent.
func (it *item) Presence(f Field) Presence {
	bit := uint16(1) << f
	switch {
	case it.sent&bit == 0:
		return Absent
	case it.null&bit != 0:
		return Null
	case it.odd&bit != 0:
		return Odd
	}
	return Valid
}

// Description is the description, "" where none was sent as a string.
func (it *item) Description() string {
	s, _ := it.Raw.Get("description").Text()
	return s
}

// Annotations decodes the annotations.
func (it *item) Annotations() Annotations { return decodeAnnotations(it.Raw.Get("annotations")) }

// Fields iterates every member as sent, unknown ones included.
func (it *item) Fields() iter.Seq2[string, rawjson.Value] {
	return func(yield func(string, rawjson.Value) bool) {
		for name, v := range it.Raw.Members() {
			if !yield(string(name), v) {
				return
			}
		}
	}
}

// Odd reports whether any field of the row departs from the specification. It
// is cheap and does not look inside annotations; Problems does, and says what.
func (it *item) Odd() bool {
	const required = 1<<URI | 1<<Name
	return it.odd != 0 || it.null != 0 || it.sent&required != required
}

func (it *item) problems(uriName string) []Problem {
	if it.Raw.Kind() != rawjson.Object {
		return []Problem{{Value: it.Raw, Want: "an object"}}
	}
	var out []Problem
	for f := range fieldCount {
		spec := specs[f]
		if f == URI {
			spec.name = uriName
		}
		want := spec.kind.String()
		switch p := it.Presence(f); {
		case p == Absent && !spec.required, p == Valid:
			continue
		case f == Size:
			want = "a number of bytes, or no size at all"
			if n, ok := it.Raw.Get("size").Float(); ok && n >= 0 {
				want = "a whole number of bytes, or no size at all"
			}
		case p == Null && !spec.required:
			want += ", or nothing at all"
		}
		out = append(out, Problem{spec.name, it.Raw.Get(spec.name), want})
	}
	return append(out, it.Annotations().Problems...)
}

// firstNonEmpty returns the first of its arguments that is not empty.
func firstNonEmpty(ss ...string) string {
	for _, s := range ss {
		if s != "" {
			return s
		}
	}
	return ""
}

// Resource is one row of resources/list. A row that is no object has only its
// Raw value and its Problems.
type Resource struct {
	item
	// URI is opaque and exact: it is sent back byte for byte.
	URI string
	// Size is the declared number of bytes; see Presence(Size). It is a claim.
	Size float64
}

// DecodeResource decodes one row (specification: Resources, Resource).
func DecodeResource(raw rawjson.Value) Resource {
	var r Resource
	r.URI, r.Size = r.decode(raw, "uri")
	return r
}

// DisplayName is the title, else the name, else the URI.
func (r *Resource) DisplayName() string { return firstNonEmpty(r.Title, r.Name, r.URI) }

// Problems lists how the row departs from the specification.
func (r *Resource) Problems() []Problem { return r.problems("uri") }

// Template is one row of resources/templates/list.
type Template struct {
	item
	// URITemplate is the RFC 6570 template, exactly as sent.
	URITemplate string
}

// DecodeTemplate decodes one row (specification: Resources, Resource
// Templates).
func DecodeTemplate(raw rawjson.Value) Template {
	var t Template
	t.URITemplate, _ = t.decode(raw, "uriTemplate")
	return t
}

// DisplayName is the title, else the name, else the template.
func (t *Template) DisplayName() string { return firstNonEmpty(t.Title, t.Name, t.URITemplate) }

// Problems lists how the row departs from the specification.
func (t *Template) Problems() []Problem { return t.problems("uriTemplate") }
