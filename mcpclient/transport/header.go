package transport

import (
	"encoding/base64"
	"net/http"
	"strings"
)

const (
	encodedPrefix = "=?base64?"
	encodedSuffix = "?="

	sessionHeader  = "Mcp-Session-Id"
	revisionHeader = "MCP-Protocol-Version"
	jsonType       = "application/json"
	eventsType     = "text/event-stream"
)

// encodeHeaderValue spells s for the headers Mcp-Method and Mcp-Name
// (2026-07-28, "Streamable HTTP, Standard MCP Request Headers"): as it is when
// it is visible ASCII with blanks only inside and does not look encoded, else in
// base64.
func encodeHeaderValue(s string) string {
	plain := s != "" && s == strings.Trim(s, " \t") &&
		(!strings.HasPrefix(s, encodedPrefix) || !strings.HasSuffix(s, encodedSuffix))
	for i := 0; plain && i < len(s); i++ {
		plain = s[i] >= 0x20 && s[i] < 0x7F || s[i] == '\t'
	}
	if plain {
		return s
	}
	return encodedPrefix + base64.StdEncoding.EncodeToString([]byte(s)) + encodedSuffix
}

// messageHeaders sets the headers of a POST that carries m.
func messageHeaders(h http.Header, m Outgoing) {
	h.Set("Content-Type", jsonType)
	h.Set("Accept", jsonType+", "+eventsType)
	if m.Revision != "" {
		h.Set(revisionHeader, m.Revision)
	}
	if !m.Modern {
		return
	}
	if m.Kind != 0 && m.Method != "" {
		h.Set("Mcp-Method", encodeHeaderValue(m.Method))
	}
	switch {
	case m.Name == "":
	case m.RawName:
		h.Set("Mcp-Name", strings.Map(printable, m.Name))
	default:
		h.Set("Mcp-Name", encodeHeaderValue(m.Name))
	}
}

// printable drops what would end a header early.
func printable(r rune) rune {
	if r < 0x20 || r == 0x7F {
		return -1
	}
	return r
}

// visibleASCII reports whether s can be a session id.
func visibleASCII(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r <= 0x20 || r >= 0x7F }) < 0
}
