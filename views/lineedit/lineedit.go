// Package lineedit edits a line of text: a short one at its end, as filters and
// searches do, or an [Input] with a cursor in it. What it takes for a word and for
// text holds for every editor.
package lineedit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Edit returns the line after a key press, given as Bubble Tea spells it with
// the text it stands for, and reports whether the key means anything here.
func Edit(line, key, text string) (string, bool) {
	switch key {
	case "backspace", "ctrl+h":
		_, size := utf8.DecodeLastRuneInString(line)
		return line[:len(line)-size], true
	case "ctrl+w", "alt+backspace":
		line = strings.TrimRight(line, " ")
		return line[:strings.LastIndexByte(line, ' ')+1], true
	case "ctrl+u":
		return "", true
	}
	if first, _ := utf8.DecodeRuneInString(text); text == "" || unicode.IsControl(first) {
		return line, false
	}
	return line + text, true
}

// Paste returns the line with a text at its end, which becomes one line.
func Paste(line, text string) string {
	return line + strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.TrimRight(text, "\r\n"))
}
