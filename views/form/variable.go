package form

import (
	"strings"

	"mcperuse/keymap"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views/fields"
)

// describe is the field of a variable. RFC 6570 lets every variable that is not cut
// to a prefix be one value, a list, or names with values.
func describe(v uritemplate.Variable) fields.Field {
	words := v.Describe()
	d := fields.Field{Name: v.Name, Hint: words, Needed: v.Needed, Between: between(v), Splits: splits(v)}
	help := []string{v.Name + ": " + words}
	switch {
	case v.Repeats():
		d.Kinds = []fields.Kind{fields.List, fields.Map, fields.Text}
		more := "one more with " + keyOf(keymap.AddValue)
		if d.Splits {
			more = "one more with / or " + keyOf(keymap.AddValue)
		}
		help = append(help, more, keyOf(keymap.SwitchKind)+": names with values, or one value")
	case v.Cut():
		d.Kinds = []fields.Kind{fields.Text}
	default:
		d.Kinds = []fields.Kind{fields.Text, fields.List, fields.Map}
		help = append(help, keyOf(keymap.SwitchKind)+": a list, or names with values")
	}
	d.Help = strings.Join(help, " · ")
	return d
}

func keyOf(id keymap.ID) string { return keymap.KeyOf(id, keymap.Form) }

// splits reports whether the entries are segments of a path, in which a slash
// starts the next one.
func splits(v uritemplate.Variable) bool {
	return v.Repeats() && v.Uses[0].Operator == uritemplate.PathSegment
}

// between stands between the entries on screen, as it will in the URI.
func between(v uritemplate.Variable) string {
	if !v.Uses[0].Explode {
		return ","
	}
	switch v.Uses[0].Operator {
	case uritemplate.PathSegment:
		return "/"
	case uritemplate.Label:
		return "."
	case uritemplate.PathParameter:
		return ";"
	case uritemplate.Query, uritemplate.QueryContinuation:
		return "&"
	case uritemplate.Simple, uritemplate.Reserved, uritemplate.Fragment:
	}
	return ","
}

// value is what a template gets for what a field holds.
func value(v fields.Value) uritemplate.Value {
	if !v.Set {
		return uritemplate.Unset()
	}
	switch v.Kind {
	case fields.List:
		return uritemplate.List(v.Items...)
	case fields.Map:
		pairs := make([]uritemplate.Pair, len(v.Pairs))
		for i, p := range v.Pairs {
			pairs[i] = uritemplate.Pair(p)
		}
		return uritemplate.Map(pairs...)
	case fields.Text, fields.Number, fields.Toggle, fields.Select, fields.MultiSelect, fields.Lines:
	}
	return uritemplate.String(v.Text)
}

// content is what the field of a variable holds for a value.
func content(variable uritemplate.Variable, v uritemplate.Value) fields.Value {
	switch v.Kind() {
	case uritemplate.KindUnset:
	case uritemplate.KindString:
		if variable.Repeats() {
			return fields.Value{Kind: fields.List, Set: true, Items: []string{v.Text()}}
		}
		return fields.Value{Set: true, Text: v.Text()}
	case uritemplate.KindList:
		return fields.Value{Kind: fields.List, Set: true, Items: v.Items()}
	case uritemplate.KindMap:
		out := fields.Value{Kind: fields.Map, Set: true}
		for _, p := range v.Pairs() {
			out.Pairs = append(out.Pairs, fields.Pair(p))
		}
		return out
	}
	return fields.Value{Kind: describe(variable).Kinds[0]}
}

// text is a value as the server is told it of other variables: strings only
// (Completion: context.arguments). "" where there is nothing to tell.
func text(v fields.Value) string {
	switch v.Kind {
	case fields.List:
		return strings.Join(v.Items, ",")
	case fields.Map:
		var entries []string
		for _, p := range v.Pairs {
			entries = append(entries, p.Name+"="+p.Value)
		}
		return strings.Join(entries, ",")
	case fields.Text, fields.Number, fields.Toggle, fields.Select, fields.MultiSelect, fields.Lines:
	}
	return v.Text
}
