package uritemplate

import "slices"

// Kind says which kind of value a variable has.
type Kind int

// The kinds of value.
const (
	KindUnset Kind = iota
	KindString
	KindList
	KindMap
)

// String returns the kind in words, as in "a list".
func (k Kind) String() string {
	switch k {
	case KindString:
		return "a string"
	case KindList:
		return "a list"
	case KindMap:
		return "a map"
	}
	return "unset"
}

// Value is what a variable is replaced by. The zero Value is unset. A Value is
// immutable.
type Value struct {
	kind  Kind
	text  string
	items []string
	pairs []Pair
}

// Pair is one member of a map value.
type Pair struct{ Name, Value string }

// Values are the values of variables by name. A variable that is not in it is
// unset.
type Values map[string]Value

// Unset returns the value of a variable that is left out of the URI.
func Unset() Value { return Value{} }

// String returns a string value. The empty string is a value too: it is not the
// same as unset.
func String(s string) Value { return Value{kind: KindString, text: s} }

// List returns a list value.
func List(items ...string) Value { return Value{kind: KindList, items: slices.Clone(items)} }

// Map returns a map value whose members keep the order given.
func Map(pairs ...Pair) Value { return Value{kind: KindMap, pairs: slices.Clone(pairs)} }

// Kind returns the kind of the value.
func (v Value) Kind() Kind { return v.kind }

// Text returns the text of a string value, and "" for any other.
func (v Value) Text() string { return v.text }

// Items returns the items of a list value, and nil for any other.
func (v Value) Items() []string { return slices.Clone(v.items) }

// Pairs returns the members of a map value in order, and nil for any other.
func (v Value) Pairs() []Pair { return slices.Clone(v.pairs) }

// Defined reports whether the value leaves anything in a URI. A list or a map
// without members is undefined, an empty string is not (RFC 6570, section 2.3).
func (v Value) Defined() bool {
	return v.kind == KindString || len(v.items) > 0 || len(v.pairs) > 0
}
