package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// firstModern is the revision that replaced sessions by metadata on every request. Revisions are dates: they compare as strings.
const (
	firstModern = "2026-07-28"
	lastLegacy  = "2025-11-25"
)

// codeNotFoundLegacy is "resource not found" before 2026-07-28, which moved it to -32602 (Resources: Error Handling).
const codeNotFoundLegacy = -32002

const instructions = "atlas-docs holds the sources, documents and data of Atlas, a small map service. " +
	"Start with atlas://about. The resources under atlas://live change every few seconds; watch them."

// server is one running demo: the SDK's server, the corrections around it and the live script.
type server struct {
	opts    Options
	log     *log.Logger
	mcp     *mcp.Server
	notify  mcp.MethodHandler // the SDK's own sender, below our middleware
	listens listens
	live    live
	listed  []string // URIs of resources/list while no incident is open, sorted: the SDK's order

	// ending is done once the server is going down: the caller's context ended, or stdin did. Every request's context ends with it.
	ending context.Context
	end    context.CancelFunc

	first   sync.Once
	started chan struct{} // closed by the first request
	script  sync.WaitGroup
}

// newServer builds the server and starts its live script, which waits for the first request. The caller must call close.
func newServer(ctx context.Context, stderr io.Writer, opts Options) *server {
	if opts.Sleep == nil {
		opts.Sleep = sleep
	}
	s := &server{opts: opts, log: log.New(stderr, "", 0), started: make(chan struct{})}
	s.ending, s.end = context.WithCancel(ctx)

	var versions []string // nil: all the SDK knows
	if opts.Legacy {
		versions = slices.DeleteFunc(mcp.SupportedProtocolVersions(), func(v string) bool { return v >= firstModern })
	}
	s.mcp = mcp.NewServer(&mcp.Implementation{
		Name:        serverName,
		Title:       "Atlas docs",
		Version:     serverVersion,
		Description: "Sources, documents and data of a small map service",
	}, &mcp.ServerOptions{
		Instructions: instructions,
		PageSize:     pageSize,
		Capabilities: &mcp.ServerCapabilities{
			Resources:   &mcp.ResourceCapabilities{ListChanged: true, Subscribe: true},
			Completions: &mcp.CompletionCapabilities{},
		},
		CompletionHandler: s.complete,
		SubscribeHandler: func(_ context.Context, req *mcp.SubscribeRequest) error {
			if !s.known(req.Params.URI) {
				return &notFoundError{uri: req.Params.URI}
			}
			return nil
		},
		UnsubscribeHandler:        func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
		SupportedProtocolVersions: versions,
	})
	s.mcp.AddReceivingMiddleware(s.receive)
	s.mcp.AddSendingMiddleware(s.send)
	s.addResources()
	s.addTemplates()

	s.script.Go(s.play)
	return s
}

// close ends the live script and waits for it.
func (s *server) close() {
	s.end()
	s.script.Wait()
}

func (s *server) addResources() {
	for _, e := range catalog() {
		s.listed = append(s.listed, e.row.URI)
		s.mcp.AddResource(e.row, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return e.read(), nil
		})
	}
	for _, sp := range s.specials() {
		s.listed = append(s.listed, sp.row.URI)
		s.mcp.AddResource(sp.row, sp.read)
	}
	slices.Sort(s.listed)
}

// known reports whether uri names something here: a resource that is listed now or will be, or one that a template resolves.
func (s *server) known(uri string) bool {
	if _, listed := slices.BinarySearch(s.listed, uri); listed || uri == incidentURI {
		return true
	}
	return slices.ContainsFunc(templates(), func(t template) bool {
		prefix, _, _ := strings.Cut(t.row.URITemplate, "{")
		if !strings.HasPrefix(uri, prefix) {
			return false
		}
		_, err := t.resolve(uri)
		return err == nil
	})
}

// receive wraps the handling of every message from a client.
func (s *server) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		s.first.Do(func() { close(s.started) })
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.ending, cancel)()

		modern := isModern(req)
		var res mcp.Result
		var err error
		switch method {
		case "tools/list", "tools/call", "prompts/list", "prompts/get", "logging/setLevel":
			// The SDK answers these whether or not the capability is declared.
			return nil, methodNotFound(method)
		case "subscriptions/listen":
			if !modern {
				return nil, methodNotFound(method)
			}
			res, err = s.listen(ctx, next, method, req)
		case "initialize":
			// initialize cannot open 2026-07-28. The SDK answers with the newest revision that it can, yet would go on treating the
			// session as a modern one and never notify it.
			if params, ok := req.GetParams().(*mcp.InitializeParams); ok && params.ProtocolVersion >= firstModern {
				params.ProtocolVersion = lastLegacy
			}
			res, err = next(ctx, method, req)
		default:
			res, err = next(ctx, method, req)
		}
		if err != nil {
			return nil, s.wireError(err, req, modern)
		}
		return s.shape(res, modern), nil
	}
}

// isModern reports whether a request belongs to revision 2026-07-28 or later.
func isModern(req mcp.Request) bool {
	r, ok := req.(interface{ ProtocolVersion() string })
	return ok && r.ProtocolVersion() >= firstModern
}

// A notFoundError says that a URI names nothing here. It becomes the code of the caller's era.
type notFoundError struct {
	uri    string
	reason string // what is wrong with the URI, when that is known
}

func (e *notFoundError) Error() string {
	if e.reason == "" {
		return "Resource not found"
	}
	return "Resource not found: " + e.reason
}

// wireError turns an error of a handler into one the client may see: the right code for the era, never code 0.
func (s *server) wireError(err error, req mcp.Request, modern bool) error {
	var missing *notFoundError
	var coded *jsonrpc.Error
	switch {
	case errors.As(err, &missing):
	case errors.As(err, &coded):
		read, ok := req.GetParams().(*mcp.ReadResourceParams)
		if !ok || coded.Code != jsonrpc.CodeInvalidParams {
			return err
		}
		missing = &notFoundError{uri: read.URI} // the SDK's own answer to a URI that nothing matches
	default:
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	}
	s.log.Printf("not found: %q", missing.uri)
	code := int64(jsonrpc.CodeInvalidParams)
	if !modern {
		code = codeNotFoundLegacy
	}
	return &jsonrpc.Error{Code: code, Message: missing.Error(), Data: mustJSON(map[string]string{"uri": missing.uri})}
}

func invalidParams(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

func methodNotFound(method string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("Method not found: %s", method)}
}

// mustJSON encodes values of this package's own making, which cannot fail to encode.
func mustJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
