package story

import "fmt"

// process is one process of a driven program.
type process struct {
	pid     int
	command string
}

func (p process) String() string { return fmt.Sprintf("%d (%s)", p.pid, p.command) }

// skipper is the part of testing.TB that need uses.
type skipper interface {
	Helper()
	Skip(args ...any)
}
