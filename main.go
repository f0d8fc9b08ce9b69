// Command mcperuse browses the resources of any Model Context Protocol server.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"mcperuse/ui"
	"mcperuse/ui/cli"
	"mcperuse/ui/outside"
)

// version is set when a release is built.
var version = "dev"

func main() { os.Exit(run()) }

func run() int {
	// net/http reports oddities through the standard logger, which would land
	// on the screen; what matters of them is in the frames.
	log.SetOutput(io.Discard)
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mcperuse: cannot find its own program file:", err)
		return cli.ExitError
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	interrupts := &outside.Interrupts{Grace: time.Second}
	ctx, stop := interrupts.Context(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// Asked for, SIGPIPE does not end the program: the write fails instead, and
	// the server is stopped in order.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return cli.Run(ctx, cli.Program{
		Version: version, Self: self, Dir: dir,
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InIsTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutIsTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		Lookup:        os.LookupEnv,
		Browse:        func(ctx context.Context, b cli.Browse) error { return ui.Run(ctx, interrupts, b) },
	}, os.Args[1:])
}
