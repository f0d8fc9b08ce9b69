package wire

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mcperuse/mcpclient/wire"
)

// mostSamples is how many round trips of a method are kept for its percentiles.
const mostSamples = 1000

// timing measures the server: how long it took to answer, by method. It goes on
// counting when frames are dropped. It grows with the methods we call, never
// with what a server sends.
type timing struct {
	methods []*methodTiming // sorted by name, so that none ever jumps
}

// methodTiming is the round trips of one method.
type methodTiming struct {
	method string
	count  int // replies
	errors int
	open   int // requests without a reply
	recent []sample
	next   int // where the next sample goes once recent is full

	sorted []time.Duration // of recent; nil when that has changed
}

// sample is one round trip.
type sample struct {
	took   time.Duration
	failed bool
}

// of returns the timing of the method of a request or of a reply, nil where the
// frame does not tell about the server.
func (t *timing) of(f *wire.Frame, dir wire.Direction) *methodTiming {
	if f.Dir != dir {
		return nil
	}
	i, found := slices.BinarySearchFunc(t.methods, f.Method, func(m *methodTiming, name string) int { return cmp.Compare(m.method, name) })
	if !found {
		t.methods = slices.Insert(t.methods, i, &methodTiming{method: strings.Clone(f.Method)})
	}
	return t.methods[i]
}

// opened counts a request.
func (t *timing) opened(f *wire.Frame) {
	if m := t.of(f, wire.ToServer); m != nil {
		m.open++
	}
}

// closed counts a request that waits no longer, or is not kept any longer.
func (t *timing) closed(f *wire.Frame) {
	if m := t.of(f, wire.ToServer); m != nil {
		m.open--
	}
}

// answered counts a reply.
func (t *timing) answered(f *wire.Frame) {
	m := t.of(f, wire.FromServer)
	if m == nil {
		return
	}
	m.count++
	s := sample{f.RoundTrip, f.Error != nil || f.Kind == wire.NotMessage}
	if s.failed {
		m.errors++
	}
	m.sorted = nil
	if len(m.recent) < mostSamples {
		m.recent = append(m.recent, s)
		return
	}
	m.recent[m.next] = s
	m.next = (m.next + 1) % mostSamples
}

// percentile returns the round trip that p percent of the recent ones do not
// exceed, by the nearest rank; 0 where there is none.
func (m *methodTiming) percentile(p int) time.Duration {
	n := len(m.recent)
	if n == 0 {
		return 0
	}
	if m.sorted == nil {
		m.sorted = make([]time.Duration, n)
		for i, s := range m.recent {
			m.sorted[i] = s.took
		}
		slices.Sort(m.sorted)
	}
	return m.sorted[max((p*n+99)/100, 1)-1]
}

// latest returns the last n samples at most, oldest first.
func (m *methodTiming) latest(n int) []sample {
	n = min(n, len(m.recent))
	out := make([]sample, n)
	for i := range out {
		out[i] = m.recent[(m.next+len(m.recent)-n+i)%len(m.recent)]
	}
	return out
}
