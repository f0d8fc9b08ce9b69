package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"mcperuse/views/archive"
)

var day = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)

func zipped(t testing.TB, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: day})
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = io.WriteString(f, strings.Repeat("a", 1000))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t testing.TB, size int64, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range names {
		if err := w.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o644, ModTime: day}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(make([]byte, size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte, times int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w.Name = "inner.txt"
	for range times {
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestList(t *testing.T) {
	many := make([]string, 10_001)
	for i := range many {
		many[i] = "x"
	}
	cut := zipped(t, "a.txt")
	for name, tt := range map[string]struct {
		data     []byte
		format   string
		names    string // of the first three
		unpacked int64
		stopped  string
	}{
		"zip":           {zipped(t, "a.txt", "b/", "b/c.txt"), "zip", "a.txt b/ b/c.txt", 2000, ""},
		"tar":           {tarred(t, 700, "a.txt", "b.txt"), "tar", "a.txt b.txt", 1400, ""},
		"tar in gzip":   {gzipped(t, tarred(t, 700, "a.txt"), 1), "tar in gzip", "a.txt", 700, ""},
		"gzip":          {gzipped(t, []byte("hello"), 2), "gzip", "inner.txt", 10, ""},
		"empty zip":     {zipped(t), "zip", "", 0, ""},
		"cut zip":       {cut[:len(cut)-10], "zip", "", 0, "its directory is damaged, or missing"},
		"cut tar":       {tarred(t, 700, "a.txt", "b.txt")[:1100], "tar", "a.txt", 700, "it is damaged, or breaks off"},
		"cut gzip":      {gzipped(t, []byte("hello"), 1)[:20], "gzip", "inner.txt", 0, "it is damaged, or breaks off"},
		"many":          {tarred(t, 0, many...), "tar", "x x x", 0, "there are more than 10,000 entries"},
		"a bomb":        {gzipped(t, make([]byte, 1<<20), 66), "gzip", "inner.txt", 64 << 20, "it inflates to too much to go on"},
		"a bomb of tar": {gzipped(t, tarred(t, 66<<20, "big", "never"), 1), "tar in gzip", "big", 66 << 20, "it inflates to too much to go on"},
	} {
		t.Run(name, func(t *testing.T) {
			l, ok := archive.List(t.Context(), tt.data)
			var names []string
			for _, e := range l.Entries[:min(len(l.Entries), 3)] {
				names = append(names, e.Name)
			}
			if !ok || l.Format != tt.format || strings.Join(names, " ") != tt.names || l.Unpacked != tt.unpacked || l.Stopped != tt.stopped {
				t.Errorf("got %q %q, %d bytes, stopped %q", l.Format, names, l.Unpacked, l.Stopped)
			}
		})
	}
	if _, ok := archive.List(t.Context(), []byte("hello")); ok {
		t.Error("text is no archive")
	}
}

func TestOutside(t *testing.T) {
	for name, want := range map[string]bool{
		"a/b": false, "a..b/c": false, "./a": false, "../a": true, "a/../../b": true, "a/../b": true, "/etc/passwd": true, `..\a`: true, `C:\a`: true, "..": true, "": false,
	} {
		if got := (archive.Entry{Name: name}).Outside(); got != want {
			t.Errorf("%q is outside: %v, want %v", name, got, want)
		}
	}
}

func FuzzList(f *testing.F) {
	f.Add(zipped(f, "a", "../b"))
	f.Add(tarred(f, 3, "a"))
	f.Add(gzipped(f, tarred(f, 3, "a"), 1))
	f.Add(gzipped(f, []byte("x"), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, _ := archive.List(t.Context(), data)
		if len(l.Entries) > 10_000 {
			t.Errorf("%d entries", len(l.Entries))
		}
	})
}
