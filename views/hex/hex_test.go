package hex_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/find"
	"mcperuse/views/hex"
	"mcperuse/views/screentest"
)

func pane(data string) *hex.Pane {
	return hex.New(strings.NewReader(data))
}

func drawn(p *hex.Pane) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { p.Draw(scr, area, themes.Dark(), true) }
}

const sample = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x1b]0;t\x07 caf\xc3\xa9 and the rest of a short file."

func TestScreens(t *testing.T) {
	for name, width := range map[string]int{"32": 150, "16": 78, "8": 45, "4": 24} {
		screentest.Golden(t, name+"-bytes-a-row", width, 12, drawn(pane(strings.Repeat(sample, 4))))
	}
	for name, data := range map[string]string{"empty": "", "one": "x", "sample": strings.Repeat(sample, 40)} {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, drawn(pane(data))) })
	}
}

func TestMoves(t *testing.T) {
	for name, tt := range map[string]struct {
		keys []keymap.ID
		want int64
	}{
		"down":                        {[]keymap.ID{keymap.Down}, 16},
		"up at the top":               {[]keymap.ID{keymap.Up}, 0},
		"right":                       {[]keymap.ID{keymap.ScrollRight, keymap.ScrollRight, keymap.ScrollLeft}, 1},
		"left at the top":             {[]keymap.ID{keymap.ScrollLeft}, 0},
		"end":                         {[]keymap.ID{keymap.Bottom}, 999},
		"end and on":                  {[]keymap.ID{keymap.Bottom, keymap.Down, keymap.ScrollRight, keymap.PageDown}, 999},
		"a short last row":            {[]keymap.ID{keymap.Bottom, keymap.Up, keymap.ScrollRight, keymap.Down}, 999},
		"a page":                      {[]keymap.ID{keymap.PageDown}, 9 * 16},
		"a page and back":             {[]keymap.ID{keymap.PageDown, keymap.PageUp}, 0},
		"half a page":                 {[]keymap.ID{keymap.HalfDown}, 5 * 16},
		"half a page up from the end": {[]keymap.ID{keymap.Bottom, keymap.HalfUp}, 999 - 5*16},
	} {
		t.Run(name, func(t *testing.T) {
			p := pane(strings.Repeat("0123456789", 100))
			p.SetSize(78, 10)
			for _, id := range tt.keys {
				if !p.Handle(id) {
					t.Errorf("%s is no key of it", id)
				}
			}
			if got := p.Position().Offset; got != tt.want {
				t.Errorf("the cursor is on %d, want %d", got, tt.want)
			}
		})
	}
}

func TestClick(t *testing.T) {
	p := pane(strings.Repeat("x", 1000))
	p.SetSize(80, 10)
	for at, want := range map[[2]int]int64{{9, 0}: 0, {12, 1}: 17, {9 + 25, 2}: 40, {9 + 50, 0}: 0, {9 + 50 + 15, 3}: 63, {0, 4}: 64, {79, 9}: 64} {
		p.SetCursor(64)
		p.Click(at[0], at[1])
		if got := p.Position().Offset; got != want {
			t.Errorf("a click on %v goes to %d, want %d", at, got, want)
		}
	}
}

func TestOffset(t *testing.T) {
	p := pane(strings.Repeat("x", 1001))
	p.SetCursor(500)
	for line, want := range map[string]int64{
		"0": 0, " 12 ": 12, "0x1F": 31, "0X10": 16, "50%": 500, "100 %": 1000, "+1": 501, "-0x10": 484, "1000": 1000,
		"": -1, "+": -1, "-": -1, "1001": -1, "-501": -1, "+501": -1, "0x": -1, "200%": -1, "NaN%": -1, "ten": -1, "99999999999999999999": -1,
	} {
		got, err := p.Offset(line)
		if err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%q goes to %d (%v), want %d", line, got, err, want)
		}
	}
}

func TestPattern(t *testing.T) {
	for line, want := range map[string]string{
		"de ad": "\xde\xad", "DE": "\xde", "0xdead": "\xde\xad", `"de"`: "de", "dead": "dead", "de a": "de a", "héllo": "héllo", "PNG ": "PNG ", "": "",
	} {
		if got, err := hex.Pattern(line); err != nil || string(got) != want {
			t.Errorf("%q stands for %q (%v), want %q", line, got, err, want)
		}
	}
	if _, err := hex.Pattern("0xabc"); err == nil {
		t.Error("half a byte is no pattern")
	}
}

func TestHits(t *testing.T) {
	p := pane("ab..ab..ab")
	found := p.Search(find.Query{Pattern: "61 62"})(t.Context())
	if want := []find.Hit{{Start: 0, End: 2}, {Start: 4, End: 6}, {Start: 8, End: 10}}; !slices.Equal(found.Hits, want) || found.More || found.Err != nil {
		t.Fatalf("%v, want %v", found, want)
	}
	p.SetHits(found.Hits)
	if p.SetHit(1); p.At() != 4 {
		t.Errorf("on %d", p.At())
	}
	for _, q := range []find.Query{{Pattern: "0xabc"}, {Pattern: "ab", Regexp: true}} {
		if p.Search(q)(t.Context()).Err == nil {
			t.Errorf("%v is looked for", q)
		}
	}
}

// A match that crosses the edge of a chunk is found once.
func FuzzSearch(f *testing.F) {
	f.Add([]byte("abcabc"), []byte("bc"), uint32(256<<10-2))
	f.Add([]byte("aaaa"), []byte("aa"), uint32(0))
	f.Fuzz(func(t *testing.T, data, pattern []byte, pad uint32) {
		data = append(make([]byte, pad%(600<<10)), data...)
		if len(pattern) == 0 || bytes.Count(pattern, []byte{0}) == len(pattern) {
			return
		}
		var want []int64
		for i := range data {
			if bytes.HasPrefix(data[i:], pattern) {
				want = append(want, int64(i))
			}
		}
		got, _ := hex.Search(t.Context(), bytes.NewReader(data), pattern)
		if len(got) != len(want) {
			t.Fatalf("%d hits, want %d", len(got), len(want))
		}
		for i := range got {
			if int64(got[i].Start) != want[i] || got[i].End-got[i].Start != len(pattern) {
				t.Fatalf("hit %d is %v, want one at %d", i, got[i], want[i])
			}
		}
	})
}

func BenchmarkKey(b *testing.B) {
	p := hex.New(bytes.NewReader(make([]byte, 50<<20)))
	scr := uv.NewScreenBuffer(80, 24)
	for b.Loop() {
		p.Handle(keymap.PageDown)
		p.Draw(scr, scr.Bounds(), themes.Dark(), true)
	}
}

func BenchmarkSearch50MB(b *testing.B) {
	src := bytes.NewReader(bytes.Repeat([]byte("the quick brown fox "), 50<<20/20))
	for b.Loop() {
		hex.Search(context.Background(), src, []byte("lazy"))
	}
}
