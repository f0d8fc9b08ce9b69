package findings

import (
	"mcperuse/mcpclient/uritemplate"
)

const specTemplate = "Resources: Resource Templates"

// templateChecks look at the templates.
var templateChecks = []check[*item]{
	{Rule{"template/syntax", Error, Both, specTemplate, "a template breaks RFC 6570", "a URI template as in RFC 6570"},
		func(it *item, r *report) {
			_, errs := uritemplate.ParseParts(it.uri)
			for _, err := range errs {
				r.add(it.raw.Get("uriTemplate"), "%s", err)
			}
		}},
	{Rule{"template/literal", Warning, Both, specTemplate, "a template has characters that no URI may have", "those characters percent-encoded"},
		func(it *item, r *report) {
			if t, err := uritemplate.Parse(it.uri); err == nil {
				for _, w := range t.Warnings() {
					r.add(it.raw.Get("uriTemplate"), "%s", w)
				}
			}
		}},
	{Rule{"template/no-scheme", Warning, Both, specTemplate, "a template has no scheme", "a template that begins with a scheme, or with a variable"},
		func(it *item, r *report) {
			if it.uri != "" && it.uri[0] != '{' && !hasScheme(it.uri) {
				r.add(it.raw.Get("uriTemplate"), "%s has no scheme", quoted(it.raw.Get("uriTemplate")))
			}
		}},
	{Rule{"template/no-variables", Info, Both, specTemplate, "a template has no variables", "a resource, where there is nothing to fill in"},
		func(it *item, r *report) {
			if t, err := uritemplate.Parse(it.uri); it.uri != "" && err == nil && len(t.Variables()) == 0 {
				r.add(it.raw.Get("uriTemplate"), "no variables")
			}
		}},
	{Rule{"template/variable-repeated", Warning, Both, specTemplate, "a template has a variable twice", "every variable once: servers do not match the second"},
		func(it *item, r *report) {
			t, err := uritemplate.Parse(it.uri)
			if err != nil {
				return
			}
			for _, v := range t.Variables() {
				if len(v.Uses) > 1 {
					r.add(it.raw.Get("uriTemplate"), "the variable %s is used %d times", v.Name, len(v.Uses))
				}
			}
		}},
}
