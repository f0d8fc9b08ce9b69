package filetype_test

import (
	"testing"

	"mcperuse/views/filetype"
)

var png = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00")

func TestOf(t *testing.T) {
	tests := []struct {
		name, declared, uri string
		data                []byte
		want                string
	}{
		{"declared", "text/markdown; charset=utf-8", "file:///a.go", png, "text/markdown; charset=utf-8"},
		{"only white space declared", " ", "file:///a.go", nil, "text/x-go?"},
		{"from the name", "", "file:///docs/A.MD", nil, "text/markdown?"},
		{"the name before a query", "", "https://x/a.csv?v=1.json#b.go", nil, "text/csv?"},
		{"an opaque URI", "", "embedded:notes.txt", nil, "text/plain?"},
		{"no URI at all", "", "100% a.json", nil, "application/json?"},
		{"a host is no name", "", "https://example.zip", []byte("x"), "text/plain?"},
		{"an escaped name", "", "file:///a%2Fb%2Ecsv", nil, "text/csv?"},
		{"a broken escape before the name", "", "file:///100%/a.csv?v=b.go", nil, "text/csv?"},
		{"a folder", "", "file:///a.csv/", nil, "text/csv?"},
		{"from the bytes", "", "x://y", png, "image/png?"},
		{"text", "", "x://y", []byte("hello"), "text/plain?"},
		{"unknown bytes", "", "x://y", []byte{1, 2, 0, 255}, filetype.Binary + "?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := filetype.Of(tt.declared, tt.uri, tt.data).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFormatOf(t *testing.T) {
	for mediaType, want := range map[string]filetype.Format{
		"application/json":                filetype.JSON,
		"application/JSON; charset=utf-8": filetype.JSON,
		"application/ld+json":             filetype.JSON,
		"text/markdown;variant=GFM":       filetype.Markdown,
		"text/plain":                      filetype.Plain,
		"":                                filetype.Plain,
		";;;":                             filetype.Plain,
	} {
		if got := filetype.FormatOf(mediaType); got != want {
			t.Errorf("FormatOf(%q) = %v, want %v", mediaType, got, want)
		}
	}
}

func TestTextualAndBinary(t *testing.T) {
	tests := []struct {
		mediaType       string
		textual, binary bool
	}{
		{"text/x-anything", true, false},
		{"application/vnd.api+json", true, false},
		{"image/svg+xml", true, false},
		{"application/yaml", true, false},
		{"image/png", false, true},
		{"image/made-up", false, true},
		{"application/zip", false, true},
		{"application/pdf", false, true},
		{filetype.Binary, false, false},
		{"application/vnd.example", false, false},
		{"", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.mediaType, func(t *testing.T) {
			if got := filetype.Textual(tt.mediaType); got != tt.textual {
				t.Errorf("Textual = %v", got)
			}
			if got := filetype.BinaryFormat(tt.mediaType); got != tt.binary {
				t.Errorf("BinaryFormat = %v", got)
			}
		})
	}
}

func TestContradicts(t *testing.T) {
	const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	tests := []struct {
		name, declared, detected string
		want                     bool
	}{
		{"the same", "image/png", "image/png", false},
		{"another image", "image/jpeg", "image/png", true},
		{"text for an image", "image/png", "text/plain", true},
		{"an image for text", "text/plain", "image/png", true},
		{"rubbish for an image", "image/png", filetype.Binary, true},
		{"nothing declared", "", "image/png", false},
		{"anything declared", "image/*", "text/plain", false},
		{"bytes declared", filetype.Binary, "image/png", false},
		{"a parameter", "text/html; charset=utf-8", "text/html", false},
		{"text of a known format", "text/plain", "text/html", false},
		{"a format that is not recognised", "text/html", "text/plain", false},
		{"code", "text/x-go", "text/plain", false},
		{"json in text", "application/vnd.api+json", "text/plain", false},
		{"a document is a zip", "application/zip", docx, false},
		{"a zip may be a document", docx, "application/zip", false},
		{"a type nobody knows", "application/vnd.example", "image/png", false},
		{"a type nobody knows, of another kind", "audio/made-up", "image/png", true},
		{"an alias", "application/x-gzip", "application/gzip", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := filetype.Contradicts(tt.declared, tt.detected); got != tt.want {
				t.Errorf("Contradicts(%q, %q) = %v", tt.declared, tt.detected, got)
			}
		})
	}
}

func TestDetect(t *testing.T) {
	for want, data := range map[string][]byte{
		"image/png":        png,
		"application/zip":  []byte("PK\x03\x04rest"),
		"text/plain":       []byte("a text"),
		"application/json": []byte(`{"a": 1}`),
		filetype.Binary:    {0, 1, 2, 3},
	} {
		if got := filetype.Detect(data); got != want {
			t.Errorf("Detect(%q) = %q, want %q", data, got, want)
		}
	}
}

func FuzzChoice(f *testing.F) {
	f.Add("text/csv; header=absent", "file:///a.csv", []byte("a,b"))
	f.Add("application/ld+json;;", "x://%zz/a.md?b.go", png)
	f.Add(" ", "..", []byte(nil))
	f.Fuzz(func(t *testing.T, declared, uri string, data []byte) {
		kind := filetype.Of(declared, uri, data)
		if kind.Name == "" {
			t.Error("no type at all")
		}
		if kind.Guess && kind.Name != filetype.Essence(kind.Name) {
			t.Errorf("the guess %q has parameters", kind.Name)
		}
		if filetype.Textual(kind.Name) && filetype.BinaryFormat(kind.Name) {
			t.Errorf("%q is text and binary", kind.Name)
		}
		if filetype.FormatOf(kind.Name) != filetype.FormatOf(filetype.Essence(kind.Name)) {
			t.Errorf("parameters change the format of %q", kind.Name)
		}
		filetype.Headless(declared)
		filetype.Contradicts(declared, filetype.Detect(data))
	})
}

func TestHeadless(t *testing.T) {
	for mediaType, want := range map[string]bool{"text/csv; header=absent": true, "text/csv;header=PRESENT": false, "text/csv": false, ";": false} {
		if got := filetype.Headless(mediaType); got != want {
			t.Errorf("%q: %v", mediaType, got)
		}
	}
}
