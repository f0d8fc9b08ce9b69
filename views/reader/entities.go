package reader

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	astext "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"

	"mcperuse/views/safetext"
)

// resolveEntities replaces the character references in a document, such as &#27;,
// by what they stand for, made safe, and returns the source that goes with the
// document from then on. The renderer would resolve them too, but after the text
// was made safe: an escape character could then not be told from its own.
func resolveEntities(doc ast.Node, source []byte) []byte {
	// A node refers to its text by place, so new text is put behind the source.
	replace := func(old gmtext.Segment, s string) gmtext.Segment {
		start := len(source)
		source = append(source, s...)
		return gmtext.NewSegmentPadding(start, len(source), old.Padding)
	}
	inHTML := func(line gmtext.Segment) gmtext.Segment {
		if s := string(line.Value(source)); strings.Contains(s, "&") {
			return replace(line, safeHTML(s))
		}
		return line
	}
	replaceHTML := func(lines *gmtext.Segments) {
		for i := range lines.Len() {
			lines.Set(i, inHTML(lines.At(i)))
		}
	}
	// The walk cannot fail: its function returns no error.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if s := string(n.Segment.Value(source)); strings.Contains(s, "&") {
				n.Segment = replace(n.Segment, safeText(n, s))
			}
		case *ast.RawHTML:
			replaceHTML(n.Segments)
		case *ast.HTMLBlock:
			replaceHTML(n.Lines())
			if n.HasClosure() {
				n.ClosureLine = inHTML(n.ClosureLine)
			}
		}
		return ast.WalkContinue, nil
	})
	return source
}

// safeText is the text of a node as the renderer has to be given it.
func safeText(n ast.Node, s string) string {
	if n.Parent() == nil || n.Parent().Kind() != ast.KindCodeSpan { // where & means itself
		s = safetext.Text(html.UnescapeString(s))
	}
	if shownAsIs(n) {
		return s
	}
	return strings.ReplaceAll(s, "&", "&amp;")
}

// shownAsIs reports whether the renderer resolves no references in a text: in that
// of images, and of links in tables, which it shows below the table.
func shownAsIs(n ast.Node) bool {
	link := false
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n.Kind() {
		case ast.KindImage:
			return true
		case ast.KindLink:
			link = true
		case astext.KindTable:
			return link
		}
	}
	return false
}

// reference is a character reference.
var reference = regexp.MustCompile(`&(#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?`)

// safeHTML leaves references in HTML as they are but for those that stand for
// something unsafe, which are to show as they are written.
func safeHTML(s string) string {
	return reference.ReplaceAllStringFunc(s, func(ref string) string {
		if c := html.UnescapeString(ref); safetext.Text(c) != c {
			return "&amp;" + ref[1:]
		}
		return ref
	})
}
