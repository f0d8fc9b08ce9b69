package reader

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/views/filetype"
	"mcperuse/views/hex"
	"mcperuse/views/jsontree"
	"mcperuse/views/logtext"
	"mcperuse/views/picture"
	"mcperuse/views/table"
)

// arrange makes what the view of the job is looked at on.
func (j Job) arrange(ctx context.Context, out *Outcome) {
	switch j.key.view {
	case tree:
		index, err := jsontree.Parse(ctx, j.contents.Text)
		if err != nil {
			out.failed = "no tree: " + err.Error()
			return
		}
		out.surface = jsontree.New(index)
	case grid:
		comma := byte('\t')
		if filetype.FormatOf(j.kind.Name) != filetype.TSV {
			comma = table.Comma(j.contents.Text)
		}
		index, err := table.Parse(ctx, j.contents.Text, comma, !filetype.Headless(j.kind.Name))
		if err != nil {
			out.failed = "no table: " + err.Error()
			return
		}
		out.surface = table.New(index)
	case drawn:
		image, err := picture.Decode(ctx, j.data)
		if err != nil {
			out.failed = err.Error()
			return
		}
		out.surface = image
	case hexed:
		out.surface = hex.New(j.bytes())
	case logged:
		out.styled = logtext.Render(ctx, j.contents.Text)
	case raw:
		out.styled.Text = string(j.contents.Raw)
	case rendered, pretty, source, blob, details: // they come another way
	}
}

// bytes are the bytes of the contents: of its blob, or of a text.
func (j Job) bytes() hex.Source {
	if j.contents.Kind == model.Text {
		return strings.NewReader(j.contents.Text)
	}
	return bytes.NewReader(j.data)
}

// arranged takes what a view is looked at on.
func (it *item) arranged(o Outcome) {
	v := o.key.view
	switch {
	case o.failed != "" && v == drawn:
		it.exam.undrawn = errors.New(o.failed)
		it.drop(v, "no image")
	case o.failed != "":
		it.drop(v, o.failed)
	case o.surface != nil:
		it.surfaces[v] = o.surface
		follow(o.surface, it.before[v])
		delete(it.before, v)
		it.setGraphics(it.graphics)
	default:
		t := it.newText("")
		if t.SetStyled(o.styled); v == logged {
			t.styles = logtext.Styles
			t.SetTable(t.styles(it.th))
		}
		it.texts[v] = t
		it.land()
	}
}

// follow makes a surface look like an older version of itself.
func follow(s, old surface) {
	switch s := s.(type) {
	case *jsontree.View:
		if old, ok := old.(*jsontree.View); ok {
			s.Follow(old)
		}
	case *table.View:
		if old, ok := old.(*table.View); ok {
			s.Follow(old)
		}
	case *hex.Pane:
		if old, ok := old.(*hex.Pane); ok {
			s.Return(old.At())
		}
	}
}
