package reader_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/reader"
	"mcperuse/views/screentest"
)

var (
	start = time.Date(2026, 11, 30, 12, 4, 13, 0, time.UTC)
	now   = start.Add(18 * time.Second)
)

const uri = "file:///docs/architecture.md"

func quote(s string) string { return string(rawjson.AppendString(nil, s)) }

func result(text string) *model.Read {
	r := model.DecodeRead(rawjson.Value(text))
	return &r
}

// textResult is a result with one text.
func textResult(uri, mimeType, text string) *model.Read {
	mime := ""
	if mimeType != "" {
		mime = `,"mimeType":` + quote(mimeType)
	}
	return result(`{"resultType":"complete","contents":[{"uri":` + quote(uri) + mime + `,"text":` + quote(text) + `}]}`)
}

func blobResult(mimeType, base64 string) *model.Read {
	mime := ""
	if mimeType != "" {
		mime = `,"mimeType":` + quote(mimeType)
	}
	return result(`{"contents":[{"uri":` + quote(uri) + mime + `,"blob":` + quote(base64) + `}]}`)
}

func info(ttl, scope string) freshness.Info {
	value := func(s string) rawjson.Value {
		if s == "" {
			return nil
		}
		return rawjson.Value(s)
	}
	return freshness.Info{Hint: freshness.NewHint(value(ttl), value(scope)), Received: start, RoundTrip: 38 * time.Millisecond}
}

var minute = info("60000", `"private"`)

func resource(fields string) *model.Resource {
	r := model.DecodeResource(rawjson.Value(fields))
	return &r
}

func subject(fields string) reader.Subject {
	r := resource(fields)
	return reader.Subject{URI: r.URI, Resource: r}
}

func newPane(s reader.Subject) *reader.Pane {
	p := reader.New(themes.Dark(), "Nothing is selected.")
	p.SetSize(80, 24)
	p.Select(s)
	return p
}

var plain = subject(`{"uri":"` + uri + `","name":"architecture.md","mimeType":"text/markdown"}`)

// read selects a subject and shows what a read of it brought.
func read(s reader.Subject, r *model.Read, in freshness.Info) *reader.Pane {
	p := newPane(s)
	p.Begin(reader.Request{Serial: 1, URI: s.URI, Started: start})
	a := reader.Answer{Serial: 1, URI: s.URI, At: start, Read: r, Info: in}
	if r.InputRequired() {
		a.Unanswered = "nobody is there to answer"
	}
	p.Deliver(a)
	return p
}

// work runs all jobs the pane wants.
func work(t testing.TB, p *reader.Pane) *reader.Pane {
	t.Helper()
	for range 20 {
		j, ok := p.Work()
		if !ok {
			return p
		}
		p.Apply(j.Run(context.Background()))
	}
	t.Fatal("the pane wants jobs without end")
	return p
}

func draw(p *reader.Pane) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { p.Draw(scr, area, true, now) }
}

func screen(t testing.TB, p *reader.Pane) string {
	t.Helper()
	return screentest.Text(t, 80, 24, draw(p))
}

func contains(t *testing.T, screen string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is not on the screen\n%s", want, strings.TrimRight(screen, "\n"))
		}
	}
}

func answer(serial uint64, uri, text string) reader.Answer {
	return reader.Answer{Serial: serial, URI: uri, At: start, Read: textResult(uri, "text/plain", text), Info: minute}
}

// A late answer must never appear under another heading.
func TestAnswersBelongToTheirRead(t *testing.T) {
	other := subject(`{"uri":"file:///other","name":"other"}`)
	tests := []struct {
		name  string
		do    func(*reader.Pane)
		a     reader.Answer
		shown bool
	}{
		{"the one asked for", func(*reader.Pane) {}, answer(1, uri, "SECRET"), true},
		{"after another was selected", func(p *reader.Pane) { p.Select(other) }, answer(1, uri, "SECRET"), false},
		{"after another was selected and read", func(p *reader.Pane) {
			p.Select(other)
			p.Begin(reader.Request{Serial: 2, URI: "file:///other", Started: start})
		}, answer(1, uri, "SECRET"), false},
		{"of the other one, under its serial", func(p *reader.Pane) {
			p.Select(other)
			p.Begin(reader.Request{Serial: 2, URI: "file:///other", Started: start})
		}, answer(2, uri, "SECRET"), false},
		{"of an older read of the same URI", func(p *reader.Pane) {
			p.Begin(reader.Request{Serial: 2, URI: uri, Started: start})
		}, answer(1, uri, "SECRET"), false},
		{"after coming back", func(p *reader.Pane) { p.Select(other); p.Select(plain) }, answer(1, uri, "SECRET"), false},
		{"twice", func(p *reader.Pane) { p.Deliver(answer(1, uri, "first")) }, answer(1, uri, "SECRET"), false},
		{"after nothing was selected", func(p *reader.Pane) { p.Clear() }, answer(1, uri, "SECRET"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPane(plain)
			if !p.Begin(reader.Request{Serial: 1, URI: uri, Started: start}) {
				t.Fatal("the read was refused")
			}
			tt.do(p)
			if got := p.Deliver(tt.a); got != tt.shown {
				t.Errorf("Deliver = %v, want %v", got, tt.shown)
			}
			if got := strings.Contains(screen(t, work(t, p)), "SECRET"); got != tt.shown {
				t.Errorf("on the screen: %v, want %v\n%s", got, tt.shown, screen(t, p))
			}
		})
	}
	t.Run("a read of another URI", func(t *testing.T) {
		if newPane(plain).Begin(reader.Request{Serial: 1, URI: "file:///other"}) {
			t.Error("was taken for a read of the one in the heading")
		}
	})
}

// Colours and layout of one text must never appear on another.
func TestOutcomesBelongToTheirContents(t *testing.T) {
	p := read(plain, textResult(uri, "text/markdown", "# OLD"), minute)
	old, ok := p.Work()
	if !ok {
		t.Fatal("no job for Markdown")
	}
	p.Begin(reader.Request{Serial: 2, URI: uri, Started: start})
	p.Deliver(reader.Answer{Serial: 2, URI: uri, At: start, Read: textResult(uri, "text/markdown", "# NEW"), Info: minute})
	p.Apply(old.Run(context.Background()))
	contains(t, screen(t, p), "NEW")
	if s := screen(t, work(t, p)); strings.Contains(s, "OLD") || !strings.Contains(s, "NEW") {
		t.Errorf("the old layout is shown\n%s", s)
	}
}

func TestWorkIsAskedForOnce(t *testing.T) {
	p := read(plain, textResult(uri, "text/markdown", "# A\n"), minute)
	j, ok := p.Work()
	if !ok {
		t.Fatal("no job")
	}
	if _, again := p.Work(); again {
		t.Error("the job under way was given out twice")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p.Apply(j.Run(ctx))
	if _, again := p.Work(); !again {
		t.Error("a cancelled job is not asked for again")
	}
}

func TestSameContentsAgainKeepTheirPlace(t *testing.T) {
	text := func(word string) string {
		var b strings.Builder
		for i := range 200 {
			fmt.Fprintf(&b, "%s %d\n", word, i)
		}
		return b.String()
	}
	p := read(plain, textResult(uri, "text/plain", text("old")), minute)
	screen(t, p)
	for range 50 {
		p.Handle(keymap.Down)
	}
	contains(t, screen(t, p), "old 50")
	p.Begin(reader.Request{Serial: 2, URI: uri, Started: start})
	contains(t, screen(t, p), "reading again…", "old 52")
	p.Deliver(reader.Answer{Serial: 2, URI: uri, At: start, Read: textResult(uri, "text/plain", text("new")), Info: minute})
	screen(t, p)
	contains(t, screen(t, work(t, p)), "new 50")
}

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func TestViews(t *testing.T) {
	press := func(p *reader.Pane, n int) {
		for range n {
			p.Handle(keymap.NextView)
		}
	}
	tests := []struct {
		name  string
		r     *model.Read
		views []string // in the order of the key
	}{
		{"markdown", textResult(uri, "text/markdown", "# A"), []string{"rendered", "source", "hex", "raw"}},
		{"json", textResult(uri, "application/json", `{"a":1}`), []string{"pretty", "tree", "source", "hex", "raw"}},
		{"json that nothing declares", textResult("x://y", "", `{"a":1}`), []string{"pretty", "tree", "source", "hex", "raw"}},
		{"json declared as text", textResult("x://y", "text/plain", `{"a":1}`), []string{"source", "pretty", "tree", "hex", "raw"}},
		{"braces in text", textResult("x://y", "text/plain", `{"a":1} is JSON`), []string{"source", "hex", "raw"}},
		{"broken json", textResult(uri, "application/json", `{"a":1`), []string{"source", "hex", "raw"}},
		{"a table", textResult(uri, "text/csv; header=present", "a,b\n1,2\n"), []string{"table", "source", "hex", "raw"}},
		{"a log declared as text", textResult("x:///y.log", "text/plain", "12:04:13 INFO hello\n"), []string{"log", "source", "hex", "raw"}},
		{"a log by its look", textResult("x://y", "text/plain", "2026-01-02 12:04:13 INFO hello\n2026-01-02 12:04:14 WARN you\n"), []string{"log", "source", "hex", "raw"}},
		{"records", textResult("x://y", "application/jsonl", `{"level":"info","msg":"hello"}`), []string{"log", "source", "hex", "raw"}},
		{"code", textResult(uri, "text/x-go", "package a"), []string{"source", "hex", "raw"}},
		{"bytes", blobResult("image/png", "iVBORw0KGgo="), []string{"blob", "hex", "raw"}},
		{"text in a blob", blobResult("text/plain", "aGVsbG8="), []string{"blob", "source", "hex", "raw"}},
		{"both", result(`{"contents":[{"uri":"x","text":"a","blob":"aGk="}]}`), []string{"source", "blob", "hex", "raw"}},
		{"an image", blobResult("image/png", pixel), []string{"image", "blob", "hex", "raw"}},
		{"no base64", blobResult("image/png", "***"), []string{"blob", "raw"}},
		{"neither", result(`{"contents":[{"uri":"x"}]}`), []string{"details", "raw"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := work(t, read(plain, tt.r, minute))
			for i, want := range append(tt.views, tt.views[0]) {
				if got, _, _ := strings.Cut(work(t, p).Status(), " "); got != want {
					t.Errorf("after %d presses: %q, want %q", i, got, want)
				}
				press(p, 1)
			}
		})
	}
}

// The text is there before anything else, and stays where the reader has begun to
// read it.
func TestTextFirst(t *testing.T) {
	p := read(plain, textResult(uri, "text/markdown", "# Title\n\nsome *words*\n"), minute)
	contains(t, screen(t, p), "# Title")
	if got := p.Status(); !strings.HasSuffix(got, "rendered…") {
		t.Errorf("status %q does not say what is coming", got)
	}
	contains(t, screen(t, work(t, p)), "Title", "some words")

	p = read(plain, textResult(uri, "text/markdown", "# Title\n\nsome *words*\n"), minute)
	screen(t, p)
	p.Handle(keymap.Down)
	contains(t, screen(t, work(t, p)), "some *words*")
}

func TestResizeRendersAgain(t *testing.T) {
	p := work(t, read(plain, textResult(uri, "text/markdown", strings.Repeat("word ", 40)), minute))
	p.SetSize(40, 24)
	if _, ok := p.Work(); !ok {
		t.Error("no job after a change of width")
	}
	p = work(t, read(plain, textResult(uri, "text/markdown", strings.Repeat("word ", 40)), minute))
	p.SetTheme(themes.Light())
	if _, ok := p.Work(); !ok {
		t.Error("no job after a change of theme")
	}
}

func TestFreshness(t *testing.T) {
	invalidated, failed := minute, minute
	invalidated.Invalidated = start.Add(16 * time.Second)
	failed.FailedAt = start.Add(17 * time.Second)
	tests := []struct {
		name string
		info freshness.Info
		want string
	}{
		{"fresh", minute, "fresh 0:42 of 1:00 · private · 38 ms · fetched 12:04:13"},
		{"public, from the cache", func() freshness.Info {
			i := info("60000", `"public"`)
			i.FromCache = true
			return i
		}(), "public · 38 ms · fetched 12:04:13 · from the cache"},
		{"stale", info("12000", `"private"`), "stale for 0:06 · r refetches · private"},
		{"no hint", info("", ""), "server sent no hint · 38 ms"},
		{"zero", info("0", `"private"`), "told not to keep · private"},
		{"invalidated", invalidated, "● updated 12:04:29 · r refetches · private"},
		{"kept after a failure", failed, "✗ refetch failed 12:04:30 · this is from before"},
		{"negative", info("-5", `"private"`), "told not to keep · ttlMs -5 ⚠ negative: counts as 0"},
		{"text", info(`"60000"`, `"private"`), `ttlMs "60000" ⚠ not a number: counts as 0`},
		{"null", info("null", `"private"`), "ttlMs null ⚠ not a number: counts as 0"},
		{"a fraction", info("1.5", `"private"`), "ttlMs 1.5 ⚠ not a whole number"},
		{"a whole number all the same", info("6e4", `"private"`), "fresh 0:42 of 1:00 · private"},
		{"huge", info("1e20", `"private"`), "fresh 23:59:42 of 24:00:00 · ttlMs 1e20 ⚠ longer than a day"},
		{"beyond numbers", info("1e999", `"private"`), "ttlMs 1e999 ⚠ longer than a day"},
		{"no scope", info("60000", ""), "fresh 0:42 of 1:00 · no scope sent, so private"},
		{"unknown scope", info("60000", `"shared"`), `cacheScope "shared" ⚠ not public or private`},
		{"scope of another kind", info("60000", `7`), `cacheScope 7 ⚠`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := read(plain, textResult(uri, "text/plain", "x"), tt.info)
			got := screentest.Text(t, 140, 24, draw(p))
			contains(t, got, tt.want)
		})
	}
}

func TestSetInfo(t *testing.T) {
	p := read(plain, textResult(uri, "text/plain", "x"), minute)
	if !p.Ticking(now) {
		t.Error("a countdown does not tick")
	}
	changed := minute
	changed.Invalidated = start.Add(time.Second)
	p.SetInfo("file:///other", changed)
	contains(t, screen(t, p), "fresh 0:42")
	p.SetInfo(uri, changed)
	contains(t, screen(t, p), "● updated 12:04:14")
	if p.Ticking(now) {
		t.Error("ticks without a countdown")
	}
}

func TestActions(t *testing.T) {
	p := newPane(plain)
	for id, want := range map[keymap.ID]views.Action{
		keymap.Open:    views.Read{URI: uri},
		keymap.Refetch: views.Read{URI: uri, Refetch: true},
		keymap.Watch:   views.ToggleWatch{URI: uri},
		keymap.Back:    views.Back{},
		keymap.Cancel:  nil,
		keymap.Down:    nil,
	} {
		if got := p.Handle(id); got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
	p.Begin(reader.Request{Serial: 1, URI: uri, Started: start})
	if got := p.Handle(keymap.Cancel); got != (views.CancelRead{}) {
		t.Errorf("cancel: %v", got)
	}
	nothing := reader.New(themes.Dark(), "Nothing is selected.")
	for _, id := range []keymap.ID{keymap.Open, keymap.Refetch, keymap.Watch, keymap.NextView, keymap.NextContent, keymap.Down, keymap.Wrap} {
		if got := nothing.Handle(id); got != nil {
			t.Errorf("%s on nothing: %v", id, got)
		}
	}
}

func TestBadges(t *testing.T) {
	png := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"))
	listed := func(fields string) reader.Subject { return subject(`{"uri":"` + uri + `","name":"n"` + fields + `}`) }
	tests := []struct {
		name string
		s    reader.Subject
		r    *model.Read
		want []string
		not  string
	}{
		{"nothing odd", plain, textResult(uri, "text/markdown", "x"), nil, "⚠"},
		{"CRLF", listed(""), textResult(uri, "text/plain", "a\r\nb\r\n"), []string{"CRLF"}, "⚠"},
		{"mixed", plain, textResult(uri, "text/plain", "a\r\nb\n"), []string{"1 of 2 line ends are CRLF"}, ""},
		{"hidden characters", plain, textResult(uri, "text/plain", "\x1b[31m\u202e"), []string{"⚠ 2 hidden characters"}, ""},
		{"another type than listed", plain, textResult(uri, "text/html", "x"), []string{"⚠ listed as text/markdown"}, ""},
		{"text for an image", plain, textResult(uri, "image/png", "x"), []string{"⚠ image/png, but sent as text"}, ""},
		{"a blob for text", plain, blobResult("text/plain", "aGk="), []string{"⚠ text/plain, but sent as a blob"}, ""},
		{"another image", plain, blobResult("image/jpeg", png), []string{"⚠ image/jpeg, but it looks like image/png"}, ""},
		{"the declared image", listed(""), blobResult("image/png", pixel), nil, "⚠"},
		{"another URI", plain, textResult("file:///else", "text/markdown", "x"), []string{"the contents call themselves file:///else"}, "⚠"},
		{"a size that is wrong", listed(`,"size":12`), textResult(uri, "text/plain", "x"), []string{"⚠ listed with 12 bytes, has 1"}, ""},
		{"a size that is right", listed(`,"size":1`), textResult(uri, "text/plain", "x"), nil, "⚠"},
		{"dialect", plain, blobResult("", "_-8"), []string{"⚠ base64: URL-safe alphabet, padding missing"}, ""},
		{"not JSON", plain, textResult(uri, "application/json", "{"), []string{"⚠ not valid JSON: the text ends too early"}, ""},
		{"contents are an object", plain, result(`{"contents":{"uri":"` + uri + `","text":"hi"}}`), []string{"⚠ contents is an object", "hi"}, ""},
		{"without a URI", plain, result(`{"contents":[{"text":"hi"}]}`), []string{"⚠ uri is missing; expected a string"}, ""},
		{"an unknown result type", plain, result(`{"resultType":"later","contents":[]}`), []string{`⚠ resultType is "later", not known`}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := screentest.Text(t, 160, 24, draw(work(t, read(tt.s, tt.r, minute))))
			contains(t, got, tt.want...)
			if tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("%q is on the screen\n%s", tt.not, got)
			}
		})
	}
}

func TestColoursComeInTwoSteps(t *testing.T) {
	p := read(plain, textResult(uri, "text/x-go", strings.Repeat("package a // x\n", 5000)), minute)
	styled := func() (n int) {
		scr := uv.NewScreenBuffer(80, 24)
		p.Draw(scr, scr.Bounds(), true, now)
		for y := 5; y < 24; y++ {
			if cell := scr.CellAt(12, y); cell.Style.Fg != nil {
				n++
			}
		}
		return n
	}
	if n := styled(); n != 0 {
		t.Fatalf("%d lines have colours before they were found", n)
	}
	jobs := 0
	for ; jobs < 10; jobs++ {
		j, ok := p.Work()
		if !ok {
			break
		}
		p.Apply(j.Run(context.Background()))
	}
	if jobs != 3 { // look it over, the first screen, the rest
		t.Errorf("%d jobs", jobs)
	}
	if styled() == 0 {
		t.Error("no line has colours")
	}
}

func TestLargeTextsSayWhyTheyHaveNoColours(t *testing.T) {
	p := work(t, read(plain, textResult(uri, "text/x-go", strings.Repeat("x", 40<<10)+"\n"), minute))
	contains(t, p.Status(), "no colours for a line over")
	p = work(t, read(plain, textResult(uri, "text/markdown", strings.Repeat("word ", 60<<10)), minute))
	contains(t, p.Status(), "not rendered: more than")
}

func TestFaultyLayoutCostsOnlyTheView(t *testing.T) {
	for name, text := range map[string]string{
		"nested quotes":  strings.Repeat("> ", 2000) + "x",
		"nested lists":   strings.Repeat("- ", 300) + "x",
		"nested links":   strings.Repeat("[", 3000),
		"emphasis":       strings.Repeat("*a_ ", 3000),
		"tables":         "|a|b|\n|-|-|\n" + strings.Repeat("|x|\x1b[2J|\n", 300),
		"escapes inside": "# \x1b]52;c;aGk=\x07\n\n```\n\x1b[2J\n```\n[a](http://x/\x1b[31m)",
		"not UTF-8":      "# \xff\xfe\n",
		"deep":           strings.Repeat(" ", 5000) + "x",
		"html":           "<script>alert(1)</script><b>x</b>",
	} {
		t.Run(name, func(t *testing.T) {
			p := work(t, read(plain, textResult(uri, "text/markdown", text), minute))
			screentest.Text(t, 80, 24, draw(p))
		})
	}
}

func notFound() *failure.Failure {
	return &failure.Failure{Server: &failure.ServerError{
		Method: "resources/read", Code: -32602, CodeRaw: rawjson.Value("-32602"), Message: "Resource not found", Data: rawjson.Value(`{"uri":"file:///missing.txt"}`),
		Status: 400, Request: "57", RoundTrip: 12 * time.Millisecond, Revision: "2026-07-28", Modern: true,
	}}
}
