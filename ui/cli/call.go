package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
	"mcperuse/views/prettyjson"
	"mcperuse/views/safetext"
)

func newCall(p *Program) *cobra.Command {
	var t targetFlags
	var k callCommand
	cmd := &cobra.Command{
		Use:   "call [flags] URL METHOD | METHOD -- COMMAND [ARG…]",
		Short: "Send one request and print the answer",
		Long: "Sends any request, with params byte for byte as given, and prints the answer: the result, or the error with exit code 1.\n" +
			"What the protocol asks of every request is added to the _meta of params where it is missing; --exact adds nothing.\n" +
			"A method that begins with notifications/ is sent as a notification, which has no answer.",
		Example: "  mcperuse call http://127.0.0.1:3001/mcp tools/list\n" +
			"  mcperuse call --server docs resources/read --params '{\"uri\":\"file:///README.md\"}'\n" +
			"  mcperuse call ping --json -- node server.js",
		RunE: func(cmd *cobra.Command, args []string) error {
			return k.run(cmd.Context(), p, cmd, args, &t)
		},
	}
	f := cmd.Flags()
	f.StringVar(&k.params, "params", "", "the params, a `JSON` object; - reads it from standard input")
	f.BoolVar(&k.json, "json", false, "print one JSON object with the request and the answer")
	f.BoolVar(&k.exact, "exact", false, "add nothing to params")
	t.answers.addFile(f)
	t.add(f)
	return cmd
}

// callCommand is the command line of call.
type callCommand struct {
	params      string
	json, exact bool
}

func (k *callCommand) run(ctx context.Context, p *Program, cmd *cobra.Command, args []string, t *targetFlags) error {
	method, rest, err := takeMethod(cmd, args)
	if err != nil {
		return err
	}
	params, err := k.parse(p.In)
	if err != nil {
		return err
	}
	c, stop, err := p.connect(ctx, withoutMethod{cmd}, rest, t)
	if err != nil {
		return err
	}
	defer stop()
	r, err := c.Call(ctx, method, params, mcpclient.CallOptions{Exact: k.exact})
	if err != nil {
		return serverFailure(err)
	}
	print := printAnswer
	if k.json {
		print = printCall
	}
	if err := print(p, c, r); err != nil {
		return err
	}
	if err := r.Err(); err != nil || r.Unanswered == "" {
		return err
	}
	return unanswered("it answers "+method, r.Unanswered)
}

// unanswered is the error of a result that is a question still.
func unanswered(before, why string) error {
	return &localError{what: "the server asks a question before " + before, why: why, try: "--answer FILE answers forms and addresses; --json shows all of it"}
}

// takeMethod returns the method and the arguments without it. It may stand
// before or after a URL.
func takeMethod(cmd commandLine, args []string) (method string, rest []string, err error) {
	before := args
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		before = args[:n]
	}
	for i, arg := range before {
		switch {
		case strings.Contains(arg, "://"):
		case method != "":
			return "", nil, fmt.Errorf("both %q and %q could be the method; a URL starts with http:// or https://, and a program to start goes after --", method, arg)
		case arg != "":
			method = arg
			rest = append(append(rest, args[:i]...), args[i+1:]...)
		}
	}
	if method == "" {
		return "", nil, errors.New("no method named; give one, such as resources/list")
	}
	return method, rest, nil
}

// withoutMethod is a command line whose method was taken.
type withoutMethod struct{ commandLine }

func (w withoutMethod) ArgsLenAtDash() int { return max(w.commandLine.ArgsLenAtDash()-1, -1) }

// parse returns the params, nil where there are none.
func (k *callCommand) parse(in io.Reader) (rawjson.Value, error) {
	text := []byte(k.params)
	if k.params == "-" {
		var err error
		if text, err = io.ReadAll(in); err != nil {
			return nil, &localError{what: "cannot read the params", why: err.Error()}
		}
	}
	params, err := wire.ParseParams(text)
	if err != nil {
		return nil, fmt.Errorf("--params: %w", err)
	}
	return params, nil
}

// printCall prints both messages as one JSON object.
func printCall(p *Program, c *mcpclient.Client, r mcpclient.CallResult) error {
	out := orderedObject{}
	out.add("request", asSent{r.Request})
	var response asSent
	if r.Reply != nil {
		response.Value = r.Reply.Bytes
	}
	out.add("response", response)
	out.add("elapsedMs", milliseconds(r.Elapsed))
	out.add("findings", findingsJSON(c))
	return writeJSON(p.Out, out)
}

// printAnswer prints the result for a person, or the error.
func printAnswer(p *Program, _ *mcpclient.Client, r mcpclient.CallResult) error {
	if r.Reply == nil {
		return nil
	}
	answer := r.Reply.Result
	if r.Err() != nil {
		answer = r.Reply.Error
	}
	if answer == nil {
		return nil // the error that ends the command says so
	}
	if _, err := io.WriteString(p.Out, readable(answer)); err != nil {
		return &localError{what: "cannot write the answer", why: err.Error()}
	}
	return nil
}

// readable lays a value out over lines that are harmless to a terminal. The
// value stays the same: what is hidden is written as an escape.
func readable(v rawjson.Value) string {
	text, err := prettyjson.Indent(string(v))
	if err != nil {
		return safetext.Text(string(v)) + "\n"
	}
	var b strings.Builder
	for line := range strings.Lines(text + "\n") {
		b.Write(escapeHidden([]byte(strings.TrimSuffix(line, "\n"))))
		b.WriteByte('\n')
	}
	return safetext.Text(b.String()) // bytes that are not UTF-8 are left
}
