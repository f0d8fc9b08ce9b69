package highlight_test

import (
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"

	"mcperuse/views/highlight"
)

func TestPick(t *testing.T) {
	tests := []struct {
		name, mime, uri, head string
		want                  string
		guess                 bool
	}{
		// By media type.
		{"json", "application/json", "x://a.go", "", "JSON", false},
		{"json with a charset", "application/json; charset=utf-8", "", "", "JSON", false},
		{"bad parameters", "application/json; charset", "", "", "JSON", false},
		{"upper case", "Application/JSON", "", "", "JSON", false},
		{"ld+json", "application/ld+json", "", "", "JSON", false},
		{"api+json with a parameter", `application/vnd.api+json; ext="x"`, "", "", "JSON", false},
		{"atom+xml", "application/atom+xml", "", "", "XML", false},
		{"openapi+yaml", "application/vnd.oai.openapi+yaml", "", "", "YAML", false},
		{"svg", "image/svg+xml", "", "", "XML", false},
		{"ndjson", "application/x-ndjson", "", "", "JSON", false},
		{"markdown", "text/markdown", "", "", "markdown", false},
		{"markdown with a variant", "text/markdown; variant=GFM", "", "", "markdown", false},
		{"yaml", "application/yaml", "", "", "YAML", false},
		{"text yaml", "text/yaml", "", "", "YAML", false},
		{"x-yaml", "application/x-yaml", "", "", "YAML", false},
		{"toml", "application/toml", "", "", "TOML", false},
		{"go", "text/x-go", "", "", "Go", false},
		{"typescript", "application/typescript", "", "", "TypeScript", false},
		{"sql", "application/sql", "", "", "SQL", false},
		{"graphql", "application/graphql", "", "", "GraphQL", false},
		{"c", "text/x-c", "", "", "C", false},
		{"sh is no session", "text/x-sh", "", "", "Bash", false},
		{"shellscript is no Kakoune", "text/x-shellscript", "", "", "Bash", false},
		{"known to chroma", "text/x-rust", "", "", "Rust", false},
		{"html", "text/html", "", "", "HTML", false},
		{"css", "text/css", "", "", "CSS", false},
		{"csv", "text/csv", "", "", "CSV", false},
		{"tsv is not coloured", "text/tab-separated-values", "x://a.go", "{}", "", false},

		// By name, when the type says nothing or is not known.
		{"plain text is no Nu", "text/plain", "", "", "", false},
		{"bytes are no OnesEnterprise", "application/octet-stream", "", "", "", false},
		{"plain go", "text/plain", "file:///src/main.go", "", "Go", true},
		{"plain with a charset", "text/plain; charset=utf-8", "file:///src/main.py", "", "Python", true},
		{"no type", "", "file:///a/b.rs", "", "Rust", true},
		{"unknown type", "application/x-mine", "x://y/z.ts", "", "TypeScript", true},
		{"query and fragment", "", "repo://o/n/contents/a.go?ref=x.py#y.rs", "", "Go", true},
		{"escaped", "", "file:///a%20b%2Ec", "", "C", true},
		{"opaque", "", "mem:notes.md", "", "markdown", true},
		{"not a URI", "", "::a.go", "", "Go", true},
		{"upper case name", "", "file:///A.NDJSON", "", "JSON", true},
		{"Makefile", "", "file:///Makefile", "", "Makefile", true},
		{"Dockerfile", "", "file:///Dockerfile", "", "Docker", true},
		{"go.mod is no AMPL", "", "file:///go.mod", "", "", true},
		{"gitignore", "", "file:///.gitignore", "{", "", true},
		{"log", "", "file:///x.log", "[1]", "", true},
		{"mdx", "", "file:///x.mdx", "", "markdown", true},
		{"http", "", "file:///x.http", "", "HTTP", true},
		{"txt is plain", "", "file:///x.txt", "<a>", "", true},
		{"a name that says nothing", "", "file:///LICENSE", "", "", true},
		{"no path", "", "ticker://now", "", "", true},

		// By the first bytes.
		{"object", "", "", " \n{\"a\":1}", "JSON", true},
		{"empty object", "", "", "{}", "JSON", true},
		{"braces of another kind", "", "", "{{ template }}", "", true},
		{"array", "text/plain", "", "[1, 2]", "JSON", true},
		{"array of objects", "", "", "[\n  {", "JSON", true},
		{"a log line", "", "", "[INFO] started", "", true},
		{"a date in brackets", "", "", "[2026] x", "JSON", true},
		{"xml", "", "", "<?xml version=\"1.0\"?>", "XML", true},
		{"xml after a byte order mark", "", "", "\ufeff<note/>", "XML", true},
		{"html", "", "", "<!DOCTYPE html>", "HTML", true},
		{"an arrow", "", "", "<- here", "", true},
		{"an address", "", "", "<me@example.org>", "", true},
		{"sh", "", "", "#!/bin/sh\n", "Bash", true},
		{"env python3", "", "", "#!/usr/bin/env python3\n", "Python", true},
		{"env -S", "", "", "#!/usr/bin/env -S deno run\n", "TypeScript", true},
		{"python3.12 -u", "", "", "#!/usr/bin/python3.12 -u\n", "Python", true},
		{"an interpreter nobody knows", "", "", "#!/opt/mine\n{", "", true},
		{"words", "", "", "hello", "", true},
		{"nothing", "", "", "", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 { // the second answer may be a kept one
				got, guess := highlight.Pick(tt.mime, tt.uri, []byte(tt.head))
				if got != tt.want || guess != tt.guess {
					t.Errorf("Pick(%q, %q, %q) = %q, %v, want %q, %v", tt.mime, tt.uri, tt.head, got, guess, tt.want, tt.guess)
				}
			}
			if tt.want != "" && lexers.GlobalLexerRegistry.Get(tt.want).Config().Name != tt.want {
				t.Errorf("there is no lexer %q", tt.want)
			}
		})
	}
}

func FuzzPick(f *testing.F) {
	f.Add("text/plain; charset=\"", "file:///a.go", []byte("#!/usr/bin/env x"))
	f.Add("application/x+json+xml", "data:,x", []byte("<"))
	f.Fuzz(func(t *testing.T, mime, uri string, head []byte) {
		name, _ := highlight.Pick(mime, uri, head)
		if l := lexers.GlobalLexerRegistry.Get(name); name != "" && (l == nil || l.Config().Name != name) {
			t.Errorf("there is no lexer %q", name)
		}
	})
}

func BenchmarkPick(b *testing.B) {
	for b.Loop() {
		highlight.Pick("text/plain", "file:///src/main.rs", nil)
	}
}
