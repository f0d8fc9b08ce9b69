package freshness

import (
	"container/list"
	"sync"
	"time"
)

// Key names a cached result: the method and the one parameter that shapes its
// result (the URI of a read, the cursor of a page). A page without a cursor
// has First set, since "" is a cursor too.
type Key struct {
	Method string
	Param  string
	First  bool
}

// Entry is one cached result.
type Entry struct {
	Key   Key
	Value any
	Bytes int64
	Hits  int
	Info
}

// Cache keeps results, bounded by bytes, least recently used out first. It is
// safe for concurrent use.
type Cache struct {
	now func() time.Time
	max int64

	mu       sync.Mutex
	entries  map[Key]*list.Element // of *Entry
	order    *list.List            // most recently used first
	bytes    int64
	changed  map[Key]time.Time // last notification about a read, to catch answers it overtakes
	changing map[Key]int       // reads under way
}

// NewCache returns a cache of at most max bytes that tells the time by now.
func NewCache(max int64, now func() time.Time) *Cache {
	return &Cache{now: now, max: max, entries: map[Key]*list.Element{}, order: list.New(), changed: map[Key]time.Time{}, changing: map[Key]int{}}
}

// Get returns the entry for k only while it is fresh, and counts the hit.
func (c *Cache) Get(k Key) (Entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.entries[k]
	if !ok {
		return Entry{}, false
	}
	e := el.Value.(*Entry)
	if e.State(c.now()) != Fresh {
		return Entry{}, false
	}
	e.Hits++
	c.order.MoveToFront(el)
	out := *e
	out.FromCache = true
	return out, true
}

// Peek returns the entry for k whatever its state, without counting a hit.
func (c *Cache) Peek(k Key) (Entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.entries[k]; ok {
		return *el.Value.(*Entry), true
	}
	return Entry{}, false
}

// Begin says that the result of k is being fetched. Until the matching
// [Cache.Put] or [Cache.Abandon], an invalidation of k is remembered, so that
// an answer a notification overtook arrives as invalidated.
func (c *Cache) Begin(k Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changing[k]++
}

// Abandon ends a Begin without a result to keep. With failed set, an entry
// that is there is marked as kept after a failed refetch.
func (c *Cache) Abandon(k Key, failed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end(k)
	if el, ok := c.entries[k]; ok && failed {
		el.Value.(*Entry).FailedAt = c.now()
	}
}

// Put ends a Begin and keeps the result, of the given size in bytes. It
// returns the entry's freshness, already invalidated where a notification
// arrived meanwhile. A result larger than the whole cache is not kept.
func (c *Cache) Put(k Key, value any, bytes int64, info Info) Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.changed[k]; ok {
		info.Invalidated = at
	}
	c.end(k)
	c.remove(k)
	if bytes > c.max {
		return info
	}
	c.entries[k] = c.order.PushFront(&Entry{Key: k, Value: value, Bytes: bytes, Info: info})
	for c.bytes += bytes; c.bytes > c.max; {
		c.remove(c.order.Back().Value.(*Entry).Key)
	}
	return info
}

// Invalidate marks the results of method as changed by a notification: the one
// of param, or with all set every one. It reports how many were marked.
func (c *Cache) Invalidate(method, param string, all bool) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	match := func(k Key) bool { return k.Method == method && (all || k.Param == param) }
	now, n := c.now(), 0
	for k := range c.changing {
		if match(k) {
			c.changed[k] = now
		}
	}
	for k, el := range c.entries {
		if e := el.Value.(*Entry); match(k) && e.Invalidated.IsZero() {
			e.Invalidated = now
			n++
		}
	}
	return n
}

// Entries returns all entries, most recently used first.
func (c *Cache) Entries() []Entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Entry, 0, c.order.Len())
	for el := c.order.Front(); el != nil; el = el.Next() {
		out = append(out, *el.Value.(*Entry))
	}
	return out
}

func (c *Cache) end(k Key) {
	if c.changing[k]--; c.changing[k] <= 0 {
		delete(c.changing, k)
		delete(c.changed, k)
	}
}

func (c *Cache) remove(k Key) {
	if el, ok := c.entries[k]; ok {
		c.bytes -= el.Value.(*Entry).Bytes
		c.order.Remove(el)
		delete(c.entries, k)
	}
}
