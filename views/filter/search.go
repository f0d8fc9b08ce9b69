package filter

import (
	"context"

	"mcperuse/mcpclient/model"
)

// Rows are the resources that are searched. They must not change while a search
// runs.
type Rows interface {
	At(i int) *model.Resource
}

// Search is a search through rows that may have come from an earlier one. It
// looks at them in their order.
type Search struct {
	Query Query
	Known Known
	Rows  Rows
	// Among are the indices to look at; nil stands for From to To-1 themselves,
	// else these are positions in Among.
	Among    []int32
	From, To int
}

// pause is how many rows are looked at between two looks at the context.
const pause = 256

// Run returns the indices of the rows the query lets through. Where ctx ends, it
// soon returns what it has.
func (s Search) Run(ctx context.Context) []int32 {
	var found []int32
	for i := s.From; i < s.To; i++ {
		if (i-s.From)%pause == 0 && ctx.Err() != nil {
			break
		}
		row := int32(i)
		if s.Among != nil {
			row = s.Among[i]
		}
		if s.Query.Match(s.Rows.At(int(row)), s.Known) {
			found = append(found, row)
		}
	}
	return found
}
