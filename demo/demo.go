// Package demo is the built-in demo server, "atlas-docs": the sources, documents and data of a small map service, served over the
// Model Context Protocol by the official SDK's server (github.com/modelcontextprotocol/go-sdk), so that the everyday path of the
// browser is proven against an implementation that is not ours.
//
// Everything it says is made from this package alone. The content is the same in every run, and so is the order of events: the live
// part is a script of numbered ticks, and tick n always changes the same resources in the same way. Nothing shows the time of day.
//
// It speaks 2026-07-28 and every older revision, over stdio ([ServeStdio]) and Streamable HTTP ([ServeHTTP]). Where the SDK's server
// falls short of the specification the package corrects it from outside, through middleware: see listen.go (several listen streams on
// one connection, acknowledgement first), wire.go (empty text, size zero, cache hints only where the revision has them) and server.go
// (error codes of each era, methods that are not offered).
package demo

import (
	"context"
	"time"
)

const (
	serverName    = "atlas-docs"
	serverVersion = "1.4.2"

	// pageSize is the number of resources in a page of resources/list.
	pageSize = 50

	// tickEvery is the pace of the live script when Options.Ticks is nil.
	tickEvery = 2 * time.Second
)

// Options adjust the demo server. The zero value is the demo as people see it.
type Options struct {
	// Legacy makes the server speak only 2025-11-25 and older: server/discover is an unknown method, sessions open with initialize,
	// resources/subscribe works, results carry no cache hints.
	Legacy bool

	// Broken makes the server break every rule of the protocol that is checked for, in place of all the rest. With Legacy it breaks those
	// of older revisions, and with Bare those that are broken by not introducing oneself and declaring nothing.
	Broken, Bare bool

	// Ticks paces the live script: each value received is one tick. Nil means one tick every two seconds, counted from the first
	// request, so that a recording always starts at the same place.
	Ticks <-chan time.Time

	// Sleep waits for d or until the context ends; the slow resource uses it between its steps. Nil means real time.
	Sleep func(ctx context.Context, d time.Duration) error
}

// sleep is the real-time Options.Sleep.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
