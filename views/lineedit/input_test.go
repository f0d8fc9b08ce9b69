package lineedit

import (
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
)

func TestInput(t *testing.T) {
	tests := []struct {
		name, text string
		keys       []string // editing keys; others are typed
		want       string
	}{
		{"at the end", "ab", []string{"c"}, "abc"},
		{"inside", "ac", []string{"left", "b"}, "abc"},
		{"a whole cluster back", "a👩‍👩‍👧", []string{"backspace"}, "a"},
		{"a cluster that the text completes", "👩‍👧", []string{"home", "x", "right", "backspace"}, "x"},
		{"words", "one/two-three", []string{"ctrl+w", "ctrl+left", "ctrl+k"}, "one/"},
		{"to the start", "one two", []string{"ctrl+left", "ctrl+u"}, "two"},
		{"at the ends nothing happens", "a", []string{"right", "delete", "home", "backspace", "left"}, "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var in Input
			in.Set(tt.text)
			for _, key := range tt.keys {
				if !in.Edit(key) {
					in.Insert(key)
				}
			}
			if got := in.Text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPasteIsOneLine(t *testing.T) {
	var in Input
	in.Set("a ")
	if in.Paste("b\tc\nd\r\n"); in.Text() != "a b c d" {
		t.Errorf("got %q", in.Text())
	}
}

func TestType(t *testing.T) {
	var in Input
	for _, key := range []struct {
		key, text string
		used      bool
	}{{"é", "é日", true}, {"space", " ", true}, {"f5", "", false}, {"ctrl+g", "\x07", false}, {"backspace", "", true}} {
		if used := in.Type(key.key, key.text); used != key.used {
			t.Errorf("%s: used %v", key.key, used)
		}
	}
	if in.Text() != "é日" {
		t.Errorf("got %q", in.Text())
	}
}

func TestSeveralLines(t *testing.T) {
	in := Lines()
	in.Insert("one\r\ntwo\rthree")
	for _, key := range []string{"home", "backspace", "end", "ctrl+u", "ctrl+home", "end", "ctrl+k"} {
		in.Edit(key)
	}
	if in.Text() != "one" || !in.AtEnd() {
		t.Errorf("got %q, the cursor at %d", in.Text(), in.Cursor())
	}
	in.Set("  {")
	in.BreakLine()
	in.BreakLine()
	in.CloseBracket("}")
	if in.Text() != "  {\n    \n  }" {
		t.Errorf("got %q", in.Text())
	}
}

func TestInputScrollsToItsCursor(t *testing.T) {
	var in Input
	in.Set("0123456789abcdef")
	scr := uv.NewScreenBuffer(8, 1)
	line := func() (text string, x int) {
		draw.Fill(scr, scr.Bounds(), uv.Style{})
		x = in.Draw(draw.NewRow(scr, scr.Bounds(), 0), ansi.WcWidth, uv.Style{})
		for i := range 8 {
			text += scr.CellAt(i, 0).Content
		}
		return text, x
	}
	if text, x := line(); text != "…abcdef " || x != 7 {
		t.Errorf("%q, cursor %d", text, x)
	}
	in.Click(ansi.WcWidth, 8, 3)
	in.Insert("X")
	if in.Text() != "0123456789abXcdef" {
		t.Errorf("clicked into %q", in.Text())
	}
	in.Edit("home")
	if text, x := line(); text != "0123456…" || x != 0 {
		t.Errorf("%q, cursor %d", text, x)
	}
	in.Edit("end")
	in.Edit("left")
	if rest := in.Split(); rest != "f" || !in.AtEnd() || in.AtStart() {
		t.Errorf("split off %q", rest)
	}
}

func FuzzInput(f *testing.F) {
	f.Add("a\u0301👩\u200d👧", "\x01\x02\x03x\x04", uint8(5), false)
	f.Add("one\n  {\u0301\r\n}", "\x0a\x0b\x02\x07\x0c", uint8(5), true)
	f.Fuzz(func(t *testing.T, text, keys string, width uint8, lines bool) {
		edits := []string{"left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+left", "ctrl+right", "ctrl+u", "ctrl+home", "ctrl+end"}
		var in Input
		if lines {
			in = Lines()
		}
		in.Set(text)
		scr := uv.NewScreenBuffer(max(int(width), 1), 1)
		for _, r := range keys {
			switch {
			case int(r) < len(edits):
				in.Edit(edits[r])
			case r == '\r':
				in.BreakLine()
			case r == '}':
				in.CloseBracket("}")
			default:
				in.Insert(string(r))
			}
			x := in.Draw(draw.NewRow(scr, scr.Bounds(), 0), ansi.WcWidth, uv.Style{})
			if x < 0 || x >= scr.Width() {
				t.Fatalf("cursor in column %d of %d", x, scr.Width())
			}
			in.Click(ansi.WcWidth, scr.Width(), int(r)%scr.Width())
		}
	})
}
