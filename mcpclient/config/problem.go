package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Error says what is wrong in a configuration file, and where. It never holds a
// value from the file.
type Error struct {
	Path string
	// Line and Column count from 1; columns are characters.
	Line, Column int
	// Server is the name of the entry, and Field the place in it, such as
	// "env.TOKEN" or "args[2]". Both are empty where the file as a whole is meant.
	Server, Field string
	// Reason is a phrase for a person.
	Reason string
}

// Error starts with file:line:column.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", e.Path, e.Line, e.Column)
	if e.Server != "" {
		fmt.Fprintf(&b, "server %q: ", e.Server)
	}
	if e.Field != "" {
		fmt.Fprintf(&b, "%s: ", e.Field)
	}
	b.WriteString(e.Reason)
	return b.String()
}

// in says which entry the error is in, and which field of it.
func (e *Error) in(server, field string) *Error {
	e.Server, e.Field = server, field
	return e
}

// plain returns s, quoted and escaped unless it is made of visible ASCII.
func plain(s string) string {
	odd := func(r rune) bool { return r < '!' || r > '~' }
	if s == "" || strings.ContainsFunc(s, odd) {
		return strconv.Quote(s)
	}
	return s
}

// problems are several errors on one line.
type problems []error

func (p problems) Error() string {
	var texts []string
	for _, err := range p {
		texts = append(texts, err.Error())
	}
	return strings.Join(texts, "; ")
}

func (p problems) Unwrap() []error { return p }

// joined returns nil for no error, and the error itself for one.
func (p problems) joined() error {
	switch len(p) {
	case 0:
		return nil
	case 1:
		return p[0]
	}
	return p
}
