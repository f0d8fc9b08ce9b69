package findings

import (
	"bytes"
	"fmt"

	"mcperuse/mcpclient/rawjson"
)

// subject is something that rules look at: a message, a row of a list, one
// item of contents.
type subject interface {
	// where names the subject to a person.
	where() string
}

// named is a subject with a name of its own, by which a person knows it better
// than by its place.
type named interface{ label() string }

// check is a rule with the function that finds breaches of it in a subject.
type check[T subject] struct {
	Rule
	find func(T, *report)
}

// report takes what the rules find in one frame.
type report struct {
	tallies *tallies
	frame   uint64
	about   string // the request that the frame answers, "" where it answers none
	era     Era    // of the frame; "" while it is not known which the server speaks

	// Of the check that is running.
	rule    *Rule
	subject subject
}

// run lets every rule that applies look at v.
func run[T subject](r *report, checks []check[T], v T) {
	for i := range checks {
		c := &checks[i]
		if c.Era != Both && c.Era != r.era {
			continue
		}
		r.rule, r.subject = &c.Rule, v
		c.find(v, r)
	}
}

// add reports a breach. Evidence is what was sent, nil for an absence.
func (r *report) add(evidence rawjson.Value, format string, args ...any) {
	if len(evidence) > MaxEvidence {
		evidence = evidence[:MaxEvidence]
	}
	message := fmt.Sprintf(format, args...)
	if n, ok := r.subject.(named); ok && n.label() != "" {
		message = n.label() + ": " + message
	}
	r.tallies.add(r.rule, r.about, Finding{
		Rule: r.rule.ID, Severity: r.rule.Severity, Where: r.subject.where(), Message: message,
		Evidence: bytes.Clone(evidence), Spec: r.rule.Spec, Frame: r.frame,
	})
}
