package jsontree

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
)

const (
	// maxDepth is how many levels of lists and objects are indexed. Nothing that
	// was written to be read has more.
	maxDepth = 1000
	// maxNodes is how many values are indexed, 20 bytes each.
	maxNodes = 4 << 20
)

// Errors of [Parse] about JSON that is all right but not for a tree.
var (
	ErrDeep  = fmt.Errorf("more than %d levels deep", maxDepth)
	ErrMany  = fmt.Errorf("more than %d values", maxNodes)
	ErrLarge = errors.New("more than 4 GB")
)

// Index knows where the values of a JSON text are. It keeps the text and 20 bytes
// a value, and does not change once made.
type Index struct {
	text     string
	nodes    []node
	levels   []int           // how many values there are at each depth
	repeated map[uint32]bool // members whose name an earlier member of the object has
}

// node is one value. Nodes are in the order of the text, so that those inside a
// container are the ones after it, up to next.
type node struct {
	start  uint32 // of the name of a member, else of the value
	parent uint32 // the root is its own
	place  uint32 // among the members or elements of the parent
	next   uint32 // the node after everything inside
	count  uint32 // members or elements
}

// frame is a container that is open while a text is parsed.
type frame struct {
	node   uint32
	object bool
}

// Parse indexes the values of a text. Names that are repeated and literals JSON
// does not know are taken as they are. It stops when ctx is done.
func Parse(ctx context.Context, text string) (*Index, error) {
	if uint64(len(text)) > math.MaxUint32 {
		return nil, ErrLarge
	}
	// Brackets and commas in strings make this too many, and only that.
	most := 1 + strings.Count(text, ",") + strings.Count(text, "{") + strings.Count(text, "[")
	ix := &Index{text: text, nodes: make([]node, 0, min(most, maxNodes))}
	var open []frame
	at := skipSpace(text, 0)
	for {
		if len(ix.nodes)&0xfff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(ix.nodes) == maxNodes {
			return nil, ErrMany
		}
		var ok bool
		start := at
		if len(open) > 0 && open[len(open)-1].object {
			if at, ok = afterName(text, at); !ok {
				return nil, wrongAt(text, at)
			}
		}
		n := ix.add(start, open)
		if at < len(text) && (text[at] == '{' || text[at] == '[') {
			if len(open) == maxDepth {
				return nil, ErrDeep
			}
			open = append(open, frame{n, text[at] == '{'})
			if at = skipSpace(text, at+1); at < len(text) && text[at] != '}' && text[at] != ']' {
				continue
			}
		} else if at, ok = scalarEnd(text, at); !ok {
			return nil, wrongAt(text, at)
		}
		// After a value comes a comma, or the ends of containers.
		for at = skipSpace(text, at); ; at = skipSpace(text, at+1) {
			if len(open) == 0 {
				if at < len(text) {
					return nil, wrongAt(text, at)
				}
				return ix, ix.findRepeated(ctx)
			}
			last := open[len(open)-1]
			if at < len(text) && text[at] == ',' && ix.nodes[last.node].count > 0 {
				at = skipSpace(text, at+1)
				break
			}
			if at == len(text) || last.object != (text[at] == '}') || !last.object && text[at] != ']' {
				return nil, wrongAt(text, at)
			}
			ix.nodes[last.node].next = uint32(len(ix.nodes))
			open = open[:len(open)-1]
		}
	}
}

func (ix *Index) add(start int, open []frame) uint32 {
	n := node{start: uint32(start), next: uint32(len(ix.nodes) + 1)}
	if len(open) > 0 {
		n.parent = open[len(open)-1].node
		parent := &ix.nodes[n.parent]
		n.place = parent.count
		parent.count++
	}
	if len(ix.levels) == len(open) {
		ix.levels = append(ix.levels, 0)
	}
	ix.levels[len(open)]++
	ix.nodes = append(ix.nodes, n)
	return uint32(len(ix.nodes) - 1)
}

// findRepeated looks for members whose name an earlier one has.
func (ix *Index) findRepeated(ctx context.Context) error {
	seen := map[string]bool{}
	for n, object := range ix.nodes {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if object.count < 2 || ix.text[ix.value(uint32(n))] != '{' {
			continue
		}
		for child := uint32(n) + 1; child < object.next; child = ix.nodes[child].next {
			name := decoded(ix.name(child))
			if seen[name] {
				if ix.repeated == nil {
					ix.repeated = map[uint32]bool{}
				}
				ix.repeated[child] = true
			}
			seen[name] = true
		}
		clear(seen)
	}
	return nil
}

// Len is the number of values.
func (ix *Index) Len() int { return len(ix.nodes) }

// member reports whether a node has a name.
func (ix *Index) member(n uint32) bool { return n > 0 && ix.text[ix.value(ix.nodes[n].parent)] == '{' }

// name is the name of a member as it was sent, with its quotes.
func (ix *Index) name(n uint32) string {
	start := int(ix.nodes[n].start)
	end, _ := stringEnd(ix.text, start)
	return ix.text[start:end]
}

// value is where the value of a node starts.
func (ix *Index) value(n uint32) int {
	// A name is only before a value in an object; its colon tells it from a string.
	// The levels above decide nothing here, so that this costs no walk up.
	start := int(ix.nodes[n].start)
	if n == 0 || ix.text[start] != '"' {
		return start
	}
	if at, ok := afterName(ix.text, start); ok {
		return at
	}
	return start
}

// container reports whether a node is a list or an object.
func (ix *Index) container(n uint32) bool {
	c := ix.text[ix.value(n)]
	return c == '{' || c == '['
}

// end is where the value of a node ends.
func (ix *Index) end(n uint32) int {
	at := ix.value(n)
	if !ix.container(n) {
		end, _ := scalarEnd(ix.text, at)
		return end
	}
	// The bracket is after the last value inside, and there is nothing but brackets
	// and white space in between.
	levels := 1
	last := ix.nodes[n].next - 1
	if last == n {
		return skipSpace(ix.text, at+1) + 1
	}
	for up := ix.nodes[last].parent; up != n; up = ix.nodes[up].parent {
		levels++
	}
	if ix.container(last) { // an empty one
		levels++
		at = ix.value(last) + 1
	} else {
		at = ix.end(last)
	}
	for ; levels > 0; levels-- {
		at = skipSpace(ix.text, at) + 1
	}
	return at
}

// depth is how many containers a node is in.
func (ix *Index) depth(n uint32) (depth int) {
	for ; n > 0; n = ix.nodes[n].parent {
		depth++
	}
	return depth
}

func wrongAt(text string, at int) error {
	if at >= len(text) {
		return errors.New("the text ends too early")
	}
	return fmt.Errorf("not JSON from byte %d on", at)
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// afterName returns where the value after the name at s[i] starts. Where it is not
// ok, at is where something else is.
func afterName(s string, i int) (at int, ok bool) {
	if i >= len(s) || s[i] != '"' {
		return i, false
	}
	if at, ok = stringEnd(s, i); !ok {
		return at, false
	}
	if at = skipSpace(s, at); at >= len(s) || s[at] != ':' {
		return at, false
	}
	return skipSpace(s, at+1), true
}

// scalarEnd returns the end of the string or literal at s[i].
func scalarEnd(s string, i int) (end int, ok bool) {
	if i < len(s) && s[i] == '"' {
		return stringEnd(s, i)
	}
	for end = i; end < len(s) && strings.IndexByte(" \t\r\n,:{}[]\"", s[end]) < 0; {
		end++
	}
	return end, end > i
}

func stringEnd(s string, i int) (end int, ok bool) {
	for end = i + 1; ; end++ {
		n := strings.IndexByte(s[end:], '"')
		if n < 0 {
			return len(s), false
		}
		end += n
		slashes := 0
		for s[end-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end + 1, true
		}
	}
}
