package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/safetext"
)

func newList(p *Program) *cobra.Command {
	return newWalk(p, "list", "List the resources of a server, all pages", walkCommand[model.Resource]{
		member: "resources",
		walk:   (*mcpclient.Client).Resources,
		raw:    func(r *model.Resource) rawjson.Value { return r.Raw },
		row: func(r *model.Resource) []string {
			return []string{r.URI, r.MIMEType, sizeAsSent(r), nameOr(r.DisplayName(), r.Raw)}
		},
	})
}

func newTemplates(p *Program) *cobra.Command {
	return newWalk(p, "templates", "List the resource templates of a server, all pages", walkCommand[model.Template]{
		member: "templates",
		walk:   (*mcpclient.Client).Templates,
		raw:    func(t *model.Template) rawjson.Value { return t.Raw },
		row: func(t *model.Template) []string {
			return []string{t.URITemplate, t.MIMEType, nameOr(t.DisplayName(), t.Raw)}
		},
	})
}

// nameOr is the name of a row, or the row as sent where it has none.
func nameOr(name string, raw rawjson.Value) string {
	if name == "" {
		return model.Quote(raw)
	}
	return name
}

func sizeAsSent(r *model.Resource) string {
	if r.Presence(model.Size) == model.Absent {
		return ""
	}
	return model.Quote(r.Raw.Get("size"))
}

// walkCommand is what differs between the two lists.
type walkCommand[T any] struct {
	member string // of the JSON output
	walk   func(*mcpclient.Client, context.Context, mcpclient.ListOptions[T]) (mcpclient.Walk, error)
	raw    func(*T) rawjson.Value
	row    func(*T) []string // for a person
}

// jsonPage is one page in the JSON output.
type jsonPage struct {
	Cursor     *string `json:"cursor"`
	NextCursor asSent  `json:"nextCursor,omitzero"`
	Count      int     `json:"count"`
	TTLMs      asSent  `json:"ttlMs,omitzero"`
	CacheScope asSent  `json:"cacheScope,omitzero"`
	State      string  `json:"state"`
	ElapsedMs  float64 `json:"elapsedMs"`
}

func newWalk[T any](p *Program, name, short string, w walkCommand[T]) *cobra.Command {
	var t targetFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   name + " [flags] URL | -- COMMAND [ARG…]",
		Short: short,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, stop, err := p.connect(cmd.Context(), cmd, args, &t)
			if err != nil {
				return err
			}
			defer stop()
			if asJSON {
				return w.json(cmd.Context(), p, c)
			}
			return w.text(cmd.Context(), p, c)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	t.answers.addFile(cmd.Flags())
	t.add(cmd.Flags())
	return cmd
}

// text prints a line a row, page by page as they arrive. On a terminal the
// columns are aligned, elsewhere parted by tabs.
func (w walkCommand[T]) text(ctx context.Context, p *Program, c *mcpclient.Client) error {
	out, flush := p.Out, func() error { return nil }
	if p.OutIsTerminal {
		tw := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
		out, flush = tw, tw.Flush
	}
	var writing error
	walk, err := w.walk(c, ctx, mcpclient.ListOptions[T]{OnPage: func(page mcpclient.Page[T]) {
		for i := range page.Items {
			row := w.row(&page.Items[i])
			for j := range row {
				row[j] = safetext.Line(row[j])
			}
			if _, err := fmt.Fprintln(out, strings.Join(row, "\t")); err != nil {
				writing = err
			}
		}
		writing = errors.Join(writing, flush())
	}})
	if writing != nil {
		return &localError{what: "cannot write the list", why: writing.Error()}
	}
	return incomplete(walk, err)
}

// incomplete is the error of a walk that did not get to the end.
func incomplete(walk mcpclient.Walk, err error) error {
	switch {
	case err != nil:
		return serverFailure(err)
	case walk.Complete():
		return nil
	}
	failure := &localError{what: "the list is incomplete", why: walk.Reason}
	if walk.Stop == mcpclient.StopMaxPages {
		failure.try = "allow more with --max-pages"
	}
	return failure
}

func (w walkCommand[T]) json(ctx context.Context, p *Program, c *mcpclient.Client) error {
	out := orderedObject{}
	pages, items := []jsonPage{}, []asSent{}
	walk, err := w.walk(c, ctx, mcpclient.ListOptions[T]{
		OnPage: func(page mcpclient.Page[T]) {
			j := jsonPage{
				NextCursor: asSent{page.NextRaw}, Count: len(page.Items), TTLMs: asSent{page.TTL}, CacheScope: asSent{page.Scope},
				State: string(page.Info.State(page.Info.Received)), ElapsedMs: milliseconds(page.Info.RoundTrip),
			}
			if page.Cursor.Present {
				j.Cursor = &page.Cursor.Text
			}
			pages = append(pages, j)
			for i := range page.Items {
				items = append(items, asSent{w.raw(&page.Items[i])})
			}
		},
		OnRestart: func(error) { pages, items = pages[:0], items[:0] },
	})
	if err != nil && walk.Pages == 0 {
		return serverFailure(err)
	}
	out.add("server", serverJSON(c))
	out.add("pages", pages)
	out.add(w.member, items)
	out.add("complete", walk.Complete())
	out.add("stopped", walk.Reason)
	out.add("findings", findingsJSON(c))
	if failed := writeJSON(p.Out, out); failed != nil {
		return failed
	}
	return incomplete(walk, err)
}

// milliseconds is d in milliseconds, with the precision of a microsecond.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
