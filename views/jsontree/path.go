package jsontree

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mcperuse/views/find"
)

// Path says where the value under the cursor is, as jq writes it:
// .users[3].name, and "." for all of it.
func (v *View) Path() string { return v.ix.path(v.selected()) }

func (ix *Index) path(n uint32) string {
	var parts []string
	for ; n > 0; n = ix.nodes[n].parent {
		if !ix.member(n) {
			parts = append(parts, "["+strconv.Itoa(int(ix.nodes[n].place))+"]")
			continue
		}
		name := ix.name(n)
		if plain := decoded(name); identifier(plain) {
			parts = append(parts, "."+plain)
		} else {
			parts = append(parts, "["+name+"]")
		}
	}
	slices.Reverse(parts)
	path := strings.Join(parts, "")
	if !strings.HasPrefix(path, ".") {
		path = "." + path
	}
	return path
}

// errPath says what a path is.
var errPath = errors.New("a path is .users[3].name, and a row a number or 50%")

// GoTo goes to a value by its path, as [View.Path] writes it, or to a row by its
// number or as "50%".
func (v *View) GoTo(to string) error {
	to = strings.TrimSpace(to)
	if !strings.HasPrefix(to, ".") && !strings.HasPrefix(to, "[") {
		row, err := find.Row(to, len(v.rows), "row")
		if err != nil {
			return errPath
		}
		v.list.Select(row)
		return nil
	}
	n, rest := uint32(0), strings.TrimPrefix(to, ".")
	for rest != "" {
		step, name, tail, err := nextStep(rest)
		if err != nil {
			return err
		}
		child, ok := v.ix.child(n, name, step)
		if !ok {
			return fmt.Errorf("there is no %s in %s", rest[:len(rest)-len(tail)], v.ix.path(n))
		}
		n, rest = child, strings.TrimPrefix(tail, ".")
	}
	v.reveal(n)
	return nil
}

// mostFollowed bounds how many rows of an older tree are looked at to open the same
// ones, and how many members a value may have for it.
const mostFollowed = 10_000

// Follow opens what is open in an older version of the tree, and goes to where the
// cursor is in that, as far as the same is there.
func (v *View) Follow(old *View) {
	if len(old.rows) <= mostFollowed {
		clear(v.open)
		v.openLike(old, 0, 0)
		v.rows = v.visible(v.rows[:0], 0, uint32(v.ix.Len()))
		v.list.SetLen(len(v.rows))
	}
	var steps []uint32 // the nodes of old from the cursor up, without the root
	for n := old.selected(); n > 0; n = old.ix.nodes[n].parent {
		steps = append(steps, n)
	}
	n := uint32(0)
	for _, step := range slices.Backward(steps) {
		var name *string
		if old.ix.member(step) {
			decoded := decoded(old.ix.name(step))
			name = &decoded
		}
		child, ok := v.ix.child(n, name, int(old.ix.nodes[step].place))
		if !ok {
			break
		}
		n = child
	}
	v.selectNode(n)
}

// openLike opens a node, and what is in it, where that is open in an older tree.
func (v *View) openLike(old *View, was, n uint32) {
	if !old.open[was] || !v.ix.container(n) || v.ix.nodes[n].count > mostFollowed {
		return
	}
	v.open[n] = v.ix.nodes[n].count > 0
	names := map[string]uint32{}
	var places []uint32
	for child := was + 1; child < old.ix.nodes[was].next; child = old.ix.nodes[child].next {
		if old.ix.member(child) {
			names[decoded(old.ix.name(child))] = child
		} else {
			places = append(places, child)
		}
	}
	for child := n + 1; child < v.ix.nodes[n].next; child = v.ix.nodes[child].next {
		if v.ix.member(child) {
			if like, ok := names[decoded(v.ix.name(child))]; ok {
				v.openLike(old, like, child)
			}
		} else if place := int(v.ix.nodes[child].place); place < len(places) {
			v.openLike(old, places[place], child)
		}
	}
}

// nextStep takes the first step off a path: a name, or else a place in a list.
func nextStep(path string) (place int, name *string, rest string, err error) {
	if path[0] != '[' {
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		plain := path[:end]
		return 0, &plain, path[end:], nil
	}
	if strings.HasPrefix(path, `["`) {
		end, ok := stringEnd(path, 1)
		if !ok || end == len(path) || path[end] != ']' {
			return 0, nil, "", errPath
		}
		quoted := decoded(path[1:end])
		return 0, &quoted, path[end+1:], nil
	}
	digits, rest, ok := strings.Cut(path[1:], "]")
	place, err = strconv.Atoi(digits)
	if !ok || err != nil || place < 0 {
		return 0, nil, "", errPath
	}
	return place, nil, rest, nil
}

// child is the member of a name, or else the element at a place. Of a repeated name
// it is the first.
func (ix *Index) child(n uint32, name *string, place int) (child uint32, ok bool) {
	object := ix.text[ix.value(n)] == '{'
	if object != (name != nil) {
		return 0, false
	}
	for child = n + 1; child < ix.nodes[n].next; child = ix.nodes[child].next {
		if name != nil && decoded(ix.name(child)) == *name || name == nil && int(ix.nodes[child].place) == place {
			return child, true
		}
	}
	return 0, false
}

// identifier reports whether a name needs no quotes in a path.
func identifier(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', i > 0 && c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return name != ""
}
