package failure_test

import (
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views/failure"
	"mcperuse/views/screentest"
	"mcperuse/views/sheet"
)

func TestLines(t *testing.T) {
	big := `{"items":["` + strings.Repeat("x", 40000) + `"]}`
	tests := []struct {
		name string
		f    failure.Failure
		want []string // lines that must be there, in order
		not  string
	}{
		{"missing, modern", failure.Failure{Server: &failure.ServerError{
			Method: "resources/read", Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "Resource not found", Data: rawjson.Value(`{"uri":"file:///missing.txt"}`),
			Status: 400, Request: "57", RoundTrip: 12 * time.Millisecond, Revision: "2026-07-28", Modern: true,
		}}, []string{
			"✗ not found   -32602 Invalid params",
			"  Resource not found",
			`  data  {"uri":"file:///missing.txt"}`,
			"  request 57 · 12 ms · HTTP 400 Bad Request",
			"  older servers use -32002 for a missing resource; this one speaks 2026-07-28",
		}, ""},
		{"invalid, legacy", failure.Failure{Server: &failure.ServerError{
			Method: "resources/read", Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "bad uri", Revision: "2025-11-25",
		}}, []string{"✗ not found or refused   -32602", "  2025-11-25 has -32002"}, "request"},
		{"the legacy code from a modern server", failure.Failure{Server: &failure.ServerError{
			Method: "resources/read", Code: -32002, CodeRaw: rawjson.Value("-32002"), Message: "gone", Revision: "2026-07-28", Modern: true,
		}}, []string{"✗ not found   -32002 Resource not found (legacy)", "  2026-07-28 has -32602 for this"}, ""},
		{"no method", failure.Failure{Server: &failure.ServerError{
			Method: "resources/read", Code: -32601, CodeRaw: rawjson.Value("-32601"), Message: "Method not found",
		}}, []string{"✗ not implemented", "  only this request was refused"}, ""},
		{"the parameters of another method", failure.Failure{Server: &failure.ServerError{
			Method: "tools/call", Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "bad field", Revision: "2026-07-28", Modern: true,
		}}, []string{"✗ refused   -32602 Invalid params", "  the server does not accept these parameters"}, "resource"},
		{"another method that is not there", failure.Failure{Server: &failure.ServerError{
			Method: "prompts/list", Code: -32601, CodeRaw: rawjson.Value("-32601"), Message: "Method not found",
		}}, []string{"✗ not implemented", "  the server does not offer prompts/list"}, "resource"},
		{"no message", failure.Failure{Server: &failure.ServerError{Method: "resources/read", Code: -32603, CodeRaw: rawjson.Value("-32603")}},
			[]string{"✗ the server failed   -32603 Internal error", "  (the server gave no message)"}, ""},
		{"no code", failure.Failure{Server: &failure.ServerError{Message: "x"}}, []string{"✗ refused   no code", "  an error must have a code"}, ""},
		{"a code that is text", failure.Failure{Server: &failure.ServerError{Method: "resources/read", CodeRaw: rawjson.Value(`"E1"`)}},
			[]string{`✗ refused   "E1"`, "  an error code must be a whole number"}, ""},
		{"data over several lines", failure.Failure{Server: &failure.ServerError{
			Method: "resources/read", Code: 5, CodeRaw: rawjson.Value("5"), Data: rawjson.Value(`{"supported":["2025-11-25","2025-06-18"],"requested":"2026-07-28"}`),
		}}, []string{"  data  {", `          "supported": [`, `        }`}, ""},
		{"data that is no JSON", failure.Failure{Server: &failure.ServerError{Method: "resources/read", Code: 5, CodeRaw: rawjson.Value("5"), Data: rawjson.Value("{" + strings.Repeat("NaN,", 30) + "}")}},
			[]string{"  data  {NaN,NaN,"}, ""},
		{"big data", failure.Failure{Server: &failure.ServerError{Method: "resources/read", Code: 5, CodeRaw: rawjson.Value("5"), Data: rawjson.Value(big)}},
			[]string{`  data  {"items":["xxx`, "        … and 23.6 KB more"}, ""},
		{"not the server's", failure.Failure{Title: "no reply", Reason: "the server said nothing for 60 s.", Try: "--timeout waits longer."},
			[]string{"✗ no reply", "  the server said nothing for 60 s.", "  --timeout waits longer."}, "code"},
		{"hostile", failure.Failure{Server: &failure.ServerError{Method: "resources/read", Code: 5, CodeRaw: rawjson.Value("5"), Message: "\x1b[2J\u202eevil"}},
			[]string{`  ␛[2J\u{202e}evil`}, "\x1b"},
	}
	th := themes.Dark()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := tt.f.Lines(th)
			got := screentest.Text(t, 100, 900, func(scr uv.Screen, area uv.Rectangle) {
				var s sheet.Sheet
				s.Set(lines)
				s.Draw(scr, area)
			})
			rest := got
			for _, want := range tt.want {
				at := strings.Index(rest, want)
				if at < 0 {
					t.Fatalf("%q is missing in\n%s", want, strings.TrimRight(got, "\n"))
				}
				rest = rest[at+len(want):]
			}
			if tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("%q is in\n%s", tt.not, strings.TrimRight(got, "\n"))
			}
		})
	}
}

func TestShort(t *testing.T) {
	server := failure.Failure{Server: &failure.ServerError{Method: "resources/read", Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "Resource not found"}}
	for want, f := range map[string]failure.Failure{
		"not found: -32602 Invalid params, Resource not found": server,
		"no reply: nothing came":                               {Title: "no reply", Reason: "nothing came"},
		"cancelled":                                            {Title: "cancelled"},
	} {
		if got := f.Short(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
