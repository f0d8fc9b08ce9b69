package findings

import (
	"sync"

	"mcperuse/mcpclient/wire"
)

// maxQueued bounds the bytes of frames that wait to be judged. A server that
// sends faster than its frames can be judged is slowed down by it.
const maxQueued = 64 << 20

// Options configures a [Checker].
type Options struct {
	// Judged, where set, is called when frames have been judged and what was
	// found may have changed. It must be quick.
	Judged func()
}

// Checker judges the frames of one connection after the other, in the order
// they went over the wire. Its methods are safe for concurrent use.
//
// Judging happens behind the back of whoever observes, in a goroutine that
// lives as long as there are frames to judge: a page of many megabytes is
// looked at while the client shows it already.
type Checker struct {
	opts Options

	mu      sync.Mutex
	settled sync.Cond // signalled as the queue gets shorter
	queue   []*wire.Frame
	queued  int    // bytes of the frames in queue, and of those being judged
	taken   uint64 // frames observed
	judged  uint64 // frames judged
	running bool

	judge   judge // belongs to the running goroutine
	tallies tallies
}

// New returns a Checker that has seen nothing.
func New(o Options) *Checker {
	c := &Checker{opts: o}
	c.settled.L = &c.mu
	c.tallies.init()
	c.judge.init(&c.tallies)
	return c
}

// Observe takes the next frame. It does not judge it yet, and waits only while
// very much is waiting to be judged.
func (c *Checker) Observe(f *wire.Frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.queued > maxQueued {
		c.settled.Wait()
	}
	c.queue = append(c.queue, f)
	c.queued += cost(f)
	c.taken++
	if !c.running {
		c.running = true
		go c.run()
	}
}

// cost is what a frame that waits takes in memory, roughly.
func cost(f *wire.Frame) int { return len(f.Bytes) + 400 }

// run judges frames until none is left.
func (c *Checker) run() {
	for {
		c.mu.Lock()
		batch := c.queue
		c.queue = nil
		if len(batch) == 0 {
			c.running = false
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		for i, f := range batch {
			c.judge.frame(f)
			batch[i] = nil
			c.mu.Lock()
			c.queued -= cost(f)
			c.judged++
			c.settled.Broadcast()
			c.mu.Unlock()
		}
		if c.opts.Judged != nil {
			c.opts.Judged()
		}
	}
}

// Settle waits until every frame observed so far has been judged.
func (c *Checker) Settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for want := c.taken; c.judged < want; {
		c.settled.Wait()
	}
}

// Groups returns what was found so far, the worst first. Frames that arrived
// just now may not be judged yet; see [Checker.Settle].
func (c *Checker) Groups() []Group { return c.tallies.groups() }

// Findings returns the findings that are kept, the worst first.
func (c *Checker) Findings() []Finding {
	var out []Finding
	for _, g := range c.Groups() {
		out = append(out, g.Findings...)
	}
	return out
}

// Counts returns the number of findings of each severity, those included of
// which only the number was kept.
func (c *Checker) Counts() map[Severity]int {
	counts := make(map[Severity]int)
	for _, g := range c.Groups() {
		counts[g.Rule.Severity] += g.Count
	}
	return counts
}
