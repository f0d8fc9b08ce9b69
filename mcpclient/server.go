package mcpclient

import (
	"time"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/transport"
)

// Server is what is known of a server: what it says of itself, and how the
// connection came about.
type Server struct {
	Identity     model.Implementation // as the server claims
	Revision     string               // agreed on; "" while not open
	Offers       []string             // revisions the server said it speaks
	Capabilities Capabilities
	Instructions string
	Probes       []Probe // how the revision was found, in order
	Connection   transport.Info
}

// Era is "modern" or "legacy", "" while not open.
func (s Server) Era() string {
	switch {
	case s.Revision == "":
		return ""
	case Modern(s.Revision):
		return "modern"
	}
	return "legacy"
}

// Probe is one attempt to find out what the server speaks.
type Probe struct {
	Transport string // "stdio", "http" or "sse"
	Method    string
	Revision  string // asked for
	Outcome   string // what came of it, in words
	Elapsed   time.Duration
	OK        bool
}

// Capabilities are the parts of ServerCapabilities that matter for resources.
type Capabilities struct {
	Raw         rawjson.Value
	Resources   bool
	ListChanged bool // resources.listChanged
	Subscribe   bool // resources.subscribe
	Completions bool
	Problems    []model.Problem
}

func decodeCapabilities(v rawjson.Value) Capabilities {
	c := Capabilities{Raw: v}
	odd := func(field string, v rawjson.Value, want string) {
		c.Problems = append(c.Problems, model.Problem{Field: field, Value: v, Want: want})
	}
	if v.Kind() != rawjson.Object {
		odd("capabilities", v, "an object")
	}
	resources := v.Get("resources")
	c.Resources = resources != nil && resources.Kind() != rawjson.Null
	if c.Resources && resources.Kind() != rawjson.Object {
		odd("capabilities.resources", resources, "an object")
	}
	boolean := func(name string) bool {
		b := resources.Get(name)
		value, ok := b.Bool()
		if b != nil && !ok {
			odd("capabilities.resources."+name, b, "a boolean")
		}
		return value
	}
	c.Subscribe, c.ListChanged = boolean("subscribe"), boolean("listChanged")
	completions := v.Get("completions")
	c.Completions = completions != nil && completions.Kind() != rawjson.Null
	return c
}

func decodeOffers(v rawjson.Value) []string {
	var out []string
	for e := range v.Elements() {
		if s, ok := e.Text(); ok {
			out = append(out, s)
		}
	}
	return out
}
