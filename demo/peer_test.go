package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A message is any JSON-RPC message that comes from the server.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// A peer is a client that writes JSON by hand to a server on in-memory pipes. Messages that are not answers wait in events.
type peer struct {
	t      *testing.T
	legacy bool
	caps   string // client capabilities, JSON
	stdin  *io.PipeWriter
	events chan message
	ended  chan error // what ServeStdio returned
	cancel context.CancelFunc

	mu      sync.Mutex
	nextID  int
	waiting map[string]chan message
}

// instant is an Options.Sleep that takes no time.
func instant(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// start runs a server and ends it with the test.
func start(t *testing.T, opts Options) *peer {
	t.Helper()
	if opts.Ticks == nil {
		opts.Ticks = make(chan time.Time) // never
	}
	if opts.Sleep == nil {
		opts.Sleep = instant
	}
	ctx, cancel := context.WithCancel(t.Context())
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	p := &peer{
		t: t, legacy: opts.Legacy, caps: "{}", stdin: in, events: make(chan message, 1000), ended: make(chan error, 1), cancel: cancel,
		waiting: make(map[string]chan message),
	}
	read := make(chan struct{})
	go func() {
		p.ended <- ServeStdio(ctx, stdin, stdout, io.Discard, opts)
		_ = stdout.Close()
	}()
	go func() {
		defer close(read)
		p.readAll(out)
	}()
	t.Cleanup(func() {
		cancel()
		<-read
	})
	if opts.Legacy {
		p.ok("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
		p.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	return p
}

func (p *peer) readAll(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			p.t.Errorf("not a message: %q", lines.Bytes())
			continue
		}
		p.mu.Lock()
		c := p.waiting[string(m.ID)]
		delete(p.waiting, string(m.ID))
		p.mu.Unlock()
		if c != nil && m.Method == "" {
			c <- m
		} else {
			p.events <- m
		}
	}
	close(p.events)
}

func (p *peer) write(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.stdin, line+"\n"); err != nil {
		p.t.Fatalf("write: %v", err)
	}
}

// send makes a call and returns its id and where the answer will come. params is a JSON object without _meta, or with one for legacy.
func (p *peer) send(method, params string) (id string, answer <-chan message) {
	p.t.Helper()
	p.mu.Lock()
	p.nextID++
	id = fmt.Sprint(p.nextID)
	c := make(chan message, 1)
	p.waiting[id] = c
	p.mu.Unlock()
	if !p.legacy {
		params = p.modern(params)
	}
	p.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params))
	return id, c
}

// modern adds the metadata of 2026-07-28 to params.
func (p *peer) modern(params string) string {
	var object map[string]any
	if err := json.Unmarshal([]byte(params), &object); err != nil {
		p.t.Fatalf("params %s: %v", params, err)
	}
	meta, _ := object["_meta"].(map[string]any)
	if meta == nil {
		meta = make(map[string]any)
	}
	meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28"
	meta["io.modelcontextprotocol/clientCapabilities"] = json.RawMessage(p.caps)
	meta["io.modelcontextprotocol/clientInfo"] = map[string]string{"name": "t", "version": "1"}
	object["_meta"] = meta
	return string(mustJSON(object))
}

// call makes a call and waits for the answer.
func (p *peer) call(method, params string) message {
	p.t.Helper()
	_, answer := p.send(method, params)
	return await(p.t, answer)
}

// ok makes a call that must succeed and returns its result.
func (p *peer) ok(method, params string) json.RawMessage {
	p.t.Helper()
	m := p.call(method, params)
	if m.Error != nil {
		p.t.Fatalf("%s %s: error %d %s %s", method, params, m.Error.Code, m.Error.Message, m.Error.Data)
	}
	return m.Result
}

// await receives, with a limit that only a hanging server reaches.
func await[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v, ok := <-c:
		if !ok {
			t.Fatal("the server has gone")
		}
		return v
	case <-time.After(20 * time.Second):
		t.Fatal("no answer")
		panic("unreachable")
	}
}

type listPage struct {
	ResultType *string
	TTLMs      *int
	CacheScope *string
	NextCursor *string
	Resources  []resourceRow
}

type resourceRow struct {
	URI, Name, Title, Description, MimeType string
	Size                                    *int64
	Annotations                             *struct{ LastModified string }
	raw                                     json.RawMessage
}

func (r *resourceRow) UnmarshalJSON(data []byte) error {
	type plain resourceRow
	err := json.Unmarshal(data, (*plain)(r))
	r.raw = append(json.RawMessage(nil), data...)
	return err
}

func decode[T any](t *testing.T, data json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("decode %.200s: %v", data, err)
	}
	return v
}

// pages walks resources/list.
func (p *peer) pages() []listPage {
	p.t.Helper()
	var pages []listPage
	params := `{}`
	for {
		page := decode[listPage](p.t, p.ok("resources/list", params))
		pages = append(pages, page)
		if page.NextCursor == nil {
			return pages
		}
		params = fmt.Sprintf(`{"cursor":%q}`, *page.NextCursor)
	}
}

type readAnswer struct {
	ResultType *string
	TTLMs      *int
	CacheScope *string
	Contents   []struct {
		URI, MimeType string
		Text, Blob    *string
	}
	InputRequests json.RawMessage
	RequestState  *string
}

func (p *peer) read(uri string) readAnswer {
	p.t.Helper()
	return decode[readAnswer](p.t, p.ok("resources/read", fmt.Sprintf(`{"uri":%q}`, uri)))
}
