package logtext

import "strings"

// levels are the words for levels, in capitals.
var levels = map[string]level{
	"TRACE": debug, "TRC": debug, "DEBUG": debug, "DBG": debug, "VERBOSE": debug,
	"INFO": info, "INF": info, "NOTICE": info,
	"WARN": warning, "WARNING": warning, "WRN": warning,
	"ERROR": failure, "ERR": failure, "CRITICAL": failure, "CRIT": failure, "ALERT": failure,
	"FATAL": failure, "FTL": failure, "PANIC": failure, "EMERG": failure, "SEVERE": failure,
}

// within is where in a line a level is looked for, in bytes.
const within = 96

// findLevel finds the word for the level of a line. A word in small letters could
// be part of a sentence, unless brackets or a name say that it is the level.
func findLevel(line string) (start int, l level, end int) {
	s := line[:min(len(line), within)]
	for at := 0; at < len(s); {
		if !letter(s[at]) {
			at++
			continue
		}
		end := at
		for end < len(s) && letter(s[end]) {
			end++
		}
		word := s[at:end]
		if len(word) <= len("CRITICAL") {
			upper := strings.ToUpper(word)
			if l := levels[upper]; l != none && (word == upper || named(s[:at])) {
				return at, l, end
			}
		}
		at = end
	}
	return 0, none, 0
}

// named reports whether what is before a word says that it is the level.
func named(before string) bool {
	before = strings.ToLower(strings.TrimRight(before, `"' `))
	for _, mark := range []string{"[", "<", "(", "level=", "lvl=", "severity=", "level:", "level\":"} {
		if strings.HasSuffix(before, mark) {
			return true
		}
	}
	return false
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// timeEnd returns where the time that begins a line ends, 0 where none does.
func timeEnd(s string) int {
	digits, end := 0, 0
	for i := range min(len(s), 40) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
			end = i + 1
		case c == 'Z' && i > 0:
			end = i + 1
		case c == ']' && s[0] == '[':
			if digits >= 6 {
				return i + 1
			}
			return 0
		case strings.IndexByte("-:.,/+TZ [", c) < 0:
			return whole(digits, end)
		}
	}
	return whole(digits, end)
}

// whole is the end of a time that has enough digits to be one.
func whole(digits, end int) int {
	if digits < 6 {
		return 0
	}
	return end
}
