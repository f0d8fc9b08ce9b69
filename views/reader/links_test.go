package reader

import (
	"strings"
	"testing"

	"mcperuse/themes"
)

func TestLinks(t *testing.T) {
	for _, tt := range []struct{ name, base, markdown, want string }{
		{"a neighbour", "file:///docs/a.md", "see [b](b.md) and ![a picture](img/p.png)", "b=file:///docs/b.md|a picture=file:///docs/img/p.png"},
		{"from the root, and above", "demo://x/docs/a.md", "[r](/r.md) [up](../up.md)", "r=demo://x/r.md|up=demo://x/up.md"},
		{"addresses", "file:///a.md", "<https://example.org/x> [m](mailto:a@b.c) https://bare.example", "=https://example.org/x|m=mailto:a@b.c|=https://bare.example"},
		{"each once", "file:///a.md", "[one](b.md) [two](b.md)", "one=file:///b.md"},
		{"a place in another document", "file:///a.md", "[b](b.md#part) [here](#part)", "b=file:///b.md"},
		{"styled text", "file:///a.md", "[**bold** `code`\nmore](b.md)", "bold code more=file:///b.md"},
		{"no hierarchy", "urn:isbn:1", "[b](b.md)", "b=b.md"},
		{"no URI at all", "%zz", "[b](b.md)", "b=b.md"},
		{"by reference", "file:///a.md", "[b]\n\n[b]: c.md", "b=file:///c.md"},
		{"an escape character", "file:///a.md", "[b\x1b](b.md)", "b␛=file:///b.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, links, failed := renderMarkdown(t.Context(), tt.markdown, tt.base, 60, themes.Dark())
			var got []string
			for _, l := range links {
				got = append(got, l.text+"="+l.uri)
			}
			if strings.Join(got, "|") != tt.want || failed != "" {
				t.Errorf("%s %s\nwant %s", strings.Join(got, "|"), failed, tt.want)
			}
		})
	}
}
