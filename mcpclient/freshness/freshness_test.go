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

func TestNotificationBeatsTime(t *testing.T) {
	c := newClock()
	cache := NewCache(1000, c.now)
	a, b := Key{Method: "resources/read", Param: "a"}, Key{Method: "resources/read", Param: "b"}
	for _, k := range []Key{a, b} {
		cache.Begin(k)
		cache.Put(k, 1, 1, minute(c))
	}
	if n := cache.Invalidate("resources/read", "a", false); n != 1 {
		t.Errorf("marked %d, want 1", n)
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
	cache.Invalidate("resources/read", "a", false)
	if info := cache.Put(k, 1, 1, minute(c)); info.State(c.t) != Invalidated {
		t.Errorf("state %v, want invalidated", info.State(c.t))
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
