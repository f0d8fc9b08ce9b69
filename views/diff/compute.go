package diff

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	udiff "github.com/aymanbagabas/go-udiff"

	"mcperuse/mcpclient/model"
	"mcperuse/views/filetype"
	"mcperuse/views/humanize"
)

// Bounds of what is compared line by line: the time it takes grows with what
// differs.
const (
	mostText  = 8 << 20 // bytes of a text
	mostLines = 20_000  // lines that differ, on one side
	mostBytes = 64 << 10
	around    = 3 // lines that are shown around a change
)

// op is what became of a line.
type op uint8

const (
	same op = iota
	removed
	added
	heading // of a part of the contents, or where lines are left out
	note
)

// line is one line of the comparison, without its line break.
type line struct {
	op   op
	text string
	from int  // its number before, from 1; 0 where it was not there
	to   int  // its number after
	open bool // it ends without a line break
}

// Changes is what differs between two versions.
type Changes struct {
	lines          []line
	Added, Removed int
	// Sorted tells that JSON was compared with its members in order, so that
	// only what it says counts.
	Sorted bool
}

// Same reports whether nothing differs.
func (c *Changes) Same() bool { return c.Added+c.Removed == 0 }

// Compare finds what differs between two reads of one resource. It stops early
// when ctx ends.
func Compare(ctx context.Context, before, after *model.Read) *Changes {
	c := &Changes{}
	pairs := pairsOf(before.Contents, after.Contents)
	for _, p := range pairs {
		if ctx.Err() != nil {
			return c
		}
		from := len(c.lines)
		c.item(p.before, p.after)
		if len(pairs) > 1 && (len(c.lines) > from || p.before == nil || p.after == nil) {
			c.lines = slices.Insert(c.lines, from, p.heading())
		}
	}
	return c
}

// pair is one of several contents in both versions, nil where one has none.
type pair struct {
	before, after *model.Contents
	place         int // among those after, or where it went, before
}

// pairsOf are the contents of two versions that belong together: by their URIs, or
// where there is one of each, or those are not all different, by their places.
func pairsOf(before, after []model.Contents) (pairs []pair) {
	places, unique := byURI(before)
	if _, other := byURI(after); !unique || !other || len(before) == 1 && len(after) == 1 {
		for i := range max(len(before), len(after)) {
			p := pair{place: i}
			if i < len(before) {
				p.before = &before[i]
			}
			if i < len(after) {
				p.after = &after[i]
			}
			pairs = append(pairs, p)
		}
		return pairs
	}
	for i := range after {
		p := pair{after: &after[i], place: i}
		if at, ok := places[after[i].URI]; ok {
			p.before = &before[at]
			delete(places, after[i].URI)
		}
		pairs = append(pairs, p)
	}
	for i := range before { // those that are left are gone
		if _, gone := places[before[i].URI]; gone {
			pairs = append(pairs, pair{before: &before[i], place: i})
		}
	}
	return pairs
}

// byURI are the places of contents by their URIs, and whether these all differ.
func byURI(contents []model.Contents) (places map[string]int, unique bool) {
	places = map[string]int{}
	for i := range contents {
		places[contents[i].URI] = i
	}
	return places, len(places) == len(contents)
}

// heading says which of several contents the lines below are about, and whether it
// came or went.
func (p pair) heading() line {
	words := ""
	switch {
	case p.before == nil:
		words = "  new"
	case p.after == nil:
		words = "  gone"
	}
	return line{op: heading, text: fmt.Sprintf("content %d  %s%s", p.place+1, cmp.Or(p.after, p.before).URI, words)}
}

func (c *Changes) say(format string, args ...any) {
	c.lines = append(c.lines, line{op: note, text: fmt.Sprintf(format, args...)})
}

// side is what one version of an item holds: a text, or bytes.
type side struct {
	text   string
	data   []byte
	isText bool
}

// sideOf takes an item apart without copying a text; nil is one that was not there.
func sideOf(item *model.Contents) (side, error) {
	switch {
	case item == nil:
		return side{isText: true}, nil
	case item.Kind == model.Text:
		return side{text: item.Text, isText: true}, nil
	}
	data, err := item.Data()
	if err == nil && utf8.Valid(data) && filetype.Textual(filetype.Detect(data)) {
		return side{text: string(data), data: data, isText: true}, nil
	}
	return side{data: data}, err
}

// bytes are those of a side.
func (s side) bytes() []byte {
	if s.data == nil {
		return []byte(s.text)
	}
	return s.data
}

// item compares one item of the contents.
func (c *Changes) item(a, b *model.Contents) {
	before, err := sideOf(a)
	after, errAfter := sideOf(b)
	if err = cmp.Or(err, errAfter); err != nil {
		c.say("cannot be compared: %v", err)
		return
	}
	if a != nil && b != nil && a.MIMEType != b.MIMEType {
		c.replace("mimeType "+orNone(a.MIMEType), "mimeType "+orNone(b.MIMEType))
	}
	switch {
	case !before.isText || !after.isText:
		c.binary(before.bytes(), after.bytes())
	case before.text == after.text:
		return
	case len(before.text) > mostText || len(after.text) > mostText:
		c.say("too large to compare line by line: %s before, %s after; they differ from byte %s on",
			humanize.Bytes(int64(len(before.text))), humanize.Bytes(int64(len(after.text))), humanize.Count(int64(common(before.text, after.text))))
		c.Added++
	default:
		if isJSON(a) && isJSON(b) {
			if x, y, ok := sorted(before.text, after.text); ok {
				c.Sorted = true
				if x == y {
					c.say("only the order of members, or the layout, differs")
					return
				}
				before.text, after.text = x, y
			}
		}
		c.text(before.text, after.text)
	}
}

func orNone(mimeType string) string {
	if mimeType == "" {
		return "(none)"
	}
	return mimeType
}

// replace is one line that became another.
func (c *Changes) replace(before, after string) {
	c.lines = append(c.lines, line{op: removed, text: before}, line{op: added, text: after})
	c.Removed++
	c.Added++
}

func isJSON(item *model.Contents) bool {
	return item != nil && filetype.FormatOf(filetype.Of(item.MIMEType, item.URI, []byte(item.Text[:min(len(item.Text), 512)])).Name) == filetype.JSON
}

// sorted lays two JSON texts out with their members in order and numbers as they
// were written. ok is false where one is not JSON.
func sorted(before, after string) (a, b string, ok bool) {
	lay := func(text string) (string, bool) {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return "", false
		}
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			return "", false // something stands behind it
		}
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err := e.Encode(v)
		return out.String(), err == nil
	}
	a, ok = lay(before)
	if ok {
		b, ok = lay(after)
	}
	return a, b, ok
}

// common is how many bytes two texts have in common at their start.
func common[T string | []byte](a, b T) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// binary compares bytes, sixteen to a line.
func (c *Changes) binary(before, after []byte) {
	if bytes.Equal(before, after) {
		return
	}
	where := ""
	if len(before) > 0 && len(after) > 0 {
		where = "; they differ from byte " + humanize.Count(int64(common(before, after))) + " on"
	}
	c.say("%s before, %s after%s", humanize.Bytes(int64(len(before))), humanize.Bytes(int64(len(after))), where)
	if len(before) > mostBytes || len(after) > mostBytes {
		c.Added++
		return
	}
	c.text(hex.Dump(before), hex.Dump(after))
}

// text compares two texts line by line.
func (c *Changes) text(before, after string) {
	// What is the same at both ends costs nothing to compare.
	x, y := splitLines(before), splitLines(after)
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	from, to := max(head-around, 0), max(tail-around, 0)
	if len(x)-tail-head > mostLines || len(y)-tail-head > mostLines {
		c.say("too much differs to compare line by line: %s lines became %s from line %s on",
			humanize.Count(int64(len(x)-tail-head)), humanize.Count(int64(len(y)-tail-head)), humanize.Count(int64(head+1)))
		c.Removed += len(x) - tail - head
		c.Added += len(y) - tail - head
		return
	}
	old, fresh := join(x[from:len(x)-to]), join(y[from:len(y)-to])
	u, err := udiff.ToUnifiedDiff("", "", old, udiff.Lines(old, fresh), around)
	if err != nil {
		c.say("cannot be compared: %v", err)
		return
	}
	for _, h := range u.Hunks {
		n, m := h.FromLine+from, h.ToLine+from
		c.lines = append(c.lines, line{op: heading, text: fmt.Sprintf("line %s", humanize.Count(int64(m)))})
		for _, l := range h.Lines {
			text, ended := strings.CutSuffix(l.Content, "\n")
			out := line{text: text, open: !ended}
			switch l.Kind {
			case udiff.Delete:
				out.op, out.from = removed, n
				c.Removed++
				n++
			case udiff.Insert:
				out.op, out.to = added, m
				c.Added++
				m++
			case udiff.Equal:
				out.from, out.to = n, m
				n++
				m++
			}
			c.lines = append(c.lines, out)
		}
	}
}

// splitLines parts a text into lines with their breaks.
func splitLines(s string) []string {
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func join(lines []string) string { return strings.Join(lines, "") }
