package demo

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one client over in and out, one JSON-RPC message a line, and writes what it has to tell a person to stderr.
// It returns when in ends, after answering what was asked before, or when ctx ends. Then in is closed if it is an io.Closer; out is not.
// Being told to end is not an error.
func ServeStdio(ctx context.Context, in io.Reader, out, stderr io.Writer, opts Options) error {
	if opts.Broken {
		return serveBrokenStdio(ctx, in, out, stderr, opts)
	}
	s := newServer(ctx, stderr, opts)
	defer s.close()
	closer, ok := in.(io.ReadCloser)
	if !ok {
		closer = io.NopCloser(in)
	}
	conn := &stdioConn{legacy: opts.Legacy, end: s.end, calls: make(map[jsonrpc.ID]bool)}
	conn.answered = sync.NewCond(&conn.mu)

	session, err := s.mcp.Connect(ctx, &stdioTransport{
		IOTransport: mcp.IOTransport{Reader: closer, Writer: nopWriteCloser{out}},
		conn:        conn,
	}, nil)
	if err != nil {
		return err
	}
	s.log.Printf("%s %s: %d resources in pages of %d, listening on stdio", serverName, serverVersion, len(s.listed), pageSize)

	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err = session.Wait()
	}()
	select {
	case <-ended:
		return err
	case <-ctx.Done():
		conn.drain()
		_ = session.Close() // its error is the one of closing in, of no interest once everything is answered
		<-ended
		return nil
	}
}

// stdioTransport is the SDK's line transport with a stdioConn around its connection.
type stdioTransport struct {
	mcp.IOTransport
	conn *stdioConn
}

// Connect implements mcp.Transport.
func (t *stdioTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.IOTransport.Connect(ctx)
	t.conn.Connection = inner
	return t.conn, err
}

// stdioConn sees every message of a stdio connection. It does three things that the SDK does not:
//   - at the end of input it answers the open calls before the connection closes;
//   - it sends no answer to a call that the client cancelled (Cancellation);
//   - in legacy mode it does not know server/discover, where the SDK would answer like a modern server.
type stdioConn struct {
	mcp.Connection
	legacy bool
	end    func() // tells running calls to come to an end

	mu       sync.Mutex
	answered *sync.Cond
	calls    map[jsonrpc.ID]bool // open calls; true once cancelled
	broken   bool                // out refused a message: no more answers will get through
}

// Read implements mcp.Connection.
func (c *stdioConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		msg, err := c.Connection.Read(ctx)
		if err != nil {
			c.end()
			c.drain()
			return nil, err
		}
		req, ok := msg.(*jsonrpc.Request)
		if !ok {
			return msg, nil
		}
		if c.legacy && req.IsCall() && req.Method == "server/discover" {
			if err := c.Connection.Write(ctx, &jsonrpc.Response{ID: req.ID, Error: methodNotFound(req.Method)}); err != nil {
				return nil, err
			}
			continue
		}
		c.note(req)
		return msg, nil
	}
}

// Write implements mcp.Connection.
func (c *stdioConn) Write(ctx context.Context, msg jsonrpc.Message) error {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok {
		return c.Connection.Write(ctx, msg)
	}
	c.mu.Lock()
	cancelled := c.calls[resp.ID]
	c.mu.Unlock()

	var err error
	if !cancelled {
		err = c.Connection.Write(ctx, msg)
	}
	c.mu.Lock()
	delete(c.calls, resp.ID)
	c.broken = c.broken || err != nil
	c.mu.Unlock()
	c.answered.Broadcast()
	return err
}

// note keeps track of calls and of their cancellation.
func (c *stdioConn) note(req *jsonrpc.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if req.IsCall() {
		c.calls[req.ID] = false
		return
	}
	if id, ok := cancelledID(req); ok {
		if _, open := c.calls[id]; open {
			c.calls[id] = true
		}
	}
}

// cancelledID returns the id of the call that a notifications/cancelled is about.
func cancelledID(req *jsonrpc.Request) (jsonrpc.ID, bool) {
	if req.Method != "notifications/cancelled" {
		return jsonrpc.ID{}, false
	}
	var params struct {
		RequestID any `json:"requestId"`
	}
	if err := json.Unmarshal(req.Params, &params); err != nil {
		return jsonrpc.ID{}, false
	}
	id, err := jsonrpc.MakeID(params.RequestID)
	return id, err == nil
}

// drain waits until every open call has been answered or no answer can get through.
func (c *stdioConn) drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.calls) > 0 && !c.broken {
		c.answered.Wait()
	}
}

type nopWriteCloser struct{ io.Writer }

func (nopWriteCloser) Close() error { return nil }
