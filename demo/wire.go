package demo

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The shapes in which results leave the server, where the SDK's own types cannot say what is meant:
//   - an empty text is "text":"", not a content with neither text nor blob;
//   - an empty file has "size":0, not no size;
//   - cache hints belong to 2026-07-28 and later, and to complete results only;
//   - a question (input_required) carries no contents.

// hint is a caching hint: a time to live in milliseconds and who may share the result (Caching, 2026-07-28).
type hint struct {
	ttlMs int
	scope string
}

func (h hint) cacheable() mcp.Cacheable { return mcp.Cacheable{TTLMs: h.ttlMs, CacheScope: h.scope} }

// Time to live of a page of resources/list, by its number; the last one holds for all that follow. The scope of a list is one for all.
var pageTTL = []int{60_000, 300_000, 5_000, 0, 60_000}

var (
	hintTemplates = hint{3_600_000, "public"}
	hintDiscover  = hint{600_000, "public"}
)

// hints are the two members of a cacheable result; both are left out for older revisions.
type hints struct {
	TTLMs      *int   `json:"ttlMs,omitempty"`
	CacheScope string `json:"cacheScope,omitempty"`
}

func hintsFor(c mcp.Cacheable, modern bool) hints {
	if !modern {
		return hints{}
	}
	return hints{TTLMs: &c.TTLMs, CacheScope: c.CacheScope}
}

// The members of hints are nearer than those of the embedded SDK result, so they take their place.
type wireResources struct {
	*mcp.ListResourcesResult
	TTLMs      *int           `json:"ttlMs,omitempty"`
	CacheScope string         `json:"cacheScope,omitempty"`
	Resources  []wireResource `json:"resources"`
}

type wireResource struct {
	*mcp.Resource
	Size *int64 `json:"size,omitempty"`
}

type wireTemplates struct {
	*mcp.ListResourceTemplatesResult
	TTLMs      *int   `json:"ttlMs,omitempty"`
	CacheScope string `json:"cacheScope,omitempty"`
}

type wireRead struct {
	mcp.ResultBase
	hints
	ResultType    string              `json:"resultType,omitempty"`
	Contents      []wireContents      `json:"contents,omitzero"`
	InputRequests mcp.InputRequestMap `json:"inputRequests,omitempty"`
	RequestState  string              `json:"requestState,omitempty"`
}

type wireContents struct {
	URI      string  `json:"uri"`
	MIMEType string  `json:"mimeType,omitempty"`
	Text     *string `json:"text,omitempty"`
	Blob     []byte  `json:"blob,omitzero"`
}

// shape gives a result its cache hints and its final form. Results of other kinds pass through.
func (s *server) shape(res mcp.Result, modern bool) mcp.Result {
	switch r := res.(type) {
	case *mcp.DiscoverResult:
		r.Cacheable = hintDiscover.cacheable()
	case *mcp.ListResourcesResult:
		r.Cacheable = hint{pageTTL[min(s.pageNumber(r.Resources), len(pageTTL)-1)], "public"}.cacheable()
		h := hintsFor(r.Cacheable, modern)
		w := &wireResources{ListResourcesResult: r, TTLMs: h.TTLMs, CacheScope: h.CacheScope, Resources: make([]wireResource, len(r.Resources))}
		for i, row := range r.Resources {
			w.Resources[i] = wireResource{Resource: row}
			if e, ok := catalogByURI()[row.URI]; ok {
				size := int64(len(e.body))
				w.Resources[i].Size = &size
			}
		}
		return w
	case *mcp.ListResourceTemplatesResult:
		h := hintsFor(hintTemplates.cacheable(), modern)
		return &wireTemplates{ListResourceTemplatesResult: r, TTLMs: h.TTLMs, CacheScope: h.CacheScope}
	case *mcp.ReadResourceResult:
		w := &wireRead{ResultBase: mcp.ResultBase{Meta: r.Meta}}
		if r.NeedsInput() || r.RequestState != "" { // a state alone is a question, too
			w.ResultType = "input_required"
			w.InputRequests, w.RequestState = r.InputRequests, r.RequestState
			return w
		}
		if modern {
			w.ResultType = "complete"
		}
		w.hints = hintsFor(r.Cacheable, modern)
		w.Contents = make([]wireContents, len(r.Contents))
		for i, c := range r.Contents {
			w.Contents[i] = wireContents{URI: c.URI, MIMEType: c.MIMEType, Blob: c.Blob}
			if c.Blob == nil {
				w.Contents[i].Text = &c.Text
			}
		}
		return w
	}
	return res
}

// pageNumber finds which page rows are, counting from 0. The SDK's cursors are opaque, so it goes by where the first row stands; a row
// that the live script added in front moves it by one place, never by half a page.
func (s *server) pageNumber(rows []*mcp.Resource) int {
	if len(rows) == 0 {
		return 0
	}
	at, _ := slices.BinarySearch(s.listed, rows[0].URI)
	return (at + pageSize/2) / pageSize
}
