package cli

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/config"
	"mcperuse/mcpclient/wire"
)

// targetFlags are the flags that name a server and say how to talk to it.
type targetFlags struct {
	configFile string
	server     string
	protocol   string
	transport  string
	headers    []string
	env        []string
	cwd        string
	timeout    time.Duration
	maxPages   int
	insecure   bool
	caCert     string
	log        string
	secrets    bool
	answers    answerFlags
}

func (t *targetFlags) add(f *pflag.FlagSet) {
	f.StringVar(&t.configFile, "config", "", "read servers from `FILE` (mcp.json of this or another client)")
	f.StringVar(&t.server, "server", "", "the server `NAME` from a configuration file")
	f.StringVar(&t.protocol, "protocol", "", "auto, modern, legacy or a `REVISION` such as 2025-06-18 (default auto)")
	f.StringVar(&t.transport, "transport", "", "auto, http or sse, for a URL (default auto)")
	f.StringArrayVarP(&t.headers, "header", "H", nil, "send `'Name: value'` with every request; may be repeated")
	f.StringArrayVarP(&t.env, "env", "e", nil, "set `K=V` in the environment of the command; may be repeated")
	f.StringVar(&t.cwd, "cwd", "", "start the command in `DIR`")
	f.DurationVar(&t.timeout, "timeout", mcpclient.DefaultTimeout, "give up on a request after this long without a sign of life")
	f.IntVar(&t.maxPages, "max-pages", mcpclient.DefaultMaxPages, "stop a list after `N` pages")
	f.BoolVar(&t.insecure, "insecure", false, "accept any TLS certificate")
	f.StringVar(&t.caCert, "cacert", "", "trust the certificates in `FILE` (PEM) as well")
	f.StringVar(&t.log, "log", "", "write every frame to `FILE` as JSON Lines, secrets redacted")
	f.BoolVar(&t.secrets, "log-secrets", false, "with --log: leave secrets in; they show on the Wire screen, too")
	t.answers.addRoots(f)
	f.SortFlags = false
}

// browseFlags are the flags of the full-screen browser.
type browseFlags struct {
	theme       string
	graphics    string
	noMouse     bool
	autoReload  bool
	autoRestart bool
	restartOn   []string
	alert       string
}

func (b *browseFlags) add(f *pflag.FlagSet) {
	f.StringVar(&b.theme, "theme", "auto", "auto, dark or light")
	f.StringVar(&b.graphics, "graphics", "auto", "`HOW` images are shown: auto asks the terminal; kitty, iterm, sixel, blocks, off")
	f.BoolVar(&b.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	f.BoolVar(&b.autoRestart, "auto-restart", false, "connect again by itself when the connection is lost")
	f.StringArrayVar(&b.restartOn, "restart-on", nil, "start the server anew when the file or folder `PATH` changes; may be repeated")
	f.StringVar(&b.alert, "alert", "", "`HOW` a change makes itself noticed: bell, or notify for a notification of the terminal")
	f.BoolVar(&b.autoReload, "auto-reload", false, "reload the list by itself when the server says that it changed")
}

// commandLine knows how many arguments stood before --, -1 where there was none.
type commandLine interface{ ArgsLenAtDash() int }

// resolve finds the server that args and flags name.
func (t *targetFlags) resolve(p *Program, cmd commandLine, args []string) (mcpclient.Target, mcpclient.Options, error) {
	target, err := t.target(p, cmd, args)
	if err != nil {
		return mcpclient.Target{}, mcpclient.Options{}, err
	}
	options, err := t.options(p)
	if err != nil {
		return mcpclient.Target{}, mcpclient.Options{}, err
	}
	return target, options, nil
}

func (t *targetFlags) target(p *Program, cmd commandLine, args []string) (mcpclient.Target, error) {
	before, command := args, []string(nil)
	dashed := cmd.ArgsLenAtDash() >= 0
	if dashed {
		before, command = args[:cmd.ArgsLenAtDash()], args[cmd.ArgsLenAtDash():]
	}
	const once = "name the server once: a URL, or -- COMMAND, or --server NAME"
	configured := t.server != "" || t.configFile != ""
	var target mcpclient.Target
	switch {
	case len(before) > 1 && !dashed:
		return target, fmt.Errorf("%d arguments where one URL should be; a command goes after --, as in: mcperuse -- %s", len(before), strings.Join(before, " "))
	case len(before) > 0 && dashed, len(before) > 0 && configured, dashed && configured:
		return target, errors.New("more than one server named; " + once)
	case dashed && len(command) == 0:
		return target, errors.New("no command after --; give the program to start, as in: mcperuse -- node server.js")
	case dashed:
		target.Command = command
	case len(before) == 1:
		if err := checkURL(before[0]); err != nil {
			return target, err
		}
		target.URL = before[0]
	default:
		var err error
		if target, err = t.configured(p); err != nil {
			return target, err
		}
	}
	return t.override(target)
}

// checkURL explains what is wrong with what should have been a URL.
func checkURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return nil
	case err == nil && u.Scheme != "" && u.Host != "":
		return fmt.Errorf("%q: cannot connect to %s addresses; a URL starts with http:// or https://", s, u.Scheme)
	}
	return fmt.Errorf("%q is neither a command of mcperuse nor a URL; a URL starts with http:// or https://, and a program to start goes after --", s)
}

// configured looks the server up in the configuration files.
func (t *targetFlags) configured(p *Program) (mcpclient.Target, error) {
	paths := []string{t.configFile}
	if t.configFile == "" {
		switch paths = config.DefaultPlaces(p.Dir).Existing(); {
		case len(paths) == 0 && t.server != "":
			return mcpclient.Target{}, fmt.Errorf("no configuration file to find the server %q in; name one with --config FILE, or put a .mcp.json here", t.server)
		case len(paths) == 0:
			return mcpclient.Target{}, errors.New("no server named; give a URL, or -- COMMAND, or --config FILE; mcperuse demo needs none")
		}
	}
	var missing error
	for _, path := range paths {
		file, err := config.Load(path, p.Lookup)
		var unread *fs.PathError
		switch {
		case errors.As(err, &unread):
			return mcpclient.Target{}, fmt.Errorf("cannot read %s: %w; name another with --config", path, unread.Err)
		case err != nil:
			return mcpclient.Target{}, fmt.Errorf("cannot use the configuration: %w; correct the file, or name another with --config", err)
		}
		s, err := choose(file, t.server)
		var none *config.NotFoundError
		switch {
		case errors.As(err, &none):
			missing = err
			continue
		case err != nil:
			return mcpclient.Target{}, err
		}
		return t.fromConfig(s, path), nil
	}
	return mcpclient.Target{}, missing
}

// choose returns the named server of a file, or the only one.
func choose(file *config.File, name string) (config.Server, error) {
	if name != "" {
		return file.Find(name)
	}
	if len(file.Servers) == 1 {
		return file.Find(file.Servers[0].Name)
	}
	var names []string
	for _, s := range file.Servers {
		if strings.TrimSpace(s.Name) != "" { // else it cannot be chosen
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return config.Server{}, fmt.Errorf("%s has no servers", file.Path)
	}
	return config.Server{}, fmt.Errorf("%s has %d servers; choose one with --server: %s", file.Path, len(names), strings.Join(names, ", "))
}

func (t *targetFlags) fromConfig(s config.Server, path string) mcpclient.Target {
	target := mcpclient.Target{Name: s.Name, Source: path, URL: s.URL, Dir: s.Dir}
	if s.Command != "" {
		target.Command = append([]string{s.Command}, s.Args...)
	}
	for _, e := range s.Env {
		target.Env = append(target.Env, e.Name+"="+e.Value)
	}
	for _, h := range s.Headers {
		if target.Header == nil {
			target.Header = http.Header{}
		}
		target.Header.Add(h.Name, h.Value)
	}
	switch s.Transport {
	case config.SSE:
		target.Transport = "sse"
	case config.HTTP:
		target.Transport = "http"
	case config.Stdio, config.Auto:
	}
	if t.protocol == "" {
		t.protocol = s.Protocol
	}
	return target
}

// override applies the flags on top of what the configuration says.
func (t *targetFlags) override(target mcpclient.Target) (mcpclient.Target, error) {
	for _, h := range t.headers {
		name, value, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || name == "" {
			// The value may be a secret, so the flag is not quoted.
			return target, errors.New("--header needs the form 'Name: value'")
		}
		if target.Header == nil {
			target.Header = http.Header{}
		}
		target.Header.Set(name, strings.TrimSpace(value))
	}
	for _, e := range t.env {
		if name, _, ok := strings.Cut(e, "="); !ok || name == "" {
			return target, errors.New("--env needs the form NAME=VALUE")
		}
		target.Env = append(target.Env, e)
	}
	if t.cwd != "" {
		target.Dir = t.cwd
	}
	if t.transport != "" {
		if !slices.Contains([]string{"auto", "http", "sse"}, t.transport) {
			return target, fmt.Errorf("--transport %q: choose auto, http or sse", t.transport)
		}
		target.Transport = t.transport
	}
	target.Insecure = t.insecure
	if t.caCert != "" {
		pem, err := os.ReadFile(t.caCert)
		if err != nil {
			return target, fmt.Errorf("--cacert: %w; give a file of PEM certificates", err)
		}
		if !x509.NewCertPool().AppendCertsFromPEM(pem) {
			return target, fmt.Errorf("--cacert %s holds no certificate; give a file of PEM certificates", t.caCert)
		}
		target.CACert = pem
	}
	switch {
	case target.Stdio() && (len(t.headers) > 0 || t.transport != "" || t.insecure || t.caCert != ""):
		return target, errors.New("--header, --transport, --insecure and --cacert are for a URL; this server is a command")
	case !target.Stdio() && (len(t.env) > 0 || t.cwd != ""):
		return target, errors.New("--env and --cwd are for a command; this server is a URL")
	}
	return target, nil
}

func (t *targetFlags) options(p *Program) (mcpclient.Options, error) {
	o := mcpclient.Options{Protocol: t.protocol, Timeout: t.timeout, Version: p.Version, MaxPages: t.maxPages}
	known := append([]string{"", "auto", "modern", "legacy"}, mcpclient.Revisions()...)
	switch {
	case !slices.Contains(known, t.protocol):
		return o, fmt.Errorf("--protocol %q: choose %s", t.protocol, strings.Join(known[1:], ", "))
	case t.timeout <= 0:
		return o, fmt.Errorf("--timeout %v: give a duration above zero, such as 30s", t.timeout)
	case t.maxPages <= 0:
		return o, fmt.Errorf("--max-pages %d: give a number above zero", t.maxPages)
	}
	if err := t.answers.options(p, &o); err != nil {
		return o, err
	}
	if t.secrets && t.log == "" {
		return o, errors.New("--log-secrets goes with --log FILE")
	}
	if t.log != "" {
		f, err := os.OpenFile(t.log, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
		if err != nil {
			return o, &localError{what: "cannot write the log", why: err.Error(), try: "give another file with --log"}
		}
		lines := wire.NewJSONLines(f)
		lines.KeepSecrets, o.KeepSecrets = t.secrets, t.secrets
		o.Observe = lines.Write
	}
	return o, nil
}

// openError is a failure to connect, with what the server printed instead.
type openError struct {
	err   error
	noise []string // lines on stdout that were no messages
}

func (e *openError) Error() string { return e.err.Error() }
func (e *openError) Unwrap() error { return e.err }

func (e *openError) line() string {
	x := mcpclient.Explain(e.err)
	if len(e.noise) > 0 && x.Why == "" {
		x.Why = fmt.Sprintf("it printed only lines that are no messages, such as %q", e.noise[0])
	}
	return x.String()
}

// connect opens a client for a headless command, and returns the function that
// closes it.
func (p *Program) connect(ctx context.Context, cmd commandLine, args []string, t *targetFlags) (*mcpclient.Client, func(), error) {
	target, options, err := t.resolve(p, cmd, args)
	if err != nil {
		return nil, nil, err
	}
	c := mcpclient.New(target, options)
	stop, err := open(ctx, c, t.timeout)
	return c, stop, err
}

// open opens c, and returns the function that closes it.
func open(ctx context.Context, c *mcpclient.Client, timeout time.Duration) (func(), error) {
	stop := func() {
		// The result is on screen by now; a server that does not end well is
		// killed and not the user's concern.
		_ = c.Close()
	}
	opening, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := c.Open(opening); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = &mcpclient.TimeoutError{Method: "initialize", After: timeout}
		}
		failure := &openError{err: err}
		for _, f := range c.Log().Frames(0) {
			if f.Kind == wire.NotMessage && f.Dir == wire.FromServer {
				failure.noise = append(failure.noise, string(f.Bytes))
			}
		}
		stop()
		return nil, failure
	}
	return stop, nil
}
