package prompt_test

import (
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/prompt"
	"mcperuse/views/screentest"
)

func command(line string) *prompt.View {
	return prompt.New(prompt.Words{Title: "Pipe to", Facts: []string{"It gets the exact bytes.", "It runs in your shell."}, Empty: "type a command"},
		line, []string{"wc -l", "jq ."}, func(line string) views.Action { return views.Pipe{Command: line} })
}

func TestEnter(t *testing.T) {
	v := command("")
	if got := v.Handle(keymap.Send); got != nil {
		t.Errorf("nothing typed does %v", got)
	}
	v.Key("h", "h")
	v.Paste("ead\n -3\n")
	v.Key("home", "")
	v.Key("x", "x")
	if got := v.Handle(keymap.Send); got != (views.Pipe{Command: "xhead  -3"}) {
		t.Errorf("enter does %v", got)
	}
}

func TestHistoryKeepsWhatIsTyped(t *testing.T) {
	v := command("new")
	for i, step := range []struct {
		id   keymap.ID
		want string
	}{
		{keymap.NewerValue, "new"}, {keymap.OlderValue, "jq ."}, {keymap.OlderValue, "wc -l"}, {keymap.OlderValue, "wc -l"},
		{keymap.NewerValue, "jq ."}, {keymap.NewerValue, "new"},
	} {
		v.Handle(step.id)
		if got := v.Handle(keymap.Send); got != (views.Pipe{Command: step.want}) {
			t.Errorf("step %d: %v, want %q", i, got, step.want)
		}
	}
}

func TestUnderWay(t *testing.T) {
	v := command("cat")
	v.Begin("starting…")
	v.Key(" ", " ")
	v.Paste("-n")
	if got := v.Handle(keymap.Send); got != nil {
		t.Errorf("enter does %v a second time", got)
	}
	if got := v.Handle(keymap.Back); got != (views.Back{}) {
		t.Errorf("esc does %v", got)
	}
	v.Complain("it failed", "other")
	if got := v.Handle(keymap.Send); got != (views.Pipe{Command: "cat -n"}) {
		t.Errorf("after a failure, what was typed since stays: %v", got)
	}
	v.Begin("starting…")
	v.Complain("taken", "other")
	if got := v.Handle(keymap.Send); got != (views.Pipe{Command: "other"}) {
		t.Errorf("after another was offered: %v", got)
	}
}

func TestScreens(t *testing.T) {
	draw := func(v *prompt.View) screentest.Draw {
		return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark()) }
	}
	wrong := command("jq .name")
	wrong.Complain("not run: no such program", "")
	screentest.Golden(t, "typed", 60, 5, draw(command("jq .name")))
	screentest.Golden(t, "wrong", 60, 5, draw(wrong))
	screentest.Golden(t, "narrow", 24, 5, draw(command("a command that is longer")))
	screentest.Sizes(t, draw(command("jq .name")))
}

func TestClickPutsTheCursor(t *testing.T) {
	v := command("abc")
	screentest.Text(t, 40, 4, func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark()) })
	v.Click(1+len("Pipe to")+2+1, 0)
	v.Key("x", "x")
	if got := v.Handle(keymap.Send); got != (views.Pipe{Command: "axbc"}) {
		t.Errorf("%v", got)
	}
}
