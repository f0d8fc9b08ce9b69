package form_test

import (
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/fields"
	"mcperuse/views/form"
	"mcperuse/views/screentest"
)

// operators has every operator of RFC 6570, both modifiers and a map.
const operators = "op://{simple}/{+reserved}{#fragment}{.label}{/path*}{;param}{?query,map*}{&more}/{start:3}"

const repo = "repo://{owner}/{name}/contents{/path*}{?ref}"

func newForm(template, name, description string) *form.Form {
	raw := rawjson.AppendString([]byte(`{"uriTemplate":`), template)
	raw = rawjson.AppendString(append(raw, `,"name":`...), name)
	raw = rawjson.AppendString(append(raw, `,"description":`...), description)
	t := model.DecodeTemplate(append(raw, '}'))
	return form.New(&t)
}

// press drives a form as a person would: words are typed, names in angle brackets
// are keys of the table or editing keys.
func press(t *testing.T, f *form.Form, steps ...string) (last views.Action) {
	t.Helper()
	for _, step := range steps {
		last = nil
		if key, ok := strings.CutPrefix(step, "<"); ok && len(key) > 1 {
			key = strings.TrimSuffix(key, ">")
			if id, ok := keymap.Lookup(key, f.Scopes()...); ok {
				last = f.Handle(id)
			} else {
				f.Key(key, "")
			}
			continue
		}
		for _, r := range step {
			if !f.Key(string(r), string(r)) {
				t.Fatalf("%q was not taken", r)
			}
		}
	}
	return last
}

func TestTyping(t *testing.T) {
	tests := []struct {
		name     string
		template string
		steps    []string
		uri      string
	}{
		{"two fields", repo, []string{"octo", "<tab>", "hello"}, "repo://octo/hello/contents"},
		{"a slash starts the next segment", repo, []string{"o", "<tab>", "n", "<tab>", "src/main.go"}, "repo://o/n/contents/src/main.go"},
		{"a slash in a value is encoded", repo, []string{"a/b", "<tab>", "n"}, "repo://a%2Fb/n/contents"},
		{"unset leaves its name out", "e{?topic}", nil, "e"},
		{"empty keeps its name", "e{?topic}", []string{"<ctrl+x>"}, "e?topic="},
		{"erased is empty", "e{?topic}", []string{"a", "<backspace>"}, "e?topic="},
		{"erased once more is unset", "e{?topic}", []string{"a", "<backspace>", "<backspace>"}, "e"},
		{"unset and set again", "e{?topic}", []string{"abc", "<ctrl+x>", "<ctrl+x>"}, "e?topic=abc"},
		{"typing after unset starts afresh", "e{?topic}", []string{"abc", "<ctrl+x>", "d"}, "e?topic=d"},
		{"one more value", "e{?tag*}", []string{"a", "<ctrl+n>", "b"}, "e?tag=a&tag=b"},
		{"a value split in two", "e{?tag*}", []string{"ab", "<left>", "<ctrl+n>"}, "e?tag=a&tag=b"},
		{"an empty value goes away", "e{?tag*}", []string{"a", "<ctrl+n>", "<backspace>", "b"}, "e?tag=ab"},
		{"between values", "e{?tag*}", []string{"a", "<ctrl+n>", "b", "<left>", "<left>", "x"}, "e?tag=ax&tag=b"},
		{"back over a value", "e{?tag*}", []string{"a", "<ctrl+n>", "b", "<shift+tab>", "x"}, "e?tag=ax&tag=b"},
		{"no second value for one that does not repeat", "e{?tag}", []string{"a", "<ctrl+n>", "b"}, "e?tag=ab"},
		{"around the end", "{a}-{b}", []string{"<tab>", "<tab>", "1", "<shift+tab>", "2"}, "1-2"},
		{"other scripts", "x://{q}", []string{"日本"}, "x://%E6%97%A5%E6%9C%AC"},
		{"erasing a whole cluster", "x://{q}", []string{"a", "👩‍👩‍👧", "<backspace>"}, "x://a"},
		{"words", "x://{q}", []string{"one two three", "<ctrl+w>", "<ctrl+left>", "<ctrl+k>"}, "x://one%20"},
		{"ends", "x://{q}", []string{"bc", "<home>", "a", "<end>", "d", "<delete>"}, "x://abcd"},
		{"by hand", "x://{q}", []string{"a", "<ctrl+e>", "?raw={}"}, "x://a?raw={}"},
		{"back from by hand", "x://{q}", []string{"a", "<ctrl+e>", "?", "<ctrl+e>"}, "x://a"},
		{"by hand, in the fields", "x://{q}{?r}", []string{"a", "<ctrl+e>", "?r=1", "<ctrl+e>", "<tab>", "2"}, "x://a?r=12"},
		{"names with values", "e{?tag*}", []string{"<ctrl+t>", "a=1", "<ctrl+n>", "b=2"}, "e?a=1&b=2"},
		{"a list where one is usual", "e{?id}", []string{"<ctrl+t>", "1", "<ctrl+n>", "2"}, "e?id=1,2"},
		{"by hand again", "x://{q}", []string{"a", "<ctrl+e>", "?", "<ctrl+e>", "<ctrl+e>"}, "x://a?"},
		{"by hand afresh after a change", "x://{q}", []string{"a", "<ctrl+e>", "?", "<ctrl+e>", "c", "<ctrl+e>"}, "x://ac"},
		{"malformed", "x://{q", []string{"<backspace>", "<backspace>", "1"}, "x://1"},
		{"a prefix", "x://{q:3}", []string{"abcdef"}, "x://abc"},
		{"one variable in two places", "x://{q:1}/{q}", []string{"abc"}, "x://a/abc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newForm(tt.template, "n", "")
			press(t, f, tt.steps...)
			if got := f.URI(); got != tt.uri {
				t.Errorf("URI %q, want %q", got, tt.uri)
			}
		})
	}
}

func TestPaste(t *testing.T) {
	tests := []struct{ name, template, text, uri string }{
		{"a line", "x://{q}", "a b\r\n", "x://a%20b"},
		{"a path", "x:/{/p*}", "src/main.go\n", "x://src/main.go"},
		{"several lines stay", "x://{q}", "a\nb", "x://a%0Ab"},
		{"nowhere", "x://q", "a", "x://q"},
		{"a URI that fits", "x://{a}{/p*}{?q}", "x://1/2/3?q=4", "x://1/2/3?q=4"},
		{"a URI that does not", "x://{a}{?q}", "y://1", "x://y%3A%2F%2F1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newForm(tt.template, "n", "")
			f.Paste(tt.text)
			if got := f.URI(); got != tt.uri {
				t.Errorf("URI %q, want %q", got, tt.uri)
			}
		})
	}
}

func TestSend(t *testing.T) {
	read := func(template, uri string) views.Action { return views.ReadExpanded{Template: template, URI: uri} }
	tests := []struct {
		name     string
		template string
		steps    []string
		want     views.Action
		says     string
	}{
		{"all needed", repo, []string{"o", "<tab>", "n"}, read(repo, "repo://o/n/contents"), ""},
		{"one missing", repo, []string{"o"}, nil, "not sent: name is needed"},
		{"two missing", repo, nil, nil, "not sent: owner and name are needed"},
		{"many missing", "{a}{b}{c}{d}", nil, nil, "not sent: a, b, c and others are needed"},
		{"empty is missing", "x://{q}", []string{"a", "<backspace>"}, nil, "not sent: q is needed"},
		{"without variables", "x://y", nil, read("x://y", "x://y"), ""},
		{"by hand whatever is missing", "x://{q}", []string{"<ctrl+e>", "z"}, read("x://{q}", "x://z"), ""},
		{"nothing by hand", "x://{q}", []string{"<ctrl+e>", "<ctrl+u>"}, nil, "not sent: the URI is empty"},
		{"malformed as it came", "x://{q", nil, read("x://{q", "x://{q"), ""},
		{"no template", "", nil, nil, "the URI is empty"},
		{"no template, by hand", "", []string{"x://1"}, read("", "x://1"), ""},
		{"esc", repo, []string{"o", "<esc>"}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newForm(tt.template, "n", "")
			press(t, f, tt.steps...)
			if got := press(t, f, "<enter>"); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if screen := text(t, f, 80, 24); tt.says != "" && !strings.Contains(screen, tt.says) {
				t.Errorf("%q is not on the screen\n%s", tt.says, screen)
			}
		})
	}
	t.Run("the cursor goes to what is missing", func(t *testing.T) {
		f := newForm(repo, "n", "")
		press(t, f, "o", "<enter>", "x", "<enter>")
		if f.URI() != "repo://o/x/contents" {
			t.Errorf("URI %q", f.URI())
		}
	})
	t.Run("esc goes back and keeps the values", func(t *testing.T) {
		f := newForm(repo, "n", "")
		if got := press(t, f, "o", "<esc>"); got != (views.Back{}) {
			t.Errorf("got %v", got)
		}
		if got := f.URI(); got != "repo://o/contents" && got != "repo://o//contents" {
			t.Errorf("URI %q", got)
		}
	})
}

func TestUseAgain(t *testing.T) {
	f := newForm("x://{q}", "n", "")
	press(t, f, "one", "<enter>", "<ctrl+u>", "two", "<enter>", "<ctrl+u>", "<ctrl+e>", "<ctrl+u>", "by://hand", "<enter>", "<ctrl+e>", "draft")
	for i, step := range []struct{ key, want string }{
		{"<down>", "x://draft"},
		{"<up>", "by://hand"},
		{"<up>", "x://two"},
		{"<up>", "x://one"},
		{"<up>", "x://one"},
		{"<down>", "x://two"},
		{"<down>", "by://hand"},
		{"<down>", "x://draft"},
	} {
		press(t, f, step.key)
		if got := f.URI(); got != step.want {
			t.Fatalf("step %d, %s: %q, want %q", i, step.key, got, step.want)
		}
	}
}

func TestArrowsMoveWhileNothingWasSent(t *testing.T) {
	f := newForm("{a}-{b}", "n", "")
	press(t, f, "<down>", "2", "<up>", "1")
	if got := f.URI(); got != "1-2" {
		t.Errorf("URI %q", got)
	}
}

func text(t *testing.T, f *form.Form, width, height int) string {
	t.Helper()
	return screentest.Text(t, width, height, draw(f))
}

func draw(f *form.Form) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { f.Draw(scr, area, themes.Dark(), true) }
}

func screens(t *testing.T) map[string]*form.Form {
	t.Helper()
	at := time.Date(2026, 11, 30, 12, 1, 40, 0, time.UTC)
	missing := failure.Failure{Server: &failure.ServerError{
		Method: "resources/read", Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "Resource not found", Data: rawjson.Value(`{"uri":"repo://octo/x/contents"}`),
		Request: "57", RoundTrip: 12 * time.Millisecond, Revision: "2026-07-28", Modern: true,
	}}
	many := ""
	for c := 'a'; c <= 'z'; c++ {
		many += "{?" + string(c) + "_field}"
	}
	out := map[string]*form.Form{
		"new":       newForm(repo, "Repository contents", "One file or directory of a repository, at a branch, tag or commit."),
		"filled":    newForm(repo, "Repository contents", ""),
		"complaint": newForm(repo, "Repository contents", ""),
		"failed":    newForm(repo, "Repository contents", ""),
		"hand":      newForm(repo, "Repository contents", ""),
		"malformed": newForm("x://{q/{b=}/}", "Broken", "What the server meant is anybody's guess."),
		"warned":    newForm("x://a b/{q}", "x://a b/{q}", ""),
		"constant":  newForm("config://app", "Configuration", ""),
		"many":      newForm(many, "Many", ""),
		"long":      newForm("x://{q}", "Long", ""),
		"hostile":   newForm("x\x1b]0;t\a://{日本語}/\u202e{?a}", "Ev\u202eil\n👨‍👩‍👧‍👦", "e"+strings.Repeat("\u0301", 40)+" \x1b[2J"),
		"offered":   newForm(repo, "Repository contents", "One file or directory of a repository, at a branch, tag or commit."),
		"operators": newForm(operators, "Every operator", ""),
		"empty":     newForm("e{?topic,kind,since,tag*}", "Events", ""),
	}
	press(t, out["filled"], "octocat", "<tab>", "hello-world", "<tab>", "src/main.go", "<tab>", "<ctrl+x>")
	press(t, out["complaint"], "octo", "<enter>")
	press(t, out["failed"], "octo", "<tab>", "x", "<enter>")
	out["failed"].Sent(at)
	out["failed"].Answered(&missing)
	press(t, out["failed"], "<tab>", "README.md")
	press(t, out["hand"], "octo", "<ctrl+e>", "&page=2")
	press(t, out["many"], strings.Split(strings.Repeat("<tab> ", 14)+"here", " ")...)
	press(t, out["long"], strings.Repeat("0123456789 ", 60))
	press(t, out["hostile"], "a", "<tab>", "é\u0301")
	out["hostile"].Paste("x\x1b[2J\ny")
	out["offered"].SetCompletes(true)
	press(t, out["offered"], "oct")
	q, _ := out["offered"].Query()
	out["offered"].Completed(q, fields.Suggestions{Values: []string{"octo-org", "octocat", "octo-labs"}, Total: 12, More: true}, "")
	press(t, out["operators"], "a b", "<tab>", "c/d", "<tab>", "sec", "<tab>", "tar", "<tab>", "x/y", "<tab>", "1", "<tab>", "<ctrl+x>", "<tab>",
		"<ctrl+t>", "k=v", "<ctrl+n>", "l=w", "<tab>", "more", "<tab>", "abcdef")
	press(t, out["empty"], "<ctrl+x>", "<tab>", "x", "<backspace>", "<tab>", "<tab>", "a", "<ctrl+n>", "<ctrl+n>", "b", "<shift+tab>")
	return out
}

func TestScreens(t *testing.T) {
	for name, f := range screens(t) {
		t.Run(name, func(t *testing.T) {
			screentest.Golden(t, name+"-60x20", 60, 20, draw(f))
			screentest.Golden(t, name+"-80x24", 80, 24, draw(f))
			screentest.Golden(t, name+"-120x40", 120, 40, draw(f))
		})
	}
}

func TestSmallScreens(t *testing.T) {
	f := screens(t)["failed"]
	screentest.Golden(t, "failed-40x12", 40, 12, draw(f))
	screentest.Golden(t, "failed-60x6", 60, 6, draw(f))
}

func TestSizes(t *testing.T) {
	for name, f := range screens(t) {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(f)) })
	}
}

// The cursor stands where the next character will appear, at any size.
func TestCursor(t *testing.T) {
	for name, f := range screens(t) {
		for _, size := range []uv.Rectangle{uv.Rect(0, 0, 80, 24), uv.Rect(2, 1, 30, 8), uv.Rect(0, 0, 9, 3)} {
			scr := uv.NewScreenBuffer(90, 30)
			f.Draw(scr, size, themes.Dark(), true)
			x, y, visible := f.Cursor()
			if name == "constant" {
				if visible {
					t.Error("constant: a cursor without a place to type")
				}
				continue
			}
			if size.Dy() >= 3 && !visible || visible && !uv.Pos(x, y).In(size) {
				t.Errorf("%s in %v: cursor at %d,%d, visible %v", name, size, x, y, visible)
			}
			f.Draw(scr, size, themes.Dark(), false)
			if _, _, visible := f.Cursor(); visible {
				t.Errorf("%s: a cursor without the focus", name)
			}
		}
	}
}

func TestClick(t *testing.T) {
	f := newForm(repo, "n", "")
	press(t, f, "octo", "<tab>", "name", "<tab>", "src/main")
	scr := uv.NewScreenBuffer(80, 24)
	click := func(word string, at int) {
		t.Helper()
		lines := strings.Split(text(t, f, 80, 24), "\n")
		f.Draw(scr, scr.Bounds(), themes.Dark(), true)
		for y, line := range lines {
			if x := strings.Index(line, word); x >= 0 && y > 2 {
				f.Click(ansi.WcWidth, len([]rune(line[:x]))+at, y)
				return
			}
		}
		t.Fatalf("%q is not on the screen", word)
	}
	click("octo", 2)
	press(t, f, "X")
	click("main", 0)
	press(t, f, "Y")
	f.Click(ansi.WcWidth, 500, 500)
	if got := f.URI(); got != "repo://ocXto/name/contents/src/Ymain" {
		t.Errorf("URI %q", got)
	}
}

func TestWheelScrollsUntilTheNextKey(t *testing.T) {
	f := screens(t)["many"]
	before := text(t, f, 80, 16)
	f.Wheel(5, -100)
	if got := text(t, f, 80, 16); !strings.Contains(got, "a_field") || got == before {
		t.Errorf("the wheel did not scroll to the first field\n%s", got)
	}
	press(t, f, "x")
	if got := text(t, f, 80, 16); !strings.Contains(got, "herex") {
		t.Errorf("typing did not bring its field back\n%s", got)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("x://{a}{/b*}{?c}", "ab/\t\x01\x02\x03cd", uint8(40), uint8(9))
	f.Add("x://{a", "\u0301👩\u200d", uint8(3), uint8(2))
	f.Fuzz(func(t *testing.T, template, keys string, width, height uint8) {
		fm := newForm(template, "n", "d")
		ids := []keymap.ID{keymap.NextField, keymap.PreviousField, keymap.Send, keymap.EditURI, keymap.ToggleSet, keymap.AddValue, keymap.OlderValue, keymap.NewerValue}
		edits := []string{"left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+u", "ctrl+left", "ctrl+right"}
		for _, r := range keys {
			switch {
			case int(r) < len(ids):
				fm.Handle(ids[r])
			case int(r) < len(ids)+len(edits):
				fm.Key(edits[int(r)-len(ids)], "")
			case r == 0x1f:
				fm.Paste(keys)
			default:
				fm.Key("", string(r))
			}
		}
		screentest.Text(t, int(width), int(height), draw(fm))
		fm.Click(ansi.WcWidth, int(width)/2, int(height)/2)
		fm.URI()
	})
}
