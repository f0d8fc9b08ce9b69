package story

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// EverythingPackage is the reference server the interoperability tests use, at
// the version they were written against.
//
// What it needs, as read in its source and tried: Node 20 or newer. Its program
// is mcp-server-everything, and its one argument is the transport.
//
//   - "stdio" (the default) says "Starting default (STDIO) server..." on
//     standard error and ends with status 0 when its input closes.
//   - "streamableHttp" serves /mcp and needs a session; "sse" serves GET /sse
//     and POST /message?sessionId=…. Both take the port from the environment
//     variable PORT (3001 when unset), listen on every interface, have no
//     option for the address, and say which port they were told, not which they
//     got ("MCP Streamable HTTP Server listening on port 0", "Server is running
//     on port 0"). SIGTERM ends them at once.
//
// All forms speak revision 2025-11-25 and older, list 7 resources and 2
// templates, and support subscriptions.
const EverythingPackage = "@modelcontextprotocol/server-everything@2026.8.31"

// NPM returns the path of the program of an npm package, given as NAME@VERSION,
// from the node_modules folder in the directory MCPERUSE_NPM_DIR, which .ci/run
// prepares. Where something is missing the test is skipped with the reason;
// with MCPERUSE_INTEROP=require it fails.
func NPM(t testing.TB, spec string) string {
	t.Helper()
	path, err := npmProgram(os.Getenv("MCPERUSE_NPM_DIR"), spec)
	if err == nil {
		return path
	}
	if os.Getenv("MCPERUSE_INTEROP") == "require" {
		t.Fatalf("%v (MCPERUSE_INTEROP=require)", err)
	}
	t.Skip(err)
	return ""
}

// npmProgram finds the program of the package spec under dir.
func npmProgram(dir, spec string) (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("node not found: %w", err)
	}
	if dir == "" {
		return "", fmt.Errorf("MCPERUSE_NPM_DIR not set: .ci/run sets it; %q can be installed there with npm", spec)
	}
	at := strings.LastIndexByte(spec, '@')
	if at < 1 {
		return "", fmt.Errorf("npm package %q is not NAME@VERSION", spec)
	}
	name, version := spec[:at], spec[at+1:]
	folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
	description, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", fmt.Errorf("npm package %s is not installed: %w", spec, err)
	}
	var found struct {
		Version string
		Bin     map[string]string
	}
	if err := json.Unmarshal(description, &found); err != nil {
		return "", fmt.Errorf("npm package %s: %w", spec, err)
	}
	if found.Version != version {
		return "", fmt.Errorf("npm package %s: version %s is installed", spec, found.Version)
	}
	if len(found.Bin) != 1 {
		return "", fmt.Errorf("npm package %s has %d programs, not one", spec, len(found.Bin))
	}
	var program string
	for _, file := range found.Bin {
		program = filepath.Join(folder, filepath.FromSlash(file))
	}
	return filepath.Abs(program)
}

// Everything runs [EverythingPackage] over HTTP until the test ends. The
// transport is "streamableHttp" or "sse"; the URL returned includes the path to
// connect to. Over stdio the program under test starts it itself: "node",
// NPM(t, EverythingPackage), "stdio".
func Everything(t testing.TB, transport string) *Server {
	t.Helper()
	need(t)
	path, ok := map[string]string{"streamableHttp": "/mcp", "sse": "/sse"}[transport]
	if !ok {
		t.Fatalf("no HTTP transport is called %q", transport)
	}
	program := NPM(t, EverythingPackage)
	preload := "--import=data:text/javascript," + url.PathEscape(loopback)
	s := serve(t, []string{"PORT=0"}, "node", preload, program, transport)
	s.URL += path
	return s
}

// loopback is run by node before the server: it keeps the server, which has no
// option for that, on the loopback interface, and says which free port it got.
const loopback = `
import net from "node:net";
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  this.once("listening", () => console.error("listening on http://127.0.0.1:" + this.address().port));
  return listen.call(this, port, "127.0.0.1", ...rest);
};
`
