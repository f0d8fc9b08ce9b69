package input

import (
	"fmt"
	"math/big"
	"strings"
)

// Wants says in a few words what may be put into a field: "a whole number, 1 to
// 8".
func (f *Field) Wants() string {
	switch f.Control {
	case Number:
		return joined("a number", f.span(f.lowRaw, f.highRaw))
	case Integer:
		return joined("a whole number", f.span(f.lowRaw, f.highRaw))
	case Toggle:
		return "yes or no"
	case Choice:
		return "one of " + counted(len(f.Options), "choice")
	case Choices:
		return joined("any of "+counted(len(f.Options), "choice"), f.span(digits(f.least), digits(f.most)))
	case JSON:
		return "a JSON value"
	case Text:
	}
	words := "text"
	switch f.Format {
	case "email":
		words = "an email address"
	case "uri":
		words = "a URI"
	case "date":
		words = "a date, 2026-07-28"
	case "date-time":
		words = "a date and time, 2026-07-28T09:30:00Z"
	case "":
	default:
		words = "text, in the format " + f.Format
	}
	if span := f.span(digits(f.least), digits(f.most)); span != "" {
		words += ", " + span + " characters"
	}
	return words
}

// Pattern is the expression that a text has to match, "" for none.
func (f *Field) Pattern() string {
	if f.pattern == nil {
		return ""
	}
	return f.pattern.String()
}

// span words two bounds, either of which may be "".
func (f *Field) span(low, high string) string {
	switch {
	case low != "" && low == high:
		return low
	case low != "" && high != "":
		return low + " to " + high
	case low != "":
		return low + " or more"
	case high != "":
		return "up to " + high
	}
	return ""
}

func joined(words, more string) string {
	return strings.TrimSuffix(words+", "+more, ", ")
}

func digits(n *big.Int) string {
	if n == nil {
		return ""
	}
	return n.String()
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
