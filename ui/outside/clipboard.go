package outside

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// clipboards are the programs that set a clipboard, with the variable that tells
// whether there is one.
var clipboards = []struct {
	needs string
	words []string
}{
	{"WAYLAND_DISPLAY", []string{"wl-copy"}},
	{"DISPLAY", []string{"xclip", "-selection", "clipboard"}},
	{"DISPLAY", []string{"xsel", "--clipboard", "--input"}},
	{"WSL_DISTRO_NAME", []string{"clip.exe"}},
}

// copyingTime is how long a clipboard program gets.
const copyingTime = 5 * time.Second

// Clipboard puts a text on the clipboard of this computer, with a program, and
// returns the program's name: "" where there is none. Over SSH there is none: the
// clipboard the user means is not on this computer.
func Clipboard(ctx context.Context, env func(string) string, text string) (name string, err error) {
	words := clipboardProgram(env)
	if words == nil {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, copyingTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdin = strings.NewReader(text)
	// It may leave something running that holds the selection, and its output.
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return words[0], fmt.Errorf("%s: %w", words[0], err)
	}
	return words[0], nil
}

func clipboardProgram(env func(string) string) []string {
	if env("SSH_CONNECTION") != "" || env("SSH_TTY") != "" {
		return nil
	}
	switch runtime.GOOS {
	case "darwin":
		return []string{"pbcopy"}
	case "windows":
		return []string{"clip.exe"}
	}
	for _, c := range clipboards {
		if _, err := exec.LookPath(c.words[0]); err == nil && env(c.needs) != "" {
			return c.words
		}
	}
	return nil
}
