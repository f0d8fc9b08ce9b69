package safetext

import (
	"strconv"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

const (
	// maxMarks is how many combining marks one base may carry.
	maxMarks = 8
	// maxCluster is how many code points one grapheme cluster may have. The
	// longest emoji in use have 10, the longest syllables of living scripts fewer
	// than 20; a cluster without end would put a whole document into one cell.
	maxCluster = 32
	// clusterWindow is how far, in bytes, the end of a cluster is looked for: past
	// the longest cluster that is kept.
	clusterWindow = maxCluster*utf8.UTFMax + utf8.UTFMax
)

const (
	zwj          = '\u200d'
	vs15         = '\ufe0e'
	vs16         = '\ufe0f'
	keycap       = '\u20e3'
	firstSkin    = '\U0001f3fb'
	lastSkin     = '\U0001f3ff'
	firstPicture = '\u2400' // the picture of NUL; those of the other C0 controls follow
	delPicture   = "\u2421"
)

// scanner cuts a string into segments. The zero value with s and mode set is ready.
type scanner struct {
	s    string
	mode Mode
	run  int // how long a clean segment may grow in bytes, about; 0 is without limit

	seg      Segment // the segment found by next
	replaced bool    // seg.Text is not a piece of s

	pos        int  // where the next segment starts
	prev       rune // the last character kept, 0 after a substitute or a line feed
	marks      int  // marks on the current base
	runes      int  // code points kept in the current cluster
	clusterEnd int  // where the current cluster ends, when beyond pos
}

// next finds the next segment; it returns false at the end of the string.
func (sc *scanner) next() bool {
	if sc.pos >= len(sc.s) {
		return false
	}
	start, pos := sc.pos, sc.pos
	limit := len(sc.s)
	if sc.run > 0 {
		limit = min(limit, start+sc.run)
	}
	for pos < len(sc.s) {
		if pos >= limit && (isPlain(sc.s[pos]) || pos == sc.clusterEnd) {
			break // between clusters
		}
		if isPlain(sc.s[pos]) {
			for pos++; pos < limit && isPlain(sc.s[pos]); pos++ {
			}
			sc.prev, sc.marks = rune(sc.s[pos-1]), 0
			continue
		}
		if n := sc.keep(pos); n > 0 {
			pos += n
			continue
		}
		if pos == start {
			sc.substitute(pos)
			return true
		}
		break
	}
	sc.pos = pos
	sc.replaced = false
	sc.seg = Segment{Text: sc.s[start:pos], Start: start, End: pos}
	return true
}

// isPlain reports whether c is a printable ASCII character.
func isPlain(c byte) bool { return c-0x20 < 0x5f }

// keep decides on the character at pos, which is not printable ASCII. It returns
// its length when the character is shown as it is, 0 when it is not.
func (sc *scanner) keep(pos int) int {
	if c := sc.s[pos]; c < utf8.RuneSelf {
		if sc.mode == MultiLine && (c == '\n' || c == '\t') {
			sc.prev, sc.clusterEnd = 0, 0
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRuneInString(sc.s[pos:])
	if r == utf8.RuneError && size == 1 {
		return 0
	}
	attaches := false
	switch {
	case r == zwj:
		attaches = true
		if !sc.joinsEmoji(pos + size) {
			return 0
		}
	case r == vs15 || r == vs16:
		attaches = true
		if !isPictograph(sc.prev) && !sc.startsKeycap(pos+size) {
			return 0
		}
	case isHidden(r):
		return 0
	case r >= firstSkin && r <= lastSkin:
		attaches = true
		if !isPictograph(sc.prev) {
			return 0
		}
	case isMark(r):
		attaches = true
		if sc.prev == 0 || sc.marks == maxMarks {
			return 0
		}
	}
	if !sc.growCluster(pos, size, attaches) {
		return 0
	}
	if attaches {
		sc.marks++
	} else {
		sc.marks = 0
	}
	sc.prev = r
	return size
}

// growCluster counts the character at pos in the cluster it belongs to; it
// returns false when the cluster is full.
func (sc *scanner) growCluster(pos, size int, attaches bool) bool {
	if pos >= sc.clusterEnd {
		from := pos
		sc.runes = 0
		if attaches && sc.prev != 0 && sc.prev < utf8.RuneSelf {
			from, sc.runes = pos-1, 1
		}
		sc.clusterEnd = sc.boundary(from, pos+size)
	}
	sc.runes++
	return sc.runes <= maxCluster
}

// boundary returns where the cluster that starts at from ends, looking at most
// clusterWindow bytes ahead. The next character starts at next.
func (sc *scanner) boundary(from, next int) int {
	if next >= len(sc.s) || sc.s[next] < 0xcc { // below U+0300 nothing attaches
		return next
	}
	window := sc.s[from:min(len(sc.s), from+clusterWindow)]
	return from + len(graphemes.FromString(window).First())
}

// joinsEmoji reports whether a zero-width joiner after prev and before next is
// part of an emoji.
func (sc *scanner) joinsEmoji(next int) bool {
	switch {
	case sc.prev == vs15, sc.prev == vs16, sc.prev >= firstSkin && sc.prev <= lastSkin:
	case isPictograph(sc.prev):
	default:
		return false
	}
	r, _ := utf8.DecodeRuneInString(sc.s[next:])
	return sc.runes+2 <= maxCluster && isPictograph(r)
}

// startsKeycap reports whether a variation selector after prev and before next is
// part of a keycap such as 1️⃣.
func (sc *scanner) startsKeycap(next int) bool {
	if sc.prev != '#' && sc.prev != '*' && (sc.prev < '0' || sc.prev > '9') {
		return false
	}
	r, _ := utf8.DecodeRuneInString(sc.s[next:])
	return r == keycap
}

// substitute makes the character at pos the next segment.
func (sc *scanner) substitute(pos int) {
	r, size := utf8.DecodeRuneInString(sc.s[pos:])
	if r == '\r' && sc.mode == MultiLine && pos+1 < len(sc.s) && sc.s[pos+1] == '\n' {
		sc.seg = Segment{Text: "\n", Start: pos, End: pos + 2}
	} else {
		sc.seg = Segment{Text: picture(r, size, sc.s[pos]), Start: pos, End: pos + size, Substitute: true}
	}
	sc.pos = sc.seg.End
	sc.replaced = true
	sc.prev, sc.clusterEnd = 0, 0
}

// picture returns what is shown for the character r of the given size, or for the
// byte b when it is not UTF-8.
func picture(r rune, size int, b byte) string {
	switch {
	case r < 0x20:
		return string(firstPicture + r)
	case r == 0x7f:
		return delPicture
	case r == utf8.RuneError && size == 1:
		const digits = "0123456789ABCDEF"
		return string([]byte{'\\', 'x', digits[b>>4], digits[b&0xf]})
	default:
		buf := append(make([]byte, 0, 10), `\u{`...)
		if r < 0x1000 {
			buf = append(buf, '0') // to four digits
		}
		if r < 0x100 {
			buf = append(buf, '0')
		}
		return string(append(strconv.AppendInt(buf, int64(r), 16), '}'))
	}
}
