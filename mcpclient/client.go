// Package mcpclient speaks the Model Context Protocol to one server, for
// showing what the server has and what it really sends.
//
// A [Client] opens a connection over stdio or HTTP, finds out which era of the
// protocol the server speaks, and then lists, reads and watches resources. All
// frames are kept in its [wire.Log]; results keep the JSON they came from. It
// knows nothing of screens and can be used as a library. Every call takes a
// context; what happens by itself arrives on one channel of events.
package mcpclient

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"mcperuse/mcpclient/findings"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/wire"
)

// Defaults of [Options].
const (
	DefaultTimeout      = 60 * time.Second
	DefaultProbeTimeout = 2 * time.Second
	DefaultMaxPages     = 1000
	defaultCacheBytes   = 64 << 20
)

// Options configures a Client. Zero values stand for the defaults.
type Options struct {
	// Protocol is "auto", "modern", "legacy" or a revision.
	Protocol string
	// Timeout bounds one request without progress; ProbeTimeout the silence
	// after server/discover before initialize is tried.
	Timeout, ProbeTimeout time.Duration
	// MaxPages bounds a walk through a list that has no bound of its own.
	MaxPages int
	// LogBytes bounds the frames kept, CacheBytes the results kept, MaxFrame
	// one frame, all in bytes.
	LogBytes, CacheBytes, MaxFrame int64
	// Observe, where set, is called with every frame as it is logged. It must
	// be quick and must not call the log.
	Observe func(*wire.Frame)
	// KeepSecrets leaves headers and addresses unmasked in frames, and so
	// wherever frames are seen.
	KeepSecrets bool
	// Asker, where set, puts questions of the server to the user; only then is
	// elicitation declared. Roots are the folders the server may be told of, if the
	// user agrees each time; roots are declared only where there are some.
	Asker input.Asker
	Roots []input.Root
	// Version is the program's own, sent as clientInfo.
	Version string
	// Now tells the time; nil stands for time.Now.
	Now func() time.Time
}

// Client is a connection to one server, which may be opened again after it was
// lost. Its methods are safe for concurrent use.
type Client struct {
	target Target
	opts   Options
	log    *wire.Log
	checks *findings.Checker
	cache  *freshness.Cache
	live   *live.Supervisor
	events *eventQueue
	stderr *stderrLog
	ids    atomic.Int64

	// life ends with Close; everything the client starts hangs on it.
	life context.Context
	end  context.CancelFunc

	opening    sync.Mutex     // held by whoever begins a connection or a session
	background sync.WaitGroup // what goes on though nobody waits for it

	mu          sync.Mutex
	conn        *conn
	server      Server
	served      served             // by whom, when there was a connection last
	stopRenewal context.CancelFunc // nil before the first
}

// New returns a client for target. Nothing is started yet.
func New(target Target, o Options) *Client {
	if o.Protocol == "" {
		o.Protocol = "auto"
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.ProbeTimeout == 0 {
		o.ProbeTimeout = DefaultProbeTimeout
	}
	if o.MaxPages == 0 {
		o.MaxPages = DefaultMaxPages
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = defaultCacheBytes
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Client{target: target, opts: o, events: newEventQueue(), stderr: &stderrLog{}}
	c.life, c.end = context.WithCancel(context.Background())
	c.checks = findings.New(findings.Options{Judged: c.events.framesChanged})
	c.log = wire.NewLog(wire.LogOptions{MaxBytes: o.LogBytes, Now: o.Now, Observe: func(f *wire.Frame) {
		c.checks.Observe(f)
		if o.Observe != nil {
			o.Observe(f)
		}
		c.events.framesChanged()
	}})
	c.cache = freshness.NewCache(o.CacheBytes, o.Now)
	c.live = live.New(live.Options{Now: o.Now, Emit: c.onLive})
	return c
}

// ErrNotConnected says that a call was made while no server is connected.
var ErrNotConnected = errors.New("not connected")

// current returns the open connection.
func (c *Client) current() (*conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		return nil, ErrNotConnected
	}
	return c.conn, nil
}

// Log returns the frames that went over the wire, over all connections.
func (c *Client) Log() *wire.Log { return c.log }

// Findings returns what is wrong with what the server sent, over all
// connections. A [FramesChanged] event tells when there may be more.
func (c *Client) Findings() *findings.Checker { return c.checks }

// Cache returns the results kept.
func (c *Client) Cache() *freshness.Cache { return c.cache }

// Target returns what the client connects to.
func (c *Client) Target() Target { return c.target }

// Server describes the server as it is known now.
func (c *Client) Server() Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.server
	s.Probes = append([]Probe(nil), s.Probes...)
	if c.conn != nil {
		s.Connection = c.conn.transport.Info()
	}
	return s
}

// Stderr returns the last lines a child wrote to its standard error.
func (c *Client) Stderr() []StderrLine { return c.stderr.snapshot() }

// Events returns the channel of everything that happens by itself. It is
// closed by Close. Events wait in a queue in which like ones are merged, so a
// slow reader costs the connection nothing.
func (c *Client) Events() <-chan Event { return c.events.out }

// Close ends the connection, the child and everything the client started. It
// takes a few seconds at most and may be called more than once.
func (c *Client) Close() error {
	c.end()
	c.live.Stop()
	c.mu.Lock()
	conn := c.conn
	c.conn = nil
	c.mu.Unlock()
	var err error
	if conn != nil {
		err = conn.close()
	}
	c.background.Wait()
	c.opening.Lock() // until an Open that was under way has seen the end
	c.live.Stop()
	c.opening.Unlock()
	c.checks.Settle()
	c.events.close()
	return err
}
