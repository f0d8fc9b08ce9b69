package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"empty", "", "mcp.json:1:1: parsing value: the file ends too early"},
		{"cut off", "{\n  \"mcpServers\": {", "mcp.json:2:18: parsing value: the file ends too early"},
		{"missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}", `mcp.json:3:3: invalid character '"' after object value (expecting ',' or '}')`},
		{"column in characters", `{"ü": x}`, "mcp.json:1:7: this is not a value JSON knows: quote texts, and check the backslashes and line breaks in them"},
		{"bad escape in a secret", `{"mcpServers": {"a": {"env": {"KEY": "SECRET\q"}}}}`,
			"mcp.json:1:38: this is not a value JSON knows: quote texts, and check the backslashes and line breaks in them"},
		{"line break in a secret", "{\"KEY\": \"SECRET\n\"}", "mcp.json:1:9: this is not a value JSON knows: quote texts, and check the backslashes and line breaks in them"},
		{"comment not closed", "{} /* SECRET", "mcp.json:1:4: parsing comment: the file ends too early"},
		{"not an object", "[1]", `mcp.json:1:1: the file must hold an object, { "mcpServers": { … } }`},
		{"no servers", `{"other": 1}`, `mcp.json:1:1: there are no servers in this file: it has neither "mcpServers" nor, as VS Code writes, "servers"`},
		{"servers in a list", `{"servers": []}`, `mcp.json:1:13: "servers" must be an object that holds the servers by name`},
		{"nested too deep", strings.Repeat("[", 2000), "mcp.json:1:1001: lists and objects are nested more than 1000 deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("mcp.json", []byte(tt.data), environment(nil))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			var located *Error
			if !errors.As(err, &located) {
				t.Errorf("error is a %T", err)
			}
		})
	}
}

func TestDepthIgnoresStringsAndComments(t *testing.T) {
	brackets := strings.Repeat("[", 2000)
	closed := strings.Repeat("]", 2000)
	for name, data := range map[string]string{
		"string":        `{"mcpServers": {}, "a": "` + brackets + `\"` + brackets + `"}`,
		"line comment":  "{\"mcpServers\": {} // " + brackets + "\n}",
		"block comment": `{"mcpServers": {} /*/` + brackets + `*/}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Parse("mcp.json", []byte(data), environment(nil)); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("closed in a string", func(t *testing.T) {
		if _, err := Parse("mcp.json", []byte(`["`+closed+`",`+brackets), environment(nil)); err == nil || !strings.Contains(err.Error(), "nested") {
			t.Errorf("error %v, want one about nesting", err)
		}
	})
}

// one parses a file with one server, a, which is the given JSON.
func one(t *testing.T, entry string, variables map[string]string) Server {
	t.Helper()
	f, err := Parse("mcp.json", []byte(`{"mcpServers": {"a": `+entry+`}}`), environment(variables))
	if err != nil {
		t.Fatal(err)
	}
	return f.Servers[0]
}

func TestProblems(t *testing.T) {
	tests := []struct{ name, entry, want string }{
		{"not an object", `"npx"`, `mcp.json:1:22: server "a": must be an object with a command or a url`},
		{"nothing to start", `{"args": []}`, `has neither a command nor a url; add the one it is reached by`},
		{"both", `{"command": "x", "url": "http://h"}`, `has a command and a url; keep one of them`},
		{"command for http", `{"command": "x", "type": "http"}`, `has a command, but its type is for a url`},
		{"url for stdio", `{"url": "http://h", "type": "stdio"}`, `has a url, but its type is for a command`},
		{"empty command", `{"command": ""}`, `command: is empty; write the program to start`},
		{"command is a list", `{"command": ["SECRET"]}`, `command: must be a string, not a list`},
		{"command is null", `{"command": null}`, `command: must be a string, not null`},
		{"args is a string", `{"command": "x", "args": "SECRET"}`, `args: must be a list of strings, ["…", "…"], not a string`},
		{"args hold a list", `{"command": "x", "args": ["a", ["SECRET"]]}`, `args[1]: must be a string, not a list`},
		{"NUL", `{"command": "x", "args": ["SECRET\u0000"]}`, `args[0]: holds a NUL character, which cannot be passed on`},
		{"env is a list", `{"command": "x", "env": ["SECRET=1"]}`, `env: must be an object, { "NAME": "value" }, not a list`},
		{"env holds null", `{"command": "x", "env": {"K": null}}`, `env.K: must be a string, not null`},
		{"env name with =", `{"command": "x", "env": {"K=1": "SECRET"}}`, `env.K=1: this cannot be the name of an environment variable`},
		{"name that would drive a terminal", `{"command": "x", "env": {"\u001b[2J=": "SECRET"}}`, `env."\x1b[2J=": this cannot be the name of an environment variable`},
		{"url without scheme", `{"url": "SECRET.example.com/mcp"}`, `url: must be an address that starts with http:// or https://`},
		{"url of another scheme", `{"url": "file:///SECRET"}`, `url: must be an address that starts with http:// or https://`},
		{"url that cannot be parsed", `{"url": "http://SECRET host"}`, `url: must be an address that starts with http:// or https://`},
		{"header name", `{"url": "http://h", "headers": {"a b": "SECRET"}}`, `headers."a b": this cannot be the name of a header`},
		{"header value", `{"url": "http://h", "headers": {"A": "SECRET\r\nB: c"}}`, `headers.A: a header cannot hold line breaks or control characters`},
		{"type", `{"url": "http://h", "type": "SECRET"}`, `type: must be "stdio", "http" (or "streamable-http") or "sse"`},
		{"type and transport", `{"url": "http://h", "type": "sse", "transport": "http"}`, `transport: type and transport say different things; keep one`},
		{"protocol", `{"url": "http://h", "protocol": "SECRET"}`, `protocol: must be "auto", "modern", "legacy" or a revision such as "2025-06-18"`},
		{"disabled", `{"url": "http://h", "disabled": "yes"}`, `disabled: must be true or false`},
		{"several", `{"command": 1, "args": 2}`, `command: must be a string, not a number; mcp.json:1:45: server "a": args: must be a list`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := one(t, tt.entry, nil)
			if s.Problem == nil || !strings.Contains(s.Problem.Error(), tt.want) {
				t.Fatalf("got  %v\nwant %s", s.Problem, tt.want)
			}
			if strings.Contains(s.Problem.Error(), "SECRET") {
				t.Errorf("the problem shows a secret: %v", s.Problem)
			}
			var located *Error
			if !errors.As(s.Problem, &located) || located.Server != "a" || located.Line != 1 {
				t.Errorf("the problem is not located: %#v", s.Problem)
			}
		})
	}
}

func TestTransports(t *testing.T) {
	tests := []struct {
		entry string
		want  Transport
	}{
		{`{"command": "x"}`, Stdio},
		{`{"command": "x", "type": "stdio"}`, Stdio},
		{`{"url": "http://h"}`, Auto},
		{`{"url": "http://h", "type": "http"}`, HTTP},
		{`{"url": "http://h", "type": "streamable-http"}`, HTTP},
		{`{"url": "http://h", "transport": "streamableHttp", "type": "http"}`, HTTP},
		{`{"url": "http://h", "transport": "sse"}`, SSE},
	}
	for _, tt := range tests {
		t.Run(tt.entry, func(t *testing.T) {
			if s := one(t, tt.entry, nil); s.Problem != nil || s.Transport != tt.want {
				t.Errorf("transport %q, problem %v; want %q", s.Transport, s.Problem, tt.want)
			}
		})
	}
}

func TestReferences(t *testing.T) {
	variables := map[string]string{
		"SET": "value", "EMPTY": "", "NESTED": "${SET}", "HOME": "/home/ann", "ProgramFiles(x86)": "C:\\Programs",
	}
	tests := []struct{ name, text, want, problem string }{
		{"none", "a $SET {b} $ $$", "a $SET {b} $ $$", ""},
		{"one", "<${SET}>", "<value>", ""},
		{"several", "${SET}${SET}-${env:SET}", "valuevalue-value", ""},
		{"set to nothing", "<${EMPTY}>", "<>", ""},
		{"default not used", "${SET:-other}", "value", ""},
		{"default", "${GONE:-other}", "other", ""},
		{"default of env", "${env:GONE:-other}", "other", ""},
		{"default for set to nothing", "${EMPTY:-other}", "other", ""},
		{"empty default", "<${GONE:-}>", "<>", ""},
		{"default with colons", "${GONE:-http://h:-1/}", "http://h:-1/", ""},
		{"values are not expanded", "${NESTED}", "${SET}", ""},
		{"Windows name", "${env:ProgramFiles(x86)}", "C:\\Programs", ""},
		{"home", "${userHome}/x", "/home/ann/x", ""},
		{"missing", "SECRET ${GONE}", "", "the variable GONE is not set; set it, or write ${GONE:-default}"},
		{"missing of env", "SECRET ${env:GONE}", "", "the variable GONE is not set; set it, or write ${GONE:-default}"},
		{"not closed", "SECRET ${SET", "", "a ${ is not closed by a }"},
		{"empty name", "SECRET ${}", "", "a ${…} does not hold the name of a variable; write ${NAME} or ${NAME:-default}"},
		{"no name", "${SECRET-SECRET}", "", "a ${…} does not hold the name of a variable; write ${NAME} or ${NAME:-default}"},
		{"input", "SECRET ${input:my-key}", "", "${input:my-key} is a question VS Code asks, which is not supported here; write ${env:NAME} instead and set NAME in the environment"},
		{"other kind", "${config:SECRET}", "", "${config:…} is not supported here; write ${env:NAME} instead and set NAME in the environment"},
		{"default with a reference", "${GONE:-${SECRET}}", "", "the default of ${GONE:-…} refers to another variable, which is not supported; write a plain default"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := one(t, fmt.Sprintf(`{"command": "x", "env": {"K": %q}}`, tt.text), variables)
			if tt.problem != "" {
				want := `mcp.json:1:52: server "a": env.K: ` + tt.problem
				if s.Problem == nil || s.Problem.Error() != want {
					t.Errorf("got  %v\nwant %s", s.Problem, want)
				}
				return
			}
			if s.Problem != nil || len(s.Env) != 1 || s.Env[0].Value != tt.want {
				t.Errorf("%q becomes %q, problem %v; want %q", tt.text, s.Env[0].Value, s.Problem, tt.want)
			}
		})
	}
	if s := one(t, `{"command": "${userHome}/x"}`, nil); s.Problem == nil || !strings.Contains(s.Problem.Error(), "neither HOME nor USERPROFILE") {
		t.Errorf("problem %v", s.Problem)
	}
}

func TestReferencesInEveryField(t *testing.T) {
	variables := map[string]string{"V": "v", "T": "sse", "P": "modern"}
	s := one(t, `{"command": "${V}", "args": ["${V}"], "env": {"K": "${V}"}, "cwd": "/${V}"}`, variables)
	if s.Problem != nil || s.Command != "v" || s.Args[0] != "v" || s.Env[0].Value != "v" || s.Dir != "/v" {
		t.Errorf("read as %v, problem %v", s, s.Problem)
	}
	s = one(t, `{"url": "http://${V}", "headers": {"K": "${V}"}, "type": "${T}", "protocol": "${P}"}`, variables)
	if s.Problem != nil || s.URL != "http://v" || s.Headers[0].Value != "v" || s.Transport != SSE || s.Protocol != "modern" {
		t.Errorf("read as %v, problem %v", s, s.Problem)
	}
}

func TestNamesUsedTwice(t *testing.T) {
	f, err := Parse("mcp.json", []byte(`{"mcpServers": {
		"a": {"command": "first"},
		"b": {"command": "other"},
		"a": {"command": "second"}
	}, "servers": {"b": {"command": "last"}}}`), environment(nil))
	if err != nil {
		t.Fatal(err)
	}
	wants := []string{
		`mcp.json:2:3: server "a": the name is used again on line 4, and the last one counts`,
		`mcp.json:3:3: server "b": the name is used again on line 5, and the last one counts`,
		"", "",
	}
	for i, want := range wants {
		got := ""
		if err := f.Servers[i].Problem; err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("problem %d is %q, want %q", i, got, want)
		}
	}
	for name, command := range map[string]string{"a": "second", "b": "last"} {
		if s, err := f.Find(name); err != nil || s.Command != command {
			t.Errorf("Find(%q) gives %v, %v", name, s, err)
		}
	}
}

func TestNoName(t *testing.T) {
	f, err := Parse("mcp.json", []byte("{\"mcpServers\": {\n\"\": {\"command\": \"x\"}, \" \": {\"url\": \"http://h\"}}}"), environment(nil))
	if err != nil {
		t.Fatal(err)
	}
	for i, place := range []string{"2:1", "2:23"} {
		want := "mcp.json:" + place + ": the server has no name to choose it by; write one before the colon"
		if problem := f.Servers[i].Problem; problem == nil || strings.Replace(problem.Error(), `server " ": `, "", 1) != want {
			t.Errorf("%v, want %s", problem, want)
		}
	}
}

func TestByteOrderMarkAndTrailingComment(t *testing.T) {
	f, err := Parse("mcp.json", []byte("\xef\xbb\xbf{\"mcpServers\": {\"a\": {\"command\": \"x\",},},} // end"), environment(nil))
	if err != nil || len(f.Servers) != 1 || f.Servers[0].Problem != nil {
		t.Errorf("read as %v, %v", f, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "{", `{"mcpServers": {"a": {"command": "x", "args": ["${A:-b}", 1], "env": {"K": "v"}, "cwd": "d"}}}`,
		`{"servers": {"a": {"type": "http", "url": "http://h", "headers": {"K": "${input:x}"}}, "a": 1}, "inputs": []} // c`,
		`{"mcpServers": {"a": null, "b": {"disabled": true, "protocol": "modern"}}}`, "/*", `{"a": "\q"}`, "{\"\xff\": /*\n*/ [[[", "{,}", "[,",
	} {
		f.Add([]byte(seed))
	}
	lookup := environment(map[string]string{"A": "value"})
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("mcp.json", data, lookup)
		if err != nil {
			var located *Error
			if !errors.As(err, &located) || located.Line < 1 || located.Column < 1 {
				t.Fatalf("error without a place: %v", err)
			}
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("error is not one clean line: %q", err)
			}
			return
		}
		for _, s := range file.Servers {
			if s.Problem == nil && (s.Command == "") == (s.URL == "") {
				t.Fatalf("server without a problem has command %q and url %q", s.Command, s.URL)
			}
			if s.Problem != nil && strings.ContainsAny(s.Problem.Error(), "\n\x1b") {
				t.Fatalf("problem is not one clean line: %q", s.Problem)
			}
			if strings.ContainsAny(s.String(), "\n\x1b") {
				t.Fatalf("description is not one clean line: %q", s)
			}
		}
	})
}
