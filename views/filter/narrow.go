package filter

import "strings"

// Narrows reports whether q surely lets through nothing that the earlier query
// does not, so that it need only look through what that one let through. It
// judges by the words, for the usual case that a line grew while it was typed.
func (q Query) Narrows(earlier Query) bool {
	for _, old := range earlier.sets {
		implied := false
		for _, s := range q.sets {
			implied = implied || s.implies(old)
		}
		if !implied {
			return false
		}
	}
	return true
}

// implies reports whether every term of s implies one of old.
func (s set) implies(old set) bool {
	for i := range s {
		found := false
		for j := range old {
			found = found || s[i].implies(&old[j])
		}
		if !found {
			return false
		}
	}
	return true
}

func (t *term) implies(old *term) bool {
	if t.not != old.not || t.field != old.field {
		return false
	}
	if t.field.isNumber() {
		return t.compare == old.compare && t.number == old.number
	}
	if t.not {
		t, old = old, t
	}
	if old.want.sensitive && !t.want.sensitive {
		return false
	}
	have, want := t.want.text, old.want.text
	if !old.want.sensitive {
		have = foldString(have)
	}
	switch old.kind {
	case fuzzy:
		return strings.Contains(have, want)
	case exact:
		return t.kind != fuzzy && strings.Contains(have, want)
	case whole:
		return t.kind == whole && have == want
	case prefix:
		return (t.kind == prefix || t.kind == equal) && strings.HasPrefix(have, want)
	case suffix:
		return (t.kind == suffix || t.kind == equal) && strings.HasSuffix(have, want)
	case equal:
		return t.kind == equal && have == want
	}
	return false
}
