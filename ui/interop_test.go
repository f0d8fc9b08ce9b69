package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcperuse/ui/story"
)

// everything returns the target of server-everything over each transport.
func everything(t *testing.T, transport string) []string {
	t.Helper()
	if transport == "stdio" {
		return []string{"--", "node", story.NPM(t, story.EverythingPackage), "stdio"}
	}
	return []string{story.Everything(t, transport).URL}
}

func TestServerEverything(t *testing.T) {
	for transport, shown := range map[string]string{"stdio": "stdio", "streamableHttp": "http", "sse": "sse"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			s := story.Start(t, wide, everything(t, transport)...)
			s.Wait("Everything Reference Server", "2025-11-25 legacy · "+shown, "7 · 1 page", "architecture.md")
			s.Press("enter").Wait("Everything Server", "server sent no hint", "text/markdown")
			s.Press("v").Wait("# Everything Server")
			s.Press("w").Wait("◉")
			s.Press("3").Wait("demo://resource/static/document/architecture.md", "asked, acknowledged")
			s.Press("2").Wait("Dynamic Blob Resource")
			s.Press("j", "enter").Wait("resourceId", "needed").Type("7").Wait("demo://resource/dynamic/blob/7")
			s.Press("enter").Wait("text/plain", "sha-256")
			s.Press("esc", "7").Wait("found by", "server/discover", "initialize")
			s.Press("q").Exit(0)
		})
	}
}

func TestServerEverythingHeadless(t *testing.T) {
	for _, transport := range []string{"stdio", "streamableHttp", "sse"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			target := everything(t, transport)
			list := story.Run(t, "", append([]string{"list", "--json"}, target...)...).Exit(0)
			if strings.Count(list.Stdout, `"uri":"demo://resource/static/document/`) != 7 || !strings.Contains(list.Stdout, `"complete":true`) {
				t.Errorf("list: %s", list.Stdout)
			}
			read := story.Run(t, "", append([]string{"read", "--template", "demo://resource/dynamic/text/{resourceId}", "--var", "resourceId=3"}, target...)...).Exit(0)
			if !strings.Contains(read.Stdout, "Resource 3") {
				t.Errorf("read: %s", read.Stdout)
			}
			answers := filepath.Join(t.TempDir(), "answers.json")
			if err := os.WriteFile(answers, []byte(`{"Please provide inputs for the following fields:":{"action":"accept","content":{"name":"Ada","integer":7}}}`), 0o600); err != nil {
				t.Fatal(err)
			}
			asked := story.Run(t, "", append([]string{"call", "--answer", answers, "--params", `{"name":"trigger-elicitation-request","arguments":{}}`, "tools/call"}, target...)...).Exit(0)
			if !strings.Contains(asked.Stdout, "- Name: Ada") || !strings.Contains(asked.Stdout, `\"integer\": 7`) {
				t.Errorf("asked: %s", asked.Stdout)
			}
			// Over HTTP it sends roots/list before the stream that would carry it is open.
			if transport == "stdio" {
				roots := story.Run(t, "", append([]string{"call", "--root", t.TempDir(), "--params", `{"name":"get-roots-list","arguments":{}}`, "tools/call"}, target...)...).Exit(0)
				if !strings.Contains(roots.Stdout, "1 total") {
					t.Errorf("roots: %s", roots.Stdout)
				}
			}
			missing := story.Run(t, "", append([]string{"read", "--uri", "demo://nowhere"}, target...)...).Exit(1)
			if !strings.Contains(missing.Stderr, "-32602") {
				t.Errorf("missing: %s", missing.Stderr)
			}
		})
	}
}
