package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// environment returns a lookup of the given variables.
func environment(variables map[string]string) Lookup {
	return func(name string) (string, bool) {
		value, set := variables[name]
		return value, set
	}
}

func load(t *testing.T, variables map[string]string, path ...string) *File {
	t.Helper()
	f, err := Load(filepath.Join(append([]string{"testdata"}, path...)...), environment(variables))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func absolute(t *testing.T, path ...string) string {
	t.Helper()
	p, err := filepath.Abs(filepath.Join(append([]string{"testdata"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func checkServers(t *testing.T, got, want []Server) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d servers, want %d: %v", len(got), len(want), got)
	}
	for i := range want {
		g := got[i]
		if want[i].Problem != nil {
			if g.Problem == nil || !strings.Contains(g.Problem.Error(), want[i].Problem.Error()) {
				t.Errorf("problem of %s is %v, want %v in it", g.Name, g.Problem, want[i].Problem)
			}
			g.Problem = want[i].Problem
		}
		if !reflect.DeepEqual(g, want[i]) {
			type open Server // without the masking String method
			t.Errorf("server %d is %+v\nwant %+v", i, open(g), open(want[i]))
		}
	}
}

func TestLoadClaudeDesktop(t *testing.T) {
	f := load(t, nil, "claude", "claude_desktop_config.json")
	checkServers(t, f.Servers, []Server{
		{Name: "filesystem", Command: "npx", Transport: Stdio,
			Args: []string{"-y", "@modelcontextprotocol/server-filesystem", "/Users/ann/Desktop", "/Users/ann/Downloads"}},
		{Name: "brave-search", Command: "npx", Transport: Stdio,
			Args: []string{"-y", "@modelcontextprotocol/server-brave-search"}, Env: []Setting{{"BRAVE_API_KEY", "brave-secret"}}},
		{Name: "postgres", Command: "docker", Transport: Stdio,
			Args: []string{"run", "-i", "--rm", "-p", "5432", "mcp/postgres", "postgresql://ann:pg-secret@host.docker.internal:5432/mydb"}},
	})
}

func TestLoadCursor(t *testing.T) {
	f := load(t, map[string]string{"CURSOR_KEY": "k", "HOME": "/home/ann"}, "cursor", ".cursor", "mcp.json")
	checkServers(t, f.Servers, []Server{
		{Name: "local", Command: "python", Transport: Stdio,
			Args: []string{absolute(t, "cursor") + string(filepath.Separator) + "tools/server.py", "--home=/home/ann"},
			Env:  []Setting{{"API_KEY", "k"}, {"PROJECT", "cursor"}}},
		{Name: "remote", URL: "https://api.example.com/mcp", Transport: Auto,
			Headers: []Setting{{"Authorization", "Bearer k"}, {"X-Client", "cursor"}}},
	})
}

func TestLoadVSCode(t *testing.T) {
	f := load(t, nil, "vscode", ".vscode", "mcp.json")
	checkServers(t, f.Servers, []Server{
		{Name: "perplexity", Command: "npx", Transport: Stdio, Args: []string{"-y", "server-perplexity-ask"},
			Problem: errors.New(`mcp.json:17:38: server "perplexity": env.PERPLEXITY_API_KEY: ${input:perplexity-key} is a question VS Code asks, ` +
				`which is not supported here; write ${env:NAME} instead and set NAME in the environment`)},
		{Name: "github", URL: "https://api.githubcopilot.com/mcp/", Transport: HTTP},
		{Name: "old", URL: "http://127.0.0.1:3001/sse", Transport: SSE},
		{Name: "tests", Command: "node", Args: []string{"build/index.js"}, Dir: absolute(t, "vscode", "packages", "server"), Transport: Stdio},
	})
}

func TestLoadOwn(t *testing.T) {
	f := load(t, map[string]string{"STAGING_HOST": "staging.example.com", "STAGING_TOKEN": "t"}, "own", "mcp.json")
	checkServers(t, f.Servers, []Server{
		{Name: "docs", Command: "atlas-docs", Args: []string{"--root", absolute(t, "own")}, Transport: Stdio, Protocol: "modern"},
		{Name: "staging", URL: "https://staging.example.com/mcp", Transport: HTTP, Protocol: "2025-11-25", Disabled: true,
			Headers: []Setting{{"Authorization", "Bearer t"}, {"X-Trace", "true"}}},
		{Name: "broken", Transport: Stdio,
			Problem: errors.New(`mcp.json:15:28: server "broken": command: must be a string, not a list`)},
		{Name: "fine", Command: "fine", Transport: Stdio},
	})
}

func TestLoadOfMissingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mcp.json")
	if _, err := Load(path, environment(nil)); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names %s", err, path)
	}
}

func TestFind(t *testing.T) {
	f := load(t, nil, "own", "mcp.json")
	if s, err := f.Find("fine"); err != nil || s.Command != "fine" {
		t.Errorf("Find gives %v, %v", s, err)
	}
	if s, err := f.Find("broken"); s.Problem == nil || !errors.Is(err, s.Problem) {
		t.Errorf("Find gives %v for a broken server, want its problem", err)
	}
	_, err := f.Find("Dosc")
	var missing *NotFoundError
	if !errors.As(err, &missing) || missing.Names[0] != "docs" || len(missing.Names) != 4 {
		t.Fatalf("Find gives %v, want all four names and docs first", err)
	}
	want := `no server "Dosc": ` + f.Path + ` has "docs", "fine", "broken", "staging"`
	if err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestFindAmongNoneAndMany(t *testing.T) {
	none := File{Path: "mcp.json"}
	if _, err := none.Find("a"); err == nil || err.Error() != `no server "a": mcp.json has no servers` {
		t.Errorf("error %v", err)
	}
	many := File{Path: "mcp.json"}
	for i := range 11 {
		many.Servers = append(many.Servers, Server{Name: fmt.Sprintf("s%02d", i)})
	}
	if _, err := many.Find("s"); err == nil || !strings.HasSuffix(err.Error(), `"s07" and 3 more`) {
		t.Errorf("error %v", err)
	}
}

func TestNothingSecretIsShown(t *testing.T) {
	servers := []Server{
		{Name: "child", Command: "node", Args: []string{"--key=SECRET"}, Env: []Setting{{"KEY", "SECRET"}}},
		{Name: "remote", URL: "https://SECRET:SECRET@example.com/SECRET?key=SECRET#SECRET", Headers: []Setting{{"Authorization", "SECRET"}}},
		{Name: "odd", URL: "SECRET"},
	}
	wants := []string{
		"child: node (arguments: 1) KEY=***",
		"remote: https://example.com/*** Authorization=***",
		"odd: ***",
	}
	for i, s := range servers {
		if s.String() != wants[i] {
			t.Errorf("got  %s\nwant %s", s, wants[i])
		}
		for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			for _, value := range []any{s, &s, s.Env, s.Headers, File{Servers: servers}, servers} {
				if text := fmt.Sprintf(format, value); strings.Contains(text, "SECRET") {
					t.Errorf("%s of %T shows a secret: %s", format, value, text)
				}
			}
		}
	}
}

func TestDiscover(t *testing.T) {
	own := absolute(t, "own")
	vscode, cursor := absolute(t, "vscode"), absolute(t, "cursor")
	tests := []struct {
		name   string
		places Places
		want   []string
	}{
		{"file of the project", Places{Project: own, Home: vscode}, []string{filepath.Join(own, "mcp.json")}},
		{"folder of VS Code", Places{Project: vscode, Home: own}, []string{filepath.Join(vscode, ".vscode", "mcp.json")}},
		{"folder of Cursor", Places{Project: cursor}, []string{filepath.Join(cursor, ".cursor", "mcp.json")}},
		{"file of the user", Places{Project: absolute(t, "claude"), Home: absolute(t, "home")}, []string{absolute(t, "home", "mcperuse", "mcp.json")}},
		{"nothing", Places{Project: absolute(t, "none"), Home: absolute(t, "none")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.places.Existing(); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
	if got := Discover(own); len(got) == 0 || got[0] != filepath.Join(own, "mcp.json") {
		t.Errorf("Discover gives %q, want the file of the project first", got)
	}
}
