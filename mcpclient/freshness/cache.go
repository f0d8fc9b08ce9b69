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
	Hits  int // times it stood in for a request, its older versions' included
	Info
}

// Totals is what a cache holds, and what became of it so far.
type Totals struct {
	Version     uint64 // another one with every change, hits included
	Entries     int
	Bytes, Max  int64
	Hits        int // requests that were not made
	Invalidated int // entries that no longer counted before their time was over
	Evicted     int // entries that had to go for want of room
}

// Cache keeps results, bounded by bytes, least recently used out first. It is
// safe for concurrent use.
type Cache struct {
	now func() time.Time
	max int64

	mu       sync.Mutex
	entries  map[Key]*list.Element // of *Entry
	order    *list.List            // most recently used first
	totals   Totals
	changed  map[Key]change // last word about what is under way, to catch answers it overtakes
	changing map[Key]int    // requests under way
}

// change is the word that a result changed.
type change struct {
	at    time.Time
	cause Cause
}

// NewCache returns a cache of at most max bytes that tells the time by now.
func NewCache(max int64, now func() time.Time) *Cache {
	return &Cache{now: now, max: max, entries: map[Key]*list.Element{}, order: list.New(), changed: map[Key]change{}, changing: map[Key]int{}}
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
	c.totals.Hits++
	c.totals.Version++
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
		c.totals.Version++
	}
}

// Put ends a Begin and keeps the result, of the given size in bytes. It
// returns the entry's freshness, already invalidated where a notification
// arrived meanwhile. A result larger than the whole cache is not kept.
func (c *Cache) Put(k Key, value any, bytes int64, info Info) Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	if word, ok := c.changed[k]; ok {
		info.Invalidated, info.Cause = word.at, word.cause
		c.totals.Invalidated++
	}
	c.end(k)
	c.totals.Version++
	hits := c.remove(k)
	if bytes > c.max {
		return info
	}
	c.entries[k] = c.order.PushFront(&Entry{Key: k, Value: value, Bytes: bytes, Hits: hits, Info: info})
	for c.totals.Bytes += bytes; c.totals.Bytes > c.max; {
		c.remove(c.order.Back().Value.(*Entry).Key)
		c.totals.Evicted++
	}
	return info
}

// Invalidate marks the results that match as changed, those that are under way
// included. match is called with the cache locked and must not call back. The
// first cause of an entry stays.
func (c *Cache) Invalidate(cause Cause, match func(Key) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for k := range c.changing {
		if match(k) {
			c.changed[k] = change{now, cause}
		}
	}
	for k, el := range c.entries {
		if e := el.Value.(*Entry); e.Invalidated.IsZero() && match(k) {
			e.Invalidated, e.Cause = now, cause
			c.totals.Invalidated++
			c.totals.Version++
		}
	}
}

// Drop forgets one entry, and reports whether it was there.
func (c *Cache) Drop(k Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.entries[k]
	c.remove(k)
	return ok
}

// Clear forgets every entry that matches; nil matches all. match is called with
// the cache locked and must not call back.
func (c *Cache) Clear(match func(Entry) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, el := range c.entries {
		if match == nil || match(*el.Value.(*Entry)) {
			c.remove(k)
		}
	}
}

// Totals returns what the cache holds now and what became of it.
func (c *Cache) Totals() Totals {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.totals
	t.Entries, t.Max = len(c.entries), c.max
	return t
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

// remove forgets an entry and returns its hits.
func (c *Cache) remove(k Key) (hits int) {
	if el, ok := c.entries[k]; ok {
		e := el.Value.(*Entry)
		hits = e.Hits
		c.totals.Bytes -= e.Bytes
		c.totals.Version++
		c.order.Remove(el)
		delete(c.entries, k)
	}
	return hits
}
