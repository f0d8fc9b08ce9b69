package keep_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mcperuse/mcpclient"
	"mcperuse/ui/keep"
)

func now() time.Time { return time.Date(2026, 7, 28, 12, 4, 31, 0, time.UTC) }

func file(t *testing.T) (*keep.File, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a", "b", "server.json")
	return keep.New(path, now), path
}

func TestWhatIsKeptComesBack(t *testing.T) {
	f, path := file(t)
	if s, err := f.Load(); err != nil || len(s.Bookmarks) > 0 {
		t.Fatalf("nothing kept yet: %+v, %v", s, err)
	}
	got, err := f.Change(func(s *keep.Server) {
		s.Bookmark(keep.Bookmark{URI: "a:1", Name: "one <&>", Added: now()})
		s.Bookmark(keep.Bookmark{URI: "a:2"})
		s.Open("x:1")
	})
	if err != nil || len(got.Bookmarks) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	s, err := keep.New(path, now).Load()
	if err != nil || !s.Bookmarked("a:1") || s.Bookmarks[0].Name != "one <&>" || s.Opened[0] != "x:1" {
		t.Errorf("%+v, %v", s, err)
	}
	if s.Bookmark(keep.Bookmark{URI: "a:1"}) || s.Bookmarked("a:1") || !s.Bookmarked("a:2") {
		t.Errorf("a bookmark set twice is still there: %+v", s)
	}
	for _, p := range []string{path, filepath.Dir(path)} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be seen by others: %v, %v", p, info.Mode(), err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestMadeURIs(t *testing.T) {
	f, path := file(t)
	for i := range 60 {
		if _, err := f.Change(func(s *keep.Server) {
			s.Make("x:{a}", keep.Made{URI: fmt.Sprint("x:", i%55), At: now().Add(time.Duration(i) * time.Second), Vars: []byte(`{"a":"1"}`)})
		}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := keep.New(path, now).Load()
	if made := s.Forms["x:{a}"]; err != nil || len(made) != 50 || made[49].URI != "x:4" || strings.Join(strings.Fields(string(made[49].Vars)), "") != `{"a":"1"}` {
		t.Errorf("%+v, %v", made, err)
	}
	for i := range 300 {
		s.Make(fmt.Sprint("y:", i), keep.Made{At: now().Add(time.Duration(i) * time.Hour)})
	}
	if len(s.Forms) != 200 || s.Forms["y:299"] == nil || s.Forms["x:{a}"] != nil {
		t.Errorf("%d forms are remembered", len(s.Forms))
	}
}

func TestOpenedURIs(t *testing.T) {
	var s keep.Server
	for i := range 500 {
		s.Open(fmt.Sprint("a:", i))
	}
	s.Open("a:450")
	if len(s.Opened) != 200 || s.Opened[0] != "a:450" || s.Opened[1] != "a:499" || strings.Count(strings.Join(s.Opened, " ")+" ", "a:450 ") != 1 {
		t.Errorf("%d, %v", len(s.Opened), s.Opened[:3])
	}
}

func TestADamagedFileIsPutAside(t *testing.T) {
	for name, content := range map[string]string{"half": `{"bookmarks":[{"uri":"a:1"`, "another type": `{"bookmarks":7}`, "huge": `"` + strings.Repeat("x", 5<<20) + `"`} {
		t.Run(name, func(t *testing.T) {
			f, path := file(t)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := f.Change(func(s *keep.Server) { s.Open("x:1") })
			var damaged *keep.DamagedError
			if !errors.As(err, &damaged) || len(s.Opened) != 1 {
				t.Fatalf("%+v, %v", s, err)
			}
			if b, err := os.ReadFile(damaged.Aside); err != nil || string(b) != content {
				t.Errorf("aside are %d bytes, %v", len(b), err)
			}
			if s, err := f.Load(); err != nil || len(s.Opened) != 1 {
				t.Errorf("afterwards: %+v, %v", s, err)
			}
		})
	}
}

func TestWhatCannotBeWrittenChangesNothing(t *testing.T) {
	f, path := file(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(path))), "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Change(func(s *keep.Server) { s.Open("x:1") }); err == nil {
		t.Error("it was written into a folder that is none")
	}
}

func TestChangesAtOnce(t *testing.T) {
	_, path := file(t)
	var all sync.WaitGroup
	one, other := keep.New(path, now), keep.New(path, now)
	for i := range 20 {
		all.Go(func() {
			if _, err := one.Change(func(s *keep.Server) { s.Open(fmt.Sprint("a:", i)) }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if s, err := other.Change(func(s *keep.Server) { s.Open("b:1") }); err != nil || len(s.Opened) != 21 {
		t.Errorf("%d are kept, %v", len(s.Opened), err)
	}
}

// The same server has one file whatever the login, and another server another.
func TestServersAreToldApart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		a, b mcpclient.Target
		same bool
	}{
		{"another password", mcpclient.Target{URL: "https://u:p@host/mcp?key=1"}, mcpclient.Target{URL: "https://u:q@host/mcp?key=2"}, true},
		{"another path", mcpclient.Target{URL: "https://host/mcp"}, mcpclient.Target{URL: "https://host/other"}, false},
		{"another argument", mcpclient.Target{Command: []string{"node", "a.js"}}, mcpclient.Target{Command: []string{"node", "b.js"}}, false},
		{"another folder", mcpclient.Target{Command: []string{"node", "a.js"}, Dir: "/a"}, mcpclient.Target{Command: []string{"node", "a.js"}, Dir: "/b"}, false},
		{"ourselves", mcpclient.Target{Command: []string{self, "demo"}, Dir: "/a"}, mcpclient.Target{Command: []string{self, "demo"}, Dir: "/b"}, true},
		{"configured", mcpclient.Target{Name: "docs", Source: ".mcp.json", URL: "https://a"}, mcpclient.Target{Name: "docs", Source: ".mcp.json", URL: "https://b"}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := keep.Identity(tc.a) == keep.Identity(tc.b); got != tc.same {
				t.Errorf("the same: %v", got)
			}
		})
	}
}

// What is written can be read again: a file that is too large is not written.
func TestAFileStaysWithinItsBounds(t *testing.T) {
	f, _ := file(t)
	if _, err := f.Change(func(s *keep.Server) { s.Bookmark(keep.Bookmark{URI: "a:1"}) }); err != nil {
		t.Fatal(err)
	}
	long := "data:," + strings.Repeat("a", 5<<20)
	if s, err := f.Change(func(s *keep.Server) { s.Open(long) }); err != nil || len(s.Opened) != 0 {
		t.Errorf("%d URIs are kept, %v", len(s.Opened), err)
	}
	if _, err := f.Change(func(s *keep.Server) { s.Bookmark(keep.Bookmark{URI: long}) }); err == nil || !strings.Contains(err.Error(), "4 MB") {
		t.Errorf("a bookmark of 5 MB: %v", err)
	}
	if s, err := f.Load(); err != nil || len(s.Bookmarks) != 1 || s.Bookmarks[0].URI != "a:1" {
		t.Errorf("kept are %d bookmarks, %v", len(s.Bookmarks), err)
	}
}

func TestPasswordsAreNotRemembered(t *testing.T) {
	for uri, secret := range map[string]bool{
		"https://ada:pw@example.com/x": true, "https://ada:p@w@example.com": true, "postgres://:pw@db": true,
		"https://ada@example.com/x": false, "https://example.com:80/a:b@c": false, "mailto:a:b@c": false, "file:///a:b@c": false, "": false,
		"https://example.com?to=a:b@c": false, "https://example.com#a:b@c": false,
	} {
		var s keep.Server
		s.Open(uri)
		s.Make("{+uri}", keep.Made{URI: uri})
		s.Bookmark(keep.Bookmark{URI: uri})
		if keep.Secret(uri) != secret || (len(s.Opened) == 0) != secret || (len(s.Forms) == 0) != secret || (len(s.Bookmarks) == 0) != secret {
			t.Errorf("%q: secret %v, remembered %+v", uri, keep.Secret(uri), s)
		}
	}
}
