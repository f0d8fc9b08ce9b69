package story

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// need skips the test where programs cannot be driven; on Linux they can.
func need(skipper) {}

// openTerminal starts cmd in a new session whose terminal is a pseudo-terminal
// of the given size. It returns the terminal's side of it, and the line settings
// from before the program ran.
func openTerminal(cmd *exec.Cmd, width, height int) (*os.File, any, error) {
	ours, theirs, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = theirs.Close() }() // the program has its own copies
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	settings, err := lineSettings(ours)
	if err == nil {
		err = resizeTerminal(ours, width, height)
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, nil, errors.Join(err, ours.Close())
	}
	return ours, settings, nil
}

func resizeTerminal(f *os.File, width, height int) error {
	return pty.Setsize(f, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)})
}

// lineSettings returns the terminal driver's settings (echo, line editing,
// signals from keys) as a comparable value.
func lineSettings(f *os.File) (any, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	var settings *unix.Termios
	var failed error
	if err := conn.Control(func(fd uintptr) {
		settings, failed = unix.IoctlGetTermios(int(fd), unix.TCGETS)
	}); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	return *settings, nil
}

// ownSession makes cmd start in a session of its own, without a terminal.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}
