package outside

import (
	"os/exec"
	"runtime"
	"strings"

	"mcperuse/views"
)

// Programs are the programs there are to open contents with.
type Programs map[views.Tool]string

// Find looks for a pager and an editor, those of the environment first, and for
// what the system opens files with.
func Find(env func(string) string) Programs {
	out := Programs{}
	first := func(tool views.Tool, own []string, known ...string) {
		for _, name := range own {
			if line := strings.TrimSpace(env(name)); line != "" {
				out[tool] = line
				return
			}
		}
		for _, name := range known {
			if _, err := exec.LookPath(name); err == nil {
				out[tool] = name
				return
			}
		}
	}
	first(views.Pager, []string{"PAGER"}, "less", "more")
	first(views.Editor, []string{"VISUAL", "EDITOR"}, "vi", "nano", "notepad")
	first(views.Viewer, nil, opener())
	return out
}

// opener is the program that the system opens files and addresses with.
func opener() string {
	switch runtime.GOOS {
	case "darwin":
		return "open"
	case "windows":
		return "rundll32"
	}
	return "xdg-open"
}

// OnFile returns the command that opens a file with a program of the environment,
// which may come with options.
func OnFile(line, path string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		words := strings.Fields(line)
		return exec.Command(words[0], append(words[1:], path)...)
	}
	// The shell outlasts a ctrl+c that the program takes for something else.
	return exec.Command("/bin/sh", "-c", "trap : INT; "+line+` "$1"`, "mcperuse", path)
}

// shell returns the command that runs a line as the user's shell does.
func shell(env func(string) string, line string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.Command("cmd", "/c", line)
	}
	sh := env("SHELL")
	if sh == "" {
		sh = "/bin/sh"
	}
	return exec.Command(sh, "-c", line)
}
