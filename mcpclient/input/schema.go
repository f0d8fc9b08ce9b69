package input

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"mcperuse/mcpclient/rawjson"
)

// Bounds of what is taken from a schema.
const (
	MaxFields  = 500
	MaxChoices = 1000
	maxPattern = 1000 // bytes
	maxNumber  = 300  // digits
)

// Control is how a field is filled in.
type Control uint8

// The controls. JSON is for a field of a type the specification does not have:
// any value can be written down for it.
const (
	Text Control = iota
	Number
	Integer
	Toggle
	Choice  // one of several
	Choices // any of several
	JSON
)

// Field is one property of a form's schema.
type Field struct {
	Name        string
	Title       string // "" where there is none
	Description string
	Control     Control
	Required    bool
	// Options are what can be chosen; for Choice and Choices.
	Options []Option
	// Default is what the field holds at first, unset where the schema says
	// nothing, or nothing that fits.
	Default Value
	// Format is that of a text, as sent; "" for none.
	Format string
	// Schema is the property as sent.
	Schema rawjson.Value
	// Problems say in sentences what is wrong with the schema.
	Problems []string

	least, most *big.Int   // length of a text, number of choices
	low, high   *big.Float // of a number
	lowRaw      string     // as sent, for words
	highRaw     string
	pattern     *regexp.Regexp
}

// Option is one value that can be chosen. Value is sent as it came.
type Option struct {
	Value rawjson.Value
	Label string
}

// Label is the field as people call it.
func (f *Field) Label() string {
	if strings.TrimSpace(f.Title) != "" {
		return f.Title
	}
	return f.Name
}

// Secret reports whether the field seems to ask for something that must not be
// typed into a form (specification: Elicitation, Security Considerations).
func (f *Field) Secret() bool {
	name := strings.ToLower(f.Name + " " + f.Title)
	for _, word := range []string{"password", "passwd", "passphrase", "secret", "api_key", "apikey", "api key", "access_token", "access token", "credential"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// longText is how long a text may be to fit on a line, in characters.
var longText = big.NewInt(200)

// Long reports whether what is written down is likely to have several lines.
func (f *Field) Long() bool {
	return f.Control == JSON || f.Control == Text &&
		(strings.Contains(f.Default.Text, "\n") || f.Format == "" && f.most != nil && f.most.Cmp(longText) > 0)
}

func (f *Field) odd(format string, args ...any) {
	f.Problems = append(f.Problems, fmt.Sprintf(format, args...))
}

// schema reads the requestedSchema of a form.
func (r *Request) schema(schema rawjson.Value) {
	properties := schema.Get("properties")
	if ref := schema.Get("$ref"); ref != nil {
		r.Problems = append(r.Problems, "the schema is somewhere else, "+string(ref)+", which is never fetched")
	}
	if properties.Kind() != rawjson.Object {
		r.Problems = append(r.Problems, "the server sent no fields to fill in")
		return
	}
	required := map[string]bool{}
	for name := range schema.Get("required").Elements() {
		if s, ok := name.Text(); ok {
			required[s] = true
		}
	}
	at := map[string]int{}
	left := 0
	for nameBytes, property := range properties.Members() {
		name := string(nameBytes)
		i, again := at[name]
		switch {
		case again: // as most readers do: the last one counts
			r.Fields[i] = parseField(name, property, required[name])
			r.Fields[i].odd("the name is there more than once")
			continue
		case len(r.Fields) == MaxFields:
			left++
			if required[name] {
				r.Refused = fmt.Sprintf("it has more than %d fields, and one of the others is needed", MaxFields)
			}
		default:
			at[name] = len(r.Fields)
			r.Fields = append(r.Fields, parseField(name, property, required[name]))
		}
		delete(required, name)
	}
	if left > 0 {
		r.Problems = append(r.Problems, fmt.Sprintf("the first %d of %d fields are shown", MaxFields, MaxFields+left))
	}
	for name := range required {
		if _, there := at[name]; !there {
			r.Problems = append(r.Problems, "a field that is needed does not exist: "+name)
			break
		}
	}
}

func parseField(name string, schema rawjson.Value, required bool) Field {
	f := Field{Name: name, Schema: schema, Required: required, Control: JSON}
	f.Title, _ = schema.Get("title").Text()
	f.Description, _ = schema.Get("description").Text()
	f.Format, _ = schema.Get("format").Text()
	kind, _ := schema.Get("type").Text()
	if kind == "" {
		kind = f.oneOfTypes(schema.Get("type"))
	}
	ref := schema.Get("$ref")
	switch {
	case schema.Kind() != rawjson.Object:
		f.odd("its schema is %s", schema.Kind())
	case ref != nil:
		f.odd("its schema is somewhere else, %s, which is never fetched", ref)
	case schema.Get("enum") != nil, schema.Get("oneOf") != nil:
		f.Control = Choice
		f.options(schema)
	case kind == "string":
		f.Control = Text
		f.textBounds(schema)
	case kind == "number", kind == "integer":
		f.Control = Number
		if kind == "integer" {
			f.Control = Integer
		}
		f.numberBounds(schema)
	case kind == "boolean":
		f.Control = Toggle
	case kind == "array" && (schema.Get("items", "enum") != nil || schema.Get("items", "anyOf") != nil || schema.Get("items", "oneOf") != nil):
		f.Control = Choices
		f.options(schema.Get("items"))
		f.counts(schema, "minItems", "maxItems")
	case kind == "":
		f.odd("it has no type")
	default:
		f.odd("a form cannot have a field of the type %s", kind)
	}
	f.takeDefault(schema.Get("default"))
	return f
}

// oneOfTypes is the type of a field that may have another one, too, such as
// null: the first that is not.
func (f *Field) oneOfTypes(types rawjson.Value) string {
	for v := range types.Elements() {
		if s, ok := v.Text(); ok && s != "null" {
			f.odd("it has several types, of which %s is taken", s)
			return s
		}
	}
	return ""
}

// options reads what can be chosen: enum, with enumNames for its labels, or a list
// of const and title.
func (f *Field) options(schema rawjson.Value) {
	list, titled := schema.Get("oneOf"), true
	if list == nil {
		list = schema.Get("anyOf")
	}
	if enum := schema.Get("enum"); enum != nil {
		list, titled = enum, false
	}
	var labels []string
	for v := range schema.Get("enumNames").Elements() {
		s, _ := v.Text()
		labels = append(labels, s)
	}
	n := 0
	for v := range list.Elements() {
		if n++; n > MaxChoices {
			continue
		}
		o := Option{Value: v}
		if titled {
			o.Value = v.Get("const")
			o.Label, _ = v.Get("title").Text()
		} else if n <= len(labels) {
			o.Label = labels[n-1]
		}
		if o.Value == nil {
			f.odd("a choice has no value")
			continue
		}
		if o.Value.Kind() != rawjson.String {
			f.odd("the choice %s is no text", o.Value)
		}
		if o.Label == "" {
			if s, ok := o.Value.Text(); ok {
				o.Label = s
			} else {
				o.Label = string(o.Value)
			}
		}
		f.Options = append(f.Options, o)
	}
	switch {
	case n > MaxChoices:
		f.odd("the first %d of %d choices are shown", MaxChoices, n)
	case len(f.Options) == 0:
		f.odd("there is nothing to choose from")
	case len(labels) > 0 && len(labels) != n && !titled:
		f.odd("it has %d values and %d names for them", n, len(labels))
	}
}

func (f *Field) textBounds(schema rawjson.Value) {
	f.counts(schema, "minLength", "maxLength")
	v := schema.Get("pattern")
	if v == nil {
		return
	}
	source, ok := v.Text()
	if !ok || len(source) > maxPattern {
		f.odd("its pattern cannot be checked here")
		return
	}
	// JSON Schema has the expressions of ECMAScript. Those that are none here are
	// left to the server.
	pattern, err := regexp.Compile(source)
	if err != nil {
		f.odd("its pattern cannot be checked here: %s", source)
		return
	}
	f.pattern = pattern
}

// counts reads bounds that are whole numbers from 0 on.
func (f *Field) counts(schema rawjson.Value, least, most string) {
	read := func(name string) *big.Int {
		v := schema.Get(name)
		if v == nil {
			return nil
		}
		n, ok := new(big.Int), false
		if len(v) <= maxNumber {
			n, ok = n.SetString(strings.TrimSuffix(string(v), ".0"), 10)
		}
		if v.Kind() != rawjson.Number || !ok || n.Sign() < 0 {
			f.odd("its %s is %s", name, quoted(v))
			return nil
		}
		return n
	}
	f.least, f.most = read(least), read(most)
	if f.least != nil && f.most != nil && f.least.Cmp(f.most) > 0 {
		f.odd("nothing fits: its %s %s is above its %s %s", least, f.least, most, f.most)
	}
}

func (f *Field) numberBounds(schema rawjson.Value) {
	read := func(name string) (*big.Float, string) {
		v := schema.Get(name)
		if v == nil {
			return nil, ""
		}
		n := number(string(v))
		if n == nil || v.Kind() != rawjson.Number {
			f.odd("its %s is %s", name, quoted(v))
			return nil, ""
		}
		return n, string(v)
	}
	f.low, f.lowRaw = read("minimum")
	f.high, f.highRaw = read("maximum")
	if f.low != nil && f.high != nil && f.low.Cmp(f.high) > 0 {
		f.odd("nothing fits: its minimum %s is above its maximum %s", f.lowRaw, f.highRaw)
	}
}

// DefaultFits reports whether the default in the schema of a field, if there is one,
// is a value of the field.
func DefaultFits(schema rawjson.Value) bool {
	v := schema.Get("default")
	if v == nil {
		return true
	}
	f := parseField("", schema, false)
	_, fits := f.decode(v)
	return fits
}

// takeDefault fills the field in, unless the default is of another type.
func (f *Field) takeDefault(v rawjson.Value) {
	if v == nil {
		return
	}
	value, ok := f.decode(v)
	if !ok {
		f.odd("its default, %s, does not fit and is left out", quoted(v))
		return
	}
	f.Default = value
}

// quoted is a value for a sentence, the start of it where it is long.
func quoted(v rawjson.Value) string {
	const most = 40
	if len(v) > most {
		return string(v[:most]) + "…"
	}
	return string(v)
}
