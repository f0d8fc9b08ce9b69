//go:build !linux

package story

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"time"
)

var errLinuxOnly = errors.New("story: driving a program needs Linux (a pseudo-terminal and /proc); this is " + runtime.GOOS)

// need skips the test: programs are driven only on Linux.
func need(t skipper) {
	t.Helper()
	t.Skip(errLinuxOnly)
}

func openTerminal(*exec.Cmd, int, int) (*os.File, any, error) { return nil, nil, errLinuxOnly }

func resizeTerminal(*os.File, int, int) error { return errLinuxOnly }

func lineSettings(*os.File) (any, error) { return nil, errLinuxOnly }

func ownSession(*exec.Cmd) {}

// family knows no processes here.
type family struct{}

func newFamily(int, string) *family { return &family{} }

func (*family) look() []process { return nil }

func (*family) left(time.Duration) []process { return nil }

func (*family) kill() {}
