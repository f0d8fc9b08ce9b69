package filter

import (
	"bytes"

	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
)

// kind is how a text is looked for.
type kind uint8

const (
	fuzzy kind = iota
	exact
	whole // exact, at the edges of words
	prefix
	suffix
	equal
)

// term is one condition.
type term struct {
	not   bool
	field field
	kind  kind
	want  pattern

	// Of fields that are numbers.
	compare comparison
	number  float64
}

func (t *term) empty() bool {
	if t.field.isNumber() {
		return t.compare == unfinished
	}
	return t.want.text == "" && !t.field.standsAlone()
}

// match reports whether the condition holds, before not turns it round.
func (t *term) match(r *model.Resource, k Known) bool {
	switch t.field {
	case anywhere:
		return t.in(r.Name) || t.in(r.Title) || t.in(r.URI) || t.inType(r, k) || t.inDescription(r)
	case name:
		return t.in(r.Name)
	case title:
		return t.in(r.Title)
	case uri:
		return t.in(r.URI)
	case description:
		return t.inDescription(r)
	case mimeType:
		return t.inType(r, k)
	case scheme:
		return t.in(Scheme(r.URI))
	case audience:
		for _, a := range r.Annotations().Audience {
			if t.in(a) {
				return true
			}
		}
		return false
	case size:
		return r.Presence(model.Size) == model.Valid && t.holds(r.Size)
	case priority:
		if r.Presence(model.AnnotationsField) != model.Valid {
			return false
		}
		a := r.Annotations()
		return a.HasPriority && t.holds(a.Priority)
	case changed:
		return k.Changed[r.URI] && t.in(r.URI)
	case finding:
		return t.inProblems(r)
	}
	return false
}

// in reports whether a text has what is looked for.
func (t *term) in(s string) bool {
	if t.kind == fuzzy {
		return t.want.subsequenceOf(s)
	}
	return stands(t, s)
}

// stands reports whether a text has what is looked for as it stands, fuzzy or
// not: in a description or a type, fuzzy would find almost anything.
func stands[T text](t *term, s T) bool {
	switch t.kind {
	case fuzzy, exact:
		return index(&t.want, s) >= 0
	case whole:
		return indexWord(&t.want, s) >= 0
	case prefix:
		return startOf(&t.want, s) >= 0
	case suffix:
		return endOf(&t.want, s) >= 0
	case equal:
		return startOf(&t.want, s) == len(s)
	}
	return false
}

func (t *term) inType(r *model.Resource, k Known) bool {
	return r.MIMEType != "" && (stands(t, r.MIMEType) || t.field == mimeType && k.ShortType != nil && stands(t, k.ShortType(r.MIMEType)))
}

// inDescription looks into the description, which is kept only as it was sent.
// To take it out of its row costs more than to look through all of the row, where
// most rows do not have the text anywhere. Only a row with escapes can say what
// is not in its bytes.
func (t *term) inDescription(r *model.Resource) bool {
	if r.Presence(model.Description) != model.Valid {
		return false
	}
	if bytes.IndexByte(r.Raw, '\\') >= 0 {
		return stands(t, r.Description())
	}
	return index(&t.want, []byte(r.Raw)) >= 0 && stands(t, plainDescription(r.Raw))
}

// plainDescription is the description of a row that has one and no escapes. Where
// the row names it just once, the row need not be read: the name can only be the
// member's.
func plainDescription(raw []byte) []byte {
	const end = `ption"` // a start that is seldom found elsewhere
	before, rest, _ := bytes.Cut(raw, []byte(end))
	if !bytes.HasSuffix(before, []byte(`"descri`)) || bytes.Contains(rest, []byte(end)) {
		text, _ := rawjson.Value(raw).Get("description").Text()
		return []byte(text)
	}
	_, rest, _ = bytes.Cut(rest, []byte{'"'})
	return rest[:max(bytes.IndexByte(rest, '"'), 0)]
}

func (t *term) inProblems(r *model.Resource) bool {
	if !r.Odd() && r.Presence(model.AnnotationsField) == model.Absent {
		return false
	}
	for _, p := range r.Problems() {
		if t.in(p.Field) || t.in(p.Want) {
			return true
		}
	}
	return false
}
