package uritemplate

import (
	"strconv"
)

// PartKind says what a [Part] is.
type PartKind int

// The kinds of part.
const (
	// Literal text is copied into the URI.
	Literal PartKind = iota
	// Expression stands between braces and is replaced by values.
	Expression
	// Malformed text breaks the grammar. Only [ParseParts] returns it.
	Malformed
)

// Part is one stretch of a template.
type Part struct {
	Kind PartKind
	// Text is the part as written, braces included.
	Text string
	// Offset is where Text starts in the template, in bytes.
	Offset int
	// Operator is the operator of an expression.
	Operator Operator
	// Vars are the variables of an expression, at least one; nil otherwise.
	Vars []VarSpec
}

// VarSpec is one variable in an expression, with its modifier (RFC 6570,
// section 2.4).
type VarSpec struct {
	Name string
	// Explode is set by the modifier "*".
	Explode bool
	// Prefix is the n of the modifier ":n", counted in characters; 0 without it.
	Prefix int
}

// String returns the specification as a template writes it: name, name* or name:3.
func (v VarSpec) String() string {
	switch {
	case v.Explode:
		return v.Name + "*"
	case v.Prefix > 0:
		return v.Name + ":" + strconv.Itoa(v.Prefix)
	}
	return v.Name
}

// Operator is the character after the opening brace of an expression, which
// decides how the values are written (RFC 6570, section 2.2).
type Operator byte

// The operators of RFC 6570.
const (
	Simple            Operator = 0   // {x}
	Reserved          Operator = '+' // {+x} keeps reserved characters
	Fragment          Operator = '#' // {#x}
	Label             Operator = '.' // {.x}
	PathSegment       Operator = '/' // {/x}
	PathParameter     Operator = ';' // {;x}
	Query             Operator = '?' // {?x}
	QueryContinuation Operator = '&' // {&x}
)

// String returns the operator as a template writes it; empty for [Simple].
func (o Operator) String() string {
	if o == Simple {
		return ""
	}
	return string(rune(o))
}

// behaviour is a column of the table in RFC 6570, appendix A.
type behaviour struct {
	first        string // written before the first defined variable
	sep          string // written between defined variables
	named        bool   // values are written as name=value
	ifEmpty      string // written after the name of an empty value
	keepReserved bool   // reserved characters and %XX stay as they are
}

func (o Operator) behaviour() behaviour {
	switch o {
	case Reserved:
		return behaviour{sep: ",", keepReserved: true}
	case Fragment:
		return behaviour{first: "#", sep: ",", keepReserved: true}
	case Label:
		return behaviour{first: ".", sep: "."}
	case PathSegment:
		return behaviour{first: "/", sep: "/"}
	case PathParameter:
		return behaviour{first: ";", sep: ";", named: true}
	case Query:
		return behaviour{first: "?", sep: "&", named: true, ifEmpty: "="}
	case QueryContinuation:
		return behaviour{first: "&", sep: "&", named: true, ifEmpty: "="}
	}
	return behaviour{sep: ","}
}
