package uritemplate

import (
	"fmt"
	"strings"
)

// PieceKind says where a [Piece] comes from.
type PieceKind int

// The kinds of piece.
const (
	// PieceLiteral is literal text of the template.
	PieceLiteral PieceKind = iota
	// PieceSyntax is written by an operator: signs, separators and names.
	PieceSyntax
	// PieceValue is the value of a variable, or an item of it.
	PieceValue
	// PieceMissing is not in the URI. It stands where the value of a needed
	// variable would be, and is the expression that would write it.
	PieceMissing
)

// Piece is a stretch of an expanded URI and what produced it.
type Piece struct {
	Kind PieceKind
	Text string
	// Part is the index in [Template.Parts] of the part the piece comes from.
	Part int
	// Variable is the name of the variable the piece comes from; empty for a literal.
	Variable string
}

// ValueError reports a value that a template cannot use.
type ValueError struct {
	Variable string
	// Reason is a phrase for a person.
	Reason string
}

// Error names the variable and the reason.
func (e *ValueError) Error() string {
	return fmt.Sprintf("variable %q: %s", e.Variable, e.Reason)
}

// Expand returns the URI (RFC 6570, section 3). Variables without a value, needed
// or not, are left out. The error is a [*ValueError]: a list or a map was given
// to a variable that takes a prefix of its value (section 2.4.1).
func (t *Template) Expand(values Values) (string, error) {
	pieces, err := t.expand(values)
	if err != nil {
		return "", err
	}
	var uri strings.Builder
	for _, p := range pieces {
		if p.Kind != PieceMissing {
			uri.WriteString(p.Text)
		}
	}
	return uri.String(), nil
}

// ExpandParts returns the URI piece by piece, for a preview. Where a needed
// variable has no value, or one that [Template.Expand] refuses, there is a
// [PieceMissing]; the other pieces add up to what Expand returns.
func (t *Template) ExpandParts(values Values) []Piece {
	pieces, _ := t.expand(values) // the refused value is marked by its piece
	return pieces
}

// expand returns all pieces, and the first error met on the way.
func (t *Template) expand(values Values) (pieces []Piece, err error) {
	for i, p := range t.parts {
		if p.Kind == Literal {
			pieces = append(pieces, Piece{Kind: PieceLiteral, Text: encode(p.Text, true), Part: i})
			continue
		}
		x := expansion{behaviour: p.Operator.behaviour(), part: i}
		for _, spec := range p.Vars {
			value := values[spec.Name]
			switch {
			case !value.Defined():
				if t.needed(i, spec) {
					x.missing(p.Operator, spec)
				}
			case spec.Prefix > 0 && value.kind != KindString:
				x.missing(p.Operator, spec)
				if err == nil {
					err = &ValueError{Variable: spec.Name,
						Reason: fmt.Sprintf("{%s} takes the start of a string, but the value is %s", spec, value.kind)}
				}
			default:
				x.value(spec, value)
			}
		}
		pieces = append(pieces, x.pieces...)
	}
	return pieces, err
}

// expansion writes one expression.
type expansion struct {
	behaviour
	part    int
	pieces  []Piece
	started bool // first was written
}

func (x *expansion) add(kind PieceKind, variable, text string) {
	if text == "" {
		return
	}
	if n := len(x.pieces); n > 0 && x.pieces[n-1].Kind == kind && x.pieces[n-1].Variable == variable {
		x.pieces[n-1].Text += text
		return
	}
	x.pieces = append(x.pieces, Piece{Kind: kind, Text: text, Part: x.part, Variable: variable})
}

func (x *expansion) missing(operator Operator, spec VarSpec) {
	if len(x.pieces) > 0 && operator != PathSegment && operator != Label {
		x.add(PieceMissing, spec.Name, x.sep)
	}
	x.add(PieceMissing, spec.Name, "{"+operator.String()+spec.String()+"}")
}

// value writes one defined variable (RFC 6570, sections 3.2.1 and 2.4).
func (x *expansion) value(spec VarSpec, v Value) {
	switch {
	case x.started:
		x.syntax(spec, x.sep)
	case len(x.pieces) > 0 && x.first == "":
		x.add(PieceMissing, spec.Name, x.sep) // only the missing variable before is set off
	default:
		x.syntax(spec, x.first)
	}
	x.started = true

	switch {
	case v.kind == KindString:
		text := v.text
		if spec.Prefix > 0 {
			text = prefix(text, spec.Prefix, x.keepReserved)
		}
		if x.named {
			x.name(spec, spec.Name, text == "")
		}
		x.text(spec, text)
	case spec.Explode:
		x.exploded(spec, v)
	default:
		x.joined(spec, v)
	}
}

// joined writes a list or a map as one value, with commas.
func (x *expansion) joined(spec VarSpec, v Value) {
	if x.named {
		x.name(spec, spec.Name, false)
	}
	for i, item := range v.items {
		if i > 0 {
			x.syntax(spec, ",")
		}
		x.text(spec, item)
	}
	for i, pair := range v.pairs {
		if i > 0 {
			x.syntax(spec, ",")
		}
		x.text(spec, pair.Name)
		x.syntax(spec, ",")
		x.text(spec, pair.Value)
	}
}

// exploded writes every member of a list or a map as a variable of its own.
func (x *expansion) exploded(spec VarSpec, v Value) {
	for i, item := range v.items {
		if i > 0 {
			x.syntax(spec, x.sep)
		}
		if x.named {
			x.name(spec, spec.Name, item == "")
		}
		x.text(spec, item)
	}
	for i, pair := range v.pairs {
		if i > 0 {
			x.syntax(spec, x.sep)
		}
		// Appendix A would let reserved characters of the name through. Encoded
		// like a value it cannot turn into another parameter.
		name := encode(pair.Name, x.keepReserved)
		if x.named {
			x.name(spec, name, pair.Value == "")
		} else {
			x.syntax(spec, name+"=")
		}
		x.text(spec, pair.Value)
	}
}

func (x *expansion) syntax(spec VarSpec, text string) { x.add(PieceSyntax, spec.Name, text) }

func (x *expansion) text(spec VarSpec, value string) {
	x.add(PieceValue, spec.Name, encode(value, x.keepReserved))
}

// name writes the name of a value and the sign between the two.
func (x *expansion) name(spec VarSpec, name string, empty bool) {
	x.syntax(spec, name)
	if empty {
		x.syntax(spec, x.ifEmpty)
	} else {
		x.syntax(spec, "=")
	}
}
