package diff

import "strings"

// Rebuild makes the newer text out of the older one and its changes.
func Rebuild(c *Changes, old string) string {
	lines := splitLines(old)
	var out strings.Builder
	at := 0
	for _, l := range c.lines {
		switch l.op {
		case same, removed:
			for at < l.from-1 {
				out.WriteString(lines[at])
				at++
			}
			if l.op == same {
				out.WriteString(lines[at])
			}
			at++
		case added:
			// What came between is the same in both.
			for strings.Count(out.String(), "\n") < l.to-1 && at < len(lines) {
				out.WriteString(lines[at])
				at++
			}
			out.WriteString(l.text)
			if !l.open {
				out.WriteByte('\n')
			}
		case heading, note:
		}
	}
	for _, l := range lines[min(at, len(lines)):] {
		out.WriteString(l)
	}
	return out.String()
}
