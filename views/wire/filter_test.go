package wire_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views"
)

func TestFilterLine(t *testing.T) {
	for _, tc := range []struct {
		name, line, want string
	}{
		{"a word of the bytes", "architecture", "4 9 10 11"},
		{"a method, of replies too", "server/disc", "1 2"},
		{"two words", "architecture updated", "11"},
		{"capitals count when typed", "DEBUG", "14"},
		{"and do not in lower case", "debug", "14"},
		{"errors", "is:error", "13"},
		{"odd", "is:odd", "8 14 23"},
		{"open", "is:open", "4 24"},
		{"one method exactly", "method:server/discover", "1 2"},
		{"an id, however it is spelled", "id:4", "7 8"},
		{"from the server, notifications", "is:notification from:server", "5 11 17 21"},
		{"not", "from:client -is:request", "22"},
		{"what was odd", "no request with the id", "23"},
		{"a phrase", `"cache miss"`, "14"},
		{"a URI is a word", "ask://team is:request", "15 18"},
		{"no such condition is a word", "is:pink", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := pressed(everyday(), keymap.Up, keymap.EditFilter)
			v.Key("x", tc.line)
			v.Handle(keymap.KeepFilter)
			v.Handle(keymap.Top)
			var got []uint64
			for v.Selected() != 0 && len(got) < 30 && (len(got) == 0 || v.Selected() != got[len(got)-1]) {
				got = append(got, v.Selected())
				v.Handle(keymap.Down)
			}
			if want := "[" + tc.want + "]"; fmt.Sprint(got) != want {
				t.Errorf("got %v, want %s", got, want)
			}
		})
	}
}

func TestTypingAFilter(t *testing.T) {
	v := pressed(everyday(), keymap.EditFilter)
	for _, key := range []string{"r", "e", "a", "d", "space", "x", "ctrl+w", "z", "backspace", "home", "x", "backspace", "end", "enter"} {
		text := key
		switch {
		case key == "space":
			text = " "
		case len(key) > 1:
			text = ""
		}
		v.Key(key, text)
	}
	v.Paste("ask:\n//")
	if !v.Typing() || v.Scopes()[0] != keymap.Filter {
		t.Errorf("while a filter is typed the scopes are %v", v.Scopes())
	}
	expect(t, v, "/ read ask: //")
	x, y, ok := v.Cursor()
	if x != 15 || y != 1 || !ok {
		t.Errorf("the cursor is at %d, %d, %v", x, y, ok)
	}
	v.Handle(keymap.KeepFilter)
	v.Key("q", "q")
	expect(t, v, "/ read ask: //  ", "esc shows all")
	if v.Handle(keymap.Back) != nil || strings.Contains(text(t, v), "ask: //") {
		t.Error("esc does not show all again")
	}
	if v.Handle(keymap.Back) != (views.Back{}) {
		t.Error("esc without a filter does not go back")
	}
	v.Handle(keymap.EditFilter)
	v.Key("u", "zzz")
	v.Handle(keymap.ClearFilter)
	if v.Typing() || v.Position() != "row 24/24" {
		t.Errorf("after esc the position is %s", v.Position())
	}
}

func TestQuickFilters(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []keymap.ID
		want string
	}{
		{"errors", []keymap.ID{keymap.OnlyErrors}, "/ is:error"},
		{"and all again", []keymap.ID{keymap.OnlyErrors, keymap.OnlyErrors}, ""},
		{"odd instead of errors", []keymap.ID{keymap.OnlyErrors, keymap.OnlyOdd}, "/ is:odd "},
		{"from the server", []keymap.ID{keymap.TurnDirection}, "/ from:server "},
		{"from the client", []keymap.ID{keymap.TurnDirection, keymap.TurnDirection}, "/ from:client "},
		{"both ways", []keymap.ID{keymap.TurnDirection, keymap.TurnDirection, keymap.TurnDirection}, ""},
		{"this method", []keymap.ID{keymap.OnlyMethod}, "/ method:resources/templates/list "},
		{"several", []keymap.ID{keymap.TurnDirection, keymap.OnlyErrors}, "/ from:server is:error "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := pressed(everyday(), tc.keys...)
			line := strings.Split(text(t, v), "\n")[1]
			if tc.want == "" && strings.HasPrefix(line, " /") || !strings.HasPrefix(line+" ", " "+tc.want) && tc.want != "" {
				t.Errorf("the line is %q", line)
			}
		})
	}
	v := pressed(everyday())
	v.Show(14)
	v.Handle(keymap.Back)
	if _, ok := v.Handle(keymap.OnlyMethod).(views.Notice); !ok {
		t.Error("noise has a method")
	}
}

// TestALargeLogIsSearchedElsewhere checks that a key never waits for a search,
// and that nothing is lost or shown that belongs to another filter.
func TestALargeLogIsSearchedElsewhere(t *testing.T) {
	c := begin(0)
	big := strings.Repeat("x", 10_000)
	for i := range 300 {
		c.hear(1, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"%s%d"}}`, big, i))
	}
	v := pressed(c, keymap.EditFilter)
	v.Key("7", "99")
	first, ok := v.Work()
	if !ok {
		t.Fatal("there is no job")
	}
	expect(t, v, "searching…")
	v.Key("backspace", "")
	second, ok := v.Work()
	if !ok {
		t.Fatal("another filter needs no job")
	}
	v.Apply(first.Run(t.Context()))
	expect(t, v, "searching…")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v.Apply(second.Run(ctx))
	expect(t, v, "searching…")
	if second, ok = v.Work(); !ok {
		t.Fatal("what was cancelled is not asked for again")
	}
	outcome := second.Run(t.Context())
	c.hear(1, `{"jsonrpc":"2.0","method":"a 9 that came meanwhile"}`)
	v.Apply(outcome)
	expect(t, v, "a 9 that came meanwhile", "58 of 301")
	if v.Selected() != 301 {
		t.Errorf("frame %d is selected", v.Selected())
	}
	finish(t, v)
}
