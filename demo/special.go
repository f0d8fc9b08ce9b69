package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A special is a resource that is more than a file.
type special struct {
	row  *mcp.Resource
	read mcp.ResourceHandler
}

// specials are the resources that are always listed beside the files; incident.md comes and goes on top.
func (s *server) specials() []special {
	fixed := func(row *mcp.Resource, text string, h hint) special {
		return special{row, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return result(row.URI, row.MIMEType, text, h), nil
		}}
	}
	list := []special{
		fixed(&mcp.Resource{
			URI: "atlas://about", Name: "about", Title: "Welcome to Atlas", MIMEType: "text/markdown",
			Description: "What there is to see in this demo, and where",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 1, LastModified: "2026-03-02T09:30:00Z"},
		}, string(mustContent("about.md")), hint{86_400_000, "public"}),
		{&mcp.Resource{
			URI: "atlas://plan/itinerary", Name: "plan/itinerary", Title: "Plan a trip", MIMEType: "text/markdown",
			Description: "Asks four questions before it answers",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 0.8},
		}, readItinerary},
		{&mcp.Resource{
			URI: "atlas://report/distances.csv", Name: "report/distances.csv", Title: "Distances between all cities (slow)", MIMEType: "text/csv",
			Description: "Takes four seconds, and tells how far it is to a client that asks",
		}, s.readDistances},
		{&mcp.Resource{
			URI: "atlas://report/broken", Name: "report/broken", Title: "A report that always fails", MIMEType: "text/plain",
			Description: "Answers with an error that carries data",
		}, readBroken},
		{&mcp.Resource{
			URI: "atlas://report/bundle", Name: "report/bundle", Title: "Four contents in one answer", MIMEType: "text/markdown",
			Description: "One read, a text, a JSON document, an image and an empty text",
		}, readBundle},
		{&mcp.Resource{
			URI: "atlas://survey/permit", Name: "survey/permit", Title: "A permit", MIMEType: "text/markdown",
			Description: "Several rounds: an address to go to, then two forms",
		}, readPermit},
		{&mcp.Resource{
			URI: "atlas://survey/maps", Name: "survey/maps", Title: "A survey", MIMEType: "text/markdown",
			Description: "Asks with every kind of field there is",
		}, readSurvey},
		fixed(&mcp.Resource{
			URI: "atlas://cache/day", Name: "cache/day", MIMEType: "text/plain", Description: "Fresh for a day, for everyone",
		}, "ttlMs 86400000, public: fresh until tomorrow, and any cache may share it.\n", hint{86_400_000, "public"}),
		fixed(&mcp.Resource{
			URI: "atlas://cache/minute", Name: "cache/minute", MIMEType: "text/plain", Description: "Fresh for a minute, for you alone",
		}, "ttlMs 60000, private: fresh for one minute, and only for the one who asked.\n", hint{60_000, "private"}),
		fixed(&mcp.Resource{
			URI: "atlas://cache/moment", Name: "cache/moment", MIMEType: "text/plain", Description: "Fresh for five seconds",
		}, "ttlMs 5000, public: watch it go stale.\n", hint{5_000, "public"}),
		fixed(&mcp.Resource{
			URI: "atlas://cache/never", Name: "cache/never", MIMEType: "text/plain", Description: "Stale the moment it arrives",
		}, "ttlMs 0, private: not to be kept at all.\n", hint{0, "private"}),
	}
	return append(list, s.liveSpecials()...)
}

// readBroken fails on purpose.
func readBroken(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return nil, &jsonrpc.Error{
		Code:    jsonrpc.CodeInternalError,
		Message: "The report could not be made: column \"altitude\" does not exist",
		Data: json.RawMessage(`{"uri":"atlas://report/broken","step":"join","query":"SELECT name, altitude FROM cities","line":1,` +
			`"hint":"the column is called elevation since migration 0012","retryable":false}`),
	}
}

// readBundle answers with several contents, each under a URI of its own.
func readBundle(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	const uri = "atlas://report/bundle"
	return &mcp.ReadResourceResult{
		Cacheable: hint{300_000, "public"}.cacheable(),
		Contents: []*mcp.ResourceContents{
			{URI: uri + "/summary.md", MIMEType: "text/markdown", Text: "# Bundle\n\nFour contents, one read. The second is JSON, the third an image, the fourth is empty.\n"},
			{URI: uri + "/counts.json", MIMEType: "application/json", Text: fmt.Sprintf("{\n  \"cities\": %d,\n  \"countries\": %d\n}\n", len(cities()), len(countryCodes()))},
			{URI: uri + "/map.png", MIMEType: "image/png", Blob: worldView(256).drawPNG(mapStyles["dark"])},
			{URI: uri + "/notes.txt", MIMEType: "text/plain"},
		},
	}, nil
}

// readDistances makes its table in steps, waiting between them, and reports progress when the client gave a token (Progress).
func (s *server) readDistances(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	const steps, pause = 8, 500 * time.Millisecond
	doing := [steps]string{
		"reading cities", "sorting", "joining rows", "joining rows", "joining rows", "joining rows", "rounding", "writing the table",
	}
	token := req.Params.GetProgressToken()
	for i, message := range doing {
		if token != nil {
			if err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: float64(i), Total: steps, Message: message,
			}); err != nil {
				return nil, err
			}
		}
		if err := s.opts.Sleep(ctx, pause); err != nil {
			return nil, fmt.Errorf("stopped while %s: %w", message, err)
		}
	}
	var b strings.Builder
	b.WriteString("from,to,km\n")
	for i, from := range cities() {
		for _, to := range cities()[i+1:] {
			fmt.Fprintf(&b, "%s,%s,%.0f\n", from.slug, to.slug, kilometres(from, to))
		}
	}
	return result(req.Params.URI, "text/csv", b.String(), hint{600_000, "public"}), nil
}
