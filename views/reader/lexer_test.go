package reader_test

import (
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views"
	"mcperuse/views/reader"
)

// coloured reports whether anything but the line numbers has a colour of its own.
func coloured(p *reader.Pane) bool {
	scr := uv.NewScreenBuffer(80, 24)
	p.Draw(scr, scr.Bounds(), true, now)
	for y := 5; y < 24; y++ {
		for x := 6; x < 80; x++ {
			if c := scr.CellAt(x, y); c.Content != " " && c.Style.Fg != nil {
				return true
			}
		}
	}
	return false
}

func TestLexerByHand(t *testing.T) {
	p := work(t, read(plain, textResult("x:///a", "text/plain", goSource), minute))
	if coloured(p) {
		t.Fatal("text/plain has colours")
	}
	v, ok := p.Lexers()
	if !ok {
		t.Fatal("no lexers for a source")
	}
	v.Paste("gola")
	choice, ok := v.Handle(keymap.Send).(views.ChooseLexer)
	if !ok || choice.Name != "Go" {
		t.Fatalf("golang finds %+v", choice)
	}
	p.SetLexer(choice)
	if !coloured(work(t, p)) {
		t.Error("no colours with the lexer of Go")
	}
	p.SetLexer(views.ChooseLexer{})
	if coloured(work(t, p)) {
		t.Error("colours without a lexer")
	}
	p.SetLexer(choice)
	stale, _ := p.Work()
	p.SetLexer(views.ChooseLexer{Guess: true})
	p.Apply(stale.Run(t.Context()))
	if coloured(work(t, p)) {
		t.Error("colours of a lexer that was given up")
	}
}

func TestOnlySourcesHaveLexers(t *testing.T) {
	for name, r := range map[string]*model.Read{
		"markdown": textResult(uri, "text/markdown", "# A"),
		"a table":  textResult(uri, "text/csv", "a,b\n1,2\n"),
		"a blob":   blobResult("image/png", "iVBORw0KGgo="),
	} {
		if _, ok := work(t, read(plain, r, minute)).Lexers(); ok {
			t.Errorf("%s has lexers", name)
		}
	}
}
