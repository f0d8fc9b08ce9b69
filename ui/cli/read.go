package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/uritemplate"
	"mcperuse/views/safetext"
)

// variableFlags are the values of a template's variables.
type variableFlags struct {
	vars []string
	json string
}

func (v *variableFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&v.vars, "var", nil, "`NAME=VALUE` of a template variable; repeat a NAME for a list")
	cmd.Flags().StringVar(&v.json, "vars", "", "the variables as a `JSON` object; lists and objects allowed")
}

// values joins both forms; --var wins over --vars.
func (v *variableFlags) values() (uritemplate.Values, error) {
	values := uritemplate.Values{}
	if v.json != "" {
		var err error
		if values, err = uritemplate.ValuesFromJSON([]byte(v.json)); err != nil {
			return nil, fmt.Errorf("--vars: %w", err)
		}
	}
	given := map[string][]string{}
	for _, nv := range v.vars {
		name, value, ok := strings.Cut(nv, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--var %q: give NAME=VALUE", nv)
		}
		given[name] = append(given[name], value)
	}
	for name, list := range given {
		if values[name] = uritemplate.String(list[0]); len(list) > 1 {
			values[name] = uritemplate.List(list...)
		}
	}
	return values, nil
}

// expand returns the URI. A value for a variable the template does not have is
// most likely misspelled, so it is an error. Holes are where a needed variable is
// missing; a URI that is sent has none.
func (v *variableFlags) expand(template string, holes bool) (string, error) {
	t, err := uritemplate.Parse(template)
	if err != nil {
		return "", err
	}
	values, err := v.values()
	if err != nil {
		return "", err
	}
	known := map[string]bool{}
	var names []string
	for _, variable := range t.Variables() {
		known[variable.Name] = true
		names = append(names, variable.Name)
	}
	for name := range values {
		if !known[name] {
			return "", fmt.Errorf("the template has no variable %q; it has %s", name, orNone(names))
		}
	}
	uri, err := t.Expand(values)
	if missing := t.Missing(values); err == nil && !holes && len(missing) > 0 {
		return "", fmt.Errorf("without a value for %s the URI has a hole: give --var %s=VALUE, or the URI itself with --uri", strings.Join(missing, " and "), missing[0])
	}
	return uri, err
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func newExpand(p *Program) *cobra.Command {
	var v variableFlags
	cmd := &cobra.Command{
		Use:     "expand TEMPLATE",
		Short:   "Print the URI a template expands to (RFC 6570), without a server",
		Example: "  mcperuse expand 'repo://{owner}/contents{/path*}{?ref}' --var owner=octo --var path=src --var path=main.go",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("expand takes one template, not %d arguments; quote it, as braces mean something to the shell", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			uri, err := v.expand(args[0], true)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Out, uri)
			return err
		},
	}
	v.add(cmd)
	return cmd
}

func newRead(p *Program) *cobra.Command {
	var t targetFlags
	var v variableFlags
	var r readCommand
	cmd := &cobra.Command{
		Use:   "read [flags] URL | -- COMMAND [ARG…]",
		Short: "Read one resource",
		Example: "  mcperuse read --uri file:///README.md -- node server.js\n" +
			"  mcperuse read --template 'repo://{owner}' --var owner=octo http://127.0.0.1:3001/mcp",
		RunE: func(cmd *cobra.Command, args []string) error {
			uri, err := r.resolve(cmd, &v)
			if err != nil {
				return err
			}
			c, stop, err := p.connect(cmd.Context(), cmd, args, &t)
			if err != nil {
				return err
			}
			defer stop()
			start := time.Now()
			reading, err := c.Read(cmd.Context(), uri, mcpclient.ReadOptions{})
			if err != nil {
				return serverFailure(err)
			}
			return r.print(p, c, reading, time.Since(start))
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.uri, "uri", "", "the `URI` to read, sent as it is")
	f.StringVar(&r.template, "template", "", "a `TEMPLATE` to expand and read (RFC 6570)")
	v.add(cmd)
	f.BoolVar(&r.json, "json", false, "print one JSON object")
	f.StringVarP(&r.out, "output", "o", "", "write the exact bytes to `FILE`, - for standard output")
	t.answers.addFile(f)
	t.add(f)
	return cmd
}

// readCommand is the command line of read.
type readCommand struct {
	uri, template, out string
	json               bool
}

func (r *readCommand) resolve(cmd *cobra.Command, v *variableFlags) (string, error) {
	hasURI, hasTemplate := cmd.Flags().Changed("uri"), cmd.Flags().Changed("template")
	switch {
	case hasURI == hasTemplate:
		return "", errors.New("name what to read: either --uri URI or --template TEMPLATE with --var NAME=VALUE")
	case r.json && r.out != "":
		return "", errors.New("--json and --output exclude each other")
	case hasURI && (len(v.vars) > 0 || v.json != ""):
		return "", errors.New("--var and --vars go with --template, not with --uri")
	case hasURI:
		return r.uri, nil
	}
	return v.expand(r.template, false)
}

// jsonContents describes one item of contents in the JSON output.
type jsonContents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType"`
	Kind     string `json:"kind"`
	Bytes    int    `json:"bytes"`
	SHA256   string `json:"sha256"`
}

type jsonFreshness struct {
	State      freshness.State `json:"state"`
	TTLMs      asSent          `json:"ttlMs,omitzero"`
	CacheScope asSent          `json:"cacheScope,omitzero"`
}

func (r *readCommand) print(p *Program, c *mcpclient.Client, reading mcpclient.Reading, elapsed time.Duration) error {
	if reading.InputRequired() && !r.json {
		return unanswered("it gives "+reading.URI, reading.Unanswered+"; questions: "+model.Quote(reading.Questions))
	}
	switch {
	case r.json:
		return r.printJSON(p, c, reading, elapsed)
	case r.out != "":
		return r.save(p, reading)
	case !p.OutIsTerminal && len(reading.Contents) == 1:
		if data, err := reading.Contents[0].Data(); err == nil {
			return write(p.Out, data)
		}
	}
	return r.printText(p, reading)
}

func write(w io.Writer, data []byte) error {
	if _, err := w.Write(data); err != nil {
		return &localError{what: "cannot write the result", why: err.Error()}
	}
	return nil
}

func (r *readCommand) printJSON(p *Program, c *mcpclient.Client, reading mcpclient.Reading, elapsed time.Duration) error {
	items := []jsonContents{}
	for i := range reading.Contents {
		content := &reading.Contents[i]
		item := jsonContents{URI: content.URI, MIMEType: content.MIMEType, Kind: "invalid"}
		if data, err := content.Data(); err == nil {
			sum := sha256.Sum256(data)
			kind := "text"
			if content.Kind == model.Blob {
				kind = "blob"
			}
			item.Kind, item.Bytes, item.SHA256 = kind, len(data), hex.EncodeToString(sum[:])
		}
		items = append(items, item)
	}
	out := orderedObject{}
	out.add("server", serverJSON(c))
	out.add("uri", reading.URI)
	out.add("result", asSent{reading.Raw})
	out.add("contents", items)
	out.add("freshness", jsonFreshness{reading.Info.State(time.Now()), asSent{reading.TTL}, asSent{reading.Scope}})
	out.add("elapsedMs", milliseconds(elapsed))
	out.add("findings", findingsJSON(c))
	return writeJSON(p.Out, out)
}

// save writes the exact bytes of the only item.
func (r *readCommand) save(p *Program, reading mcpclient.Reading) error {
	if n := len(reading.Contents); n != 1 {
		return &localError{what: "cannot write " + r.out, why: fmt.Sprintf("the server sent %d contents, not one", n), try: "--json prints all of them"}
	}
	data, err := reading.Contents[0].Data()
	if err != nil {
		return &localError{what: "cannot write " + r.out, why: err.Error(), try: "--json shows what was sent"}
	}
	if r.out == "-" {
		_, err = p.Out.Write(data)
	} else {
		err = os.WriteFile(r.out, data, 0o666)
	}
	if err != nil {
		return &localError{what: "cannot write " + r.out, why: err.Error()}
	}
	return nil
}

// printText prints texts for a person: made harmless, and described where they
// are no text. A single one that goes elsewhere is not for a person, and exact.
func (r *readCommand) printText(p *Program, reading mcpclient.Reading) error {
	if len(reading.Contents) == 0 && len(reading.Problems) > 0 {
		return &mcpclient.ProtocolError{Method: "resources/read", Problems: reading.Problems, Frame: reading.Frame}
	}
	var b strings.Builder
	if len(reading.Contents) == 0 {
		b.WriteString("(no contents)\n")
	}
	for _, c := range reading.Contents {
		if len(reading.Contents) > 1 {
			fmt.Fprintf(&b, "--- %s %s\n", safetext.Line(c.URI), safetext.Line(c.MIMEType))
		}
		data, err := c.Data()
		switch {
		case err != nil:
			fmt.Fprintf(&b, "(%s; --json shows what was sent)\n", safetext.Line(err.Error()))
		case c.Kind == model.Text:
			b.WriteString(safetext.Text(c.Text))
			if !strings.HasSuffix(c.Text, "\n") {
				b.WriteByte('\n')
			}
		default:
			sum := sha256.Sum256(data)
			fmt.Fprintf(&b, "(blob, %s, %d bytes, sha256 %x; -o FILE saves it)\n", safetext.Line(orNothing(c.MIMEType)), len(data), sum)
		}
	}
	return write(p.Out, []byte(b.String()))
}

func orNothing(mimeType string) string {
	if mimeType == "" {
		return "no type declared"
	}
	return mimeType
}
