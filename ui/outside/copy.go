package outside

import (
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"mcperuse/ui/export"
)

// Copies are the temporary files that other programs look at. Its zero value is
// ready; it is safe for concurrent use.
type Copies struct {
	mu     sync.Mutex
	kept   map[*Copy]bool
	closed bool
}

// Copy is a temporary file with contents in it. Only this user can read it, and
// nothing in its name comes from a server but what kind of file it is.
type Copy struct {
	of        *Copies
	dir, path string
	sum       [sha256.Size]byte // of the contents, which may be large and are not kept
}

// Make writes contents to a temporary file whose name ends in a suffix.
func (c *Copies) Make(data []byte, suffix string) (*Copy, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, errors.New("the program ends")
	}
	dir, err := os.MkdirTemp("", "mcperuse-")
	if err != nil {
		return nil, err
	}
	made := &Copy{c, dir, filepath.Join(dir, "contents"+suffix), sha256.Sum256(data)}
	if err := made.write(data); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if c.kept == nil {
		c.kept = map[*Copy]bool{}
	}
	c.kept[made] = true
	return made, nil
}

// Close removes the copies that are left. No more can be made.
func (c *Copies) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	var errs []error
	for one := range c.kept {
		errs = append(errs, os.RemoveAll(one.dir))
	}
	c.kept = nil
	return errors.Join(errs...)
}

func (c *Copy) write(data []byte) error {
	folder, err := export.Open(c.dir)
	if err != nil {
		return err
	}
	err = folder.WriteNew(filepath.Base(c.path), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	return errors.Join(err, folder.Close())
}

// Path is where the file is.
func (c *Copy) Path() string { return c.path }

// Changed reports whether another program wrote something else into it.
func (c *Copy) Changed() bool {
	now, err := os.ReadFile(c.path)
	return err == nil && sha256.Sum256(now) != c.sum
}

// Remove removes the file and its folder, with whatever a program put beside it.
// What cannot be removed now is tried once more by [Copies.Close].
func (c *Copy) Remove() error {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	err := os.RemoveAll(c.dir)
	if err == nil {
		delete(c.of.kept, c)
	}
	return err
}
