package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The test binary plays a server over stdio when this variable names one.
const serverVariable = "CLI_TEST_SERVER"

func TestMain(m *testing.M) {
	switch name := os.Getenv(serverVariable); name {
	case "":
		os.Exit(m.Run())
	case "hostile":
		playHostile()
	case "changes":
		playChanges()
	case "dies":
		playDying()
	case "noise":
		fmt.Println("listening on stdio")
	default:
		playDemo(name)
	}
}

// result is what a command line came to.
type result struct {
	code        int
	out, errOut string
}

// run executes a command line. An argument of "SERVER" becomes this binary,
// playing the named server.
func run(t *testing.T, server string, args ...string) result {
	t.Helper()
	return runWith(t, false, server, args...)
}

// runInTerminal is run with an output that is a terminal.
func runInTerminal(t *testing.T, server string, args ...string) result {
	t.Helper()
	return runWith(t, true, server, args...)
}

func runWith(t *testing.T, terminal bool, server string, args ...string) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(serverVariable, server)
	for i := range args {
		if args[i] == "SERVER" {
			args[i] = self
		}
	}
	var out, errOut bytes.Buffer
	code := Run(t.Context(), Program{
		Version: "test", Self: self, Dir: t.TempDir(), In: strings.NewReader(""), Out: &out, Err: &errOut, OutIsTerminal: terminal,
		Lookup: func(string) (string, bool) { return "", false },
		Browse: func(context.Context, Browse) error { return errors.New("the browser was started") },
	}, args)
	return result{code, out.String(), errOut.String()}
}

func TestWrongUsageIsOneLineThatHelps(t *testing.T) {
	tests := []struct{ args, want string }{
		{"", "needs a terminal|no server named; give a URL, or -- COMMAND, or --config FILE; mcperuse demo needs none"},
		{"list", "no server named; give a URL"},
		{"lst http://127.0.0.1:1/mcp", "2 arguments where one URL should be; a command goes after --"},
		{"list foo", `"foo" is neither a command of mcperuse nor a URL`},
		{"list ftp://x/y", "cannot connect to ftp addresses"},
		{"list http://127.0.0.1:1/ -- foo", "more than one server named"},
		{"list --server a -- foo", "more than one server named"},
		{"list --", "no command after --"},
		{"list --timeout 0s -- foo", "--timeout 0s: give a duration above zero"},
		{"list --max-pages 0 -- foo", "--max-pages 0: give a number above zero"},
		{"list --protocol 1999-01-01 -- foo", "choose auto, modern, legacy, 2026-07-28"},
		{"list --transport pigeon http://127.0.0.1:1/", "choose auto, http or sse"},
		{"list -H s3cr3t http://127.0.0.1:1/", "--header needs the form 'Name: value'"},
		{"list -e s3cr3t -- foo", "--env needs the form NAME=VALUE"},
		{"list -e A=1 http://127.0.0.1:1/", "--env and --cwd are for a command"},
		{"list --insecure -- foo", "are for a URL; this server is a command"},
		{"list --cacert /nonexistent https://127.0.0.1:1/", "--cacert: open /nonexistent"},
		{"list --cacert /dev/null https://127.0.0.1:1/", "--cacert /dev/null holds no certificate; give a file of PEM certificates"},
		{"list --config /nonexistent/mcp.json", "cannot read /nonexistent/mcp.json: no such file or directory; name another with --config"},
		{"list --server docs", `no configuration file to find the server "docs" in; name one with --config FILE`},
		{"demo serve --http here", "--http here: missing port in address; give an address such as 127.0.0.1:0"},
		{"demo serve --http 127.0.0.1:99999", "--http 127.0.0.1:99999: invalid port"},
		{"list --bogus", "unknown flag: --bogus; mcperuse list --help shows what there is"},
		{"list -z", "unknown shorthand flag: 'z' in -z; mcperuse list --help"},
		{"list --timeout soon -- foo", `--timeout "soon": give a duration, such as 30s`},
		{"list --max-pages many -- foo", `--max-pages "many": give a whole number`},
		{"list --json=maybe -- foo", `--json "maybe": give true or false, or leave the value out`},
		{"list --server", "--server needs a value: the server NAME from a configuration file"},
		{"read -- foo", "name what to read"},
		{"read --uri a --template b -- foo", "name what to read"},
		{"read --uri a --var b=1 -- foo", "go with --template"},
		{"read --uri a --json -o f -- foo", "exclude each other"},
		{"read --template {a --var a=1 -- foo", "never closed"},
		{"read --template x:{a}/{b} --var a=1 -- foo", "without a value for b the URI has a hole"},
		{"list --log-secrets -- foo", "--log-secrets goes with --log FILE"},
		{"expand", "expand takes one template"},
		{"expand {a} --var b=1", `the template has no variable "b"; it has a`},
		{"expand {a} --var b", "give NAME=VALUE"},
		{"expand {a} --vars [1]", "--vars:"},
		{"demo x", "takes no arguments"},
		{"demo", "the browser needs a terminal"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			got := run(t, "", strings.Fields(tt.args)...)
			alternatives := strings.Split(tt.want, "|")
			found := false
			for _, want := range alternatives {
				found = found || strings.Contains(got.errOut, want)
			}
			if got.code != ExitUsage || !found || strings.Count(got.errOut, "\n") != 1 || got.out != "" {
				t.Errorf("exit %d\nstderr %q\nstdout %q\nwant %q", got.code, got.errOut, got.out, tt.want)
			}
			if strings.Contains(got.errOut, "s3cr3t") {
				t.Errorf("a secret was printed: %q", got.errOut)
			}
		})
	}
}

func TestConnectionFailures(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no such program", []string{"list", "--", "no-such-program-here"}, "there is no program no-such-program-here in PATH"},
		{"exits at once", []string{"list", "--", "sh", "-c", "echo why >&2; exit 3"}, "the server exited with status 3: its last words: why"},
		{"only noise", []string{"list", "--timeout", "300ms", "--", "sh", "-c", "echo hello; exec sleep 60"}, `lines that are no messages, such as "hello"`},
		{"nothing listens", []string{"list", "http://127.0.0.1:1/mcp"}, "connection refused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, "", tt.args...)
			if got.code != ExitConnection || !strings.Contains(got.errOut, tt.want) || strings.Count(got.errOut, "\n") != 1 {
				t.Errorf("exit %d, %q; want %q", got.code, got.errOut, tt.want)
			}
		})
	}
}

func TestListJSON(t *testing.T) {
	got := run(t, "demo", "list", "--json", "--", "SERVER")
	var list struct {
		Server struct{ Name, Version, Protocol, Era, Transport string }
		Pages  []struct {
			Cursor, NextCursor *string
			Count              int
			TTLMs              *float64
			State              string
			CacheScope         string
		}
		Resources []map[string]any
		Complete  *bool
		Stopped   *string
		Findings  []any
	}
	if err := json.Unmarshal([]byte(got.out), &list); err != nil || got.code != 0 {
		t.Fatalf("exit %d, %v, %s", got.code, err, got.errOut)
	}
	if list.Server.Name != "atlas-docs" || list.Server.Protocol != "2026-07-28" || list.Server.Era != "modern" || list.Server.Transport != "stdio" {
		t.Errorf("server %+v", list.Server)
	}
	rows := 0
	for i, p := range list.Pages {
		rows += p.Count
		if (p.Cursor == nil) != (i == 0) || (p.NextCursor == nil) != (i == len(list.Pages)-1) || p.TTLMs == nil || p.State == "" {
			t.Errorf("page %d: %+v", i, p)
		}
	}
	if len(list.Pages) < 6 || rows != len(list.Resources) || list.Complete == nil || !*list.Complete || *list.Stopped != "" || list.Findings == nil || len(list.Findings) != 0 {
		t.Errorf("%d pages, %d rows counted, %d listed, complete %v, findings %v", len(list.Pages), rows, len(list.Resources), list.Complete, list.Findings)
	}
}

func TestListStopsAtThePageLimit(t *testing.T) {
	got := run(t, "demo", "list", "--max-pages", "2", "--", "SERVER")
	if got.code != ExitError || strings.Count(got.out, "\n") != 100 || !strings.Contains(got.errOut, "page limit reached: 2 pages, more follow; allow more with --max-pages") {
		t.Errorf("exit %d, %d rows, %q", got.code, strings.Count(got.out, "\n"), got.errOut)
	}
	got = run(t, "demo", "list", "--json", "--max-pages", "2", "--", "SERVER")
	if got.code != ExitError || !strings.Contains(got.out, `"complete":false`) || !strings.Contains(got.errOut, "the list is incomplete") {
		t.Errorf("as JSON: exit %d, %.200q, %q", got.code, got.out, got.errOut)
	}
}

// closedPipe is an output whose reader leaves after the first write.
type closedPipe struct{ writes int }

func (c *closedPipe) Write(b []byte) (int, error) {
	if c.writes++; c.writes > 1 {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	}
	return len(b), nil
}

func TestOutputThatNobodyReads(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(serverVariable, "demo")
	var out closedPipe
	var errOut bytes.Buffer
	p := Program{Version: "test", Dir: t.TempDir(), Out: &out, Err: &errOut, Lookup: func(string) (string, bool) { return "", false }}
	if code := Run(t.Context(), p, []string{"list", "--", self}); code != exitPipe || errOut.Len() > 0 || out.writes > 60 {
		t.Errorf("exit %d after %d writes, %q", code, out.writes, errOut.String())
	}
}

func TestTemplatesAndReadThroughOne(t *testing.T) {
	got := run(t, "demo", "templates", "--", "SERVER")
	if got.code != 0 || strings.Count(got.out, "\n") != 6 || !strings.Contains(got.out, "\natlas://route{/stops*}\ttext/markdown\t") {
		t.Fatalf("exit %d, %q %q", got.code, got.out, got.errOut)
	}
	for _, values := range [][]string{
		{"--var", "stops=oslo", "--var", "stops=vienna"},
		{"--vars", `{"stops":["oslo","vienna"]}`},
	} {
		args := append([]string{"read", "--template", "atlas://route{/stops*}"}, values...)
		if got := run(t, "demo", append(args, "--", "SERVER")...); got.code != 0 || !strings.Contains(got.out, "| Oslo | Vienna | 1,350 |") {
			t.Errorf("%v: exit %d, %q %q", values, got.code, got.out, got.errOut)
		}
	}
}

func TestReadJSON(t *testing.T) {
	got := run(t, "demo", "read", "--json", "--uri", "file:///atlas/README.md", "--", "SERVER")
	var read struct {
		URI      string
		Result   map[string]any
		Contents []struct {
			URI, MIMEType, Kind, SHA256 string
			Bytes                       int
		}
		Freshness struct {
			State string
			TTLMs float64
		}
		ElapsedMs float64
	}
	if err := json.Unmarshal([]byte(got.out), &read); err != nil || got.code != 0 {
		t.Fatalf("exit %d, %v, %s", got.code, err, got.errOut)
	}
	c := read.Contents
	if read.URI != "file:///atlas/README.md" || len(c) != 1 || c[0].Kind != "text" || c[0].Bytes == 0 || len(c[0].SHA256) != 64 || read.Result["contents"] == nil || read.Freshness.State == "" {
		t.Errorf("got %+v", read)
	}
	if order := []string{`"server"`, `"uri"`, `"result"`, `"contents":[{"uri"`, `"freshness"`, `"elapsedMs"`, `"findings"`}; !inOrder(got.out, order) {
		t.Errorf("members are not in the order %v", order)
	}
}

func inOrder(s string, parts []string) bool {
	at := 0
	for _, p := range parts {
		i := strings.Index(s[at:], p)
		if i < 0 {
			return false
		}
		at += i
	}
	return true
}

func TestReadSavesTheExactBytes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out")
	text := run(t, "demo", "read", "--uri", "file:///atlas/README.md", "-o", "-", "--", "SERVER")
	saved := run(t, "demo", "read", "--uri", "file:///atlas/README.md", "-o", file, "--", "SERVER")
	b, err := os.ReadFile(file)
	if err != nil || saved.code != 0 || saved.out != "" || string(b) != text.out || len(b) == 0 {
		t.Errorf("exit %d, %d bytes saved, %d printed, %v", saved.code, len(b), len(text.out), err)
	}
}

func TestReadErrorsAreTheServers(t *testing.T) {
	got := run(t, "demo", "read", "--uri", "file:///nowhere", "--", "SERVER")
	if got.code != ExitError || !strings.HasPrefix(got.errOut, "mcperuse: resources/read was answered with error -32602 (Invalid params): ") {
		t.Errorf("exit %d, %q", got.code, got.errOut)
	}
}

func TestExpand(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"{a}{?b}", "--var", "a=é ü", "--var", "b=1"}, "%C3%A9%20%C3%BC?b=1"},
		{[]string{"{/p*}", "--var", "p=a", "--var", "p=b/c"}, "/a/b%2Fc"},
		{[]string{"{?q*}", "--vars", `{"q":{"b":1,"a":"x y"}}`}, "?b=1&a=x%20y"},
		{[]string{"x{?a}"}, "x"},
		{[]string{"x{?a}", "--var", "a="}, "x?a="},
	}
	for _, tt := range tests {
		got := run(t, "", append([]string{"expand"}, tt.args...)...)
		if got.code != 0 || got.out != tt.want+"\n" {
			t.Errorf("%q: exit %d, %q %q; want %q", tt.args, got.code, got.out, got.errOut, tt.want)
		}
	}
}

func TestConfigurationFile(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mcp.json")
	text, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"docs":  map[string]any{"command": self, "env": map[string]string{serverVariable: "demo"}},
		"other": map[string]any{"url": "http://127.0.0.1:1/mcp"},
		"":      map[string]any{"url": "http://127.0.0.1:1/mcp"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append([]byte("// servers\n"), text...), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "list", "--config", file, "--server", "docs"); got.code != 0 || !strings.Contains(got.out, "file:///atlas/README.md") {
		t.Errorf("exit %d, %q", got.code, got.errOut)
	}
	if got := run(t, "", "list", "--config", file); got.code != ExitUsage || !strings.Contains(got.errOut, "choose one with --server: docs, other") {
		t.Errorf("exit %d, %q", got.code, got.errOut)
	}
	if got := run(t, "", "list", "--config", file, "--server", "dcos"); got.code != ExitUsage || !strings.Contains(got.errOut, "docs") {
		t.Errorf("exit %d, %q", got.code, got.errOut)
	}
}

func TestLogFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "frames.jsonl")
	if got := run(t, "demo", "templates", "--log", file, "--", "SERVER"); got.code != 0 {
		t.Fatalf("exit %d, %q", got.code, got.errOut)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	if len(lines) < 4 || !strings.Contains(lines[0], "server/discover") {
		t.Errorf("%d lines, the first %s", len(lines), lines[0])
	}
}

func TestLogKeepsSecretsOnlyWhenTold(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, told := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "frames.jsonl")
		args := []string{"list", "--log", file, "-H", "Authorization: Bearer s3cr3t-t0k3n"}
		if told {
			args = append(args, "--log-secrets")
		}
		got := run(t, "", append(args, server.URL)...)
		b, err := os.ReadFile(file)
		if err != nil || len(b) == 0 {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		if strings.Contains(string(b), "s3cr3t") != told || strings.Contains(got.errOut, "s3cr3t") {
			t.Errorf("told %v: the log holds %s\nstderr %s", told, b, got.errOut)
		}
	}
}
