package export_test

import (
	"io"
	"testing"

	"mcperuse/ui/export"
)

func TestSuffix(t *testing.T) {
	for _, tc := range []struct{ name, uri, mediaType, want string }{
		{"of the URI", "file:///a/main.GO", "text/plain", ".go"},
		{"of the type", "x://report", "application/json", ".json"},
		{"none", "x://report", "", ""},
		{"no secret", "x://h/a.5up3rs3cr3ttoken", "text/plain", ".txt"},
		{"a query", "x://h/a.md?key=secret.abc", "", ".md"},
		{"no letters", "file:///a.日本", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := export.Suffix(tc.uri, tc.mediaType); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestRuns(t *testing.T) {
	for _, tc := range []struct {
		name, suffix, data string
		want               bool
	}{
		{"a picture", ".png", "\x89PNG\r\n\x1a\n", false},
		{"Markdown", ".md", "# Title", false},
		{"a script", ".sh", "echo", true},
		{"a script under another name", ".txt", "#!/bin/sh\n", true},
		{"a program under another name", ".png", "\x7fELF\x02\x01\x01" + "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00", true},
		{"a page", ".html", "<p>", true},
		{"a page under another name", ".txt", "<!DOCTYPE html><html>", true},
		{"a starter", ".desktop", "[Desktop Entry]", true},
		{"no suffix", "", "text", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := export.Runs(tc.suffix, []byte(tc.data)); got != tc.want {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}

func TestFree(t *testing.T) {
	folder, err := export.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for _, want := range []string{"a.md", "a-2.md", "a-3.md"} {
		got := folder.Free("a.md")
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if err := folder.WriteNew(got, func(io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if got := folder.Free("../x"); got != "../x" {
		t.Errorf("outside of the folder: %q", got)
	}
}
