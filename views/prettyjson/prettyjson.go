// Package prettyjson lays JSON out for reading without changing what it says:
// order, duplicate names, numbers and the escapes in strings stay as they were
// sent.
package prettyjson

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Indent returns s with one member or element a line. The error says in a few
// words why s is no JSON.
func Indent(s string) (string, error) {
	v := jsontext.Value(s)
	if err := v.Indent(
		jsontext.WithIndent("  "),
		jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true),
		jsontext.PreserveRawStrings(true),
	); err != nil {
		return "", reason(err)
	}
	return string(v), nil
}

// ErrDeep says that JSON is nested too deep to be laid out.
var ErrDeep = errors.New("more than 10,000 levels deep")

// reason words an error of the decoder, whose own text names its package and
// may quote a pointer thousands of levels deep.
func reason(err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the text ends too early")
	}
	if syntax.Err != nil && syntax.Err.Error() == "exceeded max depth" { // the error has no name
		return ErrDeep
	}
	return fmt.Errorf("%w, at byte %d", syntax.Err, syntax.ByteOffset)
}
