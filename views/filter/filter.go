// Package filter finds resources by what is typed into a filter line.
//
// The language is fzf's. Terms are separated by spaces and all have to hold;
// "a | b" holds where either does; "\ " is a space within a term.
//
//	word     the letters in this order, others may stand between: fuzzy
//	'word    the word as it stands
//	'word'   the word as it stands, and not as a part of a longer one
//	^word    at the start
//	word$    at the end
//	!word    not there
//
// A term without a capital letter stands for both cases. It is looked for in
// title, name, URI, description and media type; fuzzy only in the first three,
// since a description of a few sentences has almost any letters in order.
//
// Besides, a term can be about one field:
//
//	mime:json  scheme:file  name: title: uri: description:   the text, with ' ^ $ as above
//	audience:user                                            one of its audiences
//	size:>1m  size:<=10k  priority:>0.5  size:0              a number
//	changed:                                                 notified about and not read since
//	finding:  finding:size                                   departs from the specification, there
//
// What names no such field is an ordinary term, so a URI can be typed as it is.
//
// Everything is pure and safe for concurrent use.
package filter

import "mcperuse/mcpclient/model"

// Query is a filter line that was read. It does not change; the zero Query lets
// everything through.
type Query struct {
	sets []set
	// Problem says which term could not be read and why, "" where all could.
	// Such a term lets nothing through.
	Problem string
}

// set holds where one of its terms does.
type set []term

// Known is what is known about rows besides what the server sent.
type Known struct {
	Changed map[string]bool // the URIs notified about and not read since
	// ShortType is a media type as the list shows it, which can be typed as
	// well; nil for none.
	ShortType func(mediaType string) string
}

// Empty reports whether the query lets everything through.
func (q Query) Empty() bool { return len(q.sets) == 0 }

// AsksForChanges reports whether the answer depends on Known.Changed.
func (q Query) AsksForChanges() bool {
	for _, s := range q.sets {
		for _, t := range s {
			if t.field == changed {
				return true
			}
		}
	}
	return false
}

// Match reports whether the query lets a resource through.
func (q Query) Match(r *model.Resource, k Known) bool {
	for _, s := range q.sets {
		if !s.match(r, k) {
			return false
		}
	}
	return true
}

func (s set) match(r *model.Resource, k Known) bool {
	for i := range s {
		if s[i].match(r, k) != s[i].not {
			return true
		}
	}
	return false
}
