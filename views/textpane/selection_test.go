package textpane_test

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/textpane"
)

const verse = "first line\n\n\tthird 世界 line\r\nlast, a rather long one that is wrapped"

func TestSelectByKeys(t *testing.T) {
	const (
		up, down, left, right = keymap.Up, keymap.Down, keymap.ScrollLeft, keymap.ScrollRight
		wordLeft, wordRight   = keymap.WordLeft, keymap.WordRight
		lines, other          = keymap.SelectLines, keymap.OtherEnd
	)
	for _, tt := range []struct {
		name string
		keys []keymap.ID
		want string
	}{
		{"a line", nil, "first line"},
		{"two lines", []keymap.ID{down}, "first line\n"},
		{"three lines", []keymap.ID{down, down}, "first line\n\n\tthird 世界 line"},
		{"back again", []keymap.ID{down, down, up, up, up}, "first line"},
		{"everything", []keymap.ID{keymap.Bottom}, verse},
		{"a character", []keymap.ID{lines}, "f"},
		{"two characters", []keymap.ID{right}, "fi"},
		{"over the end of a line", []keymap.ID{keymap.LineEnd, right, right, right}, "first line\n\n\tt"},
		{"from the end of a line", []keymap.ID{keymap.LineEnd, other, keymap.LineEnd, left}, "e"},
		{"back over the end of a line", []keymap.ID{keymap.Bottom, keymap.LineStart, lines, lines, other, keymap.Bottom, keymap.LineStart, left}, "\r\nl"},
		{"words", []keymap.ID{wordRight, wordRight}, "first line"},
		{"a word back", []keymap.ID{keymap.LineEnd, other, keymap.LineEnd, wordLeft}, "line"},
		{"lines of what is selected", []keymap.ID{wordRight, lines}, "first line"},
		{"wide characters", []keymap.ID{down, down, lines, right, right, right, right, right, right, right, other, down, down, right, right, right, right, right, right, right}, "世"},
		{"the other end", []keymap.ID{down, down, other, down}, "\n\tthird 世界 line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPane(verse, 30, 8)
			rows(t, p, 30, 8)
			p.Select()
			for _, key := range tt.keys {
				p.HandleSelection(key)
			}
			if got := p.Selected(); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if _, _, ok := p.SelectionCaret(); !ok {
				t.Error("its end is not in sight")
			}
			if got := p.HandleSelection(keymap.Copy); got != (views.CopyText{Text: tt.want, Label: "selection"}) || p.Selected() != "" || p.Selecting() {
				t.Errorf("copied %v, %q is selected still", got, p.Selected())
			}
		})
	}
}

func TestSelectStartsWhereOneLooks(t *testing.T) {
	p := newPane(numbered(100), 30, 5)
	p.PageDown()
	if p.Select(); p.Selected() != "line 4" {
		t.Errorf("%q", p.Selected())
	}
	p.Handle(keymap.Bottom)
	if p.Select(); p.Selected() != "line 99" {
		t.Errorf("at the end: %q", p.Selected())
	}
	p.SetCurrent(50)
	if p.Select(); p.Selected() != "line 50" {
		t.Errorf("%q", p.Selected())
	}
	for range 20 {
		p.HandleSelection(keymap.Down)
	}
	if _, y, ok := p.SelectionCaret(); !ok || y != 4 {
		t.Errorf("the end of it is in row %d, in sight: %v", y, ok)
	}
	p.HandleSelection(keymap.Back)
	if p.Selecting() || p.Selected() != "" {
		t.Errorf("%q is selected", p.Selected())
	}
}

func TestSelectByMouse(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to uv.Position
		presses  int
		want     string
	}{
		{"characters", uv.Pos(5+6, 1+0), uv.Pos(5+9, 1+0), 1, "line"},
		{"backwards", uv.Pos(5+9, 1+0), uv.Pos(5+6, 1+0), 1, "line"},
		{"past the end of a line", uv.Pos(5+6, 1+0), uv.Pos(29, 1+1), 1, "line\n"},
		{"from the numbers on", uv.Pos(1, 1+0), uv.Pos(5+4, 1+0), 1, "first"},
		{"a wide character, by its half", uv.Pos(5+11, 1+2), uv.Pos(5+11, 1+2), 1, "世"},
		{"a word", uv.Pos(5+2, 1+0), uv.Pos(5+2, 1+0), 2, "first"},
		{"a blank", uv.Pos(5+5, 1+0), uv.Pos(5+5, 1+0), 2, " "},
		{"a line", uv.Pos(5+2, 1+0), uv.Pos(5+2, 1+0), 3, "first line"},
		{"lines", uv.Pos(5+2, 1+0), uv.Pos(5+2, 1+2), 3, "first line\n\n\tthird 世界 line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPane(verse, 30, 8)
			p.Draw(uv.NewScreenBuffer(30, 9), uv.Rect(0, 1, 30, 8))
			if !p.Press(tt.from, tt.presses) {
				t.Fatal("the place is not in the pane")
			}
			if tt.from != tt.to || tt.presses == 1 {
				p.Drag(tt.to)
			}
			if got := p.Selected(); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if p.Selecting() {
				t.Error("keys move its end")
			}
		})
	}
}

func TestDraggingBeyondTheEdgeScrolls(t *testing.T) {
	p := newPane(numbered(50), 30, 5)
	p.Draw(uv.NewScreenBuffer(30, 5), uv.Rect(0, 0, 30, 5))
	p.Press(uv.Pos(10, 2), 1)
	for range 10 {
		p.Drag(uv.Pos(11, 7))
	}
	if got := p.Selected(); !strings.HasSuffix(got, "line 14") || p.Position().Line != 10 {
		t.Errorf("line %d is on top; %q", p.Position().Line, got)
	}
	if p.Press(uv.Pos(10, 5), 1) {
		t.Error("a press below the pane is taken")
	}
}

func TestSelectionIsSeen(t *testing.T) {
	p := textpane.New(textpane.Styles{Selected: uv.Style{Attrs: uv.AttrReverse}})
	p.SetText("one\n\ntwo three")
	p.SetNumbers(false)
	scr := uv.NewScreenBuffer(10, 4)
	p.Draw(scr, scr.Bounds())
	p.Press(uv.Pos(1, 0), 1)
	p.Drag(uv.Pos(2, 2))
	p.Draw(scr, scr.Bounds())
	var got []string
	for y := range 4 {
		row := ""
		for x := range 10 {
			if scr.CellAt(x, y).Style.Attrs&uv.AttrReverse != 0 {
				row += "#"
			} else {
				row += "."
			}
		}
		got = append(got, row)
	}
	if want := ".###...... #......... ###....... .........."; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

// Whatever is selected is a part of the text, between whole glyphs.
func FuzzSelection(f *testing.F) {
	f.Add(verse, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add("a\u0301\u0301\xff\r\r\n\x1b[31m", []byte{9, 9, 9, 3, 2, 1})
	ids := []keymap.ID{
		keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom, keymap.ScrollLeft, keymap.ScrollRight,
		keymap.WordLeft, keymap.WordRight, keymap.LineStart, keymap.LineEnd, keymap.SelectLines, keymap.OtherEnd,
	}
	f.Fuzz(func(t *testing.T, text string, keys []byte) {
		p := newPane(text, 20, 4)
		p.Select()
		for _, k := range keys[:min(len(keys), 50)] {
			p.HandleSelection(ids[int(k)%len(ids)])
			p.SetWrap(k < 128)
			if !strings.Contains(text, p.Selected()) {
				t.Fatalf("%q is no part of the text", p.Selected())
			}
			rows(t, p, 20, 4)
		}
	})
}

func BenchmarkSelectionKey(b *testing.B) {
	p := newPane(strings.Repeat("a", 5<<20), 80, 24)
	p.SetWrap(false)
	p.Select()
	p.HandleSelection(keymap.LineEnd)
	scr := uv.NewScreenBuffer(80, 24)
	for b.Loop() {
		p.HandleSelection(keymap.ScrollLeft)
		p.Draw(scr, scr.Bounds())
	}
}

// The last line of a text may begin far above what is in sight of it.
func TestSelectAtTheEndOfALongLine(t *testing.T) {
	p := newPane("first\n"+strings.Repeat("words ", 100)+"end", 30, 5)
	p.Handle(keymap.Bottom)
	before := p.Position()
	p.Select()
	p.HandleSelection(keymap.LineEnd)
	if got := p.Position(); got != before || !strings.HasSuffix(p.Selected(), "end") || strings.Contains(p.Selected(), "first") {
		t.Errorf("%+v, want %+v; %q", got, before, p.Selected())
	}
}
