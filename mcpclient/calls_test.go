package mcpclient

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
)

func opened(t *testing.T, server string) *Client {
	t.Helper()
	c, err := play(t, server, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWalks(t *testing.T) {
	tests := []struct {
		name  string
		start string // the cursor to start at, "" for the beginning
		max   int
		rows  string
		stop  Stop
		words string // of the reason, "" for any
	}{
		{"the empty cursor is sent back", "", 0, "a:1 a:2", "", ""},
		{"a cycle ends the walk", "loop-a", 0, "l:1 l:2 l:1", StopRepeats, ""},
		{"a cursor that repeats itself", "endless", 0, "e:1 e:1", StopRepeats, ""},
		{"the page limit", "p", 3, "c:p c:p+ c:p++", StopMaxPages, "page limit reached: 3 pages, more follow"},
		{"a limit of one page", "p", 1, "c:p", StopMaxPages, "page limit reached: 1 page, more follow"},
	}
	c := opened(t, "pages")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var rows []string
			o := ListOptions[model.Resource]{Refresh: true, MaxPages: tt.max, OnPage: func(p Page[model.Resource]) {
				for _, r := range p.Items {
					rows = append(rows, r.URI)
				}
			}}
			if tt.start != "" {
				o.Start = &Walk{Next: model.Cursor{Text: tt.start, Present: true}}
			}
			w, err := c.Resources(t.Context(), o)
			if err != nil || strings.Join(rows, " ") != tt.rows || w.Stop != tt.stop || w.Items != len(rows) {
				t.Errorf("got %v, %+v, %v; want %s, %q", rows, w, err, tt.rows, tt.stop)
			}
			if tt.words != "" && w.Reason != tt.words {
				t.Errorf("the reason is %q, want %q", w.Reason, tt.words)
			}
		})
	}
}

func TestExpiredCursorRestartsOnce(t *testing.T) {
	c := opened(t, "pages")
	restarts := 0
	w, err := c.Resources(t.Context(), ListOptions[model.Resource]{
		Start:     &Walk{Pages: 1, Next: model.Cursor{Text: "expired", Present: true}},
		OnRestart: func(error) { restarts++ },
	})
	if err != nil || restarts != 1 || !w.Complete() || w.Items != 2 {
		t.Errorf("restarts %d, %+v, %v", restarts, w, err)
	}
}

func TestOneListRefusedDoesNotHideTheOther(t *testing.T) {
	c := opened(t, "pages")
	var refused *ServerError
	if _, err := c.Templates(t.Context(), ListOptions[model.Template]{}); !errors.As(err, &refused) || refused.Code != -32601 {
		t.Errorf("templates: %v", err)
	}
	if w, err := c.Resources(t.Context(), ListOptions[model.Resource]{}); err != nil || w.Items != 2 {
		t.Errorf("resources: %+v, %v", w, err)
	}
}

func TestFreshPagesComeFromTheCache(t *testing.T) {
	c := opened(t, "pages")
	walk := func(refresh bool) (cached int) {
		if _, err := c.Resources(t.Context(), ListOptions[model.Resource]{Refresh: refresh, OnPage: func(p Page[model.Resource]) {
			if p.Info.FromCache {
				cached++
			}
		}}); err != nil {
			t.Fatal(err)
		}
		return cached
	}
	if n := walk(false); n != 0 {
		t.Errorf("first walk: %d pages from the cache", n)
	}
	if n := walk(false); n != 2 {
		t.Errorf("second walk: %d pages from the cache, want 2", n)
	}
	if n := walk(true); n != 0 {
		t.Errorf("reload: %d pages from the cache", n)
	}
}

func TestReads(t *testing.T) {
	c := opened(t, "reads")
	r, err := c.Read(t.Context(), "a:ü", ReadOptions{})
	if err != nil || r.URI != "a:ü" || r.Contents[0].Text != "text of a:ü" || r.Info.FromCache {
		t.Fatalf("got %+v, %v", r, err)
	}
	if r, err = c.Read(t.Context(), "a:ü", ReadOptions{}); err != nil || !r.Info.FromCache {
		t.Errorf("again: from the cache %v, %v", r.Info.FromCache, err)
	}
	if r, err = c.Read(t.Context(), "a:ü", ReadOptions{Refresh: true}); err != nil || r.Info.FromCache {
		t.Errorf("refresh: from the cache %v, %v", r.Info.FromCache, err)
	}
	if r, err = c.Read(t.Context(), "retyped:1", ReadOptions{}); err != nil || len(r.Contents) != 0 {
		t.Errorf("an id that came back as a string: %+v, %v", r, err)
	}
	if r, err = c.Read(t.Context(), "asks:1", ReadOptions{}); err != nil || !r.InputRequired() {
		t.Errorf("input_required: %+v, %v", r, err)
	}
	if _, kept := c.Cache().Peek(freshness.Key{Method: methodRead, Param: "asks:1"}); kept {
		t.Error("a question was kept in the cache")
	}
}

func TestReadErrorsAreTheServersOwn(t *testing.T) {
	c := opened(t, "reads")
	_, err := c.Read(t.Context(), "missing:1", ReadOptions{})
	var refused *ServerError
	if !errors.As(err, &refused) || refused.Code != -32602 || refused.Message != "Resource not found" || string(refused.Data) != `{"uri":"missing:1"}` || refused.Elapsed <= 0 {
		t.Errorf("got %+v", refused)
	}
	_, err = c.Read(t.Context(), "nothing:1", ReadOptions{})
	var odd *ProtocolError
	if !errors.As(err, &odd) {
		t.Errorf("a reply with nothing in it: %v", err)
	}
}

func TestCancelledReadTellsTheServer(t *testing.T) {
	c := opened(t, "reads")
	ctx, cancel := context.WithCancel(t.Context())
	var seen Progress
	_, err := c.Read(ctx, "slow:1", ReadOptions{OnProgress: func(p Progress) {
		seen = p
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || seen != (Progress{1, 2, "half"}) {
		t.Errorf("got %v after %+v", err, seen)
	}
	frames := c.Log().Frames(0)
	last := frames[len(frames)-1]
	if last.Method != "notifications/cancelled" || string(last.Params.Get("reason")) != `"cancelled by the user"` {
		t.Errorf("last frame: %s", last.Bytes)
	}
}

func TestModernRequestsCarryTheirMeta(t *testing.T) {
	c := opened(t, "reads")
	if _, err := c.Read(t.Context(), "a:1", ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Log().Frames(0) {
		if f.Method != methodRead || f.ReplyTo != 0 {
			continue
		}
		const want = `{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"a:1","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcperuse","version":"test"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
		got := strings.Replace(string(f.Bytes), `"id":3`, `"id":2`, 1) // the listen races for a number
		if strings.TrimSpace(got) != want {
			t.Errorf("sent %s\nwant %s", got, want)
		}
	}
}
