package findings

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"mcperuse/mcpclient/wire"
)

// TestNoFalseAlarm plays a whole conversation with nothing wrong in it.
func TestNoFalseAlarm(t *testing.T) {
	good := modern(
		ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+pageA+`,"nextCursor":""}}`,
		ask("resources/list", `"cursor":""`), `<{"jsonrpc":"2.0","id":1,"result":{`+pageB+`}}`,
		ask("resources/templates/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,"resourceTemplates":[{"uriTemplate":"x:{a}{?b}","name":"t"}]}}`,
		ask("resources/read", `"uri":"x:a"`), `<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,"contents":[{"uri":"x:a","mimeType":"image/png","blob":"AAAA"}]}}`,
		ask("resources/read", `"uri":"`+AbsentURI+`"`), `<{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"`+AbsentURI+`"}}}`,
		ask("completion/complete", ""), `<{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","completion":{"values":["a"],"total":1,"hasMore":false}}}`,
	)
	good = append(good, listening(acknowledged, listChanged, updated, listenEnd)[2:]...)
	for _, f := range good.play(t).Findings() {
		t.Errorf("%+v", f)
	}
}

// TestProbingALegacyServer: what a server says to a method that it cannot know
// is not held against it.
func TestProbingALegacyServer(t *testing.T) {
	for _, answer := range []string{
		`{"jsonrpc":"2.0","id":"d","error":{"code":-32601,"message":"Method not found"}}`,
		`{"jsonrpc":"2.0","id":"d","error":{"code":-32000,"message":"Bad Request: no valid session ID"}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no session"}}`,
	} {
		for _, by := range []string{"<", "<400 application/json "} {
			probe := tape{askDiscover, by + answer}
			for _, f := range probe.then(legacy()...).play(t).Findings() {
				t.Errorf("%s%s: %+v", by, answer, f)
			}
		}
	}
}

// TestNotRecognisedAsDiscovered: a server that answers anything with {} is no
// modern one.
func TestNotRecognisedAsDiscovered(t *testing.T) {
	probe := tape{askDiscover, `<{"jsonrpc":"2.0","id":"d","result":{}}`}
	for _, f := range probe.then(legacy()...).play(t).Findings() {
		t.Errorf("%+v", f)
	}
}

// TestWhoeverAnswersFirst: discover and initialize are asked at once, and a
// modern server that was slow to start answers both.
func TestWhoeverAnswersFirst(t *testing.T) {
	found := tape{askDiscover, askInitialize,
		modern()[1], `<{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":"2025-11-25","capabilities":{},"instructions":"x","serverInfo":{"name":"n","version":"1"}}}`,
		"<" + listChanged,
	}.play(t)
	if got := findingsOf(found, "subscription/id-unknown"); len(got) != 1 {
		t.Errorf("not judged as a modern server: %+v", found.Findings())
	}
}

func TestGroupsAreBoundedAndOrdered(t *testing.T) {
	tp := modern()
	for i := range 3 * MaxKept {
		tp = append(tp, fmt.Sprintf("<noise %d %s", i, strings.Repeat("x", 2*MaxEvidence)))
	}
	tp = append(tp, ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,"resources":[{"uri":"x:1","name":"n","size":"12"}],"nextCursor":2}}`)
	c := tp.play(t)
	groups := c.Groups()
	if len(groups) != 3 || groups[0].Rule.ID != "stdio/noise" || groups[1].Rule.ID != "page/cursor-type" || groups[2].Rule.ID != "list/size-not-a-number" {
		t.Fatalf("%+v", groups)
	}
	noise := groups[0]
	if noise.Count != 3*MaxKept || len(noise.Findings) != MaxKept {
		t.Errorf("%d counted, %d kept", noise.Count, len(noise.Findings))
	}
	first, last := noise.Findings[0], noise.Findings[MaxKept-1]
	if first.Frame != 3 || last.Frame != uint64(2+3*MaxKept) || len(first.Evidence) != MaxEvidence {
		t.Errorf("first frame %d, last %d, %d bytes of evidence", first.Frame, last.Frame, len(first.Evidence))
	}
	if got := c.Counts(); got[Error] != noise.Count+1 || got[Warning] != 1 || got[Info] != 0 {
		t.Errorf("counts %v", got)
	}
	if size := groups[2].Findings[0]; size.Message != `n: size is the string "12"` || size.Where != "resources[0]" {
		t.Errorf("%+v", size)
	}
}

// TestPlaceInTheList: rows are counted over all pages.
func TestPlaceInTheList(t *testing.T) {
	c := pages(pageA+`,"x":1`, hints+`,"resources":[{"uri":"x:b","name":""}]`).play(t)
	if got := findingsOf(c, "list/name-empty"); len(got) != 1 || got[0].Where != "resources[1]" {
		t.Errorf("%+v", got)
	}
}

// TestFloods: what a server can make a checker remember is bounded.
func TestFloods(t *testing.T) {
	c := New(Options{})
	log := wire.NewLog(wire.LogOptions{MaxBytes: 1 << 20, Observe: c.Observe})
	add := func(dir wire.Direction, format string, args ...any) {
		f := wire.Frame{Dir: dir, Bytes: fmt.Appendf(nil, format, args...)}
		f.Message, f.Notes = wire.Parse(f.Bytes)
		log.Add(f)
	}
	for i := range 3 * mostRequests {
		add(wire.ToServer, `{"jsonrpc":"2.0","id":%d,"method":"subscriptions/listen","params":{"notifications":{}}}`, i)
	}
	for i := range 3 * mostCursors {
		add(wire.ToServer, `{"jsonrpc":"2.0","id":"p%d","method":"resources/list","params":{"cursor":"%d"}}`, i, i)
		add(wire.FromServer, `{"jsonrpc":"2.0","id":"p%d","result":{"resources":[{"uri":"x:%d","name":"n","size":1},{"uri":"y:%d","name":"n","size":1}],"nextCursor":"%d"}}`, i, i, i, i+1)
	}
	c.Settle()
	s := &c.judge.state
	if len(s.requests) > mostRequests || len(s.order) > 2*mostRequests+1 || len(s.subscriptions) > mostSubscriptions || len(s.listed) > mostListed {
		t.Errorf("%d requests, %d in order, %d subscriptions, %d listed", len(s.requests), len(s.order), len(s.subscriptions), len(s.listed))
	}
	for method, l := range s.lists {
		if len(l.spots) > mostCursors || len(l.named) > mostCursors || len(l.pages) > mostCursors {
			t.Errorf("%s: %d spots, %d named, %d pages", method, len(l.spots), len(l.named), len(l.pages))
		}
	}
}

// TestObserveFromManyGoroutines is for the race detector.
func TestObserveFromManyGoroutines(t *testing.T) {
	judged := make(chan struct{}, 1)
	c := New(Options{Judged: func() {
		select {
		case judged <- struct{}{}:
		default:
		}
	}})
	log := wire.NewLog(wire.LogOptions{Observe: c.Observe})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				log.Add(wire.Frame{Dir: wire.FromServer, Bytes: []byte("noise")})
				c.Groups()
			}
		})
	}
	all.Wait()
	<-judged
	c.Settle()
	if got := c.Counts()[Error]; got != 400 {
		t.Errorf("%d findings", got)
	}
}

// FuzzChecker lets a server answer anything to requests of every kind.
func FuzzChecker(f *testing.F) {
	for _, c := range ruleCases {
		for _, entry := range c.bad {
			if said, ok := strings.CutPrefix(entry, "<"); ok && len(said) < 2000 {
				f.Add(said)
			}
		}
	}
	f.Fuzz(func(t *testing.T, said string) {
		if strings.HasPrefix(said, ">") {
			return
		}
		all := append(tape{askDiscover, "<" + said, askInitialize, "<" + said}, modern()...)
		for _, method := range []string{"resources/list", "resources/templates/list", "resources/read", "completion/complete", "subscriptions/listen"} {
			all = append(all, ask(method, `"notifications":{"resourcesListChanged":true}`), "<"+said)
		}
		c := append(append(all, legacy()...), askLegacy("resources/read", ""), "<"+said).play(t)
		for _, finding := range c.Findings() {
			if finding.Rule == "" || finding.Where == "" || finding.Message == "" || len(finding.Evidence) > MaxEvidence {
				t.Errorf("%+v", finding)
			}
		}
	})
}

// FuzzSizes compares the sizes found without decoding with those of decoding.
func FuzzSizes(f *testing.F) {
	for _, s := range []string{`"plain"`, `"é\u00e9\ud83d\ude00\ud83d\n"`, `"AA=="`, `"A-_\/"`, `"\`, `"\u12`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { compareSizes(t, b) })
}

func TestTheSameAgainIsOneFinding(t *testing.T) {
	list := func(sizes ...string) tape {
		var items []string
		for _, size := range sizes {
			items = append(items, `{"uri":"x:1","name":"n","icons":[{}],"size":`+size+`}`)
		}
		return tape{ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{` + hints + `,"resources":[` + strings.Join(items, ",") + `]}}`}
	}
	tests := []struct {
		name  string
		tape  tape
		rule  string
		count int
		frame uint64 // of the first
	}{
		{"once", modern(list(`"12"`)...), "list/size-not-a-number", 1, 4},
		{"after a reload", modern(list(`"12"`)...).then(list(`"12"`)...), "list/size-not-a-number", 1, 6},
		{"after connecting again", modern(list(`"12"`)...).then(modern(list(`"12"`)...)...), "list/size-not-a-number", 1, 8},
		{"another value", modern(list(`"12"`)...).then(list(`"13"`)...), "list/size-not-a-number", 2, 4},
		{"two in one reply", modern(list(`"12"`, `"12"`)...), "list/size-not-a-number", 2, 4},
		{"one more than before", modern(list(`"12"`)...).then(list(`"12"`, `"12"`)...), "list/size-not-a-number", 2, 6},
		{"noise of its own", modern("<noise", "<noise"), "stdio/noise", 2, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, g := range tt.tape.play(t).Groups() {
				if g.Rule.ID == tt.rule {
					if g.Count != tt.count || len(g.Findings) != tt.count || g.Findings[0].Frame != tt.frame {
						t.Errorf("%d counted, %d kept, the first in frame %d", g.Count, len(g.Findings), g.Findings[0].Frame)
					}
					return
				}
			}
			t.Error("nothing was found")
		})
	}
}

func TestManyAgainStayBounded(t *testing.T) {
	var items []string
	for i := range 2 * MaxKept {
		items = append(items, fmt.Sprintf(`{"uri":"x:%d","name":"n","size":"%d"}`, i, i))
	}
	page := tape{ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{` + hints + `,"resources":[` + strings.Join(items, ",") + `]}}`}
	for _, g := range modern(page...).then(page...).play(t).Groups() {
		if g.Rule.ID == "list/size-not-a-number" && (g.Count != 2*MaxKept || len(g.Findings) != MaxKept || g.Findings[0].Frame != 6) {
			t.Errorf("%d counted, %d kept, the first in frame %d", g.Count, len(g.Findings), g.Findings[0].Frame)
		}
	}
}
