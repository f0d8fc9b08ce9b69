package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

// fakeServer plays the server's part of a Link: every Listen waits for the
// test to say how it ends.
type fakeServer struct {
	sup *Supervisor

	mu      sync.Mutex
	next    int
	open    map[int]chan error
	filters map[int]Filter
	calls   []string
	refuse  error // the answer to Subscribe
}

func newFake() *fakeServer {
	return &fakeServer{open: map[int]chan error{}, filters: map[int]Filter{}}
}

func (f *fakeServer) Listen(ctx context.Context, filter Filter, sent func(wire.ID)) error {
	f.mu.Lock()
	f.next++
	n, end := f.next, make(chan error, 1)
	f.open[n], f.filters[n] = end, filter
	f.calls = append(f.calls, fmt.Sprintf("listen %d %s", n, filter.ParamsOf()))
	f.mu.Unlock()
	sent(wire.NumberID(int64(n)))
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.open, n)
		f.calls = append(f.calls, fmt.Sprintf("over %d", n))
	}()
	select {
	case err := <-end:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *fakeServer) Subscribe(_ context.Context, uri string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, "subscribe "+uri)
	return f.refuse
}

func (f *fakeServer) Unsubscribe(_ context.Context, uri string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, "unsubscribe "+uri)
	return nil
}

// acknowledge sends the acknowledgement of listen n, for agreed as JSON.
func (f *fakeServer) acknowledge(n int, agreed string) {
	f.notify("notifications/subscriptions/acknowledged", n, `"notifications":`+agreed)
}

func (f *fakeServer) updated(n int, uri string) {
	f.notify("notifications/resources/updated", n, `"uri":"`+uri+`"`)
}

func (f *fakeServer) notify(method string, n int, members string) {
	f.sup.Notify(Notification{Method: method, Params: rawjson.Value(fmt.Sprintf(`{"_meta":{%q:%d},%s}`, subscriptionID, n, members))})
}

func (f *fakeServer) end(n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[n] <- err
}

func (f *fakeServer) log() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.calls, "; ")
}

// events collects what a Supervisor emits.
type events struct {
	mu  sync.Mutex
	all []Event
}

func (e *events) add(ev Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, ev)
}

func (e *events) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []string
	for _, ev := range e.all {
		s := string(ev.Kind)
		for _, part := range []string{ev.URI, ev.Detail} {
			if part != "" {
				s += " " + part
			}
		}
		if ev.Unasked {
			s += " unasked"
		}
		if ev.Undeclared {
			s += " undeclared"
		}
		if ev.Kind == Retrying {
			s += fmt.Sprintf(" %d in %v", ev.Attempt, ev.RetryIn)
		}
		if !ev.Missed.Empty() {
			s += " missed"
		}
		out = append(out, s)
	}
	e.all = nil
	return strings.Join(out, "; ")
}

func start(a Abilities) (*Supervisor, *fakeServer, *events) {
	f, e := newFake(), &events{}
	s := New(Options{Now: time.Now, Emit: e.add, Jitter: func() float64 { return 1 }})
	f.sup = s
	s.Attach(f, a)
	synctest.Wait()
	return s, f, e
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func states(s *Supervisor) string {
	var out []string
	for _, i := range s.Interests() {
		out = append(out, fmt.Sprintf("%s=%s/%d", i.URI, i.State, i.Count))
	}
	return strings.Join(out, " ")
}

var modern = Abilities{Modern: true, ListChanged: true, Subscribe: true}

func TestOneStreamIsReplacedWithOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		f.acknowledge(1, `{"resourcesListChanged":true}`)
		synctest.Wait()
		s.Watch("a:1")
		synctest.Wait()
		expect(t, "before the second is acknowledged", f.log(),
			`listen 1 {"resourcesListChanged":true}; listen 2 {"resourcesListChanged":true,"resourceSubscriptions":["a:1"]}`)
		f.acknowledge(2, `{"resourcesListChanged":true,"resourceSubscriptions":["a:1"]}`)
		f.updated(1, "a:1") // the old one is still open: the new one brings the same
		f.updated(2, "a:1")
		synctest.Wait()
		f.updated(1, "a:1") // and one that was under way when it closed
		expect(t, "calls", f.log()[strings.LastIndex(f.log(), "; ")+2:], "over 1")
		expect(t, "events", e.String(), "listening; acknowledged 1 of 1; listening; acknowledged 2 of 2; updated a:1")
		expect(t, "states", states(s), "=acknowledged/0 a:1=acknowledged/1")
		s.Unwatch("a:1")
		synctest.Wait()
		f.acknowledge(3, `{"resourcesListChanged":true}`)
		synctest.Wait()
		expect(t, "states", states(s), "=acknowledged/0")
		s.Stop()
		expect(t, "left open", fmt.Sprint(len(f.open)), "0")
	})
}

func TestPartialAcknowledgementIsSeenPerInterest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		s.Watch("a:1")
		s.Watch("a:2")
		f.acknowledge(1, `{}`)
		synctest.Wait()
		f.acknowledge(2, `{"resourceSubscriptions":["a:2"]}`)
		synctest.Wait()
		expect(t, "states", states(s), "=not acknowledged/0 a:1=not acknowledged/0 a:2=acknowledged/0")
		f.updated(2, "a:1")
		expect(t, "events", e.String(), "listening; acknowledged 0 of 1; listening; acknowledged 1 of 3; updated a:1 unasked")
		s.Stop()
	})
}

func TestLostStreamIsOpenedAgainAndTellsOfTheGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		f.acknowledge(1, `{"resourcesListChanged":true}`)
		synctest.Wait()
		f.end(1, errors.New("stream broke"))
		synctest.Wait()
		expect(t, "events", e.String(), "listening; acknowledged 1 of 1; lost stream broke missed; retrying 1 in 1s")
		expect(t, "states", states(s), "=lost/0")
		time.Sleep(time.Second)
		synctest.Wait()
		f.end(2, errors.New("still broken"))
		synctest.Wait()
		expect(t, "events", e.String(), "listening; lost still broken missed; retrying 2 in 2s")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		f.acknowledge(3, `{"resourcesListChanged":true}`)
		synctest.Wait()
		expect(t, "events", e.String(), "listening; acknowledged 1 of 1 missed")
		s.Stop()
	})
}

// refused is an error that is the server's answer.
type refused struct{}

func (refused) Error() string { return "method not found" }
func (refused) Refused() bool { return true }

func TestRefusalsAreNotRepeated(t *testing.T) {
	for name, end := range map[string]error{"error reply": refused{}, "result without acknowledgement": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, f, e := start(modern)
				f.end(1, end)
				time.Sleep(time.Hour)
				synctest.Wait()
				detail := "method not found"
				if end == nil {
					detail = "the server closed it without acknowledging"
				}
				expect(t, "events", e.String(), "listening; refused "+detail)
				expect(t, "states", states(s), "=refused/0")
				s.Watch("a:1") // something else to ask: worth asking
				synctest.Wait()
				expect(t, "streams", fmt.Sprint(f.next), "2")
				s.Stop()
			})
		})
	}
}

// A server that refuses one resource refuses the stream that asks for it. The
// stream before goes on, and so does what it brings.
func TestARefusedReplacementLeavesTheOldStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		f.acknowledge(1, `{"resourcesListChanged":true}`)
		synctest.Wait()
		s.Watch("bad:1")
		synctest.Wait()
		expect(t, "while asking", states(s), "=acknowledged/0 bad:1=asked/0")
		f.end(2, refused{})
		synctest.Wait()
		expect(t, "states", states(s), "=acknowledged/0 bad:1=refused/0")
		expect(t, "events", e.String(), "listening; acknowledged 1 of 1; listening; refused method not found")
		s.Unwatch("bad:1")
		synctest.Wait()
		expect(t, "streams", fmt.Sprint(f.next), "2")
		s.Stop()
	})
}

func TestALostReplacementIsTriedAgainWithoutAGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		f.acknowledge(1, `{"resourcesListChanged":true}`)
		synctest.Wait()
		s.Watch("a:1")
		synctest.Wait()
		f.end(2, errors.New("broke"))
		synctest.Wait()
		expect(t, "states", states(s), "=acknowledged/0 a:1=lost/0")
		if at := s.Interests()[1].Retry; at.IsZero() || !s.Interests()[0].Retry.IsZero() {
			t.Errorf("a:1 is asked for again at %v", at)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		f.acknowledge(3, `{"resourcesListChanged":true,"resourceSubscriptions":["a:1"]}`)
		synctest.Wait()
		expect(t, "states", states(s), "=acknowledged/0 a:1=acknowledged/0")
		if got := e.String(); strings.Contains(got, "acknowledged 2 of 2 missed") {
			t.Errorf("the lists were listened to all the time: %s", got)
		}
		s.Stop()
	})
}

// An update of something inside a watched resource counts for that one, too.
func TestUpdatesBelowAWatchedResource(t *testing.T) {
	for _, tc := range []struct {
		parent, updated string
		below           bool
	}{
		{"file:///docs", "file:///docs/a.md", true},
		{"file:///docs/", "file:///docs/a.md", true},
		{"file:///docs", "file:///docs?rev=2", true},
		{"file:///docs", "file:///docs#part", true},
		{"file:///docs", "file:///docs2", false},
		{"file:///docs/a.md", "file:///docs", false},
		{"file:///docs", "file:///docs", false},
	} {
		t.Run(tc.parent+" "+tc.updated, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, f, e := start(Abilities{ListChanged: true, Subscribe: true})
				s.Watch(tc.parent)
				synctest.Wait()
				f.updated(0, tc.updated)
				want := 0
				if tc.below || tc.parent == tc.updated {
					want = 1
				}
				if got := s.Interests()[1].Count; got != want {
					t.Errorf("counted %d times, want %d", got, want)
				}
				if got := e.String(); strings.Contains(got, "unasked") != (want == 0) {
					t.Error(got)
				}
				s.Stop()
			})
		})
	}
}

func TestChangesThatNobodyDeclared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(Abilities{})
		synctest.Wait()
		f.updated(0, "a:1")
		s.Notify(Notification{Method: "notifications/resources/list_changed"})
		expect(t, "events", e.String(), "updated a:1 unasked undeclared; list_changed unasked undeclared")
		s.Stop()
	})
}

func TestNoAcknowledgementInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		time.Sleep(ackTimeout)
		synctest.Wait()
		expect(t, "events", e.String(), "listening; lost not acknowledged within 10s missed; retrying 1 in 1s")
		expect(t, "calls", f.log(), `listen 1 {"resourcesListChanged":true}; over 1`)
		s.Stop()
	})
}

func TestServerEndsTheStreamInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		f.acknowledge(1, `{"resourcesListChanged":true}`)
		synctest.Wait()
		s.Notify(Notification{Method: "notifications/cancelled", Params: rawjson.Value(`{"requestId":1}`)})
		synctest.Wait()
		expect(t, "events", e.String(), "listening; acknowledged 1 of 1; ended missed; retrying 1 in 1s")
		s.Stop()
	})
}

func TestWhatIsNotOfferedIsNotAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, _ := start(Abilities{Modern: true})
		s.Watch("a:1")
		synctest.Wait()
		expect(t, "calls", f.log(), "")
		expect(t, "states", states(s), "=refused/0 a:1=refused/0")
		s.Stop()
	})
}

func TestIDsAreComparedWithTheirType(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(modern)
		s.Notify(Notification{Method: "notifications/subscriptions/acknowledged",
			Params: rawjson.Value(`{"_meta":{"` + subscriptionID + `":"1"},"notifications":{"resourcesListChanged":true}}`)})
		synctest.Wait()
		expect(t, "an acknowledgement of \"1\" is not one of 1", e.String(), "listening")
		f.acknowledge(1, `{"resourcesListChanged":true}`)
		synctest.Wait()
		expect(t, "events", e.String(), "acknowledged 1 of 1")
		s.Stop()
	})
}

func TestLegacySubscribesOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f, e := start(Abilities{ListChanged: true, Subscribe: true})
		s.Watch("a:1")
		s.Watch("a:2")
		synctest.Wait()
		s.Unwatch("a:1")
		synctest.Wait()
		expect(t, "calls", f.log(), "subscribe a:1; subscribe a:2; unsubscribe a:1")
		f.updated(0, "a:2")
		f.updated(0, "a:9")
		expect(t, "events", e.String(), "acknowledged a:1 1 of 1; acknowledged a:2 1 of 1; updated a:2; updated a:9 unasked")
		expect(t, "states", states(s), "=acknowledged/0 a:2=acknowledged/1")

		f.refuse = errors.New("no such thing")
		s.Watch("a:3")
		synctest.Wait()
		expect(t, "events", e.String(), "refused a:3 no such thing")

		s.Detach()
		s.Attach(newFake(), Abilities{Subscribe: true}) // a new connection: asked again
		synctest.Wait()
		expect(t, "states", states(s), "=refused/0 a:2=acknowledged/1 a:3=acknowledged/0")
		s.Stop()
	})
}

func TestLegacyStreamIsCutAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _, e := start(Abilities{ListChanged: true, Subscribe: true})
		s.Watch("a:1")
		synctest.Wait()
		s.Stream(true, false, nil)
		s.Stream(false, false, errors.New("reset by peer"))
		s.Stream(false, false, errors.New("still down"))
		expect(t, "states", states(s), "=lost/0 a:1=lost/0")
		s.Stream(true, false, nil)
		expect(t, "states", states(s), "=acknowledged/0 a:1=acknowledged/0")
		expect(t, "events", e.String(), "acknowledged a:1 1 of 1; lost reset by peer missed; acknowledged the stream is back missed")
		s.Stop()
	})
	synctest.Test(t, func(t *testing.T) {
		s, _, e := start(Abilities{ListChanged: true})
		s.Stream(false, true, errors.New("405"))
		expect(t, "states", states(s), "=refused/0")
		expect(t, "events", e.String(), "refused the server offers no stream for notifications")
		s.Stop()
	})
}

func TestUnrelatedNotificationsAreNotTaken(t *testing.T) {
	s := New(Options{Now: time.Now, Emit: func(Event) {}})
	if s.Notify(Notification{Method: "notifications/message"}) {
		t.Error("took notifications/message")
	}
	if got := slices.Collect(func(yield func(string) bool) {
		for _, i := range s.Interests() {
			if !yield(string(i.State)) {
				return
			}
		}
	}); !slices.Equal(got, []string{"not connected"}) {
		t.Errorf("states %v", got)
	}
}
