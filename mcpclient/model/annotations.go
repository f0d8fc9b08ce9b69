package model

import (
	"fmt"
	"time"

	"mcperuse/mcpclient/rawjson"
)

// Annotations are a server's untrusted hints about a resource (specification:
// Resources, Annotations).
type Annotations struct {
	Audience     []string
	Priority     float64 // 0 to 1, where HasPriority
	HasPriority  bool
	LastModified string    // as sent
	Modified     time.Time // LastModified parsed, zero where it cannot be
	Problems     []Problem
}

func decodeAnnotations(v rawjson.Value) Annotations {
	var a Annotations
	odd := func(field string, v rawjson.Value, want string) {
		a.Problems = append(a.Problems, Problem{"annotations." + field, v, want})
	}
	for name, v := range v.Members() {
		switch string(name) {
		case "audience":
			if v.Kind() != rawjson.Array {
				odd("audience", v, `a list of "user" and "assistant"`)
				continue
			}
			for e := range v.Elements() {
				s, ok := e.Text()
				if !ok || s != "user" && s != "assistant" {
					odd("audience", e, `"user" or "assistant"`)
				}
				if ok {
					a.Audience = append(a.Audience, s)
				}
			}
		case "priority":
			p, ok := v.Float()
			if !ok || p < 0 || p > 1 {
				odd("priority", v, "a number from 0 to 1")
			}
			if ok {
				a.Priority, a.HasPriority = p, true
			}
		case "lastModified":
			s, ok := v.Text()
			if a.LastModified = s; ok {
				a.Modified, ok = parseTime(s)
			}
			if !ok {
				odd("lastModified", v, "an ISO 8601 time")
			}
		}
	}
	return a
}

// parseTime reads the ISO 8601 forms seen in the field; a time without a zone
// counts as UTC.
func parseTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Implementation is how a program introduces itself. It is a claim, for
// display only.
type Implementation struct {
	Name        string
	Title       string
	Version     string
	Description string
	WebsiteURL  string
	Raw         rawjson.Value
}

// DecodeImplementation decodes serverInfo.
func DecodeImplementation(v rawjson.Value) Implementation {
	text := func(name string) string { s, _ := v.Get(name).Text(); return s }
	return Implementation{text("name"), text("title"), text("version"), text("description"), text("websiteUrl"), v}
}

// String is "name version", or the words "a nameless server".
func (i Implementation) String() string {
	name := firstNonEmpty(i.Title, i.Name)
	switch {
	case name == "":
		return "a nameless server"
	case i.Version == "":
		return name
	}
	return fmt.Sprintf("%s %s", name, i.Version)
}
