package cli

import (
	"fmt"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/findings"
	"mcperuse/mcpclient/model"
)

// report gathers the findings of one command.
type report struct {
	client *mcpclient.Client
	all    []findings.Finding
}

func newReport(c *mcpclient.Client) *report { return &report{client: c} }

// jsonFinding is a finding in the JSON output.
type jsonFinding struct {
	Rule     string            `json:"rule"`
	Severity findings.Severity `json:"severity"`
	Where    string            `json:"where"`
	Message  string            `json:"message"`
	Evidence asSent            `json:"evidence"`
	Spec     string            `json:"spec"`
}

func (r *report) add(rule, where, spec string, problems []model.Problem) {
	r.all = append(r.all, findings.FromProblems(rule, where, spec, problems)...)
}

// findings returns what was found, with what was odd about the frames.
func (r *report) findings() []jsonFinding {
	for _, f := range r.client.Log().Frames(0) {
		r.all = append(r.all, findings.FromFrame(f)...)
	}
	r.add("server", "capabilities", "Base Protocol: Versioning", r.client.Server().Capabilities.Problems)
	out := make([]jsonFinding, 0, len(r.all))
	for _, f := range r.all {
		out = append(out, jsonFinding{f.Rule, f.Severity, f.Where, f.Message, asSent{f.Evidence}, f.Spec})
	}
	return out
}

func pageName(list string, number int) string { return fmt.Sprintf("%s page %d", list, number) }
