package keymap

import (
	"flag"
	"os"
	"strings"
	"testing"
)

const readme = "../README.md"

var update = flag.Bool("update", false, "renew the generated parts of README.md")

// TestReadmeHoldsTheKeySheet keeps the README's keys those of the table.
func TestReadmeHoldsTheKeySheet(t *testing.T) {
	const begin, end = "<!-- keys: generated, renew with go test ./keymap -update -->\n", "<!-- end of keys -->"
	b, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), begin)
	if !ok {
		t.Fatalf("README.md lacks the line %q", begin)
	}
	sheet, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("README.md lacks the line %q", end)
	}
	if want := Markdown(); sheet != want {
		if !*update {
			t.Fatal("the keys in README.md are not those of the table: run go test ./keymap -update")
		}
		if err := os.WriteFile(readme, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
