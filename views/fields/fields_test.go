package fields_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/fields"
	"mcperuse/views/screentest"
)

var colours = []fields.Option{{Value: "r", Title: "Red"}, {Value: "g", Title: "Green"}, {Value: "b"}}

func everyKind() []fields.Field {
	return []fields.Field{
		{Name: "name", Hint: "needed", Needed: true, Help: "How you want to be called."},
		{Name: "age", Hint: "a number", Kinds: []fields.Kind{fields.Number}, Help: "In years."},
		{Name: "news", Hint: "yes or no", Kinds: []fields.Kind{fields.Toggle}},
		{Name: "colour", Hint: "one of 3", Kinds: []fields.Kind{fields.Select}, Options: colours},
		{Name: "likes", Hint: "some of 3", Kinds: []fields.Kind{fields.MultiSelect}, Options: colours},
		{Name: "path", Hint: "path segments, may repeat", Kinds: []fields.Kind{fields.List, fields.Map, fields.Text}, Between: "/", Splits: true},
		{Name: "with", Hint: "names with values", Kinds: []fields.Kind{fields.Map}},
		{Name: "about", Hint: "text, no numbers", Kinds: []fields.Kind{fields.Lines}, Check: noNumbers},
	}
}

// noNumbers finds the first digit of a text.
func noNumbers(v fields.Value) (p fields.Problem) {
	if at := strings.IndexAny(v.Text, "0123456789"); at >= 0 {
		p = fields.Problem{Text: "there is a number", From: at, To: at + 1}
	}
	return p
}

// press drives fields as a person would: words are typed, names in angle brackets
// are keys of the table or editing keys.
func press(t testing.TB, v *fields.View, steps ...string) {
	t.Helper()
	for _, step := range steps {
		key, special := strings.CutPrefix(step, "<")
		if !special || key == "" {
			for _, r := range step {
				if !v.Key(string(r), string(r)) {
					t.Fatalf("%q was not taken", r)
				}
			}
			continue
		}
		key = strings.TrimSuffix(key, ">")
		scopes := append(v.Scopes(), keymap.Form)
		if id, ok := keymap.Lookup(key, scopes...); ok {
			v.Handle(id)
		} else {
			v.Key(key, "")
		}
	}
}

func TestTyping(t *testing.T) {
	set := func(v fields.Value) fields.Value { v.Set = true; return v }
	list := func(items ...string) fields.Value { return set(fields.Value{Kind: fields.List, Items: items}) }
	pairs := func(p ...fields.Pair) fields.Value { return set(fields.Value{Kind: fields.Map, Pairs: p}) }
	lines := func(text string) fields.Value { return set(fields.Value{Kind: fields.Lines, Text: text}) }
	multi := func(items ...string) fields.Value { return set(fields.Value{Kind: fields.MultiSelect, Items: items}) }
	tests := []struct {
		name  string
		field int
		steps []string
		want  fields.Value
	}{
		{"text", 0, []string{"Ada"}, set(fields.Value{Text: "Ada"})},
		{"unset", 0, []string{"Ada", "<ctrl+x>"}, fields.Value{}},
		{"set again", 0, []string{"Ada", "<ctrl+x>", "<ctrl+x>"}, set(fields.Value{Text: "Ada"})},
		{"typing after unset starts afresh", 0, []string{"Ada", "<ctrl+x>", "E"}, set(fields.Value{Text: "E"})},
		{"erased is empty", 0, []string{"A", "<backspace>"}, set(fields.Value{})},
		{"erased once more is unset", 0, []string{"A", "<backspace>", "<backspace>"}, fields.Value{}},
		{"a number stays as typed", 1, []string{"12x"}, set(fields.Value{Kind: fields.Number, Text: "12x"})},
		{"space turns yes and no", 2, []string{" "}, set(fields.Value{Kind: fields.Toggle, On: true})},
		{"twice", 2, []string{"  "}, set(fields.Value{Kind: fields.Toggle})},
		{"y and n", 2, []string{"yn"}, set(fields.Value{Kind: fields.Toggle})},
		{"right is yes", 2, []string{"<right>"}, set(fields.Value{Kind: fields.Toggle, On: true})},
		{"backspace unsets", 2, []string{"y", "<backspace>"}, fields.Value{Kind: fields.Toggle}},
		{"arrows choose", 3, []string{"<right>", "<right>"}, set(fields.Value{Kind: fields.Select, Text: "g"})},
		{"around the end", 3, []string{"<right>", "<left>"}, set(fields.Value{Kind: fields.Select, Text: "b"})},
		{"from the choices", 3, []string{" ", "<down>", "<enter>"}, set(fields.Value{Kind: fields.Select, Text: "g"})},
		{"by letter", 3, []string{"g", "<enter>"}, set(fields.Value{Kind: fields.Select, Text: "g"})},
		{"esc chooses nothing", 3, []string{" ", "<down>", "<esc>"}, fields.Value{Kind: fields.Select}},
		{"several", 4, []string{" ", " ", "<down>", "<down>", " ", "<enter>"}, multi("r", "b")},
		{"one no longer", 4, []string{" ", "  ", "<enter>"}, multi()},
		{"a list", 5, []string{"src/main.go"}, list("src", "main.go")},
		{"split in two", 5, []string{"ab", "<left>", "<ctrl+n>"}, list("a", "b")},
		{"an empty entry goes away", 5, []string{"a/", "<backspace>", "b"}, list("ab")},
		{"between entries", 5, []string{"a/b", "<left>", "<left>", "x"}, list("ax", "b")},
		{"back over an entry", 5, []string{"a/b", "<shift+tab>", "x"}, list("ax", "b")},
		{"a list as names with values", 5, []string{"a=1/b", "<ctrl+t>"}, pairs(fields.Pair{Name: "a", Value: "1"}, fields.Pair{Name: "b"})},
		{"a list as a text", 5, []string{"a=1/b", "<ctrl+t>", "<ctrl+t>"}, set(fields.Value{Text: "a=1,b"})},
		{"and back", 5, []string{"a=1/b", "<ctrl+t>", "<ctrl+t>", "<ctrl+t>"}, list("a=1", "b")},
		{"names with values", 6, []string{"a=1", "<ctrl+n>", "b=2"}, pairs(fields.Pair{Name: "a", Value: "1"}, fields.Pair{Name: "b", Value: "2"})},
		{"an equals sign in a value", 6, []string{"a=1=2"}, pairs(fields.Pair{Name: "a", Value: "1=2"})},
		{"tab goes to the value", 6, []string{"a", "<tab>", "1"}, pairs(fields.Pair{Name: "a", Value: "1"})},
		{"an empty pair goes away", 6, []string{"a=1", "<ctrl+n>", "<backspace>", "2"}, pairs(fields.Pair{Name: "a", Value: "12"})},
		{"several lines", 7, []string{"one", "<enter>", "three", "<up>", "<end>", "<enter>", "two"}, lines("one\ntwo\nthree")},
		{"as far in as the line before", 7, []string{"{", "<enter>", "a: [", "<enter>", "1", "<enter>", "]", "<enter>", "}"}, lines("{\n  a: [\n    1\n  ]\n}")},
		{"the column is kept over a short line", 7, []string{"abc", "<enter>", "<enter>", "abc", "<left>", "<up>", "<up>", "X"}, lines("abXc\n\nabc")},
		{"past the ends", 7, []string{"a", "<enter>", "b", "<up>", "<up>", "X", "<down>", "<down>", "Y"}, lines("Xa\nbY")},
		{"a page", 7, []string{"a", "<enter>", "b", "<pgup>", "X", "<pgdown>", "Y"}, lines("aX\nbY")},
		{"keys of a line", 7, []string{"ab", "<enter>", "cd", "<home>", "X", "<end>", "Y", "<ctrl+u>", "<backspace>", "<ctrl+home>", "<ctrl+k>", "Z"}, lines("Z")},
		{"all erased is unset", 7, []string{"a", "<backspace>", "<backspace>"}, fields.Value{Kind: fields.Lines}},
		{"a name with a value is not erased", 6, []string{"a=1", "<left>", "<left>", "<backspace>", "<backspace>"}, pairs(fields.Pair{Value: "1"})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := fields.New(everyKind())
			v.SetFocus(tt.field)
			press(t, v, tt.steps...)
			if got := v.Value(tt.field); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestSetValueIsWhatValueSays(t *testing.T) {
	for i, value := range []fields.Value{
		{Set: true, Text: "Ada"},
		{Kind: fields.Number, Set: true, Text: "x"},
		{Kind: fields.Toggle, Set: true, On: true},
		{Kind: fields.Select, Set: true, Text: "b"},
		{Kind: fields.MultiSelect, Set: true, Items: []string{"g", "b"}},
		{Kind: fields.Map, Set: true, Pairs: []fields.Pair{{Name: "a", Value: "1"}}},
		{Kind: fields.Map},
		{Kind: fields.Lines, Set: true, Text: "a\r\n\tb\n"},
	} {
		v := fields.New(everyKind())
		v.SetValue(i, value)
		if got := v.Value(i); !reflect.DeepEqual(got, value) {
			t.Errorf("field %d: got %+v, want %+v", i, got, value)
		}
	}
	v := fields.New(everyKind())
	v.SetValue(3, fields.Value{Kind: fields.Select, Set: true, Text: "violet"})
	if v.Value(3).Set {
		t.Error("an option that is not there was chosen")
	}
}

func TestCheck(t *testing.T) {
	short := everyKind()
	short[5].Check = func(v fields.Value) (p fields.Problem) {
		if len(v.Items) < 2 {
			p.Text = "two segments at least"
		}
		return p
	}
	v := fields.New(short)
	v.SetFocus(1)
	press(t, v, "old")
	if v.Check() || v.Focus() != 0 {
		t.Errorf("the cursor is in field %d, not in the first that is wrong", v.Focus())
	}
	screen := text(t, v, 80, 24)
	for _, want := range []string{"⚠ needed", "⚠ not a number", "⚠ two segments at least"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is not on the screen\n%s", want, screen)
		}
	}
	press(t, v, "Ada")
	if screen := text(t, v, 80, 24); strings.Contains(screen, "⚠ needed") {
		t.Errorf("still wrong after it was filled in\n%s", screen)
	}
	v.SetFocus(5)
	press(t, v, "a/b")
	v.SetFocus(1)
	press(t, v, "<ctrl+u>", "36")
	if !v.Check() {
		t.Errorf("something is wrong\n%s", text(t, v, 80, 24))
	}
	v.SetFocus(7)
	press(t, v, "no <numbers>", "<enter>", "but 1")
	if v.Check() || v.Focus() != 7 {
		t.Errorf("the cursor is in field %d", v.Focus())
	}
	press(t, v, "<delete>", "one")
	if got := v.Value(7).Text; got != "no <numbers>\nbut one" {
		t.Errorf("the cursor was not put where it is wrong: %q", got)
	}
	v.SetProblem(1, "the server says no")
	if screen := text(t, v, 80, 24); !strings.Contains(screen, "⚠ the server says no") {
		t.Errorf("the problem is not on the screen\n%s", screen)
	}
}

func TestSuggestions(t *testing.T) {
	v := fields.New(everyKind())
	press(t, v, "o")
	v.Suggest(fields.Suggestions{Values: []string{"octo-org", "octocat", "other"}, Total: 12, More: true})
	if got := v.Scopes(); !reflect.DeepEqual(got, []keymap.Scope{keymap.Offered}) {
		t.Errorf("scopes %v", got)
	}
	press(t, v, "cto")
	if screen := text(t, v, 80, 24); strings.Contains(screen, "other") || !strings.Contains(screen, "octocat") {
		t.Errorf("typing does not narrow what is offered\n%s", screen)
	}
	press(t, v, "<down>", "<down>", "<enter>")
	if got := v.Value(0).Text; got != "octocat" || v.Scopes() != nil {
		t.Errorf("took %q, scopes %v", got, v.Scopes())
	}
	press(t, v, "<ctrl+u>", "o")
	press(t, v, "<esc>")
	v.Suggest(fields.Suggestions{Values: []string{"other"}})
	if v.Scopes() != nil {
		t.Error("what was closed came back by itself")
	}
	press(t, v, "t")
	if v.Scopes() == nil {
		t.Error("an edit does not open it again")
	}
	press(t, v, "<down>", "<up>", "<tab>")
	if v.Focus() != 1 || v.Scopes() != nil {
		t.Error("tab does not leave the field with what was typed")
	}
	press(t, v, "<shift+tab>", "<ctrl+u>", "o")
	v.Suggest(fields.Suggestions{Values: []string{"octocat"}})
	press(t, v, "<down>", "<tab>")
	if v.Focus() != 1 || v.Value(0).Text != "octocat" {
		t.Errorf("tab does not take %q with it", v.Value(0).Text)
	}
	v.SetFocus(6)
	v.Suggest(fields.Suggestions{Values: []string{"a"}})
	if v.Scopes() != nil {
		t.Error("something is offered for the name in a map")
	}
	if _, _, ok := v.Typed(); ok {
		t.Error("the name in a map can be completed")
	}
	press(t, v, "k=va")
	if i, typed, ok := v.Typed(); i != 6 || typed != "va" || !ok {
		t.Errorf("typed %q in field %d, %v", typed, i, ok)
	}
}

func draw(v *fields.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) {
		v.Draw(scr, area, themes.Dark(), true)
		v.DrawChoices(scr, area, themes.Dark())
	}
}

func text(t testing.TB, v *fields.View, width, height int) string {
	return screentest.Text(t, width, height, draw(v))
}

func screens(t testing.TB) map[string]*fields.View {
	filled := fields.New(everyKind())
	press(t, filled, "Ada", "<tab>", "x36", "<tab>", "y", "<tab>", "g", "<enter>", "<tab>", " ", " ", "<down>", " ", "<enter>", "<tab>", "src/main.go",
		"<tab>", "depth=3", "<ctrl+n>", "follow=")
	written := fields.New(everyKind())
	written.SetFocus(7)
	press(t, written, strings.Repeat("words ", 30), "<enter>", "2", "<enter>", "<enter>", "{")
	written.Check()
	written.SetFocus(7)
	choosing := fields.New(everyKind())
	choosing.SetFocus(4)
	press(t, choosing, " ", " ", "<down>")
	offered := fields.New(everyKind())
	press(t, offered, "o")
	offered.Suggest(fields.Suggestions{Values: []string{"octo-org", "octocat", "octo-labs"}, Total: 12, More: true})
	noted := fields.New(everyKind())
	press(t, noted, "o")
	noted.SetNote("no suggestions: the server does not complete this")
	hostile := fields.New([]fields.Field{
		{Name: "\x1b[2J\u202e日本語", Hint: "\x1b]0;t\a", Help: "e" + strings.Repeat("\u0301", 40)},
		{Name: "b", Kinds: []fields.Kind{fields.MultiSelect}, Options: []fields.Option{{Value: "\x1b[2J"}, {Value: "👨‍👩‍👧‍👦"}}},
	})
	press(t, hostile, "é\u0301", "<tab>", " ", " ")
	return map[string]*fields.View{
		"new": fields.New(everyKind()), "filled": filled, "written": written, "choosing": choosing, "offered": offered, "noted": noted, "hostile": hostile,
		"thirty": many(t, 30), "none": fields.New(nil),
	}
}

// many are as many fields, with the cursor in one of the middle.
func many(t testing.TB, n int) *fields.View {
	var all []fields.Field
	for i := range n {
		all = append(all, fields.Field{Name: fmt.Sprintf("field_%d", i), Hint: "optional", Help: "One of many."})
	}
	v := fields.New(all)
	v.SetFocus(n / 2)
	press(t, v, "here")
	return v
}

func TestScreens(t *testing.T) {
	for name, v := range screens(t) {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
			screentest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), size[0], size[1], draw(v))
		}
	}
}

func TestSizes(t *testing.T) {
	for name, v := range screens(t) {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(v)) })
	}
}

func TestScrolling(t *testing.T) {
	v := many(t, 500)
	if screen := text(t, v, 80, 24); !strings.Contains(screen, "here") || !strings.Contains(screen, "↑ ") || !strings.Contains(screen, "↓ ") {
		t.Errorf("the field with the cursor is not in sight\n%s", screen)
	}
	v.Wheel(5, -1000)
	if screen := text(t, v, 80, 24); !strings.Contains(screen, "field_0 ") {
		t.Errorf("the wheel did not scroll to the first field\n%s", screen)
	}
	press(t, v, "x")
	if screen := text(t, v, 80, 24); !strings.Contains(screen, "herex") {
		t.Errorf("typing did not bring its field back\n%s", screen)
	}
	for range 250 {
		press(t, v, "<tab>")
	}
	if v.Focus() != 0 {
		t.Errorf("tab does not go around: field %d", v.Focus())
	}
}

func TestMouse(t *testing.T) {
	v := screens(t)["filled"]
	click := func(word string, at int) {
		t.Helper()
		scr := uv.NewScreenBuffer(80, 24)
		draw(v)(scr, scr.Bounds())
		for y, line := range strings.Split(text(t, v, 80, 24), "\n") {
			if x := strings.Index(line, word); x >= 0 {
				// Text draws inside a margin; where things are is of the last drawing.
				draw(v)(scr, scr.Bounds())
				v.Click(ansi.WcWidth, len([]rune(line[:x]))+at, y)
				return
			}
		}
		t.Fatalf("%q is not on the screen", word)
	}
	click("Ada", 1)
	press(t, v, "X")
	click("main.go", 0)
	press(t, v, "Y")
	click("yes", 0)
	click("Green", 0)
	click("│ Red", 3)
	click("depth", 0)
	press(t, v, "Z")
	v.SetFocus(7)
	press(t, v, "one", "<enter>", "two")
	click("  1  one", 6)
	press(t, v, "W")
	want := []fields.Value{
		0: {Set: true, Text: "AXda"},
		2: {Kind: fields.Toggle, Set: true},
		3: {Kind: fields.Select, Set: true, Text: "r"},
		5: {Kind: fields.List, Set: true, Items: []string{"src", "Ymain.go"}},
		6: {Kind: fields.Map, Set: true, Pairs: []fields.Pair{{Name: "Zdepth", Value: "3"}, {Name: "follow"}}},
		7: {Kind: fields.Lines, Set: true, Text: "oWne\ntwo"},
	}
	for _, i := range []int{0, 2, 3, 5, 6, 7} {
		if got := v.Value(i); !reflect.DeepEqual(got, want[i]) {
			t.Errorf("field %d: got %+v, want %+v", i, got, want[i])
		}
	}
	if v.Click(ansi.WcWidth, 500, 500) {
		t.Error("a click on nothing did something")
	}
}

func TestALongTextIsSeenFromItsBeginning(t *testing.T) {
	v := fields.New([]fields.Field{{Name: "a"}, {Name: "b"}})
	press(t, v, strings.Repeat("0123456789", 10))
	if screen := text(t, v, 40, 4); !strings.Contains(screen, "…") || strings.Contains(screen, "a  0123") {
		t.Errorf("the end, where the cursor is, is not in sight\n%s", screen)
	}
	press(t, v, "<tab>")
	if screen := text(t, v, 40, 4); !strings.Contains(screen, "a  0123456789") {
		t.Errorf("the beginning is not in sight\n%s", screen)
	}
	scr := uv.NewScreenBuffer(40, 4)
	draw(v)(scr, scr.Bounds())
	v.Click(ansi.WcWidth, 8, 0) // the fourth character
	press(t, v, "X")
	if got := v.Value(0).Text; !strings.HasPrefix(got, "012X3") {
		t.Errorf("a click put the cursor elsewhere: %s", got)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("ab/\x01\x02\x03cd= \x05\x06 y", uint8(40), uint8(9))
	f.Fuzz(func(t *testing.T, keys string, width, height uint8) {
		v := fields.New(everyKind())
		ids := []keymap.ID{
			keymap.NextField, keymap.PreviousField, keymap.ToggleSet, keymap.AddValue, keymap.SwitchKind, keymap.ShowChoices,
			keymap.Up, keymap.Down, keymap.Choose, keymap.CloseChoices, keymap.NewLine, keymap.PageUp,
		}
		edits := []string{"left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+u"}
		for _, r := range keys {
			switch {
			case int(r) < len(ids):
				v.Handle(ids[r])
			case int(r) < len(ids)+len(edits):
				v.Key(edits[int(r)-len(ids)], "")
			case r == 0x1e:
				v.Suggest(fields.Suggestions{Values: strings.Split(keys, "a"), More: true})
			case r == 0x1f:
				v.Paste(keys)
			default:
				v.Key("", string(r))
			}
		}
		screentest.Text(t, int(width), int(height), draw(v))
		v.Click(ansi.WcWidth, int(width)/2, int(height)/2)
		for i := range v.Len() {
			value := v.Value(i)
			v.SetValue(i, value)
			if got := v.Value(i); !reflect.DeepEqual(got, value) {
				t.Fatalf("field %d: %+v was filled in as %+v", i, value, got)
			}
		}
	})
}
