package uritemplate

import (
	"strings"
	"unicode/utf8"
)

// The character classes of RFC 6570, section 1.5.
const (
	letters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits     = "0123456789"
	unreserved = letters + digits + "-._~"
	reserved   = ":/?#[]@" + "!$&'()*+,;="
)

func isDigit(c byte) bool      { return '0' <= c && c <= '9' }
func isUnreserved(c byte) bool { return strings.IndexByte(unreserved, c) >= 0 }
func isReserved(c byte) bool   { return strings.IndexByte(reserved, c) >= 0 }

// isNameByte reports whether c alone can be part of a variable name.
func isNameByte(c byte) bool {
	return c == '_' || strings.IndexByte(letters+digits, c) >= 0
}

func isHex(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// isTriplet reports whether s starts with a percent-encoded byte, %XX.
func isTriplet(s string) bool {
	return len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2])
}

// isLiteralRune reports whether r may stand in the literal text of a template
// (RFC 6570, section 2.1, with the apostrophe that erratum 6937 adds).
func isLiteralRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return isUnreserved(byte(r)) || isReserved(byte(r))
	case r < 0xA0, // C1 controls
		0xFDD0 <= r && r <= 0xFDEF, 0xFFF0 <= r && r <= 0xFFFF,
		r&0xFFFE == 0xFFFE,           // noncharacters
		0xE0000 <= r && r <= 0xE0FFF: // tags and variation selectors
		return false
	}
	return true
}

// encode percent-encodes every byte of s but the unreserved characters and,
// with keepReserved, the reserved ones and what is percent-encoded already
// (RFC 6570, section 3.2.1).
func encode(s string, keepReserved bool) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	done := 0 // s[:done] is in b
	for at := range len(s) {
		c := s[at]
		if isUnreserved(c) || keepReserved && (isReserved(c) || isTriplet(s[at:])) {
			continue
		}
		b.WriteString(s[done:at])
		b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		done = at + 1
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// prefix returns the first n characters of s. With keepReserved, where
// percent-encoded text passes through as it is, the triplets of one character
// count as that one character and are never split (RFC 6570, section 2.4.1).
func prefix(s string, n int, keepReserved bool) string {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		if keepReserved && isTriplet(s[at:]) {
			at += encodedRuneLen(s[at:])
			continue
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return s[:at]
}

// encodedRuneLen returns the length of the triplets at the start of s that make
// up one character. Triplets that are no UTF-8 stand for themselves.
func encodedRuneLen(s string) int {
	var decoded []byte
	for at := 0; len(decoded) < utf8.UTFMax && isTriplet(s[at:]); at += 3 {
		decoded = append(decoded, unhex(s[at+1])<<4|unhex(s[at+2]))
	}
	_, size := utf8.DecodeRune(decoded)
	return 3 * size
}

func unhex(c byte) byte {
	switch {
	case isDigit(c):
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	}
	return c - 'A' + 10
}
