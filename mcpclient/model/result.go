package model

import (
	"mcperuse/mcpclient/rawjson"
)

// Result holds what every result may carry, as sent.
type Result struct {
	Raw        rawjson.Value
	ResultType string        // "" where absent or odd: to be read as "complete"
	TTL        rawjson.Value // ttlMs as sent, nil where absent
	Scope      rawjson.Value // cacheScope as sent, nil where absent
	Meta       rawjson.Value
	Problems   []Problem
}

func (r *Result) take(name string, v rawjson.Value) {
	switch name {
	case "resultType":
		var ok bool
		if r.ResultType, ok = v.Text(); !ok {
			r.Problems = append(r.Problems, Problem{"resultType", v, "a string"})
		}
	case "ttlMs":
		r.TTL = v
	case "cacheScope":
		r.Scope = v
	case "_meta":
		r.Meta = v
	}
}

// InputRequired reports whether the server wants an answer first
// (specification: Multi Round-Trip Requests).
func (r *Result) InputRequired() bool { return r.ResultType == "input_required" }

// Cursor is a place in a list. Its presence matters: "" is a cursor like any
// other, and only an absent one ends a list (specification: Pagination).
type Cursor struct {
	Text    string
	Present bool
}

// Page is one page of a list.
type Page[T any] struct {
	Result
	Items []T
	// Next is where the list goes on. NextRaw is nextCursor as sent.
	Next    Cursor
	NextRaw rawjson.Value
}

// DecodeResources decodes a result of resources/list.
func DecodeResources(raw rawjson.Value) Page[Resource] {
	return decodePage(raw, "resources", DecodeResource)
}

// DecodeTemplates decodes a result of resources/templates/list.
func DecodeTemplates(raw rawjson.Value) Page[Template] {
	return decodePage(raw, "resourceTemplates", DecodeTemplate)
}

func decodePage[T any](raw rawjson.Value, list string, decode func(rawjson.Value) T) Page[T] {
	p := Page[T]{Result: Result{Raw: raw}}
	if raw.Kind() != rawjson.Object {
		p.Problems = append(p.Problems, Problem{"result", raw, "an object"})
		return p
	}
	var items rawjson.Value
	for name, v := range raw.Members() {
		switch string(name) {
		case list:
			items = v
		case "nextCursor":
			p.NextRaw = v
		default:
			p.take(string(name), v)
		}
	}
	if items.Kind() != rawjson.Array && !p.InputRequired() {
		p.Problems = append(p.Problems, Problem{list, items, "a list"})
	}
	for v := range items.Elements() {
		p.Items = append(p.Items, decode(v))
	}
	switch p.NextRaw.Kind() {
	case rawjson.Absent:
	case rawjson.String:
		p.Next.Text, p.Next.Present = p.NextRaw.Text()
	default:
		p.Problems = append(p.Problems, Problem{"nextCursor", p.NextRaw, "a string, or nothing at the end"})
	}
	return p
}

// Read is a result of resources/read.
type Read struct {
	Result
	Contents []Contents
	// Questions are the inputRequests of an input_required result.
	Questions rawjson.Value
}

// DecodeRead decodes a result of resources/read.
func DecodeRead(raw rawjson.Value) Read {
	r := Read{Result: Result{Raw: raw}}
	if raw.Kind() != rawjson.Object {
		r.Problems = append(r.Problems, Problem{"result", raw, "an object"})
		return r
	}
	var contents rawjson.Value
	for name, v := range raw.Members() {
		switch string(name) {
		case "contents":
			contents = v
		case "inputRequests":
			r.Questions = v
		default:
			r.take(string(name), v)
		}
	}
	switch {
	case r.InputRequired():
	case contents.Kind() == rawjson.Object:
		// One item instead of a list of one: show it all the same.
		r.Problems = append(r.Problems, Problem{"contents", contents, "a list"})
		r.Contents = append(r.Contents, DecodeContents(contents))
	case contents.Kind() != rawjson.Array:
		r.Problems = append(r.Problems, Problem{"contents", contents, "a list"})
	}
	for v := range contents.Elements() {
		r.Contents = append(r.Contents, DecodeContents(v))
	}
	return r
}
