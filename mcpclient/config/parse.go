package config

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// Parse is [Load] for a file that has been read. The path is used in errors and
// for the workspace folder.
func Parse(path string, data []byte, lookup Lookup) (*File, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("cannot tell where %s is: %w", path, err)
	}
	src := &source{
		path: path,
		// Windows editors write a byte order mark. A comment may end with the
		// file, where the parser wants the end of its line.
		data:       append(bytes.Clone(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))), '\n'),
		references: references{lookup: lookup, workspace: workspaceFolder(absolute)},
	}
	root, err := src.parse()
	if err != nil {
		return nil, err
	}
	var entries []entry
	found := false
	for _, member := range root.Members {
		if name := text(member.Name); name != "mcpServers" && name != "servers" {
			continue
		}
		found = true
		servers, ok := member.Value.Value.(*hujson.Object)
		if !ok {
			return nil, src.errorAt(member.Value.StartOffset, "%q must be an object that holds the servers by name", text(member.Name))
		}
		entries = append(entries, src.entries(servers)...)
	}
	if !found {
		return nil, src.errorAt(0, `there are no servers in this file: it has neither "mcpServers" nor, as VS Code writes, "servers"`)
	}
	markDuplicates(entries)
	f := &File{Path: path}
	for _, e := range entries {
		f.Servers = append(f.Servers, e.server)
	}
	return f, nil
}

// workspaceFolder returns what ${workspaceFolder} stands for in the file at path.
func workspaceFolder(path string) string {
	folder := filepath.Dir(path)
	if base := filepath.Base(folder); base == ".vscode" || base == ".cursor" {
		return filepath.Dir(folder)
	}
	return folder
}

// source is a file being read.
type source struct {
	path string
	data []byte
	references
}

// position returns the line and the column of a byte, counting from 1.
func (src *source) position(offset int) (line, column int) {
	before := src.data[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])
}

func (src *source) errorAt(offset int, format string, args ...any) *Error {
	line, column := src.position(offset)
	return &Error{Path: src.path, Line: line, Column: column, Reason: fmt.Sprintf(format, args...)}
}

func (src *source) parse() (*hujson.Object, error) {
	if len(src.data) > maxSize+len("\n") {
		return nil, src.errorAt(0, "the file is larger than %d MB, which no list of servers is", maxSize>>20)
	}
	if offset := tooDeep(src.data); offset >= 0 {
		return nil, src.errorAt(offset, "lists and objects are nested more than %d deep", maxDepth)
	}
	value, err := hujson.Parse(src.data)
	if err != nil {
		return nil, src.syntaxError(err)
	}
	root, ok := value.Value.(*hujson.Object)
	if !ok {
		return nil, src.errorAt(value.StartOffset, `the file must hold an object, { "mcpServers": { … } }`)
	}
	return root, nil
}

// syntaxError words an error of the parser, which starts with the place and may
// quote a whole string of the file.
func (src *source) syntaxError(err error) error {
	e := &Error{Path: src.path, Line: 1, Column: 1}
	message := err.Error()
	if n, _ := fmt.Sscanf(message, "hujson: line %d, column %d:", &e.Line, &e.Column); n == 2 {
		_, message, _ = strings.Cut(message, ": ")
		_, message, _ = strings.Cut(message, ": ")
	}
	end := len(src.data) - len("\n") // without the line end that was added
	lines := bytes.Split(src.data[:end], []byte("\n"))
	if e.Line > len(lines) {
		e.Line, e.Column = src.position(end)
	} else if line := lines[e.Line-1]; e.Column <= len(line) {
		e.Column = 1 + utf8.RuneCount(line[:e.Column-1]) // the parser counts bytes
	}
	if strings.HasPrefix(message, "invalid literal") {
		message = "this is not a value JSON knows: quote texts, and check the backslashes and line breaks in them"
	}
	message = strings.Replace(message, "unexpected EOF", "the file ends too early", 1)
	e.Reason = message
	return e
}

// maxDepth bounds how deep values are nested. The parser is recursive, and a
// file of a few megabytes of brackets would exhaust its stack.
const maxDepth = 1000

// tooDeep returns the offset of the bracket that nests too deep, or -1.
func tooDeep(data []byte) int {
	depth := 0
	for at := 0; at < len(data); at++ {
		switch data[at] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return at
			}
		case '}', ']':
			depth--
		case '"':
			for at++; at < len(data) && data[at] != '"'; at++ {
				if data[at] == '\\' {
					at++
				}
			}
		case '/':
			end := []byte("\n")
			if bytes.HasPrefix(data[at:], []byte("/*")) {
				end = []byte("*/")
			} else if !bytes.HasPrefix(data[at:], []byte("//")) {
				continue
			}
			at++ // "/*/" does not end the comment it starts
			length := bytes.Index(data[at+1:], end)
			if length < 0 {
				return -1
			}
			at += length + len(end)
		}
	}
	return -1
}

// text returns the text of a string, and what is written for any other literal.
func text(v hujson.Value) string {
	literal, _ := v.Value.(hujson.Literal)
	return literal.String()
}
