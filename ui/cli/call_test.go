package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/mcpclient"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views"
	"mcperuse/views/wire"
)

func TestCallTargets(t *testing.T) {
	url := serveDemo(t, "demo")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mcp.json")
	text, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"docs": map[string]any{"command": self}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"a URL, then the method": {url, "resources/read"},
		"the method, then a URL": {"resources/read", url},
		"a command":              {"resources/read", "--", "SERVER"},
		"a configured server":    {"--config", file, "--server", "docs", "resources/read"},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, "demo", append([]string{"call", "--params", `{"uri":"file:///atlas/README.md"}`}, args...)...)
			if got.code != ExitOK || got.errOut != "" || !strings.Contains(got.out, "\n      \"uri\": \"file:///atlas/README.md\"") {
				t.Errorf("exit %d, %q, %q", got.code, got.errOut, got.out)
			}
		})
	}
}

func TestCallUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"call", "no method named; give one, such as resources/list"},
		{"call http://127.0.0.1:1/", "no method named"},
		{"call -- node server.js", "no method named"},
		{"call a b", `both "a" and "b" could be the method`},
		{"call a", "no server named"},
		{"call a http://127.0.0.1:1/ http://127.0.0.1:2/", "2 arguments where one URL should be"},
		{"call a http://127.0.0.1:1/ -- foo", "more than one server named"},
		{"call a --server b -- foo", "more than one server named"},
		{"call a ftp://x/y", "cannot connect to ftp addresses"},
		{"call a --params [1] -- foo", "--params: line 1, column 1: params must be an object, not a list"},
		{"call a --params {x -- foo", "--params: line 1, column 2: "},
		{"watch --for 0s -- foo", "--for 0s: give a duration above zero"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			got := run(t, "", strings.Fields(tt.args)...)
			if got.code != ExitUsage || !strings.Contains(got.errOut, tt.want) || strings.Count(got.errOut, "\n") != 1 || got.out != "" {
				t.Errorf("exit %d\nstderr %q\nstdout %q\nwant %q", got.code, got.errOut, got.out, tt.want)
			}
		})
	}
}

func TestCallJSON(t *testing.T) {
	type message struct {
		JSONRPC string
		ID      int
		Method  string
		Params  json.RawMessage
		Result  json.RawMessage
		Error   *struct{ Code int }
	}
	type output struct {
		Request   message
		Response  *message
		ElapsedMs float64
		Findings  []any
	}
	call := func(t *testing.T, code int, args ...string) (output, string) {
		t.Helper()
		got := run(t, "demo", append(append([]string{"call", "--json"}, args...), "--", "SERVER")...)
		var out output
		if err := json.Unmarshal([]byte(got.out), &out); err != nil || got.code != code || strings.Count(got.out, "\n") != 1 {
			t.Fatalf("exit %d, %v, %q, %q", got.code, err, got.out, got.errOut)
		}
		if order := []string{`"request":{"jsonrpc"`, `"response":`, `"elapsedMs":`, `"findings":`}; !inOrder(got.out, order) {
			t.Errorf("members are not in the order %v", order)
		}
		return out, got.out
	}
	t.Run("a result", func(t *testing.T) {
		out, text := call(t, ExitOK, "resources/list", "--params", `{"cursor": null, "x":1.00}`)
		if out.Request.ID != out.Response.ID || out.Response.Result == nil || out.ElapsedMs <= 0 {
			t.Errorf("got %s", text)
		}
		if !strings.Contains(text, `"params":{"cursor":null,"x":1.00,"_meta":{"io.modelcontextprotocol/`) {
			t.Errorf("params are not what was given: %s", text[:300])
		}
	})
	t.Run("an error", func(t *testing.T) {
		out, text := call(t, ExitError, "resources/read", "--params", `{"uri":"file:///nowhere"}`)
		if out.Response.Error == nil || out.Response.Error.Code != -32602 {
			t.Errorf("got %s", text)
		}
	})
	t.Run("exact", func(t *testing.T) {
		out, text := call(t, ExitOK, "resources/list", "--exact")
		if out.Request.Params != nil || out.Response == nil {
			t.Errorf("got %s", text)
		}
	})
	t.Run("a notification", func(t *testing.T) {
		out, text := call(t, ExitOK, "notifications/roots/list_changed")
		if out.Response != nil || !strings.Contains(text, `"response":null`) {
			t.Errorf("got %s", text)
		}
	})
}

func TestCallText(t *testing.T) {
	got := run(t, "demo", "call", "resources/read", "--params", `{"uri":"file:///nowhere"}`, "--", "SERVER")
	if got.code != ExitError || !strings.HasPrefix(got.out, "{\n  \"code\": -32602,\n") || !strings.HasPrefix(got.errOut, "mcperuse: resources/read was answered with error -32602") {
		t.Errorf("an error: exit %d, %q, %q", got.code, got.out, got.errOut)
	}
	got = run(t, "hostile", "call", "resources/list", "--", "SERVER")
	if got.code != ExitOK || strings.ContainsAny(got.out, "\x1b\x07\u202e") || !strings.Contains(got.out, `"name": "\u001b]0;x\u0007\u202e"`) || !json.Valid([]byte(got.out)) {
		t.Errorf("hostile text: exit %d, %q", got.code, got.out)
	}
	got = run(t, "demo", "call", "notifications/x", "--", "SERVER")
	if got.code != ExitOK || got.out != "" || got.errOut != "" {
		t.Errorf("a notification: exit %d, %q, %q", got.code, got.out, got.errOut)
	}
	if got := readable(rawjson.Value("{\"a\":\"\x9b\",\"b\":\"\u200b\"}")); got != "{\n  \"a\": \"\\x9B\",\n  \"b\": \"\\u200b\"\n}\n" {
		t.Errorf("not UTF-8: %q", got)
	}
	if got := readable(rawjson.Value("{\"a\":NaN\x1b}")); got != "{\"a\":NaN␛}\n" {
		t.Errorf("not JSON: %q", got)
	}
}

func TestCallReadsParamsFromStandardInput(t *testing.T) {
	k := callCommand{params: "-"}
	params, err := k.parse(strings.NewReader("{\n  \"a\": 1\n}\n"))
	if err != nil || string(params) != `{"a": 1}` {
		t.Errorf("got %q, %v", params, err)
	}
}

// What the Wire screen copies as a command can be run, and sends the same.
func TestCopiedCommandSendsTheSame(t *testing.T) {
	url := serveDemo(t, "demo")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(serverVariable, "demo")
	const uri = "file:///atlas/it's not here"
	c := mcpclient.New(mcpclient.Target{URL: url}, mcpclient.Options{Version: "test"})
	defer c.Close()
	if err := c.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context(), uri, mcpclient.ReadOptions{}); err == nil {
		t.Fatal("there is such a resource")
	}
	for name, server := range map[string][]string{"a URL": {url}, "a command": {"--", self}} {
		t.Run(name, func(t *testing.T) {
			v := wire.New(c.Log())
			v.SetCommand(server...)
			v.SetSize(80, 24)
			v.Sync()
			copied, ok := v.Handle(keymap.CopyCommand).(views.CopyText)
			for !ok || !strings.Contains(copied.Text, "not here") {
				if before := v.Selected(); v.Handle(keymap.Up) != nil || v.Selected() == before {
					t.Fatal("the request is not on the screen")
				}
				copied, ok = v.Handle(keymap.CopyCommand).(views.CopyText)
			}
			words, err := exec.Command("sh", "-c", `printf '%s\0' `+copied.Text).Output()
			if err != nil {
				t.Fatal(err)
			}
			args := strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
			got := run(t, "demo", append(args[1:2:2], append([]string{"--json"}, args[2:]...)...)...)
			if got.code != ExitError || !strings.Contains(got.out, `"params":{"uri":"`+uri+`",`) {
				t.Errorf("%s\nexit %d, %q, %q", copied.Text, got.code, got.out, got.errOut)
			}
		})
	}
}
