package demo

import (
	"embed"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// content holds the files written by hand. The underscore keeps the Go tool from taking the sources of Atlas for ours.
//
//go:embed content/*.md all:content/_atlas
var content embed.FS

const (
	projectDir = "content/_atlas"
	projectURI = "file:///atlas/"
)

func mustContent(name string) []byte {
	body, err := content.ReadFile("content/" + name)
	if err != nil {
		panic("demo: " + err.Error())
	}
	return body
}

// An entry is one file of the project.
type entry struct {
	path   string // below projectURI, not escaped
	body   []byte
	binary bool
	row    *mcp.Resource
	hint   hint
}

func (e *entry) read() *mcp.ReadResourceResult {
	c := &mcp.ResourceContents{URI: e.row.URI, MIMEType: e.row.MIMEType}
	if e.binary {
		c.Blob = e.body
	} else {
		c.Text = string(e.body)
	}
	return &mcp.ReadResourceResult{Cacheable: e.hint.cacheable(), Contents: []*mcp.ResourceContents{c}}
}

// extension is the end of the name after the last dot.
func (e *entry) extension() string { return strings.TrimPrefix(path.Ext(e.path), ".") }

// handWritten returns the embedded files by path.
func handWritten() map[string][]byte {
	files := make(map[string][]byte)
	err := fs.WalkDir(content, projectDir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := content.ReadFile(name)
		files[strings.TrimPrefix(name, projectDir+"/")] = body
		return err
	})
	if err != nil {
		panic("demo: " + err.Error())
	}
	return files
}

// catalog returns every file of the project, written or generated, sorted by URI. It is made once a process and never changes.
var catalog = sync.OnceValue(func() []*entry {
	files := handWritten()
	addGenerated(files)
	entries := make([]*entry, 0, len(files))
	for name, body := range files {
		entries = append(entries, newEntry(name, body))
	}
	slices.SortFunc(entries, func(a, b *entry) int { return strings.Compare(a.row.URI, b.row.URI) })
	return entries
})

var catalogByURI = sync.OnceValue(func() map[string]*entry {
	byURI := make(map[string]*entry, len(catalog()))
	for _, e := range catalog() {
		byURI[e.row.URI] = e
	}
	return byURI
})

// extensions returns the extensions of the project's texts, sorted.
var extensions = sync.OnceValue(func() []string {
	var found []string
	for _, e := range catalog() {
		if ext := e.extension(); ext != "" && !e.binary {
			found = append(found, ext)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
})

func newEntry(name string, body []byte) *entry {
	segments := strings.Split(name, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	e := &entry{path: name, body: body, hint: hintFor(name)}
	e.row = &mcp.Resource{
		URI:      projectURI + strings.Join(segments, "/"),
		Name:     name,
		MIMEType: mimeType(name),
		Size:     int64(len(body)),
	}
	e.binary = slices.Contains(binaryTypes, e.row.MIMEType)
	describe(e)
	return e
}

// described are rows that have more to say than their name.
var described = map[string]struct {
	title, description string
	audience           []mcp.Role
	priority           float64
}{
	"README.md":               {"", "What Atlas is and how to start it", []mcp.Role{"user", "assistant"}, 1},
	"LICENSE":                 {"", "MIT", nil, 0.1},
	"CHANGELOG.md":            {"", "What changed, newest first", []mcp.Role{"user"}, 0.6},
	"docs/architecture.md":    {"Architecture", "The four programs and the table they share", []mcp.Role{"user", "assistant"}, 0.9},
	"docs/ja/設計.md":           {"設計", "Architecture, in Japanese", []mcp.Role{"user"}, 0.5},
	"docs/ja/はじめに.md":         {"はじめに 🗾", "Getting started, in Japanese", []mcp.Role{"user"}, 0.5},
	"docs/zh/架构.md":           {"架构", "Architecture, in Chinese", []mcp.Role{"user"}, 0.5},
	"docs/🗺️ map style.md":    {"🗺️ Map style", "Colours of water, land and cities", []mcp.Role{"user"}, 0.4},
	"data/cities.csv":         {"Cities", "The one table that everything is made from", []mcp.Role{"assistant"}, 0.9},
	"data/cities.geojson":     {"", "The same cities as points", []mcp.Role{"assistant"}, 0.3},
	"logs/render.log":         {"", "Two megabytes of text", []mcp.Role{"assistant"}, 0.1},
	"assets/empty.txt":        {"", "An empty file", nil, 0},
	"assets/world-light.png":  {"World map, light", "The whole world, 800 pixels wide", []mcp.Role{"user"}, 0.7},
	"assets/world.svg":        {"World map, SVG", "", []mcp.Role{"user"}, 0.7},
	"assets/chime.wav":        {"Chime", "Played when a map is ready", []mcp.Role{"user"}, 0.2},
	"assets/dusk.jpg":         {"The world at dusk", "Evening in the east, and noon over the Atlantic", []mcp.Role{"user"}, 0.4},
	"assets/day-night.webp":   {"Day and night", "Eight frames of a day", []mcp.Role{"user"}, 0.4},
	"assets/journey.gif":      {"A journey", "Nine legs around the world, one frame each", []mcp.Role{"user"}, 0.4},
	"assets/symbols.ttf":      {"", "The sign of a city, as a font", nil, 0.2},
	"docs/atlas.pdf":          {"Atlas on paper", "The map and its cities, two pages", []mcp.Role{"user"}, 0.5},
	"dist/atlas-1.4.2.tar.gz": {"", "The release, packed", nil, 0.3},
	"logs/events.jsonl":       {"", "What the tile server tells machines", []mcp.Role{"assistant"}, 0.2},
	"assets/tiles.zip":        {"", "The tiles of zoom 2 in one archive", nil, 0.3},
	"server/main.go":          {"", "Where the tile server starts", []mcp.Role{"assistant"}, 0.8},
	"db/schema.sql":           {"", "The database as it is now", []mcp.Role{"assistant"}, 0.6},
	"tests/fixtures/huge.txt": {"", "One line of 100,000 characters", nil, 0.1},
}

// describe adds title, description and annotations to the rows that have them. Dates count back from a release day, further for rows
// further down the alphabet, so that sorting by date is worth something.
func describe(e *entry) {
	if strings.HasPrefix(e.path, "docs/adr/") {
		first, _, _ := strings.Cut(string(e.body), "\n")
		e.row.Title = strings.TrimPrefix(first, "# ")
	}
	d, ok := described[e.path]
	if !ok {
		return
	}
	if d.title != "" {
		e.row.Title = d.title
	}
	e.row.Description = d.description
	release := time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)
	e.row.Annotations = &mcp.Annotations{
		Audience:     d.audience,
		Priority:     d.priority,
		LastModified: release.AddDate(0, 0, -7*len(e.path)).Format(time.RFC3339),
	}
}

// hintFor gives each part of the project its own way of being cached.
func hintFor(name string) hint {
	dir, _, _ := strings.Cut(name, "/")
	switch dir {
	case "assets", "tiles":
		return hint{86_400_000, "public"}
	case "docs":
		return hint{60_000, "private"}
	case "logs":
		return hint{5_000, "private"}
	case "data":
		return hint{3_600_000, "public"}
	case ".env.example", "atlas.toml", "ops":
		return hint{0, "private"}
	}
	return hint{300_000, "public"}
}

var binaryTypes = []string{
	"application/gzip", "application/pdf", "application/vnd.mapbox-vector-tile", "application/zip", "audio/wav", "font/ttf",
	"image/gif", "image/jpeg", "image/png", "image/webp",
}

var typeByExtension = map[string]string{
	".c": "text/x-c", ".h": "text/x-c", ".cpp": "text/x-c++", ".cs": "text/x-csharp", ".css": "text/css", ".csv": "text/csv; charset=utf-8",
	".geojson": "application/geo+json", ".gif": "image/gif", ".go": "text/x-go", ".gz": "application/gzip", ".html": "text/html",
	".java": "text/x-java", ".jpg": "image/jpeg", ".json": "application/json", ".jsonl": "application/jsonl",
	".kt": "text/x-kotlin", ".log": "text/plain", ".lua": "text/x-lua", ".md": "text/markdown", ".mod": "text/plain",
	".mvt": "application/vnd.mapbox-vector-tile", ".pdf": "application/pdf", ".png": "image/png", ".proto": "text/x-protobuf", ".py": "text/x-python", ".rb": "text/x-ruby",
	".rs": "text/x-rust", ".sh": "application/x-sh", ".sql": "application/sql", ".svg": "image/svg+xml", ".toml": "application/toml",
	".ts": "text/typescript", ".tsx": "text/tsx", ".ttf": "font/ttf", ".txt": "text/plain", ".wav": "audio/wav", ".webp": "image/webp", ".xml": "application/xml",
	".yaml": "application/yaml", ".yml": "application/yaml", ".zip": "application/zip",
}

// mimeType is empty for files that a server would not know: LICENSE, .gitignore and the like.
func mimeType(name string) string {
	switch path.Base(name) {
	case "Dockerfile":
		return "text/x-dockerfile"
	case "Makefile":
		return "text/x-makefile"
	}
	return typeByExtension[path.Ext(name)]
}
