package mcpclient

import "testing"

// TestOddContents reads what strict clients lose the whole read for.
func TestOddContents(t *testing.T) {
	const good = `{"uri":"a:1","text":"ok"}`
	tests := []struct {
		name     string
		contents string
		told     string
	}{
		{"ordinary", `[` + good + `]`, "text ok"},
		{"blob", `[{"uri":"a:1","blob":"aGk="}]`, "blob hi"},
		{"blob URL-safe and unpadded", `[{"uri":"a:1","blob":"-_8"}]`, "blob \xfb\xff (URL-safe alphabet, padding missing)"},
		{"blob with line breaks", `[{"uri":"a:1","blob":"aG\nk="}]`, "blob hi (white space inside)"},
		{"blob empty", `[{"uri":"a:1","blob":""}]`, "blob "},
		{"blob rubbish beside a good one", `[{"uri":"a:1","blob":"%%%"},` + good + `]`, "blob not base64 %%%, text ok"},
		{"blob a list of bytes", `[{"uri":"a:1","blob":[104,105]},` + good + `]`, "neither ! blob is a list, [104,105]; expected a base64 string, text ok"},
		{"blob null", `[{"uri":"a:1","blob":null}]`, "neither ! blob is null; expected a base64 string"},
		{"blob null beside a text", `[{"uri":"a:1","text":"ok","blob":null}]`, "text ok ! blob is null; expected a base64 string"},
		{"text empty", `[{"uri":"a:1","text":""}]`, "text "},
		{"text and blob", `[{"uri":"a:1","text":"ok","blob":"aGk="}]`, `both okhi ! blob is a string, "aGk="; expected text or blob, not both`},
		{"neither", `[{"uri":"a:1"}]`, "neither ! text is missing; expected text or blob"},
		{"text an object", `[{"uri":"a:1","text":{"en":"hi"}},` + good + `]`, `neither ! text is an object, {"en":"hi"}; expected a string, text ok`},
		{"text a number", `[{"uri":"a:1","text":7}]`, "neither ! text is a number, 7; expected a string"},
		{"no URI", `[{"text":"ok"}]`, "text ok ! uri is missing; expected a string"},
		{"MIME type a list", `[{"uri":"a:1","text":"ok","mimeType":["text/plain"]}]`, `text ok ! mimeType is a list, ["text/plain"]; expected a string, or nothing at all`},
		{"items that are none", `[null,"ok",` + good + `]`, `neither ! the item is null; expected an object with text or blob, neither ! the item is a string, "ok"; expected an object with text or blob, text ok`},
		{"an object instead of a list", good, `text ok ! contents is an object, {"uri":"a:1","text":"ok"}; expected a list`},
		{"null", `null`, " ! contents is null; expected a list"},
		{"a string", `"ok"`, ` ! contents is a string, "ok"; expected a list`},
		{"empty", `[]`, ""},
	}
	c := opened(t, "odd")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := c.Read(t.Context(), saying(`{"jsonrpc":"2.0","id":$ID,"result":{"contents":`+tt.contents+"}}\n"), ReadOptions{Refresh: true})
			if got := told(r, err); got != tt.told {
				t.Errorf("the read came to %q\nwant %q", got, tt.told)
			}
			if sent := string(r.Raw.Get("contents")); sent != tt.contents {
				t.Errorf("as sent: %s", sent)
			}
			goesOn(t, c)
		})
	}
}
