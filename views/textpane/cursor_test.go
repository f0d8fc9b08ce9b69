package textpane_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
	"mcperuse/views/textpane"
)

var editable = "{\n\t\"a\":  \"日本\u202eé\u0301\",\n\n  \"long\": \"" + strings.Repeat("word ", 30) + strings.Repeat("x", 90) + "\"\n}\n "

// Every byte that begins a glyph is found again in the cell it is drawn in.
func TestPlaceAndOffset(t *testing.T) {
	for _, wrap := range []bool{true, false} {
		for _, width := range []int{7, 20, 80} {
			t.Run(fmt.Sprintf("wrapped %v, %d wide", wrap, width), func(t *testing.T) {
				p := newPane(editable, width, 5)
				p.SetWrap(wrap)
				start := 0
				for g := range draw.Glyphs(ansi.WcWidth, editable) {
					start = g.Start
					p.Follow(start)
					x, y, ok := p.Place(start)
					if !ok || x < 0 || x > width || y < 0 || y >= 5 {
						t.Fatalf("byte %d is in column %d of row %d, in sight %v", start, x, y, ok)
					}
					if got := p.Offset(x, y); got != start && editable[got:start] != strings.Repeat(" ", start-got) {
						t.Errorf("byte %d is in column %d of row %d, where byte %d is found", start, x, y, got)
					}
				}
				if got := p.Offset(width, 4); got < start {
					t.Errorf("right of the last row is byte %d of %d", got, len(editable))
				}
			})
		}
	}
}

func TestBelow(t *testing.T) {
	p := newPane("ab\n日本語\n\nabcdef", 80, 10)
	tests := []struct {
		name         string
		offset, rows int
		want         int
	}{
		{"into a shorter row, at its end", 14, -1, 13},
		{"down", 1, 1, 3},
		{"two down", 1, 2, 13},
		{"three down", 1, 3, 15},
		{"above the first row", 1, -1, 0},
		{"below the last row", 14, 1, 20},
		{"nowhere", 4, 0, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := p.Below(tt.offset, tt.rows, p.Column(min(tt.offset, 1))); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
	if got := p.Column(9); got != 4 {
		t.Errorf("column %d of a wide character, want 4", got)
	}
}

func TestFollowScrollsNoMoreThanNeeded(t *testing.T) {
	p := newPane(numbered(100), 20, 10)
	p.Follow(len("line 0\n") * 9)
	if got := p.Position().Line; got != 0 {
		t.Errorf("the last row in sight: line %d is on top", got)
	}
	text := p.Text()
	p.Follow(strings.Index(text, "line 10\n"))
	if got := p.Position().Line; got != 1 {
		t.Errorf("one row below: line %d is on top", got)
	}
	p.Follow(strings.Index(text, "line 90\n"))
	if got := p.Position().Line; got != 81 {
		t.Errorf("far below: line %d is on top", got)
	}
	p.Follow(strings.Index(text, "line 80\n"))
	if got := p.Position().Line; got != 80 {
		t.Errorf("one row above: line %d is on top", got)
	}
	p.Follow(len(text) + 5)
	if !p.Position().AtEnd {
		t.Error("past the end: the end is not in sight")
	}
}

func TestReplaceKeepsThePlace(t *testing.T) {
	p := newPane(numbered(100), 20, 10)
	p.ScrollTo(50)
	p.Replace(p.Text() + "more\n")
	if got := p.Position().Line; got != 50 {
		t.Errorf("line %d is on top, want 50", got)
	}
	p.Replace("short")
	if got := p.Position(); got.Line != 0 || got.Lines != 1 {
		t.Errorf("got %+v", got)
	}
}

func FuzzCursor(f *testing.F) {
	f.Add(editable, 3, uint8(10), true)
	f.Add("a\r\n\r\n\u0301", 2, uint8(1), false)
	f.Fuzz(func(t *testing.T, text string, offset int, width uint8, wrap bool) {
		p := textpane.New(textpane.Styles{})
		p.SetWrap(wrap)
		p.SetText(text)
		p.SetSize(int(width), 4)
		p.Follow(offset)
		for _, at := range []int{p.Offset(int(width)/2, 2), p.Below(offset, 1, p.Column(offset)), p.Below(offset, -1, 7)} {
			if at < 0 || at > len(text) {
				t.Fatalf("byte %d of %d", at, len(text))
			}
		}
		if x, y, ok := p.Place(offset); ok && (x < 0 || x > int(width) || y < 0 || y >= 4) {
			t.Fatalf("column %d of row %d in %dx4", x, y, width)
		}
	})
}
