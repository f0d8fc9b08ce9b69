package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// event waits for the next event of a type.
func event[T Event](t *testing.T, c *Client) T {
	t.Helper()
	patience := time.NewTimer(20 * time.Second)
	defer patience.Stop()
	for {
		select {
		case e := <-c.Events():
			if found, ok := e.(T); ok {
				return found
			}
		case <-patience.C:
			t.Fatal("the event never came")
		}
	}
}

// held begins a read that is never answered, and returns once it was sent.
func held(t *testing.T, c *Client) (end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	changed := c.Log().Changed()
	go func() {
		_, err := c.Read(ctx, "hold:1", ReadOptions{Refresh: true})
		ended <- err
	}()
	<-changed
	return func() error {
		cancel()
		return <-ended
	}
}

// An error without an id while two calls are open may be about either. It is
// told as one of the connection, and neither call takes it.
func TestOddErrorOfNoCall(t *testing.T) {
	const nobody = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}` + "\n"
	c := opened(t, "odd")
	end := held(t, c)
	seq := lastFrame(c)
	r, err := c.Read(t.Context(), saying(nobody+`{"jsonrpc":"2.0","id":$ID,"result":{"contents":[{"uri":"a:1","text":"ok"}]}}`+"\n"), ReadOptions{Refresh: true})
	if got := told(r, err); got != "text ok" {
		t.Errorf("the call in the foreground came to %q", got)
	}
	if e := event[Stray](t, c); e.Count != 1 || e.Err.Code != -32700 || e.Err.Message != "what?" || !strings.Contains(Explain(e.Err).String(), "Parse error") {
		t.Errorf("told as %+v", e)
	}
	if got := framesSince(c, seq); got != "reply id-null; reply" {
		t.Errorf("in the log: %q", got)
	}
	if err := end(); !errors.Is(err, context.Canceled) {
		t.Errorf("the call in the background came to %v", err)
	}
	goesOn(t, c)
}

// playListening is odd as well, and holds a subscriptions/listen open for ever.
func playListening(r request) {
	switch r.Method {
	case methodDiscover:
		r.discovered(`"2026-07-28"`)
	case methodListen:
		fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"resourcesListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":%s}}}`+"\n", r.ID)
	default:
		playOdd(r)
	}
}

// A call that waits in vain is told of an error it may have been meant for.
func TestOddErrorOfNoCallExplainsSilence(t *testing.T) {
	c, err := play(t, "odd, listening", Options{Timeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	liveEvent(t, c, live.Acknowledged)
	_, err = c.Read(t.Context(), saying(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}`+"\n"), ReadOptions{Refresh: true})
	if got := Explain(err).String(); got != "no answer to resources/read within 300ms: meanwhile a message was answered with error -32700 (Parse error): what?, naming no request; see whether the server understood the request" {
		t.Errorf("explained as %q", got)
	}
	goesOn(t, c)
}

// playRefusing is a legacy server that answers notifications, with an error
// that names nothing, as it must not.
func playRefusing() func(r request) {
	return func(r request) {
		switch {
		case r.ID == nil:
			fmt.Println(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}`)
		case r.Method == methodDiscover:
			r.fail(-32601, "Method not found", "")
		case r.Method == methodInitialize:
			r.initialized()
		case r.Method == methodRead && r.Params.URI == "null:1":
			fmt.Println(`{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no such resource"}}`)
		default:
			playOdd(r)
		}
	}
}

// A server that refuses notifications/initialized does not spoil the first
// request, though it is the only call that is open.
func TestOddErrorToANotification(t *testing.T) {
	c, err := play(t, "refuses notifications", Options{})
	if err != nil {
		t.Fatal(err)
	}
	goesOn(t, c)
	// Nothing but the call can be meant now.
	_, err = c.Read(t.Context(), "null:1", ReadOptions{})
	var refused *ServerError
	if !errors.As(err, &refused) || refused.Code != -32602 {
		t.Errorf("the read came to %v", err)
	}
	goesOn(t, c)
}

// A server that dies in the middle of a call ends it at once, with its exit
// status and last words. What it said is still there, and it can be opened
// again.
func TestOddDeath(t *testing.T) {
	c := opened(t, "odd")
	end := held(t, c)
	seq := lastFrame(c)
	_, err := c.Read(t.Context(), "dies:3", ReadOptions{})
	other := end()
	for _, err := range []error{err, other} {
		var exit *transport.ExitError
		if !errors.As(err, &exit) || exit.Code != 3 || len(exit.Stderr) != 2 {
			t.Errorf("a call came to %v", err)
		}
	}
	if got := Explain(err).String(); got != "the server exited with status 3: its last words: OutOfCheese: no more; read its standard error" {
		t.Errorf("explained as %q", got)
	}
	if lost := event[Lost](t, c); !errors.As(lost.Err, new(*transport.ExitError)) {
		t.Errorf("lost: %v", lost.Err)
	}
	if got := framesSince(c, seq); got != "text json-unfinished" {
		t.Errorf("in the log: %q", got)
	}
	if _, err := c.Read(t.Context(), "fine:1", ReadOptions{}); !errors.As(err, new(*transport.ExitError)) {
		t.Errorf("after it: %v", err)
	}
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	goesOn(t, c)
	if c.Log().Get(seq) == nil {
		t.Error("the frames before it are gone")
	}
}

// Half a message, and then nothing until the next: the call that waits for it
// ends in time, and the next is found behind it on the same line.
func TestOddHalfMessage(t *testing.T) {
	c, err := play(t, "odd", Options{Timeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	seq := lastFrame(c)
	_, err = c.Read(t.Context(), saying(`{"jsonrpc":"2.0","id":$ID,"result":{"contents":[{"uri":"a:1","te`), ReadOptions{})
	if !errors.As(err, new(*TimeoutError)) {
		t.Errorf("the read came to %v", err)
	}
	goesOn(t, c)
	if got := framesSince(c, seq); got != "text line-shared; reply line-shared" {
		t.Errorf("in the log: %q", got)
	}
}

// A URI goes back to the server byte for byte, whatever it was listed as.
func TestOddURIsGoBackAsTheyCame(t *testing.T) {
	c := opened(t, "odd")
	for _, uri := range []string{"embedded:info", "HTTP://EX/%7e", "t://a/", "t://a", `C:\dir\file`, "a:\xff\xfe", "a:\xed\xa0\x80", "a:\x00\n\"", "", " a:1 "} {
		seq := lastFrame(c)
		if _, err := c.Read(t.Context(), uri, ReadOptions{Refresh: true}); err != nil {
			t.Errorf("%q: %v", uri, err)
		}
		sent := c.Log().Get(seq + 1)
		if got, _ := sent.Params.Get("uri").Text(); sent.Dir != wire.ToServer || got != uri {
			t.Errorf("%q went out in %s", uri, sent.Bytes)
		}
	}
}
