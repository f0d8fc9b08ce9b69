package mcpclient

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"
)

// Bounds of a completion: a person is typing meanwhile, and the specification
// allows no more values in an answer (Completion: Completion Results).
const (
	completionTimeout = 5 * time.Second
	maxCompletions    = 100
)

// Completion is what a server suggests for the value of a variable.
type Completion struct {
	Values  []string
	Total   int    // of all that match, as the server says; 0 where it does not
	HasMore bool   // there are more than these
	Frame   uint64 // the reply's place in the log
}

// Complete asks what the value of a variable of a template may be, given how it
// begins and the values of other variables (specification: Completion). A server
// gets 5 seconds, or less where [Options.Timeout] is less.
func (c *Client) Complete(ctx context.Context, template, variable, prefix string, others map[string]string) (Completion, error) {
	conn, err := c.current()
	if err != nil {
		return Completion{}, err
	}
	var ref, argument, filled, p params
	ref.text("type", "ref/resource")
	ref.text("uri", template)
	argument.text("name", variable)
	argument.text("value", prefix)
	p.raw("ref", ref.encode(nil))
	p.raw("argument", argument.encode(nil))
	if len(others) > 0 {
		for _, name := range slices.Sorted(maps.Keys(others)) {
			filled.text(name, others[name])
		}
		var known params
		known.raw("arguments", filled.encode(nil))
		p.raw("context", known.encode(nil))
	}
	frame, result, err := c.ask(ctx, conn, methodComplete, p, callOptions{timeout: min(c.opts.Timeout, completionTimeout)})
	if err != nil {
		return Completion{}, err
	}
	out := Completion{Frame: frame.Seq}
	for v := range result.Get("completion", "values").Elements() {
		if s, ok := v.Text(); ok {
			out.Values = append(out.Values, s)
		}
	}
	out.HasMore, _ = result.Get("completion", "hasMore").Bool()
	if total, ok := result.Get("completion", "total").Float(); ok && total > 0 && total <= math.MaxInt32 {
		out.Total = int(total)
	}
	if len(out.Values) > maxCompletions {
		out.Values, out.HasMore = out.Values[:maxCompletions], true
	}
	return out, nil
}
