package story

import "testing"

func TestEncodeKey(t *testing.T) {
	kitty, classic := keyboard{kitty: true}, keyboard{}
	for _, tt := range []struct {
		key            string
		kitty, classic string // "" where the terminal cannot send the key
	}{
		{"j", "j", "j"},
		{"G", "G", "G"},
		{"shift+g", "G", "G"},
		{"é", "é", "é"},
		{"+", "+", "+"},
		{"enter", "\r", "\r"},
		{"esc", "\x1b[27u", "\x1b"},
		{"space", " ", " "},
		{"shift+tab", "\x1b[9;2u", "\x1b[Z"},
		{"ctrl+c", "\x1b[99;5u", "\x03"},
		{"ctrl+C", "\x1b[99;6u", "\x03"},
		{"ctrl+space", "\x1b[32;5u", "\x00"},
		{"ctrl+alt+x", "\x1b[120;7u", "\x1b\x18"},
		{"ctrl+enter", "\x1b[13;5u", ""},
		{"alt+x", "\x1b[120;3u", "\x1bx"},
		{"up", "\x1b[A", "\x1b[A"},
		{"ctrl+right", "\x1b[1;5C", "\x1b[1;5C"},
		{"pgdown", "\x1b[6~", "\x1b[6~"},
		{"f1", "\x1b[P", "\x1bOP"},
		{"shift+f1", "\x1b[1;2P", "\x1b[1;2P"},
		{"f5", "\x1b[15~", "\x1b[15~"},
		{"enterr", "", ""},
		{"", "", ""},
		{"ctrl+", "", ""},
	} {
		for _, k := range []struct {
			name     string
			keyboard keyboard
			want     string
		}{{"kitty", kitty, tt.kitty}, {"classic", classic, tt.classic}} {
			got, err := k.keyboard.encode(tt.key)
			if got != k.want || (err == nil) != (k.want != "") {
				t.Errorf("%s %q: %q (%v), want %q", k.name, tt.key, got, err, k.want)
			}
		}
	}
	if got, _ := (keyboard{appCursor: true}).encode("up"); got != "\x1bOA" {
		t.Errorf("up with application cursor keys: %q", got)
	}
}
