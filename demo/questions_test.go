package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// round is what a read came to: a question, or contents.
func (p *peer) round(params string) readAnswer {
	p.t.Helper()
	return decode[readAnswer](p.t, p.ok("resources/read", params))
}

func TestSurveyAsksWithEveryKindOfField(t *testing.T) {
	p := start(t, Options{})
	p.caps = `{"elicitation":{}}`
	question := p.round(`{"uri":"atlas://survey/maps"}`)
	for _, word := range []string{"email", "uri", "date-time", `"number"`, `"integer"`, `"boolean"`, "enumNames", "oneOf", "anyOf", "pattern"} {
		if !strings.Contains(string(question.InputRequests), word) {
			t.Errorf("no field has %s", word)
		}
	}
	got := p.round(fmt.Sprintf(`{"uri":"atlas://survey/maps","requestState":%q,"inputResponses":{"survey":{"action":"accept","content":{"name":"Ada","layers":["roads"]}}}}`, *question.RequestState))
	if text := *got.Contents[0].Text; !strings.Contains(text, "| layers | `[\"roads\"]` |") {
		t.Errorf("told\n%s", text)
	}
}

func TestPermitTakesSeveralRounds(t *testing.T) {
	const uri = `"uri":"atlas://survey/permit"`
	p := start(t, Options{})
	p.caps = `{"elicitation":{"form":{},"url":{}},"roots":{}}`
	answer := func(state *string, responses string) readAnswer {
		return p.round(fmt.Sprintf(`{%s,"requestState":%q,"inputResponses":{%s}}`, uri, *state, responses))
	}
	terms := p.round(`{` + uri + `}`)
	office := answer(terms.RequestState, `"terms":{"action":"accept"}`)
	if *office.ResultType != "input_required" || office.InputRequests != nil {
		t.Fatalf("the second round asks %s", office.InputRequests)
	}
	details := p.round(fmt.Sprintf(`{%s,"requestState":%q}`, uri, *office.RequestState))
	var keys []string
	for key := range decode[map[string]any](t, details.InputRequests) {
		keys = append(keys, key)
	}
	if slices.Sort(keys); strings.Join(keys, " ") != "person place roots" {
		t.Errorf("the third round asks %v", keys)
	}
	const named = `"person":{"action":"accept","content":{"name":"Ada"}},"roots":{"roots":[{"uri":"file:///x"}]},"place":`
	if text := *answer(details.RequestState, named+`{"action":"accept","content":{}}`).Contents[0].Text; !strings.Contains(text, "Granted") || !strings.Contains(text, "file:///x") {
		t.Errorf("got\n%s", text)
	}
	if text := *answer(details.RequestState, named+`{"action":"decline"}`).Contents[0].Text; !strings.Contains(text, "answered *place* with decline") {
		t.Errorf("got\n%s", text)
	}
}
