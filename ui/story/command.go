package story

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// Result is how a headless command ended.
type Result struct {
	Stdout, Stderr string
	// Code is the exit status; 128 plus the number when a signal killed it.
	Code int

	t       testing.TB
	command string
}

// Run runs mcperuse with args and without a terminal, gives it stdin, and waits
// for it to end. The test fails when the command hangs, leaves a process behind
// or has a data race.
func Run(t testing.TB, stdin string, args ...string) Result {
	t.Helper()
	return RunWith(t, Options{}, stdin, args...)
}

// RunWith is Run in the circumstances of o; its Size, Terminal and Light mean
// nothing here.
func RunWith(t testing.TB, o Options, stdin string, args ...string) Result {
	t.Helper()
	binary := o.Binary
	if binary == "" {
		binary = Binary(t)
	}
	stage := newStage(t, o)
	ctx, cancel := context.WithTimeout(context.Background(), limit())
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env, cmd.Dir = stage.env, stage.dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	cmd.WaitDelay = scaled(leaveGrace)
	ownSession(cmd)
	r := Result{t: t, command: strings.Join(append([]string{binary}, args...), " ")}
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", r.command, err)
	}
	members := newFamily(cmd.Process.Pid, stage.marker)
	_ = cmd.Wait() // the state says it all
	left := members.left(scaled(leaveGrace))
	members.kill()
	r.Stdout, r.Stderr, r.Code = stdout.String(), stderr.String(), exitCode(cmd.ProcessState)
	switch races := stage.raceReports(); {
	case ctx.Err() != nil:
		t.Fatalf("did not end within %v\n%s", limit(), r)
	case len(left) > 0:
		t.Fatalf("left processes running: %v\n%s", left, r)
	case races != "":
		t.Fatalf("data race: %s\n%s", r, races)
	}
	return r
}

// Exit fails the test when the exit status is not code.
func (r Result) Exit(code int) Result {
	r.t.Helper()
	if r.Code != code {
		r.t.Fatalf("exit status %d, not %d\n%s", r.Code, code, r)
	}
	return r
}

// String shows the command and all it said.
func (r Result) String() string {
	return fmt.Sprintf("%s: exit status %d\n--- stdout\n%s\n--- stderr\n%s", r.command, r.Code, r.Stdout, r.Stderr)
}
