package findings

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"mcperuse/mcpclient/wire"
)

// A tape is a conversation to be judged. An entry begins with ">" when the
// client sends it and with "<" when the server does; "<200 TYPE " makes it an
// HTTP response to the latest request, "note=CODE " adds what only a transport
// can notice, and "<!" ends without a line feed.
type tape []string

var httpEntry = regexp.MustCompile(`^<(\d+) (\S+) `)

const (
	testLimit = 64 << 10 // bytes, of a frame

	meta2026 = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	identity = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"n","version":"1"}}`
	hints    = `"resultType":"complete","ttlMs":0,"cacheScope":"private"`
	okResult = `"result":{` + hints + `,"contents":[{"uri":"x:1","text":"fine"}]}}`
	okReply  = `{"jsonrpc":"2.0","id":1,` + okResult
	declared = `"capabilities":{"resources":{"listChanged":true,"subscribe":true},"completions":{}}`
)

var (
	askDiscover   = `>{"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + meta2026 + `}}`
	askInitialize = `>{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	initialized   = `>{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// play judges a tape and returns what was found.
func (tp tape) play(t testing.TB) *Checker {
	t.Helper()
	c := New(Options{})
	log := wire.NewLog(wire.LogOptions{Observe: c.Observe})
	var latest wire.ID
	for _, entry := range tp {
		if sent, ok := strings.CutPrefix(entry, ">"); ok {
			f := wire.Frame{Dir: wire.ToServer, Bytes: []byte(sent)}
			f.Message, f.Notes = wire.Parse(f.Bytes)
			if f.Kind == wire.Request {
				latest = f.ID
			}
			log.Add(f)
			continue
		}
		for _, f := range framesOf(t, entry) {
			f.Dir = wire.FromServer
			if f.HTTP != nil {
				log.AddOn(f, latest)
			} else {
				log.Add(f)
			}
		}
	}
	c.Settle()
	return c
}

// framesOf reads an entry of the server as the transports would.
func framesOf(t testing.TB, entry string) []wire.Frame {
	t.Helper()
	m := httpEntry.FindStringSubmatch(entry)
	if m == nil {
		return stdioFrames(entry)
	}
	body := entry[len(m[0]):]
	var notes []wire.Note
	if rest, ok := strings.CutPrefix(body, "note="); ok {
		var code string
		code, body, _ = strings.Cut(rest, " ")
		notes = []wire.Note{{Code: wire.NoteCode(code), Text: "as the transport noticed"}}
	}
	info := &wire.HTTPExchange{Method: "POST", Status: atoi(m[1]), Header: http.Header{"Content-Type": {m[2]}}}
	if rest, ok := strings.CutPrefix(body, "session "); ok {
		info.Header.Set("Mcp-Session-Id", "x")
		body = rest
	}
	var frames []wire.Frame
	if m[2] == "text/event-stream" {
		events := wire.NewEventReader(strings.NewReader(body), testLimit)
		for e, err := events.Next(); err == nil; e, err = events.Next() {
			frames = append(frames, e.Frames(testLimit)...)
		}
	} else {
		frames = wire.Split([]byte(body))
	}
	for i := range frames {
		frames[i].HTTP = info
		frames[i].Notes = append(frames[i].Notes, notes...)
	}
	return frames
}

func stdioFrames(entry string) []wire.Frame {
	text := strings.TrimPrefix(entry, "<") + "\n"
	if rest, ok := strings.CutPrefix(entry, "<!"); ok {
		text = rest
	}
	var frames []wire.Frame
	r := wire.NewReader(strings.NewReader(text), testLimit)
	for f, err := r.Next(); err == nil; f, err = r.Next() {
		frames = append(frames, f)
	}
	return frames
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	return n
}

// The conversations in which rules are tried out: each takes what the server
// sends at the place in question.

func modern(entries ...string) tape {
	return append(tape{askDiscover,
		`<{"jsonrpc":"2.0","id":"d","result":{` + hints + `,"supportedVersions":["2026-07-28"],` + declared + `,"instructions":"x",` + identity + `}}`}, entries...)
}

func legacy(entries ...string) tape {
	return append(tape{askInitialize,
		`<{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":"2025-11-25",` + declared + `,"instructions":"x","serverInfo":{"name":"n","version":"1"}}}`,
		initialized}, entries...)
}

func ask(method, params string) string {
	if params != "" {
		params += ","
	}
	return `>{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + meta2026 + `}}`
}

func askLegacy(method, params string) string {
	return `>{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `}}`
}

// reply is what comes after a read; it may be more than one entry.
func reply(s string) tape       { return modern(ask("resources/read", `"uri":"x:1"`), "<"+s) }
func legacyReply(s string) tape { return legacy(askLegacy("resources/read", `"uri":"x:1"`), "<"+s) }

func result(s string) tape       { return reply(`{"jsonrpc":"2.0","id":1,"result":` + s + `}`) }
func legacyResult(s string) tape { return legacyReply(`{"jsonrpc":"2.0","id":1,"result":` + s + `}`) }

// holding is a read with a list of contents.
func holding(s string) tape { return result(`{` + hints + `,"contents":` + s + `}`) }

// failure is an error.
func failure(s string) tape { return reply(`{"jsonrpc":"2.0","id":1,"error":` + s + `}`) }

// oneRow is a list of one resource, oneTemplate one of one template.
func oneRow(s string) tape { return listing("resources/list", "", `"resources":[`+s+`]`) }
func oneTemplate(s string) tape {
	return listing("resources/templates/list", "", `"resourceTemplates":[`+s+`]`)
}

// uriTemplate is a template of which only the template matters.
func uriTemplate(s string) tape { return oneTemplate(`{"name":"n","uriTemplate":"` + s + `"}`) }

// with is a resource with further members.
func with(members string) tape { return oneRow(`{"uri":"x:1","name":"n",` + members + `}`) }

func listing(method, params, members string) tape {
	return modern(ask(method, params), `<{"jsonrpc":"2.0","id":1,"result":{`+hints+`,`+members+`}}`)
}

// opening is the result of server/discover, legacyOpening that of initialize.
func opening(s string) tape {
	return tape{askDiscover, `<{"jsonrpc":"2.0","id":"d","result":{` + hints + `,` + s + `}}`}
}
func legacyOpening(s string) tape {
	return tape{askInitialize, `<{"jsonrpc":"2.0","id":"i","result":{` + s + `}}`}
}

// notice is a notification while a read with the progress token 1 is open.
func notice(s string) tape {
	return modern(`>{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:1",`+strings.Replace(meta2026, "{", `{"progressToken":1,`, 1)+`}}`, `<{"jsonrpc":"2.0","method":"notifications/`+s+`}`)
}

// pages are two pages of a list: what the first and the second have.
func pages(first, second string) tape {
	return modern(
		ask("resources/list", ""), `<{"jsonrpc":"2.0","id":1,"result":{`+first+`,"nextCursor":"b"}}`,
		ask("resources/list", `"cursor":"b"`), `<{"jsonrpc":"2.0","id":1,"result":{`+second+`}}`)
}

// completing is the result of completion/complete.
func completing(s string) tape {
	return modern(ask("completion/complete", `"argument":{}`), `<{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","completion":`+s+`}}`)
}

// listening is what comes on a subscription to the resource x:1 and the
// list.
func listening(said ...string) tape {
	out := modern(ask("subscriptions/listen", `"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["x:1"]}`))
	for _, s := range said {
		out = append(out, "<"+s)
	}
	return out
}

const (
	subscriptionID = `"_meta":{"io.modelcontextprotocol/subscriptionId":1}`
	acknowledged   = `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{` + subscriptionID + `,"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["x:1"]}}}`
	listChanged    = `{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{` + subscriptionID + `}}`
	updated        = `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x:1",` + subscriptionID + `}}`
	listenEnd      = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",` + subscriptionID + `}}`
)

// agreed is an acknowledgement of something else.
func agreed(filter string) string {
	return `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{` + subscriptionID + `,"notifications":` + filter + `}}`
}

// asking is an input_required result.
func asking(members string) tape { return result(`{"resultType":"input_required"` + members + `}`) }

// form is an elicitation with these params, to a client that declared both
// modes.
func form(params string) tape {
	able := strings.Replace(meta2026, `Capabilities":{}`, `Capabilities":{"elicitation":{"form":{},"url":{}}}`, 1)
	return modern(`>{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:1",`+able+`}}`,
		`<{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"f":{"method":"elicitation/create","params":`+params+`}}}}`)
}

// over is what comes over HTTP after a read: "STATUS TYPE BODY".
func over(s string) tape { return modern(ask("resources/read", `"uri":"x:1"`), "<"+s) }
