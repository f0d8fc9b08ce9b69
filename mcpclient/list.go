package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
)

// Page is one page of a list as it was fetched.
type Page[T any] struct {
	model.Page[T]
	Number int          // from 1
	Cursor model.Cursor // the one it was asked for with
	Info   freshness.Info
	Frame  uint64 // the reply's place in the log
}

// ListOptions shapes a walk through a list.
type ListOptions[T any] struct {
	// Refresh asks the server for every page, also those that are still fresh.
	Refresh bool
	// MaxPages bounds the walk; 0 stands for that of the client's options.
	MaxPages int
	// Start goes on with a walk that stopped: at its Next cursor, counting
	// from its number of pages.
	Start *Walk
	// OnPage is called with each page as it arrives, from the calling
	// goroutine.
	OnPage func(Page[T])
	// OnRestart is called when a cursor expired and the walk begins again:
	// all pages so far are void.
	OnRestart func(reason error)
}

// Stop says why a walk ended before the list did.
type Stop string

// The reasons to stop. The empty one means that the list is complete.
const (
	StopRepeats   Stop = "cursor repeats"
	StopOddCursor Stop = "cursor is no string"
	StopMaxPages  Stop = "page limit reached"
	StopFailed    Stop = "failed"
	StopCancelled Stop = "stopped"
)

// Walk is what a walk through a list came to.
type Walk struct {
	Pages   int
	Items   int
	Stop    Stop
	Reason  string       // Stop in a sentence, "" where complete
	Next    model.Cursor // where the list would go on
	Elapsed time.Duration
}

// Complete reports whether the end of the list was reached.
func (w Walk) Complete() bool { return w.Stop == "" }

// Resources walks through resources/list page by page (specification:
// Resources, Listing; Pagination). The Walk is valid also where err is not
// nil: it then says how far it came.
func (c *Client) Resources(ctx context.Context, o ListOptions[model.Resource]) (Walk, error) {
	return walk(ctx, c, methodList, model.DecodeResources, o)
}

// ResourcePage asks the server for one page of resources/list again, by the
// cursor it was asked for with.
func (c *Client) ResourcePage(ctx context.Context, cursor model.Cursor) (Page[model.Resource], error) {
	w := &walker[model.Resource]{client: c, method: methodList, decode: model.DecodeResources, opts: ListOptions[model.Resource]{Refresh: true}}
	return w.fetch(ctx, cursor)
}

// ListKey is the place of a page of resources/list in the cache.
func ListKey(cursor model.Cursor) freshness.Key { return pageKey(methodList, cursor) }

func pageKey(method string, cursor model.Cursor) freshness.Key {
	return freshness.Key{Method: method, Param: cursor.Text, First: !cursor.Present}
}

// Templates walks through resources/templates/list.
func (c *Client) Templates(ctx context.Context, o ListOptions[model.Template]) (Walk, error) {
	return walk(ctx, c, methodTemplates, model.DecodeTemplates, o)
}

// walker is the state of one walk.
type walker[T any] struct {
	client *Client
	method string
	decode func(rawjson.Value) model.Page[T]
	opts   ListOptions[T]
	seen   map[model.Cursor]int // cursor to the page that named it
	Walk
}

func walk[T any](ctx context.Context, c *Client, method string, decode func(rawjson.Value) model.Page[T], o ListOptions[T]) (Walk, error) {
	if o.MaxPages <= 0 {
		o.MaxPages = c.opts.MaxPages
	}
	w := &walker[T]{client: c, method: method, decode: decode, opts: o, seen: map[model.Cursor]int{}}
	if o.Start != nil {
		w.Walk = *o.Start
		w.Stop, w.Reason = "", ""
	}
	start := c.opts.Now()
	err := w.run(ctx)
	if errors.Is(err, errExpired) {
		err = w.restart(ctx, err)
	}
	w.Elapsed = c.opts.Now().Sub(start)
	if err != nil {
		w.Stop, w.Reason = StopFailed, err.Error()
		if ctx.Err() != nil {
			w.Stop, w.Reason = StopCancelled, fmt.Sprintf("stopped after page %d", w.Pages)
		}
	}
	return w.Walk, err
}

// errExpired marks the refusal of a cursor the server gave itself.
var errExpired = errors.New("the cursor is no longer valid")

// restart begins again without a cursor, once, as the specification asks
// after an expired one.
func (w *walker[T]) restart(ctx context.Context, expired error) error {
	if w.opts.OnRestart != nil {
		w.opts.OnRestart(expired)
	}
	clear(w.seen)
	w.Walk = Walk{}
	w.opts.Refresh = true
	return w.run(ctx)
}

func (w *walker[T]) run(ctx context.Context) error {
	for limit := w.Pages + w.opts.MaxPages; ; {
		page, err := w.fetch(ctx, w.Next)
		if err != nil {
			return err
		}
		w.Pages++
		w.Items += len(page.Items)
		w.Next = page.Next
		page.Number = w.Pages
		if w.opts.OnPage != nil {
			w.opts.OnPage(page)
		}
		if !w.Next.Present {
			if raw := page.NextRaw; raw != nil && raw.Kind() != rawjson.Null {
				w.Stop = StopOddCursor
				w.Reason = fmt.Sprintf("cursor is no string: page %d names %s, %s, as the cursor of a next page", w.Pages, raw.Kind(), model.Quote(raw))
			}
			return nil
		}
		if first, again := w.seen[w.Next]; again {
			w.Stop = StopRepeats
			w.Reason = fmt.Sprintf("cursor repeats: page %d names the cursor that page %d named", w.Pages, first)
			return nil
		}
		w.seen[w.Next] = w.Pages
		if w.Pages >= limit {
			w.Stop = StopMaxPages
			w.Reason = "page limit reached: 1 page, more follow"
			if w.Pages > 1 {
				w.Reason = fmt.Sprintf("page limit reached: %d pages, more follow", w.Pages)
			}
			return nil
		}
	}
}

// fetch gets one page, from the cache while it is fresh.
func (w *walker[T]) fetch(ctx context.Context, cursor model.Cursor) (Page[T], error) {
	c := w.client
	key := pageKey(w.method, cursor)
	if !w.opts.Refresh {
		if e, ok := c.cache.Get(key); ok {
			page := e.Value.(Page[T])
			page.Info = e.Info
			return page, nil
		}
	}
	conn, err := c.current()
	if err != nil {
		return Page[T]{}, err
	}
	var p params
	if cursor.Present {
		p.text("cursor", cursor.Text)
	}
	c.cache.Begin(key)
	frame, result, err := c.ask(ctx, conn, w.method, p, callOptions{timeout: c.opts.Timeout})
	if err != nil {
		c.cache.Abandon(key, ctx.Err() == nil)
		var refused *ServerError
		if errors.As(err, &refused) && refused.Code == CodeInvalidParams && cursor.Present && w.Pages > 0 {
			err = fmt.Errorf("%w: %w", errExpired, err)
		}
		return Page[T]{}, err
	}
	page := Page[T]{Page: w.decode(result), Cursor: cursor, Frame: frame.Seq}
	page.Info = freshness.Info{Hint: freshness.NewHint(page.TTL, page.Scope), Received: frame.Time, RoundTrip: frame.RoundTrip}
	if page.InputRequired() || result.Kind() != rawjson.Object {
		c.cache.Abandon(key, false)
		return page, nil
	}
	page.Info = c.cache.Put(key, page, int64(len(frame.Bytes)), page.Info)
	return page, nil
}
