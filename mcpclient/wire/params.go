package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"mcperuse/mcpclient/rawjson"
)

// ParamsError says where a text is no params of a message. Line and Column
// count from 1, columns in characters; Offset is in bytes.
type ParamsError struct {
	Line, Column int
	Offset       int
	Reason       string
}

func (e *ParamsError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// ParseParams returns the params that a person wrote: one JSON object, byte for
// byte, but for the line breaks in it with their indentation, since a message
// is a single line on stdio. A blank text is nil, for no params. Repeated names
// and bytes that are not UTF-8 are the receiver's to judge. Every error is a
// [ParamsError].
func ParseParams(text []byte) (rawjson.Value, error) {
	start := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	if start == len(text) {
		return nil, nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	value, err := d.ReadValue()
	if err != nil {
		return nil, paramsError(text, err)
	}
	if kind := rawjson.Value(value).Kind(); kind != rawjson.Object {
		return nil, errorAt(text, start, "params must be an object, not "+kind.String())
	}
	params := rawjson.Value(value).OneLine()
	end := int(d.InputOffset())
	if rest := bytes.TrimLeft(text[end:], " \t\r\n"); len(rest) > 0 {
		return nil, errorAt(text, len(text)-len(rest), "text after the end of the object")
	}
	return params, nil
}

// paramsError words an error of the decoder.
func paramsError(text []byte, err error) *ParamsError {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errorAt(text, len(bytes.TrimRight(text, " \t\r\n")), "the text ends too early")
	case errors.As(err, &syntax):
		return errorAt(text, int(syntax.ByteOffset), syntax.Err.Error())
	}
	return errorAt(text, 0, err.Error())
}

func errorAt(text []byte, offset int, reason string) *ParamsError {
	before := text[:min(offset, len(text))]
	line := bytes.LastIndexByte(before, '\n') + 1
	return &ParamsError{Line: 1 + bytes.Count(before, []byte("\n")), Column: 1 + utf8.RuneCount(before[line:]), Offset: len(before), Reason: reason}
}
