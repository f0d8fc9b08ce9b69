// Package uritemplate parses and expands URI Templates (RFC 6570, levels 1 to 4).
//
// Besides the URI itself it gives what a form needs: the parts of a template,
// its variables with the places they are used in, whether each one is needed,
// and which variable produced which stretch of the expanded URI.
package uritemplate

import "slices"

// Template is a well-formed URI Template. It is immutable, and safe for
// concurrent use.
type Template struct {
	source     string
	parts      []Part
	pathGoesOn []bool // by part: see pathContinues
}

// Parse reads s as a URI Template (RFC 6570, section 2). The error is a
// [*SyntaxError] for the first thing that is wrong with s; [ParseParts] gives
// the others, and whatever is still readable.
//
// A literal character that a URI cannot hold, such as a space, is no error: it
// is percent-encoded on expansion (section 3.1). [Template.Warnings] names it.
func Parse(s string) (*Template, error) {
	parts, errs := ParseParts(s)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return &Template{source: s, parts: parts, pathGoesOn: pathContinues(parts)}, nil
}

// String returns the template as it was written.
func (t *Template) String() string { return t.source }

// Parts returns the literals and expressions of the template in order. Their
// texts add up to the template.
func (t *Template) Parts() []Part { return slices.Clone(t.parts) }

// Warnings returns the literal characters of the template that the grammar of
// RFC 6570, section 2.1, does not allow. The template expands all the same.
func (t *Template) Warnings() []*SyntaxError {
	var warnings []*SyntaxError
	for _, p := range t.parts {
		if p.Kind == Literal {
			warnings = append(warnings, literalWarnings(t.source, p)...)
		}
	}
	return warnings
}
