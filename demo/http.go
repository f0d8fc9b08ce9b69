package demo

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// endpoint is the path of the one MCP URL.
	endpoint = "/mcp"

	// maxBody bounds the body of a POST, in bytes.
	maxBody = 4 << 20

	// shutdownGrace is how long ServeHTTP lets running answers finish once it was told to end.
	shutdownGrace = 2 * time.Second
)

// ServeHTTP serves Streamable HTTP on addr (host:port; port 0 picks a free one) until ctx ends, and writes
// "listening on http://HOST:PORT/mcp" as its first line to stderr. Clients of 2026-07-28 are served without sessions, older ones with
// sessions and the GET stream. All clients share one server and so see the same events. Being told to end is not an error.
func ServeHTTP(ctx context.Context, addr string, stderr io.Writer, opts Options) error {
	if opts.Broken {
		return serveBrokenHTTP(ctx, addr, stderr, opts)
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("demo server: %w", err)
	}
	s := newServer(ctx, stderr, opts)
	defer s.close()
	s.log.Printf("listening on http://%s%s", ln.Addr(), endpoint)

	srv := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	select {
	case err := <-served:
		return fmt.Errorf("demo server: %w", err)
	case <-ctx.Done():
	}

	// Every request's context has ended with ctx, so listen streams are sending their result; sessions end the GET streams.
	s.closeSessions()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		_ = srv.Close() // connections that did not finish in time
	}
	s.closeSessions() // opened while we were shutting down
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("demo server: %w", err)
	}
	return nil
}

func (s *server) closeSessions() {
	for session := range s.mcp.Sessions() {
		if session.ID() != "" { // the others live as long as their request
			_ = session.Close()
		}
	}
}

// handler serves the endpoint. The SDK speaks 2026-07-28 only without sessions and notifies older clients only with them, so there is
// one SDK handler for each, and the request's headers choose.
func (s *server) handler() http.Handler {
	get := func(*http.Request) *mcp.Server { return s.mcp }
	modern := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
		Stateless: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: maxBody,
	})
	legacy := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{MaxRequestBodyBytes: maxBody})

	mux := http.NewServeMux()
	mux.HandleFunc(endpoint, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.opts.Legacy:
			if !refuseDiscover(w, r) {
				legacy.ServeHTTP(w, r)
			}
		case r.Header.Get("Mcp-Protocol-Version") >= firstModern, r.Header.Get("Mcp-Method") != "":
			decodeName(r.Header)
			modern.ServeHTTP(w, r)
		default:
			legacy.ServeHTTP(w, r)
		}
	})
	// A page in a browser must not reach a server on this machine (Streamable HTTP: Security Warning).
	return http.NewCrossOriginProtection().Handler(mux)
}

// decodeName replaces the base64 form of Mcp-Name, which 2026-07-28 requires for names that are not plain ASCII, by the name itself:
// the SDK compares the header with the body as it stands.
func decodeName(h http.Header) {
	const name = "Mcp-Name"
	encoded, ok := strings.CutPrefix(h.Get(name), "=?base64?")
	if !ok {
		return
	}
	encoded, ok = strings.CutSuffix(encoded, "?=")
	if plain, err := base64.StdEncoding.DecodeString(encoded); ok && err == nil {
		h.Set(name, string(plain))
	}
}

// refuseDiscover answers server/discover as a server of 2025-11-25 does, and reports whether it did. It leaves the body to be read again.
func refuseDiscover(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "cannot read the body: "+err.Error(), http.StatusBadRequest)
		return true
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	msg, err := jsonrpc.DecodeMessage(body)
	if err != nil {
		return false // the SDK says what is wrong with it
	}
	req, ok := msg.(*jsonrpc.Request)
	if !ok || !req.IsCall() || req.Method != "server/discover" {
		return false
	}
	answer, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: req.ID, Error: methodNotFound(req.Method)})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return true
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer) // a client that has gone needs no answer
	return true
}
