// Package findings turns what was odd about frames and values into findings:
// observed breaches of the specification, each with a rule id and evidence.
package findings

import (
	"fmt"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// Severity ranks a finding.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Finding is one observed breach.
type Finding struct {
	Rule     string
	Severity Severity
	Where    string // the value it is about, such as "resources[3]"
	Message  string
	Evidence rawjson.Value // as sent, nil where the breach is an absence
	Spec     string        // section of the specification
}

// FromProblems reports how one value departs from the specification. The rule
// is named after the value and its member: "resource/size".
func FromProblems(rule, where, spec string, problems []model.Problem) []Finding {
	out := make([]Finding, 0, len(problems))
	for _, p := range problems {
		field := p.Field
		if field == "" {
			field = "shape"
		}
		out = append(out, Finding{
			Rule: rule + "/" + field, Severity: Warning, Where: where, Message: p.String(), Evidence: p.Value, Spec: spec,
		})
	}
	return out
}

// FromFrame reports what was odd about a frame as such.
func FromFrame(f *wire.Frame) []Finding {
	if f.Dir != wire.FromServer {
		return nil
	}
	where := fmt.Sprintf("frame %d", f.Seq)
	var out []Finding
	if f.Kind == wire.NotMessage {
		out = append(out, Finding{
			Rule: "frame/not-a-message", Severity: Warning, Where: where, Message: fmt.Sprintf("output that is no message: %q", model.Quote(f.Bytes)),
			Spec: "Transports",
		})
	}
	for _, n := range f.Notes {
		out = append(out, Finding{Rule: "frame/" + string(n.Code), Severity: Warning, Where: where, Message: n.Text, Spec: "Base Protocol: Messages"})
	}
	return out
}
