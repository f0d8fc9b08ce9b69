package wire

import "bytes"

// spread collects a message that is written over several lines. It is strict,
// so that a log line that begins with a bracket swallows nothing: every line
// must begin like a line of JSON does, and no string may cross a line end.
type spread struct {
	bytes []byte // the lines so far, joined by line feeds
	open  []byte // the brackets still to come, innermost last
}

type spreadState uint8

const (
	spreadOpen spreadState = iota
	spreadClosed
	spreadBroken
)

func (s *spread) active() bool { return s.bytes != nil }

// begin reports whether b opens a message that goes on after it, and keeps it
// if so.
func (s *spread) begin(b []byte) bool {
	i := skipSpace(b, 0)
	next := skipSpace(b, i+1)
	opens := b[i] == '{' && (next == len(b) || b[next] == '"') ||
		b[i] == '[' && (next == len(b) || b[next] == '{')
	if !opens || s.scan(b) != spreadOpen {
		*s = spread{}
		return false
	}
	s.bytes = b
	return true
}

// interruptedBy reports whether b is a line that makes sense on its own, so
// that what came before it cannot have been the beginning of a message. Inside
// a batch a message a line is what one expects.
func (s *spread) interruptedBy(b []byte) bool {
	i := skipSpace(b, 0)
	if b[i] != '{' || len(s.open) == 1 && s.open[0] == ']' {
		return false
	}
	m, _ := Parse(b[i:])
	return m.Kind != NotMessage
}

// add takes one more line.
func (s *spread) add(b []byte) spreadState {
	if !bytes.ContainsRune([]byte(`{}[]",:-0123456789tfn`), rune(b[skipSpace(b, 0)])) {
		return spreadBroken
	}
	state := s.scan(b)
	if state != spreadBroken {
		s.bytes = append(append(s.bytes, '\n'), b...)
	}
	return state
}

// scan follows the brackets of one line.
func (s *spread) scan(b []byte) spreadState {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			if i >= len(b) {
				return spreadBroken
			}
		case '{', '[':
			s.open = append(s.open, c+2) // '{'+2 is '}', '['+2 is ']'
		case '}', ']':
			if s.open[len(s.open)-1] != c {
				return spreadBroken
			}
			if s.open = s.open[:len(s.open)-1]; len(s.open) == 0 {
				return spreadClosed
			}
		}
	}
	return spreadOpen
}
