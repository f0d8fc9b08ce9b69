// Package config reads the files in which MCP clients keep their servers:
// the mcpServers shape of Claude Desktop, Claude Code, Cursor and mcperuse
// itself, and the servers shape of VS Code.
//
// The values of environment variables and headers are secrets. They are in the
// fields of a [Server] for whoever starts it, and nowhere else: no error and no
// String method shows them.
package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Lookup returns the value of an environment variable and whether it is set, as
// [os.LookupEnv] does.
type Lookup func(name string) (string, bool)

// File is a configuration file.
type File struct {
	Path string
	// Servers are the entries in the order of the file, the faulty ones too.
	Servers []Server
}

// Server is one entry of a file, with all references to variables replaced.
// Command or URL is set, never both, unless there is a Problem.
type Server struct {
	Name string

	// Command is the program of a server that is started as a child process.
	Command string
	Args    []string
	// Env is added to the environment of the child, in the order of the file.
	Env []Setting
	// Dir is the directory to start the child in; empty where the file does not
	// say. A relative one was joined to the workspace folder, see [Load].
	Dir string

	// URL is the http or https address of a server that is running already.
	URL string
	// Headers are sent with every request, in the order of the file.
	Headers []Setting

	// Transport is how to talk to the server.
	Transport Transport
	// Protocol is the revision or era to speak, "auto", "modern", "legacy" or a
	// date such as "2025-06-18"; empty where the file does not say.
	Protocol string
	// Disabled is set when the entry is switched off.
	Disabled bool

	// Problem says why the server cannot be used; nil when it can. The other
	// fields hold what could be read nevertheless. It is an [*Error], or wraps
	// several.
	Problem error
}

// Setting is an environment variable or a header.
type Setting struct{ Name, Value string }

// Transport is how a client and a server exchange frames.
type Transport string

// The transports.
const (
	Stdio Transport = "stdio"
	HTTP  Transport = "http" // Streamable HTTP
	SSE   Transport = "sse"  // HTTP with SSE, of revision 2024-11-05
	// Auto is a URL whose entry does not say which of the two it is.
	Auto Transport = "auto"
)

// maxSize bounds the size of a file in bytes. The largest real ones, which hold
// a client's whole state beside its servers, are a few megabytes.
const maxSize = 32 << 20

// Load reads the file at path. Comments and trailing commas are allowed.
//
// Every string value may refer to variables: ${NAME}, ${NAME:-default} and
// ${env:NAME} ask lookup; ${workspaceFolder}, ${workspaceFolderBasename},
// ${userHome}, ${pathSeparator} and ${/} mean what they mean in VS Code. The
// workspace folder is the folder of the file, or the one above it when that is
// called .vscode or .cursor.
//
// A faulty entry does not fail the file: it has a Problem. The error is an
// [*Error] unless the file cannot be read at all.
func Load(path string, lookup Lookup) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	return Parse(path, data, lookup)
}

// Find returns the server with the given name. The error is a [*NotFoundError],
// or the Problem of the server.
func (f *File) Find(name string) (Server, error) {
	for _, s := range slices.Backward(f.Servers) { // the last of a name counts
		if s.Name == name {
			return s, s.Problem
		}
	}
	var names []string
	for _, s := range f.Servers {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return distance(name, a) - distance(name, b) })
	return Server{}, &NotFoundError{Path: f.Path, Name: name, Names: names}
}

// NotFoundError reports that a file has no server of a name.
type NotFoundError struct {
	Path, Name string
	// Names are the names there are, the most similar first.
	Names []string
}

// Error names the servers there are.
func (e *NotFoundError) Error() string {
	const most = 8
	if len(e.Names) == 0 {
		return fmt.Sprintf("no server %q: %s has no servers", e.Name, e.Path)
	}
	var quoted []string
	for _, name := range e.Names[:min(most, len(e.Names))] {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	list := strings.Join(quoted, ", ")
	if more := len(e.Names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("no server %q: %s has %s", e.Name, e.Path, list)
}

// distance is the number of characters to add, remove or replace to turn a into
// b, regardless of case.
func distance(a, b string) int {
	from, to := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	row := make([]int, len(to)+1)
	for i := range row {
		row[i] = i
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
