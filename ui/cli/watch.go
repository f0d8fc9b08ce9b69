package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/live"
	"mcperuse/views/safetext"
)

func newWatch(p *Program) *cobra.Command {
	var t targetFlags
	w := watchCommand{out: p.Out}
	cmd := &cobra.Command{
		Use:   "watch [flags] URL | -- COMMAND [ARG…]",
		Short: "Print what the server reports as changed, as it happens",
		Long: "Listens for changes of the lists, and of the resources named by --uri, and prints an event a line:\n\n" +
			"  listening     the server was asked          acknowledged  it agreed\n" +
			"  refused       it did not agree, or cannot   updated       a resource changed\n" +
			"  list_changed  the lists changed             lost          a subscription broke off\n" +
			"  ended         the server ended one          retrying      it is asked again\n" +
			"  disconnected  the connection is gone\n\n" +
			"It goes on until ctrl+c, --for, or the loss of the connection (exit code 3).\n" +
			"The exit code is 1 where the server did not agree to report a --uri.",
		Example: "  mcperuse watch --uri file:///README.md http://127.0.0.1:3001/mcp\n" +
			"  mcperuse watch --json --for 1m -- node server.js | jq 'select(.event==\"updated\").uri'",
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("for") && w.during <= 0 {
				return fmt.Errorf("--for %v: give a duration above zero, such as 30s", w.during)
			}
			return w.run(cmd.Context(), p, cmd, args, &t)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&w.uris, "uri", nil, "watch the resource `URI` too; may be repeated")
	f.BoolVar(&w.json, "json", false, "print a JSON object a line")
	f.DurationVar(&w.during, "for", 0, "end after this long, counted from the connection")
	t.add(f)
	return cmd
}

// watchCommand is the command line of watch.
type watchCommand struct {
	uris   []string
	json   bool
	during time.Duration
	out    io.Writer
}

func (w *watchCommand) run(ctx context.Context, p *Program, cmd *cobra.Command, args []string, t *targetFlags) error {
	target, options, err := t.resolve(p, cmd, args)
	if err != nil {
		return err
	}
	c := mcpclient.New(target, options)
	for _, uri := range w.uris {
		c.Watch(uri) // before opening, so that all is asked for at once
	}
	stop, err := open(ctx, c, t.timeout)
	if err != nil {
		return err
	}
	defer stop()
	if w.during > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.during)
		defer cancel()
	}
	if err := w.begin(c); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return w.unreported(c)
		case e, open := <-c.Events():
			if !open {
				return serverFailure(mcpclient.ErrNotConnected)
			}
			if err := w.take(c, e); err != nil {
				return err
			}
		}
	}
}

// watchEvent is one line.
type watchEvent struct {
	Time   time.Time `json:"time"`
	Event  string    `json:"event"`
	URI    string    `json:"uri"`
	Detail string    `json:"detail"`
}

// begin tells what needs no asking: a legacy server's changes of the lists, and
// what the server does not offer.
func (w *watchCommand) begin(c *mcpclient.Client) error {
	server := c.Server()
	var events []watchEvent
	switch {
	case !server.Capabilities.ListChanged:
		events = append(events, watchEvent{time.Now(), string(live.Refused), "", "the server does not offer list changes"})
	case !mcpclient.Modern(server.Revision):
		events = append(events, watchEvent{time.Now(), string(live.Listening), "", "list changes come without asking"})
	}
	if !server.Capabilities.Subscribe {
		for _, uri := range w.uris {
			events = append(events, watchEvent{time.Now(), string(live.Refused), uri, "the server does not offer subscriptions to resources"})
		}
	}
	for _, e := range events {
		if err := w.print(e); err != nil {
			return err
		}
	}
	return nil
}

// take prints an event. The loss of the connection is an error, too.
func (w *watchCommand) take(c *mcpclient.Client, e mcpclient.Event) error {
	switch e := e.(type) {
	case mcpclient.Lost:
		if err := w.print(watchEvent{time.Now(), "disconnected", "", mcpclient.Explain(e.Err).String()}); err != nil {
			return err
		}
		return serverFailure(e.Err)
	case mcpclient.LiveEvent:
		if err := w.print(watchEvent{e.Time, string(e.Kind), e.URI, detail(e.Event)}); err != nil {
			return err
		}
		if e.Kind == live.Acknowledged {
			return w.leftOut(c, e.Time)
		}
	}
	return nil
}

// leftOut tells what an acknowledgement did not agree to.
func (w *watchCommand) leftOut(c *mcpclient.Client, at time.Time) error {
	for _, i := range c.Interests() {
		if i.State == live.NotAgreed {
			if err := w.print(watchEvent{at, string(live.Refused), i.URI, i.Why}); err != nil {
				return err
			}
		}
	}
	return nil
}

// detail says the rest of an event in words.
func detail(e live.Event) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if e.Detail != "" {
		add("%s", e.Detail)
	}
	if e.Kind == live.Retrying {
		add("attempt %d in %v", e.Attempt, e.RetryIn.Round(100*time.Millisecond))
	}
	if e.Count > 1 {
		add("%d times", e.Count)
	}
	if e.Kind.IsChange() && e.Unasked {
		add("not subscribed to")
	}
	if e.Kind == live.Acknowledged && !e.Missed.Empty() {
		add("changes may have been missed before")
	}
	return strings.Join(parts, ", ")
}

// unreported is the error of watching what the server does not report.
func (w *watchCommand) unreported(c *mcpclient.Client) error {
	var uris []string
	for _, i := range c.Interests() {
		if i.URI != "" && (i.State == live.NotAgreed || i.State == live.Failed || !c.Server().Capabilities.Subscribe) {
			uris = append(uris, safetext.Line(i.URI))
		}
	}
	if len(uris) == 0 {
		return nil
	}
	return &localError{what: "the server does not report changes of " + strings.Join(uris, ", "), try: "mcperuse read shows the state of now"}
}

// print writes an event as one line at once.
func (w *watchCommand) print(e watchEvent) error {
	if w.json {
		e.Time = e.Time.UTC()
		return writeJSON(w.out, e)
	}
	line := fmt.Sprintf("%s  %-12s", e.Time.Format("15:04:05"), e.Event)
	for _, part := range []string{e.URI, e.Detail} {
		if part != "" {
			line += "  " + safetext.Line(part)
		}
	}
	if _, err := fmt.Fprintln(w.out, strings.TrimRight(line, " ")); err != nil {
		return &localError{what: "cannot write the event", why: err.Error()}
	}
	return nil
}
