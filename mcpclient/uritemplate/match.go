package uritemplate

import (
	"slices"
	"strings"
)

// Bounds of [Template.Match], which tries many ways to read a URI.
const (
	maxMatch      = 4096 // bytes of a URI
	maxMatchSteps = 2000 // readings of an expression tried
)

// Match returns values that the template expands to exactly this URI, with every
// needed variable among them, and whether there are some. Expansion loses what the
// values were, so this is one way to read the URI of several: where a value could
// be longer, it is, but for what a label, a query or a fragment after it can take.
//
// A URI that could only be read in very many ways is taken for one that does not
// fit.
func (t *Template) Match(uri string) (Values, bool) {
	if len(uri) > maxMatch {
		return nil, false
	}
	m := matcher{template: t, uri: uri, values: Values{}}
	if !m.match(0, 0) {
		return nil, false
	}
	return m.values, true
}

// matcher is one search for values.
type matcher struct {
	template *Template
	uri      string
	values   Values
	steps    int
}

// match reads the URI from a byte on as the parts from an index on.
func (m *matcher) match(part, at int) bool {
	if part == len(m.template.parts) {
		return at == len(m.uri) && m.proven()
	}
	p := m.template.parts[part]
	if p.Kind == Literal {
		text := encode(p.Text, true)
		return strings.HasPrefix(m.uri[at:], text) && m.match(part+1, at+len(text))
	}
	for _, end := range m.ends(part, at) {
		if m.steps++; m.steps > maxMatchSteps {
			return false
		}
		before := m.values
		if values, ok := matchExpression(p, m.uri[at:end]); ok {
			if m.values, ok = joined(before, values); ok && m.match(part+1, end) {
				return true
			}
		}
		m.values = before
	}
	return false
}

// proven reports whether the values make the URI, and leave no hole in it.
func (m *matcher) proven() bool {
	if len(m.template.Missing(m.values)) > 0 {
		return false
	}
	got, err := m.template.Expand(m.values)
	return err == nil && got == m.uri
}

// ends are where an expression that begins at a byte may end, the most likely
// first.
func (m *matcher) ends(part, at int) []int {
	o := m.template.parts[part].Operator
	b := o.behaviour()
	rest := m.uri[at:]
	if b.first != "" && !strings.HasPrefix(rest, b.first) {
		return []int{at}
	}
	allowed := func(i int) bool {
		c := rest[i]
		switch {
		case isUnreserved(c) || isTriplet(rest[i:]) || c == ',' || c == '=':
			return true
		case b.keepReserved:
			return isReserved(c)
		}
		return c == b.sep[0] || i == 0 && b.first != ""
	}
	far := 0
	for far < len(rest) && allowed(far) {
		if far++; isTriplet(rest[far-1:]) {
			far += 2
		}
	}
	near := far
	if o == Reserved {
		if n := strings.IndexAny(rest[:far], "?#"); n >= 0 {
			near = n
		}
	}
	if next := part + 1; next < len(m.template.parts) && m.template.parts[next].Operator == Label {
		if n := strings.LastIndexByte(rest[:near], '.'); n > 0 {
			near = n
		}
	}
	var ends []int
	for n := near; n >= 0; n-- {
		ends = append(ends, at+n)
	}
	for n := near + 1; n <= far; n++ {
		ends = append(ends, at+n)
	}
	return ends
}

// joined are the values of both, where they agree on every variable that both have.
// The start of a value agrees with all of it.
func joined(a, b Values) (Values, bool) {
	out := Values{}
	for name, v := range a {
		out[name] = v
	}
	for name, v := range b {
		old, known := out[name]
		switch {
		case !known || v.kind == KindString && old.kind == KindString && strings.HasPrefix(v.text, old.text):
			out[name] = v
		case old.kind == v.kind && old.text == v.text && slices.Equal(old.items, v.items) && slices.Equal(old.pairs, v.pairs):
		case v.kind == KindString && old.kind == KindString && strings.HasPrefix(old.text, v.text):
		default:
			return nil, false
		}
	}
	return out, true
}

// matchExpression reads what an expression was expanded to.
func matchExpression(p Part, text string) (Values, bool) {
	b := p.Operator.behaviour()
	if text == "" {
		return Values{}, true
	}
	if !strings.HasPrefix(text, b.first) {
		return nil, false
	}
	text = text[len(b.first):]
	if b.named {
		return matchNamed(p, b, text)
	}
	if len(p.Vars) == 1 && !p.Vars[0].Explode && b.keepReserved {
		return Values{p.Vars[0].Name: String(text)}, true
	}
	pieces := strings.Split(text, b.sep)
	if n := len(p.Vars); len(pieces) > n {
		pieces = spread(p, b, pieces)
	}
	values := Values{}
	for i, piece := range pieces {
		if i == len(p.Vars) {
			return nil, false
		}
		v, ok := matchValue(b, p.Vars[i], piece)
		if !ok {
			return nil, false
		}
		values[p.Vars[i].Name] = v
	}
	return values, true
}

// spread gives the pieces that are too many to the exploded variable, or to the
// last one where there is none.
func spread(p Part, b behaviour, pieces []string) []string {
	n := len(p.Vars)
	taker := slices.IndexFunc(p.Vars, func(s VarSpec) bool { return s.Explode })
	if taker < 0 {
		taker = n - 1
	}
	extra := len(pieces) - n + 1
	taken := strings.Join(pieces[taker:taker+extra], b.sep)
	return slices.Concat(pieces[:taker], []string{taken}, pieces[taker+extra:])
}

// matchValue reads the value of a variable that is written without its name.
func matchValue(b behaviour, spec VarSpec, text string) (Value, bool) {
	sep := ","
	if spec.Explode {
		sep = b.sep
	}
	items, ok := decodeAll(b, strings.Split(text, sep))
	switch {
	case !ok:
		return Value{}, false
	case spec.Explode && strings.Contains(text, "=") && !b.keepReserved:
		return matchPairs(b, strings.Split(text, sep))
	case len(items) > 1 || spec.Explode:
		return List(items...), true
	}
	return String(items[0]), true
}

func matchPairs(b behaviour, pieces []string) (Value, bool) {
	var pairs []Pair
	for _, piece := range pieces {
		name, value, _ := strings.Cut(piece, "=")
		both, ok := decodeAll(b, []string{name, value})
		if !ok {
			return Value{}, false
		}
		pairs = append(pairs, Pair{both[0], both[1]})
	}
	return Map(pairs...), true
}

// matchNamed reads name=value, separated. Names that are no variable's are those of
// the members of an exploded one.
func matchNamed(p Part, b behaviour, text string) (Values, bool) {
	values := Values{}
	var members []string
	for _, piece := range strings.Split(text, b.sep) {
		name, value, _ := strings.Cut(piece, "=")
		i := slices.IndexFunc(p.Vars, func(s VarSpec) bool { return s.Name == name })
		if i < 0 {
			members = append(members, piece)
			continue
		}
		items, ok := decodeAll(b, strings.Split(value, ","))
		if !ok {
			return nil, false
		}
		switch {
		case p.Vars[i].Explode:
			values[name] = List(append(values[name].items, items...)...)
		case len(items) > 1:
			values[name] = List(items...)
		default:
			values[name] = String(items[0])
		}
	}
	if members == nil {
		return values, true
	}
	for _, s := range p.Vars {
		if _, taken := values[s.Name]; s.Explode && !taken {
			v, ok := matchPairs(b, members)
			values[s.Name] = v
			return values, ok
		}
	}
	return nil, false
}

// decodeAll undoes the encoding of values. Where reserved characters were kept,
// what is percent-encoded was so before.
func decodeAll(b behaviour, texts []string) ([]string, bool) {
	out := make([]string, len(texts))
	for i, text := range texts {
		if b.keepReserved {
			out[i] = text
			continue
		}
		var decoded strings.Builder
		for at := 0; at < len(text); at++ {
			switch c := text[at]; {
			case isTriplet(text[at:]):
				decoded.WriteByte(unhex(text[at+1])<<4 | unhex(text[at+2]))
				at += 2
			case isUnreserved(c):
				decoded.WriteByte(c)
			default:
				if c != '=' { // between the name and the value of a member
					return nil, false
				}
				decoded.WriteByte(c)
			}
		}
		out[i] = decoded.String()
	}
	return out, true
}
