package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/transport"
	"mcperuse/mcpclient/wire"
)

// oddState is a state whose spelling must survive: escapes that a decoder would
// resolve.
const oddState = `"\u0061\/\u00e9 1.0"`

// playAsking is a modern server that asks before it gives a resource, and gives as
// text what it was told.
func playAsking(r request) {
	asks := func(members string) { r.result(`{"resultType":"input_required",%s}`, members) }
	const who = `"who":{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}}`
	told := func() {
		r.result(`{"resultType":"complete","ttlMs":60000,"cacheScope":"private","contents":[{"uri":%q,"text":%s}]}`,
			r.Params.URI, rawjson.AppendString(nil, string(r.Params.Answers)+" "+string(r.Params.State)))
	}
	first := r.Params.Answers == nil && r.Params.State == nil
	switch uri := r.Params.URI; {
	case r.Method == methodDiscover:
		r.discovered(`"2026-07-28"`)
	case r.Method != methodRead && r.Method != "tools/call":
	case uri == "forever:":
		asks(`"inputRequests":{` + who + `}`)
	case uri == "sheds for ever:":
		asks(`"requestState":"again"`)
	case uri == "many rounds:" && len(r.Params.State) < len(`"xxxx"`):
		asks(fmt.Sprintf(`"inputRequests":{%s},"requestState":"%s"`, who, strings.Repeat("x", max(len(r.Params.State)-1, 1))))
	case uri == "dies:":
		asks(`"inputRequests":{` + who + `}`)
		os.Exit(3)
	case !first:
		told()
	case uri == "two:":
		asks(`"inputRequests":{` + who + `,"where":{"method":"elicitation/create","params":{"mode":"url","message":"Go","url":"https://example.com/"}}},"requestState":` + oddState)
	case uri == "without state:":
		asks(`"inputRequests":{` + who + `}`)
	case uri == "state only:":
		asks(`"requestState":` + oddState)
	case uri == "roots:":
		asks(`"inputRequests":{"r":{"method":"roots/list"}}`)
	case uri == "sampling:":
		asks(`"inputRequests":{` + who + `,"s":{"method":"sampling/createMessage","params":{}}}`)
	case uri == "nothing:":
		r.result(`{"resultType":"input_required"}`)
	default:
		asks(`"inputRequests":{` + who + `},"requestState":` + oddState)
	}
}

// askFunc is an Asker that is a function.
type askFunc func(context.Context, input.Question) (input.Answer, error)

func (f askFunc) Ask(ctx context.Context, q input.Question) (input.Answer, error) { return f(ctx, q) }

func (f askFunc) Elicits() bool { return true }

func always(a input.Answer) askFunc {
	return func(context.Context, input.Question) (input.Answer, error) { return a, nil }
}

var accepted = input.Answer{Action: input.Accept, Content: rawjson.Value(`{"n":1.0e2}`)}

func TestRounds(t *testing.T) {
	roots := []input.Root{{URI: "file:///home/ada", Name: "ada"}}
	tests := []struct {
		uri        string
		answer     input.Answer
		roots      []input.Root
		text       string // what the server was told
		unanswered string
	}{
		{"form:", accepted, nil, `{"who":{"action":"accept","content":{"n":1.0e2}}} ` + oddState, ""},
		{"form:", input.Answer{Action: input.Decline}, nil, `{"who":{"action":"decline"}} ` + oddState, ""},
		{"form:", input.Answer{Action: input.Cancel}, nil, `{"who":{"action":"cancel"}} ` + oddState, ""},
		{"two:", accepted, nil, `{"who":{"action":"accept","content":{"n":1.0e2}},"where":{"action":"accept"}} ` + oddState, ""},
		{"without state:", accepted, nil, `{"who":{"action":"accept","content":{"n":1.0e2}}} `, ""},
		{"state only:", accepted, nil, ` ` + oddState, ""},
		{"many rounds:", accepted, nil, `{"who":{"action":"accept","content":{"n":1.0e2}}} "xxxx"`, ""},
		{"roots:", accepted, roots, `{"r":{"roots":[{"uri":"file:///home/ada","name":"ada"}]}} `, ""},
		{"roots:", input.Answer{Action: input.Decline}, roots, `{"r":{"roots":[]}} `, ""},
		{"roots:", input.Answer{Action: input.Cancel}, roots, "", "left its question open"},
		{"roots:", accepted, nil, "", "--root DIR"},
		{"sampling:", accepted, nil, "", "language model"},
		{"forever:", accepted, nil, "", "asked 10 times"},
		{"sheds for ever:", accepted, nil, "", "3 times in a row"},
		{"nothing:", accepted, nil, "", "asks nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.uri+string(tt.answer.Action), func(t *testing.T) {
			c, err := play(t, "asks", Options{Asker: always(tt.answer), Roots: tt.roots})
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Read(t.Context(), tt.uri, ReadOptions{})
			if err != nil || !strings.Contains(r.Unanswered, tt.unanswered) || (r.Unanswered == "") != (tt.unanswered == "") {
				t.Fatalf("unanswered %q, %v", r.Unanswered, err)
			}
			if tt.unanswered == "" && (len(r.Contents) != 1 || r.Contents[0].Text != tt.text) {
				t.Errorf("the server was told %q, want %q", r.Contents[0].Text, tt.text)
			}
			if _, kept := c.Cache().Peek(freshness.Key{Method: methodRead, Param: tt.uri}); kept {
				t.Error("it was kept in the cache")
			}
			if tt.unanswered == "" && r.Info.State(r.Info.Received) != freshness.Zero {
				t.Errorf("freshness: %s", r.Info.State(r.Info.Received))
			}
			ids := map[wire.ID]bool{}
			for _, f := range c.Log().Frames(0) {
				if f.Kind == wire.Request && f.Dir == wire.ToServer {
					if ids[f.ID] {
						t.Errorf("the id %s was used again", f.ID)
					}
					ids[f.ID] = true
				}
			}
		})
	}
}

func TestQuestionsComeInOrder(t *testing.T) {
	var seen []string
	c, err := play(t, "asks", Options{Asker: askFunc(func(_ context.Context, q input.Question) (input.Answer, error) {
		seen = append(seen, fmt.Sprintf("%s %d of %d, round %d, %s", q.Key, q.Number, q.Of, q.Round, q.About))
		return input.Answer{Action: input.Decline}, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context(), "two:", ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	const want = "who 1 of 2, round 1, resources/read two:; where 2 of 2, round 1, resources/read two:"
	if got := strings.Join(seen, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestRawCallsAreAskedToo(t *testing.T) {
	c, err := play(t, "asks", Options{Asker: always(accepted)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Call(t.Context(), "tools/call", rawjson.Value(`{"name":"ask","arguments":{}}`), CallOptions{})
	if err != nil || r.Err() != nil {
		t.Fatal(err, r.Err())
	}
	if !strings.Contains(string(r.Request), `{"name":"ask","arguments":{},"inputResponses":{"who":`) || r.Reply.Answers != r.ID {
		t.Errorf("sent %s", r.Request)
	}
	r, err = c.Call(t.Context(), "tools/call", rawjson.Value(`{"name":"ask"}`), CallOptions{Exact: true})
	if kind, _ := r.Reply.Result.Get("resultType").Text(); err != nil || kind != "input_required" {
		t.Errorf("exact: %s, %v", r.Reply.Bytes, err)
	}
}

// untilOver is an Asker of whom no answer comes. It tells when it is asked.
func untilOver(asked chan<- input.Question) askFunc {
	return func(ctx context.Context, q input.Question) (input.Answer, error) {
		asked <- q
		<-ctx.Done()
		return input.Answer{Action: input.Cancel}, ctx.Err()
	}
}

func TestCancelledReadEndsItsQuestion(t *testing.T) {
	for _, server := range []string{"asks", "asks, legacy"} {
		t.Run(server, func(t *testing.T) {
			asked := make(chan input.Question, 1)
			c, err := play(t, server, Options{Asker: untilOver(asked)})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-asked
				cancel()
			}()
			if _, err := c.Read(ctx, "form:", ReadOptions{}); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestALostConnectionEndsItsQuestion(t *testing.T) {
	for _, server := range []string{"asks", "asks, legacy"} {
		t.Run(server, func(t *testing.T) {
			c, err := play(t, server, Options{Asker: untilOver(make(chan input.Question, 1))})
			if err != nil {
				t.Fatal(err)
			}
			var exit *transport.ExitError
			if _, err := c.Read(t.Context(), "dies:", ReadOptions{}); !errors.As(err, &exit) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAFailingAskerEndsTheRead(t *testing.T) {
	nobody := errors.New("nobody there")
	c, err := play(t, "asks", Options{Asker: askFunc(func(context.Context, input.Question) (input.Answer, error) { return input.Answer{}, nobody })})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context(), "form:", ReadOptions{}); !errors.Is(err, nobody) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsDeclared(t *testing.T) {
	roots := []input.Root{{URI: "file:///x"}}
	tests := []struct {
		name     string
		asking   asking
		revision string
		want     string
	}{
		{"nobody to ask", asking{nil, roots}, Revision2026, `{}`},
		{"modern", asking{always(accepted), nil}, Revision2026, `{"elicitation":{"form":{},"url":{}}}`},
		{"with roots", asking{always(accepted), roots}, Revision2026, `{"elicitation":{"form":{},"url":{}},"roots":{}}`},
		{"newest legacy", asking{always(accepted), nil}, "2025-11-25", `{"elicitation":{"form":{},"url":{}}}`},
		{"forms only", asking{always(accepted), nil}, "2025-06-18", `{"elicitation":{}}`},
		{"before there was elicitation", asking{always(accepted), roots}, "2025-03-26", `{"roots":{}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(tt.asking.declared(tt.revision)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// playAskingLegacy is a legacy server that sends a request of its own while a read
// is open, and gives what it was told as text.
func playAskingLegacy() func(r request) {
	var held *request
	ask := func(id, method, params string) {
		fmt.Printf(`{"jsonrpc":"2.0","id":%q,"method":%q,"params":%s}`+"\n", id, method, params)
	}
	const form = `{"message":"Who?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}`
	asked := 0
	return func(r request) {
		switch {
		case r.Method == methodDiscover:
			r.fail(-32601, "Method not found", "")
		case r.Method == methodInitialize:
			r.initialized()
		case r.Method == methodRead && r.Params.URI == "url first:":
			r.fail(-32042, "URL elicitation required", `{"elicitations":[{"mode":"url","elicitationId":"1","message":"Log in","url":"https://example.com/"}]}`)
		case r.Method == methodRead:
			held = &r
			switch r.Params.URI {
			case "ping:":
				ask("q", "ping", "{}")
			case "roots:":
				ask("q", input.MethodRoots, "{}")
			case "sampling:":
				ask("q", input.MethodSample, "{}")
			case "voice:":
				ask("q", input.MethodElicit, `{"mode":"voice","message":"Say it"}`)
			case "tea:":
				ask("q", "tea/make", "{}")
			case "withdrawn:":
				ask("q", input.MethodElicit, form)
				fmt.Println(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}`)
				ask("p", "ping", "{}")
			case "dies:":
				ask("q", input.MethodElicit, form)
				os.Exit(3)
			default:
				ask("q", input.MethodElicit, form)
			}
		case held != nil && held.Params.URI == "forever:" && asked < 40:
			asked++
			ask(fmt.Sprint("q", asked), input.MethodElicit, form)
		case held != nil:
			held.result(`{"contents":[{"uri":"q:","text":%s}]}`, rawjson.AppendString(nil, string(r.ID)+string(r.Result)+string(r.Error)))
		}
	}
}

func TestLegacyQuestions(t *testing.T) {
	roots := []input.Root{{URI: "file:///home/ada"}}
	tests := []struct {
		uri    string
		answer input.Answer
		roots  []input.Root
		text   string
	}{
		{"form:", accepted, nil, `"q"{"action":"accept","content":{"n":1.0e2}}`},
		{"form:", input.Answer{Action: input.Decline}, nil, `"q"{"action":"decline"}`},
		{"form:", input.Answer{Action: input.Cancel}, nil, `"q"{"action":"cancel"}`},
		{"ping:", accepted, nil, `"q"{}`},
		{"roots:", accepted, roots, `"q"{"roots":[{"uri":"file:///home/ada"}]}`},
		{"roots:", input.Answer{Action: input.Decline}, roots, `"q"{"roots":[]}`},
		{"roots:", input.Answer{Action: input.Cancel}, roots, `"q"{"code":-1,`},
		{"roots:", accepted, nil, `"q"{"code":-32601,`},
		{"sampling:", accepted, nil, `"q"{"code":-32601,`},
		{"voice:", accepted, nil, `"q"{"code":-32602,`},
		{"tea:", accepted, nil, `"q"{"code":-32601,`},
		{"forever:", accepted, nil, `"q40"{"action":"cancel"}`},
	}
	for _, tt := range tests {
		t.Run(tt.uri+string(tt.answer.Action), func(t *testing.T) {
			asked := 0
			c, err := play(t, "asks, legacy", Options{Roots: tt.roots, Asker: askFunc(func(context.Context, input.Question) (input.Answer, error) {
				asked++
				return tt.answer, nil
			})})
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Read(t.Context(), tt.uri, ReadOptions{})
			if err != nil || len(r.Contents) != 1 || !strings.HasPrefix(r.Contents[0].Text, tt.text) {
				t.Errorf("the server was told %+v, %v", r.Contents, err)
			}
			if asked > maxQuestions {
				t.Errorf("asked %d times", asked)
			}
		})
	}
}

func TestLegacyQuestionsWithoutAnybodyToAsk(t *testing.T) {
	c := opened(t, "asks, legacy")
	r, err := c.Read(t.Context(), "form:", ReadOptions{})
	if err != nil || !strings.HasPrefix(r.Contents[0].Text, `"q"{"code":-32601,`) {
		t.Errorf("the server was told %+v, %v", r.Contents, err)
	}
	for e := range c.Events() {
		if refused, ok := e.(Refused); ok {
			if refused.Request.Message != "Who?" {
				t.Errorf("refused %+v", refused.Request)
			}
			return
		}
	}
}

func TestAWithdrawnQuestionGetsNoAnswer(t *testing.T) {
	c, err := play(t, "asks, legacy", Options{Asker: untilOver(make(chan input.Question, 1))})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Read(t.Context(), "withdrawn:", ReadOptions{})
	if err != nil || r.Contents[0].Text != `"p"{}` {
		t.Errorf("the server was told %+v, %v", r.Contents, err)
	}
}

func TestAQuestionAtTheEndIsCancelled(t *testing.T) {
	asked := make(chan input.Question, 1)
	c, err := play(t, "asks, legacy", Options{Asker: untilOver(asked)})
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		_, err := c.Read(t.Context(), "form:", ReadOptions{})
		read <- err
	}()
	<-asked
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := <-read; err == nil {
		t.Error("the read did not fail")
	}
	for _, f := range c.Log().Frames(0) {
		if f.Dir == wire.ToServer && f.Kind == wire.Reply && string(f.Result) == `{"action":"cancel"}` {
			return
		}
	}
	t.Error("the server was not told")
}

func TestTimeToThinkIsNoSilence(t *testing.T) {
	const timeout = 200 * time.Millisecond
	c, err := play(t, "asks, legacy", Options{Timeout: timeout, Asker: askFunc(func(ctx context.Context, _ input.Question) (input.Answer, error) {
		return accepted, pause(ctx, 3*timeout)
	})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context(), "form:", ReadOptions{}); err != nil {
		t.Error(err)
	}
}

func TestConsentBeforeARead(t *testing.T) {
	var seen input.Question
	c, err := play(t, "asks, legacy", Options{Asker: askFunc(func(_ context.Context, q input.Question) (input.Answer, error) {
		seen = q
		return accepted, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Read(t.Context(), "url first:", ReadOptions{})
	var refused *ServerError
	if !errors.As(err, &refused) || seen.Address != "https://example.com/" || seen.Message != "Log in" {
		t.Errorf("asked %+v, %v", seen, err)
	}
}
