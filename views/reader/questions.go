package reader

import (
	"strings"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/prettyjson"
	"mcperuse/views/sheet"
)

// questionLines show what a server wants to know before it gives the contents
// (specification: Multi Round-Trip Requests), as it asked.
func (p *Pane) questionLines() []sheet.Line {
	th := p.th
	lines := []sheet.Line{
		{Indent: 2, Spans: []sheet.Span{{Style: th.Attention, Text: "⚠ this resource asks a question first"}}},
		{Indent: 2, Spans: []sheet.Span{{Style: th.Dim, Text: "  not answered: " + p.open}}},
	}
	asked := 0
	for key, request := range p.asked.Questions.Members() {
		asked++
		method, _ := request.Get("method").Text()
		lines = append(lines, sheet.Line{}, sheet.Line{Indent: 4, Spans: []sheet.Span{
			{Style: th.Text, Text: "  "}, {Style: th.Bold, Text: string(key)}, {Style: th.Dim, Text: "  " + words(method)},
		}})
		if message, ok := request.Get("params", "message").Text(); ok {
			lines = append(lines, sheet.Line{Indent: 4, Spans: []sheet.Span{{Style: th.Text, Text: "    “" + cut(message) + "”"}}})
		}
		if address, ok := request.Get("params", "url").Text(); ok {
			lines = append(lines, sheet.Line{Indent: 4, Spans: []sheet.Span{{Style: th.Dim, Text: "    address  "}, {Style: th.Text, Text: cut(address)}}})
		}
		for name, property := range request.Get("params", "requestedSchema", "properties").Members() {
			lines = append(lines, sheet.Line{Indent: 6, Spans: append([]sheet.Span{
				{Style: th.Text, Text: "    " + string(name) + "  "}}, propertyWords(property, p)...)})
		}
	}
	if asked == 0 {
		lines = append(lines, sheet.Line{}, sheet.Text(th.Dim, "  it named no question"))
	}
	lines = append(lines, sheet.Line{}, sheet.Text(th.Dim, "  as sent"))
	for _, line := range rawLines(p.asked.Raw) {
		lines = append(lines, sheet.Line{Indent: 6, Spans: []sheet.Span{{Style: th.Text, Text: "  " + line}}})
	}
	return lines
}

// words names a request a server can put into an input_required result.
func words(method string) string {
	switch method {
	case "elicitation/create":
		return "asks for your input"
	case "roots/list":
		return "asks for the folders it may use"
	case "sampling/createMessage":
		return "asks for the answer of a language model"
	case "":
		return "has no method"
	}
	return method
}

// propertyWords describe one field of the schema of a question.
func propertyWords(property rawjson.Value, p *Pane) (spans []sheet.Span) {
	kind, _ := property.Get("type").Text()
	title, _ := property.Get("title").Text()
	description, _ := property.Get("description").Text()
	parts := make([]string, 0, 3)
	for _, part := range []string{kind, title, description} {
		if part != "" {
			parts = append(parts, cut(part))
		}
	}
	return append(spans, sheet.Span{Style: p.th.Dim, Text: strings.Join(parts, dot)})
}

// rawLines lays JSON out, the start of it where it is long.
func rawLines(v rawjson.Value) []string {
	if len(v) > maxValue {
		return []string{cut(string(v))}
	}
	text, err := prettyjson.Indent(string(v))
	if err != nil {
		text = string(v)
	}
	return strings.Split(text, "\n")
}
