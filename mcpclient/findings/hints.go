package findings

import (
	"fmt"
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
)

const (
	specAnnotations = "Resources: Annotations"
	specIcons       = "Base Protocol: icons"
)

// hint is one thing that is wrong with the annotations of a row.
type hint struct {
	*item
	problem model.Problem
}

func onHint(field string, other bool, applies func(rawjson.Value) bool) func(*hint, *report) {
	return func(h *hint, r *report) {
		if h.problem.Field == field && applies(h.problem.Value) != other {
			r.add(h.raw.Get("annotations"), "%s", h.problem)
		}
	}
}

func isNumber(v rawjson.Value) bool { return v.Kind() == rawjson.Number }
func isAnything(rawjson.Value) bool { return true }

// annotationChecks look at what the model finds wrong with annotations.
var annotationChecks = []check[*hint]{
	{Rule{"annotation/audience", Warning, Both, specAnnotations, "an audience is not known", `a list of "user" and "assistant"`}, onHint("annotations.audience", false, isAnything)},
	{Rule{"annotation/priority-not-a-number", Warning, Both, specAnnotations, "a priority is not a number", "a number from 0 to 1"}, onHint("annotations.priority", true, isNumber)},
	{Rule{"annotation/priority-range", Warning, Both, specAnnotations, "a priority is out of range", "a number from 0 to 1"}, onHint("annotations.priority", false, isNumber)},
	{Rule{"annotation/last-modified", Warning, Both, specAnnotations, "a time of last modification is not readable", "an ISO 8601 time, such as 2026-07-28T12:00:00Z"}, onHint("annotations.lastModified", false, isAnything)},
}

// icon is one icon of a row or of the server.
type icon struct {
	place string
	raw   rawjson.Value
}

func (i *icon) where() string { return i.place }

// icons judges the icons of owner.
func (j *judge) icons(place string, owner rawjson.Value, r *report) {
	n := 0
	for v := range owner.Get("icons").Elements() {
		run(r, iconChecks, &icon{fmt.Sprintf("%s, icons[%d]", place, n), v})
		n++
	}
}

// iconChecks look at icons.
var iconChecks = []check[*icon]{
	{Rule{"icon/src-missing", Error, Both, specIcons, "an icon has no source", "src, a URI"},
		func(i *icon, r *report) {
			if v := i.raw.Get("src"); v.Kind() != rawjson.String {
				r.add(i.raw, "src is %s", absentOr(v))
			}
		}},
	{Rule{"icon/src-scheme", Warning, Both, specIcons, "the source of an icon is one that clients must refuse", "an https or data URI"},
		func(i *icon, r *report) {
			src, ok := i.raw.Get("src").Text()
			scheme, _, _ := strings.Cut(strings.ToLower(src), ":")
			if ok && scheme != "https" && scheme != "data" {
				r.add(i.raw, "src is %s", quoted(i.raw.Get("src")))
			}
		}},
	{Rule{"icon/sizes", Warning, Both, specIcons, "the sizes of an icon are not a list of sizes", `a list such as ["48x48"] or ["any"]`},
		func(i *icon, r *report) {
			v := i.raw.Get("sizes")
			if v != nil && v.Kind() != rawjson.Array {
				r.add(i.raw, "sizes is %s", v.Kind())
			}
			for e := range v.Elements() {
				if s, ok := e.Text(); !ok || !isIconSize(s) {
					r.add(i.raw, "sizes has %s", quoted(e))
				}
			}
		}},
	{Rule{"icon/theme", Warning, Both, specIcons, "the theme of an icon is not known", `"light" or "dark"`},
		func(i *icon, r *report) {
			if v := i.raw.Get("theme"); v != nil {
				if s, _ := v.Text(); s != "light" && s != "dark" {
					r.add(i.raw, "theme is %s", quoted(v))
				}
			}
		}},
}

func isIconSize(s string) bool {
	width, height, ok := strings.Cut(s, "x")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return s == "any" || ok && digits(width) && digits(height)
}
