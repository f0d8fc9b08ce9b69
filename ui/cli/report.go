package cli

import (
	"mcperuse/mcpclient"
	"mcperuse/mcpclient/findings"
)

// jsonFinding is a finding in the JSON output.
type jsonFinding struct {
	Rule     string            `json:"rule"`
	Severity findings.Severity `json:"severity"`
	Where    string            `json:"where"`
	Message  string            `json:"message"`
	Evidence asSent            `json:"evidence"`
	Spec     string            `json:"spec"`
}

// findingsJSON returns what was found on c so far.
func findingsJSON(c *mcpclient.Client) []jsonFinding {
	c.Findings().Settle()
	out := []jsonFinding{}
	for _, f := range c.Findings().Findings() {
		out = append(out, jsonFinding{f.Rule, f.Severity, f.Where, f.Message, asSent{f.Evidence}, f.Spec})
	}
	return out
}
