package outside

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Run is a command that has the terminal while it runs. It is what Bubble Tea
// executes.
type Run struct {
	cmd        *exec.Cmd
	interrupts *Interrupts
	waits      bool // for enter, so that what was written can be read
	in         io.Reader
	out        io.Writer
}

// Program returns the run of a program that shows something itself.
func Program(cmd *exec.Cmd, interrupts *Interrupts) *Run {
	return &Run{cmd: cmd, interrupts: interrupts}
}

// Pipe returns the run of a line of the user's shell that gets data on its standard
// input. It says how the command ended, and waits for enter.
func Pipe(env func(string) string, line string, data []byte, interrupts *Interrupts) *Run {
	cmd := shell(env, line)
	cmd.Stdin = bytes.NewReader(data)
	return &Run{cmd: cmd, interrupts: interrupts, waits: true}
}

// SetStdin tells what the terminal's input is.
func (r *Run) SetStdin(in io.Reader) {
	if r.in = in; r.cmd.Stdin == nil {
		r.cmd.Stdin = in
	}
}

// SetStdout tells what the terminal's output is. The command gets the terminal itself,
// where out only writes to one.
func (r *Run) SetStdout(out io.Writer) {
	r.out, r.cmd.Stdout = out, out
	if screen, ok := out.(interface{ Terminal() *os.File }); ok {
		r.cmd.Stdout = screen.Terminal()
	}
}

// SetStderr tells where errors go.
func (r *Run) SetStderr(out io.Writer) { r.cmd.Stderr = out }

// Run runs the command to its end.
func (r *Run) Run() error {
	defer r.interrupts.Lend()()
	err := r.cmd.Run()
	if r.waits {
		fmt.Fprintf(r.out, "\r\n[%s; enter goes back to mcperuse] ", Ending(err))
		untilEnter(r.in)
	}
	return err
}

// Ending says how a command ended, in a few words.
func Ending(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "exit status 0"
	case errors.As(err, &exit):
		return exit.Error()
	}
	return "not run: " + err.Error()
}

// untilEnter reads up to the end of a line and no further: what is typed ahead is
// for the browser.
func untilEnter(in io.Reader) {
	var b [1]byte
	for {
		if n, err := in.Read(b[:]); err != nil || n == 1 && (b[0] == '\n' || b[0] == '\r') {
			return
		}
	}
}
