// Package keep remembers what belongs to a server across runs: bookmarks, the URIs
// that were typed, and those that were made with templates.
//
// There is one file a server, in the state folder of the user and for this user
// alone. To remember something else, give [Server] another member: files written
// before simply lack it.
package keep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"mcperuse/mcpclient"
)

// Server is what is remembered of one server.
type Server struct {
	Bookmarks []Bookmark `json:"bookmarks,omitempty"` // the oldest first
	Opened    []string   `json:"opened,omitempty"`    // URIs that were typed, the latest first

	// Forms are the URIs that were made with templates, by template, the oldest first.
	Forms map[string][]Made `json:"forms,omitempty"`
}

// Made is a URI that was made with a template.
type Made struct {
	URI    string          `json:"uri"`
	At     time.Time       `json:"at"`
	ByHand bool            `json:"byHand,omitempty"` // the URI was edited afterwards
	Vars   json.RawMessage `json:"vars,omitempty"`   // of the template, as --vars takes them
}

// Bounds of what is remembered of forms.
const (
	mostMade  = 50 // a template
	mostForms = 200
)

// Make remembers that a URI was made with a template, unless it is [Secret].
func (s *Server) Make(template string, m Made) {
	if Secret(m.URI) {
		return
	}
	forms := map[string][]Made{}
	for t, made := range s.Forms {
		forms[t] = made
	}
	var made []Made
	for _, old := range forms[template] {
		if old.URI != m.URI {
			made = append(made, old)
		}
	}
	made = append(made, m)
	forms[template] = made[max(len(made)-mostMade, 0):]
	if len(forms) > mostForms {
		delete(forms, oldest(forms))
	}
	s.Forms = forms
}

// oldest is the template that was not used for the longest time.
func oldest(forms map[string][]Made) (found string) {
	var at time.Time
	for t, made := range forms {
		if last := made[len(made)-1].At; at.IsZero() || last.Before(at) {
			found, at = t, last
		}
	}
	return found
}

// Bookmark is a resource to come back to.
type Bookmark struct {
	URI   string    `json:"uri"`
	Name  string    `json:"name,omitempty"` // as the list called it
	Added time.Time `json:"added"`
}

// Bounds of the URIs that are remembered.
const (
	mostOpened = 200
	mostURI    = 4 << 10 // bytes; a longer one was pasted, and would crowd out the others
)

// Secret reports whether a URI holds a password. Such a URI is never remembered.
func Secret(uri string) bool {
	_, authority, found := strings.Cut(uri, "//")
	if !found {
		return false
	}
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	at := strings.LastIndexByte(authority, '@')
	return at >= 0 && strings.Contains(authority[:at], ":")
}

// Open remembers that a URI was typed, unless it is very long or [Secret].
func (s *Server) Open(uri string) {
	if len(uri) > mostURI || Secret(uri) {
		return
	}
	opened := []string{uri}
	for _, u := range s.Opened {
		if u != uri && len(opened) < mostOpened {
			opened = append(opened, u)
		}
	}
	s.Opened = opened
}

// Bookmarked reports whether a URI is bookmarked.
func (s *Server) Bookmarked(uri string) bool { return s.find(uri) >= 0 }

func (s *Server) find(uri string) int {
	for i := range s.Bookmarks {
		if s.Bookmarks[i].URI == uri {
			return i
		}
	}
	return -1
}

// Bookmark sets a bookmark, or takes away the one there is for its URI. It
// reports whether there is one now. A [Secret] URI gets none.
func (s *Server) Bookmark(b Bookmark) bool {
	if i := s.find(b.URI); i >= 0 {
		s.Bookmarks = append(s.Bookmarks[:i:i], s.Bookmarks[i+1:]...)
		return false
	}
	if Secret(b.URI) {
		return false
	}
	s.Bookmarks = append(s.Bookmarks, b)
	return true
}

// File is where what belongs to a server is kept. It is safe for concurrent use;
// two programs at once do not overwrite what the other added before.
type File struct {
	path string
	now  func() time.Time
	mu   sync.Mutex
}

// For returns the file of a server. Nothing of its address or command line, which
// may hold secrets, is in its name or inside.
func For(t mcpclient.Target, now func() time.Time) *File {
	sum := sha256.Sum256([]byte(identity(t)))
	return New(filepath.Join(xdg.StateHome, "mcperuse", "servers", hex.EncodeToString(sum[:12])+".json"), now)
}

// New returns the file at a path.
func New(path string, now func() time.Time) *File { return &File{path: path, now: now} }

// identity tells servers apart: by the place they were configured in, by their
// address without what changes from one login to the next, or by their command
// and the folder it runs in.
func identity(t mcpclient.Target) string {
	switch {
	case t.Name != "":
		return strings.Join([]string{"configured", t.Source, t.Name}, "\x00")
	case !t.Stdio():
		if u, err := url.Parse(t.URL); err == nil {
			return "url\x00" + u.Scheme + "://" + u.Host + u.Path
		}
		return "url\x00" + t.URL
	}
	words := append([]string{"command"}, t.Command...)
	if self, err := os.Executable(); err == nil && t.Command[0] == self {
		// The demo is the same from wherever it is started.
		words[1] = "mcperuse"
		return strings.Join(words, "\x00")
	}
	dir, err := filepath.Abs(t.Dir)
	if err != nil {
		dir = t.Dir
	}
	return strings.Join(append(words, dir), "\x00")
}

// DamagedError says that a file could not be understood. It was put aside, so that
// nothing in it is lost.
type DamagedError struct {
	Aside string // where it is now
	Err   error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("what was kept of this server cannot be read (%v); it is in %s now", e.Err, e.Aside)
}

func (e *DamagedError) Unwrap() error { return e.Err }

// Load returns what is kept, nothing where there is no file. The error is a
// *[DamagedError] where one was put aside; what is returned is valid then, too.
func (f *File) Load() (Server, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.load()
}

// mostBytes bounds a file: a larger one is not written, and not understood.
const mostBytes = 4 << 20

func (f *File) load() (Server, error) {
	file, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return Server{}, nil
	}
	if err != nil {
		return Server{}, err
	}
	b, err := io.ReadAll(io.LimitReader(file, mostBytes+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return Server{}, err
	}
	var s Server
	err = json.Unmarshal(b, &s)
	if len(b) > mostBytes {
		err = fmt.Errorf("it is larger than %d MB", mostBytes>>20)
	}
	if err != nil {
		aside := f.path + f.now().UTC().Format(".unreadable-20060102-150405")
		if err := os.Rename(f.path, aside); err != nil {
			return Server{}, err
		}
		return Server{}, &DamagedError{aside, err}
	}
	return s, nil
}

// Change loads what is kept, changes it and writes it back, and returns what is
// kept now. Where that fails, the file is as it was.
func (f *File) Change(change func(*Server)) (Server, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, err := f.load()
	var damaged *DamagedError
	if err != nil && !errors.As(err, &damaged) {
		return s, err
	}
	change(&s)
	return s, errors.Join(f.write(s), err)
}

// write puts a whole new file in the place of the old one.
func (f *File) write(s Server) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	if b.Len() > mostBytes {
		return fmt.Errorf("more than %d MB would have to be kept of this server", mostBytes>>20)
	}
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".new-*") // for this user alone
	if err != nil {
		return err
	}
	_, err = tmp.Write(b.Bytes())
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
