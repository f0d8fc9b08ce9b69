package uritemplate

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"mcperuse/mcpclient/rawjson"
)

// ValuesFromJSON reads the values of variables from a JSON object. Numbers are
// kept as they are written, booleans are the words true and false, null is
// unset, objects keep the order of their members, and null members of arrays
// and objects are left out, being undefined (RFC 6570, section 2.3). Errors name
// the variable and say what is wrong with its value.
func ValuesFromJSON(data []byte) (Values, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	if kind := dec.PeekKind(); kind != '{' && kind != 0 {
		return nil, fmt.Errorf(`%s is not an object of variables; write {"name": "value"}`, kindWords(kind))
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, jsonError(err)
	}
	values := Values{}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, jsonError(err)
		}
		variable := name.String()
		if values[variable], err = readValue(dec, variable); err != nil {
			return nil, err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, jsonError(err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more text after the JSON object of variables")
	}
	return values, nil
}

func readValue(dec *jsontext.Decoder, variable string) (Value, error) {
	switch dec.PeekKind() {
	case '[':
		return readList(dec, variable)
	case '{':
		return readMap(dec, variable)
	}
	text, defined, err := readScalar(dec)
	if err != nil || !defined {
		return Unset(), err
	}
	return String(text), nil
}

func readList(dec *jsontext.Decoder, variable string) (Value, error) {
	if _, err := dec.ReadToken(); err != nil {
		return Unset(), jsonError(err)
	}
	v := Value{kind: KindList}
	for n := 1; dec.PeekKind() != ']'; n++ {
		if kind := dec.PeekKind(); kind == '[' || kind == '{' {
			return Unset(), fmt.Errorf("variable %q: item %d is %s; an item is a string, a number, a boolean or null", variable, n, kindWords(kind))
		}
		text, defined, err := readScalar(dec)
		if err != nil {
			return Unset(), err
		}
		if defined {
			v.items = append(v.items, text)
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return Unset(), jsonError(err)
	}
	return v, nil
}

func readMap(dec *jsontext.Decoder, variable string) (Value, error) {
	if _, err := dec.ReadToken(); err != nil {
		return Unset(), jsonError(err)
	}
	v := Value{kind: KindMap}
	for dec.PeekKind() != '}' {
		token, err := dec.ReadToken()
		if err != nil {
			return Unset(), jsonError(err)
		}
		name := token.String()
		if kind := dec.PeekKind(); kind == '[' || kind == '{' {
			return Unset(), fmt.Errorf("variable %q: member %q is %s; a member is a string, a number, a boolean or null", variable, name, kindWords(kind))
		}
		text, defined, err := readScalar(dec)
		if err != nil {
			return Unset(), err
		}
		if defined {
			v.pairs = append(v.pairs, Pair{Name: name, Value: text})
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return Unset(), jsonError(err)
	}
	return v, nil
}

// readScalar reads a value that is neither an array nor an object. It is not
// defined when it is null.
func readScalar(dec *jsontext.Decoder) (text string, defined bool, err error) {
	token, err := dec.ReadToken()
	if err != nil {
		return "", false, jsonError(err)
	}
	return token.String(), token.Kind() != 'n', nil
}

// jsonError words a failure of the decoder, whose own text speaks of its
// package and of pointers.
func jsonError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON of the variables ends too early")
	}
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return err
	}
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return fmt.Errorf("the JSON of the variables gives %q twice", syntax.JSONPointer.LastToken())
	}
	where := ""
	for variable := range syntax.JSONPointer.Tokens() {
		where = fmt.Sprintf(" (variable %q)", variable)
		break
	}
	return fmt.Errorf("the variables are not valid JSON: %w, at byte %d%s", syntax.Err, syntax.ByteOffset, where)
}

func kindWords(kind jsontext.Kind) string {
	switch kind {
	case '[':
		return "an array"
	case '{':
		return "an object"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 't', 'f':
		return "a boolean"
	}
	return "null"
}

// MarshalJSON writes the value as [ValuesFromJSON] reads it, members in their order.
func (v Value) MarshalJSON() ([]byte, error) {
	var b []byte
	switch v.kind {
	case KindString:
		return rawjson.AppendString(nil, v.text), nil
	case KindList:
		b = append(b, '[')
		for i, item := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = rawjson.AppendString(b, item)
		}
		return append(b, ']'), nil
	case KindMap:
		b = append(b, '{')
		for i, p := range v.pairs {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(rawjson.AppendString(b, p.Name), ':')
			b = rawjson.AppendString(b, p.Value)
		}
		return append(b, '}'), nil
	case KindUnset:
	}
	return []byte("null"), nil
}
