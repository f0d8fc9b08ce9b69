package model

import (
	"errors"
	"strings"
	"testing"

	"mcperuse/mcpclient/rawjson"
)

func TestOneBadFieldNeverHurtsAnother(t *testing.T) {
	page := DecodeResources(rawjson.Value(`{"resources":[
		{"uri":"a:1","name":"one","size":12,"mimeType":"text/plain"},
		{"uri":"a:2","name":"two","size":"12","annotations":{"priority":"high","audience":["user"]}},
		null,
		{"uri":"a:3"},
		{"name":"no uri"},
		{"uri":"a:4","name":"four","title":null,"_meta":[],"x":1},
		{"uri":"a:5","name":"five","size":1.5},
		{"uri":"a:6","name":"six","size":1.2e1}
	],"nextCursor":""}`))
	if len(page.Items) != 8 || !page.Next.Present || page.Next.Text != "" {
		t.Fatalf("got %d items, next %+v", len(page.Items), page.Next)
	}
	want := []struct{ name, problems string }{
		{"one", ""},
		{"two", `size is a string, "12"; expected a number of bytes, or no size at all|annotations.priority is a string, "high"; expected a number from 0 to 1`},
		{"", "the item is null; expected an object"},
		{"a:3", "name is missing; expected a string"},
		{"no uri", "uri is missing; expected a string"},
		{"four", "title is null; expected a string, or nothing at all|_meta is a list, []; expected an object"},
		{"five", "size is a number, 1.5; expected a whole number of bytes, or no size at all"},
		{"six", ""},
	}
	for i, w := range want {
		r := &page.Items[i]
		var got []string
		for _, p := range r.Problems() {
			got = append(got, p.String())
		}
		if r.DisplayName() != w.name || strings.Join(got, "|") != w.problems {
			t.Errorf("item %d: %q %q, want %q %q", i, r.DisplayName(), got, w.name, w.problems)
		}
	}
	if r := page.Items[1]; r.Annotations().Audience[0] != "user" || r.Presence(Size) != Odd || r.Presence(Title) != Absent {
		t.Errorf("neighbours of the odd fields were lost: %+v", r)
	}
}

func TestCursorPresence(t *testing.T) {
	tests := []struct {
		name, in string
		next     Cursor
		problem  bool
	}{
		{"absent ends", `{"resources":[]}`, Cursor{}, false},
		{"empty is a cursor", `{"resources":[],"nextCursor":""}`, Cursor{"", true}, false},
		{"null ends, oddly", `{"resources":[],"nextCursor":null}`, Cursor{}, true},
		{"number ends, oddly", `{"resources":[],"nextCursor":7}`, Cursor{}, true},
		{"text", `{"resources":[],"nextCursor":"p2"}`, Cursor{"p2", true}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := DecodeResources(rawjson.Value(tt.in))
			if p.Next != tt.next || (len(p.Problems) > 0) != tt.problem {
				t.Errorf("got %+v, problems %v", p.Next, p.Problems)
			}
		})
	}
}

func TestPagesThatAreNoPages(t *testing.T) {
	for in, want := range map[string]string{
		`[]`:               "result is a list, []; expected an object",
		`{}`:               "resources is missing; expected a list",
		`{"resources":{}}`: "resources is an object, {}; expected a list",
	} {
		p := DecodeResources(rawjson.Value(in))
		if len(p.Items) != 0 || len(p.Problems) != 1 || p.Problems[0].String() != want {
			t.Errorf("%s: %v, want %q", in, p.Problems, want)
		}
	}
}

func TestContentsKinds(t *testing.T) {
	tests := []struct {
		name, in string
		kind     ContentsKind
		problems string
	}{
		{"text", `{"uri":"a","text":"hi"}`, Text, ""},
		{"empty text", `{"uri":"a","text":""}`, Text, ""},
		{"blob", `{"uri":"a","blob":""}`, Blob, ""},
		{"both", `{"uri":"a","text":"x","blob":"eA=="}`, Both, `blob is a string, "eA=="; expected text or blob, not both`},
		{"neither", `{"uri":"a"}`, Neither, "text is missing; expected text or blob"},
		{"text an object", `{"uri":"a","text":{}}`, Neither, "text is an object, {}; expected a string"},
		{"null", `null`, Neither, "the item is null; expected an object with text or blob"},
		{"no uri", `{"text":"x"}`, Text, "uri is missing; expected a string"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := DecodeContents(rawjson.Value(tt.in))
			var got []string
			for _, p := range c.Problems {
				got = append(got, p.String())
			}
			if c.Kind != tt.kind || strings.Join(got, "|") != tt.problems {
				t.Errorf("got %v %q, want %v %q", c.Kind, got, tt.kind, tt.problems)
			}
		})
	}
}

func TestReadShapes(t *testing.T) {
	for in, want := range map[string]int{
		`{"contents":[{"uri":"a","text":"x"},null]}`: 2,
		`{"contents":{"uri":"a","text":"x"}}`:        1,
		`{"contents":[]}`:                            0,
		`{"contents":null}`:                          0,
		`"x"`:                                        0,
	} {
		r := DecodeRead(rawjson.Value(in))
		if len(r.Contents) != want {
			t.Errorf("%s: %d contents, want %d", in, len(r.Contents), want)
		}
		if odd := len(r.Problems) > 0; odd == strings.Contains(in, "[") {
			t.Errorf("%s: problems %v", in, r.Problems)
		}
	}
	r := DecodeRead(rawjson.Value(`{"resultType":"input_required","inputRequests":{"a":{}}}`))
	if !r.InputRequired() || len(r.Problems) != 0 || string(r.Questions) != `{"a":{}}` {
		t.Errorf("input_required: %+v", r)
	}
}

func TestBlobDialects(t *testing.T) {
	tests := []struct{ name, in, want, dialect string }{
		{"standard", "+/8=", "\xfb\xff", ""},
		{"empty", "", "", ""},
		{"url-safe", "-_8=", "\xfb\xff", "URL-safe alphabet"},
		{"no padding", "+/8", "\xfb\xff", "padding missing"},
		{"line breaks", "+/\r\n8=", "\xfb\xff", "white space inside"},
		{"all of it", "-_ 8", "\xfb\xff", "white space inside, URL-safe alphabet, padding missing"},
		{"stray bits", "+/9=", "\xfb\xff", "stray bits at the end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Contents{Base64: []byte(tt.in)}
			got, dialect, err := c.DecodeBlob()
			if err != nil || string(got) != tt.want || dialect != tt.dialect {
				t.Errorf("got %q %q %v, want %q %q", got, dialect, err, tt.want, tt.dialect)
			}
		})
	}
	if _, _, err := (&Contents{Base64: []byte("%%%")}).DecodeBlob(); !errors.Is(err, ErrNotBase64) {
		t.Errorf("rubbish: %v", err)
	}
}

func TestWriteTo(t *testing.T) {
	for in, want := range map[string]string{
		`{"text":"a\nb"}`:            "a\nb",
		`{"text":""}`:                "",
		`{"blob":"+/8="}`:            "\xfb\xff",
		`{"blob":"+\/8="}`:           "\xfb\xff",
		`{"blob":"%"}`:               "not base64: illegal base64 data at input byte 0",
		`{"text":"a","blob":"+/8="}`: "it holds both text and blob",
		`{}`:                         "it holds neither text nor blob",
	} {
		var out strings.Builder
		c := DecodeContents(rawjson.Value(in))
		n, err := c.WriteTo(&out)
		if err != nil {
			out.WriteString(err.Error())
		} else if n != int64(len(want)) {
			t.Errorf("%s: says that it wrote %d bytes", in, n)
		}
		if out.String() != want {
			t.Errorf("%s: wrote %q, want %q", in, out.String(), want)
		}
	}
}

func TestErrorName(t *testing.T) {
	for code, want := range map[int64]string{
		-32602: "Invalid params",
		-32002: "Resource not found (legacy)",
		-32022: "Unsupported protocol version",
		-32000: "the server's own meaning",
		-32019: "the server's own meaning",
		-32050: "reserved for the protocol, not known",
		-32500: "reserved for JSON-RPC, not known",
		1:      "the server's own code",
		-40000: "the server's own code",
	} {
		if got := ErrorName(code); got != want {
			t.Errorf("ErrorName(%d) = %q, want %q", code, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"resources":[{"uri":1,"annotations":{"audience":[1]}}],"contents":[{"blob":"x"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, _, err := rawjson.Next(b)
		if err != nil {
			return
		}
		for _, r := range DecodeResources(v).Items {
			if r.Odd() != (len(r.Problems()) > len(r.Annotations().Problems)) {
				t.Fatalf("%s: Odd() is %v, problems %v", r.Raw, r.Odd(), r.Problems())
			}
		}
		for _, c := range DecodeRead(v).Contents {
			if _, _, err := c.DecodeBlob(); err != nil && !errors.Is(err, ErrNotBase64) {
				t.Fatal(err)
			}
		}
	})
}
