package filter

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

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

// chunk is how many rows are looked at between two looks at the context, and by one
// goroutine at a time.
const chunk = 1024

// Run returns the indices of the rows the query lets through. It uses all
// processors there are, and none of its goroutines outlives it. Where ctx ends, it
// soon returns what it has.
func (s Search) Run(ctx context.Context) []int32 {
	chunks := (s.To - s.From + chunk - 1) / chunk
	if ctx.Err() != nil {
		return nil
	}
	if chunks < 2 {
		return s.look(nil, s.From, s.To)
	}
	found := make([][]int32, chunks)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), chunks) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= chunks {
					return
				}
				from := s.From + i*chunk
				found[i] = s.look(found[i], from, min(from+chunk, s.To))
			}
		})
	}
	workers.Wait()
	return slices.Concat(found...)
}

// look appends those of some rows that the query lets through.
func (s *Search) look(found []int32, from, to int) []int32 {
	for i := from; i < to; i++ {
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
