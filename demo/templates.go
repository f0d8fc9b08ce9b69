package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A template answers every URI that its URI template expands to.
type template struct {
	row *mcp.ResourceTemplate

	// resolve answers a URI that matches the template, or fails with a *notFoundError.
	resolve func(uri string) (*mcp.ReadResourceResult, error)

	// values lists what a variable may be, given the variables already filled in; nil when nothing is known about it.
	values func(variable string, filled map[string]string) []string
}

// templates are six, one for each way of using variables: a path, a query, a list, optional parts, completion of one by another, and
// everything RFC 6570 has.
func templates() []template {
	return []template{
		{&mcp.ResourceTemplate{
			URITemplate: "file:///atlas/{+path}{#lines}", Name: "file", Title: "A file, or some of its lines",
			Description: "path is a path in the project; lines is one number or a range, like 10-20",
		}, resolveLines, func(variable string, _ map[string]string) []string {
			if variable != "path" {
				return nil
			}
			var paths []string
			for _, e := range catalog() {
				paths = append(paths, e.path)
			}
			return paths
		}},
		{&mcp.ResourceTemplate{
			URITemplate: "atlas://search{?q,lang,limit}", Name: "search", Title: "Search the project", MIMEType: "application/json",
			Description: "q is the text to find; lang keeps files with that extension; limit is at most 100, 20 when left out",
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}, Priority: 0.8},
		}, resolveSearch, func(variable string, _ map[string]string) []string {
			switch variable {
			case "lang":
				return extensions()
			case "limit":
				return []string{"5", "20", "100"}
			}
			return nil
		}},
		{&mcp.ResourceTemplate{
			URITemplate: "atlas://route{/stops*}", Name: "route", Title: "A route through several cities", MIMEType: "text/markdown",
			Description: "stops are two or more cities, like oslo, vienna, istanbul",
		}, resolveRoute, func(string, map[string]string) []string { return slugsOf(func(city) bool { return true }) }},
		{&mcp.ResourceTemplate{
			URITemplate: "atlas://tiles/{z}/{x}/{y}{.format}{?style}", Name: "tile", Title: "A map tile",
			Description: "z is the zoom from 0 to 6; format is png, or svg; style is light, dark or relief. Both may be left out",
		}, resolveTile, func(variable string, filled map[string]string) []string {
			switch variable {
			case "z":
				return numbers(7)
			case "x", "y":
				z, err := strconv.Atoi(filled["z"])
				if err != nil || z < 0 || z > 6 {
					return nil
				}
				return numbers(1 << z)
			case "format":
				return []string{"png", "svg"}
			case "style":
				return slices.Sorted(maps.Keys(mapStyles))
			}
			return nil
		}},
		{&mcp.ResourceTemplate{
			URITemplate: "atlas://places/{country}/{city}", Name: "place", Title: "A city", MIMEType: "text/markdown",
			Description: "country is a two-letter code; the cities offered are those of the country",
		}, resolvePlace, func(variable string, filled map[string]string) []string {
			if variable == "country" {
				return countryCodes()
			}
			return slugsOf(func(c city) bool { return filled["country"] == "" || c.cc == filled["country"] })
		}},
		{&mcp.ResourceTemplate{
			URITemplate: "atlas://echo/{one}/{start:3}/{+rest}{.label}{/path*}{;param}{?list,map*}{&more}{#fragment}", Name: "echo",
			Title: "Every kind of variable", MIMEType: "text/markdown",
			Description: "Answers with the parts of the URI as they came",
		}, resolveEcho, func(string, map[string]string) []string { return nil }},
	}
}

func (s *server) addTemplates() {
	for _, t := range templates() {
		s.mcp.AddResourceTemplate(t.row, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return t.resolve(req.Params.URI)
		})
	}
}

func slugsOf(keep func(city) bool) []string {
	var slugs []string
	for _, c := range cities() {
		if keep(c) {
			slugs = append(slugs, c.slug)
		}
	}
	return slugs
}

func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}

// complete answers completion/complete: the values that begin with what was typed, at most 100 of them (Completion).
func (s *server) complete(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	const most = 100
	ref := req.Params.Ref
	i := slices.IndexFunc(templates(), func(t template) bool { return ref.Type == "ref/resource" && t.row.URITemplate == ref.URI })
	if i < 0 {
		return nil, invalidParams("nothing to complete: %q is not one of the resource templates", ref.URI)
	}
	var filled map[string]string
	if req.Params.Context != nil {
		filled = req.Params.Context.Arguments
	}
	typed := strings.ToLower(req.Params.Argument.Value)
	found := []string{}
	for _, v := range templates()[i].values(req.Params.Argument.Name, filled) {
		if strings.HasPrefix(strings.ToLower(v), typed) {
			found = append(found, v)
		}
	}
	total := len(found)
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{
		Values: found[:min(total, most)], Total: total, HasMore: total > most,
	}}, nil
}

// resolveLines answers file:///atlas/{+path}{#lines}.
func resolveLines(uri string) (*mcp.ReadResourceResult, error) {
	file, lines, _ := strings.Cut(uri, "#")
	e, ok := catalogByURI()[file]
	if !ok {
		return nil, &notFoundError{uri: uri}
	}
	if lines == "" {
		return e.read(), nil
	}
	first, last, isRange := strings.Cut(lines, "-")
	if !isRange {
		last = first
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	all := bytes.SplitAfter(e.body, []byte("\n"))
	if err1 != nil || err2 != nil || from < 1 || to < from || from > len(all) || e.binary {
		return nil, &notFoundError{uri: uri, reason: fmt.Sprintf("no lines %q in this file", lines)}
	}
	return result(uri, e.row.MIMEType, string(bytes.Join(all[from-1:min(to, len(all))], nil)), e.hint), nil
}

// A searchHit is one line found by resolveSearch.
type searchHit struct {
	URI  string `json:"uri"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// resolveSearch answers atlas://search{?q,lang,limit}: it goes through every text of the project.
func resolveSearch(uri string) (*mcp.ReadResourceResult, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Host != "search" {
		return nil, &notFoundError{uri: uri}
	}
	// Bigger files are logs in bulk, which would fill every answer.
	const mostBytes, mostHits = 256 << 10, 100
	query := u.Query()
	limit := 20
	if text := query.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > mostHits {
			return nil, &notFoundError{uri: uri, reason: "limit must be a number from 1 to 100"}
		}
	}
	hits := []searchHit{}
	total := 0
	wanted := strings.ToLower(query.Get("q"))
	for _, e := range catalog() {
		if wanted == "" || e.binary || len(e.body) > mostBytes || query.Get("lang") != "" && e.extension() != query.Get("lang") {
			continue
		}
		number := 0
		for line := range strings.Lines(string(e.body)) {
			number++
			if !strings.Contains(strings.ToLower(line), wanted) {
				continue
			}
			if total++; len(hits) < limit {
				hits = append(hits, searchHit{e.row.URI, number, strings.TrimSpace(line)})
			}
		}
	}
	body, err := json.MarshalIndent(map[string]any{"query": query.Get("q"), "found": total, "shown": hits}, "", "  ")
	if err != nil {
		return nil, err
	}
	return result(uri, "application/json", string(body)+"\n", hint{30_000, "public"}), nil
}

// resolveRoute answers atlas://route{/stops*}.
func resolveRoute(uri string) (*mcp.ReadResourceResult, error) {
	slugs := strings.Split(strings.Trim(strings.TrimPrefix(uri, "atlas://route"), "/"), "/")
	if len(slugs) < 2 {
		return nil, &notFoundError{uri: uri, reason: "a route needs two stops or more"}
	}
	var b strings.Builder
	b.WriteString("# Route\n\n| from | to | km |\n|---|---|---:|\n")
	var total float64
	for i, slug := range slugs {
		to, ok := cityBySlug(slug)
		if !ok {
			return nil, &notFoundError{uri: uri, reason: fmt.Sprintf("no city %q", slug)}
		}
		if i > 0 {
			from := mustCity(slugs[i-1])
			km := kilometres(from, to)
			total += km
			fmt.Fprintf(&b, "| %s | %s | %s |\n", from.name, to.name, grouped(int(km)))
		}
	}
	fmt.Fprintf(&b, "\nAltogether **%s km** as the crow flies.\n", grouped(int(total)))
	return result(uri, "text/markdown", b.String(), hint{3_600_000, "public"}), nil
}

// resolveTile answers atlas://tiles/{z}/{x}/{y}{.format}{?style}.
func resolveTile(uri string) (*mcp.ReadResourceResult, error) {
	const size, maxZoom = 256, 6
	path, query, _ := strings.Cut(strings.TrimPrefix(uri, "atlas://tiles/"), "?")
	path, format, _ := strings.Cut(path, ".")
	styleName := "light"
	if name, ok := strings.CutPrefix(query, "style="); ok {
		styleName = name
	}
	style, known := mapStyles[styleName]
	parts := strings.Split(path, "/")
	var n [3]int
	for i, part := range parts {
		v, err := strconv.Atoi(part)
		if err != nil || len(parts) != len(n) {
			return nil, &notFoundError{uri: uri, reason: "a tile is z/x/y, three numbers"}
		}
		n[i] = v
	}
	z, x, y := n[0], n[1], n[2]
	switch {
	case !known:
		return nil, &notFoundError{uri: uri, reason: fmt.Sprintf("no style %q", styleName)}
	case z < 0 || z > maxZoom || x < 0 || y < 0 || x >= 1<<z || y >= 1<<z:
		return nil, &notFoundError{uri: uri, reason: fmt.Sprintf("no such tile: zoom is 0 to %d, x and y are below 2 to the power of zoom", maxZoom)}
	}
	view := tileView(z, x, y, size)
	h := hint{86_400_000, "public"}
	switch format {
	case "", "png":
		return &mcp.ReadResourceResult{
			Cacheable: h.cacheable(),
			Contents:  []*mcp.ResourceContents{{URI: uri, MIMEType: "image/png", Blob: view.drawPNG(style)}},
		}, nil
	case "svg":
		return result(uri, "image/svg+xml", string(view.drawSVG(style, "tile "+path)), h), nil
	}
	return nil, &notFoundError{uri: uri, reason: fmt.Sprintf("no format %q: png or svg", format)}
}

// resolvePlace answers atlas://places/{country}/{city}.
func resolvePlace(uri string) (*mcp.ReadResourceResult, error) {
	cc, slug, _ := strings.Cut(strings.TrimPrefix(uri, "atlas://places/"), "/")
	c, ok := cityBySlug(slug)
	if !ok || c.cc != cc {
		return nil, &notFoundError{uri: uri, reason: fmt.Sprintf("no city %q in %q", slug, cc)}
	}
	return result(uri, "text/markdown", cityPage(c), hint{3_600_000, "public"}), nil
}

// resolveEcho answers atlas://echo/… with a table of the URI's parts.
func resolveEcho(uri string) (*mcp.ReadResourceResult, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Host != "echo" || u.Path == "" {
		return nil, &notFoundError{uri: uri}
	}
	var b strings.Builder
	b.WriteString("# What came\n\n| part | text |\n|---|---|\n")
	row := func(part, text string) {
		if text != "" {
			fmt.Fprintf(&b, "| %s | `%s` |\n", part, text)
		}
	}
	for i, segment := range strings.Split(strings.Trim(u.EscapedPath(), "/"), "/") {
		row("segment "+strconv.Itoa(i+1), segment)
	}
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		row("query", pair)
	}
	row("fragment", u.EscapedFragment())
	return result(uri, "text/markdown", b.String(), hint{60_000, "public"}), nil
}

func result(uri, mimeType, text string, h hint) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{
		Cacheable: h.cacheable(),
		Contents:  []*mcp.ResourceContents{{URI: uri, MIMEType: mimeType, Text: text}},
	}
}

// cityPage describes a city and its neighbours.
func cityPage(c city) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", c.name)
	if c.local != c.name {
		fmt.Fprintf(&b, "**%s**, ", c.local)
	}
	fmt.Fprintf(&b, "%s. About %s people, %.2f° %.2f°, %s.\n\n## Nearest\n\n", c.country, grouped(c.population), c.lat, c.lon, c.timezone)
	near := slices.Clone(cities())
	slices.SortStableFunc(near, func(a, d city) int { return int(kilometres(c, a)) - int(kilometres(c, d)) })
	for _, n := range near[1:4] {
		fmt.Fprintf(&b, "- [%s](atlas://places/%s/%s), %s km\n", n.name, n.cc, n.slug, grouped(int(kilometres(c, n))))
	}
	return b.String()
}
