package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// playHostile is a server whose every string tries to drive the terminal, and
// whose rows are odd.
func playHostile() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				URI string `json:"uri"`
			} `json:"params"`
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		answer := map[string]string{
			"server/discover": `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"resources":{}},"ttlMs":0,"cacheScope":"public"}`,
			"resources/list": "{\"resultType\":\"complete\",\"ttlMs\":\"1\",\"cacheScope\":\"public\",\"resources\":[" +
				"{\"uri\":\"a:\\u001b[2J\",\"name\":\"\\u001b]0;x\\u0007\u202e\",\"size\":\"12\"},null,{\"uri\":\"b:1\",\"name\":\"b\",\"extra\":{\"x\":1.50}}]}",
			"resources/read": `{"resultType":"complete","ttlMs":0,"cacheScope":"public","contents":[{"uri":"b:1",` + map[string]string{
				"b:1":       `"text":"red \u001b[31m\ttext\r\n"`,
				"b:blob":    `"blob":"ABsNCg=="`,
				"b:both":    `"text":"t","blob":"ABsNCg=="`,
				"b:neither": `"mimeType":"text/plain"`,
			}[r.Params.URI] + `}]}`,
		}[r.Method]
		if answer != "" {
			fmt.Printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", r.ID, answer)
		}
	}
}

func TestServerTextIsHarmless(t *testing.T) {
	for _, args := range [][]string{{"list", "--", "SERVER"}, {"list", "--json", "--", "SERVER"}, {"read", "--uri", "b:1", "--", "SERVER"}} {
		got := runInTerminal(t, "hostile", args...)
		if got.code != 0 || strings.ContainsAny(got.out, "\x1b\x07\r\u202e") {
			t.Errorf("%v: exit %d, %q %q", args, got.code, got.out, got.errOut)
		}
	}
	if got := run(t, "hostile", "list", "--", "SERVER"); !strings.Contains(got.out, "\t\t\tnull\n") {
		t.Errorf("a row that is null: %q", got.out)
	}
	for _, tt := range []struct{ name, uri, want string }{
		{"text", "b:1", "red ␛[31m\ttext\n"},
		{"blob", "b:blob", "(blob, no type declared, 4 bytes, sha256 "},
		{"both", "b:both", "(it holds both text and blob; --json shows what was sent)\n"},
		{"neither", "b:neither", "(it holds neither text nor blob; --json shows what was sent)\n"},
	} {
		if got := runInTerminal(t, "hostile", "read", "--uri", tt.uri, "--", "SERVER"); !strings.HasPrefix(got.out, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got.out, tt.want)
		}
	}
	if got := runInTerminal(t, "hostile", "read", "--uri", "b:1", "-o", "-", "--", "SERVER"); got.out != "red \x1b[31m\ttext\r\n" {
		t.Errorf("bytes that were asked for: %q", got.out)
	}
}

func TestPipedContentsAreExact(t *testing.T) {
	for _, tt := range []struct{ name, uri, want string }{
		{"text", "b:1", "red \x1b[31m\ttext\r\n"},
		{"blob", "b:blob", "\x00\x1b\r\n"},
		{"neither", "b:neither", "(it holds neither text nor blob; --json shows what was sent)\n"},
	} {
		if got := run(t, "hostile", "read", "--uri", tt.uri, "--", "SERVER"); got.code != 0 || got.out != tt.want {
			t.Errorf("%s: exit %d, %q, want %q", tt.name, got.code, got.out, tt.want)
		}
	}
}

func TestJSONKeepsWhatWasSent(t *testing.T) {
	got := run(t, "hostile", "list", "--json", "--", "SERVER")
	for _, want := range []string{`"size":"12"`, `,null,`, `"extra":{"x":1.50}`, `"ttlMs":"1"`, `\u202e`, `"rule":"list/size-not-a-number"`, `"rule":"list/not-an-object"`, `"where":"resources[1]"`} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%s is not in %s", want, got.out)
		}
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(got.out), &v); err != nil {
		t.Error(err)
	}
}
