package mcpclient

import (
	"strings"
	"testing"
	"time"
)

// The answers of servers that introduce themselves oddly: what they say to
// server/discover, and to initialize, with $ID for the id and nothing for
// silence. All else they answer well.
var oddIntroductions = map[string]struct{ discover, initialize string }{
	"capabilities null":     {discover: `"result":{"supportedVersions":["2026-07-28"],"capabilities":null}`},
	"capabilities a list":   {discover: `"result":{"supportedVersions":["2026-07-28"],"capabilities":["resources"]}`},
	"capabilities absent":   {discover: `"result":{"supportedVersions":["2026-07-28"]}`},
	"resources true":        {discover: `"result":{"supportedVersions":["2026-07-28"],"capabilities":{"resources":true}}`},
	"abilities as words":    {discover: `"result":{"supportedVersions":["2026-07-28"],"capabilities":{"resources":{"subscribe":"yes","listChanged":1}}}`},
	"versions a string":     {discover: `"result":{"supportedVersions":"2026-07-28","capabilities":{"resources":{}}}`},
	"versions with numbers": {discover: `"result":{"supportedVersions":[20260728,"2026-07-28",null],"capabilities":{"resources":{}}}`},
	"identity a string":     {discover: `"result":{"supportedVersions":["2026-07-28"],"capabilities":{"resources":{}},"instructions":7,"_meta":{"io.modelcontextprotocol/serverInfo":"me"}}`},
	"answers with a list":   {`"result":[]`, `"result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{}},"serverInfo":{"name":"n","version":"1"}}`},
	"answers with nothing":  {``, `"result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{}},"serverInfo":{"name":"n","version":"1"}}`},
	"error a string":        {`"error":"unknown method"`, `"result":{"protocolVersion":"2025-11-25","capabilities":[],"serverInfo":null}`},
	"neither":               {`"x":1`, `"result":"hello"`},
	"legacy result a list":  {`"error":{"code":-32601,"message":"no"}`, `"result":[]`},
	"legacy version odd":    {`"error":{"code":-32601,"message":"no"}`, `"result":{"protocolVersion":20251125,"capabilities":{"resources":{"subscribe":{}}},"serverInfo":{"name":7}}`},
}

func playIntroduction(name string) func(r request) {
	odd := oddIntroductions[name]
	return func(r request) {
		answer := ""
		switch r.Method {
		case methodDiscover:
			answer = odd.discover
		case methodInitialize:
			answer = odd.initialize
		default:
			playOdd(r)
		}
		if answer != "" {
			r.stretch(`{"jsonrpc":"2.0","id":$ID,`+answer+"}", "", 0, "")
		}
	}
}

func TestOddIntroductions(t *testing.T) {
	tests := map[string]struct{ revision, problems string }{
		"capabilities null":     {Revision2026, " ! capabilities is null; expected an object"},
		"capabilities a list":   {Revision2026, ` ! capabilities is a list, ["resources"]; expected an object`},
		"capabilities absent":   {Revision2026, " ! capabilities is missing; expected an object"},
		"resources true":        {Revision2026, " ! capabilities.resources is a boolean, true; expected an object"},
		"abilities as words":    {Revision2026, ` ! capabilities.resources.subscribe is a string, "yes"; expected a boolean ! capabilities.resources.listChanged is a number, 1; expected a boolean`},
		"versions a string":     {Revision2026, ""},
		"versions with numbers": {Revision2026, ""},
		"identity a string":     {Revision2026, ""},
		"answers with a list":   {Revision2025, ""},
		"answers with nothing":  {Revision2025, ""},
		"error a string":        {Revision2025, " ! capabilities is a list, []; expected an object"},
		"neither":               {Revision2025, " ! capabilities is missing; expected an object"},
		"legacy result a list":  {Revision2025, " ! capabilities is missing; expected an object"},
		"legacy version odd":    {Revision2025, " ! capabilities.resources.subscribe is an object, {}; expected a boolean"},
	}
	for name := range oddIntroductions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := tests[name]
			c, err := play(t, "introduces itself: "+name, Options{ProbeTimeout: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			s := c.Server()
			if got := problemWords(s.Capabilities.Problems); s.Revision != want.revision || got != want.problems {
				t.Errorf("opened with %s, %q; want %s, %q", s.Revision, got, want.revision, want.problems)
			}
			goesOn(t, c)
		})
	}
}

// A server that cannot bear the probe is started again, and greeted in its own
// way; what it said before is still there to be seen.
func TestOddServerExitsOnTheProbe(t *testing.T) {
	c, err := play(t, "legacy, exits on the probe", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := probes(c); !strings.HasPrefix(got, "server/discover 2026-07-28: the server exited; initialize 2025-11-25: speaks") {
		t.Error(got)
	}
	if lines := c.Stderr(); len(lines) != 1 || lines[0].Text != "unexpected message before initialize" {
		t.Errorf("standard error: %v", lines)
	}
}
