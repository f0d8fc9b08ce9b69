package findings

import (
	"hash/maphash"
	"slices"
	"sync"
)

// tallies is what was found, by rule.
type tallies struct {
	seed maphash.Seed

	mu     sync.Mutex
	byRule map[string]*tally
}

// tally is what was found by one rule.
type tally struct {
	Group
	known map[uint64]*sighting // by what was found, and in the reply to what
}

// sighting is a finding in the replies to one request, which may come again: after
// a reload, say, or from a server that was started anew. It is one finding then.
type sighting struct {
	frame uint64
	times int // in the frame
	most  int // in any frame
	kept  int // its place among the findings that are kept
}

// mostKnown bounds the sightings of a rule. What is not remembered counts again.
const mostKnown = 4096

func (t *tallies) init() { t.seed, t.byRule = maphash.MakeSeed(), make(map[string]*tally) }

// add counts a finding, unless it was found in an earlier reply to the same request:
// then it is that of the newer frame.
func (t *tallies) add(rule *Rule, about string, f Finding) {
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.byRule[rule.ID]
	if g == nil {
		g = &tally{Group{Rule: *rule}, make(map[uint64]*sighting)}
		t.byRule[rule.ID] = g
	}
	if about != "" && g.again(t.key(about, &f), f.Frame) {
		return
	}
	g.Count++
	if len(g.Findings) < MaxKept {
		g.Findings = append(g.Findings, f)
	} else {
		g.Findings[MaxKept-1] = f
	}
}

func (t *tallies) key(about string, f *Finding) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	for _, part := range []string{about, f.Where, f.Message, string(f.Evidence)} {
		h.WriteString(part)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// again notes a sighting and reports whether it is an old one, once more.
func (g *tally) again(key, frame uint64) bool {
	s := g.known[key]
	switch {
	case s == nil && len(g.known) < mostKnown:
		g.known[key] = &sighting{frame: frame, times: 1, most: 1, kept: min(g.Count, MaxKept-1)}
		return false
	case s == nil:
		return false
	case s.frame != frame:
		s.frame, s.times = frame, 0
	}
	if s.times++; s.times > s.most {
		s.most = s.times
		return false
	}
	if s.kept < MaxKept-1 || g.Count == MaxKept {
		g.Findings[s.kept].Frame = frame
	}
	return true
}

func (t *tallies) groups() []Group {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []Group
	for _, severity := range Severities() {
		for i := range allRules {
			if g := t.byRule[allRules[i].ID]; g != nil && g.Rule.Severity == severity {
				out = append(out, Group{g.Rule, g.Count, slices.Clone(g.Findings)})
			}
		}
	}
	return out
}
