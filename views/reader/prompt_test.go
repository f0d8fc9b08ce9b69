package reader_test

import (
	"slices"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views/reader"
	"mcperuse/views/screentest"
)

// inHex shows a text as bytes.
func inHex(t *testing.T, text string) *reader.Pane {
	t.Helper()
	p := work(t, read(plain, textResult(uri, "text/plain", text), minute))
	for range 5 {
		if slices.Contains(work(t, p).Scopes(), keymap.Bytes) {
			break
		}
		p.Handle(keymap.NextView)
	}
	screen(t, p)
	if !slices.Contains(p.Scopes(), keymap.Bytes) {
		t.Fatalf("no bytes are on show: %s", p.Status())
	}
	return p
}

// enter types a line and ends it.
func enter(t *testing.T, p *reader.Pane, id keymap.ID, line string) {
	t.Helper()
	p.Handle(id)
	if !p.Typing() {
		t.Fatal("no line can be typed")
	}
	p.Paste(line)
	p.Handle(keymap.Send)
	work(t, p)
}

func TestFindBytes(t *testing.T) {
	p := inHex(t, strings.Repeat("some words, and others. ", 100))
	enter(t, p, keymap.EditFilter, "words")
	contains(t, p.Status(), "offset 5 of 2,400", "1/100")
	p.Handle(keymap.NextMatch)
	contains(t, p.Status(), "offset 29 ", "2/100")
	p.Handle(keymap.PreviousMatch)
	p.Handle(keymap.PreviousMatch)
	contains(t, p.Status(), "100/100")
	enter(t, p, keymap.EditFilter, "2c 20")
	contains(t, p.Status(), "100/100")
	enter(t, p, keymap.EditFilter, "nowhere")
	contains(t, p.Status(), "not found")
	if p.Handle(keymap.NextMatch) == nil {
		t.Error("nobody is told that there is nothing to go to")
	}
}

func TestGoToByte(t *testing.T) {
	p := inHex(t, strings.Repeat("x", 1001))
	enter(t, p, keymap.GoTo, "50%")
	contains(t, p.Status(), "offset 500 of 1,001 (0x1f4) · byte 120 0x78 · 50 %")
	enter(t, p, keymap.GoTo, "2000")
	if !p.Typing() {
		t.Error("a line that cannot be obeyed is gone")
	}
	contains(t, screen(t, p), "2000", "there is no offset 2000: the last one is 1000")
	screentest.Golden(t, "hex-go-to-80x24", 80, 24, draw(p))
	p.Handle(keymap.Back)
	contains(t, p.Status(), "offset 500 ")
	if p.Typing() {
		t.Error("the line is still there")
	}
}
