package tile

import (
	"container/list"
	"sync"
)

// A Key names a tile.
type Key struct{ Z, X, Y int }

// Cache keeps the tiles asked for most recently. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	max   int
	order *list.List // front: most recent
	byKey map[Key]*list.Element
}

type item struct {
	key Key
	img []byte
}

// NewCache returns a cache that holds up to max tiles.
func NewCache(max int) *Cache {
	return &Cache{max: max, order: list.New(), byKey: make(map[Key]*list.Element)}
}

// Get returns the tile, and whether it was there.
func (c *Cache) Get(k Key) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[k]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(item).img, true
}

// Put keeps a tile and forgets the one not asked for the longest.
func (c *Cache) Put(k Key, img []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[k]; ok {
		e.Value = item{k, img}
		c.order.MoveToFront(e)
		return
	}
	c.byKey[k] = c.order.PushFront(item{k, img})
	if c.order.Len() > c.max {
		oldest := c.order.Back()
		c.order.Remove(oldest)
		delete(c.byKey, oldest.Value.(item).key)
	}
}
