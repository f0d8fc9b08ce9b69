package filter

import (
	"fmt"
	"strconv"
	"strings"
)

// field is what a term is about.
type field uint8

const (
	anywhere field = iota
	name
	title
	uri
	description
	mimeType
	scheme
	audience
	size
	priority
	changed
	finding
)

var fieldNames = map[string]field{
	"name": name, "title": title, "uri": uri, "description": description, "desc": description, "mime": mimeType, "mimetype": mimeType,
	"scheme": scheme, "audience": audience, "size": size, "priority": priority, "changed": changed, "finding": finding, "odd": finding,
}

func (f field) isNumber() bool { return f == size || f == priority }

func (f field) isText() bool { return !f.isNumber() }

// standsAlone reports whether the bare name of the field is a condition.
func (f field) standsAlone() bool { return f == changed || f == finding }

// comparison is how a number is compared.
type comparison uint8

const (
	unfinished comparison = iota
	is
	above
	atLeast
	below
	atMost
	unreadable // holds for no number
)

var comparisons = []struct {
	sign    string
	compare comparison
}{{">=", atLeast}, {"<=", atMost}, {">", above}, {"<", below}, {"=", is}, {"", is}}

// value reads a comparison with a number and says what is wrong with it.
func (t *term) value(name, s string) (problem string) {
	for _, c := range comparisons {
		rest, ok := strings.CutPrefix(s, c.sign)
		if !ok {
			continue
		}
		if rest == "" {
			return "" // more is to be typed
		}
		if t.number, ok = parseNumber(t.field, rest); ok {
			t.compare = c.compare
			return ""
		}
		t.compare = unreadable
		if t.field == size {
			return fmt.Sprintf("%s:%s is no size; %s:>10k is one", name, s, name)
		}
		return fmt.Sprintf("%s:%s is no number; %s:>0.5 is one", name, s, name)
	}
	return ""
}

// units are those of humanize.Bytes, with the letter alone or with a b, and the
// binary ones.
var units = map[string]float64{
	"": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12,
	"ki": 1 << 10, "kib": 1 << 10, "mi": 1 << 20, "mib": 1 << 20, "gi": 1 << 30, "gib": 1 << 30,
}

func parseNumber(f field, s string) (float64, bool) {
	factor := 1.0
	if f == size {
		number := strings.TrimRight(s, "bBkKmMgGtTiI")
		var known bool
		if factor, known = units[strings.ToLower(s[len(number):])]; !known {
			return 0, false
		}
		s = number
	}
	n, err := strconv.ParseFloat(s, 64)
	return n * factor, err == nil
}

// holds reports whether the comparison is true of a number.
func (t *term) holds(n float64) bool {
	switch t.compare {
	case is:
		return n == t.number
	case above:
		return n > t.number
	case atLeast:
		return n >= t.number
	case below:
		return n < t.number
	case atMost:
		return n <= t.number
	case unfinished, unreadable:
	}
	return false
}

// Scheme is the scheme of a URI without its colon, "" where it has none (RFC 3986,
// section 3.1). A letter before a backslash is a drive of Windows and no scheme.
func Scheme(uri string) string {
	for i := range len(uri) {
		switch c := uri[i] | 0x20; {
		case c >= 'a' && c <= 'z':
		case i > 0 && (uri[i] >= '0' && uri[i] <= '9' || uri[i] == '+' || uri[i] == '-' || uri[i] == '.'):
		case uri[i] == ':' && (i > 1 || i == 1 && !strings.HasPrefix(uri[2:], `\`)):
			return uri[:i]
		default:
			return ""
		}
	}
	return ""
}
