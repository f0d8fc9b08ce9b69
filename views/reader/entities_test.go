package reader

import (
	"strings"
	"testing"

	"mcperuse/themes"
)

// Addresses show as they were written, also those that say no place from a root on.
func TestAddressesAsWritten(t *testing.T) {
	for _, to := range []string{"b.md", "../b.md", "./docs/b.md#part", "/b.md", "?q=1", "http://x/y", "urn:isbn:1"} {
		for _, markdown := range []string{"[text](" + to + ")", "![text](" + to + ")", "|a|\n|-|\n|[text](" + to + ")|"} {
			out, _, _ := renderMarkdown(t.Context(), markdown, "file:///docs/a.md", 60, themes.Dark())
			if !strings.HasSuffix(strings.TrimSpace(out.Text), " "+to) {
				t.Errorf("%q is shown as %q", markdown, out.Text)
			}
		}
	}
}

func TestEntities(t *testing.T) {
	const esc = "&#27;[31m"
	tests := []struct{ name, markdown, want string }{
		{"decimal", esc + "text", "␛[31mtext"},
		{"hexadecimal", "&#x1b;[31mtext", "␛[31mtext"},
		{"without a semicolon", "&#27[31mtext", "␛[31mtext"},
		{"hyperlink", "&#27;]8;;http://evil&#7;text", "␛]8;;http://evil␇text"},
		{"hidden characters", "a&#x202e;b&rlm;c&ZeroWidthSpace;d", `a\u{202e}b\u{200f}c\u{200b}d`},
		{"harmless ones", "&copy; &lt;b&gt; &amp;amp; R&D &nosuch;", "© <b> &amp; R&D &nosuch;"},
		{"one of a reference", "&amp;#27;[31m", "&#27;[31m"},
		{"emphasis", "**b" + esc + "b**", "b␛[31mb"},
		{"struck out", "~~s" + esc + "s~~", "s␛[31ms"},
		{"put together from two", "~~&#2**7;[31mx**~~", "&#27;[31mx"},
		{"put together behind the ampersand", "~~&**#27;[31mx**~~", "&#27;[31mx"},
		{"code span", "`c" + esc + "c &lt;`", "c&#27;[31mc &lt;"},
		{"code block", "```\nf" + esc + "f\n```", "f&#27;[31mf"},
		{"heading", "# H" + esc + "h", "H␛[31mh"},
		{"HTML block", "<p>h" + esc + "h &lt;</p>", "h&#27;[31mh <"},
		{"end of an HTML block", "<!--\n-->h" + esc + "h", "h&#27;[31mh"},
		{"put together in HTML", "<p>&#2<b>7;[31m</b></p>", "&#27;[31m"},
		{"HTML in a line", "a <b>" + esc + "</b>", "a ␛[31m"},
		{"link", "[l&#27;&amp;](http://x/y&amp;z)", "l␛& http://x/y&amp;z"},
		{"image", "![i&#27;&amp;](http://x/y)", "Image: i␛& → http://x/y"},
		{"link in a table", "|a|\n|-|\n|[l&#27;&amp;](http://x/y)|", "[1]: l␛& http://x/y"},
		{"text in a table", "|a&#27;&amp;|\n|-|\n|b|", "a␛&"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, _, failed := renderMarkdown(t.Context(), tt.markdown, "file:///a.md", 60, themes.Dark())
			if failed != "" {
				t.Fatal(failed)
			}
			if !strings.Contains(out.Text, tt.want) {
				t.Errorf("%q is shown as %q, want %q", tt.markdown, out.Text, tt.want)
			}
			if strings.Contains(out.Text, "\x1b") {
				t.Errorf("%q left an escape character: %q", tt.markdown, out.Text)
			}
		})
	}
}
