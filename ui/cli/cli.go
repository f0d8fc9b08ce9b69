// Package cli is the command line of mcperuse: its flags, and the headless
// commands, the other user interface on the same client.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/config"
	"mcperuse/views/safetext"
)

// Exit codes, the same for every command.
const (
	ExitOK         = 0
	ExitError      = 1 // the server answered with an error
	ExitUsage      = 2
	ExitConnection = 3 // could not connect, or the connection was lost
)

// Program is the world the command line runs in.
type Program struct {
	Version string
	Self    string // path of our own executable, for the demo server
	Dir     string // working directory
	In      io.Reader
	Out     io.Writer
	Err     io.Writer
	// InIsTerminal and OutIsTerminal say that a person types In, and reads Out,
	// directly.
	InIsTerminal, OutIsTerminal bool
	Lookup                      config.Lookup // environment variables
	// Browse runs the full-screen browser until the user quits.
	Browse func(context.Context, Browse) error
}

// Browse is what the command line asks the browser to do.
type Browse struct {
	Target  mcpclient.Target
	Options mcpclient.Options
	Title   string // the server as the user named it
	Theme   string // "auto" or the name of a theme
	// Graphics is "auto" or the name of a way to show images.
	Graphics string
	NoMouse  bool
	// AutoReload reloads the list whenever the server says that it changed.
	AutoReload bool
	// AutoRestart connects again when the connection is lost, RestartOn when one
	// of these files or folders changed.
	AutoRestart bool
	RestartOn   []string
	// Alert is "bell" or "notify", "" for neither.
	Alert string
}

// Run executes the command line args and returns the exit code. An error is
// told on Err as one line.
func Run(ctx context.Context, p Program, args []string) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	terminal, out := p.Out, &pipe{Writer: p.Out, cancel: cancel}
	p.Out = out
	root := newRoot(&p)
	root.SetArgs(args)
	root.SetIn(p.In)
	root.SetOut(terminal)
	root.SetErr(p.Err)
	var failure error
	err := fang.Execute(ctx, root,
		fang.WithVersion(p.Version),
		fang.WithErrorHandler(func(_ io.Writer, _ fang.Styles, err error) { failure = err }))
	switch {
	case out.broken.Load():
		return exitPipe
	case err == nil:
		return ExitOK
	}
	if failure != nil {
		err = failure
	}
	code, line := tell(err)
	fmt.Fprintln(p.Err, "mcperuse: "+safetext.Line(line))
	return code
}

// tell turns an error into an exit code and one line for a person.
func tell(err error) (code int, line string) {
	var refused *mcpclient.ServerError
	var odd *mcpclient.ProtocolError
	var open *openError
	var local *localError
	switch {
	case errors.As(err, &local):
		return ExitError, local.Error()
	case errors.As(err, &open):
		return ExitConnection, open.line()
	case errors.As(err, &refused), errors.As(err, &odd):
		return ExitError, mcpclient.Explain(err).String()
	case errors.Is(err, errServer):
		return ExitConnection, mcpclient.Explain(err).String()
	}
	// What is left comes from flags and arguments.
	return ExitUsage, err.Error()
}

// localError is a failure that is neither the server's nor the command
// line's, such as a file that cannot be written.
type localError struct{ what, why, try string }

func (e *localError) Error() string {
	return mcpclient.Explanation{What: e.what, Why: e.why, Try: e.try}.String()
}

// errServer marks what went wrong while talking to the server.
var errServer = errors.New("talking to the server")

// serverFailure marks err as one.
func serverFailure(err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(err, errServer)
}

func newRoot(p *Program) *cobra.Command {
	var t targetFlags
	var b browseFlags
	root := &cobra.Command{
		Use:   "mcperuse [flags] URL | -- COMMAND [ARG…]",
		Short: "Browse the resources of any MCP server",
		Long: "A terminal browser for the resources of Model Context Protocol servers.\n\n" +
			"A server is named by a URL, by a command after --, or by --server NAME from a configuration file.",
		Example: "  mcperuse demo\n" +
			"  mcperuse -- npx -y @modelcontextprotocol/server-everything stdio\n" +
			"  mcperuse http://127.0.0.1:3001/mcp\n" +
			"  mcperuse --config .mcp.json --server docs",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return browse(cmd.Context(), p, cmd, args, &t, &b)
		},
	}
	// A mistyped command must not be taken for a URL without a word.
	root.Args = cobra.ArbitraryArgs
	root.SetFlagErrorFunc(flagError)
	t.add(root.Flags())
	b.add(root.Flags())
	root.AddCommand(newDemo(p), newList(p), newTemplates(p), newRead(p), newExpand(p), newWatch(p), newCheck(p), newCall(p))
	return root
}

func browse(ctx context.Context, p *Program, cmd *cobra.Command, args []string, t *targetFlags, b *browseFlags) error {
	target, options, err := t.resolve(p, cmd, args)
	if err != nil {
		return err
	}
	return p.browse(ctx, target, options, b)
}

func (p *Program) browse(ctx context.Context, target mcpclient.Target, options mcpclient.Options, b *browseFlags) error {
	if !p.InIsTerminal || !p.OutIsTerminal {
		return errors.New("the browser needs a terminal; for scripts there are the commands list, templates and read")
	}
	title := target.Name
	if title == "" {
		title = target.String()
	}
	switch b.alert {
	case "", "bell", "notify":
	default:
		return fmt.Errorf("--alert %q: give bell or notify", b.alert)
	}
	return p.Browse(ctx, Browse{
		Target: target, Options: options, Title: title, Theme: b.theme, Graphics: b.graphics, NoMouse: b.noMouse,
		AutoReload: b.autoReload, AutoRestart: b.autoRestart, RestartOn: b.restartOn, Alert: b.alert,
	})
}
