package reader

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/hex"
	"mcperuse/views/lineedit"
)

// prompt is a line that is typed at the foot of bytes: what to find in them, or
// which of them to go to.
type prompt struct {
	seeks bool // an offset is asked for
	line  string
	wrong string // why the line cannot be obeyed, "" where it can
}

// bytes is the surface on show where that is one of bytes, nil else.
func (p *Pane) bytes() *hex.Pane {
	if it := p.item(); it != nil && !p.details {
		h, _ := it.surface().(*hex.Pane)
		return h
	}
	return nil
}

// Typing reports whether a line is typed: about bytes, or about a text.
func (p *Pane) Typing() bool { return p.promptOpen() || p.lineOpen() }

func (p *Pane) promptOpen() bool { return p.prompt != nil && p.bytes() != nil }

// Key types a key that has no meaning of its own, and reports whether there was a
// use for it.
func (p *Pane) Key(key, text string) (used bool) {
	if p.lineOpen() {
		return p.lineKey(key, text)
	}
	p.prompt.line, used = lineedit.Edit(p.prompt.line, key, text)
	p.prompt.wrong = ""
	return used
}

// Paste types a text.
func (p *Pane) Paste(text string) {
	if p.lineOpen() {
		p.setLine(lineedit.Paste(p.search.line, text))
		return
	}
	p.prompt.line = lineedit.Paste(p.prompt.line, text)
}

// handlePrompt does what a key does while a line is typed.
func (p *Pane) handlePrompt(id keymap.ID) views.Action {
	switch id {
	case keymap.Back:
		p.prompt = nil
	case keymap.Send:
		if err := p.obey(*p.prompt); err != nil {
			p.prompt.wrong = err.Error()
			return nil
		}
		p.prompt = nil
	}
	return nil
}

// obey goes to an offset, or has bytes found.
func (p *Pane) obey(typed prompt) error {
	h := p.bytes()
	if typed.seeks {
		offset, err := h.Offset(typed.line)
		if err == nil {
			h.GoTo(offset)
		}
		return err
	}
	pattern, err := hex.Pattern(typed.line)
	if err == nil {
		p.finding = string(pattern)
		h.SetHits(nil, hex.Hits{})
	}
	return err
}

// found takes where bytes were found.
func (p *Pane) found(it *item, o Outcome) {
	if p.finding != o.key.find {
		return
	}
	p.finding = ""
	if h, ok := it.surfaces[hexed].(*hex.Pane); ok {
		h.SetHits([]byte(o.key.find), o.hits)
	}
}

// drawPrompt draws the line, and returns what is left of the area.
func (p *Pane) drawPrompt(scr uv.Screen, area uv.Rectangle) uv.Rectangle {
	if area.Dy() < 2 {
		return area
	}
	area.Max.Y--
	row := draw.NewRow(scr, uv.Rect(area.Min.X, area.Max.Y, area.Dx(), 1), 0).Fill(uv.Style{}).Skip(1)
	name, hint := "find ", "de ad, 0xdead or text"
	if p.prompt.seeks {
		name, hint = "go to ", "1024, 0x400, 50%, +16 or -16"
	}
	if p.prompt.wrong != "" {
		hint = "⚠ " + p.prompt.wrong
	}
	row.Text(p.th.Accent, name).Cut(p.th.Text, p.prompt.line, draw.CutStart)
	row.Text(p.th.Accent, "▏").Skip(2)
	row.Text(p.th.Dim, hint)
	return area
}
