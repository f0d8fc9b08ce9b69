package reader

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"strings"
	"time"

	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mcperuse/themes"
	"mcperuse/views/humanize"
	"mcperuse/views/safetext"
	"mcperuse/views/textpane"
)

// Bounds of Markdown, in bytes: above maxMarkdown it is not laid out, above
// maxMarkdownCode its code blocks have no colours.
const (
	maxMarkdown     = 256 << 10
	maxMarkdownCode = 32 << 10
)

// maxRendering is how long laying one text out may take.
const maxRendering = 2 * time.Second

// renderMarkdown lays Markdown out for a width, in the colours of a theme, until
// ctx ends. Nothing is fetched: images show as their text and address. failed says
// in a few words why there is no layout. Links are taken from a base, a URI.
func renderMarkdown(ctx context.Context, s, base string, width int, th themes.Theme) (_ textpane.Styled, _ []link, failed string) {
	if len(s) > maxMarkdown {
		return textpane.Styled{}, nil, "not rendered: more than " + humanize.Bytes(maxMarkdown)
	}
	if intricate(s) {
		return textpane.Styled{}, nil, "not rendered: too intricate"
	}
	ctx, stop := context.WithTimeout(ctx, maxRendering)
	defer stop()
	layout := ansi.NewRenderer(ansi.Options{
		WordWrap:        width,
		BaseURL:         ":", // is no URL: addresses show as they were written, not as if they began at a root
		ChromaFormatter: "terminal16m",
		Styles:          markdownStyle(th, len(s) <= maxMarkdownCode),
	})
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.DefinitionList),
		goldmark.WithRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(bounded{layout, ctx}, 1)))),
	)
	// Made safe before: afterwards nothing could tell the renderer's own escape
	// sequences from those of the server.
	source := []byte(safetext.Text(s))
	doc := md.Parser().Parse(gmtext.NewReader(source))
	source = resolveEntities(doc, source)
	var out bytes.Buffer
	switch err := md.Renderer().Render(&out, source, doc); {
	case ctx.Err() != nil:
		return textpane.Styled{}, nil, "not rendered: it took over " + humanize.Duration(maxRendering)
	case err != nil:
		return textpane.Styled{}, nil, "not rendered: " + err.Error()
	}
	return textpane.FromANSI(trimLines(out.String())), linksOf(doc, source, base), ""
}

// intricate reports whether Markdown nests so deep that parsing it, which nothing
// can stop, could take minutes. No document that was written to be read does.
func intricate(s string) bool {
	const maxDepth, maxDelimiters = 32, 10_000
	delimiters := 0 // in a row of lines that are not blank
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) == "" {
			delimiters = 0
			continue
		}
		if containers(line, maxDepth+1) > maxDepth {
			return true
		}
		for i := range len(line) {
			switch line[i] {
			case '*', '_', '~', '[', '!':
				delimiters++
			}
		}
		if delimiters > maxDelimiters {
			return true
		}
	}
	return false
}

// containers counts the quotes and list items a line opens, up to most.
func containers(line string, most int) (depth int) {
	for depth < most {
		line = strings.TrimLeft(line, " \t")
		rest := strings.TrimLeft(line, "0123456789")
		switch {
		case strings.HasPrefix(line, ">"):
			line = line[1:]
		case len(line) > 1 && strings.IndexByte("-*+", line[0]) >= 0 && (line[1] == ' ' || line[1] == '\t'):
			line = line[2:]
		case rest != line && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')'):
			line = rest[1:]
		default:
			return depth
		}
		depth++
	}
	return depth
}

// bounded is a renderer that stops between two nodes when its context ends: a few
// kilobytes of the wrong Markdown can keep the renderer busy for minutes.
type bounded struct {
	renderer.NodeRenderer
	ctx context.Context
}

// RegisterFuncs implements [renderer.NodeRenderer].
func (b bounded) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	b.NodeRenderer.RegisterFuncs(registerer{to, b.ctx})
}

type registerer struct {
	renderer.NodeRendererFuncRegisterer
	ctx context.Context
}

// Register implements [renderer.NodeRendererFuncRegisterer].
func (r registerer) Register(kind ast.NodeKind, render renderer.NodeRendererFunc) {
	r.NodeRendererFuncRegisterer.Register(kind, func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if err := r.ctx.Err(); err != nil {
			return ast.WalkStop, err
		}
		return render(w, src, n, entering)
	})
}

// trimLines removes the blanks the renderer fills lines up with, and blank lines
// around the whole.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}

// markdownStyle is the style of a theme for the renderer.
func markdownStyle(th themes.Theme, code bool) ansi.StyleConfig {
	c := styles.ASCIIStyleConfig
	yes := true
	zero := uint(0)
	of := func(st uv.Style) ansi.StylePrimitive {
		p := ansi.StylePrimitive{Color: hexColor(st.Fg)}
		if st.Attrs&uv.AttrBold != 0 {
			p.Bold = &yes
		}
		if st.Attrs&uv.AttrFaint != 0 {
			p.Faint = &yes
		}
		if st.Underline != uv.UnderlineNone {
			p.Underline = &yes
		}
		return p
	}
	heading := func(st uv.Style) ansi.StyleBlock {
		p := of(st)
		p.Bold = &yes
		return ansi.StyleBlock{StylePrimitive: p}
	}
	c.Document = ansi.StyleBlock{Margin: &zero}
	c.Heading = ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{BlockSuffix: "\n"}}
	c.H1, c.H2, c.H3 = heading(th.Accent), heading(th.Accent), heading(th.Text)
	c.H4, c.H5, c.H6 = heading(th.Dim), heading(th.Dim), heading(th.Dim)
	c.H1.Underline = &yes
	c.List.LevelIndent = 2
	bar, one := "│ ", uint(1)
	c.BlockQuote = ansi.StyleBlock{StylePrimitive: of(th.Dim), Indent: &one, IndentToken: &bar}
	c.Strikethrough = ansi.StylePrimitive{CrossedOut: &yes}
	c.Emph = ansi.StylePrimitive{Italic: &yes}
	c.Strong = ansi.StylePrimitive{Bold: &yes}
	c.HorizontalRule = of(th.Rule)
	c.HorizontalRule.Format = "\n────────\n"
	c.Item = ansi.StylePrimitive{BlockPrefix: "• "}
	c.Task = ansi.StyleTask{Ticked: "[✓] ", Unticked: "[ ] "}
	c.Link = of(th.Accent)
	c.Link.Underline = &yes
	c.LinkText = ansi.StylePrimitive{Bold: &yes}
	c.Image = of(th.Accent)
	c.Image.Underline = &yes
	c.ImageText = of(th.Dim)
	c.ImageText.Format = "Image: {{.text}} →"
	c.Code = ansi.StyleBlock{StylePrimitive: of(th.Attention)}
	two := uint(2)
	c.CodeBlock = ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{Margin: &two}}
	if code {
		c.CodeBlock.Theme = th.Chroma
	}
	column, row := "│", "─"
	c.Table = ansi.StyleTable{ColumnSeparator: &column, RowSeparator: &row, CenterSeparator: &row}
	return c
}

// hexColor writes a colour the way the renderer reads it, nil for none.
func hexColor(c color.Color) *string {
	if c == nil {
		return nil
	}
	r, g, b, _ := c.RGBA()
	s := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	return &s
}
