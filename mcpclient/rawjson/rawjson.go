// Package rawjson splits JSON into raw pieces without deciding what they mean.
//
// It is deliberately forgiving: a debugger has to show what a strict decoder
// refuses. Order, duplicate names, number spelling and bytes that are not
// UTF-8 are kept; a literal such as NaN is one value of kind [Invalid]; nesting
// costs no stack. Nothing here checks validity: [Check] does, on request.
//
// Values alias the buffer they were found in. All functions are pure and safe
// for concurrent use.
package rawjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Value is one JSON value as it was sent, without the white space around it.
// A nil Value stands for "absent".
type Value []byte

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of value. Absent is the kind of a nil Value; Invalid that of a
// literal JSON does not know, such as NaN.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
	Invalid
)

// String names the kind in the words used on screen.
func (k Kind) String() string {
	return [...]string{"absent", "null", "a boolean", "a number", "a string", "a list", "an object", "not JSON"}[k]
}

// Kind tells the type of v from its first byte, and for literals from the
// whole of it.
func (v Value) Kind() Kind {
	if len(v) == 0 {
		return Absent
	}
	switch c := v[0]; {
	case c == '{':
		return Object
	case c == '[':
		return Array
	case c == '"':
		return String
	case c == '-' || c >= '0' && c <= '9':
		if _, err := strconv.ParseFloat(string(v), 64); err != nil && !errors.Is(err, strconv.ErrRange) {
			return Invalid
		}
		return Number
	}
	switch string(v) {
	case "null":
		return Null
	case "true", "false":
		return Bool
	}
	return Invalid
}

// SyntaxError says that no value could be found at an offset, in bytes.
type SyntaxError struct {
	Offset int
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }

// Next returns the first value of b and the bytes after it. The error is
// io.EOF when b holds only white space, io.ErrUnexpectedEOF when the value
// goes on past the end of b, and a *SyntaxError when what is there cannot
// begin a value.
func Next(b []byte) (v Value, rest []byte, err error) {
	i := skipSpace(b, 0)
	if i == len(b) {
		return nil, nil, io.EOF
	}
	end, err := valueEnd(b, i)
	if err != nil {
		return nil, nil, err
	}
	return Value(b[i:end:end]), b[end:], nil
}

// Members iterates the members of an object in the order they were sent,
// duplicates included. The name is decoded and valid until the next step. For
// anything but an object, and from the first malformed member on, it yields
// nothing.
func (v Value) Members() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		if len(v) < 2 || v[0] != '{' {
			return
		}
		i := 1
		for {
			i = skipSpace(v, i)
			if i < len(v) && v[i] == ',' {
				i = skipSpace(v, i+1)
			}
			if i >= len(v) || v[i] != '"' {
				return
			}
			end, err := stringEnd(v, i)
			if err != nil {
				return
			}
			name, _ := v[i:end].Bytes()
			i = skipSpace(v, end)
			if i >= len(v) || v[i] != ':' {
				return
			}
			i = skipSpace(v, i+1)
			end, err = valueEnd(v, i)
			if err != nil || !yield(name, v[i:end:end]) {
				return
			}
			i = end
		}
	}
}

// Elements iterates the elements of an array. For anything but an array, and
// from the first malformed element on, it yields nothing.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if len(v) < 2 || v[0] != '[' {
			return
		}
		i := 1
		for {
			i = skipSpace(v, i)
			if i < len(v) && v[i] == ',' {
				i = skipSpace(v, i+1)
			}
			if i >= len(v) || v[i] == ']' {
				return
			}
			end, err := valueEnd(v, i)
			if err != nil || !yield(v[i:end:end]) {
				return
			}
			i = end
		}
	}
}

// Get returns the value of the named member, the last one where the name is
// repeated (as most decoders do), or nil where there is none. Further names
// descend into nested objects.
func (v Value) Get(path ...string) Value {
	for _, want := range path {
		var found Value
		for name, value := range v.Members() {
			if string(name) == want {
				found = value
			}
		}
		if v = found; v == nil {
			return nil
		}
	}
	return v
}

// Text decodes a string. It reports false for any other kind. Escaped lone
// surrogates become their three-byte encoding (as in WTF-8) and bytes that are
// not UTF-8 stay as they are, so that [AppendString] gives back an equivalent
// string.
func (v Value) Text() (string, bool) {
	if len(v) < 2 || v[0] != '"' {
		return "", false
	}
	return decodeString(v[1 : len(v)-1]), true
}

// Bytes is Text as bytes. They alias v where it has no escapes, which spares a copy
// of base64.
func (v Value) Bytes() ([]byte, bool) {
	if len(v) < 2 || v[0] != '"' {
		return nil, false
	}
	inside := v[1 : len(v)-1]
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside, true
	}
	return []byte(decodeString(inside)), true
}

// Float decodes a number. It reports false for any other kind, and for a
// number too large for a float64.
func (v Value) Float() (float64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v), 64)
	return f, err == nil && !math.IsInf(f, 0)
}

// Bool decodes a boolean. ok is false for any other kind.
func (v Value) Bool() (value, ok bool) {
	switch string(v) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// MarshalJSON returns v itself, null where it is absent.
func (v Value) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	return v, nil
}

// lineBreak is white space with a line break in it. In JSON it can only stand
// between two tokens.
var lineBreak = regexp.MustCompile(`[ \t]*[\r\n][ \t\r\n]*`)

// OneLine returns v without its line breaks and the indentation around them: a
// message is a single line on stdio. All other bytes stay.
func (v Value) OneLine() Value {
	if bytes.ContainsAny(v, "\r\n") {
		return lineBreak.ReplaceAll(v, nil)
	}
	return v
}

// Check reports how b breaks RFC 8259 or I-JSON (duplicate names, bytes that
// are not UTF-8, literals such as NaN, nesting over 10,000 levels), nil where
// it does not.
func Check(b []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(b))
	if _, err := dec.ReadValue(); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// AppendString appends s to dst as a JSON string: the inverse of
// [Value.Text]. Only what JSON demands is escaped.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\r':
			dst = append(dst, `\r`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case surrogate(s[i:]) != 0:
			r := surrogate(s[i:])
			if r < 0xDC00 && surrogate(s[i+3:]) >= 0xDC00 {
				dst = append(dst, s[i:i+6]...) // as escapes they would become one character
				i += 6
				continue
			}
			dst = append(dst, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			i += 3
			continue
		default:
			dst = append(dst, c)
		}
		i++
	}
	return append(dst, '"')
}

// surrogate returns the surrogate whose three-byte encoding s begins with, 0 where
// it begins with none.
func surrogate(s string) uint16 {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | uint16(s[1]&0x3F)<<6 | uint16(s[2]&0x3F)
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// valueEnd returns the offset just after the value that starts at b[i].
func valueEnd(b []byte, i int) (int, error) {
	if i >= len(b) {
		return 0, io.ErrUnexpectedEOF
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i)
	case '{', '[':
		return nestedEnd(b, i)
	case ',', ':', '}', ']':
		return 0, &SyntaxError{i, fmt.Sprintf("%q where a value should be", b[i])}
	}
	start := i
	for i < len(b) && !delimiter[b[i]] {
		i++
	}
	if i == start {
		return 0, &SyntaxError{i, fmt.Sprintf("%q where a value should be", b[i])}
	}
	return i, nil
}

var delimiter = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, ',': true, ':': true, '{': true, '}': true, '[': true, ']': true, '"': true}

func stringEnd(b []byte, i int) (int, error) {
	for j := i + 1; ; {
		n := bytes.IndexByte(b[j:], '"')
		if n < 0 {
			return 0, io.ErrUnexpectedEOF
		}
		j += n
		slashes := 0
		for k := j - 1; k > i && b[k] == '\\'; k-- {
			slashes++
		}
		if j++; slashes%2 == 0 {
			return j, nil
		}
	}
}

// nestedEnd finds the bracket that closes the one at b[i]. The open brackets
// are kept in a slice, so that depth costs a byte a level and no stack.
func nestedEnd(b []byte, i int) (int, error) {
	var room [64]byte
	open := room[:0]
	for i < len(b) {
		switch c := b[i]; c {
		case '"':
			end, err := stringEnd(b, i)
			if err != nil {
				return 0, err
			}
			i = end
			continue
		case '{', '[':
			open = append(open, c+2) // '{'+2 is '}', '['+2 is ']'
		case '}', ']':
			if open[len(open)-1] != c {
				return 0, &SyntaxError{i, fmt.Sprintf("%q where %q should be", c, open[len(open)-1])}
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, nil
			}
		}
		i++
	}
	return 0, io.ErrUnexpectedEOF
}

// Depth is how many levels of lists and objects are in b, brackets inside
// strings not counted. It stops counting where a string does not end.
func Depth(b []byte) int {
	depth, most := 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			end, err := stringEnd(b, i)
			if err != nil {
				return most
			}
			i = end - 1
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth--
		}
	}
	return most
}

// decodeString resolves the escapes of the inside of a JSON string. An escape
// JSON does not know stays as written. A text can be most of what the program
// holds in memory: it is written once, and copied nowhere.
func decodeString(b []byte) string {
	var out strings.Builder
	for out.Grow(len(b)); len(b) > 0; {
		n := bytes.IndexByte(b, '\\')
		if n < 0 || n+1 == len(b) {
			out.Write(b)
			break
		}
		out.Write(b[:n])
		c := b[n+1]
		b = b[n+2:]
		switch c {
		case '"', '\\', '/':
			out.WriteByte(c)
		case 'b':
			out.WriteByte('\b')
		case 'f':
			out.WriteByte('\f')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 't':
			out.WriteByte('\t')
		case 'u':
			if r, ok := hex4(b); ok {
				b = writeUnit(&out, r, b[4:])
				break
			}
			out.WriteString(`\u`)
		default:
			out.WriteByte('\\')
			out.WriteByte(c)
		}
	}
	return out.String()
}

// writeUnit writes the code unit r of a \u escape, joined with the low surrogate
// that rest begins with where it does, and returns what is left of rest.
func writeUnit(out *strings.Builder, r rune, rest []byte) []byte {
	if r >= 0xD800 && r < 0xDC00 && bytes.HasPrefix(rest, []byte(`\u`)) {
		if low, ok := hex4(rest[2:]); ok && low >= 0xDC00 && low < 0xE000 {
			out.WriteRune((r-0xD800)<<10 | (low - 0xDC00) + 0x10000)
			return rest[6:]
		}
	}
	if r >= 0xD800 && r < 0xE000 { // WriteRune would make it U+FFFD
		out.Write([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	} else {
		out.WriteRune(r)
	}
	return rest
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(n), err == nil
}
