package uritemplate

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestRFC6570Examples expands the examples of RFC 6570, sections 1.2, 2.4 and 3.2.
func TestRFC6570Examples(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "rfc6570.json"))
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		Section   string
		Variables json.RawMessage
		Cases     [][2]string
	}
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, g := range groups {
		t.Run(g.Section, func(t *testing.T) {
			values := mustValues(t, g.Variables)
			for _, c := range g.Cases {
				total++
				template := mustParse(t, c[0])
				if got := mustExpand(t, template, values); got != c[1] {
					t.Errorf("%s expands to %q, want %q", c[0], got, c[1])
				}
			}
		})
	}
	t.Logf("%d examples", total)
}

// TestOfficialSuite runs the files of github.com/uri-templates/uritemplate-test,
// which are kept beside the repository, not in it.
func TestOfficialSuite(t *testing.T) {
	dir := filepath.Join(filepath.Dir(moduleRoot(t)), "shared", "data", "uritemplate-test")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no copy of uritemplate-test in %s; testdata/rfc6570.json has the examples of the RFC", dir)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			passed, total := runSuite(t, file)
			t.Logf("%d of %d passed", passed, total)
		})
	}
}

func runSuite(t *testing.T, file string) (passed, total int) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups map[string]struct {
		Variables json.RawMessage
		Testcases [][2]json.RawMessage
	}
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	for name, g := range groups {
		values := mustValues(t, g.Variables)
		for _, c := range g.Testcases {
			total++
			var source string
			if err := json.Unmarshal(c[0], &source); err != nil {
				t.Fatal(err)
			}
			got, err := parseAndExpand(source, values)
			switch want := wanted(t, c[1]); {
			case want == nil && err == nil:
				t.Errorf("%s: %s expands to %q, want an error", name, source, got)
			case want != nil && err != nil:
				t.Errorf("%s: %s: %v, want %q", name, source, err, want)
			case want != nil && !slices.Contains(want, got):
				t.Errorf("%s: %s expands to %q, want one of %q", name, source, got, want)
			default:
				passed++
			}
		}
	}
	return passed, total
}

// wanted returns the acceptable expansions, or nil when an error is expected.
func wanted(t *testing.T, raw json.RawMessage) []string {
	t.Helper()
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	if string(raw) != "false" {
		t.Fatalf("unexpected result in the suite: %s", raw)
	}
	return nil
}

func parseAndExpand(source string, values Values) (string, error) {
	template, err := Parse(source)
	if err != nil {
		return "", err
	}
	return template.Expand(values)
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		switch {
		case err == nil:
			return dir
		case !errors.Is(err, os.ErrNotExist):
			t.Fatal(err)
		case dir == filepath.Dir(dir):
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

func mustParse(t *testing.T, s string) *Template {
	t.Helper()
	template, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return template
}

func mustExpand(t *testing.T, template *Template, values Values) string {
	t.Helper()
	uri, err := template.Expand(values)
	if err != nil {
		t.Fatal(err)
	}
	return uri
}

func mustValues(t *testing.T, data []byte) Values {
	t.Helper()
	values, err := ValuesFromJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
