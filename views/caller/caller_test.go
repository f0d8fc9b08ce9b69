package caller_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/caller"
	"mcperuse/views/failure"
	"mcperuse/views/screentest"
)

// press drives a view as a person would: words are typed, names in angle brackets
// are keys.
func press(t *testing.T, v *caller.View, steps ...string) (last views.Action) {
	t.Helper()
	for _, step := range steps {
		last = nil
		if strings.HasPrefix(step, "<") && strings.HasSuffix(step, ">") {
			key := strings.Trim(step, "<>")
			if id, ok := keymap.Lookup(key, append(v.Scopes(), keymap.Always)...); ok {
				last = v.Handle(id)
			} else {
				v.Key(key, "")
			}
			continue
		}
		for _, r := range step {
			if r == '\n' {
				press(t, v, "<enter>")
			} else if !v.Key(string(r), string(r)) {
				t.Fatalf("%q was not taken", r)
			}
		}
	}
	return last
}

// sent is what ctrl+s sends now.
func sent(t *testing.T, v *caller.View) views.SendCall {
	t.Helper()
	a, ok := press(t, v, "<ctrl+s>").(views.SendCall)
	if !ok {
		t.Fatalf("nothing is sent\n%s", text(t, v, 80, 24))
	}
	return a
}

func text(t *testing.T, v *caller.View, width, height int) string {
	t.Helper()
	return screentest.Text(t, width, height, draw(v))
}

func draw(v *caller.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) }
}

func TestTyping(t *testing.T) {
	tests := []struct {
		name  string
		steps []string
		want  views.SendCall
	}{
		{"only a method", []string{"tools/list"}, views.SendCall{Method: "tools/list"}},
		{"enter goes on to the params", []string{"a\n", `{"b":1}`}, views.SendCall{Method: "a", Params: `{"b":1}`}},
		{"and back", []string{"a\n", "{}", "<shift+tab>", "b", "<tab>", "<backspace>", " }"}, views.SendCall{Method: "ab", Params: "{ }"}},
		{"lines become one", []string{"a\n", "{\n\"b\": [\n1,\n2]\n}"}, views.SendCall{Method: "a", Params: `{"b": [1,2]}`}},
		{"numbers and escapes as typed", []string{"a\n", `{"b":1.00,"b":"\u00e9\/"}`}, views.SendCall{Method: "a", Params: `{"b":1.00,"b":"\u00e9\/"}`}},
		{"up and down", []string{"a\n", "{\n\n}", "<up>", "<end>", `"x":1`}, views.SendCall{Method: "a", Params: `{"x":1}`}},
		{"ends of the text", []string{"a\n", "1\n2\n3", "<ctrl+home>", "<ctrl+k>", "{", "<ctrl+end>", "<ctrl+u>", "}", "<up>", "<ctrl+u>", "<delete>"}, views.SendCall{Method: "a", Params: "{}"}},
		{"a line joined with the next", []string{"a\n", "{\n", "}", "<up>", "<end>", "<ctrl+k>"}, views.SendCall{Method: "a", Params: "{}"}},
		{"words", []string{"one/two", "<alt+left>", "<ctrl+w>", "<alt+right>", "s"}, views.SendCall{Method: "twos"}},
		{"a cluster at a time", []string{"a👩‍👩‍👧", "<left>", "<left>", "<right>", "<backspace>", "<delete>", "b"}, views.SendCall{Method: "b"}},
		{"an accent joins", []string{"e", "\u0301", "<backspace>", "x"}, views.SendCall{Method: "x"}},
		{"exactly", []string{"a", "<ctrl+x>"}, views.SendCall{Method: "a", Exact: true}},
		{"laid out and sent all the same", []string{"a\n", `{"b":{"c":1}}`, "<ctrl+t>"}, views.SendCall{Method: "a", Params: `{"b": {"c": 1}}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := caller.New()
			press(t, v, tt.steps...)
			if got := sent(t, v); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

var known = []caller.Method{
	{Name: "resources/list", Declared: true},
	{Name: "resources/read", Declared: true, Params: `{"uri":"a:1"}`},
	{Name: "tools/call", Params: `{"name":"","arguments":{}}`},
}

func TestChoosingAMethod(t *testing.T) {
	tests := []struct {
		name  string
		steps []string
		want  views.SendCall
	}{
		{"by a part of its name", []string{"read", "<down>", "<enter>"}, views.SendCall{Method: "resources/read", Params: `{"uri": "a:1"}`}},
		{"from all", []string{"<ctrl+space>", "<down>", "<enter>"}, views.SendCall{Method: "resources/list"}},
		{"what is missing has the cursor", []string{"tool", "<down>", "<enter>", "<enter>", "add"}, views.SendCall{Method: "tools/call", Params: `{"name": "add","arguments": {}}`}},
		{"tab takes it and goes on", []string{"tool", "<down>", "<tab>", "add"}, views.SendCall{Method: "tools/call", Params: `{"name": "add","arguments": {}}`}},
		{"the params of another", []string{"tool", "<down>", "<enter>", "<ctrl+u>", "read", "<down>", "<enter>"}, views.SendCall{Method: "resources/read", Params: `{"uri": "a:1"}`}},
		{"no params any more", []string{"tool", "<down>", "<enter>", "<ctrl+u>", "list", "<down>", "<enter>"}, views.SendCall{Method: "resources/list"}},
		{"params that were typed stay", []string{"x\n", "{}", "<shift+tab>", "<ctrl+u>", "read", "<down>", "<enter>"}, views.SendCall{Method: "resources/read", Params: "{}"}},
		{"params that were changed stay", []string{"tool", "<down>", "<tab>", "add", "<shift+tab>", "<ctrl+u>", "list", "<down>", "<enter>"}, views.SendCall{Method: "resources/list", Params: `{"name": "add","arguments": {}}`}},
		{"a method that is typed changes nothing", []string{"tools/call"}, views.SendCall{Method: "tools/call"}},
		{"any other method", []string{"tools/cal", "<esc>", "<enter>", "{}"}, views.SendCall{Method: "tools/cal", Params: "{}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := caller.New()
			v.SetMethods(known)
			press(t, v, tt.steps...)
			if got := sent(t, v); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestWhatTheServerDeclares(t *testing.T) {
	for typed, want := range map[string]string{"resources/read": "✓ declared", "tools/call": "not declared", "mine": "needed"} {
		v := caller.New()
		v.SetMethods(known)
		press(t, v, typed)
		if line, _, _ := strings.Cut(text(t, v, 80, 24), "\n"); !strings.HasSuffix(line, " "+want) {
			t.Errorf("%s: %q", typed, line)
		}
	}
}

func TestUnknownKeysAreNotTaken(t *testing.T) {
	v := caller.New()
	if v.Key("f7", "") || v.Key("ctrl+alt+q", "") {
		t.Error("a key without a meaning was taken")
	}
}

func TestPaste(t *testing.T) {
	v := caller.New()
	v.Paste("tools/call\r")
	press(t, v, "<tab>")
	v.Paste("{\r\n  \"a\": 1,\r\t\"b\":\"x  y\"\n}\n")
	if got := sent(t, v); got != (views.SendCall{Method: "tools/call", Params: `{"a": 1,"b":"x  y"}`}) {
		t.Errorf("got %+v", got)
	}
	if got := text(t, v, 80, 24); !strings.Contains(got, "  3    \"b\":\"x  y\"\n") {
		t.Errorf("three lines were pasted\n%s", got)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	tests := []struct {
		name  string
		steps []string
		says  string
		then  []string // what mends it where the cursor is put
	}{
		{"no method", []string{"<tab>", "{}"}, "not sent: a method is needed", []string{"a"}},
		{"a comma too many", []string{"a\n", `{"b":1,}`, "<ctrl+home>"}, "⚠ line 1, column 8: invalid character '}'|✗ not JSON params", []string{`"c":2`}},
		{"it ends too early", []string{"a\n", `{"b":[1`, "<tab>"}, "⚠ line 1, column 8: the text ends too early", []string{"]}"}},
		{"a list", []string{"a\n", `[{}]`}, "⚠ line 1, column 1: params must be an object, not a list", []string{"<ctrl+k>", "{}"}},
		{"two objects", []string{"a\n", "{}\n{}"}, "⚠ line 2, column 1: text after the end of the object", []string{"<ctrl+k>"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := caller.New()
			if got := press(t, v, append(tt.steps, "<ctrl+s>")...); got != nil {
				t.Fatalf("sent %+v", got)
			}
			for _, says := range append(strings.Split(tt.says, "|"), "⚠ not sent: ") {
				if got := text(t, v, 80, 24); !strings.Contains(got, says) {
					t.Errorf("%q is not on the screen\n%s", says, got)
				}
			}
			press(t, v, tt.then...)
			if got := text(t, v, 80, 24); strings.Contains(got, "⚠") || strings.Contains(got, "✗ not") {
				t.Errorf("it is mended, but the screen says\n%s", got)
			}
			sent(t, v)
		})
	}
}

func TestOpenKeepsWhatWasTyped(t *testing.T) {
	v := caller.New()
	press(t, v, "tools/call\n", `{"name":"half`)
	v.Open(views.EditCall{Method: "resources/read", Params: `{"uri":"a:1","_meta":{"progressToken":7}}`})
	if got := sent(t, v); got != (views.SendCall{Method: "resources/read", Params: `{"uri": "a:1","_meta": {"progressToken": 7}}`}) {
		t.Errorf("got %+v", got)
	}
	press(t, v, "<ctrl+p>")
	if got := text(t, v, 80, 24); !strings.Contains(got, "tools/call") || !strings.Contains(got, `{"name":"half`) {
		t.Errorf("what was typed is gone\n%s", got)
	}
	v.Open(views.EditCall{Method: "odd", Params: "{\r\n nothing to lay out"})
	if got := text(t, v, 80, 24); !strings.Contains(got, "  2   nothing to lay out\n") {
		t.Errorf("odd params are not shown as they are\n%s", got)
	}
}

func TestOlderCalls(t *testing.T) {
	v := caller.New()
	for i := range 3 {
		press(t, v, "<ctrl+u>", fmt.Sprintf("m/%d", i), "<ctrl+s>")
	}
	press(t, v, "draft")
	shows := func(step, want string) {
		t.Helper()
		press(t, v, step)
		if got := text(t, v, 80, 24); !strings.Contains(got, "Method  "+want+"  ") {
			t.Fatalf("after %s: %s is not on the screen\n%s", step, want, got)
		}
	}
	shows("<ctrl+p>", "m/2")
	shows("<ctrl+p>", "m/1")
	shows("edited", "m/1edited")
	shows("<ctrl+p>", "m/0")
	shows("<ctrl+p>", "m/0")
	shows("<ctrl+n>", "m/1")
	shows("<ctrl+n>", "m/2")
	shows("<ctrl+n>", "m/1edited")
	shows("<ctrl+n>", "m/2draft")
	shows("<ctrl+p>", "m/1edited")
	v.Open(views.EditCall{Method: "opened"})
	shows("<ctrl+p>", "m/1edited")
	shows("<ctrl+p>", "m/2draft")
	shows("<ctrl+n>", "m/1edited")
	shows("<ctrl+n>", "opened")
	shows("<ctrl+n>", "(unset)")
	shows("<ctrl+n>", "(unset)")
	shows("<ctrl+p>", "opened")
}

func TestACallIsStillThere(t *testing.T) {
	v := caller.New()
	press(t, v, "a\n", `{"b":1}`)
	sent(t, v)
	v.Sent("57")
	v.Answered(caller.Answer{Request: "57", Frame: 120, Result: rawjson.Value(`{"_meta":{"d":3},"c":2}`)})
	v.Open(views.EditCall{})
	for _, want := range []string{`{"b":1}`, "request 57 was answered", "result  c: 2"} {
		if got := text(t, v, 80, 24); !strings.Contains(got, want) {
			t.Errorf("%q is not on the screen\n%s", want, got)
		}
	}
}

// Drawing looks at the beginning of a result, however large that is.
func TestALargeResultIsSaid(t *testing.T) {
	large := `"` + strings.Repeat("long ", 100_000) + `"`
	for result, want := range map[string]string{`{"_meta":{},"a":1,"b":` + large + `}`: "result  a: 1", `{"b":` + large + `}`: `result  {"b":"long long`} {
		v := caller.New()
		press(t, v, "a\n")
		sent(t, v)
		v.Sent("57")
		v.Answered(caller.Answer{Request: "57", Frame: 120, Result: rawjson.Value(result)})
		if got := text(t, v, 80, 24); !strings.Contains(got, want) {
			t.Errorf("%q is not on the screen\n%s", want, got)
		}
	}
}

func TestOutcome(t *testing.T) {
	failed := &failure.Failure{Server: &failure.ServerError{Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "Unknown tool", Request: "57"}}
	tests := []struct {
		name   string
		then   func(*caller.View)
		says   string
		waits  bool
		answer views.Action
	}{
		{"asked", func(*caller.View) {}, "sending a…", true, views.Notice{Text: "there is no answer yet"}},
		{"sent", func(v *caller.View) { v.Sent("57") }, "sent as request 57, the answer will be on the Wire screen", true, views.Notice{Text: "there is no answer yet"}},
		{"a notification", func(v *caller.View) { v.Sent("") }, "a notification: there is no answer to it", false, views.Notice{Text: "there is no answer yet"}},
		{"answered", func(v *caller.View) {
			v.Sent("57")
			v.Answered(caller.Answer{Request: "57", Frame: 120, RoundTrip: 38 * time.Millisecond})
		}, "✓ request 57 was answered in 38 ms   ctrl+o: the answer", false, views.ShowFrame{Seq: 120}},
		{"refused", func(v *caller.View) {
			v.Sent("57")
			v.Answered(caller.Answer{Request: "57", Frame: 121, Failed: failed})
		}, "Unknown tool", false, views.ShowFrame{Seq: 121}},
		{"never sent", func(v *caller.View) {
			v.Answered(caller.Answer{Failed: &failure.Failure{Title: "not connected", Try: "connect again"}})
		}, "✗ not connected", false, views.Notice{Text: "there is no answer yet"}},
		{"the answer to another", func(v *caller.View) {
			v.Sent("57")
			v.Answered(caller.Answer{Request: "56", Frame: 1})
		}, "sent as request 57", true, views.Notice{Text: "there is no answer yet"}},
		{"twice", func(v *caller.View) {
			v.Sent("57")
			v.Answered(caller.Answer{Request: "57", Frame: 120})
			v.Answered(caller.Answer{Request: "57", Frame: 121})
			v.Sent("58")
		}, "request 57 was answered", false, views.ShowFrame{Seq: 120}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := caller.New()
			press(t, v, "a", "<ctrl+s>")
			tt.then(v)
			if got := text(t, v, 80, 24); !strings.Contains(got, tt.says) {
				t.Errorf("%q is not on the screen\n%s", tt.says, got)
			}
			if v.Waiting() != tt.waits {
				t.Errorf("waiting: %v", v.Waiting())
			}
			if got := press(t, v, "<ctrl+o>"); got != tt.answer {
				t.Errorf("ctrl+o asks for %#v", got)
			}
		})
	}
	v := caller.New()
	if got := press(t, v, "a\n", "{", "<esc>"); got != (views.Back{}) || !strings.Contains(text(t, v, 80, 24), "  1  {") {
		t.Errorf("esc asks for %#v", got)
	}
}
