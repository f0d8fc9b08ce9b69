package input

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"mcperuse/mcpclient/rawjson"
)

// Value is what a field holds. One that is not set is left out of the answer,
// which is something else than an empty text.
type Value struct {
	Set    bool
	Text   string // as typed, for Text, Number, Integer and JSON
	On     bool   // for Toggle
	Chosen []int  // indexes of options, ascending; one at most for Choice
}

// decode returns the value that a JSON value is for a field, false where it is
// of another type.
func (f *Field) decode(v rawjson.Value) (Value, bool) {
	switch f.Control {
	case Text:
		s, ok := v.Text()
		return Value{Set: true, Text: s}, ok
	case Number, Integer:
		return Value{Set: true, Text: string(v)}, v.Kind() == rawjson.Number && (f.Control == Number || integer.Match(v))
	case Toggle:
		b, ok := v.Bool()
		return Value{Set: true, On: b}, ok
	case Choice:
		i := f.option(v)
		return Value{Set: true, Chosen: []int{i}}, i >= 0
	case Choices:
		value := Value{Set: true}
		for e := range v.Elements() {
			i := f.option(e)
			if i < 0 {
				return Value{}, false
			}
			if !slices.Contains(value.Chosen, i) {
				value.Chosen = append(value.Chosen, i)
			}
		}
		slices.Sort(value.Chosen)
		return value, v.Kind() == rawjson.Array
	case JSON:
	}
	return Value{Set: true, Text: string(v)}, true
}

func (f *Field) option(v rawjson.Value) int {
	s, isText := v.Text()
	return slices.IndexFunc(f.Options, func(o Option) bool {
		if t, ok := o.Value.Text(); ok && isText {
			return s == t
		}
		return bytes.Equal(o.Value, v)
	})
}

// Check says what is wrong with a value, for the person who typed it. A nil
// error means that it can be sent.
func (f *Field) Check(v Value) error {
	if !v.Set {
		if f.Required {
			return errors.New("needed")
		}
		return nil
	}
	switch f.Control {
	case Text:
		return f.checkText(v.Text)
	case Number, Integer:
		return f.checkNumber(v.Text)
	case Choice:
		if len(v.Chosen) != 1 {
			return errors.New("choose one")
		}
	case Choices:
		n := big.NewInt(int64(len(v.Chosen)))
		switch {
		case f.least != nil && n.Cmp(f.least) < 0:
			return fmt.Errorf("choose %s at least", f.least)
		case f.most != nil && n.Cmp(f.most) > 0:
			return fmt.Errorf("choose %s at most", f.most)
		}
	case JSON:
		if err := rawjson.Check([]byte(v.Text)); err != nil {
			return errors.New("write a JSON value, such as \"text\", 1 or {\"a\": 1}")
		}
	case Toggle:
	}
	return nil
}

func (f *Field) checkText(s string) error {
	n := big.NewInt(int64(utf8.RuneCountInString(s)))
	switch {
	case f.least != nil && n.Cmp(f.least) < 0 && n.Sign() == 0:
		return errors.New("needed")
	case f.least != nil && n.Cmp(f.least) < 0:
		return fmt.Errorf("too short: %s of at least %s characters", n, f.least)
	case f.most != nil && n.Cmp(f.most) > 0:
		return fmt.Errorf("too long: %s of at most %s characters", n, f.most)
	case f.pattern != nil && !f.pattern.MatchString(s):
		return fmt.Errorf("does not match the pattern %s", f.pattern)
	}
	ok, like := true, ""
	switch f.Format {
	case "email":
		a, err := mail.ParseAddress(s)
		ok, like = err == nil && a.Address == s, "an address such as ada@example.com"
	case "uri":
		u, err := url.Parse(s)
		ok, like = err == nil && u.Scheme != "" && s != u.Scheme+":", "a URI such as https://example.com/page"
	case "date":
		_, err := time.Parse(time.DateOnly, s)
		ok, like = err == nil, "a date such as 2026-07-28"
	case "date-time":
		_, err := time.Parse(time.RFC3339, s)
		ok, like = err == nil, "a time such as 2026-07-28T09:30:00Z"
	}
	if !ok {
		return errors.New("write " + like)
	}
	return nil
}

// The numbers of JSON, and those of them that are whole.
var (
	decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	integer = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
)

func (f *Field) checkNumber(s string) error {
	switch n := number(s); {
	case f.Control == Integer && !integer.MatchString(s):
		return errors.New("write a whole number, such as 12")
	case n == nil && len(s) > maxNumber:
		return fmt.Errorf("too long: at most %d digits", maxNumber)
	case n == nil:
		return errors.New("write a number, such as 12 or 0.5")
	case f.low != nil && n.Cmp(f.low) < 0:
		return fmt.Errorf("too small: %s at least", f.lowRaw)
	case f.high != nil && n.Cmp(f.high) > 0:
		return fmt.Errorf("too large: %s at most", f.highRaw)
	}
	return nil
}

// number reads a JSON number, nil where it is none. It is exact enough to tell
// neighbouring whole numbers of 300 digits apart.
func number(s string) *big.Float {
	if len(s) > maxNumber || !decimal.MatchString(s) {
		return nil
	}
	n, _, err := big.ParseFloat(s, 10, 1024, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return n
}

// encode returns a value that passed Check as JSON on one line: numbers as they were
// typed, choices as the server sent them.
func (f *Field) encode(v Value) rawjson.Value {
	switch f.Control {
	case Text:
		return rawjson.AppendString(nil, v.Text)
	case Toggle:
		if v.On {
			return rawjson.Value("true")
		}
		return rawjson.Value("false")
	case Choice:
		return f.Options[v.Chosen[0]].Value
	case Choices:
		out := []byte{'['}
		for i, chosen := range v.Chosen {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, f.Options[chosen].Value...)
		}
		return append(out, ']')
	case Number, Integer, JSON:
	}
	return rawjson.Value(v.Text).OneLine()
}

// Content encodes what was filled in, a value a field, as the content of an
// accepted form. The error is that of the first field that does not pass
// [Field.Check].
func Content(fields []Field, values []Value) (rawjson.Value, error) {
	out := []byte{'{'}
	for i := range fields {
		if err := fields[i].Check(values[i]); err != nil {
			return nil, &FieldError{Field: fields[i].Name, Reason: err.Error()}
		}
		if !values[i].Set {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(rawjson.AppendString(out, fields[i].Name), ':')
		out = append(out, fields[i].encode(values[i])...)
	}
	return append(out, '}'), nil
}

// FieldError says that a field does not hold what its schema asks for.
type FieldError struct{ Field, Reason string }

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason }

// ParseContent checks content that was written down beforehand, and returns it
// with the defaults of the fields it leaves out.
func ParseContent(fields []Field, content rawjson.Value) (rawjson.Value, error) {
	values := make([]Value, len(fields))
	for i := range fields {
		values[i] = fields[i].Default
	}
	for nameBytes, v := range content.Members() {
		name := string(nameBytes)
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return nil, &FieldError{name, "there is no such field"}
		}
		var ok bool
		if values[i], ok = fields[i].decode(v); !ok {
			return nil, &FieldError{name, quoted(v) + " is not " + fields[i].Wants()}
		}
	}
	return Content(fields, values)
}
