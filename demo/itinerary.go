package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// itineraryState is what a client has to echo with its answers (Multi Round-Trip Requests). There is one question, so it only tells
// answers to this question from answers to nothing.
const itineraryState = "itinerary.v1/question-1"

// itineraryForm is kept as text because the order of its fields matters to the person who fills it in.
const itineraryForm = `{
  "type": "object",
  "properties": {
    "name": {"type": "string", "title": "Your name", "description": "As it should stand on the plan", "minLength": 1, "maxLength": 40},
    "start": {"type": "string", "title": "Start in", "oneOf": [
      {"const": "lisbon", "title": "Lisbon"}, {"const": "kyoto", "title": "Kyoto 京都"}, {"const": "nairobi", "title": "Nairobi"}, {"const": "lima", "title": "Lima"}
    ], "default": "kyoto"},
    "stops": {"type": "integer", "title": "How many cities", "minimum": 1, "maximum": 8, "default": 4},
    "byTrain": {"type": "boolean", "title": "Short legs only", "description": "At most 3,000 km at a time", "default": true}
  },
  "required": ["name"]
}`

// A trip is what the form asks for.
type trip struct {
	name    string
	start   city
	stops   int
	byTrain bool
}

// readItinerary asks first, when it can: through input_required on 2026-07-28, which the SDK turns into an elicitation/create request for
// older clients. A client that does not take questions gets an example.
func readItinerary(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	example := trip{name: "Ada", start: mustCity("kyoto"), stops: 4, byTrain: true}
	answer, answered := req.Params.InputResponses["trip"].(*mcp.ElicitResult)
	answered = answered && req.Params.RequestState == itineraryState
	switch {
	case !answered && takesForms(req.ClientCapabilities()):
		return asking(itineraryState, mcp.InputRequestMap{"trip": form("Where shall the trip go?", itineraryForm)}), nil
	case !answered:
		return itineraryResult(req, example.plan("This client takes no questions, so here is an example.")), nil
	case answer.Action != "accept":
		return itineraryResult(req, example.plan("You would rather not say ("+answer.Action+"), so here is an example.")), nil
	}
	return itineraryResult(req, tripFrom(answer.Content, example).plan("")), nil
}

// takesForms reports whether the client declared form elicitation; an empty declaration means forms (Elicitation: Capabilities).
func takesForms(caps *mcp.ClientCapabilities) bool {
	if caps == nil || caps.Elicitation == nil {
		return false
	}
	return caps.Elicitation.Form != nil || caps.Elicitation.URL == nil
}

// The plan answers one person's questions: it is not to be kept.
func itineraryResult(req *mcp.ReadResourceRequest, text string) *mcp.ReadResourceResult {
	return result(req.Params.URI, "text/markdown", text, hint{0, "private"})
}

// tripFrom reads an answer, taking what is missing or out of range from the default.
func tripFrom(answer map[string]any, t trip) trip {
	if name, ok := answer["name"].(string); ok && name != "" {
		t.name = name
	}
	if slug, ok := answer["start"].(string); ok {
		if c, ok := cityBySlug(slug); ok {
			t.start = c
		}
	}
	if n, ok := answer["stops"].(float64); ok && n >= 1 && n <= 8 {
		t.stops = int(n)
	}
	if b, ok := answer["byTrain"].(bool); ok {
		t.byTrain = b
	}
	return t
}

// plan walks from each city to the nearest one not seen yet or, when legs may be long, to the nearest of at least 4,000 km.
func (t trip) plan(note string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A trip for %s\n\n", t.name)
	if note != "" {
		fmt.Fprintf(&b, "> %s\n\n", note)
	}
	b.WriteString("| stop | city | country | km |\n|---:|---|---|---:|\n")
	here, total := t.start, 0.0
	seen := []string{here.slug}
	fmt.Fprintf(&b, "| 0 | %s | %s | |\n", here.label(), here.country)
	for i := range t.stops {
		next, km := here, 0.0
		for _, c := range cities() {
			d := kilometres(here, c)
			fits := d <= 3000
			if !t.byTrain {
				fits = d >= 4000
			}
			if fits && !slices.Contains(seen, c.slug) && (km == 0 || d < km) {
				next, km = c, d
			}
		}
		if km == 0 {
			b.WriteString("\nNothing further within reach.\n")
			break
		}
		here, total = next, total+km
		seen = append(seen, here.slug)
		fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", i+1, here.label(), here.country, grouped(int(km)))
	}
	fmt.Fprintf(&b, "\nAltogether **%s km**.\n", grouped(int(total)))
	return b.String()
}

func mustCity(slug string) city {
	c, ok := cityBySlug(slug)
	if !ok {
		panic("demo: no city " + slug)
	}
	return c
}
