package story

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// Story is one run of the program in a terminal. Its methods are called from
// the test's own goroutine; each fails the test when what it does or waits for
// does not happen, and the fluent ones return the story itself.
type Story struct {
	t        testing.TB
	stage    stage
	command  string
	pty      *os.File
	proc     *os.Process
	family   *family
	terminal *terminal
	input    *input
	settings any // the line settings before the program ran

	exited  chan struct{} // closed after state is set
	state   *os.ProcessState
	drained chan struct{} // closed when, besides, all output has been taken

	mark         int
	crashAllowed bool
	left         bool // Exit has judged how the program left
}

// Start runs mcperuse, or o.Binary, with args in a terminal. Whatever of it is
// still running when the test ends is killed.
func Start(t testing.TB, o Options, args ...string) *Story {
	t.Helper()
	need(t)
	width, height, err := o.size()
	if err != nil {
		t.Fatal(err)
	}
	binary := o.Binary
	if binary == "" {
		binary = Binary(t)
	}
	s := &Story{
		t:        t,
		stage:    newStage(t, o),
		command:  strings.Join(append([]string{binary}, args...), " "),
		terminal: newTerminal(o.Terminal, width, height, o.Light),
		input:    newInput(),
		exited:   make(chan struct{}),
		drained:  make(chan struct{}),
	}
	cmd := exec.Command(binary, args...)
	cmd.Env, cmd.Dir = s.stage.env, s.stage.dir
	s.pty, s.settings, err = openTerminal(cmd, width, height)
	if err != nil {
		t.Fatalf("start %s: %v", s.command, err)
	}
	s.proc = cmd.Process
	s.family = newFamily(cmd.Process.Pid, s.stage.marker)

	answered, typed := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(answered)
		s.terminal.answers(s.input.put)
	}()
	go func() {
		defer close(typed)
		s.input.run(s.pty)
	}()
	go func() {
		defer close(s.drained)
		s.drain()
		<-s.exited // the terminal closes a moment before its last user has ended
	}()
	go func() {
		defer close(s.exited)
		_ = cmd.Wait() // the state says it all
		s.state = cmd.ProcessState
	}()
	t.Cleanup(func() {
		_ = s.proc.Kill()
		<-s.exited
		s.family.kill()
		_ = s.pty.Close()
		s.terminal.close()
		s.input.close()
		<-s.drained
		<-answered
		<-typed
		if report := s.stage.raceReports(); report != "" && !s.left {
			t.Errorf("%s: data race:\n%s", s.command, report)
		}
	})
	return s
}

// drain takes the program's output until the terminal's last user has closed it.
func (s *Story) drain() {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.pty.Read(buf)
		if n > 0 {
			_, _ = s.terminal.Write(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// Wait waits until all texts are on the screen, each within one row.
func (s *Story) Wait(texts ...string) *Story {
	s.t.Helper()
	return s.WaitUntil(fmt.Sprintf("%q on the screen", texts), func(screen Screen) bool {
		for _, text := range texts {
			if !screen.Contains(text) {
				return false
			}
		}
		return true
	})
}

// WaitGone waits until none of the texts is on the screen.
func (s *Story) WaitGone(texts ...string) *Story {
	s.t.Helper()
	return s.WaitUntil(fmt.Sprintf("%q gone from the screen", texts), func(screen Screen) bool {
		for _, text := range texts {
			if screen.Contains(text) {
				return false
			}
		}
		return true
	})
}

// WaitUntil waits until done accepts the screen; what says in words what it
// looks for. It fails at once when the program has ended and its last screen is
// not it.
func (s *Story) WaitUntil(what string, done func(screen Screen) bool) *Story {
	s.t.Helper()
	patience := time.NewTimer(limit())
	defer patience.Stop()
	ended := s.drained
	for {
		screen, changed := s.terminal.look()
		if done(screen) {
			return s
		}
		if ended == nil {
			s.fatalf("the program ended while waiting for %s", what)
		}
		select {
		case <-changed:
		case <-ended:
			ended = nil // all output is in: one more look
		case <-patience.C:
			s.fatalf("waited %v for %s", limit(), what)
		}
	}
}

// Press presses keys one after the other: "j", "G", "enter", "esc", "ctrl+c",
// "shift+tab", "alt+left", "pgdown", "f1", "space" …
func (s *Story) Press(keys ...string) *Story {
	s.t.Helper()
	s.family.look()
	for _, key := range keys {
		code, err := s.terminal.keyboard().encode(key)
		if err != nil {
			s.t.Fatal(err)
		}
		s.input.put(code)
	}
	return s
}

// Type types text, character by character.
func (s *Story) Type(text string) *Story {
	s.t.Helper()
	for _, r := range text {
		s.input.put(string(r))
	}
	return s
}

// Paste pastes text, in brackets when the program asked for them.
func (s *Story) Paste(text string) *Story {
	s.t.Helper()
	if s.terminal.mode(modePaste) {
		text = ansi.BracketedPasteStart + text + ansi.BracketedPasteEnd
	}
	s.input.put(text)
	return s
}

// Click presses and releases the left button at the cell x, y (from zero).
func (s *Story) Click(x, y int) *Story {
	s.t.Helper()
	s.waitMouse()
	s.input.put(mouse(ansi.MouseLeft, x, y, false) + mouse(ansi.MouseLeft, x, y, true))
	return s
}

// Drag presses the left button at a cell, moves to another, and releases it there.
func (s *Story) Drag(x, y, toX, toY int) *Story {
	s.t.Helper()
	s.waitMouse()
	move := ansi.MouseSgr(ansi.EncodeMouseButton(ansi.MouseLeft, true, false, false, false), toX, toY, false)
	s.input.put(mouse(ansi.MouseLeft, x, y, false) + move + mouse(ansi.MouseLeft, toX, toY, true))
	return s
}

// ClickText waits for text and clicks on its first cell.
func (s *Story) ClickText(text string) *Story {
	s.t.Helper()
	s.Wait(text)
	x, y, _ := s.Screen().Find(text)
	return s.Click(x, y)
}

// Wheel turns the mouse wheel at the cell x, y (from zero) by steps: down when
// positive, up when negative.
func (s *Story) Wheel(x, y, steps int) *Story {
	s.t.Helper()
	s.waitMouse()
	button := ansi.MouseWheelDown
	if steps < 0 {
		button, steps = ansi.MouseWheelUp, -steps
	}
	for range steps {
		s.input.put(mouse(button, x, y, false))
	}
	return s
}

// waitMouse waits until the program listens to the mouse.
func (s *Story) waitMouse() {
	s.t.Helper()
	s.WaitUntil("mouse reports to be switched on", func(Screen) bool {
		return (s.Mode(modeMouseClicks) || s.Mode(modeMouseDrag) || s.Mode(modeMouseMotion)) && s.Mode(modeMouseSGR)
	})
}

// Resize gives the terminal another size.
func (s *Story) Resize(width, height int) *Story {
	s.t.Helper()
	s.terminal.resize(width, height)
	if err := resizeTerminal(s.pty, width, height); err != nil {
		s.t.Fatal(err)
	}
	return s
}

// Signal sends sig to the program alone, not to its children.
func (s *Story) Signal(sig os.Signal) *Story {
	s.t.Helper()
	s.family.look()
	if err := s.proc.Signal(sig); err != nil {
		s.fatalf("send %v: %v", sig, err)
	}
	return s
}

// Screen returns what is on the screen now.
func (s *Story) Screen() Screen {
	screen, _ := s.terminal.look()
	return screen
}

// Mode reports whether the program has the DEC private mode switched on: 1002
// and 1003 are the mouse, 1049 the alternate screen, 2004 bracketed paste.
func (s *Story) Mode(number int) bool { return s.terminal.mode(number) }

// Mark makes Bytes count from here.
func (s *Story) Mark() *Story {
	s.mark = s.terminal.written()
	return s
}

// Bytes returns what the program wrote to the terminal since Mark, or since the
// start.
func (s *Story) Bytes() []byte { return s.terminal.output(s.mark) }

// Pid returns the program's process id.
func (s *Story) Pid() int { return s.proc.Pid }

// CrashAllowed lets the program end with a stack trace on the screen.
func (s *Story) CrashAllowed() *Story {
	s.crashAllowed = true
	return s
}

// crash matches what Go prints when a program dies.
var crash = regexp.MustCompile(`(?m)^(panic: |fatal error: |Caught panic|goroutine \d+ \[)`)

// Exit waits for the program to end and checks how it left: with exit status
// code (128 plus the number when a signal killed it), the terminal as it was
// found, no process left behind and no stack trace on the screen. It reports
// everything that is wrong, not only the first.
func (s *Story) Exit(code int) *Story {
	s.t.Helper()
	patience := time.NewTimer(limit())
	defer patience.Stop()
	select {
	case <-s.exited:
	case <-patience.C:
		s.fatalf("waited %v for the program to end", limit())
	}
	s.left = true
	var wrong []string
	for _, p := range s.family.left(scaled(leaveGrace)) {
		wrong = append(wrong, "process "+p.String()+" was left running")
	}
	s.family.kill() // what is left may hold the terminal open
	select {
	case <-s.drained:
	case <-patience.C:
		s.fatalf("waited %v for the end of the output", limit())
	}
	if got := exitCode(s.state); got != code {
		wrong = append(wrong, fmt.Sprintf("exit status %d (%v), not %d", got, s.state, code))
	}
	wrong = append(wrong, s.terminal.leftOn()...)
	if now, err := lineSettings(s.pty); err != nil {
		wrong = append(wrong, "reading the line settings: "+err.Error())
	} else if now != s.settings {
		wrong = append(wrong, "the terminal was not taken out of raw mode")
	}
	if !s.crashAllowed && crash.MatchString(s.Screen().String()) {
		wrong = append(wrong, "a stack trace is on the screen")
	}
	if report := s.stage.raceReports(); report != "" {
		wrong = append(wrong, "data race:\n"+report)
	}
	if len(wrong) > 0 {
		s.fatalf("the program left badly:\n  - %s", strings.Join(wrong, "\n  - "))
	}
	return s
}

// leaveGrace is how long what a program killed may take to be gone.
const leaveGrace = 2 * time.Second

// exitCode returns a program's exit status the way a shell counts it.
func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// fatalf fails the test with the message and all there is to see.
func (s *Story) fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("%s\n%s", fmt.Sprintf(format, args...), s.report())
}

// report describes the program and its screen.
func (s *Story) report() string {
	screen := s.Screen()
	var text strings.Builder
	fmt.Fprintf(&text, "program: %s\n", s.command)
	select {
	case <-s.exited:
		fmt.Fprintf(&text, "state:   ended, %v\n", s.state)
	default:
		fmt.Fprintf(&text, "state:   running, pid %d\n", s.proc.Pid)
	}
	cursor := "hidden"
	if screen.CursorVisible {
		cursor = "shown"
	}
	which := "main"
	if screen.Alternate {
		which = "alternate"
	}
	fmt.Fprintf(&text, "screen:  %s, %dx%d, cursor %s at %d,%d, title %q\n",
		which, screen.Width, screen.Height, cursor, screen.CursorX, screen.CursorY, screen.Title)
	rule := strings.Repeat("─", screen.Width)
	fmt.Fprintf(&text, "┌%s┐\n", rule)
	empty := 0
	for y := range screen.Height {
		row, _ := screen.row(y)
		if strings.TrimSpace(row) == "" {
			empty++
			continue
		}
		for ; empty > 0; empty-- {
			fmt.Fprintf(&text, "│%*s│\n", screen.Width, "")
		}
		fmt.Fprintf(&text, "│%s│\n", row)
	}
	if empty > 0 {
		fmt.Fprintf(&text, "│%-*s│\n", screen.Width, fmt.Sprintf("(%d empty rows)", empty))
	}
	fmt.Fprintf(&text, "└%s┘\n", rule)
	raw := s.terminal.output(max(0, s.terminal.written()-lastBytes))
	fmt.Fprintf(&text, "last bytes: %q", raw)
	return text.String()
}

// lastBytes is how much of the program's raw output a failure shows.
const lastBytes = 400
