package export

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Folder is a folder that files are written into. Links inside it that lead out
// of it are not followed.
type Folder struct {
	root *os.Root
	path string // absolute where that can be found out
}

// Open opens a folder that is there.
func Open(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return &Folder{root, dir}, nil
}

// Create makes a new folder inside dir, for this user alone. It is an error where
// there is something of that name.
func Create(dir, name string) (*Folder, error) {
	parent, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(parent.root.Mkdir(name, 0o700), parent.Close()); err != nil {
		return nil, err
	}
	return Open(filepath.Join(parent.path, name))
}

// Path is the folder's path.
func (f *Folder) Path() string { return f.path }

// Close ends the use of the folder.
func (f *Folder) Close() error { return f.root.Close() }

// mostNames bounds the numbers that are tried for one name.
const mostNames = 10_000

// Write writes a new file and returns the name it got: the one wanted, or where
// that is taken the same with a number. Nothing is ever overwritten. A file that
// could not be written whole is removed.
func (f *Folder) Write(name string, write func(io.Writer) error) (written string, err error) {
	for written = range numbered(name) {
		err = f.WriteNew(written, write)
		if !errors.Is(err, fs.ErrExist) {
			return written, err
		}
	}
	return "", err
}

// Free suggests a name that no file in the folder has: the one wanted, or the same
// with a number. Another program may take it before it is written.
func (f *Folder) Free(name string) string {
	for free := range numbered(name) {
		if _, err := f.root.Lstat(free); errors.Is(err, fs.ErrNotExist) {
			return free
		}
	}
	return name
}

// numbered are a name and the same with numbers.
func numbered(name string) iter.Seq[string] {
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	return func(yield func(string) bool) {
		for n := 1; n <= mostNames; n++ {
			next := name
			if n > 1 {
				next = fmt.Sprintf("%s-%d%s", stem, n, ext)
			}
			if !yield(next) {
				return
			}
		}
	}
}

// WriteNew writes a new file of exactly this name. Where there is one, the error
// is [fs.ErrExist].
func (f *Folder) WriteNew(name string, write func(io.Writer) error) error {
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return errors.Join(err, f.root.Remove(name))
	}
	return nil
}
