package transport

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestMaskURL(t *testing.T) {
	for in, want := range map[string]string{
		"http://localhost:3000/mcp":                      "http://localhost:3000/mcp",
		"https://user:pass@host/x":                       "https://***@host/x",
		"https://ghp_0123@host/x":                        "https://***@host/x",
		"https://host/x?token=abc&page=2":                "https://host/x?token=***&page=2",
		"https://host/x?api_key=abc;apiKey=d&X-Amz-Sig=": "https://host/x?api_key=***&apiKey=***&X-Amz-Sig=",
		"https://host/x?sessionId=1":                     "https://host/x?sessionId=***",
		"https://host/x?q=a+b&lang=de":                   "https://host/x?q=a+b&lang=de",
		"https://host/x?a=0123456789abcdef01234567":      "https://host/x?a=***",
		"https://host/x?a=the+quick+brown+fox+jumps+01":  "https://host/x?a=the+quick+brown+fox+jumps+01",
		"https://host/x?a=%zz":                           "https://host/x?a=***",
		"https://host/x?token":                           "https://host/x?token",
	} {
		u, err := url.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := maskURL(u); got != want {
			t.Errorf("%s is shown as %s, want %s", in, got, want)
		}
		if u.String() != in {
			t.Errorf("%s was changed", in)
		}
	}
	if got := maskURLText("http://a b/\x7f?token=x"); strings.Contains(got, "token") {
		t.Errorf("what is no URL is shown as %s", got)
	}
}

func TestMaskCommand(t *testing.T) {
	for _, tt := range []struct {
		command []string
		want    string
	}{
		{[]string{"npx", "-y", "server", "/tmp"}, "npx -y server /tmp"},
		{[]string{"s", "--token", "abc", "--api-key=def", "--port", "80"}, "s --token *** --api-key=*** --port 80"},
		{[]string{"s", "--token=", "x"}, "s --token= x"},
		{[]string{"env", "GITHUB_TOKEN=abc", "s"}, "env GITHUB_TOKEN=*** s"},
		{[]string{"s", "postgres://me:pw@db/x", "--db=postgres://me:pw@db/x"}, "s postgres://***@db/x --db=postgres://***@db/x"},
		{[]string{"s", "https://x/?token=abc"}, "s https://x/?token=***"},
		{[]string{"sh", "-c", "echo 'it'"}, `sh -c 'echo '\''it'\'''`},
		{[]string{"s", "--secret", "--verbose", ""}, "s --secret --verbose ''"},
		{[]string{"token"}, "token"},
		{nil, ""},
	} {
		if got := maskCommand(tt.command); got != tt.want {
			t.Errorf("%q is shown as %s, want %s", tt.command, got, tt.want)
		}
	}
}

func TestMaskHeader(t *testing.T) {
	user := http.Header{"X-Team": {"blue"}}
	in := http.Header{"Authorization": {"Bearer abc"}, "Proxy-Authorization": {"abc"}, "Set-Cookie": {"a=b", "c=d"}, "Mcp-Session-Id": {"s"}, "X-Team": {"blue"}, "Accept": {"x"}}
	got := maskHeader(in, user)
	want := http.Header{"Authorization": {"Bearer ***"}, "Proxy-Authorization": {"***"}, "Set-Cookie": {"***", "***"}, "Mcp-Session-Id": {"***"}, "X-Team": {"***"}, "Accept": {"x"}}
	if !reflect.DeepEqual(got, want) || in.Get("Authorization") != "Bearer abc" {
		t.Errorf("got %v from %v", got, in)
	}
}

func TestHideWhatAServerRepeats(t *testing.T) {
	w := newWeb(HTTPOptions{Header: http.Header{"authorization": {"Bearer s3cret-token"}, "X-A": {"b"}}})
	if got := w.hide("bad Authorization: Bearer s3cret-token, or s3cret-token, b"); got != "bad Authorization: ***, or ***, b" {
		t.Errorf("got %q", got)
	}
}

func TestMaskSession(t *testing.T) {
	for in, want := range map[string]string{"": "", "short": "***", "0123456789abcdef": "0123***"} {
		if got := maskSession(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}
