package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var epoch = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func frame(dir Direction, at time.Duration, body string) Frame {
	f := Frame{Time: epoch.Add(at), Dir: dir, Bytes: []byte(body)}
	f.Message, f.Notes = Parse(f.Bytes)
	return f
}

func sent(id string, at time.Duration) Frame {
	return frame(ToServer, at, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"resources/list"}`, id))
}

func reply(id string, at time.Duration) Frame {
	return frame(FromServer, at, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, id))
}

func TestLogMatchesReplies(t *testing.T) {
	tests := []struct {
		name, sent, reply string
		answers           ID
		notes             string
	}{
		{"number", `1`, `1`, "1", ""},
		{"string", `"a"`, `"a"`, `"a"`, ""},
		{"number echoed as a string", `7`, `"7"`, "7", "id-retyped"},
		{"string echoed as a number", `"7"`, `7`, `"7"`, "id-retyped"},
		{"number echoed as a float", `7`, `7.0`, "7", "id-fraction id-retyped"},
		{"string escaped otherwise", `"a/b"`, `"a\/b"`, `"a/b"`, "id-retyped"},
		{"another number", `7`, `8`, "", "reply-unknown"},
		{"null", `7`, `null`, "", "id-null"},
		{"part of it", `71`, `"7"`, "", "reply-unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := NewLog(LogOptions{})
			l.Add(Frame{Bytes: []byte("noise"), Dir: FromServer})
			request := l.Add(sent(tt.sent, 0))
			f := l.Add(reply(tt.reply, 15*time.Millisecond))
			if f.Answers != tt.answers || codes(f.Notes) != tt.notes {
				t.Errorf("answers %q with %q, want %q with %q", f.Answers, codes(f.Notes), tt.answers, tt.notes)
			}
			if matched := tt.answers != ""; matched != (f.ReplyTo == request.Seq) || matched != (f.Method == "resources/list") ||
				matched != (f.RoundTrip == 15*time.Millisecond) || matched != (l.ReplyOf(request.Seq) == f) {
				t.Errorf("reply to %d, method %q, round trip %v, ReplyOf %v", f.ReplyTo, f.Method, f.RoundTrip, l.ReplyOf(request.Seq))
			}
		})
	}
}

func TestLogKeepsTheDirectionsApart(t *testing.T) {
	l := NewLog(LogOptions{})
	ours := l.Add(sent("1", 0))
	theirs := l.Add(frame(FromServer, 0, `{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	toThem := l.Add(frame(ToServer, 0, `{"jsonrpc":"2.0","id":1,"result":{}}`))
	toUs := l.Add(reply("1", 0))
	if toThem.ReplyTo != theirs.Seq || toThem.Method != "ping" || toUs.ReplyTo != ours.Seq {
		t.Errorf("replies matched to %d and %d, want %d and %d", toThem.ReplyTo, toUs.ReplyTo, theirs.Seq, ours.Seq)
	}
}

func TestLogNotesWhatDoesNotFit(t *testing.T) {
	l := NewLog(LogOptions{})
	l.Add(sent("1", 0))
	if f := l.Add(sent("1", 0)); !f.Has(NoteIDReused) {
		t.Errorf("an id used twice: %v", f.Notes)
	}
	l.Add(reply("1", 0))
	if f := l.Add(reply("1", 0)); !f.Has(NoteReplyRepeated) || f.ReplyTo != 0 {
		t.Errorf("a second reply: %v", f.Notes)
	}
	l.Add(sent("1", 0))
	if f := l.Add(reply("1", 0)); f.ReplyTo == 0 || len(f.Notes) != 0 {
		t.Errorf("an id used again after its reply: %v", f.Notes)
	}
}

func TestLogBindsByExchange(t *testing.T) {
	l := NewLog(LogOptions{})
	l.Add(sent("1", 0))
	request := l.Add(sent("2", 0))
	f := l.AddOn(frame(FromServer, 0, `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"x"}}`), "2")
	if f.ReplyTo != request.Seq || f.Answers != "2" || !f.Has(NoteReplyBound) {
		t.Errorf("answers %q, notes %v", f.Answers, f.Notes)
	}
	if f := l.AddOn(reply("1", 0), "2"); f.Answers != "1" || f.Has(NoteReplyBound) {
		t.Errorf("a reply that names another request answers %q, notes %v", f.Answers, f.Notes)
	}
}

func TestLogEndsARequestByAResponseThatIsNoReply(t *testing.T) {
	l := NewLog(LogOptions{})
	request := l.Add(sent("1", 0))
	if f := l.AddEnd(Frame{Dir: FromServer, Bytes: []byte("not found")}, "1"); f.ReplyTo != request.Seq || f.Method != request.Method || f.Answers != "" || l.ReplyOf(request.Seq) != f {
		t.Errorf("it stands for the reply to %d, %q, answers %q", f.ReplyTo, f.Method, f.Answers)
	}
	if f := l.AddEnd(Frame{Dir: FromServer, Bytes: []byte("again")}, "1"); f.ReplyTo != 0 || f.Notes != nil {
		t.Errorf("a second one stands for the reply to %d, %v", f.ReplyTo, f.Notes)
	}
	l.Add(sent("2", 0))
	if f := l.AddEnd(frame(FromServer, 0, `{"jsonrpc":"2.0","method":"m"}`), "2"); f.ReplyTo != 0 || f.Method != "m" {
		t.Errorf("a notification stands for the reply to %d", f.ReplyTo)
	}
}

func TestLogTellsWhoWaitsForARefusedReply(t *testing.T) {
	l := NewLog(LogOptions{})
	request := l.Add(sent("7", 0))
	refused := Refused([]byte(`{"jsonrpc":"2.0","id":7,"result":{"a`), nil, 1<<30, 1<<20)
	refused.Dir = FromServer
	if f := l.Add(refused); f.ReplyTo != request.Seq || f.Kind != NotMessage {
		t.Errorf("%v answers %d", f.Kind, f.ReplyTo)
	}
}

func TestLogIsBoundedByBytes(t *testing.T) {
	const limit, size = 100_000, 1000
	var observed int
	l := NewLog(LogOptions{MaxBytes: limit, Observe: func(*Frame) { observed++ }})
	request := l.Add(sent("1", 0))
	for range 1000 {
		l.Add(Frame{Dir: FromServer, Bytes: make([]byte, size)})
	}
	dropped, bytes := l.Dropped()
	if l.Bytes() > limit || l.Len()+dropped != 1001 || l.Len() < limit/(size+frameOverhead)-1 || bytes < int64(dropped-1)*size || observed != 1001 {
		t.Errorf("keeps %d frames of %d bytes, dropped %d of %d, observed %d", l.Len(), l.Bytes(), dropped, bytes, observed)
	}
	if l.Get(request.Seq) != nil || l.Get(1001) == nil || l.Get(1002) != nil || l.Get(0) != nil {
		t.Error("Get finds what was dropped, or misses what was kept")
	}
	if f := l.Add(reply("1", time.Second)); f.ReplyTo != request.Seq || f.RoundTrip != time.Second || l.ReplyOf(request.Seq) != f {
		t.Errorf("a reply to a request that was dropped: %+v", f)
	}
	frames := l.Frames(0)
	for i, f := range frames {
		if f == nil || f.Seq != frames[0].Seq+uint64(i) || l.Get(f.Seq) != f {
			t.Fatalf("frame %d of the snapshot is %v", i, f)
		}
	}
	if got := len(l.Frames(1000)); got != 2 {
		t.Errorf("%d frames after 1000, want 2", got)
	}
	if got := l.Frames(5000); len(got) != 0 {
		t.Errorf("%d frames after the end", len(got))
	}
}

func TestLogKeepsTheFrameAtHand(t *testing.T) {
	l := NewLog(LogOptions{MaxBytes: 10})
	l.Add(Frame{Bytes: []byte("small")})
	big := l.Add(Frame{Bytes: make([]byte, 1<<20)})
	if l.Len() != 1 || l.Get(big.Seq) != big {
		t.Errorf("%d frames kept", l.Len())
	}
}

// A server can open requests without end; the memory for them has one.
func TestLogBoundsOpenRequests(t *testing.T) {
	l := NewLog(LogOptions{MaxBytes: 1})
	long := strings.Repeat("x", mostMethod+1)
	for i := range 2*mostOpen + 1000 {
		l.Add(frame(FromServer, 0, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, i, long)))
		l.Add(frame(FromServer, 0, fmt.Sprintf(`{"jsonrpc":"2.0","id":"%s%d","method":"m"}`, long, i)))
		if i >= mostOpen {
			l.Add(frame(ToServer, 0, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i)))
		}
	}
	p := &l.pending[FromServer]
	if len(p.requests) > mostOpen || len(p.order) > 2*mostOpen || len(p.closed) > mostClosed || len(l.replies) > 1 {
		t.Errorf("%d open, %d in order, %d closed, %d replies", len(p.requests), len(p.order), len(p.closed), len(l.replies))
	}
	for _, r := range p.requests {
		if len(r.method) > mostMethod {
			t.Fatalf("a method of %d bytes is kept", len(r.method))
		}
	}
}

// One id opened and closed again and again is no more to remember than one.
func TestLogForgetsReusedIDs(t *testing.T) {
	l := NewLog(LogOptions{MaxBytes: 1})
	for range 3 * mostOpen {
		l.Add(frame(FromServer, 0, `{"jsonrpc":"2.0","id":"again","method":"ping"}`))
		l.Add(frame(ToServer, 0, `{"jsonrpc":"2.0","id":"again","result":{}}`))
	}
	l.Add(frame(FromServer, 0, `{"jsonrpc":"2.0","id":"again","method":"ping"}`))
	p := &l.pending[FromServer]
	if standing := slices.DeleteFunc(slices.Clone(p.order), func(o opening) bool { return !p.stands(o) }); len(standing) != 1 {
		t.Errorf("one open request stands %d times in the order", len(standing))
	}
	// An earlier opening of the id does not make its last one the oldest.
	for i := range mostOpen - 1 {
		l.Add(frame(FromServer, 0, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i)))
	}
	if _, open := p.requests[`"again"`]; !open || len(p.order) > 2*mostOpen {
		t.Errorf("the reused id is open: %v, %d in order", open, len(p.order))
	}
}

func TestLogWakesWhoWaits(t *testing.T) {
	l := NewLog(LogOptions{Now: func() time.Time { return epoch }})
	const frames = 1000
	var adding sync.WaitGroup
	for range 4 {
		adding.Go(func() {
			for range frames / 4 {
				l.Add(Frame{Dir: FromServer})
			}
		})
	}
	var last uint64
	for last < frames {
		changed := l.Changed()
		for _, f := range l.Frames(last) {
			if f.Seq != last+1 || !f.Time.Equal(epoch) {
				t.Fatalf("after %d came %d at %v", last, f.Seq, f.Time)
			}
			last = f.Seq
		}
		if last < frames {
			<-changed
		}
	}
	adding.Wait()
}

func TestJSONLines(t *testing.T) {
	var out bytes.Buffer
	lines := NewJSONLines(&out)
	l := NewLog(LogOptions{Observe: lines.Write})
	request := frame(ToServer, 0, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a<b","inputResponses":{"pin":"1234"},"requestState":"s3cret"}}`)
	request.HTTP = &HTTPExchange{Method: "POST", URL: "http://x/mcp", Header: http.Header{"Authorization": {"Bearer ***"}}}
	l.Add(request)
	l.Add(frame(FromServer, 12500*time.Microsecond, "{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s3cret\"}}"))
	l.Add(frame(FromServer, 0, `{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{"message":"PIN?"}}`))
	l.Add(frame(ToServer, 0, `{"jsonrpc":"2.0","id":"e","result":{"action":"accept","content":{"pin":"1234"}}}`))
	l.Add(frame(FromServer, 0, "plain \"text\""))
	l.Add(frame(FromServer, 0, "\xff"))
	l.Add(frame(FromServer, 0, `{"jsonrpc":"2.0","id":9,"result":{"a":NaN}}`))
	want := []string{
		`{"seq":1,"time":"2026-11-30T12:00:00Z","from":"client","kind":"request","method":"resources/read","http":{"method":"POST","url":"http://x/mcp","header":{"Authorization":["Bearer ***"]}},"frame":{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a<b","inputResponses":"[redacted]","requestState":"[redacted]"}}}`,
		`{"seq":2,"time":"2026-11-30T12:00:00.0125Z","from":"server","kind":"reply","method":"resources/read","replyTo":1,"ms":12.5,"frame":{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"[redacted]"}}}`,
		`{"seq":3,"time":"2026-11-30T12:00:00Z","from":"server","kind":"request","method":"elicitation/create","frame":{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{"message":"PIN?"}}}`,
		`{"seq":4,"time":"2026-11-30T12:00:00Z","from":"client","kind":"reply","method":"elicitation/create","replyTo":3,"frame":{"jsonrpc":"2.0","id":"e","result":{"action":"accept","content":"[redacted]"}}}`,
		`{"seq":5,"time":"2026-11-30T12:00:00Z","from":"server","kind":"text","text":"plain \"text\""}`,
		`{"seq":6,"time":"2026-11-30T12:00:00Z","from":"server","kind":"text","base64":"/w=="}`,
		`{"seq":7,"time":"2026-11-30T12:00:00Z","from":"server","kind":"reply","notes":[{"code":"json-invalid","text":"breaks the JSON grammar"},{"code":"reply-unknown","text":"no request with the id 9 is open"}],"text":"{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{\"a\":NaN}}"}`,
	}
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("line %d:\n got %s\nwant %s", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
		if !json.Valid([]byte(got[i])) {
			t.Errorf("line %d is not JSON", i+1)
		}
	}
	if lines.Err() != nil {
		t.Error(lines.Err())
	}
}

func TestWhatALogDoesNotHold(t *testing.T) {
	for name, f := range map[string]Frame{
		"the state of a result":             frame(FromServer, 0, `{"jsonrpc":"2.0","id":1,"result":{"requestState":"s3cret"}}`),
		"a state that is an object":         frame(FromServer, 0, `{"jsonrpc":"2.0","id":1,"result":{"requestState":{"a":"s3cret"}}}`),
		"a name with escapes":               frame(FromServer, 0, `{"jsonrpc":"2.0","id":1,"result":{"request\u0053tate":"s3cret"}}`),
		"a second result":                   frame(FromServer, 0, `{"jsonrpc":"2.0","id":1,"result":{"requestState":"s3cret"},"result":{"requestState":"s3cret"}}`),
		"the same elsewhere":                frame(ToServer, 0, `{"jsonrpc":"2.0","id":1,"method":"m","params":{"requestState":"s3cret"},"x":1}`),
		"what was typed":                    frame(ToServer, 0, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"inputResponses":{"k":{"content":{"a":"s3cret"}}}}}`),
		"an answer to who knows what":       frame(ToServer, 0, `{"jsonrpc":"2.0","id":77,"result":{"action":"accept","content":{"a":"s3cret"}}}`),
		"an answer that is no longer known": frame(ToServer, 0, `{"jsonrpc":"2.0","id":null,"result":{"content":"s3cret"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			for _, keep := range []bool{false, true} {
				var out bytes.Buffer
				lines := NewJSONLines(&out)
				lines.KeepSecrets = keep
				NewLog(LogOptions{Observe: lines.Write}).Add(f)
				if got := out.String(); strings.Contains(got, "s3cret") != keep || !json.Valid([]byte(got)) {
					t.Errorf("secrets kept: %v, the log holds %s", keep, got)
				}
			}
		})
	}
}

type full struct{ writes int }

func (f *full) Write([]byte) (int, error) {
	f.writes++
	return 0, errors.New("disk full")
}

func TestJSONLinesStopsAtAnError(t *testing.T) {
	w := &full{}
	lines := NewJSONLines(w)
	for range 3 {
		lines.Write(&Frame{Bytes: []byte("x")})
	}
	if w.writes != 1 || lines.Err() == nil {
		t.Errorf("%d writes, error %v", w.writes, lines.Err())
	}
}
