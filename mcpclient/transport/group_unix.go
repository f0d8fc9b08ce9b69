//go:build unix

package transport

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// processGroup is a child and all that it started and that did not leave.
type processGroup struct {
	mu    sync.Mutex
	id    int
	ended bool // seen empty, or killed: the number may belong to somebody else by now
}

// prepare makes the child the leader of a group of its own.
func (g *processGroup) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func (g *processGroup) adopt(p *os.Process) { g.id = p.Pid }

// terminate asks the group to end.
func (g *processGroup) terminate() { g.signal(syscall.SIGTERM) }

// kill ends the group. Nobody survives that, so it counts as empty from then
// on: its zombies may be there for long, where nothing waits for orphans, as in
// many containers.
func (g *processGroup) kill() {
	g.signal(syscall.SIGKILL)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
}

// empty reports whether nobody is left in the group. A leader that was not
// waited for is still in it.
func (g *processGroup) empty() bool { return !g.signal(0) }

// signal reports whether there was somebody we may signal. (Where only a
// zombie is left, some systems say "not permitted".)
func (g *processGroup) signal(s syscall.Signal) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.ended {
		g.ended = syscall.Kill(-g.id, s) != nil
	}
	return !g.ended
}

// release gives back what the group holds in the system: nothing here.
func (g *processGroup) release() {}

// exitSignal names the signal that ended a process, "" if none did.
func exitSignal(state *os.ProcessState) string {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return unix.SignalName(status.Signal())
	}
	return ""
}

func isExecFormat(err error) bool { return errors.Is(err, syscall.ENOEXEC) }
