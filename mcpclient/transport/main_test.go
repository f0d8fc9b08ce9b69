package transport

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"mcperuse/mcpclient/wire"
)

// helperVariable makes the test binary play the server, or the client, that
// its value names.
const helperVariable = "MCPERUSE_TEST_HELPER"

func TestMain(m *testing.M) {
	if name := os.Getenv(helperVariable); name != "" {
		help, ok := helpers[name]
		if !ok {
			fmt.Fprintf(os.Stderr, "no helper %q\n", name)
			os.Exit(2)
		}
		help()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// helperEnv is the environment of a helper. Under the race detector a program
// lingers for a second at its end, unless told not to.
func helperEnv(name string) []string {
	return []string{helperVariable + "=" + name, "GORACE=atexit_sleep_ms=0"}
}

// helpers are the programs the test binary can be.
var helpers = map[string]func(){}

// patience is how long a test waits for what must come. It is never waited
// out unless something is wrong.
const patience = 20 * time.Second

// recorder is a Sink that keeps what it is told on channels.
type recorder struct {
	frames  chan received
	ended   chan ending
	lines   chan string
	down    chan error
	streams chan streamState
}

type received struct {
	*wire.Frame
	exchange wire.ID
}

type ending struct {
	id  wire.ID
	err error
}

type streamState struct {
	open, final bool
	err         error
}

func newRecorder() *recorder {
	const room = 100_000 // a Sink must not block
	return &recorder{
		frames: make(chan received, room), ended: make(chan ending, room), lines: make(chan string, room),
		down: make(chan error, 1), streams: make(chan streamState, room),
	}
}

func (r *recorder) Receive(f *wire.Frame, exchange wire.ID) { r.frames <- received{f, exchange} }
func (r *recorder) Ended(id wire.ID, err error)             { r.ended <- ending{id, err} }
func (r *recorder) Stderr(_ time.Time, line []byte)         { r.lines <- string(line) }
func (r *recorder) Down(err error)                          { r.down <- err }
func (r *recorder) Stream(open, final bool, err error)      { r.streams <- streamState{open, final, err} }

// next waits for the next value of a channel.
func next[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case v := <-c:
		return v
	case <-timer.C:
		t.Fatalf("no %s came", what)
		panic("unreachable")
	}
}

// none checks that nothing is waiting on a channel.
func none[T any](t testing.TB, what string, c <-chan T) {
	t.Helper()
	select {
	case v := <-c:
		t.Errorf("unexpected %s: %+v", what, v)
	default:
	}
}

// client is a started transport with its sink and its log.
type client struct {
	Transport
	*recorder
	t   testing.TB
	log *wire.Log
	ids atomic.Int64
}

func (c *client) started() *client {
	c.t.Helper()
	c.t.Cleanup(func() {
		if err := c.Close(); err != nil {
			c.t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.Start(ctx, c.recorder); err != nil {
		c.t.Fatal(err)
	}
	return c
}

// request sends a request of the legacy era, or what shape makes of it.
func (c *client) request(ctx context.Context, method string, shape func(*Outgoing)) wire.ID {
	c.t.Helper()
	id := wire.NumberID(c.ids.Add(1))
	m := Outgoing{Body: wire.AppendRequest(nil, id, method, nil), Kind: wire.Request, ID: id, Method: method}
	if shape != nil {
		shape(&m)
	}
	if err := c.Send(ctx, m); err != nil {
		c.t.Fatal(err)
	}
	return id
}

func notification(method string) Outgoing {
	return Outgoing{Body: wire.AppendNotification(nil, method, nil), Kind: wire.Notification, Method: method}
}
