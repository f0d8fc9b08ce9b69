package findings

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "renew RULES.md")

// TestEveryRuleIsDocumented keeps RULES.md the table of rules.
func TestEveryRuleIsDocumented(t *testing.T) {
	const path = "RULES.md"
	want := "# What is checked\n\nGenerated from the rules: `go test ./mcpclient/findings -update` renews it.\n\n" + Markdown()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("RULES.md is not the table of rules: run go test ./mcpclient/findings -update")
	}
}
