package mcpclient

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The test binary plays odd servers over stdio when this variable names one.
const serverVariable = "MCPCLIENT_TEST_SERVER"

func TestMain(m *testing.M) {
	if name := os.Getenv(serverVariable); name != "" {
		playServer(name)
		return
	}
	os.Exit(m.Run())
}

// request is what a played server looks at.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		URI             string  `json:"uri"`
		Cursor          *string `json:"cursor"`
		ProtocolVersion string  `json:"protocolVersion"`
		Argument        struct {
			Name string `json:"name"`
		} `json:"argument"`
		Meta struct {
			Revision string          `json:"io.modelcontextprotocol/protocolVersion"`
			Token    json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
		Answers json.RawMessage `json:"inputResponses"`
		State   json.RawMessage `json:"requestState"`
	} `json:"params"`
	Result json.RawMessage `json:"result"` // of a reply to the server
	Error  json.RawMessage `json:"error"`
}

func (r request) result(format string, args ...any) {
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, fmt.Sprintf(format, args...))
}

func (r request) fail(code int, message, data string) {
	if data != "" {
		data = `,"data":` + data
	}
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q%s}}`+"\n", r.ID, code, message, data)
}

func (r request) discovered(versions string) {
	r.result(`{"resultType":"complete","supportedVersions":[%s],"capabilities":{"resources":{"subscribe":true,"listChanged":true}},"instructions":"be kind","ttlMs":0,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"played","version":"1"}}}`, versions)
}

func (r request) initialized() {
	r.result(`{"protocolVersion":%q,"capabilities":{"resources":{"subscribe":true}},"serverInfo":{"name":"played","version":"0"}}`, r.Params.ProtocolVersion)
}

// servers are the played servers: what each does with a request.
var servers = map[string]func(r request){
	"modern": func(r request) {
		if r.Method == methodDiscover {
			r.discovered(`"2026-07-28","2025-11-25"`)
		}
	},
	"modern, exits after the handshake": func(r request) {
		r.discovered(`"2026-07-28"`)
		os.Exit(9)
	},
	"legacy, unknown method": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.fail(-32601, "Method not found", "")
		case methodInitialize:
			r.initialized()
		}
	},
	"legacy, odd error": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.fail(-32004, "not initialized", "")
		case methodInitialize:
			r.initialized()
		}
	},
	"legacy, silent": func(r request) {
		if r.Method == methodInitialize {
			r.initialized()
		}
	},
	"legacy, exits on the probe": func(r request) {
		switch r.Method {
		case methodDiscover:
			fmt.Fprintln(os.Stderr, "unexpected message before initialize")
			os.Exit(7)
		case methodInitialize:
			r.initialized()
		}
	},
	"legacy, empty result for anything": func(r request) {
		switch r.Method {
		case methodInitialize:
			r.initialized()
		default:
			r.result(`{}`)
		}
	},
	"modern, slow to start": func() func(r request) {
		var held *request
		return func(r request) {
			switch r.Method {
			case methodDiscover:
				held = &r // a launcher at work: answered when initialize has come
			case methodInitialize:
				held.discovered(`"2026-07-28"`)
				r.fail(-32601, "Method not found", "")
			}
		}
	}(),
	"of both eras, slow to start": func() func(r request) {
		var held *request
		return func(r request) {
			switch r.Method {
			case methodDiscover:
				held = &r
			case methodInitialize:
				r.initialized()
				held.discovered(`"2026-07-28","2025-11-25"`)
			case methodRead:
				playReads(r)
			}
		}
	}(),
	"refuses the revision, offers a legacy one": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.fail(-32022, "Unsupported protocol version", `{"supported":["2025-06-18"],"requested":"2026-07-28"}`)
		case methodInitialize:
			r.initialized()
		}
	},
	"refuses the revision, offers the future": func(r request) {
		if r.Method == methodDiscover {
			r.fail(-32022, "Unsupported protocol version", `{"supported":["2031-01-01"],"requested":"2026-07-28"}`)
		}
	},
	"asks for a capability": func(r request) {
		if r.Method == methodDiscover {
			r.fail(-32021, "Missing required client capability", `{"requiredCapabilities":{"elicitation":{}}}`)
		}
	},
	"answers initialize with an unknown revision": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.fail(-32601, "Method not found", "")
		case methodInitialize:
			r.result(`{"protocolVersion":"2019-01-01","capabilities":{},"serverInfo":{}}`)
		}
	},
	"pages": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.discovered(`"2026-07-28"`)
		case methodTemplates:
			r.fail(-32601, "Method not found", "")
		case methodList:
			playPages(r)
		}
	},
	"completes": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.discovered(`"2026-07-28"`)
		case methodComplete:
			switch r.Params.Argument.Name {
			case "many":
				r.result(`{"resultType":"complete","completion":{"values":["v"%s],"total":150}}`, strings.Repeat(`,"v"`, 149))
			case "silent":
			case "odd":
				r.result(`{"resultType":"complete","completion":{"values":"v","total":"many","hasMore":1}}`)
			default:
				r.result(`{"resultType":"complete","completion":{"values":["vim",7,"vis"],"total":9,"hasMore":true}}`)
			}
		}
	},
	"calls": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.discovered(`"2026-07-28"`)
		case "tools/call":
			r.result(`{"resultType":"complete","content":[]}`)
		case "slow":
			fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"total":2,"message":"half"}}`+"\n", r.Params.Meta.Token)
		case "refused":
			r.fail(-32601, "Method not found", `{"odd":1.0}`)
		case "empty":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s}`+"\n", r.ID)
		}
	},
	"reads": func(r request) {
		switch r.Method {
		case methodDiscover:
			r.discovered(`"2026-07-28"`)
		case methodRead:
			playReads(r)
		}
	},
}

// playPages serves lists of many shapes, told apart by the first cursor asked
// for: the test starts its walks there.
func playPages(r request) {
	cursor := "none"
	if r.Params.Cursor != nil {
		cursor = *r.Params.Cursor
	}
	page := func(uri, next string) {
		r.result(`{"resultType":"complete","ttlMs":60000,"cacheScope":"private","resources":[{"uri":%q,"name":"n"}]%s}`, uri, next)
	}
	switch cursor {
	case "none":
		page("a:1", `,"nextCursor":""`)
	case "":
		page("a:2", "")
	case "loop-a":
		page("l:1", `,"nextCursor":"loop-b"`)
	case "loop-b":
		page("l:2", `,"nextCursor":"loop-a"`)
	case "endless":
		page("e:1", `,"nextCursor":"endless"`)
	case "expires":
		page("x:1", `,"nextCursor":"expired"`)
	case "expired":
		r.fail(-32602, "Invalid cursor", "")
	default:
		page("c:"+cursor, fmt.Sprintf(`,"nextCursor":"%s+"`, cursor))
	}
}

func playReads(r request) {
	switch uri := r.Params.URI; uri {
	case "slow:1":
		fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"total":2,"message":"half"}}`+"\n", r.Params.Meta.Token)
	case "missing:1":
		r.fail(-32602, "Resource not found", `{"uri":"missing:1"}`)
	case "dies:1":
		fmt.Fprintln(os.Stderr, "panic: out of cheese")
		os.Exit(3)
	case "retyped:1":
		fmt.Printf(`{"jsonrpc":"2.0","id":"%s","result":{"contents":[]}}`+"\n", r.ID)
	case "nothing:1":
		fmt.Printf(`{"jsonrpc":"2.0","id":%s}`+"\n", r.ID)
	case "asks:1":
		r.result(`{"resultType":"input_required","ttlMs":60000,"inputRequests":{"who":{"method":"elicitation/create"}}}`)
	default:
		r.result(`{"resultType":"complete","ttlMs":60000,"cacheScope":"private","contents":[{"uri":%q,"text":"text of %s"}]}`, uri, uri)
	}
}

func playServer(name string) {
	serve, known := servers[name]
	switch {
	case known:
	case name == "odd":
		serve = playOdd
	case name == "odd, listening":
		serve = playListening
	case strings.HasPrefix(name, "introduces itself: "):
		serve = playIntroduction(strings.TrimPrefix(name, "introduces itself: "))
	case name == "asks":
		serve = playAsking
	case name == "asks, legacy":
		serve = playAskingLegacy()
	case name == "refuses notifications":
		serve = playRefusing()
	case name == "long list":
		serve = playLongList()
	default:
		fmt.Println("DEBUG no server, only noise")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 4<<20)
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(fmt.Sprintf("not a message: %q", in.Text()))
		}
		if serve != nil && (r.ID != nil || name == "refuses notifications") {
			serve(r)
		}
	}
}
