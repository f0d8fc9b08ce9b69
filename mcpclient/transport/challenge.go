package transport

import (
	"net/http"
	"strings"
)

// Challenge is what a WWW-Authenticate header asks for (RFC 9110, section
// 11.6.1; RFC 6750; RFC 9728).
type Challenge struct {
	Raw              string // all of the header, as sent
	Scheme           string
	Realm            string
	Error            string
	ErrorDescription string
	Scope            string
	ResourceMetadata string
}

// String says what is asked for in one line.
func (c *Challenge) String() string {
	parts := []string{"it asks for " + c.Scheme + " authorization"}
	for _, p := range []struct{ name, value string }{
		{"error", c.Error}, {"", c.ErrorDescription}, {"scope", c.Scope}, {"realm", c.Realm},
	} {
		switch {
		case p.value == "":
		case p.name == "":
			parts = append(parts, p.value)
		default:
			parts = append(parts, p.name+" "+p.value)
		}
	}
	return strings.Join(parts, ", ")
}

// parseChallenge reads the challenges of a response and returns the Bearer
// one, else the first, else nil.
func parseChallenge(h http.Header) *Challenge {
	raw := strings.Join(h.Values("WWW-Authenticate"), ", ")
	var first, bearer, current *Challenge
	for _, item := range splitList(raw) {
		name, value, isParam := strings.Cut(item, "=")
		name = strings.TrimSpace(name)
		scheme, param, startsScheme := strings.Cut(name, " ")
		if startsScheme || !isParam {
			current = &Challenge{Raw: raw, Scheme: scheme}
			if first == nil {
				first = current
			}
			if bearer == nil && strings.EqualFold(scheme, "bearer") {
				bearer = current
			}
			name = strings.TrimSpace(param)
		}
		if current == nil || !isParam {
			continue
		}
		value = unquote(strings.TrimSpace(value))
		switch strings.ToLower(name) {
		case "realm":
			current.Realm = value
		case "error":
			current.Error = value
		case "error_description":
			current.ErrorDescription = value
		case "scope":
			current.Scope = value
		case "resource_metadata":
			current.ResourceMetadata = value
		}
	}
	if bearer != nil {
		return bearer
	}
	return first
}

// splitList splits at the commas that are outside quotes.
func splitList(s string) []string {
	var items []string
	start, quoted := 0, false
	add := func(end int) {
		if item := strings.TrimSpace(s[start:end]); item != "" {
			items = append(items, item)
		}
	}
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ',' && !quoted:
			add(i)
			start = i + 1
		}
	}
	add(len(s))
	return items
}

func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	var out strings.Builder
	for i := 1; i < len(s)-1; i++ {
		if s[i] == '\\' && i+1 < len(s)-1 {
			i++
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
