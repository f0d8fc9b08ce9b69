package story

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// keyboard is what decides how a key is encoded.
type keyboard struct {
	// kitty says that the program switched on unambiguous keys of the kitty
	// keyboard protocol, on a terminal that has it.
	kitty bool
	// appCursor is DEC mode 1.
	appCursor bool
}

// Keys that send CSI 1 ; modifiers LETTER.
var letterKeys = map[string]byte{
	"up": 'A', "down": 'B', "right": 'C', "left": 'D', "end": 'F', "home": 'H',
	"f1": 'P', "f2": 'Q', "f4": 'S',
}

// Keys that send CSI NUMBER ; modifiers ~.
var numberKeys = map[string]int{
	"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6, "f3": 13, "f5": 15, "f6": 17, "f7": 18,
	"f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
}

// Keys that send one control character, or CSI code ; modifiers u.
var controlKeys = map[string]rune{
	"enter": '\r', "tab": '\t', "backspace": 0x7f, "esc": 0x1b, "space": ' ',
}

const (
	shift = 1 << iota
	alt
	ctrl
)

// encode returns the bytes a terminal sends for the key called name: one
// character ("j", "G", "?"), or a name ("enter", "esc", "tab", "space",
// "backspace", "up", "pgdown", "home", "delete", "f1"), with "ctrl+", "alt+" or
// "shift+" before it.
func (k keyboard) encode(name string) (string, error) {
	base, mods := name, 0
	for _, m := range []struct {
		prefix string
		bit    int
	}{{"ctrl+", ctrl}, {"alt+", alt}, {"shift+", shift}} {
		if rest, ok := strings.CutPrefix(base, m.prefix); ok && rest != "" {
			base, mods = rest, mods|m.bit
		}
	}
	if letter, ok := letterKeys[base]; ok {
		switch {
		case mods != 0:
			return fmt.Sprintf("\x1b[1;%d%c", 1+mods, letter), nil
		case letter >= 'P' && !k.kitty, k.appCursor && letter < 'P':
			return "\x1bO" + string(letter), nil
		}
		return "\x1b[" + string(letter), nil
	}
	if number, ok := numberKeys[base]; ok {
		if mods != 0 {
			return fmt.Sprintf("\x1b[%d;%d~", number, 1+mods), nil
		}
		return fmt.Sprintf("\x1b[%d~", number), nil
	}
	code, named := controlKeys[base]
	if !named {
		r, size := utf8.DecodeRuneInString(base)
		if size == 0 || size != len(base) {
			return "", fmt.Errorf("no key is called %q", name)
		}
		code = r
	}
	if k.kitty {
		return kittyKey(code, mods), nil
	}
	return classicKey(name, code, mods)
}

// kittyKey encodes a character key as the kitty keyboard protocol's first level
// ("disambiguate escape codes") says.
func kittyKey(code rune, mods int) string {
	switch {
	case code == 0x1b && mods == 0:
		return "\x1b[27u"
	case mods == 0:
		return string(code)
	case mods == shift && unicode.IsGraphic(code) && code != ' ':
		return string(unicode.ToUpper(code))
	case unicode.IsUpper(code):
		code, mods = unicode.ToLower(code), mods|shift
	}
	return fmt.Sprintf("\x1b[%d;%du", code, 1+mods)
}

// classicKey encodes a character key as terminals always did.
func classicKey(name string, code rune, mods int) (string, error) {
	prefix := ""
	if mods&alt != 0 {
		prefix, mods = "\x1b", mods&^alt
	}
	switch {
	case mods == 0:
		return prefix + string(code), nil
	case mods == shift && code == '\t':
		return prefix + "\x1b[Z", nil
	case mods == shift && unicode.IsLetter(code):
		return prefix + string(unicode.ToUpper(code)), nil
	case mods == ctrl && code == ' ':
		return prefix + "\x00", nil
	case mods == ctrl && (code >= '@' && code <= '_' || code >= 'a' && code <= 'z'):
		return prefix + string(code&0x1f), nil
	}
	return "", fmt.Errorf("a classic terminal has no way to send %q", name)
}

// mouse encodes a press, release or wheel step at cell x, y (from zero) the way
// modern terminals report it (mode 1006).
func mouse(button ansi.MouseButton, x, y int, release bool) string {
	return ansi.MouseSgr(ansi.EncodeMouseButton(button, false, false, false, false), x, y, release)
}
