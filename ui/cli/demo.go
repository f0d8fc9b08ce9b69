package cli

import (
	"errors"
	"fmt"

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
				if err := demo.ServeHTTP(cmd.Context(), addr, p.Err, o); err != nil {
					return &localError{what: "cannot serve on " + addr, why: err.Error(), try: "give a free address, such as 127.0.0.1:0"}
				}
				return nil
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

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, but got %q; mcperuse %s --help shows what there is", cmd.Name(), args[0], cmd.Name())
	}
	return nil
}
