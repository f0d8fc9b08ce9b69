package findings

import (
	"math"
	"regexp"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
)

const (
	specResultType = "Base Protocol: ResultType"
	specCaching    = "Caching: Cacheable Results"
	specTTL        = "Caching: TTL field"
	specScope      = "Caching: Cache Scope Field"
)

// answer is a result taken apart, once: it may be very large.
type answer struct {
	*message
	typeRaw    rawjson.Value
	resultType string
	ttl, scope rawjson.Value
	meta       rawjson.Value

	// Of a list, and of a read.
	resources, templates, next rawjson.Value
	contents                   rawjson.Value
}

func newAnswer(m *message) *answer {
	a := &answer{message: m}
	for name, v := range m.frame.Result.Members() {
		switch string(name) {
		case "resultType":
			a.typeRaw = v
			a.resultType, _ = v.Text()
		case "ttlMs":
			a.ttl = v
		case "cacheScope":
			a.scope = v
		case "_meta":
			a.meta = v
		case "resources":
			a.resources = v
		case "resourceTemplates":
			a.templates = v
		case "nextCursor":
			a.next = v
		case "contents":
			a.contents = v
		}
	}
	return a
}

// cacheable reports whether the result is one that carries caching hints.
func (a *answer) cacheable() bool {
	switch a.request.method {
	case methodDiscover, methodList, methodTemplates, methodRead, "tools/list", "prompts/list":
		return true
	}
	return false
}

// absentOr describes a value that is not as it should be.
func absentOr(v rawjson.Value) string {
	if v.Kind() == rawjson.Absent {
		return "missing"
	}
	return v.Kind().String()
}

// quoted is a value as it was sent, cut to suit a sentence.
func quoted(v rawjson.Value) string {
	if v == nil {
		return "missing"
	}
	return model.Quote(v)
}

// resultChecks look at every result.
var resultChecks = []check[*answer]{
	{Rule{"result/type-missing", Error, Modern, specResultType, "a result has no resultType", `"resultType":"complete" or "input_required"`},
		func(a *answer, r *report) {
			if a.typeRaw == nil {
				r.add(nil, "no resultType")
			}
		}},
	{Rule{"result/type-unknown", Error, Modern, specResultType, "a resultType is not known", `"complete" or "input_required"`},
		func(a *answer, r *report) {
			if a.typeRaw != nil && a.resultType != "complete" && a.resultType != "input_required" {
				r.add(a.typeRaw, "resultType is %s", quoted(a.typeRaw))
			}
		}},
}

// cacheChecks look at the caching hints of complete results.
var cacheChecks = []check[*answer]{
	{Rule{"cache/ttl-missing", Error, Modern, specCaching, "a result lacks ttlMs", "a number of milliseconds, 0 for results not to be kept"},
		func(a *answer, r *report) {
			if a.ttl == nil {
				r.add(nil, "%s results lack ttlMs", a.request.method)
			}
		}},
	{Rule{"cache/ttl-not-a-number", Error, Modern, specTTL, "ttlMs is not a number", "a number of milliseconds"},
		func(a *answer, r *report) {
			if a.ttl != nil && a.ttl.Kind() != rawjson.Number {
				r.add(a.ttl, "ttlMs is %s, %s", a.ttl.Kind(), quoted(a.ttl))
			}
		}},
	{Rule{"cache/ttl-negative", Error, Modern, specTTL, "ttlMs is negative", "0 or more"},
		func(a *answer, r *report) {
			if f, ok := a.ttl.Float(); ok && f < 0 {
				r.add(a.ttl, "ttlMs is %s", quoted(a.ttl))
			}
		}},
	{Rule{"cache/ttl-fraction", Warning, Modern, specTTL, "ttlMs is not an integer", "whole milliseconds; many clients decode an integer"},
		func(a *answer, r *report) {
			if f, ok := a.ttl.Float(); ok && f != math.Trunc(f) {
				r.add(a.ttl, "ttlMs is %s", quoted(a.ttl))
			}
		}},
	{Rule{"cache/ttl-huge", Info, Modern, specTTL, "ttlMs is more than a year", "a time that a client could really wait"},
		func(a *answer, r *report) {
			const year = 366 * 24 * 3600 * 1000
			if f, ok := a.ttl.Float(); a.ttl.Kind() == rawjson.Number && (!ok || f > year) {
				r.add(a.ttl, "ttlMs is %s", quoted(a.ttl))
			}
		}},
	{Rule{"cache/scope-missing", Error, Modern, specCaching, "a result lacks cacheScope", `"public" or "private"`},
		func(a *answer, r *report) {
			if a.scope == nil {
				r.add(nil, "%s results lack cacheScope", a.request.method)
			}
		}},
	{Rule{"cache/scope-unknown", Error, Modern, specScope, "cacheScope is not known", `"public" or "private"`},
		func(a *answer, r *report) {
			if s, _ := a.scope.Text(); a.scope != nil && s != "public" && s != "private" {
				r.add(a.scope, "cacheScope is %s", quoted(a.scope))
			}
		}},
}

// meta is a _meta object.
type meta struct {
	place string
	raw   rawjson.Value
}

func (m *meta) where() string { return m.place }

// metaKey is the grammar of a key of _meta: dot-separated labels before a
// slash, then a name that may be empty.
var metaKey = regexp.MustCompile(`^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$`)

// metaChecks look at every _meta.
var metaChecks = []check[*meta]{
	{Rule{"meta/not-an-object", Warning, Both, specMeta, "_meta is not an object", "an object, or no _meta"},
		func(m *meta, r *report) {
			if m.raw != nil && m.raw.Kind() != rawjson.Object {
				r.add(m.raw, "_meta is %s", m.raw.Kind())
			}
		}},
	{Rule{"meta/key", Warning, Both, specMeta, "a key of _meta breaks the grammar of such keys", "letters, digits, dots and hyphens, with a prefix such as com.example/"},
		func(m *meta, r *report) {
			for name, v := range m.raw.Members() {
				if !metaKey.Match(name) {
					r.add(v, "the key %q", name)
				}
			}
		}},
}
