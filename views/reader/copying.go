package reader

import (
	"mcperuse/mcpclient/model"
	"mcperuse/views"
	"mcperuse/views/jsontree"
	"mcperuse/views/table"
)

// CopyChoice is something that could be meant by copying.
type CopyChoice struct {
	Label string
	Size  int // bytes
	Copy  views.Action
}

// CopyChoices are what could be meant by copying now, the most likely first:
// something under the cursor, the text, the item as it was sent, the URI.
func (p *Pane) CopyChoices() (out []CopyChoice) {
	add := func(label, text string) {
		out = append(out, CopyChoice{label, len(text), views.CopyText{Text: text, Label: label}})
	}
	addBytes := func(label string, bytes []byte) {
		out = append(out, CopyChoice{label, len(bytes), views.CopyBytes{Bytes: bytes, Label: label}})
	}
	if t := p.Text(); t != nil && t.Selected() != "" {
		add("selection", t.Selected())
		return out
	}
	if it := p.item(); it != nil && !p.details {
		switch s := it.surface().(type) {
		case *jsontree.View:
			if text, ok := s.Text(); ok {
				add("text of "+s.Path(), text)
			}
			add("value of "+s.Path(), s.Value())
			add("path "+s.Path(), s.Path())
		case *table.View:
			if cell, column, ok := s.Cell(); ok {
				add("field "+column, cell)
			}
			if row, ok := s.Row(); ok {
				add("row", row)
			}
		}
		c := it.contents
		if shown := it.text(); shown != nil && it.shown() == pretty {
			add("text, laid out", shown.Text())
		}
		if c.Kind == model.Text || c.Kind == model.Both {
			add("text", c.Text)
		}
		if c.Kind == model.Blob || c.Kind == model.Both {
			if e := it.exam; e != nil && e.text != "" {
				add("decoded text", e.text)
			}
			addBytes("base64", c.Base64)
			if e := it.exam; e != nil && e.text == "" && len(e.data) > 0 {
				addBytes("decoded bytes", e.data)
			}
		}
		addBytes("JSON as sent", c.Raw)
		if uri := it.uri(); uri != p.subject.URI {
			add("URI "+uri, uri)
		}
	}
	if p.subject.URI != "" {
		add("URI "+p.subject.URI, p.subject.URI)
	}
	return out
}

// Contents are the contents on show with their URI, nil where there are none.
func (p *Pane) Contents() (uri string, c *model.Contents) {
	if it := p.item(); it != nil {
		return it.uri(), it.contents
	}
	return p.subject.URI, nil
}
