package reader_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views"
	"mcperuse/views/reader"
	"mcperuse/views/screentest"
)

// inHex shows a text as bytes.
func inHex(t *testing.T, text string) *reader.Pane {
	t.Helper()
	p := work(t, read(plain, textResult(uri, "text/plain", text), minute))
	for range 5 {
		if screen(t, work(t, p)); strings.HasPrefix(p.Status(), "hex") {
			return p
		}
		p.Handle(keymap.NextView)
	}
	t.Fatalf("no bytes are on show: %s", p.Status())
	return nil
}

// enter types a line and ends it.
func enter(t *testing.T, p *reader.Pane, id keymap.ID, line string) {
	t.Helper()
	p.Handle(id)
	if !p.Typing() {
		t.Fatal("no line can be typed")
	}
	p.Key("ctrl+u", "")
	p.Paste(line)
	work(t, p).Handle(keymap.KeepFilter)
}

func TestFindBytes(t *testing.T) {
	p := inHex(t, strings.Repeat("some words, and others. ", 100))
	enter(t, p, keymap.EditFilter, "words")
	contains(t, p.Status(), "offset 5 of 2,400", "1/100")
	p.Handle(keymap.NextMatch)
	contains(t, p.Status(), "offset 29 ", "2/100")
	p.Handle(keymap.PreviousMatch)
	p.Handle(keymap.PreviousMatch)
	contains(t, p.Status(), "100/100")
	enter(t, p, keymap.EditFilter, "2c 20")
	contains(t, p.Status(), "100/100")
	enter(t, p, keymap.EditFilter, "nowhere")
	contains(t, p.Status(), "not found")
	if p.Handle(keymap.NextMatch) != (views.Notice{Text: "not found"}) {
		t.Error("nobody is told that there is nothing to go to")
	}
}

func TestGoToByte(t *testing.T) {
	p := inHex(t, strings.Repeat("x", 1001))
	enter(t, p, keymap.GoTo, "50%")
	contains(t, p.Status(), "offset 500 of 1,001 (0x1f4) · byte 120 0x78 · 50 %")
	enter(t, p, keymap.GoTo, "2000")
	if !p.Typing() {
		t.Error("a line that cannot be obeyed is gone")
	}
	contains(t, screen(t, p), "2000", "there is no offset 2000: the last one is 1000")
	screentest.Golden(t, "hex-go-to-80x24", 80, 24, draw(p))
	p.Handle(keymap.ClearFilter)
	contains(t, p.Status(), "offset 500 ")
	if p.Typing() {
		t.Error("the line is still there")
	}
}

// in shows contents in a view.
func in(t *testing.T, p *reader.Pane, view string) *reader.Pane {
	t.Helper()
	for range 6 {
		if screen(t, work(t, p)); strings.HasPrefix(p.Status(), view+" ") {
			return p
		}
		p.Handle(keymap.NextView)
	}
	t.Fatalf("no %s: %s", view, p.Status())
	return nil
}

const cities = `{"cities":[{"name":"Basel","people":176000},{"name":"Bern","people":146000,"also":{"deep":{"deeper":["Bärn","Berne"]}}}]}`

func TestFindInATree(t *testing.T) {
	p := in(t, read(plain, textResult(uri, "application/json", cities), minute), "tree")
	p.Handle(keymap.Top)
	for range 4 {
		p.Handle(keymap.FoldLevel)
	}
	enter(t, p, keymap.EditFilter, "^ber")
	contains(t, p.Status(), "not found")
	p.Handle(keymap.EditFilter)
	p.Handle(keymap.ToggleRegexp)
	work(t, p).Handle(keymap.KeepFilter)
	contains(t, p.Status(), ".cities[1].name ", "1/2")
	p.Handle(keymap.NextMatch)
	contains(t, p.Status(), ".cities[1].also.deep.deeper[1] ", "2/2")
	enter(t, p, keymap.GoTo, `.cities[0]["people"]`)
	contains(t, p.Status(), ".cities[0].people ")
	enter(t, p, keymap.GoTo, `.cities[7].name`)
	if contains(t, screen(t, p), "⚠ there is no [7] in .cities"); !p.Typing() {
		t.Error("a line that cannot be obeyed is gone")
	}
	p.Handle(keymap.ClearFilter)
	contains(t, p.Status(), ".cities[0].people ")
}

func TestFindInATable(t *testing.T) {
	p := in(t, read(plain, textResult(uri, "text/csv", "name,land,people\n\"Basel\",CH,176000\nBern,CH,146000\n"), minute), "table")
	enter(t, p, keymap.EditFilter, "b")
	contains(t, p.Status(), "name 1/3 · row 1/2", "1/2")
	p.Handle(keymap.NextMatch)
	contains(t, p.Status(), "name 1/3 · row 2/2", "2/2")
	enter(t, p, keymap.EditFilter, "146")
	contains(t, p.Status(), "people 3/3 · row 2/2", "1/1")
	enter(t, p, keymap.GoTo, "la")
	enter(t, p, keymap.GoTo, "1")
	contains(t, p.Status(), "land 2/3 · row 1/2")
	enter(t, p, keymap.GoTo, "nowhere")
	contains(t, screen(t, p), "⚠ there is no column of that name")
}

func TestASearchIsCancelledToWhereItBegan(t *testing.T) {
	p := in(t, read(plain, textResult(uri, "application/json", cities), minute), "tree")
	enter(t, p, keymap.GoTo, ".cities[0].name")
	p.Handle(keymap.EditFilter)
	p.Paste("berne")
	contains(t, work(t, p).Status(), "deeper[1]")
	p.Handle(keymap.ClearFilter)
	contains(t, p.Status(), ".cities[0].name ")
}

// again delivers another read.
func again(p *reader.Pane, r *model.Read) *reader.Pane {
	p.Begin(reader.Request{Serial: 2, URI: uri, Started: start})
	p.Deliver(reader.Answer{Serial: 2, URI: uri, At: start, Read: r, Info: minute})
	return p
}

func TestAnotherVersionIsLookedAtTheSameWay(t *testing.T) {
	newer := strings.Replace(cities, `{"name":"Basel","people":176000}`, `{"name":"Basel","people":176001}`, 1)
	for _, tt := range []struct{ view, mime, old, new, goTo, want string }{
		{"tree", "application/json", cities, newer, ".cities[1].also.deep.deeper[0]", ".cities[1].also.deep.deeper[0] · row 12/13"},
		{"table", "text/csv", "a,b\n1,2\n3,4\n", "a,b\n1,2\n3,5\n5,6\n", "2", "a 1/2 · row 2/3"},
		{"hex", "text/plain", "some text", "some other text", "4", "offset 4 of 15"},
	} {
		t.Run(tt.view, func(t *testing.T) {
			p := in(t, read(plain, textResult(uri, tt.mime, tt.old), minute), tt.view)
			enter(t, p, keymap.GoTo, tt.goTo)
			contains(t, work(t, again(p, textResult(uri, tt.mime, tt.new))).Status(), tt.want)
		})
	}
}

func TestAViewThatWasChosenIsChosenAgain(t *testing.T) {
	lines := strings.Repeat("a line\n", 99)
	blob := blobResult("text/plain", base64.StdEncoding.EncodeToString([]byte(lines)))
	for _, tt := range []struct {
		name, view string
		r          *model.Read
		want       string
	}{
		{"bytes of what is no JSON", "hex", textResult(uri, "application/json", "{"), "hex · offset 0"},
		{"the text of a blob", "source", blob, "source · line 50/99"},
		{"an image", "image", blobResult("image/png", pixel), "image · 1 × 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := in(t, read(plain, tt.r, minute), tt.view)
			if tt.view == "source" {
				screen(t, p)
				for range 49 {
					p.Handle(keymap.Down)
				}
			}
			contains(t, work(t, again(p, tt.r)).Status(), tt.want)
		})
	}
}

func TestThePlaceOfOneTextIsThatOfNoOther(t *testing.T) {
	json := result(`{"contents":[{"uri":` + quote(uri) + `,"mimeType":"application/json",` + strings.Repeat("\n", 99) + `"text":"[` + strings.Repeat("1, ", 99) + `1]"}]}`)
	p := in(t, read(plain, json, minute), "pretty")
	screen(t, p)
	for range 40 {
		p.Handle(keymap.Down)
	}
	p = work(t, again(p, json))
	contains(t, p.Status(), "pretty · line 41/")
	contains(t, in(t, p, "raw").Status(), "raw · line 1/")
}

func TestFoundInWhatIsRenderedAgain(t *testing.T) {
	p := in(t, read(plain, textResult(uri, "text/markdown", "# One\n\none two one"), minute), "rendered")
	enter(t, p, keymap.EditFilter, "one")
	contains(t, p.Status(), "1/3")
	p.SetSize(40, 24)
	contains(t, work(t, p).Status(), "1/3")
	p.Handle(keymap.NextMatch)
	contains(t, p.Status(), "2/3")
}

// Contents that change all the time can be gone through from hit to hit; whoever
// looks on elsewhere stays there.
func TestTheHitStandsOutInTheNewVersion(t *testing.T) {
	lines := func(n int) *model.Read { return textResult(uri, "text/plain", strings.Repeat("a line\n", n)) }
	p := in(t, read(plain, lines(100), minute), "source")
	again := func(n int) string {
		t.Helper()
		p.Begin(reader.Request{Serial: 2, URI: uri, Started: start})
		p.Deliver(reader.Answer{Serial: 2, URI: uri, At: start, Read: lines(n), Info: minute})
		return work(t, p).Status()
	}
	enter(t, p, keymap.EditFilter, "line")
	p.Handle(keymap.NextMatch)
	contains(t, again(110), "line 1/110", "2/110")
	p.Handle(keymap.NextMatch)
	contains(t, again(120), "3/120")
	p.Handle(keymap.Bottom)
	contains(t, again(120), "line 120/120", "3/120")
	p.Handle(keymap.NextMatch)
	contains(t, p.Status(), "4/120")
	contains(t, again(2), "1/2")
}

// The keys of the line are those of what it is typed for.
func TestTheLineHasItsKeys(t *testing.T) {
	p := in(t, read(plain, textResult(uri, "text/plain", "one"), minute), "source")
	for id, want := range map[keymap.ID]keymap.Scope{keymap.EditFilter: keymap.Find, keymap.GoTo: keymap.Going} {
		p.Handle(id)
		if got := p.Scopes(); len(got) != 1 || got[0] != want {
			t.Errorf("scopes %v, want %s", got, want)
		}
		p.Handle(keymap.ClearFilter)
	}
}

// What was found is marked, and so is what is selected, in every theme.
func TestLooksOfASearch(t *testing.T) {
	for _, l := range []struct{ view, state, pattern string }{{"source", "go", "re"}, {"tree", "json", "e"}, {"table", "csv", "a"}, {"hex", "go", "61"}} {
		t.Run(l.view, func(t *testing.T) {
			p := in(t, states(t)[l.state], l.view)
			p.Handle(keymap.EditFilter)
			p.Paste(l.pattern)
			inEveryTheme(t, "search-in-"+l.view, p)
		})
	}
}

func TestLooksOfASelection(t *testing.T) {
	p := in(t, states(t)["go"], "source")
	for _, id := range []keymap.ID{keymap.SelectLines, keymap.Down, keymap.Down, keymap.WordRight} {
		p.Handle(id)
	}
	inEveryTheme(t, "selection", p)
}

// Facts and images are not looked through; their bytes are, so that what is typed
// after the key is never taken for other keys.
func TestASearchInABlobIsOneInItsBytes(t *testing.T) {
	p := work(t, read(plain, blobResult("application/octet-stream", "AAECA3Nwb3QBAg=="), minute))
	p.Handle(keymap.EditFilter)
	if !p.Typing() {
		t.Fatalf("nothing can be typed: %s", p.Status())
	}
	p.Paste("spot")
	work(t, p).Handle(keymap.KeepFilter)
	contains(t, p.Status(), "hex", "offset 4 of 10", "1/1")
}

func TestASearchInABlobWithATextIsOneInThat(t *testing.T) {
	p := work(t, read(plain, blobResult("text/plain", "b25lCnR3byBzcG90Cg=="), minute)) // "one\ntwo spot\n"
	if p.Handle(keymap.NextMatch); !strings.HasPrefix(p.Status(), "blob") {
		t.Errorf("n leads away from the facts: %s", p.Status())
	}
	p.Handle(keymap.EditFilter)
	p.Paste("spot")
	work(t, p).Handle(keymap.KeepFilter)
	contains(t, p.Status(), "source", "1/1")
}
