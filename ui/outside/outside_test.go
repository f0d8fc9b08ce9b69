package outside_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mcperuse/ui/outside"
	"mcperuse/views"
)

// env is an environment of some variables.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func needUnix(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("it runs scripts of a Unix shell")
	}
}

func TestFind(t *testing.T) {
	needUnix(t)
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if got := outside.Find(env()); len(got) != 0 {
		t.Errorf("where there is nothing: %v", got)
	}
	for _, name := range []string{"more", "vi"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	got := outside.Find(env("EDITOR", "code -w", "PAGER", " "))
	if got[views.Pager] != "more" || got[views.Editor] != "code -w" {
		t.Errorf("found are %v", got)
	}
	if got := outside.Find(env("EDITOR", "ed", "VISUAL", "vim")); got[views.Editor] != "vim" {
		t.Errorf("of two editors: %v", got)
	}
}

func TestCopies(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var copies outside.Copies
	first, err := copies.Make([]byte("one"), ".md")
	if err != nil {
		t.Fatal(err)
	}
	second, err := copies.Make([]byte("two"), "")
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(first.Path()) != "contents.md" || first.Path() == second.Path() || first.Changed() {
		t.Errorf("%s, %s, changed %v", first.Path(), second.Path(), first.Changed())
	}
	if info, err := os.Stat(first.Path()); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(first.Path(), []byte("other"), 0o600); err != nil || !first.Changed() {
		t.Errorf("a change is not seen: %v", err)
	}
	if err := errors.Join(first.Remove(), copies.Close(), second.Remove()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*outside.Copy{first, second} {
		if _, err := os.Stat(filepath.Dir(c.Path())); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", c.Path(), err)
		}
	}
	if _, err := copies.Make(nil, ""); err == nil {
		t.Error("a copy was made after the end")
	}
}

func TestPipeWaitsForEnterAndReadsNoFurther(t *testing.T) {
	needUnix(t)
	for _, tc := range []struct{ name, line, want string }{
		{"all is read", "cat; exit 3", "a\x00b\r\n[exit status 3; "},
		{"nothing is read", "true", "\r\n[exit status 0; "},
		{"no such command", "/no/such/command 2>/dev/null", "\r\n[exit status 127; "},
		{"a signal", "kill -TERM $$", "\r\n[signal: terminated; "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			data := []byte("a\x00b")
			if tc.name == "nothing is read" {
				data = bytes.Repeat([]byte("x"), 1<<20)
			}
			run := outside.Pipe(env("SHELL", "/bin/sh"), tc.line, data, &outside.Interrupts{})
			in, out := strings.NewReader("typed\nahead"), &bytes.Buffer{}
			run.SetStdin(in)
			run.SetStdout(out)
			run.SetStderr(out)
			err := run.Run()
			if !strings.HasPrefix(out.String(), tc.want) || !strings.Contains(out.String(), outside.Ending(err)) {
				t.Errorf("it wrote %q, and ended with %v", out, err)
			}
			if in.Len() != len("ahead") {
				t.Errorf("%d bytes are left of what was typed", in.Len())
			}
		})
	}
}

// screen is what only writes to a terminal.
type screen struct {
	bytes.Buffer
	terminal *os.File
}

func (s *screen) Terminal() *os.File { return s.terminal }

func TestProgramsGetTheTerminalItself(t *testing.T) {
	needUnix(t)
	terminal, err := os.Create(filepath.Join(t.TempDir(), "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	out := &screen{terminal: terminal}
	run := outside.Program(exec.Command("sh", "-c", "test -f /dev/stdout && echo shown"), &outside.Interrupts{})
	run.SetStdin(strings.NewReader(""))
	run.SetStdout(out)
	if err := run.Run(); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(terminal.Name()); string(got) != "shown\n" || err != nil || out.Len() > 0 {
		t.Errorf("the terminal has %q (%v), what writes to it %q", got, err, out)
	}
}

func TestClipboard(t *testing.T) {
	needUnix(t)
	if runtime.GOOS == "darwin" {
		t.Skip("it has one clipboard program, and uses it")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	write := func(name, body string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write("xsel", "cat >"+filepath.Join(dir, "got"))
	write("wl-copy", "exit 1")
	for _, tc := range []struct {
		name  string
		env   []string
		want  string
		fails bool
	}{
		{"X", []string{"DISPLAY", ":0"}, "xsel", false},
		{"Wayland that fails", []string{"WAYLAND_DISPLAY", "w", "DISPLAY", ":0"}, "wl-copy", true},
		{"no display", nil, "", false},
		{"from afar", []string{"DISPLAY", ":0", "SSH_CONNECTION", "1"}, "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			name, err := outside.Clipboard(context.Background(), env(tc.env...), "text")
			if name != tc.want || (err != nil) != tc.fails {
				t.Errorf("%q, %v", name, err)
			}
		})
	}
	if got, err := os.ReadFile(filepath.Join(dir, "got")); err != nil || string(got) != "text" {
		t.Errorf("it got %q, %v", got, err)
	}
}
