package story

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// builds holds the programs built for this test process, each built once.
var builds struct {
	sync.Mutex
	open bool // Main is running
	dir  string
	done map[string]build
}

type build struct {
	path string
	err  error
}

// Main runs a package's tests and then removes the programs that were built
// for them. A package with stories calls it from TestMain.
func Main(m *testing.M) {
	builds.Lock()
	builds.open = true
	builds.Unlock()

	code := m.Run()

	builds.Lock()
	if err := os.RemoveAll(builds.dir); err != nil {
		fmt.Fprintln(os.Stderr, "story:", err)
		code = max(code, 1)
	}
	builds.Unlock()
	os.Exit(code)
}

// Binary returns the path of mcperuse, built from this checkout at the first
// call in a test process, with the race detector when the test has it.
func Binary(t testing.TB) string {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	return Build(t, root)
}

// Build returns the path of the program whose main package is in the folder
// dir, built at the first call in a test process, with the race detector when
// the test has it.
func Build(t testing.TB, dir string) string {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	builds.Lock()
	defer builds.Unlock()
	if !builds.open {
		t.Fatal("story: programs are built only under story.Main; call it from TestMain")
	}
	b, ok := builds.done[dir]
	if !ok {
		b.path, b.err = compile(dir)
		if builds.done == nil {
			builds.done = map[string]build{}
		}
		builds.done[dir] = b
	}
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.path
}

// compile builds the main package in dir. The caller holds builds.
func compile(dir string) (string, error) {
	if builds.dir == "" {
		made, err := os.MkdirTemp("", "mcperuse-story-")
		if err != nil {
			return "", err
		}
		builds.dir = made
	}
	name := filepath.Base(dir)
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		name = "mcperuse"
	}
	into, err := os.MkdirTemp(builds.dir, "")
	if err != nil {
		return "", err
	}
	path := filepath.Join(into, name)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	args := []string{"build", "-buildvcs=false", "-o", path}
	if raceBuild {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go %s in %s: %w\n%s", strings.Join(args, " "), dir, err, out)
	}
	return path, nil
}

// moduleRoot returns the nearest folder above the working directory that has a
// go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("story: no go.mod in or above the working directory")
		}
		dir = parent
	}
}
