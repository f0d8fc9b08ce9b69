package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"mcperuse/demo"
	"mcperuse/mcpclient"
	"mcperuse/mcpclient/findings"
)

// playDying plays a server that exits when it is asked to read.
func playDying() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		result := `"resources":[{"uri":"a:1","name":"one"}]`
		switch r.Method {
		case "server/discover":
			result = `"supportedVersions":["2026-07-28"],"capabilities":{"resources":{}}`
		case "resources/read":
			fmt.Fprintln(os.Stderr, "out of tea")
			os.Exit(5)
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","cacheScope":"private",%s}}`+"\n", r.ID, result)
	}
}

// playDemo plays the demo server in the variant that name says, such as
// "demo legacy" or "demo broken bare".
func playDemo(name string) {
	if err := demo.ServeStdio(context.Background(), os.Stdin, os.Stdout, os.Stderr, variant(name)); err != nil {
		panic(err)
	}
}

func variant(name string) demo.Options {
	has := func(word string) bool { return slices.Contains(strings.Fields(name), word) }
	atOnce := func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return demo.Options{Legacy: has("legacy"), Broken: has("broken"), Bare: has("bare"), Sleep: atOnce}
}

// serveDemo serves a variant over HTTP and returns its URL.
func serveDemo(t *testing.T, name string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- demo.ServeHTTP(ctx, "127.0.0.1:0", w, variant(name)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		w.Close()
	})
	lines := bufio.NewScanner(r)
	if !lines.Scan() {
		t.Fatal("the server says nothing")
	}
	go func() {
		for lines.Scan() {
		}
	}()
	return strings.TrimPrefix(lines.Text(), "listening on ")
}

// checked is the JSON output of check.
type checked struct {
	Server   struct{ Name, Protocol, Transport string }
	Findings []struct {
		Rule, Severity, Where, Message, Spec string
		Evidence                             json.RawMessage
	}
	Summary map[string]int
}

func (c checked) rules() map[string]bool {
	out := map[string]bool{}
	for _, f := range c.Findings {
		out[f.Rule] = true
	}
	return out
}

// check runs check --json. args end with the target.
func check(t *testing.T, server string, args ...string) (checked, result) {
	t.Helper()
	got := run(t, server, append([]string{"check", "--json"}, args...)...)
	var c checked
	if err := json.Unmarshal([]byte(got.out), &c); err != nil {
		t.Fatalf("exit %d, %v, %s%s", got.code, err, got.errOut, got.out)
	}
	return c, got
}

func TestCheckFindsNothingWrongWithTheDemo(t *testing.T) {
	for _, name := range []string{"demo", "demo legacy"} {
		t.Run(name+", stdio", func(t *testing.T) {
			if c, got := check(t, name, "--max-reads", "80", "--", "SERVER"); got.code != ExitOK || len(c.Findings) != 0 {
				t.Errorf("exit %d: %s", got.code, got.out)
			}
		})
		t.Run(name+", HTTP", func(t *testing.T) {
			if c, got := check(t, "", "--max-reads", "80", serveDemo(t, name)); got.code != ExitOK || len(c.Findings) != 0 {
				t.Errorf("exit %d: %s", got.code, got.out)
			}
		})
	}
}

func TestCheckInText(t *testing.T) {
	got := run(t, "demo broken legacy bare", "check", "--", "SERVER")
	for _, want := range []string{
		"broken 1, 2025-11-25 over stdio: 3 resources, 9 templates, 3 reads\n",
		"\n✗ page/cursor-type ", "\n⚠ page/undeclared ", "\ni server/no-resources ",
		"    resources/list page 4: nextCursor is a number, 4\n    evidence  4\n    expected  an opaque string, or no nextCursor at the end   (Pagination: Response Format)\n",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is not in\n%s", want, got.out)
		}
	}
	if got.code != ExitError || !strings.HasPrefix(got.errOut, "mcperuse: the server breaks the specification: ") || strings.Count(got.errOut, "\n") != 1 {
		t.Errorf("exit %d, %q", got.code, got.errOut)
	}
	if got := run(t, "hostile", "check", "--timeout", "300ms", "--", "SERVER"); strings.ContainsRune(got.out+got.errOut, '\x1b') {
		t.Errorf("an escape sequence got through: %q", got.out)
	}
}

func TestCheckOfAServerThatDies(t *testing.T) {
	c, got := check(t, "dies", "--", "SERVER")
	if got.code != ExitConnection || !c.rules()["cache/ttl-missing"] || !strings.Contains(got.errOut, "status 5") {
		t.Errorf("exit %d, %s%s", got.code, got.errOut, got.out)
	}
	if got := run(t, "dies", "check", "--max-reads", "-1", "--", "SERVER"); got.code != ExitUsage {
		t.Errorf("exit %d, %s", got.code, got.errOut)
	}
}

// TestBrokenServerBreaksEveryRule runs check against each variant of the
// broken server. Every fault it lists must be found under its own name, and all
// variants together must break every rule there is.
func TestBrokenServerBreaksEveryRule(t *testing.T) {
	broken := map[string]bool{}
	for _, name := range []string{"demo broken", "demo broken legacy", "demo broken bare", "demo broken legacy bare"} {
		t.Run(name+", stdio", func(t *testing.T) {
			c, got := check(t, name, "--", "SERVER")
			judgeBroken(t, c, got, broken)
			listed := run(t, name, "list", "--", "SERVER")
			judgeNames(t, c, listed.out)
		})
		t.Run(name+", HTTP", func(t *testing.T) {
			url := serveDemo(t, name)
			c, got := check(t, "", url)
			judgeBroken(t, c, got, broken)
			listed := run(t, "", "list", url)
			judgeNames(t, c, listed.out)
		})
	}
	maps.Copy(broken, rulesOf(t, mcpclient.Options{MaxFrame: 100 << 10}, "broken:message/too-large", "demo broken"))
	maps.Copy(broken, rulesOf(t, mcpclient.Options{Protocol: "2024-11-05"}, "", "demo broken legacy"))
	for _, r := range findings.Rules() {
		if !broken[r.ID] {
			t.Errorf("%s is not broken by any variant", r.ID)
		}
	}
}

func judgeBroken(t *testing.T, c checked, got result, broken map[string]bool) {
	t.Helper()
	maps.Copy(broken, c.rules())
	if got.code != ExitError || c.Summary["error"] == 0 {
		t.Errorf("exit %d, %v", got.code, c.Summary)
	}
}

// judgeNames checks that every resource that is named after a rule breaks it.
func judgeNames(t *testing.T, c checked, list string) {
	t.Helper()
	found, named := c.rules(), 0
	for line := range strings.Lines(list) {
		uri, _, _ := strings.Cut(line, "\t")
		rule, _ := strings.CutPrefix(uri, "broken:")
		isRule := slices.ContainsFunc(findings.Rules(), func(r findings.Rule) bool { return r.ID == rule })
		if !isRule || rule == "message/too-large" { // which needs a smaller bound
			continue
		}
		if named++; !found[rule] {
			t.Errorf("%s is listed, but not found", rule)
		}
	}
	if named == 0 {
		t.Errorf("no resource is named after a rule:\n%s", list)
	}
}

// rulesOf opens the broken server with options of its own and reads a resource.
func rulesOf(t *testing.T, o mcpclient.Options, uri, name string) map[string]bool {
	t.Helper()
	c := mcpclient.New(mcpclient.Target{URL: serveDemo(t, name)}, o)
	err := c.Open(t.Context())
	if uri != "" {
		_, err = c.Read(t.Context(), uri, mcpclient.ReadOptions{})
	}
	if err == nil {
		t.Error("what is broken must not look well")
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	out := map[string]bool{}
	for _, g := range c.Findings().Groups() {
		out[g.Rule.ID] = true
	}
	return out
}

func TestCheckSaysWhatIsWrongWithAServerThatNeverOpened(t *testing.T) {
	got := run(t, "noise", "check", "--", "SERVER")
	if got.code != ExitConnection || !strings.Contains(got.out, "not opened") || !strings.Contains(got.out, "stdio/noise") || got.errOut == "" {
		t.Errorf("exit %d, %q, %q", got.code, got.out, got.errOut)
	}
	got = run(t, "noise", "check", "--", "no-such-program")
	if got.code != ExitConnection || got.out != "" || !strings.Contains(got.errOut, "no-such-program") {
		t.Errorf("nothing to run: exit %d, %q, %q", got.code, got.out, got.errOut)
	}
}
