package filter

import (
	"strings"
	"unicode/utf8"

	"mcperuse/mcpclient/model"
)

// Score tells how well the query matches a resource that it lets through: the
// more, the better. What is found in what a row is called counts more than what
// is found elsewhere, and a short text more than a long one that has the same.
// Only texts have a part in it.
func (q Query) Score(r *model.Resource) float64 {
	total := 0.0
	for _, set := range q.sets {
		best := 0.0
		for i := range set {
			if t := &set[i]; !t.not && t.want.text != "" {
				best = max(best, t.score(r))
			}
		}
		total += best
	}
	return total
}

// fieldWeight is how much a field counts.
var fieldWeight = []struct {
	field  model.Field
	weight float64
}{{model.Title, 1}, {model.Name, 1}, {model.URI, 0.8}, {model.MIMEType, 0.4}, {model.Description, 0.4}}

func (t *term) score(r *model.Resource) float64 {
	best := 0.0
	for _, f := range fieldWeight {
		if !t.looksAt(f.field) {
			continue
		}
		// Half a point, spread over the length: it only parts equals.
		if s := Text(r, f.field); s != "" {
			if n := t.scoreIn(f.field, s); n > 0 {
				best = max(best, f.weight*float64(n)+0.5/float64(1+len(s)))
			}
		}
	}
	return best
}

// scoreIn is the score of a term in one text, 0 where it is not there.
func (t *term) scoreIn(f model.Field, s string) int32 {
	if t.kind == fuzzy && f != model.MIMEType && f != model.Description {
		if !t.want.subsequenceOf(s) {
			return 0
		}
		if len(s)*len(t.want.text) > mostCells {
			return int32(utf8.RuneCountInString(t.want.text)) * scoreHit
		}
		_, score := newWindow(&t.want, s).best(nil)
		if index(&t.want, s) >= 0 {
			score += scoreBoundary // all in one piece
		}
		return score
	}
	spans := t.spans(nil, f, s)
	if len(spans) == 0 {
		return 0
	}
	// As it stands: a run from its first character on.
	n := int32(utf8.RuneCountInString(t.want.text))
	before := ' '
	if at := spans[0].Start; at > 0 {
		before, _ = utf8.DecodeLastRuneInString(s[:at])
	}
	first, _ := utf8.DecodeRuneInString(s[spans[0].Start:])
	bonus := bonusAt(before, first)
	score := scoreHit + 2*bonus + (n-1)*(scoreHit+max(scoreRun, bonus))
	if strings.EqualFold(s, t.want.text) {
		score += scoreBoundary
	}
	return score
}
