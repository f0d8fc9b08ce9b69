package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/findings"
	"mcperuse/mcpclient/live"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views/humanize"
	"mcperuse/views/safetext"
)

const (
	defaultMaxReads = 200
	maxCompletions  = 10
	// acknowledgeTimeout bounds the wait for a subscription to be settled.
	acknowledgeTimeout = 5 * time.Second
)

func newCheck(p *Program) *cobra.Command {
	var t targetFlags
	var asJSON bool
	var maxReads int
	cmd := &cobra.Command{
		Use:   "check [flags] URL | -- COMMAND [ARG…]",
		Short: "Use a server as a careful person would, and say what is wrong with it",
		Long: "Lists all pages of resources and templates, reads resources, asks for a page and for a resource that do not exist,\n" +
			"asks for completions, subscribes to a resource, and prints what was found wrong with what the server sent.\n" +
			"Nothing that changes the state of the server is ever called.",
		Example: "  mcperuse check -- node server.js\n" +
			"  mcperuse check --json http://127.0.0.1:3001/mcp | jq '.summary'",
		RunE: func(cmd *cobra.Command, args []string) error {
			if maxReads < 0 {
				return fmt.Errorf("--max-reads %d: give a number, 0 for no reads", maxReads)
			}
			c, stop, failed := p.connect(cmd.Context(), cmd, args, &t)
			if c == nil {
				return failed
			}
			e := exercise{client: c, maxReads: maxReads}
			if failed == nil {
				defer stop()
				failed = serverFailure(e.run(cmd.Context()))
			}
			c.Findings().Settle()
			print := e.text
			if asJSON {
				print = e.json
			}
			// A server that was not reached said nothing to print anything about.
			if asJSON || failed == nil || len(c.Findings().Groups()) > 0 {
				if err := print(p); err != nil {
					return err
				}
			}
			if n := c.Findings().Counts()[findings.Error]; failed == nil && n > 0 {
				return &localError{what: "the server breaks the specification", why: humanize.Amount(n, "error", "errors") + " found"}
			}
			return failed
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().IntVar(&maxReads, "max-reads", defaultMaxReads, "read at most `N` resources, spread evenly over the list")
	t.add(cmd.Flags())
	return cmd
}

// exercise uses a server for the sake of what can be seen doing so.
type exercise struct {
	client    *mcpclient.Client
	maxReads  int
	resources []string // URIs, in the order they are listed
	templates []string
	reads     int
}

// run goes through the steps. Subscribing comes before the reads, so that there
// is time for what a subscription brings. What a server refuses is for the findings to
// judge; only the loss of the connection is an error.
func (e *exercise) run(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		e.list, e.listTemplates, e.unknownCursor, e.complete, e.subscribe, e.read, e.absentResource,
	} {
		if err := lost(step(ctx)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// lost returns err where it means that the connection is gone, as opposed to
// one answer that was an error, unusable or did not come.
func lost(err error) error {
	var exit *transport.ExitError
	var unreachable *transport.UnreachableError
	var write *transport.WriteError
	if errors.As(err, &exit) || errors.As(err, &unreachable) || errors.As(err, &write) ||
		errors.Is(err, mcpclient.ErrNotConnected) || errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

func (e *exercise) list(ctx context.Context) error {
	_, err := e.client.Resources(ctx, mcpclient.ListOptions[model.Resource]{
		OnPage: func(p mcpclient.Page[model.Resource]) {
			for i := range p.Items {
				if p.Items[i].URI != "" {
					e.resources = append(e.resources, p.Items[i].URI)
				}
			}
		},
		OnRestart: func(error) { e.resources = nil },
	})
	return err
}

func (e *exercise) listTemplates(ctx context.Context) error {
	_, err := e.client.Templates(ctx, mcpclient.ListOptions[model.Template]{
		OnPage: func(p mcpclient.Page[model.Template]) {
			for i := range p.Items {
				if p.Items[i].URITemplate != "" {
					e.templates = append(e.templates, p.Items[i].URITemplate)
				}
			}
		},
		OnRestart: func(error) { e.templates = nil },
	})
	return err
}

// unknownCursor asks for a page with a cursor that the server never gave.
func (e *exercise) unknownCursor(ctx context.Context) error {
	if len(e.resources) == 0 {
		return nil
	}
	start := &mcpclient.Walk{Next: model.Cursor{Text: findings.UnknownCursor, Present: true}}
	_, err := e.client.Resources(ctx, mcpclient.ListOptions[model.Resource]{Refresh: true, MaxPages: 1, Start: start})
	return err
}

// complete asks for completions of the first variable of templates.
func (e *exercise) complete(ctx context.Context) error {
	if !e.client.Server().Capabilities.Completions {
		return nil
	}
	for _, template := range e.templates[:min(maxCompletions, len(e.templates))] {
		t, err := uritemplate.Parse(template)
		if err != nil || len(t.Variables()) == 0 {
			continue
		}
		if _, err := e.client.Complete(ctx, template, t.Variables()[0].Name, "", nil); lost(err) != nil {
			return err
		}
	}
	return nil
}

// read reads resources, spread evenly over the list.
func (e *exercise) read(ctx context.Context) error {
	n := min(e.maxReads, len(e.resources))
	for i := range n {
		uri := e.resources[i*len(e.resources)/n]
		_, err := e.client.Read(ctx, uri, mcpclient.ReadOptions{Refresh: true, OnProgress: func(mcpclient.Progress) {}})
		if lost(err) != nil {
			return err
		}
		e.reads++
	}
	return nil
}

// absentResource reads what no server has.
func (e *exercise) absentResource(ctx context.Context) error {
	if len(e.resources)+len(e.templates) == 0 {
		return nil
	}
	_, err := e.client.Read(ctx, findings.AbsentURI, mcpclient.ReadOptions{Refresh: true})
	return err
}

// subscribe watches a resource until it is known what the server makes of it.
func (e *exercise) subscribe(ctx context.Context) error {
	server := e.client.Server()
	can := server.Capabilities
	if can.Subscribe && len(e.resources) > 0 {
		e.client.Watch(e.resources[0])
	} else if !can.ListChanged || !mcpclient.Modern(server.Revision) {
		return nil // nothing is asked for
	}
	ctx, cancel := context.WithTimeout(ctx, acknowledgeTimeout)
	defer cancel()
	for !e.settled() {
		select {
		case <-ctx.Done():
			return nil // that it was not acknowledged is a finding, or none
		case _, open := <-e.client.Events():
			if !open {
				return nil
			}
		}
	}
	return nil
}

// settled reports whether nothing is still being asked for.
func (e *exercise) settled() bool {
	for _, i := range e.client.Interests() {
		if i.State == live.Asked || i.State == live.Waiting {
			return false
		}
	}
	return true
}

// json prints the findings as one object.
func (e *exercise) json(p *Program) error {
	counts := e.client.Findings().Counts()
	summary := orderedObject{}
	for _, s := range findings.Severities() {
		summary.add(string(s), counts[s])
	}
	out := orderedObject{}
	out.add("server", serverJSON(e.client))
	out.add("findings", findingsJSON(e.client))
	out.add("summary", summary)
	return writeJSON(p.Out, out)
}

// marks stand for the severities in text.
var marks = map[findings.Severity]string{findings.Error: "✗", findings.Warning: "⚠", findings.Info: "i"}

// text prints the findings for a person, grouped by rule.
func (e *exercise) text(p *Program) error {
	var b strings.Builder
	s := e.client.Server()
	if s.Revision == "" {
		fmt.Fprintf(&b, "%s: not opened\n", safetext.Line(e.client.Target().String()))
	} else {
		fmt.Fprintf(&b, "%s, %s over %s: %s, %s, %s\n", safetext.Line(s.Identity.String()), safetext.Line(s.Revision), s.Connection.Kind,
			humanize.Amount(len(e.resources), "resource", "resources"), humanize.Amount(len(e.templates), "template", "templates"), humanize.Amount(e.reads, "read", "reads"))
	}
	groups := e.client.Findings().Groups()
	width := 0
	for _, g := range groups {
		width = max(width, len(g.Rule.ID))
	}
	for _, g := range groups {
		fmt.Fprintf(&b, "%s %-*s %5s  %s\n", marks[g.Rule.Severity], width, g.Rule.ID, fmt.Sprintf("%d×", g.Count), safetext.Line(g.Rule.Title))
		const shown = 3
		for i, f := range g.Findings {
			if i == shown && g.Count > shown {
				fmt.Fprintf(&b, "    and %d more\n", g.Count-shown)
				break
			}
			fmt.Fprintf(&b, "    %s: %s\n", safetext.Line(f.Where), safetext.Line(f.Message))
		}
		if f := g.Findings[0]; f.Evidence != nil {
			fmt.Fprintf(&b, "    evidence  %s\n", safetext.Line(model.Quote(f.Evidence)))
		}
		fmt.Fprintf(&b, "    expected  %s   (%s)\n", safetext.Line(g.Rule.Expected), safetext.Line(g.Rule.Spec))
	}
	counts := e.client.Findings().Counts()
	fmt.Fprintf(&b, "%s, %s, %d info\n", humanize.Amount(counts[findings.Error], "error", "errors"), humanize.Amount(counts[findings.Warning], "warning", "warnings"), counts[findings.Info])
	if _, err := io.WriteString(p.Out, b.String()); err != nil {
		return &localError{what: "cannot write the result", why: err.Error()}
	}
	return nil
}
