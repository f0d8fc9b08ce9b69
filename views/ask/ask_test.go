package ask_test

import (
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/keymap"
	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/ask"
	"mcperuse/views/screentest"
)

const trip = `{"method":"elicitation/create","params":{"message":"Where shall the trip go?","requestedSchema":{"type":"object","properties":{
	"name":{"type":"string","title":"Your name","description":"As it should stand on the plan","minLength":1,"maxLength":40},
	"start":{"type":"string","title":"Start in","oneOf":[{"const":"lis","title":"Lisbon"},{"const":"kyo","title":"Kyoto 京都"}],"default":"kyo"},
	"stops":{"type":"integer","title":"How many","minimum":1,"maximum":8,"default":4},
	"train":{"type":"boolean","title":"By train","default":true},
	"likes":{"type":"array","title":"Likes","items":{"type":"string","enum":["sea","hills","food"]},"default":["sea"]},
	"note":{"type":"string"}},"required":["name"]}}}`

const oddForm = `{"method":"elicitation/create","params":{"message":"Say\u001b[2J everything\u202e","requestedSchema":{"type":"object","properties":{
	"where":{"$ref":"https://evil.example/schema.json"},
	"what":{"type":"object","title":"\u001b]0;title\u0007What"},
	"many":{"type":"integer","minimum":8,"maximum":1},
	"four":{"type":"integer","default":"four"},
	"password":{"type":"string"}},"required":["gone"]}}}`

const longForm = `{"method":"elicitation/create","params":{"message":"What happened?","requestedSchema":{"type":"object","properties":{
	"report":{"type":"string","maxLength":2000,"default":"no news\nyet"},"by":{"type":"string","title":"Written by","maxLength":200}}}}}`

func question(raw string) input.Question {
	return input.Question{
		Request: input.Parse(rawjson.Value(raw)), Key: "q", About: "resources/read atlas://plan/itinerary", Round: 1, Number: 1, Of: 1,
		Roots: []input.Root{{URI: "file:///home/ada/atlas", Name: "atlas"}, {URI: "file:///home/ada/notes", Name: "notes"}},
	}
}

// press drives a dialog as a person would: words are typed, names in angle brackets
// are keys.
func press(t testing.TB, v *ask.View, steps ...string) (last views.Action) {
	t.Helper()
	for _, step := range steps {
		last = nil
		key, special := strings.CutPrefix(step, "<")
		if !special {
			for _, r := range step {
				if !v.Key(string(r), string(r)) {
					t.Fatalf("%q was not taken", r)
				}
			}
			continue
		}
		key = strings.TrimSuffix(key, ">")
		if id, ok := keymap.Lookup(key, v.Scopes()...); ok {
			last = v.Handle(id)
		} else {
			v.Key(key, "")
		}
	}
	return last
}

func answer(a views.Action) string {
	if a, ok := a.(views.AnswerQuestion); ok {
		return strings.TrimSpace(string(a.Answer.Action) + " " + string(a.Answer.Content))
	}
	return fmt.Sprint(a)
}

func TestAnswers(t *testing.T) {
	const visit = `{"method":"elicitation/create","params":{"mode":"url","message":"Log in","url":"https://example.com/login"}}`
	tests := []struct {
		name  string
		raw   string
		steps []string
		want  string
	}{
		{"reviewed and sent", trip, []string{"Ada", "<enter>", "<enter>"}, `accept {"name":"Ada","start":"kyo","stops":4,"train":true,"likes":["sea"]}`},
		{"nothing is sent unseen", trip, []string{"Ada", "<enter>"}, "<nil>"},
		{"changed after the review", trip, []string{"Ada", "<enter>", "<esc>", "m", "<enter>", "<enter>"}, `accept {"name":"Adam","start":"kyo","stops":4,"train":true,"likes":["sea"]}`},
		{"needed", trip, []string{"<enter>", "<enter>"}, "<nil>"},
		{"everything changed", trip, []string{"A\"", "<tab>", "<left>", "<tab>", "<backspace>", "8", "<tab>", "n", "<tab>", "<backspace>", "<tab>", "é", "<enter>", "<enter>"},
			`accept {"name":"A\"","start":"lis","stops":8,"train":false,"note":"é"}`},
		{"a default unset", trip, []string{"A", "<tab>", "<tab>", "<ctrl+x>", "<enter>", "<enter>"}, `accept {"name":"A","start":"kyo","train":true,"likes":["sea"]}`},
		{"several chosen", trip, []string{"A", "<tab>", "<tab>", "<tab>", "<tab>", " ", "<down>", "<down>", " ", "<enter>", "<enter>", "<enter>"},
			`accept {"name":"A","start":"kyo","stops":4,"train":true,"likes":["sea","food"]}`},
		{"out of range", trip, []string{"A", "<tab>", "<tab>", "0", "<enter>", "<enter>"}, "<nil>"},
		{"declined", trip, []string{"Ada", "<ctrl+r>"}, "decline"},
		{"declined at the review", trip, []string{"Ada", "<enter>", "<ctrl+r>"}, "decline"},
		{"cancelled", trip, []string{"Ada", "<esc>"}, "cancel"},
		{"an odd form can be declined", oddForm, []string{"<ctrl+r>"}, "decline"},
		{"what cannot be filled in is left out", oddForm, []string{"<ctrl+s>", "<enter>"}, "accept {}"},
		{"JSON for a field of no known type", oddForm, []string{"<tab>", `{"a":1}`, "<ctrl+s>", "<enter>"}, `accept {"what":{"a":1}}`},
		{"JSON on several lines is sent on one", oddForm, []string{"<tab>", "{", "<enter>", `"a": [`, "<enter>", "1]}", "<tab>", "<enter>", "<enter>"}, `accept {"what":{"a": [1]}}`},
		{"a long text has several lines", longForm, []string{"<ctrl+home>", "Dear all,", "<enter>", "<down>", "<end>", "!", "<ctrl+s>", "<enter>"}, `accept {"report":"Dear all,\nno news\nyet!"}`},
		{"opened", visit, []string{"<o>"}, "{https://example.com/login}"},
		{"copied", visit, []string{"<y>"}, "{https://example.com/login the address}"},
		{"agreed", visit, []string{"<a>"}, "accept"},
		{"enter opens nothing", visit, []string{"<enter>"}, "<nil>"},
		{"not gone to", visit, []string{"<ctrl+r>"}, "decline"},
		{"left", visit, []string{"<esc>"}, "cancel"},
		{"an address that is not opened", strings.Replace(visit, "https:", "file:", 1), []string{"<o>"}, "<nil>"},
		{"nor agreed to", strings.Replace(visit, "https:", "file:", 1), []string{"<a>"}, "<nil>"},
		{"folders shared", `{"method":"roots/list"}`, []string{"<enter>"}, "accept"},
		{"folders kept", `{"method":"roots/list"}`, []string{"<ctrl+r>"}, "decline"},
		{"folders not decided on", `{"method":"roots/list"}`, []string{"<esc>"}, "cancel"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := ask.New("docs", question(tt.raw))
			v.Settle()
			if got := answer(press(t, v, tt.steps...)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestNothingIsAgreedToByKeysMeantForSomethingElse(t *testing.T) {
	for _, raw := range []string{`{"method":"roots/list"}`, `{"method":"elicitation/create","params":{"mode":"url","message":"Go","url":"https://example.com/"}}`} {
		v := ask.New("docs", question(raw))
		for _, key := range []string{"<enter>", "<o>", "<a>", "<y>"} {
			if got := press(t, v, key); got != nil {
				t.Errorf("%s did %s", key, answer(got))
			}
		}
		if got := answer(press(t, v, "<esc>")); got != "cancel" {
			t.Errorf("esc did %s", got)
		}
	}
}

func TestAskedAgain(t *testing.T) {
	v := ask.New("docs", question(trip))
	press(t, v, "Ada", "<enter>")
	v.Again(question(trip))
	if got := answer(press(t, v, "<enter>", "<enter>")); !strings.Contains(got, `"name":"Ada"`) {
		t.Errorf("got %s", got)
	}
}

func draw(v *ask.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark()) }
}

func screens(t testing.TB) map[string]*ask.View {
	visit := func(url string) *ask.View {
		return ask.New("docs", question(`{"method":"elicitation/create","params":{"mode":"url","message":"Log in to go on.\nIt takes a minute.","url":"`+url+`"}}`))
	}
	fresh := ask.New("docs", question(trip))
	wrong, choosing, review := ask.New("docs", question(trip)), ask.New("docs", question(trip)), ask.New("docs", question(trip))
	press(t, wrong, "<tab>", "<tab>", "5", "<enter>")
	press(t, choosing, "<tab>", " ")
	press(t, review, "Ada", "<tab>", "<tab>", "<tab>", "<tab>", "<tab>", "<ctrl+x>", "<enter>")
	round := question(trip)
	round.Round, round.Number, round.Of = 3, 2, 4
	waiting := ask.New("docs", round)
	waiting.SetWaiting(5)
	refused := visit("http://example.com/")
	refused.Settle()
	press(t, refused, "<o>")
	many := `{"method":"elicitation/create","params":{"message":"` + strings.Repeat("A long message. ", 200) + `","requestedSchema":{"type":"object","properties":{`
	for i := range 30 {
		many += fmt.Sprintf(`"field_%d":{"type":"string"},`, i)
	}
	return map[string]*ask.View{
		"form": fresh, "wrong": wrong, "choosing": choosing, "review": review, "waiting": waiting,
		"long":    ask.New("docs", question(longForm)),
		"odd":     ask.New("docs", question(oddForm)),
		"thirty":  ask.New("docs", question(strings.TrimSuffix(many, ",")+`}}}}`)),
		"address": visit("https://accounts.example.com/login?client=mcperuse&state=" + strings.Repeat("0123456789", 12)),
		"danger":  visit("https://bank.example@xn--pple-43d.com/"), "refused": refused,
		"roots": ask.New("docs", question(`{"method":"roots/list"}`)),
		"empty": ask.New("docs", question(`{"method":"elicitation/create","params":{}}`)),
	}
}

func TestScreens(t *testing.T) {
	for name, v := range screens(t) {
		for _, size := range [][2]int{{60, 17}, {80, 19}, {120, 35}} {
			screentest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), size[0], size[1], draw(v))
		}
	}
}

func TestSizes(t *testing.T) {
	for name, v := range screens(t) {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(v)) })
	}
}

func TestMouse(t *testing.T) {
	v := ask.New("docs", question(trip))
	scr := uv.NewScreenBuffer(80, 19)
	v.Draw(scr, scr.Bounds(), themes.Dark())
	for y := range 19 {
		var row strings.Builder
		for x := range 80 {
			row.WriteString(scr.CellAt(x, y).Content)
		}
		if x := strings.Index(row.String(), "(unset)"); strings.Contains(row.String(), "note") && x > 0 {
			v.Click(ansi.WcWidth, x, y)
		}
	}
	press(t, v, "here", "<tab>", "Ada", "<enter>")
	if got := answer(press(t, v, "<enter>")); !strings.Contains(got, `"note":"here"`) {
		t.Errorf("got %s", got)
	}
}
