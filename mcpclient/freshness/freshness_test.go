package freshness

import (
	"testing"
	"time"

	"mcperuse/mcpclient/rawjson"
)

// clock is a settable time source.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) advance(d time.Duration) { c.t = c.t.Add(d) }
func newClock() *clock                   { return &clock{time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)} }

func raw(s string) rawjson.Value {
	if s == "" {
		return nil
	}
	return rawjson.Value(s)
}

func TestHintsAsServersSendThem(t *testing.T) {
	tests := []struct {
		name, ttl, scope string
		wantTTL          time.Duration
		wantScope        Scope
		wantState        State
	}{
		{"absent", "", "", 0, Private, NoHint},
		{"null", "null", "null", 0, Private, Zero},
		{"zero", "0", `"public"`, 0, Public, Zero},
		{"minute", "60000", `"public"`, time.Minute, Public, Fresh},
		{"negative", "-5", `"private"`, 0, Private, Zero},
		{"fraction", "1.5", `"shared"`, 1500 * time.Microsecond, Private, Fresh},
		{"string", `"60000"`, "1", 0, Private, Zero},
		{"huge", "1e20", `"public"`, maxTTL, Public, Fresh},
		{"beyond float64", "1e400", "", maxTTL, Private, Fresh},
		{"beyond float64, negative", "-1e400", "", 0, Private, Zero},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := NewHint(raw(tt.ttl), raw(tt.scope))
			if h.TTL != tt.wantTTL || h.Scope != tt.wantScope {
				t.Errorf("got %v %v, want %v %v", h.TTL, h.Scope, tt.wantTTL, tt.wantScope)
			}
			c := newClock()
			if got := (Info{Hint: h, Received: c.t}).State(c.t); got != tt.wantState {
				t.Errorf("state %v, want %v", got, tt.wantState)
			}
		})
	}
}

func minute(c *clock) Info {
	return Info{Hint: NewHint(raw("60000"), raw(`"private"`)), Received: c.t}
}

func TestEntryIsServedOnlyWhileFresh(t *testing.T) {
	c := newClock()
	cache := NewCache(1000, c.now)
	k := Key{Method: "resources/read", Param: "a"}
	cache.Begin(k)
	cache.Put(k, "v", 10, minute(c))

	e, ok := cache.Get(k)
	if !ok || e.Value != "v" || !e.FromCache || e.Hits != 1 {
		t.Fatalf("got %+v, %v", e, ok)
	}
	c.advance(59 * time.Second)
	if got := e.Remaining(c.t); got != time.Second {
		t.Errorf("remaining %v, want 1s", got)
	}
	c.advance(time.Second)
	if _, ok := cache.Get(k); ok {
		t.Error("served at the very end of its time")
	}
	if e, ok := cache.Peek(k); !ok || e.State(c.t) != Stale {
		t.Errorf("peek: %v %v, want stale", e.State(c.t), ok)
	}
}

func spoil(c *Cache, r Reason, k Key) {
	c.Invalidate(Cause{Reason: r}, func(other Key) bool { return other == k })
}

func TestNotificationBeatsTime(t *testing.T) {
	c := newClock()
	cache := NewCache(1000, c.now)
	a, b := Key{Method: "resources/read", Param: "a"}, Key{Method: "resources/read", Param: "b"}
	for _, k := range []Key{a, b} {
		cache.Begin(k)
		cache.Put(k, 1, 1, minute(c))
	}
	spoil(cache, Updated, a)
	spoil(cache, Gap, a)
	if e, _ := cache.Peek(a); e.State(c.t) != Invalidated || e.Cause.Reason != Updated || cache.Totals().Invalidated != 1 {
		t.Errorf("%v because of %v, %+v; want the first cause, once", e.State(c.t), e.Cause, cache.Totals())
	}
	if _, ok := cache.Get(a); ok {
		t.Error("an invalidated entry was served")
	}
	if _, ok := cache.Get(b); !ok {
		t.Error("its neighbour was invalidated too")
	}
}

func TestAnswerOvertakenByNotificationArrivesInvalidated(t *testing.T) {
	c := newClock()
	cache := NewCache(1000, c.now)
	k := Key{Method: "resources/read", Param: "a"}
	cache.Begin(k)
	spoil(cache, Updated, k)
	if info := cache.Put(k, 1, 1, minute(c)); info.State(c.t) != Invalidated || !info.Overtaken() {
		t.Errorf("state %v, overtaken %v; want invalidated on its way", info.State(c.t), info.Overtaken())
	}
	cache.Begin(k)
	if info := cache.Put(k, 1, 1, minute(c)); info.State(c.t) != Fresh {
		t.Errorf("the next read: %v, want fresh", info.State(c.t))
	}
}

func TestFailedRefetchKeepsTheOldOneMarked(t *testing.T) {
	c := newClock()
	cache := NewCache(1000, c.now)
	k := Key{Method: "resources/read", Param: "a"}
	cache.Begin(k)
	cache.Put(k, "old", 1, minute(c))
	cache.Begin(k)
	cache.Abandon(k, true)
	if e, ok := cache.Peek(k); !ok || e.Value != "old" || e.State(c.t) != StaleOnError {
		t.Errorf("got %v %v, want old, stale-on-error", e.Value, e.State(c.t))
	}
}

func TestBytesAreBounded(t *testing.T) {
	c := newClock()
	cache := NewCache(30, c.now)
	put := func(name string, size int64) {
		k := Key{Method: "m", Param: name}
		cache.Begin(k)
		cache.Put(k, name, size, minute(c))
	}
	put("a", 10)
	put("b", 10)
	put("c", 10)
	cache.Get(Key{Method: "m", Param: "a"})
	put("d", 10)
	put("huge", 31)
	var got string
	for _, e := range cache.Entries() {
		got += e.Value.(string) + " "
	}
	if got != "d a c " {
		t.Errorf("kept %q, want the least recently used (b) gone and the oversized one never in", got)
	}
}

func TestDropAndClear(t *testing.T) {
	c := newClock()
	cache := NewCache(100, c.now)
	for _, name := range []string{"a", "b", "c"} {
		k := Key{Method: "m", Param: name}
		cache.Begin(k)
		cache.Put(k, name, 10, minute(c))
	}
	cache.Get(Key{Method: "m", Param: "a"})
	if !cache.Drop(Key{Method: "m", Param: "b"}) || cache.Drop(Key{Method: "m", Param: "b"}) {
		t.Error("a dropped entry is there still, or was not")
	}
	want := Totals{Entries: 2, Bytes: 20, Max: 100, Hits: 1}
	got := cache.Totals()
	if got.Version = 0; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	before := cache.Totals().Version
	cache.Get(Key{Method: "m", Param: "a"})
	if cache.Totals().Version == before {
		t.Error("a hit leaves the version as it was")
	}
	cache.Clear(func(e Entry) bool { return e.Key.Param == "a" })
	if _, ok := cache.Peek(Key{Method: "m", Param: "c"}); !ok || cache.Totals().Entries != 1 {
		t.Errorf("clearing a: %+v", cache.Totals())
	}
	cache.Clear(nil)
	if got := cache.Totals(); got.Entries != 0 || got.Bytes != 0 || got.Hits != 2 {
		t.Errorf("after clearing all: %+v", got)
	}
}

// The machine slept for an hour: the monotonic clock stood still, the wall clock
// did not. And the wall clock was set back: only the monotonic one goes on.
func TestAgeIsTheLargerOfTwoClocks(t *testing.T) {
	received := time.Now()
	info := Info{Hint: NewHint(raw("60000"), nil), Received: received}
	tests := []struct {
		name string
		now  time.Time
		want State
	}{
		{"both stand", received, Fresh},
		{"both go on", received.Add(time.Minute), Stale},
		{"only the wall clock goes on", received.Round(0).Add(time.Hour), Stale},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := info.State(tt.now); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
	// A reading without a monotonic clock, as after the wall clock was set back.
	old := Info{Hint: info.Hint, Received: received.Round(0).Add(time.Hour)}
	if got := old.State(received); got != Fresh || old.Age(received) != 0 {
		t.Errorf("from the future: %v, age %v", got, old.Age(received))
	}
}
