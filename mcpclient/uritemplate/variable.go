package uritemplate

import (
	"fmt"
	"slices"
	"strings"
)

// Variable is a variable of a template with every place it is used in.
type Variable struct {
	Name string
	Uses []Use // at least one, in order
	// Needed is set when the URI has a hole without the variable: one of its
	// uses is needed.
	Needed bool
}

// Use is one place of a template a variable is used in.
type Use struct {
	// Part is the index of the expression in [Template.Parts].
	Part     int
	Operator Operator
	Explode  bool
	Prefix   int // in characters; 0 for the whole value
	// Needed is set when leaving the variable out leaves a hole in this place.
	//
	// RFC 6570 has no notion of it; it follows from how an undefined variable
	// expands. {x} and {+x} leave nothing where something is expected, so they
	// are needed. {?x}, {&x}, {;x} and {#x} take their sign and name away with
	// them, so they are not. {/x} and {.x} take their sign away too: that only
	// makes a path shorter at its end, but moves what follows into the wrong
	// place, so they are needed when more of the path follows. Exploded, they
	// stand for any number of segments, and none is a number.
	Needed bool
}

// Variables returns the variables of the template in the order in which they
// first appear, each once.
func (t *Template) Variables() []Variable {
	var variables []Variable
	index := map[string]int{}
	for i, p := range t.parts {
		for _, spec := range p.Vars {
			at, known := index[spec.Name]
			if !known {
				at = len(variables)
				index[spec.Name] = at
				variables = append(variables, Variable{Name: spec.Name})
			}
			use := Use{Part: i, Operator: p.Operator, Explode: spec.Explode, Prefix: spec.Prefix, Needed: t.needed(i, spec)}
			v := &variables[at]
			v.Uses = append(v.Uses, use)
			v.Needed = v.Needed || use.Needed
		}
	}
	return variables
}

// Missing names the needed variables that have no value or an empty one.
func (t *Template) Missing(values Values) (names []string) {
	for _, v := range t.Variables() {
		if v.Needed && values[v.Name].blank() {
			names = append(names, v.Name)
		}
	}
	return names
}

// blank reports whether a value writes nothing.
func (v Value) blank() bool {
	switch v.kind {
	case KindString:
		return v.text == ""
	case KindList:
		return len(v.items) == 0 || len(v.items) == 1 && v.items[0] == ""
	case KindMap:
		return len(v.pairs) == 0 || len(v.pairs) == 1 && v.pairs[0] == Pair{}
	case KindUnset:
	}
	return true
}

// needed reports whether the template has a hole when spec, in the expression
// with index part, is undefined.
func (t *Template) needed(part int, spec VarSpec) bool {
	switch t.parts[part].Operator {
	case Simple, Reserved:
		return true
	case PathSegment, Label:
		return !spec.Explode && t.pathGoesOn[part]
	}
	return false
}

// pathContinues tells for every part whether something that cannot be left out
// follows it in the path of the URI.
func pathContinues(parts []Part) []bool {
	goesOn := make([]bool, len(parts))
	follows := false
	for i, p := range slices.Backward(parts) {
		goesOn[i] = follows
		switch {
		case p.Kind == Literal:
			follows = p.Text[0] != '?' && p.Text[0] != '#'
		case p.Operator == Simple || p.Operator == Reserved:
			follows = true
		case p.Operator == Query || p.Operator == QueryContinuation || p.Operator == Fragment:
			follows = false
		}
	}
	return goesOn
}

// Repeats reports whether the variable is meant to be a list or a map: it is
// exploded somewhere and nowhere cut to a prefix, which only a string can be.
func (v Variable) Repeats() bool {
	return slices.ContainsFunc(v.Uses, func(u Use) bool { return u.Explode }) && !v.Cut()
}

// Cut reports whether the variable is cut to a prefix somewhere, so that it can
// only be a string.
func (v Variable) Cut() bool {
	return slices.ContainsFunc(v.Uses, func(u Use) bool { return u.Prefix > 0 })
}

// Describe says in a few words what the variable is for, such as "needed",
// "path segments, may repeat" or "query parameter, optional".
func (v Variable) Describe() string {
	var uses []string
	for _, u := range v.Uses {
		if text := u.Describe(); !slices.Contains(uses, text) {
			uses = append(uses, text)
		}
	}
	words := strings.Join(uses, " and ")
	if words == wholeValue {
		words = ""
	}
	switch {
	case v.Needed && words == "":
		return "needed"
	case v.Needed:
		return "needed, " + words
	case v.Repeats():
		return words
	}
	return words + ", optional"
}

const wholeValue = "whole value"

// Describe says in a few words what becomes of the value in this place, such as
// "query parameter" or "first 3 characters".
func (u Use) Describe() string {
	var words []string
	noun := func(singular string) {
		if u.Explode {
			singular += "s"
		}
		words = append(words, singular)
	}
	switch u.Operator {
	case Reserved:
		words = append(words, "as is, / and ? included")
	case Fragment:
		words = append(words, "fragment")
	case Label:
		noun("dot label")
	case PathSegment:
		noun("path segment")
	case PathParameter:
		noun("path parameter")
	case Query, QueryContinuation:
		noun("query parameter")
	}
	switch {
	case u.Explode:
		words = append(words, "may repeat")
	case u.Prefix == 1:
		words = append(words, "first character")
	case u.Prefix > 1:
		words = append(words, fmt.Sprintf("first %d characters", u.Prefix))
	}
	if len(words) == 0 {
		return wholeValue
	}
	return strings.Join(words, ", ")
}
