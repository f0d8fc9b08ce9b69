package wire

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient/wire"
)

func TestAbout(t *testing.T) {
	long := strings.Repeat("é", 300)
	for _, tc := range []struct{ name, method, json, want string }{
		{"a read", "", `{"id":1,"method":"resources/read","params":{"uri":"file:///a","_meta":{}}}`, "file:///a"},
		{"a first page", "", `{"id":1,"method":"resources/list","params":{"_meta":{}}}`, ""},
		{"a cursor as sent", "", `{"id":1,"method":"tools/list","params":{"cursor":7}}`, "cursor 7"},
		{"initialize", "", `{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"2"}}}`, "2025-11-25 · c 2"},
		{"a tool", "", `{"id":1,"method":"tools/call","params":{"name":"add","arguments":{}}}`, "add"},
		{"a completion", "", `{"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"r://{a}"},"argument":{"name":"a","value":"x"}}}`, "r://{a} a=x"},
		{"a listen", "", `{"id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"promptsListChanged":false,"resourceSubscriptions":["a:1"]}}}`, "tools list changes, a:1"},
		{"a listen for nothing", "", `{"id":1,"method":"subscriptions/listen","params":{}}`, "nothing"},
		{"an elicitation", "", `{"id":1,"method":"elicitation/create","params":{"message":"Team?"}}`, "Team?"},
		{"a log level", "", `{"id":1,"method":"logging/setLevel","params":{"level":"debug"}}`, "debug"},
		{"progress without a total", "", `{"method":"notifications/progress","params":{"progress":3}}`, "3"},
		{"an object logged", "", `{"method":"notifications/message","params":{"data":{"a":1}}}`, `{"a":1}`},
		{"a method of its own, with a name", "", `{"id":1,"method":"x/y","params":{"depth":1,"name":"n"}}`, "n"},
		{"and with nothing known", "", `{"id":1,"method":"x/y","params":{"depth":1}}`, `{"depth":1}`},
		{"and with nothing at all", "", `{"id":1,"method":"x/y"}`, ""},
		{"too long", "", `{"method":"x","params":{"uri":"` + long + `"}}`, strings.Repeat("é", longest/2) + "…"},

		{"noise", "", `hello`, `"hello"`},
		{"an error", "", `{"id":1,"error":{"code":-32603,"message":"no"}}`, "✗ -32603 no"},
		{"an error without a code", "", `{"id":1,"error":{"message":"no"}}`, "✗ no code no · the error code is absent instead of an integer"},
		{"an error that is a string", "", `{"id":1,"error":"boom"}`, "✗ boom · the error is a string instead of an object"},

		{"a page", "", `{"id":1,"result":{"resources":[{},{}],"nextCursor":"a"}}`, "✓ 2 resources, and more"},
		{"templates", "", `{"id":1,"result":{"resourceTemplates":[{}]}}`, "✓ 1 template"},
		{"a list that is none", "", `{"id":1,"result":{"resources":{}}}`, "✓ resources is an object"},
		{"a text", "", `{"id":1,"result":{"contents":[{"uri":"a","text":"b"}]}}`, "✓ 1 text content"},
		{"a blob", "", `{"id":1,"result":{"contents":[{"uri":"a","blob":"b"}]}}`, "✓ 1 blob content"},
		{"neither", "", `{"id":1,"result":{"contents":[{"uri":"a"}]}}`, "✓ 1 content"},
		{"several", "", `{"id":1,"result":{"contents":[{},{},{}]}}`, "✓ 3 contents"},
		{"a tool's result", "", `{"id":1,"result":{"content":[{"type":"image"}]}}`, "✓ 1 image content"},
		{"a tool that failed", "", `{"id":1,"result":{"content":[],"isError":true}}`, "⚠ the tool failed: 0 contents"},
		{"questions", "", `{"id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"elicitation/create"}}}}`, "? asks back: roots/list, elicitation/create"},
		{"only a state", "", `{"id":1,"result":{"resultType":"input_required","requestState":"s"}}`, "? asks to be called again"},
		{"initialized", "initialize", `{"id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"s","version":"1"}}}`, "✓ 2025-11-25 · s 1"},
		{"completed", "completion/complete", `{"id":1,"result":{"completion":{"values":["a","b"]}}}`, "✓ 2 values"},
		{"an answer to the server", "elicitation/create", `{"id":1,"result":{"action":"decline"}}`, "✓ decline"},
		{"nothing", "ping", `{"id":1,"result":{"resultType":"complete","_meta":{}}}`, "✓ empty result"},
		{"a result of its own", "x/y", `{"id":1,"result":{"b":1,"a":2}}`, "✓ b, a"},
		{"a result that is no object", "", `{"id":1,"result":[1]}`, "⚠ [1] · the result is a list instead of an object"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			json := strings.Replace(tc.json, "{", `{"jsonrpc":"2.0",`, 1)
			m, notes := wire.Parse([]byte(json))
			if tc.method != "" {
				m.Method = tc.method
			}
			a := aboutFrame(&wire.Frame{Message: m, Notes: notes, Bytes: []byte(tc.json)})
			got := [...]string{"", "✓ ", "? ", "⚠ ", "✗ "}[a.mark] + a.text
			if a.note != "" {
				got += " · " + a.note
			}
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestRounds(t *testing.T) {
	log := wire.NewLog(wire.LogOptions{})
	say := func(dir wire.Direction, json string) uint64 {
		m, notes := wire.Parse([]byte(json))
		return log.Add(wire.Frame{Dir: dir, Message: m, Notes: notes, Bytes: []byte(json)}).Seq
	}
	ask := func(id int, uri, more string) uint64 {
		return say(wire.ToServer, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":%q%s}}`, id, uri, more))
	}
	back := func(id int, state string) uint64 {
		return say(wire.FromServer, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"resultType":"input_required","requestState":%q}}`, id, state))
	}
	// Two conversations at the same time, told apart by their state.
	a := []uint64{ask(1, "a:", "")}
	b := []uint64{ask(2, "b:", "")}
	a = append(a, back(1, "A1"))
	b = append(b, back(2, "B1"))
	a = append(a, ask(3, "a:", `,"requestState":"A1","inputResponses":{}`))
	alone := ask(4, "a:", "")
	b = append(b, ask(5, "b:", `,"requestState":"B1"`))
	a = append(a, back(3, "A2"))
	lost := ask(6, "a:", `,"requestState":"A1"`)
	a = append(a, ask(7, "a:", `,"requestState":"A2"`))
	a = append(a, say(wire.FromServer, `{"jsonrpc":"2.0","id":7,"result":{"contents":[]}}`))

	var table table
	table.take(log)
	for name, want := range map[string][]uint64{"a": a, "b": b} {
		for i, seq := range want {
			e := table.at(seq)
			if e.talk == nil || fmt.Sprint(e.talk.seqs) != fmt.Sprint(want) || e.talk.round(seq) != i/2+1 {
				t.Errorf("%s: frame %d belongs to %+v, want %v", name, seq, e.talk, want)
			}
		}
	}
	for _, seq := range []uint64{alone, lost} {
		if table.at(seq).talk != nil {
			t.Errorf("frame %d belongs to a conversation", seq)
		}
	}
}

func TestPercentiles(t *testing.T) {
	var timing timing
	reply := &wire.Frame{Dir: wire.FromServer, Message: wire.Message{Kind: wire.Reply, Method: "m"}}
	for i := range 1500 {
		f := *reply
		f.RoundTrip = time.Duration((i*7919)%1500+1) * time.Millisecond
		if i >= 500 { // the last 1000 are 1 to 1000 ms, in some order
			f.RoundTrip = time.Duration(((i-500)*7919)%1000+1) * time.Millisecond
		}
		timing.answered(&f)
	}
	m := timing.methods[0]
	if m.count != 1500 || m.percentile(50) != 500*time.Millisecond || m.percentile(99) != 990*time.Millisecond || m.percentile(100) != time.Second {
		t.Errorf("of %d: p50 %v, p99 %v, longest %v", m.count, m.percentile(50), m.percentile(99), m.percentile(100))
	}
	last := m.latest(2)
	if want := time.Duration((999*7919)%1000+1) * time.Millisecond; last[1].took != want {
		t.Errorf("the latest took %v, want %v", last[1].took, want)
	}
	var one methodTiming
	if one.percentile(99) != 0 || len(one.latest(5)) != 0 {
		t.Error("without replies there are round trips")
	}
}

func TestCountsFollowWhatIsKept(t *testing.T) {
	log := wire.NewLog(wire.LogOptions{MaxBytes: 10_000})
	var table table
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		line := [...]string{
			`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, `{"jsonrpc":"2.0","id":%d,"result":{}}`, `{"jsonrpc":"2.0","id":%d,"error":{}}`, `noise %d`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`,
		}[rnd.IntN(5)]
		line = fmt.Sprintf(line, rnd.IntN(20))
		m, notes := wire.Parse([]byte(line))
		log.Add(wire.Frame{Dir: wire.Direction(rnd.IntN(2)), Message: m, Notes: notes, Bytes: []byte(line)})
		if i%7 == 0 {
			table.take(log)
		}
	}
	table.take(log)
	frames := log.Frames(0)
	if len(frames) != len(table.entries) || table.first() != frames[0].Seq {
		t.Fatalf("%d frames from %d, want %d from %d", len(table.entries), table.first(), len(frames), frames[0].Seq)
	}
	var errors, odd, unanswered, waiting int
	var bytes int64
	for i := range table.entries {
		e := &table.entries[i]
		bytes += int64(len(e.Bytes))
		if e.is(failed) {
			errors++
		}
		if e.odd() {
			odd++
		}
		if e.is(open) {
			unanswered++
			if e.Dir == wire.ToServer {
				waiting++
			}
		}
	}
	got := [...]int{table.errors, table.odd, table.open, int(table.bytes), table.timing.methods[0].open}
	if want := [...]int{errors, odd, unanswered, int(bytes), waiting}; got != want {
		t.Errorf("errors, odd, open, bytes, open pings are %v, want %v", got, want)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("Hello World", "world")
	f.Add("aAaAb", "aab")
	f.Add("x", "")
	f.Fuzz(func(t *testing.T, text, word string) {
		for _, s := range []string{text, word} {
			for _, r := range s {
				if r >= 0x80 {
					t.Skip() // only ASCII has a simple truth to compare with
				}
			}
		}
		word = strings.ToLower(word)
		if word == "" {
			t.Skip()
		}
		start, end := term{text: word}.find([]byte(text))
		want := strings.Index(strings.ToLower(text), word)
		if start != want || start >= 0 && end != start+len(word) {
			t.Errorf("found at %d to %d, want %d", start, end, want)
		}
	})
}

func FuzzQuery(f *testing.F) {
	f.Add(`a "b c" -is:odd method:x`)
	f.Fuzz(func(t *testing.T, line string) {
		for _, term := range parseQuery(line) {
			if term.text == "" {
				t.Errorf("%q has an empty term", line)
			}
		}
		if again := toggle(toggle(line, "is:odd"), "is:odd"); !strings.Contains(line, "is:odd") && fmt.Sprint(parseQuery(again)) != fmt.Sprint(parseQuery(line)) {
			t.Errorf("%q becomes %q", line, again)
		}
	})
}
