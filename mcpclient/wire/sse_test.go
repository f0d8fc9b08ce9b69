package wire

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func readEvents(t testing.TB, r *EventReader) []Event {
	t.Helper()
	var events []Event
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
}

func TestEventReader(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string // type: data
		lastID   string
		retry    time.Duration
	}{
		{"one", "data: a\n\n", []string{"message: a"}, "", -1},
		{"type", "event: endpoint\ndata: /x\n\n", []string{"endpoint: /x"}, "", -1},
		{"lines joined", "data: a\ndata:b\ndata\ndata:  c\n\n", []string{"message: a\nb\n\n c"}, "", -1},
		{"comments", ": ping\n\n:\ndata: a\n: x\n\n", []string{"message: a"}, "", -1},
		{"CRLF", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", []string{"message: a\nb", "message: c"}, "", -1},
		{"CR", "data: a\rdata: b\r\rdata: c\r\r", []string{"message: a\nb", "message: c"}, "", -1},
		{"ends mixed", "data: a\r\n\ndata: b\n\r\ndata: c\r\r\n", []string{"message: a", "message: b", "message: c"}, "", -1},
		{"byte order mark", "\ufeffdata: a\n\n", []string{"message: a"}, "", -1},
		{"mark alone on a line", "\ufeff\ndata: a\n\n", []string{"message: a"}, "", -1},
		{"line without a colon", "nonsense\ndata: a\n\n", []string{"message: a (stray nonsense)"}, "", -1},
		{"unknown fields", "foo: bar\ndata: a\nINFO: x\n\n", []string{"message: a (stray foo: bar\nINFO: x)"}, "", -1},
		{"stray line alone", "oops\n\ndata: a\n\n", []string{"message:  (stray oops)", "message: a"}, "", -1},
		{"stray line at the end", "data: a\n\noops", []string{"message: a", "message:  (stray oops)"}, "", -1},
		{"empty data", "data:\n\nevent: x\n\ndata: a\n\n", []string{"message: a"}, "", -1},
		{"type forgotten with an empty event", "event: x\n\ndata: a\n\n", []string{"message: a"}, "", -1},
		{"id of an empty event", "id: 7\ndata:\n\n", nil, "7", -1},
		{"id with a zero byte", "id: 7\n\nid: 8\x00\n\n", nil, "7", -1},
		{"id taken back", "id: 7\n\nid\n\n", nil, "", -1},
		{"id of an unfinished event", "id: 7\n\nid: 8\n", nil, "7", -1},
		{"retry", "retry: 500\n\n", nil, "", 500 * time.Millisecond},
		{"retry no number", "retry: 5x\nretry: -1\n\n", []string{"message:  (stray retry: 5x\nretry: -1)"}, "", -1},
		{"retry beyond reason", "retry: 9000000000000000\n\n", nil, "", 24 * time.Hour},
		{"cut off", "data: a\n\ndata: b", []string{"message: a", "message: b (unterminated)"}, "", -1},
		{"cut off after the line", "data: b\n", []string{"message: b (unterminated)"}, "", -1},
		{"nothing", "", nil, "", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, in := range map[string]io.Reader{"whole": strings.NewReader(tt.in), "byte-wise": iotest.OneByteReader(strings.NewReader(tt.in))} {
				r := NewEventReader(in, 0)
				var got []string
				for _, e := range readEvents(t, r) {
					text := e.Type + ": " + string(e.Data)
					if e.Unterminated {
						text += " (unterminated)"
					}
					if e.Stray != nil {
						text += " (stray " + string(e.Stray) + ")"
					}
					got = append(got, text)
					if e.Size != int64(len(e.Data)) {
						t.Errorf("%s: size %d of %d bytes", name, e.Size, len(e.Data))
					}
				}
				if !slices.Equal(got, tt.want) || r.LastEventID() != tt.lastID || r.Retry() != tt.retry {
					t.Errorf("%s: got %q, last id %q, retry %v; want %q, %q, %v", name, got, r.LastEventID(), r.Retry(), tt.want, tt.lastID, tt.retry)
				}
			}
		})
	}
}

// An event is there as soon as its blank line is, whatever ends lines.
func TestEventReaderDoesNotWaitForMore(t *testing.T) {
	for _, in := range []string{"data: a\n\n", "data: a\r\r", "data: a\r\n\r\n"} {
		pr, pw := io.Pipe()
		go func() { _, _ = pw.Write([]byte(in)) }() // and stays open
		e, err := NewEventReader(pr, 0).Next()
		if err != nil || string(e.Data) != "a" {
			t.Errorf("%q: got %q, %v", in, e.Data, err)
		}
		pr.Close()
	}
}

func TestEventReaderBoundsEvents(t *testing.T) {
	const limit = 10_000
	for name, in := range map[string]string{
		"one line":   "data: " + strings.Repeat("x", 2*limit) + "\n\n",
		"many lines": strings.Repeat("data: "+strings.Repeat("x", 99)+"\n", 200) + "\n",
		"over block": "data: " + strings.Repeat("x", 5*blockSize) + "\n\n",
	} {
		events := readEvents(t, NewEventReader(strings.NewReader(in+"data: b\n\n"), limit))
		if len(events) != 2 || len(events[0].Data) > headSize || events[0].Size < 2*limit-1 || string(events[1].Data) != "b" {
			t.Errorf("%s: %d events, %d bytes of %d", name, len(events), len(events[0].Data), events[0].Size)
			continue
		}
		if f := events[0].Frames(limit); len(f) != 1 || !f[0].Has(NoteTooLarge) {
			t.Errorf("%s: frames %v", name, show(f))
		}
	}
}

func TestEventFrames(t *testing.T) {
	const one = `{"jsonrpc":"2.0","id":1,"result":{}}`
	tests := []struct {
		name string
		e    Event
		want []string
	}{
		{"message", Event{Type: "message", Data: []byte(one)}, []string{"reply " + one}},
		{"other type", Event{Type: "ping", Data: []byte("now")}, []string{"text now # event-type"}},
		{"batch", Event{Type: "message", Data: []byte("[" + one + "]")}, []string{"reply " + one + " # batch"}},
		{"unterminated", Event{Type: "message", Data: []byte(one), Unterminated: true}, []string{"reply " + one + " # unterminated"}},
		{"stray lines", Event{Type: "ping", Data: []byte("now"), Stray: []byte("oops")}, []string{"text oops # event-line", "text now # event-type"}},
		{"stray lines alone", Event{Type: "message", Stray: []byte("oops")}, []string{"text oops # event-line"}},
		{"over lines", Event{Type: "message", Data: []byte("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}")}, []string{"reply {\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}"}},
	}
	for _, tt := range tests {
		tt.e.Size = int64(len(tt.e.Data))
		if got := show(tt.e.Frames(DefaultMaxFrame)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
