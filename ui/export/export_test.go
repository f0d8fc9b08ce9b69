package export_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mcperuse/ui/export"
)

func TestName(t *testing.T) {
	for _, tc := range []struct{ name, uri, mediaType, want string }{
		{"a file", "file:///docs/README.md", "text/markdown", "README.md"},
		{"a type without an extension", "atlas://about", "text/plain; charset=utf-8", "about.txt"},
		{"a host", "memo://insights", "", "insights"},
		{"opaque", "urn:isbn:123", "application/json", "isbn_123.json"},
		{"upwards", "file:///a/../../../etc/passwd", "", "passwd"},
		{"only upwards", "file:///..", "", "resource"},
		{"encoded upwards", "file:///a/%2e%2e%2f%2e%2e%2fetc%2fshadow", "", "shadow"},
		{"backslashes", `file:///C:\Windows\system32\cmd.exe`, "", "cmd.exe"},
		{"hidden", "file:///home/.bashrc", "", "bashrc"},
		{"an option", "file:///-rf", "", "rf"},
		{"a device", "file:///CON.txt", "", "_CON.txt"},
		{"escapes", "x://\x1b]0;owned\a/\u202etxt.exe", "", "_txt.exe"},
		{"other scripts", "file:///日本語/設計.md", "", "設計.md"},
		{"a query", "x://host/report?format=csv", "text/csv", "report.csv"},
		{"a folder", "file:///docs/", "", "docs"},
		{"nothing", "", "", "resource"},
		{"not UTF-8", "file:///a\xff.txt", "", "a_.txt"},
		{"long", "file:///" + strings.Repeat("日", 100) + ".md", "", strings.Repeat("日", 39) + ".md"},
		{"a long extension", "file:///a." + strings.Repeat("x", 300), "text/plain", "a." + strings.Repeat("x", 114) + ".txt"},
		{"spaces", "file:///a%20b.txt", "", "a b.txt"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := export.Name(tc.uri, tc.mediaType); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// Whatever a server sends, the name is one harmless name.
func FuzzName(f *testing.F) {
	for _, uri := range []string{"file:///a/b.txt", "x://..", "\x1b\u202e", "urn:a:b", "%%", "con", "a/.", strings.Repeat("é", 300)} {
		f.Add(uri, "text/plain")
	}
	f.Fuzz(func(t *testing.T, uri, mediaType string) {
		name := export.Name(uri, mediaType)
		if name == "" || len(name) > 120 || !utf8.ValidString(name) || !filepath.IsLocal(name) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "-") {
			t.Errorf("%q is named %q", uri, name)
		}
		for _, r := range name {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\:*?"<>|$;&'`+"`", r) {
				t.Errorf("%q is named %q, with %q", uri, name, r)
			}
		}
	})
}

func words(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestNothingIsOverwritten(t *testing.T) {
	f, err := export.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, want := range []string{"a.txt", "a-2.txt", "a-3.txt"} {
		got, err := f.Write("a.txt", words(want))
		if err != nil || got != want {
			t.Errorf("time %d: %q, %v", i+1, got, err)
		}
	}
	if err := f.WriteNew("a.txt", words("new")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name that is taken: %v", err)
	}
	for _, name := range []string{"a.txt", "a-2.txt", "a-3.txt"} {
		if got := read(t, filepath.Join(f.Path(), name)); got != name {
			t.Errorf("%s holds %q", name, got)
		}
		if info, err := os.Stat(filepath.Join(f.Path(), name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestNothingIsWrittenOutside(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	f, err := export.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.Symlink(outside, filepath.Join(dir, "way-out")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "b.txt"), filepath.Join(dir, "b.txt")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../a.txt", "way-out/a.txt", filepath.Join(outside, "a.txt"), "b.txt"} {
		if err := f.WriteNew(name, words("no")); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("outside there is %v, %v", left, err)
	}
}

func TestAHalfWrittenFileIsRemoved(t *testing.T) {
	f, err := export.Create(t.TempDir(), "new")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	broken := errors.New("the disk is full")
	if _, err := f.Write("a.txt", func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return broken }); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if left, _ := os.ReadDir(f.Path()); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := export.Create(filepath.Dir(f.Path()), "new"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a folder that is there: %v", err)
	}
}
