package findings

import (
	"fmt"
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
)

const (
	specResource = "Resources: Resource"
	specURI      = "Resources: Custom URI Schemes"
)

// item is a row of a list: a resource or a template. What the model knows of
// it is taken from there: a list may have a million rows.
type item struct {
	page     *page
	index    int // in the whole list
	template bool
	raw      rawjson.Value
	uri      string // or the template
	name     string
	mimeType string
	size     float64 // where hasSize
	hasSize  bool
	repeated bool            // the page has the same uri before it
	problems []model.Problem // of its own members
	hints    []model.Problem // of its annotations
	icons    bool            // there are some
	meta     bool            // there is one
}

func newItem(p *page, raw rawjson.Value) *item {
	it := &item{page: p, index: p.spot.item + p.count, template: p.member == "resourceTemplates", raw: raw}
	if it.template {
		t := model.DecodeTemplate(raw)
		it.uri, it.name, it.mimeType = t.URITemplate, t.Name, t.MIMEType
		it.icons, it.meta = t.Presence(model.Icons) == model.Valid, t.Presence(model.Meta) == model.Valid
		it.sort(t.Odd() || t.Presence(model.AnnotationsField) != model.Absent, t.Problems)
		return it
	}
	r := model.DecodeResource(raw)
	it.uri, it.name, it.mimeType = r.URI, r.Name, r.MIMEType
	it.size, it.hasSize = r.Size, r.Presence(model.Size) == model.Valid
	it.icons, it.meta = r.Presence(model.Icons) == model.Valid, r.Presence(model.Meta) == model.Valid
	if !r.Odd() && r.Presence(model.AnnotationsField) != model.Absent {
		it.hints = r.Annotations().Problems
		return it
	}
	it.sort(r.Odd(), r.Problems)
	return it
}

// sort takes the problems of a row apart, where there are any.
func (it *item) sort(odd bool, problems func() []model.Problem) {
	if !odd {
		return
	}
	for _, p := range problems() {
		if strings.HasPrefix(p.Field, "annotations.") {
			it.hints = append(it.hints, p)
		} else {
			it.problems = append(it.problems, p)
		}
	}
}

// where is the row's place in the list.
func (it *item) where() string {
	if it.page.spot.page == 0 {
		return it.page.member + "[?]"
	}
	return fmt.Sprintf("%s[%d]", it.page.member, it.index)
}

// label is the name of the row.
func (it *item) label() string { return model.Quote(rawjson.Value(it.name)) }

// item judges one row.
func (j *judge) item(it *item, r *report) {
	if !it.template && it.uri != "" && (it.hasSize || it.mimeType != "") {
		j.state.keep(it.uri, listed{it.mimeType, it.size, it.hasSize})
	}
	run(r, itemChecks, it)
	if it.template {
		run(r, templateChecks, it)
	}
	for _, p := range it.hints {
		run(r, annotationChecks, &hint{it, p})
	}
	if it.icons {
		j.icons(it.where(), it.raw, r)
	}
	if it.meta {
		run(r, metaChecks, &meta{it.where(), it.raw.Get("_meta")})
	}
}

// onProblem finds the problems the model has with a member.
func onProblem(fields ...string) func(*item, *report) {
	return func(it *item, r *report) {
		for _, p := range it.problems {
			for _, f := range fields {
				if p.Field == f {
					r.add(it.raw, "%s", p.String())
				}
			}
		}
	}
}

// itemChecks look at the rows of both lists.
var itemChecks = []check[*item]{
	{Rule{"list/not-an-object", Error, Both, specResource, "an item of a list is not an object", "an object with uri and name"}, onProblem("")},
	{Rule{"list/uri-missing", Error, Both, specResource, "an item has no URI", "uri, or uriTemplate in a template, a string"}, onProblem("uri", "uriTemplate")},
	{Rule{"list/uri-empty", Error, Both, specResource, "the URI of an item is empty", "a URI"},
		func(it *item, r *report) {
			if it.uri == "" && it.raw.Kind() == rawjson.Object && len(onlyFields(it.problems, "uri", "uriTemplate")) == 0 {
				r.add(it.raw, "the URI is empty")
			}
		}},
	{Rule{"list/uri-no-scheme", Error, Both, specURI, "a URI has no scheme", "an absolute URI, such as file:///notes.txt"},
		func(it *item, r *report) {
			if it.uri != "" && !it.template && !hasScheme(it.uri) {
				r.add(it.raw.Get("uri"), "%q has no scheme", model.Quote(rawjson.Value(it.uri)))
			}
		}},
	{Rule{"list/uri-characters", Warning, Both, specURI, "a URI has characters that no URI may have", "those characters percent-encoded"},
		func(it *item, r *report) {
			if c := badURICharacter(it.uri); c != "" && !it.template {
				r.add(it.raw.Get("uri"), "the URI has %q in it", c)
			}
		}},
	{Rule{"list/uri-repeated", Warning, Both, specResource, "a URI is listed twice on one page", "every resource once"},
		func(it *item, r *report) {
			if it.repeated {
				r.add(it.raw, "the URI is on this page already")
			}
		}},
	{Rule{"list/name-missing", Error, Both, specResource, "an item has no name", "name, a string"}, onProblem("name")},
	{Rule{"list/name-empty", Warning, Both, specResource, "the name of an item is empty", "a name"},
		func(it *item, r *report) {
			if it.name == "" && it.raw.Kind() == rawjson.Object && len(onlyFields(it.problems, "name")) == 0 {
				r.add(it.raw, "the name is empty")
			}
		}},
	{Rule{"list/text-not-a-string", Warning, Both, specResource, "a title, description or MIME type is not a string", "a string, or nothing at all"}, onProblem("title", "description", "mimeType")},
	{Rule{"list/mime-type", Warning, Both, specResource, "a MIME type is not written as one", "type/subtype, such as text/plain"},
		func(it *item, r *report) {
			if it.mimeType != "" && !isMIMEType(it.mimeType) {
				r.add(it.raw.Get("mimeType"), "mimeType is %s", quoted(it.raw.Get("mimeType")))
			}
		}},
	{Rule{"list/size-not-a-number", Warning, Both, specResource, "a size is not a number", "a number of bytes, or no size at all"},
		func(it *item, r *report) {
			for _, p := range onlyFields(it.problems, "size") {
				if p.Value.Kind() != rawjson.Number {
					r.add(it.raw, "size is %s", describe(p.Value))
				}
			}
		}},
	{Rule{"list/size-negative", Warning, Both, specResource, "a size is negative, or beyond all numbers", "a number of bytes, or no size at all"},
		func(it *item, r *report) {
			for _, p := range onlyFields(it.problems, "size") {
				if n, ok := p.Value.Float(); p.Value.Kind() == rawjson.Number && (!ok || n < 0) {
					r.add(it.raw, "size is %s", quoted(p.Value))
				}
			}
		}},
	{Rule{"list/size-fraction", Warning, Both, specResource, "a size is not a whole number of bytes", "a whole number of bytes, or no size at all"},
		func(it *item, r *report) {
			for _, p := range onlyFields(it.problems, "size") {
				if n, ok := p.Value.Float(); ok && n >= 0 {
					r.add(it.raw, "size is %s", quoted(p.Value))
				}
			}
		}},
	{Rule{"list/member-type", Warning, Both, specResource, "the annotations, icons or _meta of an item are of the wrong type", "an object, or a list of icons"}, onProblem("annotations", "icons", "_meta")},
}

// describe is a value with its type, as in: the string "12".
func describe(v rawjson.Value) string {
	if v.Kind() == rawjson.String {
		return "the string " + quoted(v)
	}
	return absentOr(v)
}

func onlyFields(problems []model.Problem, fields ...string) []model.Problem {
	var out []model.Problem
	for _, p := range problems {
		for _, f := range fields {
			if p.Field == f {
				out = append(out, p)
			}
		}
	}
	return out
}

// hasScheme reports whether a URI begins with a scheme (RFC 3986, section 3.1).
func hasScheme(uri string) bool {
	scheme, _, ok := strings.Cut(uri, ":")
	if !ok || scheme == "" {
		return false
	}
	for i, c := range []byte(scheme) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return true
}

// badURICharacter returns the first character that RFC 3986 allows nowhere.
func badURICharacter(uri string) string {
	for _, c := range uri {
		if c <= ' ' || c >= 0x7F || strings.ContainsRune("\"<>\\^`{|}", c) {
			return string(c)
		}
	}
	return ""
}

// isMIMEType reports whether s is written as a MIME type, parameters and all.
func isMIMEType(s string) bool {
	kind, _, _ := strings.Cut(s, ";")
	major, minor, ok := strings.Cut(strings.TrimSpace(kind), "/")
	token := func(s string) bool {
		return s != "" && strings.IndexFunc(s, func(c rune) bool { return c <= ' ' || c >= 0x7F || strings.ContainsRune(`()<>@,;:\"/[]?=`, c) }) < 0
	}
	return ok && token(major) && token(minor)
}
