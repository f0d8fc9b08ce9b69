package mcpclient

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// conn is one transport's life: it numbers requests, matches replies, and
// answers what a legacy server may ask. It implements [transport.Sink].
type conn struct {
	transport transport.Transport
	ids       *atomic.Int64
	version   string // our own, for clientInfo
	asking    asking
	notify    func(f *wire.Frame, exchange wire.ID)
	onStderr  func(time.Time, []byte)
	onStream  func(open, final bool, err error)
	onStray   func(*ServerError)
	onRefused func(input.Request)
	onLost    func(*conn, error)

	life     context.Context // ends when the connection is lost or closed
	end      context.CancelFunc
	answers  sync.WaitGroup // replies to the server under way
	sessions atomic.Int64   // begun after the first
	notifies atomic.Bool    // a legacy server sends notifications about its resources
	told     bool           // that it is lost; guarded by Client.mu

	mu       sync.Mutex
	calls    map[wire.ID]*call
	err      error
	gone     chan struct{} // closed when the connection is lost or closed
	revision string
	modern   bool
	heard    bool // something arrived from the server
	// noticed says that a notification was sent since the last reply. A server
	// that refuses it, though it must not, can name nothing in its reply.
	noticed bool
	stray   *ServerError // the last error reply that belongs to no call
	// questions are those of a legacy server that the user is asked now.
	questions questions
}

// Progress is how far a request has come, in the server's own words and units
// (specification: Progress).
type Progress struct {
	Done    float64
	Total   float64 // 0 where the server gave none
	Message string
}

// callOptions shapes one request.
type callOptions struct {
	timeout    time.Duration // of silence; 0 waits for ever
	onProgress func(Progress)
	token      wire.ID // of progress; "" for the request's id
	name       string  // for the Mcp-Name header
	rawName    bool    // send it unencoded
	onSent     func(wire.ID)
	keepSilent bool // do not tell the server when we stop waiting
	once       bool // do not ask again where the response breaks off
}

func newConn(t transport.Transport, ids *atomic.Int64, version string, a asking) *conn {
	life, end := context.WithCancel(context.Background())
	return &conn{
		transport: t, life: life, end: end, ids: ids, version: version, asking: a, calls: map[wire.ID]*call{}, gone: make(chan struct{}),
		questions: questions{open: map[wire.ID]*openQuestion{}},
	}
}

// agree fixes the revision all further requests are sent under.
func (c *conn) agree(revision string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.revision, c.modern = revision, Modern(revision)
}

func (c *conn) era() (revision string, modern bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.revision, c.modern
}

// call sends a request and waits for its reply, which is returned as it came:
// an error reply is a reply. An error says why there is none.
func (c *conn) call(ctx context.Context, method string, params params, o callOptions) (*wire.Frame, error) {
	id := c.nextID()
	revision, modern := c.era()
	body := wire.AppendRequest(nil, id, method, params.encode(c.meta(id, revision, modern, o.onProgress != nil)))
	return c.request(ctx, id, method, body, o)
}

func (c *conn) nextID() wire.ID { return wire.NumberID(c.ids.Add(1)) }

// request is call for a message that is built already.
func (c *conn) request(ctx context.Context, id wire.ID, method string, body []byte, o callOptions) (*wire.Frame, error) {
	revision, modern := c.era()
	w := &call{token: o.token, reply: make(chan *wire.Frame, 1), doubtful: make(chan *wire.Frame, 1), ended: make(chan error, 1)}
	if w.token == "" {
		w.token = id
	}
	if o.onProgress != nil {
		w.progress = make(chan Progress, 1)
	}
	if err := c.register(id, w); err != nil {
		return nil, err
	}
	defer c.forget(id)

	exchange, endExchange := context.WithCancel(ctx)
	defer endExchange()
	if o.onSent != nil {
		o.onSent(id)
	}
	err := c.transport.Send(exchange, transport.Outgoing{
		Body: body, Kind: wire.Request, ID: id, Method: method, Revision: revision, Modern: modern, Name: o.name, RawName: o.rawName,
	})
	if err != nil {
		return nil, c.whyNotSent(ctx, err)
	}
	reply, err := c.wait(ctx, w, method, o)
	if reply == nil && !o.keepSilent && (errors.Is(err, context.Canceled) || isTimeout(err)) {
		c.cancelled(id, err)
	}
	return reply, err
}

// cancelled tells the server that nobody waits for id any more. On modern HTTP
// closing the response has said so already (specification: Cancellation).
func (c *conn) cancelled(id wire.ID, why error) {
	c.withdraw(id)
	_, modern := c.era()
	if modern && !c.transport.SingleChannel() {
		return
	}
	reason := "cancelled by the user"
	if isTimeout(why) {
		reason = "timed out"
	}
	var p params
	p.raw("requestId", rawjson.Value(id))
	p.text("reason", reason)
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	// Telling is a courtesy: a server that cannot be told is about to be
	// reported lost by its transport.
	_ = c.notice(ctx, "notifications/cancelled", p)
}

// notice sends a notification.
func (c *conn) notice(ctx context.Context, method string, p params) error {
	revision, modern := c.era()
	var meta rawjson.Value
	if modern {
		meta = c.meta("", revision, modern, false)
	}
	return c.tell(ctx, method, wire.AppendNotification(nil, method, p.encode(meta)))
}

// tell is notice for a message that is built already.
func (c *conn) tell(ctx context.Context, method string, body []byte) error {
	c.mu.Lock()
	revision, modern := c.revision, c.modern
	c.noticed = true
	c.mu.Unlock()
	return c.lostOr(c.transport.Send(ctx, transport.Outgoing{
		Body: body, Kind: wire.Notification, Method: method, Revision: revision, Modern: modern,
	}))
}

// meta builds params._meta: all of it on a modern request, only a progress
// token on a legacy one (specification 2026-07-28: Basic, _meta).
func (c *conn) meta(id wire.ID, revision string, modern, progress bool) rawjson.Value {
	var m params
	if modern {
		m.text(metaRevision, revision)
		m.raw(metaClientInfo, c.clientInfo())
		m.raw(metaCapabilities, c.asking.declared(revision))
	}
	if progress {
		m.raw("progressToken", rawjson.Value(id))
	}
	if len(m) == 0 {
		return nil
	}
	return m.encode(nil)
}

func (c *conn) clientInfo() rawjson.Value {
	var p params
	p.text("name", "mcperuse")
	p.text("version", c.version)
	return p.encode(nil)
}

func (c *conn) register(id wire.ID, w *call) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return c.err
	}
	w.before = c.stray
	c.calls[id] = w
	c.questions.count = 0
	return nil
}

func (c *conn) forget(id wire.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
}

// endOfChild is how long a child that does not read any more gets to exit.
const endOfChild = time.Second

// whyNotSent returns the reason behind a failed write. A child that exits is
// often noticed first because it does not read, and why it exited says more.
func (c *conn) whyNotSent(ctx context.Context, err error) error {
	var write *transport.WriteError
	if errors.As(err, &write) {
		timer := time.NewTimer(endOfChild)
		defer timer.Stop()
		select {
		case <-c.gone:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return c.lostOr(err)
}

// lostOr returns the reason the connection was lost where there is one, since
// it says more than a failed write.
func (c *conn) lostOr(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil && c.err != nil {
		return c.err
	}
	return err
}

func (c *conn) wasHeard() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard
}

// Receive implements [transport.Sink].
func (c *conn) Receive(f *wire.Frame, exchange wire.ID) {
	c.mu.Lock()
	c.heard = true
	c.mu.Unlock()
	switch f.Kind {
	case wire.Reply:
		c.replied(f)
	case wire.Notification:
		switch f.Method {
		case "notifications/progress":
			c.progressed(f)
			return
		case "notifications/cancelled":
			c.questionOver(wire.ID(f.Params.Get("requestId")))
		}
		c.notify(f, exchange)
	case wire.Request:
		// Not here: a child that does not read must not stop us from reading.
		c.answers.Go(func() { c.answer(f, exchange) })
	case wire.NotMessage:
		// A reply over the size bound is refused, but says what it answers.
		if f.Answers.Valid() {
			c.Ended(f.Answers, tooLarge(f))
		}
	}
}

func tooLarge(f *wire.Frame) error {
	e := &transport.TooLargeError{FrameSeq: f.Seq}
	for _, n := range f.Notes {
		if n.Code == wire.NoteTooLarge {
			e.Note = n.Text
		}
	}
	return e
}

func (c *conn) progressed(f *wire.Frame) {
	w := c.reporting(wire.ID(f.Params.Get("progressToken")))
	if w == nil {
		return
	}
	var p Progress
	p.Done, _ = f.Params.Get("progress").Float()
	p.Total, _ = f.Params.Get("total").Float()
	p.Message, _ = f.Params.Get("message").Text()
	select {
	case <-w.progress: // only the newest matters
	default:
	}
	select {
	case w.progress <- p:
	default:
	}
}

// reporting returns the call that waits for progress under a token.
func (c *conn) reporting(token wire.ID) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.calls {
		if w.token == token && w.progress != nil {
			return w
		}
	}
	return nil
}

// Ended implements [transport.Sink].
func (c *conn) Ended(id wire.ID, err error) {
	c.mu.Lock()
	w := c.calls[id]
	c.mu.Unlock()
	if w != nil {
		select {
		case w.ended <- err:
		default:
		}
	}
}

// Stderr implements [transport.Sink].
func (c *conn) Stderr(t time.Time, line []byte) { c.onStderr(t, line) }

// Stream implements [transport.StreamSink].
func (c *conn) Stream(open, final bool, err error) { c.onStream(open, final, err) }

// Down implements [transport.Sink].
func (c *conn) Down(err error) {
	if c.fail(err) {
		c.onLost(c, err)
	}
}

func (c *conn) fail(err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return false
	}
	c.err = err
	close(c.gone)
	c.end()
	c.questions.end()
	return true
}

// lost returns why the connection is gone, nil while it is there.
func (c *conn) lost() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *conn) close() error {
	c.fail(ErrNotConnected)
	c.lastAnswers()
	err := c.transport.Close()
	c.answers.Wait()
	return err
}
