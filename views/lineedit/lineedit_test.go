package lineedit

import "testing"

func TestEdit(t *testing.T) {
	tests := []struct {
		name, line, key, text, want string
		used                        bool
	}{
		{"a character", "ab", "c", "c", "abc", true},
		{"several at once", "a", "é", "é日", "aé日", true},
		{"space", "a", "space", " ", "a ", true},
		{"backspace takes a character", "a日", "backspace", "", "a", true},
		{"backspace on nothing", "", "backspace", "", "", true},
		{"a word", "one two  ", "ctrl+w", "", "one ", true},
		{"the only word", "one", "ctrl+w", "", "", true},
		{"all of it", "one two", "ctrl+u", "", "", true},
		{"a key without text", "a", "f5", "", "a", false},
		{"a control character", "a", "ctrl+b", "\x02", "a", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, used := Edit(tt.line, tt.key, tt.text); got != tt.want || used != tt.used {
				t.Errorf("got %q, %v; want %q, %v", got, used, tt.want, tt.used)
			}
		})
	}
}

func TestPasteIsOneLine(t *testing.T) {
	if got := Paste("a ", "b\tc\nd\r\n"); got != "a b c d" {
		t.Errorf("got %q", got)
	}
}
