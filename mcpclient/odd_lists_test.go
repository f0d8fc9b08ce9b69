package mcpclient

import (
	"fmt"
	"strings"
	"testing"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
)

// TestOddPages sends what strict clients give up the whole list for. Every row
// is there, and what is wrong is said of the row it is wrong with.
func TestOddPages(t *testing.T) {
	const good = `{"uri":"a:1","name":"one"}`
	tests := []struct {
		name   string
		result string
		rows   string // display names and what is wrong with each
		page   string // what is wrong with the page
		stop   Stop
	}{
		{"ordinary", `{"resources":[` + good + `]}`, "one", "", ""},
		{"one bad size among many", `{"resources":[` + good + `,{"uri":"a:2","name":"two","size":"12"},{"uri":"a:3","name":"three","size":-1},{"uri":"a:4","name":"four","size":1e999}]}`,
			`one, two ! size is a string, "12"; expected a number of bytes, or no size at all, three ! size is a number, -1; expected a number of bytes, or no size at all, four ! size is a number, 1e999; expected a number of bytes, or no size at all`, "", ""},
		{"bad annotations", `{"resources":[{"uri":"a:1","name":"one","annotations":{"priority":"high","audience":"user","lastModified":7}},` + good + `]}`,
			`one ! annotations.priority is a string, "high"; expected a number from 0 to 1 ! annotations.audience is a string, "user"; expected a list of "user" and "assistant" ! annotations.lastModified is a number, 7; expected an ISO 8601 time, one`, "", ""},
		{"bad types all over", `{"resources":[{"uri":"a:1","name":"one","title":7,"description":{},"mimeType":[],"annotations":true,"icons":"x","_meta":[]},` + good + `]}`,
			`one ! title is a number, 7; expected a string ! description is an object, {}; expected a string ! mimeType is a list, []; expected a string ! annotations is a boolean, true; expected an object ! icons is a string, "x"; expected a list ! _meta is a list, []; expected an object, one`, "", ""},
		{"null in place of a value", `{"resources":[{"uri":"a:1","name":"one","title":null,"size":null}]}`,
			"one ! title is null; expected a string, or nothing at all ! size is null; expected a number of bytes, or no size at all", "", ""},
		{"items that are none", `{"resources":[` + good + `,null,7,"a:2",[],` + good + `]}`,
			`one,  ! the item is null; expected an object,  ! the item is a number, 7; expected an object,  ! the item is a string, "a:2"; expected an object,  ! the item is a list, []; expected an object, one`, "", ""},
		{"item without a name", `{"resources":[{"uri":"a:1"},{"uri":"a:2","title":"Two"}]}`, "a:1 ! name is missing; expected a string, Two ! name is missing; expected a string", "", ""},
		{"item without a URI", `{"resources":[{"name":"one"},{"uri":null,"name":"two"},{"uri":7,"name":"three"}]}`,
			"one ! uri is missing; expected a string, two ! uri is null; expected a string, three ! uri is a number, 7; expected a string", "", ""},
		{"the same URI twice", `{"resources":[` + good + `,` + good + `]}`, "one, one", "", ""},
		{"NaN in an item", `{"resources":[{"uri":"a:1","name":"one","size":NaN},` + good + `]}`, "one ! size is not JSON, NaN; expected a number of bytes, or no size at all, one", "", ""},
		{"a name twice in an item", `{"resources":[{"uri":"a:1","uri":"a:2","name":"one"}]}`, "one", "", ""},
		{"next cursor null", `{"resources":[` + good + `],"nextCursor":null}`, "one", " ! nextCursor is null; expected a string, or nothing at the end", ""},
		{"next cursor a number", `{"resources":[` + good + `],"nextCursor":2}`, "one", " ! nextCursor is a number, 2; expected a string, or nothing at the end", StopOddCursor},
		{"next cursor an object", `{"resources":[` + good + `],"nextCursor":{"offset":1}}`, "one", ` ! nextCursor is an object, {"offset":1}; expected a string, or nothing at the end`, StopOddCursor},
		{"no list", `{}`, "", " ! resources is missing; expected a list", ""},
		{"list null", `{"resources":null}`, "", " ! resources is null; expected a list", ""},
		{"list an object", `{"resources":{"a:1":{}}}`, "", ` ! resources is an object, {"a:1":{}}; expected a list`, ""},
		{"result a list", `[` + good + `]`, "", ` ! result is a list, [{"uri":"a:1","name":"one"}]; expected an object`, ""},
		{"result a string", `"none"`, "", ` ! result is a string, "none"; expected an object`, ""},
	}
	c := opened(t, "odd")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var rows []string
			var page, raw string
			w, err := c.Resources(t.Context(), ListOptions[model.Resource]{
				Refresh: true,
				Start:   &Walk{Next: model.Cursor{Present: true, Text: saying(`{"jsonrpc":"2.0","id":$ID,"result":` + tt.result + "}\n")}},
				OnPage: func(p Page[model.Resource]) {
					for i := range p.Items {
						rows = append(rows, p.Items[i].DisplayName()+problemWords(p.Items[i].Problems()))
						if p.Items[i].Odd() && p.Items[i].Problems() == nil {
							t.Error("a row counts as odd, but says no reason")
						}
					}
					page, raw = problemWords(p.Problems), string(p.Raw)
				},
			})
			if err != nil || w.Stop != tt.stop || (w.Reason == "") != (tt.stop == "") || w.Items != len(rows) {
				t.Errorf("the walk came to %+v, %v", w, err)
			}
			if got := strings.Join(rows, ", "); got != tt.rows {
				t.Errorf("rows %s\nwant %s", got, tt.rows)
			}
			if page != tt.page {
				t.Errorf("page %q, want %q", page, tt.page)
			}
			if raw != tt.result {
				t.Errorf("as sent: %s", raw)
			}
			goesOn(t, c)
		})
	}
}

// TestOddCursors follows cursors as servers send them; "the same cursor for
// ever" and "" are told by TestWalks too.
func TestOddCursors(t *testing.T) {
	c := opened(t, "pages")
	walk := func(o ListOptions[model.Resource]) (cursors []string, w Walk) {
		t.Helper()
		o.Refresh = true
		o.OnPage = func(p Page[model.Resource]) {
			cursors = append(cursors, string(p.NextRaw))
		}
		w, err := c.Resources(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return cursors, w
	}
	seq := lastFrame(c)
	if cursors, w := walk(ListOptions[model.Resource]{}); fmt.Sprint(cursors) != `["" ]` || !w.Complete() {
		t.Errorf("an empty cursor: %q, %+v", cursors, w)
	}
	var sent []string
	for _, f := range c.Log().Frames(seq) {
		if f.Method == methodList && f.ReplyTo == 0 {
			sent = append(sent, string(f.Params.Get("cursor")))
		}
	}
	if fmt.Sprintf("%q", sent) != `["" "\"\""]` {
		t.Errorf("cursors sent: %q, want none and then an empty one", sent)
	}
	// What came is kept, the reason is said, and the next page can be had.
	_, w := walk(ListOptions[model.Resource]{Start: &Walk{Next: model.Cursor{Text: "endless", Present: true}}})
	if w.Pages != 2 || w.Items != 2 || w.Stop != StopRepeats || w.Reason != "cursor repeats: page 2 names the cursor that page 1 named" {
		t.Errorf("the same cursor for ever: %+v", w)
	}
	if _, more := walk(ListOptions[model.Resource]{Start: &w, MaxPages: 1}); more.Pages != 3 || more.Items != 3 {
		t.Errorf("the next page anyway: %+v", more)
	}
}

// TestOddHints reads with caching hints as servers send them. They are shown as
// sent, and come to a freshness that makes sense.
func TestOddHints(t *testing.T) {
	tests := []struct {
		ttl, scope string // as sent, "" for absent
		state      freshness.State
		kept       freshness.Scope
	}{
		{"", "", freshness.NoHint, freshness.Private},
		{"null", "null", freshness.Zero, freshness.Private},
		{"0", `"public"`, freshness.Zero, freshness.Public},
		{"-5", `"public"`, freshness.Zero, freshness.Public},
		{"60000.5", `"shared"`, freshness.Fresh, freshness.Private},
		{`"60000"`, "7", freshness.Zero, freshness.Private},
		{"1e20", "{}", freshness.Fresh, freshness.Private},
		{"NaN", `"PUBLIC"`, freshness.Zero, freshness.Private},
		{"[60000]", `""`, freshness.Zero, freshness.Private},
	}
	c := opened(t, "odd")
	for _, tt := range tests {
		t.Run(tt.ttl+" "+tt.scope, func(t *testing.T) {
			var hints string
			if tt.ttl != "" {
				hints = `,"ttlMs":` + tt.ttl + `,"cacheScope":` + tt.scope
			}
			r, err := c.Read(t.Context(), saying(`{"jsonrpc":"2.0","id":$ID,"result":{"contents":[{"uri":"a:1","text":"ok"}]`+hints+"}}\n"), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if string(r.Info.TTLRaw) != tt.ttl || string(r.Info.ScopeRaw) != tt.scope {
				t.Errorf("shown as %s, %s", r.Info.TTLRaw, r.Info.ScopeRaw)
			}
			if state := r.Info.State(r.Info.Received); state != tt.state || r.Info.Scope != tt.kept {
				t.Errorf("counts as %s, %s; want %s, %s", state, r.Info.Scope, tt.state, tt.kept)
			}
			goesOn(t, c)
		})
	}
}
