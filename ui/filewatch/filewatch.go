// Package filewatch tells when files change, so that a server can be started anew
// while somebody is writing it.
package filewatch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// mostFolders bounds how many folders are watched: the system has few watches to
// give.
const mostFolders = 4096

// Watcher watches files and folders. Make one with [New].
type Watcher struct {
	notify *fsnotify.Watcher
	files  map[string]bool // watched for themselves, by their folder
	trees  map[string]bool // folders that all is watched in
	quiet  time.Duration
	count  int
}

// New watches paths: files, and folders with all that is in them but hidden
// folders and those of installed packages. quiet is how long nothing must have
// changed before it is told: editors and compilers write more than once.
func New(quiet time.Duration, paths ...string) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &Watcher{notify: notify, files: map[string]bool{}, trees: map[string]bool{}, quiet: quiet}
	for _, path := range paths {
		if err := w.add(path); err != nil {
			return nil, errors.Join(err, notify.Close())
		}
	}
	return w, nil
}

func (w *Watcher) add(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return w.addTree(path)
	}
	// The folder, since many editors put a new file in the place of the old one.
	w.files[path] = true
	return w.notify.Add(filepath.Dir(path))
}

func (w *Watcher) addTree(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be looked into is not watched
		case !d.IsDir():
			return nil
		case path != root && skipped(d.Name()):
			return fs.SkipDir
		}
		if w.count++; w.count > mostFolders {
			return fmt.Errorf("%s has more than %d folders", root, mostFolders)
		}
		w.trees[path] = true
		return w.notify.Add(path)
	})
}

// skipped reports whether a folder holds what nobody writes by hand.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules" || name == "__pycache__"
}

// Run calls changed with the path that changed last, each time some did, until ctx
// ends. It must be called once; it gives the watches back.
func (w *Watcher) Run(ctx context.Context, changed func(path string)) error {
	var last string
	var settled <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return w.notify.Close()
		case e, open := <-w.notify.Events:
			if !open {
				return nil
			}
			if !w.matters(e) {
				continue
			}
			last, settled = e.Name, time.After(w.quiet)
		case err, open := <-w.notify.Errors:
			// Events were lost: something changed, whatever it was.
			if open && errors.Is(err, fsnotify.ErrEventOverflow) {
				settled = time.After(w.quiet)
			}
		case <-settled:
			settled = nil
			changed(last)
		}
	}
}

// matters reports whether an event is about what is watched, and watches folders
// that are new.
func (w *Watcher) matters(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	if w.files[e.Name] {
		return true
	}
	if !w.trees[filepath.Dir(e.Name)] || skipped(filepath.Base(e.Name)) {
		return false
	}
	if info, err := os.Stat(e.Name); err == nil && info.IsDir() && e.Has(fsnotify.Create) {
		// One that cannot be watched any more is no reason to stop.
		_ = w.addTree(e.Name)
	}
	return true
}
