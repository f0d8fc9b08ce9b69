// Package findings tells what is wrong with what a server sends: observed
// breaches of the specification, and habits that will confuse clients.
//
// A [Checker] watches the frames of a connection. Each rule is one small
// function with an id, a severity, the era it applies to and the section of
// the specification it comes from; [Rules] is the table of them. The rules look
// at frames alone: whatever a client does on the connection is checked, and
// nothing is ever sent for the sake of a rule.
package findings

import (
	"fmt"
	"slices"
	"strings"

	"mcperuse/mcpclient/rawjson"
)

// Severity ranks a finding.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // breaks what the specification demands
	Warning Severity = "warning" // breaks what it recommends, or will confuse clients
	Info    Severity = "info"    // worth knowing
)

// Severities lists the severities, worst first.
func Severities() []Severity { return []Severity{Error, Warning, Info} }

// Era says to which revisions a rule applies.
type Era string

// The eras. Modern begins with revision 2026-07-28.
const (
	Both   Era = "both"
	Modern Era = "modern"
	Legacy Era = "legacy"
)

// Rule is one thing that is checked.
type Rule struct {
	ID       string // topic and fault, such as "page/cursor-repeats"
	Severity Severity
	Era      Era
	Spec     string // section of the specification
	Title    string // what is wrong, in words
	Expected string // what would be right
}

// Finding is one observed breach of a rule.
type Finding struct {
	Rule     string
	Severity Severity
	Where    string // what it is about, such as "resources[3]"
	Message  string
	// Evidence is the JSON as it was sent, cut after [MaxEvidence] bytes; nil
	// where the breach is an absence.
	Evidence rawjson.Value
	Spec     string
	Frame    uint64 // its place in the log, 0 where there is none
}

// Group is all that was found by one rule.
type Group struct {
	Rule  Rule
	Count int
	// Findings are the first ones and, where there are more than [MaxKept], the
	// latest as the last.
	Findings []Finding
}

// Bounds on what is kept of the findings of one rule.
const (
	MaxKept     = 64   // findings
	MaxEvidence = 2048 // bytes of each
)

// What a client may send to see how a server refuses it: both name what no
// server has.
const (
	AbsentURI     = "mcperuse-check:no-such-resource"
	UnknownCursor = "mcperuse-check:no-such-cursor"
)

// Rules returns the table of all rules, by topic.
func Rules() []Rule { return slices.Clone(allRules) }

// allRules is in the order in which findings of one severity are shown.
var allRules = slices.Concat(
	rulesOf(noteChecks), rulesOf(frameChecks),
	rulesOf(openingChecks), rulesOf(requestChecks), rulesOf(noticeChecks),
	rulesOf(resultChecks), rulesOf(cacheChecks), rulesOf(pageChecks), rulesOf(itemChecks), rulesOf(templateChecks),
	rulesOf(annotationChecks), rulesOf(iconChecks), rulesOf(metaChecks),
	rulesOf(readChecks), rulesOf(contentChecks), rulesOf(completionChecks),
	rulesOf(subscriptionChecks), rulesOf(questionChecks), rulesOf(keyedChecks), rulesOf(elicitationChecks), rulesOf(errorChecks),
)

func rulesOf[T subject](checks []check[T]) []Rule {
	out := make([]Rule, len(checks))
	for i := range checks {
		out[i] = checks[i].Rule
	}
	return out
}

// Markdown returns the table of all rules for documentation.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| Rule | Severity | Era | What is wrong | Specification |\n|---|---|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`)
	for _, r := range allRules {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", r.ID, r.Severity, r.Era, cell.Replace(r.Title), cell.Replace(r.Spec))
	}
	return b.String()
}
