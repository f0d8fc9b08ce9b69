package wire

import (
	"bytes"
	"io"
)

// DefaultMaxFrame is the bound on one frame, in bytes, where none is given.
const DefaultMaxFrame = 256 << 20

// What is kept, in bytes, of a frame that is over the bound: its beginning to be
// shown, its end to look for an id.
const (
	headSize = 4 << 10
	tailSize = 256
)

const (
	blockSize  = 64 << 10
	spareCount = 16 // blocks kept for the next long line
)

// lines cuts a stream into lines of any length up to a bound. A line that fits
// into a block costs no copy here, a longer one a single copy.
type lines struct {
	r     io.Reader
	limit int64
	// bareCR says that a carriage return alone ends a line too.
	bareCR bool

	block    []byte
	pos, end int  // the unread part of block
	lf       int  // offset of the next line feed in block, -1 if unknown
	searched int  // no line feed before this offset, when lf is -1
	skipLF   bool // a line feed at pos belongs to the line end before it
	err      error

	// Of a line that goes through several blocks: what was read of it before
	// block. Over the limit only the head is kept.
	parts [][]byte
	size  int64
	head  []byte
	tail  []byte // the last bytes before block, once there is a head

	spare [][]byte
}

// line is one line without its end.
type line struct {
	bytes []byte
	owned bool   // bytes stays valid, and is no part of the block
	size  int64  // real length; over the limit bytes holds only the first of them
	tail  []byte // over the limit, the last bytes
	ended bool   // a line end was there, not only the end of the stream
}

func newLines(r io.Reader, limit int64, bareCR bool) *lines {
	if limit <= 0 {
		limit = DefaultMaxFrame
	}
	return &lines{r: r, limit: limit, bareCR: bareCR, block: make([]byte, blockSize), lf: -1}
}

// next returns the next line, valid until the call after it, unless owned.
// A last line without an end is returned before the error of the stream.
func (l *lines) next() (line, error) {
	from := l.pos
	for {
		if l.skipLF && l.pos < l.end {
			if l.skipLF = false; l.block[l.pos] == '\n' {
				l.pos++
				from = max(from, l.pos)
			}
		}
		if i := l.lineEnd(from); i >= 0 {
			return l.cut(i, true), nil
		}
		if l.err != nil {
			if l.size == 0 && l.pos == l.end {
				return line{}, l.err
			}
			return l.cut(l.end, false), nil
		}
		if l.end == len(l.block) {
			l.makeRoom()
		}
		from = l.end
		l.read()
	}
}

func (l *lines) read() {
	const mostEmpty = 100 // reads, as in bufio
	for range mostEmpty {
		n, err := l.r.Read(l.block[l.end:])
		l.end += n
		l.err = err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

// lineEnd returns the offset of the first line end in the block at or after
// from, -1 if there is none yet. Each byte is searched for a line feed once.
func (l *lines) lineEnd(from int) int {
	if l.lf < from {
		start := max(from, l.searched)
		l.lf, l.searched = -1, l.end
		if n := bytes.IndexByte(l.block[start:l.end], '\n'); n >= 0 {
			l.lf, l.searched = start+n, start+n+1
		}
	}
	if l.bareCR {
		end := l.end
		if l.lf >= 0 {
			end = l.lf
		}
		if n := bytes.IndexByte(l.block[from:end], '\r'); n >= 0 {
			return from + n
		}
	}
	return l.lf
}

// cut returns the line that ends at block[i].
func (l *lines) cut(i int, ended bool) line {
	last := l.block[l.pos:i]
	found := line{bytes: last, size: l.size + int64(len(last)), ended: ended}
	switch {
	case l.head != nil:
		found.bytes, found.owned = l.head, true
		found.tail = endOf(l.tail, last)
	case found.size > l.limit:
		found.tail = endOf(l.lastPart(), last)
		found.bytes, found.owned = l.joined(last, min(headSize, int(found.size))), true
	case l.parts != nil:
		found.bytes, found.owned = l.joined(last, int(found.size)), true
	}
	l.size, l.head, l.tail = 0, nil, nil
	if l.pos = i; ended {
		l.skipLF = l.block[i] == '\r'
		l.pos++
	}
	return found
}

// joined returns a copy of the first n bytes of the line so far, and lets go of
// its parts.
func (l *lines) joined(last []byte, n int) []byte {
	all := make([]byte, 0, n)
	for _, part := range append(l.parts, last) {
		all = append(all, part[:min(len(part), n-len(all))]...)
	}
	for _, part := range l.parts {
		if cap(part) == blockSize && len(l.spare) < spareCount {
			l.spare = append(l.spare, part[:blockSize])
		}
	}
	l.parts = nil
	return all
}

// makeRoom empties a block that is full. What is left of it moves to its front
// or, when that is most of the block, becomes a part of a long line.
func (l *lines) makeRoom() {
	left := l.block[l.pos:]
	if l.pos > 0 && len(left) <= blockSize/2 {
		l.end = copy(l.block, left)
		l.pos, l.lf, l.searched = 0, -1, l.end
		return
	}
	l.size += int64(len(left))
	switch {
	case l.head != nil:
		l.tail = endOf(l.tail, left)
	case l.size > l.limit:
		l.tail = endOf(l.lastPart(), left)
		l.head = l.joined(left, min(headSize, int(l.size)))
	default:
		l.parts = append(l.parts, left)
		if n := len(l.spare); n > 0 {
			l.block, l.spare = l.spare[n-1], l.spare[:n-1]
		} else {
			l.block = make([]byte, blockSize)
		}
	}
	l.pos, l.end, l.lf, l.searched = 0, 0, -1, 0
}

func (l *lines) lastPart() []byte {
	if len(l.parts) == 0 {
		return nil
	}
	return l.parts[len(l.parts)-1]
}

// endOf returns a copy of the last bytes of a followed by b.
func endOf(a, b []byte) []byte {
	fromB := min(len(b), tailSize)
	fromA := min(len(a), tailSize-fromB)
	return append(append(make([]byte, 0, tailSize), a[len(a)-fromA:]...), b[len(b)-fromB:]...)
}
