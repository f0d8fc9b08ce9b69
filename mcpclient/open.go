package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// Open connects, starts the child where there is one, and finds out which
// revision the server speaks. A client that is open, or was lost, is opened
// anew: what was kept counts as changed, what was watched is watched again.
//
// ctx bounds the opening. [Options.Timeout] does not apply to the handshake: a
// launcher may take minutes to install a server, and only its caller can tell
// how long to wait.
func (c *Client) Open(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(c.life, stop)()
	c.mu.Lock()
	if c.stopRenewal != nil {
		c.stopRenewal()
	}
	c.mu.Unlock()
	c.opening.Lock()
	defer c.opening.Unlock()
	c.mu.Lock()
	old := c.conn
	c.conn, c.server = nil, Server{}
	c.mu.Unlock()
	c.live.Detach()
	if old != nil {
		if err := old.close(); err != nil {
			return err
		}
	}
	// What was fetched may have changed meanwhile, but it is still what the
	// server said.
	c.spoilAll()

	o := &opener{client: c}
	server, err := o.open(ctx)
	if err != nil {
		c.mu.Lock()
		c.conn = nil
		c.mu.Unlock()
		if o.conn != nil {
			err = errors.Join(err, o.conn.close())
		}
		return err
	}
	c.attach(o.conn, server)
	return nil
}

// attach takes a connection into use that a server was found on.
func (c *Client) attach(n *conn, server Server) {
	c.mu.Lock()
	server.Probes = c.server.Probes
	c.server = server
	if before := c.served; before != (served{}) && before != servedBy(server) {
		// What another server said, or this one in another revision, does not
		// stand in for what this one would say.
		c.cache.Clear(nil)
	}
	c.served = servedBy(server)
	n.told = false
	c.mu.Unlock()
	c.live.Attach(&liveLink{client: c, conn: n}, live.Abilities{
		Modern: Modern(server.Revision), SingleChannel: n.transport.SingleChannel(),
		ListChanged: server.Capabilities.ListChanged, Subscribe: server.Capabilities.Subscribe,
	})
	// A server that ended right after the handshake did so before anybody was
	// to be told.
	if err := n.lost(); err != nil {
		c.onLost(n, err)
	}
}

// served is what makes answers of two connections comparable.
type served struct{ name, revision string }

func servedBy(s Server) served { return served{s.Identity.Name, s.Revision} }

// opener finds the era of one server, by the rules of the specification
// (2026-07-28: Versioning, backwards compatibility).
type opener struct {
	client *Client
	conn   *conn
	kind   string // of the current transport
	silent bool   // the probe went unanswered
}

func (o *opener) open(ctx context.Context) (Server, error) {
	target, protocol := o.client.target, o.client.opts.Protocol
	revision, pinned := Revision2026, false
	switch protocol {
	case "auto", "modern":
	case "legacy":
		revision = Revision2025
	default:
		if !slices.Contains(Revisions(), protocol) {
			return Server{}, fmt.Errorf("unknown protocol %q", protocol)
		}
		revision, pinned = protocol, true
	}
	kind := "http"
	switch {
	case target.Stdio():
		kind = "stdio"
	case target.Transport == "sse":
		kind = "sse"
	}
	if err := o.dial(ctx, kind); err != nil {
		return Server{}, err
	}
	// HTTP+SSE is older than the modern era, so nothing is probed on it.
	if Modern(revision) && (kind != "sse" || protocol != "auto") {
		server, next, err := o.discover(ctx, revision, protocol != "auto")
		if err != nil || next == "" {
			return server, err
		}
		revision = next
	} else if Modern(revision) {
		revision = Revision2025
	}
	server, err := o.initialize(ctx, revision, pinned)
	if o.silent && errors.As(err, new(*ServerError)) {
		// A modern server that was only slow knows no initialize, and is awake now.
		if server, legacy, err := o.discover(ctx, Revision2026, true); err == nil && legacy == "" {
			return server, nil
		}
	}
	if err != nil && kind == "http" && target.Transport != "http" && refusedPost(err) {
		return o.fallBackToSSE(ctx, revision, pinned, err)
	}
	return server, err
}

// fallBackToSSE tries HTTP+SSE after the server refused the POST, and reports
// the refusal where that fails too.
func (o *opener) fallBackToSSE(ctx context.Context, revision string, pinned bool, refusal error) (Server, error) {
	if err := o.conn.close(); err != nil {
		return Server{}, err
	}
	start := time.Now()
	if err := o.dial(ctx, "sse"); err != nil {
		o.probe(Probe{Method: "GET", Outcome: outcome(err), Elapsed: time.Since(start)})
		if ctx.Err() != nil {
			return Server{}, err
		}
		return Server{}, refusal
	}
	return o.initialize(ctx, revision, pinned)
}

// dial starts a transport of the given kind.
func (o *opener) dial(ctx context.Context, kind string) error {
	c := o.client
	var t transport.Transport
	switch kind {
	case "stdio":
		t = transport.NewStdio(transport.StdioOptions{
			Command: c.target.Command, Env: c.target.Env, Dir: c.target.Dir,
			Log: c.log, Now: c.opts.Now, MaxFrame: c.opts.MaxFrame,
		})
	case "sse":
		t = transport.NewSSE(c.target.httpOptions(c.log, c.opts))
	default:
		t = transport.NewHTTP(c.target.httpOptions(c.log, c.opts))
	}
	n := newConn(t, &c.ids, c.opts.Version, asking{c.opts.Asker, c.opts.Roots})
	n.notify = c.onNotification
	n.onLost = c.onLost
	n.onStream = func(open, final bool, err error) {
		if n.notifies.Load() { // else it is only there for what the server asks
			c.live.Stream(open, final, err)
		}
		if sessionLost(err) {
			c.renewal(n, n.sessions.Load())
		}
	}
	n.onStray = c.events.strayed
	n.onRefused = func(r input.Request) { c.events.push(Refused{r}) }
	n.onStderr = func(at time.Time, line []byte) {
		c.stderr.add(at, line)
		c.events.stderrChanged()
	}
	o.conn, o.kind = n, kind
	c.mu.Lock()
	c.conn = n
	c.mu.Unlock()
	return t.Start(ctx, n)
}

// restart replaces a child that ended on the probe.
func (o *opener) restart(ctx context.Context) error {
	if err := o.conn.close(); err != nil {
		return err
	}
	return o.dial(ctx, o.kind)
}

// answerTo is what came of a request sent while opening.
type answerTo struct {
	frame   *wire.Frame
	err     error
	elapsed time.Duration
}

// ask sends a request and gives its answer on a channel, so that two can be
// waited for. The server is not told when nobody waits any more: before the
// handshake is over, no notification may be sent.
func (o *opener) ask(ctx context.Context, method string, p params) <-chan answerTo {
	out := make(chan answerTo, 1)
	n, start := o.conn, time.Now()
	n.answers.Go(func() {
		f, err := n.call(ctx, method, p, callOptions{keepSilent: true})
		out <- answerTo{f, err, time.Since(start)}
	})
	return out
}

func (o *opener) askInitialize(ctx context.Context, revision string) <-chan answerTo {
	o.conn.agree("")
	var p params
	p.text("protocolVersion", revision)
	p.raw("capabilities", o.conn.asking.declared(revision))
	p.raw("clientInfo", o.conn.clientInfo())
	return o.ask(ctx, methodInitialize, p)
}

// initialize performs the legacy handshake.
func (o *opener) initialize(ctx context.Context, revision string, pinned bool) (Server, error) {
	o.step(methodInitialize)
	select {
	case a := <-o.askInitialize(ctx, revision):
		return o.greet(ctx, revision, pinned, a)
	case <-ctx.Done():
		return Server{}, ctx.Err()
	}
}

// greet takes the answer to initialize and ends the handshake.
func (o *opener) greet(ctx context.Context, revision string, pinned bool, a answerTo) (Server, error) {
	p := Probe{Method: methodInitialize, Revision: revision, Elapsed: a.elapsed}
	defer func() { o.probe(p) }()
	if a.err != nil {
		p.Outcome = outcome(a.err)
		return Server{}, a.err
	}
	result, err := replyResult(methodInitialize, a.frame)
	if err != nil {
		p.Outcome = outcome(err)
		var refused *ServerError
		if errors.As(err, &refused) && refused.Data.Get("supported") != nil {
			err = &RevisionError{Wanted: []string{revision}, Offers: decodeOffers(refused.Data.Get("supported")), Pinned: pinned, Cause: err}
		}
		return Server{}, err
	}
	agreed := text(result.Get("protocolVersion"))
	switch {
	case agreed == "":
		agreed = revision // did not say: hold it to what was asked
	case pinned && agreed != revision, !slices.Contains(legacyRevisions, agreed):
		p.Outcome = "answered with revision " + agreed
		return Server{}, &RevisionError{Wanted: []string{revision}, Offers: []string{agreed}, Pinned: pinned}
	}
	p.Outcome, p.OK = "speaks "+agreed, true
	server := Server{
		Identity: model.DecodeImplementation(result.Get("serverInfo")), Revision: agreed, Offers: []string{agreed},
		Capabilities: decodeCapabilities(result.Get("capabilities")), Instructions: text(result.Get("instructions")),
	}
	o.conn.agree(agreed)
	notifies := server.Capabilities.ListChanged || server.Capabilities.Subscribe
	o.conn.notifies.Store(notifies)
	o.conn.transport.Agreed(ctx, agreed, notifies || o.conn.asking.any(agreed))
	if err := o.conn.notice(ctx, "notifications/initialized", nil); err != nil {
		return Server{}, err
	}
	return server, nil
}

// step tells that a probe begins.
func (o *opener) step(method string) {
	o.client.events.push(Opening{Step: method})
}

// probe records what came of one attempt.
func (o *opener) probe(p Probe) {
	p.Transport = o.kind
	c := o.client
	c.mu.Lock()
	c.server.Probes = append(c.server.Probes, p)
	c.mu.Unlock()
	c.events.push(Opening{Step: p.Method + ": " + p.Outcome})
}

// refusedPost reports whether initialize failed in the way a server of the
// HTTP+SSE transport refuses a POST.
func refusedPost(err error) bool {
	status := 0
	var plain *transport.HTTPError
	var rpc *ServerError
	switch {
	case errors.As(err, &plain):
		status = plain.Status
	case errors.As(err, &rpc):
		status = rpc.Status
	}
	return status >= 400 && status < 500 && status != http.StatusUnauthorized && status != http.StatusForbidden
}

func text(v rawjson.Value) string {
	s, _ := v.Text()
	return s
}
