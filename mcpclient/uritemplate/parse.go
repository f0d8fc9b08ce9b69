package uritemplate

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says what is wrong with a template, and where.
type SyntaxError struct {
	// Template is the whole template.
	Template string
	// Offset and Length delimit the offending text in Template, in bytes.
	// Length is 0 where something is missing.
	Offset, Length int
	// Reason is a phrase for a person.
	Reason string
}

// Error names the place and the reason. It quotes at most a short stretch of
// the template, with control characters escaped.
func (e *SyntaxError) Error() string {
	const most = 40 // bytes quoted
	near := e.Template[e.Offset:]
	if len(near) > most {
		near = near[:most]
	}
	if near == "" {
		return fmt.Sprintf("URI template: %s, at its end (byte %d)", e.Reason, e.Offset)
	}
	return fmt.Sprintf("URI template: %s, at byte %d: %q", e.Reason, e.Offset, near)
}

// ParseParts reads s leniently: what breaks the grammar becomes a [Malformed]
// part with an error of its own, everything else is still recognised. The texts
// of the parts always add up to s.
func ParseParts(s string) ([]Part, []*SyntaxError) {
	var parts []Part
	var errs []*SyntaxError
	add := func(p Part, err *SyntaxError) {
		if err != nil {
			p = Part{Kind: Malformed, Text: p.Text, Offset: p.Offset}
			err.Template = s
			errs = append(errs, err)
		}
		parts = append(parts, p)
	}
	for at := 0; at < len(s); {
		switch s[at] {
		case '{':
			p, err := parseExpression(s, at)
			add(p, err)
			at += len(p.Text)
		case '}':
			add(Part{Text: "}", Offset: at},
				&SyntaxError{Offset: at, Length: 1, Reason: "this } closes no {"})
			at++
		default:
			text := s[at:]
			if end := strings.IndexAny(text, "{}"); end >= 0 {
				text = text[:end]
			}
			add(Part{Kind: Literal, Text: text, Offset: at}, nil)
			at += len(text)
		}
	}
	return parts, errs
}

// parseExpression reads the expression that opens at s[at]. The text of the
// part is set even when there is an error, so that the caller can go on after it.
func parseExpression(s string, at int) (Part, *SyntaxError) {
	p := Part{Kind: Expression, Text: s[at:], Offset: at}
	inner := p.Text[1:]
	end := strings.IndexAny(inner, "{}")
	switch {
	case end < 0:
		return p, &SyntaxError{Offset: at, Length: 1, Reason: "this { is never closed by a }"}
	case inner[end] == '{':
		p.Text = p.Text[:1+end]
		return p, &SyntaxError{Offset: at, Length: 1, Reason: "this { is not closed before the next {"}
	}
	p.Text = p.Text[:1+end+1]
	inner = inner[:end]
	at++
	if inner == "" {
		return p, &SyntaxError{Offset: at, Reason: "there is no variable name between { and }"}
	}
	switch c := inner[0]; c {
	case '+', '#', '.', '/', ';', '?', '&':
		p.Operator = Operator(c)
		inner = inner[1:]
		at++
	case '=', ',', '!', '@', '|':
		return p, &SyntaxError{Offset: at, Length: 1,
			Reason: fmt.Sprintf("the operator %c is reserved by RFC 6570 and means nothing yet", c)}
	}
	for text := range strings.SplitSeq(inner, ",") {
		spec, err := parseVarSpec(text)
		if err != nil {
			err.Offset += at
			return p, err
		}
		p.Vars = append(p.Vars, spec)
		at += len(text) + len(",")
	}
	return p, nil
}

// parseVarSpec reads one variable with its modifier. The offset of an error is
// relative to text.
func parseVarSpec(text string) (VarSpec, *SyntaxError) {
	length, err := scanName(text)
	if err != nil {
		return VarSpec{}, err
	}
	spec := VarSpec{Name: text[:length]}
	modifier := text[length:]
	switch {
	case modifier == "":
		return spec, nil
	case modifier[0] == '*':
		spec.Explode = true
		length++
	default:
		digits := 1
		for digits < len(modifier) && isDigit(modifier[digits]) {
			spec.Prefix = min(spec.Prefix*10+int(modifier[digits]-'0'), 10000)
			digits++
		}
		if spec.Prefix == 0 || spec.Prefix > 9999 || modifier[1] == '0' {
			return VarSpec{}, &SyntaxError{Offset: length, Length: digits,
				Reason: "a prefix is a number from 1 to 9999 without leading zeros"}
		}
		length += digits
	}
	if length < len(text) {
		reason := "only a , or } can follow the modifier"
		if text[length] == '*' || text[length] == ':' {
			reason = "a variable takes one modifier, either * or a prefix"
		}
		return VarSpec{}, &SyntaxError{Offset: length, Length: len(text) - length, Reason: reason}
	}
	return spec, nil
}

// scanName returns the length of the variable name that text starts with, which
// ends at a modifier or with the text (RFC 6570, section 2.3).
func scanName(text string) (int, *SyntaxError) {
	const misplacedDot = "a dot in a variable name must stand between two other characters"
	at := 0
	afterDot := true // a name starts as the stretch after a dot does
scan:
	for at < len(text) {
		switch c := text[at]; {
		case isNameByte(c):
			at++
		case c == '%':
			if !isTriplet(text[at:]) {
				return 0, &SyntaxError{Offset: at, Length: 1, Reason: "a % in a variable name must be followed by two hexadecimal digits"}
			}
			at += 3
		case c == '.':
			if afterDot {
				return 0, &SyntaxError{Offset: at, Length: 1, Reason: misplacedDot}
			}
			at++
			afterDot = true
			continue
		case c == '*' || c == ':':
			break scan
		default:
			r, size := utf8.DecodeRuneInString(text[at:])
			return 0, &SyntaxError{Offset: at, Length: size,
				Reason: fmt.Sprintf("%q cannot be part of a variable name; letters, digits, _ and . can", r)}
		}
		afterDot = false
	}
	switch {
	case at == 0:
		return 0, &SyntaxError{Length: len(text), Reason: "a variable name is missing"}
	case afterDot:
		return 0, &SyntaxError{Offset: at - 1, Length: 1, Reason: misplacedDot}
	}
	return at, nil
}

// literalWarnings returns one warning for every character of a literal that the
// grammar leaves out.
func literalWarnings(template string, p Part) []*SyntaxError {
	var warnings []*SyntaxError
	for at := 0; at < len(p.Text); {
		r, size := utf8.DecodeRuneInString(p.Text[at:])
		reason := ""
		switch {
		case r == utf8.RuneError && size == 1:
			reason = "a byte that is not UTF-8 is sent percent-encoded"
		case r == '%' && !isTriplet(p.Text[at:]):
			reason = "a % without two hexadecimal digits after it is sent as %25"
		case r == '%' || isLiteralRune(r):
		default:
			reason = fmt.Sprintf("%q is not allowed in a URI template; it is sent percent-encoded", r)
		}
		if reason != "" {
			warnings = append(warnings, &SyntaxError{Template: template, Offset: p.Offset + at, Length: size, Reason: reason})
		}
		at += size
	}
	return warnings
}
