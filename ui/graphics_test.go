package ui

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	tea "charm.land/bubbletea/v2"

	"mcperuse/themes"
	"mcperuse/views/picture"
	"mcperuse/views/reader"
)

// What a terminal says decides how images are shown.
func TestGraphicsAreChosen(t *testing.T) {
	var (
		kitty   = uv.KittyGraphicsEvent{Payload: []byte("OK")}
		refused = uv.KittyGraphicsEvent{Payload: []byte("ENOTSUP")}
		cell    = uv.CellSizeEvent{Width: 9, Height: 18}
		sixel   = uv.PrimaryDeviceAttributesEvent{62, 4, 22}
		plain   = uv.PrimaryDeviceAttributesEvent{62, 22}
		few     = tea.ColorProfileMsg{Profile: colorprofile.ANSI}
		name    = func(s string) tea.Msg { return tea.TerminalVersionMsg{Name: s} }
	)
	fixed := func(p picture.Protocol) *picture.Protocol { return &p }
	tmux := map[string]string{"TMUX": "/tmp/tmux-0/default,1,0"}
	own, usual := image.Pt(9, 18), image.Pt(10, 20)
	for what, tt := range map[string]struct {
		fixed *picture.Protocol
		env   map[string]string
		says  []tea.Msg
		want  picture.Graphics
	}{
		"nothing":               {nil, nil, nil, picture.Graphics{Cell: usual}},
		"neither":               {nil, nil, []tea.Msg{name("vte"), cell, plain}, picture.Graphics{Cell: own}},
		"kitty":                 {nil, nil, []tea.Msg{kitty, name("kitty(0.42.1)"), cell, plain}, picture.Graphics{Protocol: picture.Kitty, Cell: own}},
		"an old kitty":          {nil, nil, []tea.Msg{kitty, name("kitty(0.26.5)"), cell, plain}, picture.Graphics{Cell: own}},
		"ghostty":               {nil, nil, []tea.Msg{kitty, name("ghostty 1.2.0"), cell, plain}, picture.Graphics{Protocol: picture.Kitty, Cell: own}},
		"ghostty, few colours":  {nil, nil, []tea.Msg{few, kitty, name("ghostty 1.2.0"), cell, plain}, picture.Graphics{Cell: own}},
		"kitty that says no":    {nil, nil, []tea.Msg{refused, name("kitty(0.42.1)"), cell, plain}, picture.Graphics{Cell: own}},
		"no placeholders":       {nil, nil, []tea.Msg{kitty, name("mlterm(3.9.3)"), cell, sixel}, picture.Graphics{Protocol: picture.Sixel, Cell: own}},
		"sixels that stay":      {nil, nil, []tea.Msg{kitty, name("Konsole 24.0"), cell, sixel}, picture.Graphics{Cell: own}},
		"iterm":                 {nil, nil, []tea.Msg{name("iTerm2 3.5.1"), cell, sixel}, picture.Graphics{Protocol: picture.ITerm, Cell: own}},
		"not answered in full":  {nil, nil, []tea.Msg{kitty, name("kitty(0.42.1)"), cell}, picture.Graphics{Cell: own}},
		"sixel":                 {nil, nil, []tea.Msg{name("XTerm(379)"), uv.PixelSizeEvent{Width: 720, Height: 432}, sixel}, picture.Graphics{Protocol: picture.Sixel, Cell: own}},
		"sixel, cells unknown":  {nil, nil, []tea.Msg{name("XTerm(379)"), sixel}, picture.Graphics{Cell: usual}},
		"sixel, cells absurd":   {nil, nil, []tea.Msg{uv.CellSizeEvent{Width: 1 << 30, Height: 9}, sixel}, picture.Graphics{Cell: usual}},
		"iterm under tmux":      {nil, tmux, []tea.Msg{name("iTerm2 3.5.1"), cell, plain}, picture.Graphics{Cell: own, Tmux: true}},
		"sixel of tmux":         {nil, tmux, []tea.Msg{name("tmux 3.4"), cell, sixel}, picture.Graphics{Protocol: picture.Sixel, Cell: own, Tmux: true}},
		"chosen":                {fixed(picture.Kitty), tmux, nil, picture.Graphics{Protocol: picture.Kitty, Cell: usual, Tmux: true}},
		"chosen, and not heard": {fixed(picture.Blocks), nil, []tea.Msg{kitty, name("kitty(0.42.1)"), cell, sixel}, picture.Graphics{Cell: own}},
	} {
		t.Run(what, func(t *testing.T) {
			m := &Model{width: 80, height: 24, reader: reader.New(themes.Dark(), ""), result: reader.New(themes.Dark(), "")}
			m.opts.Env = func(name string) string { return tt.env[name] }
			m.graphics.fixed = tt.fixed
			for _, msg := range tt.says {
				m.hearGraphics(msg)
			}
			if got := m.graphics.choose(m.opts.Env); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// Terminals that would print the questions are not asked.
func TestTerminalsAreAsked(t *testing.T) {
	for what, tt := range map[string]struct {
		graphics string
		env      map[string]string
		asked    bool
	}{
		"xterm":    {"auto", map[string]string{"TERM": "xterm-256color"}, true},
		"chosen":   {"sixel", map[string]string{"TERM": "xterm-256color"}, true},
		"blocks":   {"blocks", map[string]string{"TERM": "xterm-256color"}, false},
		"off":      {"off", map[string]string{"TERM": "xterm-256color"}, false},
		"dumb":     {"auto", map[string]string{"TERM": "dumb"}, false},
		"linux":    {"auto", map[string]string{"TERM": "linux"}, false},
		"screen":   {"auto", map[string]string{"TERM": "screen-256color", "STY": "7.pts-0"}, false},
		"Terminal": {"auto", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, false},
	} {
		t.Run(what, func(t *testing.T) {
			m := &Model{opts: Options{Env: func(name string) string { return tt.env[name] }}}
			if tt.graphics != "auto" {
				p, err := picture.ByName(tt.graphics)
				if err != nil {
					t.Fatal(err)
				}
				m.graphics.fixed = &p
			}
			if asked := m.askGraphics() != nil; asked != tt.asked {
				t.Errorf("asked: %v", asked)
			}
		})
	}
}

// A frame is written as it is, but for marks; its length is what is reported.
func TestScreenWrites(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := NewScreen(file)
	for _, frame := range []string{"a frame", "", "\x1b_mcperuse;1;2;3\x1b\\ one with a mark"} {
		if n, err := s.Write([]byte(frame)); n != len(frame) || err != nil {
			t.Errorf("writing %q: %d, %v", frame, n, err)
		}
	}
	if got, err := os.ReadFile(file.Name()); string(got) != "a frame one with a mark" || err != nil {
		t.Errorf("written: %q, %v", got, err)
	}
}
