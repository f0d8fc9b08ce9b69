package demo

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// listening opens a listen stream and checks its acknowledgement, which must come before anything else.
func listening(p *peer, asked, agreed string) (id string, answer <-chan message) {
	p.t.Helper()
	id, answer = p.send("subscriptions/listen", `{"notifications":`+asked+`}`)
	ack := await(p.t, p.events)
	if ack.Method != "notifications/subscriptions/acknowledged" {
		p.t.Fatalf("first message of the stream is %s", ack.Method)
	}
	params := decode[struct {
		Meta          map[string]json.RawMessage `json:"_meta"`
		Notifications any
	}](p.t, ack.Params)
	if got := string(params.Meta["io.modelcontextprotocol/subscriptionId"]); got != id {
		p.t.Errorf("acknowledged subscription %s, want %s", got, id)
	}
	if want := decode[any](p.t, json.RawMessage(agreed)); !reflect.DeepEqual(params.Notifications, want) {
		p.t.Errorf("acknowledged %v, want %v", params.Notifications, want)
	}
	return id, answer
}

// eventLine writes a notification as one line, with the stream it came on.
func eventLine(t *testing.T, m message) string {
	params := decode[struct {
		URI  string
		Meta map[string]json.RawMessage `json:"_meta"`
	}](t, m.Params)
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", params.Meta["io.modelcontextprotocol/subscriptionId"], strings.TrimPrefix(m.Method, "notifications/resources/"), params.URI))
}

// runScript plays ticks and returns what a client that watches everything hears.
func runScript(t *testing.T, count int) []string {
	ticks := make(chan time.Time)
	p := start(t, Options{Ticks: ticks})
	listening(p, `{"resourcesListChanged":true,"resourceSubscriptions":["atlas://live/ticker","atlas://live/access.log","atlas://live/deploy.json","atlas://live/status.md"]}`,
		`{"resourcesListChanged":true,"resourceSubscriptions":["atlas://live/ticker","atlas://live/access.log","atlas://live/deploy.json","atlas://live/status.md"]}`)
	var heard []string
	for n := 1; n <= count; n++ {
		ticks <- time.Time{}
		expect := len(changes(n))
		if incidentOpen(n) != incidentOpen(n-1) {
			expect++
		}
		for range expect {
			heard = append(heard, fmt.Sprintf("%d: %s", n, eventLine(t, await(t, p.events))))
		}
	}
	return heard
}

func TestScriptIsTheSameEveryTime(t *testing.T) {
	first, second := runScript(t, 13), runScript(t, 13)
	if !slices.Equal(first, second) {
		t.Errorf("first\n%s\nsecond\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"))
	}
	if want := []string{
		"1: 1 updated atlas://live/ticker",
		"2: 1 updated atlas://live/ticker",
		"3: 1 updated atlas://live/ticker", "3: 1 updated atlas://live/access.log",
		"4: 1 updated atlas://live/ticker", "4: 1 updated atlas://live/deploy.json",
		"5: 1 updated atlas://live/ticker", "5: 1 updated atlas://live/status.md",
		"6: 1 updated atlas://live/ticker", "6: 1 updated atlas://live/access.log", "6: 1 list_changed",
	}; !slices.Equal(first[:len(want)], want) {
		t.Errorf("the script begins\n%s", strings.Join(first[:len(want)], "\n"))
	}
	if !slices.Contains(first, "12: 1 list_changed") {
		t.Error("the incident does not end at tick 12")
	}
}

// What a tick announces is what a read then shows.
func TestTickChangesContent(t *testing.T) {
	for n := 1; n <= 24; n++ {
		for uri, text := range map[string]func(int) string{tickerURI: tickerText, accessURI: accessText, deployURI: deployText, statusURI: statusText} {
			changed := text(n) != text(n-1)
			if told := slices.Contains(changes(n), uri); changed != told {
				t.Errorf("tick %d: %s changed %v, told %v", n, uri, changed, told)
			}
		}
	}
	ticks := make(chan time.Time)
	p := start(t, Options{Ticks: ticks})
	listening(p, `{"resourceSubscriptions":["atlas://live/ticker"]}`, `{"resourceSubscriptions":["atlas://live/ticker"]}`)
	ticks <- time.Time{}
	await(t, p.events)
	if text := *p.read(tickerURI).Contents[0].Text; text != tickerText(1) {
		t.Errorf("after one tick: %q", text)
	}
}

func TestListChanges(t *testing.T) {
	ticks := make(chan time.Time)
	p := start(t, Options{Ticks: ticks})
	listening(p, `{"resourcesListChanged":true}`, `{"resourcesListChanged":true}`)
	listed := func() bool {
		pages := p.pages()
		for i, page := range pages {
			if want := pageTTL[min(i, len(pageTTL)-1)]; *page.TTLMs != want {
				t.Errorf("page %d has ttlMs %d, want %d", i+1, *page.TTLMs, want)
			}
		}
		return slices.ContainsFunc(pages[0].Resources, func(r resourceRow) bool { return r.URI == incidentURI })
	}
	if listed() {
		t.Error("the incident is listed before it opened")
	}
	if m := p.call("resources/read", `{"uri":"atlas://live/incident.md"}`); m.Error == nil || m.Error.Code != -32602 {
		t.Errorf("the incident can be read before it opened: %+v", m)
	}
	for range 6 {
		ticks <- time.Time{}
	}
	await(t, p.events)
	if !listed() {
		t.Error("the incident is not listed while it is open")
	}
	p.read(incidentURI)
	for range 6 {
		ticks <- time.Time{}
	}
	await(t, p.events)
	if listed() {
		t.Error("the incident is listed after it was over")
	}
}

// Streams on one connection do not disturb each other, and end one by one.
func TestSeveralListens(t *testing.T) {
	ticks := make(chan time.Time)
	p := start(t, Options{Ticks: ticks})
	const filter = `{"resourceSubscriptions":["atlas://live/ticker"]}`
	first, _ := listening(p, filter, filter)
	second, _ := listening(p, filter, filter)
	ticks <- time.Time{}
	got := []string{eventLine(t, await(t, p.events)), eventLine(t, await(t, p.events))}
	if want := []string{first + " updated " + tickerURI, second + " updated " + tickerURI}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}

	// Cancelling the first must leave the second alone and bring no answer.
	p.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + first + `}}`)
	for gone := false; !gone; {
		ticks <- time.Time{}
		line := eventLine(t, await(t, p.events))
		if gone = line == second+" updated "+tickerURI; !gone { // the cancellation is still on its way
			await(t, p.events)
		}
	}
	ticks <- time.Time{}
	if line := eventLine(t, await(t, p.events)); line != second+" updated "+tickerURI {
		t.Errorf("heard %q", line)
	}
}

func TestListenAgreesToWhatExists(t *testing.T) {
	p := start(t, Options{})
	listening(p,
		`{"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["file:///atlas/README.md","file:///nowhere","atlas://places/jp/kyoto"]}`,
		`{"resourcesListChanged":true,"resourceSubscriptions":["file:///atlas/README.md","atlas://places/jp/kyoto"]}`)
}

func TestListenEndsWithTheServer(t *testing.T) {
	p := start(t, Options{})
	id, answer := listening(p, `{"resourcesListChanged":true}`, `{"resourcesListChanged":true}`)
	p.cancel()
	m := await(t, answer)
	result := decode[struct {
		ResultType string
		Meta       map[string]json.RawMessage `json:"_meta"`
	}](t, m.Result)
	if result.ResultType != "complete" || string(result.Meta["io.modelcontextprotocol/subscriptionId"]) != id {
		t.Errorf("the stream ended with %s", m.Result)
	}
	if err := await(t, p.ended); err != nil {
		t.Errorf("ServeStdio: %v", err)
	}
}

func TestLegacySubscribe(t *testing.T) {
	t.Run("legacy only", func(t *testing.T) {
		ticks := make(chan time.Time)
		legacySubscribe(t, start(t, Options{Legacy: true, Ticks: ticks}), ticks)
	})
	for _, version := range []string{"2024-11-05", "2025-11-25", "2026-07-28"} { // the last is asked for by mistake
		t.Run("both eras, "+version, func(t *testing.T) {
			ticks := make(chan time.Time)
			p := start(t, Options{Ticks: ticks})
			p.legacy = true
			got := decode[struct{ ProtocolVersion string }](t, p.ok("initialize",
				fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"t","version":"1"}}`, version)))
			if want := min(version, "2025-11-25"); got.ProtocolVersion != want {
				t.Errorf("negotiated %s, want %s", got.ProtocolVersion, want)
			}
			p.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
			legacySubscribe(t, p, ticks)
		})
	}
}

func legacySubscribe(t *testing.T, p *peer, ticks chan<- time.Time) {
	t.Helper()
	p.ok("resources/subscribe", `{"uri":"atlas://live/ticker"}`)
	if m := p.call("resources/subscribe", `{"uri":"file:///nowhere"}`); m.Error == nil || m.Error.Code != -32002 {
		t.Errorf("subscribing to nothing: %+v", m.Error)
	}
	ticks <- time.Time{}
	if line := eventLine(t, await(t, p.events)); line != "updated "+tickerURI {
		t.Errorf("heard %q", line)
	}
	p.ok("resources/unsubscribe", `{"uri":"atlas://live/ticker"}`)
	for range 5 {
		ticks <- time.Time{}
	}
	if line := eventLine(t, await(t, p.events)); line != "list_changed" {
		t.Errorf("heard %q, want list_changed", line)
	}
}
