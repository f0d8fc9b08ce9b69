package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// surveyForm has a field of every kind a form can have (Elicitation: Requested Schema). It is kept as text for the order of its fields.
const surveyForm = `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "title": "Name", "description": "Any name will do", "minLength": 1, "maxLength": 40},
    "email": {"type": "string", "title": "Email", "format": "email"},
    "page": {"type": "string", "title": "Home page", "format": "uri"},
    "born": {"type": "string", "title": "Born on", "format": "date"},
    "meeting": {"type": "string", "title": "Next meeting", "description": "With its offset from UTC", "format": "date-time", "default": "2026-07-28T09:30:00Z"},
    "zip": {"type": "string", "title": "Postal code", "pattern": "^[0-9]{5}$"},
    "cities": {"type": "integer", "title": "Cities seen", "minimum": 0, "maximum": 120, "default": 12},
    "speed": {"type": "number", "title": "Walking speed", "description": "In kilometres an hour", "minimum": 0.5, "maximum": 12, "default": 4.5},
    "maps": {"type": "boolean", "title": "Paper maps", "description": "Would you still buy one?", "default": false},
    "continent": {"type": "string", "title": "Continent", "enum": ["af", "am", "as", "eu", "oc"], "enumNames": ["Africa", "America", "Asia", "Europe", "Oceania"]},
    "style": {"type": "string", "title": "Map style", "oneOf": [{"const": "light", "title": "Light"}, {"const": "dark", "title": "Dark"}, {"const": "ink", "title": "Ink"}], "default": "dark"},
    "layers": {"type": "array", "title": "Layers", "minItems": 1, "maxItems": 3, "items": {"type": "string", "enum": ["roads", "rails", "rivers", "borders", "names"]}, "default": ["roads", "names"]},
    "seasons": {"type": "array", "title": "Seasons", "items": {"anyOf": [{"const": "q1", "title": "Spring"}, {"const": "q2", "title": "Summer"}, {"const": "q3", "title": "Autumn"}, {"const": "q4", "title": "Winter"}]}},
    "remarks": {"type": "string", "title": "Remarks", "description": "As many lines as you like", "maxLength": 2000}
  },
  "required": ["name", "continent", "layers"]
}`

const surveyState = "survey.v1"

// readSurvey asks with every kind of field and gives back what it was told.
func readSurvey(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	answer, answered := req.Params.InputResponses["survey"].(*mcp.ElicitResult)
	answered = answered && req.Params.RequestState == surveyState
	switch {
	case !answered && takesForms(req.ClientCapabilities()):
		return asking(surveyState, mcp.InputRequestMap{"survey": form("A few words about you and your maps. Only what is marked is needed.", surveyForm)}), nil
	case !answered:
		return itineraryResult(req, "# Survey\n\nThis client takes no questions.\n"), nil
	case answer.Action != "accept":
		return itineraryResult(req, "# Survey\n\nYou would rather not say ("+answer.Action+").\n"), nil
	}
	return itineraryResult(req, "# Survey\n\n"+told(answer.Content)), nil
}

// Places in the conversation about a permit.
const (
	permitTerms   = "permit.v1/terms"
	permitOffice  = "permit.v1/office"
	permitDetails = "permit.v1/details"
)

// permitQuestions are what the permit asks, by key.
func permitQuestions(keys ...string) mcp.InputRequestMap {
	all := mcp.InputRequestMap{
		"terms": &mcp.ElicitParams{
			Mode: "url", Message: "Read the terms first. They are short.", URL: "https://atlas.example/terms?for=permit&lang=en", ElicitationID: "terms-1",
		},
		"person": form("Who will draw?", `{"type":"object","properties":{"name":{"type":"string","title":"Name"},"pencil":{"type":"string","title":"Pencil","enum":["HB","2B","4H"],"default":"2B"}},"required":["name"]}`),
		"place":  form("Where?", `{"type":"object","properties":{"country":{"type":"string","title":"Country","minLength":2,"maxLength":2,"default":"jp"}}}`),
		"roots":  &mcp.ListRootsParams{}, //nolint:staticcheck // roots are deprecated, and still asked for
	}
	maps.DeleteFunc(all, func(key string, _ mcp.InputRequest) bool { return !slices.Contains(keys, key) })
	return all
}

// readPermit takes several rounds: an address to go to, a round that asks nothing, then two forms at once, and the folders of a client that
// has some. Saying no ends it. Older clients are asked one thing after the other.
func readPermit(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	caps := req.ClientCapabilities()
	if !takesForms(caps) || caps.Elicitation.URL == nil {
		return itineraryResult(req, permitTitle+"This client takes no questions, or goes nowhere.\n"), nil
	}
	answers := req.Params.InputResponses
	if !isModern(req) {
		answers = mcp.InputResponseMap{}
		for _, key := range permitKeys {
			answer, err := req.Session.Elicit(ctx, permitQuestions(key)[key].(*mcp.ElicitParams))
			if err != nil {
				return nil, err
			}
			if answers[key] = answer; answer.Action != "accept" {
				break
			}
		}
		return itineraryResult(req, permitText(answers)), nil
	}
	switch req.Params.RequestState {
	case permitTerms:
		if refusedPermit(answers) == "" {
			return asking(permitOffice, nil), nil
		}
	case permitOffice:
		keys := []string{"person", "place"}
		if caps.RootsV2 != nil { //nolint:staticcheck // as above
			keys = append(keys, "roots")
		}
		return asking(permitDetails, permitQuestions(keys...)), nil
	case permitDetails:
	default:
		return asking(permitTerms, permitQuestions("terms")), nil
	}
	return itineraryResult(req, permitText(answers)), nil
}

const permitTitle = "# Permit to draw maps\n\n"

var permitKeys = []string{"terms", "person", "place"}

// refusedPermit is what was not accepted, "" for nothing.
func refusedPermit(answers mcp.InputResponseMap) string {
	for _, key := range permitKeys {
		if answer, ok := answers[key].(*mcp.ElicitResult); ok && answer.Action != "accept" {
			return "you answered *" + key + "* with " + answer.Action
		}
	}
	return ""
}

func permitText(answers mcp.InputResponseMap) string {
	if no := refusedPermit(answers); no != "" {
		return permitTitle + "Not granted: " + no + ".\n"
	}
	text := permitTitle + "Granted.\n\n"
	for _, key := range []string{"person", "place"} {
		if answer, ok := answers[key].(*mcp.ElicitResult); ok {
			text += "## " + key + "\n\n" + told(answer.Content)
		}
	}
	if shared, ok := answers["roots"].(*mcp.ListRootsResult); ok { //nolint:staticcheck // as above
		text += fmt.Sprintf("## folders\n\n%d of them.\n\n", len(shared.Roots))
		for _, root := range shared.Roots {
			text += "- `" + root.URI + "`\n"
		}
	}
	return text
}

// asking is a result that wants an answer, or only to be asked for again.
func asking(state string, requests mcp.InputRequestMap) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{
		InputRequests: requests, RequestState: state,
		Contents: []*mcp.ResourceContents{}, // nil would be an error to the SDK when it asks an older client
	}
}

func form(message, schema string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Mode: "form", Message: message, RequestedSchema: json.RawMessage(schema)}
}

// told is a table of what was answered.
func told(content map[string]any) string {
	var b strings.Builder
	b.WriteString("| field | answer |\n|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(content)) {
		fmt.Fprintf(&b, "| %s | `%s` |\n", name, mustJSON(content[name]))
	}
	return b.String() + "\n"
}
