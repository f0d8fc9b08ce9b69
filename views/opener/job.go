package opener

import (
	"context"
	"strings"

	"mcperuse/mcpclient/model"
)

// mostFound is how many places of the list are shown.
const mostFound = 50

// words are those of a line, in lower case.
type words []string

func split(line string) words { return strings.Fields(strings.ToLower(line)) }

// in reports whether a URI or a name has all words.
func (w words) in(uri, name string) bool {
	text := strings.ToLower(uri + " " + name)
	for _, word := range w {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// SetListed tells the list of resources, in pages that do not change any more.
func (v *View) SetListed(pages [][]model.Resource) { v.listed, v.looked = pages, "" }

// Job looks through the list for what fits the line. It is a value that depends on
// nothing that changes, so that it can run anywhere.
type Job struct {
	line  string
	pages [][]model.Resource
}

// Outcome is what came of a job, for [View.Apply].
type Outcome struct {
	line   string
	places []Place
}

// Work returns what is to be done, once for every line.
func (v *View) Work() (Job, bool) {
	line := v.typed()
	if line == v.looked || len(v.listed) == 0 {
		return Job{}, false
	}
	v.looked = line
	return Job{line, v.listed}, line != ""
}

// Run does the work. It stops early when ctx ends, and once there is enough.
func (j Job) Run(ctx context.Context) Outcome {
	out := Outcome{line: j.line}
	words := split(j.line)
	for _, page := range j.pages {
		for i := range page {
			r := &page[i]
			if i%1024 == 0 && ctx.Err() != nil {
				return out
			}
			if r.URI == "" || !words.in(r.URI, r.DisplayName()) {
				continue
			}
			if out.places = append(out.places, Place{URI: r.URI, Name: r.DisplayName()}); len(out.places) == mostFound {
				return out
			}
		}
	}
	return out
}

// Apply shows what was found, unless the line is another by now. The cursor stays.
func (v *View) Apply(o Outcome) {
	if o.line != v.typed() {
		return
	}
	v.found = o.places
	at := v.List.Cursor()
	v.find()
	v.List.Select(at)
}
