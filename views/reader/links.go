package reader

import (
	"net/url"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"mcperuse/views"
	"mcperuse/views/picker"
)

// link is a link or an image of Markdown.
type link struct{ text, uri string }

// mostLinks bounds how many links of a text are kept.
const mostLinks = 1000

// linksOf are the links in a document that lead out of it, each address once. Those
// that are relative are taken from the URI of the document.
func linksOf(doc ast.Node, source []byte, base string) (links []link) {
	from, err := url.Parse(base)
	if err != nil {
		from = &url.URL{}
	}
	known := map[string]bool{}
	add := func(n ast.Node, to string) {
		if uri := absolute(from, to); to != "" && !strings.HasPrefix(to, "#") && !known[uri] {
			known[uri] = true
			links = append(links, link{strings.TrimSpace(textOf(n, source)), uri})
		}
	}
	// The walk cannot fail: its function returns no error.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case len(links) == mostLinks:
			return ast.WalkStop, nil
		case !entering:
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			add(n, string(n.Destination))
		case *ast.Image:
			add(n, string(n.Destination))
		case *ast.AutoLink:
			add(n, string(n.URL(source)))
		}
		return ast.WalkContinue, nil
	})
	return links
}

// absolute is where a link leads. A place within another document is not a part of
// that: no resource has it in its URI.
func absolute(from *url.URL, to string) string {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || !from.IsAbs() || from.Opaque != "" {
		return to
	}
	u = from.ResolveReference(u)
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

// textOf is the text of a node.
func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	// The walk cannot fail: its function returns no error.
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// linkWidth is the width of the texts of links in their list, in columns.
const linkWidth = 28

// Links is the picker of the links in the Markdown on show: a resource is read, an
// address of the web is copied, since nothing is fetched but from the server. Where it
// is nil, why says why.
func (p *Pane) Links() (v *picker.View, why string) {
	it := p.item()
	switch {
	case it != nil && it.view == rendered && !it.ready(rendered):
		return nil, "its links are not known yet: it is still being laid out"
	case it == nil || p.details || len(it.links) == 0:
		return nil, "no links: only rendered Markdown has some"
	}
	var items []picker.Item
	for _, l := range it.links {
		item := picker.Item{Left: l.text, Text: l.uri, Right: "read", Also: l.text, Choose: views.OpenURI{URI: l.uri}}
		if web(l.uri) && !web(it.uri()) {
			item.Right = "copied"
			item.Choose = views.CopyText{Text: l.uri, Label: "address"}
		}
		items = append(items, item)
	}
	return picker.New(picker.Words{Title: "Links", None: "No link is called that."}, linkWidth, items), ""
}

// web reports whether an address is one for a browser or for mail.
func web(uri string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(uri), ":")
	return slices.Contains([]string{"http", "https", "mailto", "tel", "ftp"}, scheme)
}
