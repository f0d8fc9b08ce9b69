package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// playChanges is a server that agrees to all subscriptions but the last, tells
// of changes at once, and exits where "exit:1" is subscribed to.
func playChanges() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Notifications struct{ ResourceSubscriptions []string }
			}
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		switch r.Method {
		case "server/discover":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"resources":{"subscribe":true,"listChanged":true}},"ttlMs":0,"cacheScope":"public"}}`+"\n", r.ID)
		case "subscriptions/listen":
			uris := r.Params.Notifications.ResourceSubscriptions
			agreed, err := json.Marshal(uris[:max(len(uris)-1, 0)])
			if err != nil {
				panic(err)
			}
			tell := func(method, members string) {
				fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/%s","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":%s},%s}}`+"\n", method, r.ID, members)
			}
			tell("subscriptions/acknowledged", `"notifications":{"resourcesListChanged":true,"resourceSubscriptions":`+string(agreed)+`}`)
			tell("resources/list_changed", `"x":1`)
			tell("resources/updated", `"uri":"a:1"`)
			tell("resources/updated", `"uri":"odd:\u001b[2J\u202e"`)
			if len(uris) > 0 && uris[0] == "exit:1" {
				fmt.Fprintln(os.Stderr, "out of cheese")
				os.Exit(4)
			}
		}
	}
}

// until is an output that calls back once a text was written to it.
type until struct {
	bytes.Buffer
	text string
	then func()
}

func (u *until) Write(b []byte) (int, error) {
	n, err := u.Buffer.Write(b)
	if strings.Contains(u.String(), u.text) {
		u.then()
	}
	return n, err
}

// watch runs the command against playChanges until a text is printed, as ctrl+c
// ends it.
func watch(t *testing.T, text string, args ...string) (code int, out, errOut string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(serverVariable, "changes")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout, stderr := &until{text: text, then: cancel}, &bytes.Buffer{}
	code = Run(ctx, Program{Version: "test", Dir: t.TempDir(), Out: stdout, Err: stderr}, append(append([]string{"watch"}, args...), "--", self))
	return code, stdout.String(), stderr.String()
}

func TestWatchJSON(t *testing.T) {
	code, out, errOut := watch(t, "odd:", "--json", "--uri", "a:1", "--uri", "b:1")
	if code != ExitError || !strings.Contains(errOut, "the server does not report changes of b:1") {
		t.Errorf("exit %d, %q", code, errOut)
	}
	var got []string
	for line := range strings.Lines(out) {
		var e struct {
			Time               time.Time
			Event, URI, Detail string
		}
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&e); err != nil || e.Time.IsZero() {
			t.Errorf("%q: %v", line, err)
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", e.Event, e.URI, e.Detail)))
	}
	want := []string{
		"listening", "acknowledged  2 of 3", "refused b:1 the server's acknowledgement leaves it out",
		"list_changed", "updated a:1", "updated odd:\x1b[2J\u202e not subscribed to",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if strings.ContainsAny(out, "\x1b\u202e") {
		t.Errorf("not harmless: %q", out)
	}
}

func TestWatchText(t *testing.T) {
	code, out, _ := watch(t, "odd:", "--uri", "a:1", "--uri", "b:1")
	for _, want := range []string{
		"  listening\n", "  acknowledged  2 of 3\n", "  refused       b:1  the server's acknowledgement leaves it out\n",
		"  list_changed\n", "  updated       a:1\n", "  updated       odd:␛[2J\\u{202e}  not subscribed to\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if code != ExitError {
		t.Errorf("exit %d", code)
	}
}

func TestWatchEndsWithTheConnection(t *testing.T) {
	code, out, errOut := watch(t, "never", "--uri", "exit:1")
	if code != ExitConnection || !strings.Contains(out, "disconnected") || !strings.Contains(errOut, "status 4") || strings.Count(errOut, "\n") != 1 {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
}

func TestWatchEndsInTime(t *testing.T) {
	code, out, errOut := watch(t, "never", "--for", "100ms")
	if code != ExitOK || errOut != "" || !strings.Contains(out, "acknowledged") {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
}

func TestWatchSaysWhatIsNotOffered(t *testing.T) {
	got := run(t, "hostile", "watch", "--for", "1ms", "--uri", "b:1", "--", "SERVER")
	if got.code != ExitError || !strings.Contains(got.out, "refused       the server does not offer list changes\n") ||
		!strings.Contains(got.out, "refused       b:1  the server does not offer subscriptions to resources\n") {
		t.Errorf("exit %d, %q, %q", got.code, got.out, got.errOut)
	}
	got = run(t, "demo legacy", "watch", "--for", "1ms", "--", "SERVER")
	if got.code != ExitOK || !strings.Contains(got.out, "listening     list changes come without asking\n") {
		t.Errorf("legacy: exit %d, %q, %q", got.code, got.out, got.errOut)
	}
}
