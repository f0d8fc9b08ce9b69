package mcpclient

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// TestOddSizes asks for messages that are large, or nested deeply.
func TestOddSizes(t *testing.T) {
	const mb = 1 << 20
	tests := []struct {
		uri    string
		told   string // how it begins
		size   int    // of the text
		frames string
	}{
		{fmt.Sprintf("text:%d", 20*mb), "text xxx", 20 * mb, "reply"},
		{fmt.Sprintf("text:%d", 50*mb), "text xxx", 50 * mb, "reply"},
		{fmt.Sprintf("id-last:%d", mb), "text xxx", mb, "reply"},
		{"lists:900", "text ok", 2, "reply"},
		{"lists:1001", "text ok", 2, "reply nesting-deep"},
		{"lists:100000", "text ok", 2, "reply nesting-deep"},
		{"objects:1001", "error: resources/read was answered with error 1 (the server's own code): deep", 0, "reply nesting-deep"},
		{"objects:100000", "error: resources/read was answered with error 1 (the server's own code): deep", 0, "reply nesting-deep"},
		{"noise:100000", "text ok", 2, "text; reply"},
	}
	c := opened(t, "odd")
	for _, tt := range tests {
		t.Run(tt.uri, func(t *testing.T) {
			seq := lastFrame(c)
			r, err := c.Read(t.Context(), tt.uri, ReadOptions{Refresh: true})
			if got := told(r, err); !strings.HasPrefix(got, tt.told) {
				t.Errorf("the read came to %.80q\nwant %q", got, tt.told)
			}
			if len(r.Contents) == 1 && len(r.Contents[0].Text) != tt.size {
				t.Errorf("the text is %d bytes, want %d", len(r.Contents[0].Text), tt.size)
			}
			goesOn(t, c)
			if got := framesSince(c, seq); got != tt.frames+"; reply" {
				t.Errorf("in the log: %q\nwant %q", got, tt.frames+"; reply")
			}
		})
	}
}

// TestOverTheBound asks for messages over the bound on a frame. They are refused
// and named, whoever waits for them is told at once, and the session goes on.
func TestOverTheBound(t *testing.T) {
	const bound = 100_000
	c, err := play(t, "odd", Options{MaxFrame: bound})
	if err != nil {
		t.Fatal(err)
	}
	for _, uri := range []string{
		"text:100000", "text:1000000",
		"id-last:100000", "id-last:1000000", // as servers write it that encode the result first
		"lists:100000",
		saying("{\n\"jsonrpc\":\"2.0\",\n\"id\":$ID,\n" + strings.Repeat("\"a\":1,\n", bound/7) + "\"result\":{}}\n"),
	} {
		t.Run(uri[:min(len(uri), 20)], func(t *testing.T) {
			seq := lastFrame(c)
			_, err := c.Read(t.Context(), uri, ReadOptions{Refresh: true})
			var large *transport.TooLargeError
			if !errors.As(err, &large) || !strings.Contains(Explain(err).String(), "100000") {
				t.Errorf("the read came to %v, want a reply that is too large", err)
			}
			goesOn(t, c)
			var refused *wire.Frame
			for _, f := range c.Log().Frames(seq) {
				if f.Has(wire.NoteTooLarge) {
					refused = f
				}
			}
			if refused == nil || len(refused.Bytes) == 0 || len(refused.Bytes) > bound || refused.Method != methodRead || large != nil && large.FrameSeq != refused.Seq {
				t.Errorf("the refused frame is %+v", refused)
			}
		})
	}
}
