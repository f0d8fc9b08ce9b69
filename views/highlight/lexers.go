package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2/lexers"
)

// Lexer is a language that text can be coloured as.
type Lexer struct {
	Name    string // as [Spans] takes it
	Aliases string
	Files   string // the names of its files, as patterns
}

// Lexers are all of them, by name.
func Lexers() []Lexer {
	names := lexers.Names(false)
	out := make([]Lexer, 0, len(names))
	for _, name := range names {
		if l, ok := named(lexers.Get(name)); ok {
			c := lexers.Get(name).Config()
			out = append(out, Lexer{l, strings.Join(c.Aliases, " "), strings.Join(c.Filenames[:min(len(c.Filenames), 3)], " ")})
		}
	}
	return out
}
