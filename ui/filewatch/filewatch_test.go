package filewatch_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcperuse/ui/filewatch"
)

// watch runs a watcher until the test ends, and returns what it tells.
func watch(t *testing.T, paths ...string) <-chan string {
	t.Helper()
	w, err := filewatch.New(time.Millisecond, paths...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	told, ended := make(chan string, 100), make(chan error)
	go func() { ended <- w.Run(ctx, func(path string) { told <- path }) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return told
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(time.Now().String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// expect waits until a change of a path is told.
func expect(t *testing.T, told <-chan string, path string) {
	t.Helper()
	for deadline := time.After(20 * time.Second); ; {
		select {
		case got := <-told:
			if got == path {
				return
			}
		case <-deadline:
			t.Fatalf("a change of %s is not told", path)
		}
	}
}

func TestAFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "server.js")
	write(t, path)
	told := watch(t, path)
	write(t, path)
	expect(t, told, path)
	// A file beside it does not matter, and one that is put in its place does.
	write(t, filepath.Join(dir, "other.js"))
	if err := os.Rename(filepath.Join(dir, "other.js"), path); err != nil {
		t.Fatal(err)
	}
	expect(t, told, path)
	for len(told) > 0 {
		if got := <-told; got != path {
			t.Errorf("told of %s", got)
		}
	}
}

func TestAFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "src", "a.go"))
	write(t, filepath.Join(dir, "node_modules", "b.js"))
	told := watch(t, dir)
	write(t, filepath.Join(dir, "src", "a.go"))
	expect(t, told, filepath.Join(dir, "src", "a.go"))
	write(t, filepath.Join(dir, "node_modules", "b.js"))
	write(t, filepath.Join(dir, ".git", "index"))
	if err := os.Mkdir(filepath.Join(dir, "new"), 0o700); err != nil {
		t.Fatal(err)
	}
	expect(t, told, filepath.Join(dir, "new"))
	write(t, filepath.Join(dir, "new", "d.go"))
	expect(t, told, filepath.Join(dir, "new", "d.go"))
	for len(told) > 0 {
		if rel, _ := filepath.Rel(dir, <-told); rel == "node_modules/b.js" || rel == ".git" || rel == ".git/index" {
			t.Errorf("told of %s", rel)
		}
	}
}

func TestWhatIsNotThereIsAnError(t *testing.T) {
	if _, err := filewatch.New(time.Millisecond, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error")
	}
}
