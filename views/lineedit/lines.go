package lineedit

import "strings"

// Lines returns an empty text of several lines. The start and the end that keys go
// to are those of the line with the cursor.
func Lines() Input { return Input{lines: true} }

// lineBreaks makes all line breaks line feeds. Terminals paste them as carriage
// returns.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func (in *Input) lineStart() int {
	if !in.lines {
		return 0
	}
	return strings.LastIndexByte(in.text[:in.cursor], '\n') + 1
}

func (in *Input) lineEnd() int {
	if n := strings.IndexByte(in.text[in.cursor:], '\n'); in.lines && n >= 0 {
		return in.cursor + n
	}
	return len(in.text)
}

// BreakLine starts a new line as far in as this one, further after a bracket.
func (in *Input) BreakLine() {
	line := in.text[in.lineStart():in.cursor]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if trimmed := strings.TrimRight(line, " \t"); strings.HasSuffix(trimmed, "{") || strings.HasSuffix(trimmed, "[") {
		indent += "  "
	}
	in.Insert("\n" + indent)
}

// CloseBracket types a closing bracket, as far out as its line allows.
func (in *Input) CloseBracket(bracket string) {
	if line := in.text[in.lineStart():in.cursor]; strings.HasSuffix(line, "  ") && strings.Trim(line, " \t") == "" {
		in.erase(in.cursor-2, in.cursor)
	}
	in.Insert(bracket)
}
