package cli

import (
	"errors"
	"fmt"
	"net"

	"github.com/spf13/cobra"

	"mcperuse/demo"
	"mcperuse/mcpclient"
)

func newDemo(p *Program) *cobra.Command {
	var b browseFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Browse the built-in demo server",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			target := mcpclient.Target{Name: "demo", Command: []string{p.Self, "demo", "serve"}}
			return p.browse(cmd.Context(), target, mcpclient.Options{Version: p.Version}, &b)
		},
	}
	b.add(cmd.Flags())
	cmd.AddCommand(newDemoServe(p))
	return cmd
}

func newDemoServe(p *Program) *cobra.Command {
	var addr string
	var o demo.Options
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run only the demo server, over stdio or HTTP",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Bare && !o.Broken {
				return errors.New("--bare goes with --broken")
			}
			if addr != "" {
				return serveFailure(addr, demo.ServeHTTP(cmd.Context(), addr, p.Err, o))
			}
			return demo.ServeStdio(cmd.Context(), p.In, p.Out, p.Err, o)
		},
	}
	cmd.Flags().StringVar(&addr, "http", "", "serve Streamable HTTP on `ADDR`, such as 127.0.0.1:0")
	cmd.Flags().BoolVar(&o.Legacy, "legacy", false, "speak only revisions before 2026-07-28")
	cmd.Flags().BoolVar(&o.Broken, "broken", false, "break every rule of the protocol, for trying out check")
	cmd.Flags().BoolVar(&o.Bare, "bare", false, "with --broken: introduce nothing and declare nothing")
	return cmd
}

// serveFailure tells an address that cannot be one from one that is not free.
func serveFailure(addr string, err error) error {
	var wrong *net.AddrError
	var failed *net.OpError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return fmt.Errorf("--http %s: %s; give an address such as 127.0.0.1:0", addr, wrong.Err)
	case errors.As(err, &failed):
		err = failed.Err
	}
	return &localError{what: "cannot serve on " + addr, why: err.Error(), try: "give a free address, such as 127.0.0.1:0"}
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, but got %q; mcperuse %s --help shows what there is", cmd.Name(), args[0], cmd.Name())
	}
	return nil
}
