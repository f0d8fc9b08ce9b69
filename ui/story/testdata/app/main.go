// Command app is a small full-screen program that the story driver is tested
// on: it shows its size, its colours and the last event, and leaves well or
// badly on request.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

type model struct {
	width, height int
	background    string
	events        []string
	enhanced      bool
}

func (m model) Init() tea.Cmd { return tea.RequestBackgroundColor }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.background = "light"
		if msg.IsDark() {
			m.background = "dark"
		}
	case tea.KeyboardEnhancementsMsg:
		m.enhanced = true
	case tea.MouseClickMsg:
		return m.note("click %d,%d", msg.X, msg.Y), nil
	case tea.MouseWheelMsg:
		return m.note("%s %d,%d", msg.Button, msg.X, msg.Y), nil
	case tea.PasteMsg:
		return m.note("paste %q", msg.Content), nil
	case tea.KeyPressMsg:
		m = m.note("key %s", msg)
		switch msg.String() {
		case "q", "ctrl+c":
			return m, tea.Quit
		case "P":
			panic("asked to panic")
		case "D": // dies with the terminal as it is
			fmt.Println("goodbye")
			os.Exit(3)
		case "R": // a data race
			var n int
			done := make(chan struct{})
			go func() { n++; close(done) }()
			n++
			<-done
			return m.note("raced to %d", n), nil
		case "L": // leaves a child in its own process group
			return m, start(&syscall.SysProcAttr{Setpgid: true}, os.Environ())
		case "S": // leaves a child in its own session
			return m, start(&syscall.SysProcAttr{Setsid: true}, os.Environ())
		case "N": // leaves a child in its own session and with nothing in its environment
			return m, start(&syscall.SysProcAttr{Setsid: true}, nil)
		}
	case started:
		return m.note("child %d", int(msg)), nil
	}
	return m, nil
}

func (m model) note(format string, args ...any) model {
	m.events = append(m.events[:len(m.events):len(m.events)], fmt.Sprintf(format, args...))
	return m
}

type started int

func start(attr *syscall.SysProcAttr, env []string) tea.Cmd {
	return func() tea.Msg {
		cmd := exec.Command("/bin/sleep", "600")
		cmd.SysProcAttr, cmd.Env = attr, append(env, "X=1")
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		return started(cmd.Process.Pid)
	}
}

func (m model) View() tea.View {
	var b strings.Builder
	fmt.Fprintf(&b, "app %dx%d %s enhanced=%t term=%s\n", m.width, m.height, m.background, m.enhanced, os.Getenv("TERM"))
	fmt.Fprintf(&b, "日本語 \x1b[1mbold\x1b[m button\n")
	for _, e := range m.events[max(0, len(m.events)-10):] {
		fmt.Fprintln(&b, e)
	}
	v := tea.NewView(b.String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "story app"
	v.Cursor = tea.NewCursor(2, 1)
	return v
}

func main() {
	if len(os.Args) > 1 {
		command(os.Args[1:])
		return
	}
	if _, err := tea.NewProgram(model{}).Run(); err != nil {
		fmt.Fprintln(os.Stderr, "app:", err)
		os.Exit(1)
	}
}
