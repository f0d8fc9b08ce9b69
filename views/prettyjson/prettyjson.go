// Package prettyjson lays JSON out for reading without changing what it says:
// order, duplicate names, the spelling of numbers and escapes all stay as they were
// sent.
package prettyjson

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Reasons that valid JSON, or what may be valid, is not laid out.
var (
	ErrDeep  = errors.New("more than 10,000 levels deep")
	ErrLarge = errors.New("nested so deep that the spaces before its lines would be most of it")
)

// deepest is how deep JSON may be nested: the decoder goes no deeper either.
const deepest = 10_000

// Indent returns s with one member or element a line. The error says in a few
// words why s is no JSON, or is [ErrDeep] or [ErrLarge].
func Indent(s string) (string, error) {
	if err := check(s); err != nil {
		return "", err
	}
	// Measured first, it is written once, into the memory it takes.
	size := 0
	for piece := range pieces(s) {
		size += len(piece)
	}
	const room = 16 << 20 // for a short text, however deep
	if size > 4*len(s)+room {
		return "", ErrLarge
	}
	var out strings.Builder
	out.Grow(size)
	for piece := range pieces(s) {
		out.WriteString(piece)
	}
	return out.String(), nil
}

// pieces yields valid JSON laid out.
func pieces(s string) iter.Seq[string] {
	margin := "\n" + strings.Repeat("  ", deepest)
	return func(yield func(string) bool) {
		depth := 0
		newLine := func() bool { return yield(margin[:1+2*depth]) }
		for i := skipSpace(s, 0); i < len(s); i = skipSpace(s, i) {
			from := i
			i++
			var ok bool
			switch s[from] {
			case '{', '[':
				if end := skipSpace(s, i); s[end] == '}' || s[end] == ']' {
					ok, i = yield(s[from:i]) && yield(s[end:end+1]), end+1
					break
				}
				depth++
				ok = yield(s[from:i]) && newLine()
			case '}', ']':
				depth--
				ok = newLine() && yield(s[from:i])
			case ',':
				ok = yield(s[from:i]) && newLine()
			case ':':
				ok = yield(": ")
			case '"':
				i = stringEnd(s, i)
				ok = yield(s[from:i])
			default:
				i = literalEnd(s, i)
				ok = yield(s[from:i])
			}
			if !ok {
				return
			}
		}
	}
}

func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// stringEnd returns where the string ends whose inside s[i] belongs to.
func stringEnd(s string, i int) int {
	for ; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// literalEnd returns where the number or the name ends that s[i] may belong to.
func literalEnd(s string, i int) int {
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] >= 'a' && s[i] <= 'z' || s[i] == '.' || s[i] == 'E' || s[i] == '-' || s[i] == '+') {
		i++
	}
	return i
}

// check says why s is no JSON.
func check(s string) error {
	dec := jsontext.NewDecoder(strings.NewReader(s), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	switch err := dec.SkipValue(); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the text ends too early")
	case err != nil:
		return reason(err)
	}
	if at := skipSpace(s, int(dec.InputOffset())); at < len(s) {
		return fmt.Errorf("something after the value, at byte %d", at)
	}
	return nil
}

// reason words an error of the decoder, whose own text names its package and
// may quote a pointer thousands of levels deep.
func reason(err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return err
	}
	switch cause := fmt.Sprint(syntax.Err); { // which have no names
	case cause == "exceeded max depth":
		return ErrDeep
	case strings.HasPrefix(cause, "invalid character ',' at start of"):
		return fmt.Errorf("a comma too many, at byte %d", syntax.ByteOffset)
	}
	return fmt.Errorf("%w, at byte %d", syntax.Err, syntax.ByteOffset)
}
