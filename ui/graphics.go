package ui

import (
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/picture"
	"mcperuse/views/reader"
)

// graphics is what is known of how the terminal shows images.
type graphics struct {
	fixed *picture.Protocol // chosen by the user; nil where the terminal is asked

	terminal     string // as it calls itself
	kitty, sixel bool   // it says that it can
	few          bool   // fewer than 256 colours
	cell         image.Point
	answered     bool // it has said all of it
}

// usualCell is what a cell is taken for, in pixels, where the terminal does not say.
var usualCell = image.Pt(10, 20)

// askGraphics asks the terminal how it shows images, and how large its cells are. Every
// terminal answers the last question, and whatever it answers of the others before it.
func (m *Model) askGraphics() tea.Cmd {
	if p := m.graphics.fixed; p != nil && (*p == picture.Blocks || *p == picture.Off) || !m.takesQuestions() {
		return nil
	}
	const nothing = "i=31,s=1,v=1,a=q,t=d,f=24" // one pixel, to be looked at and not to be kept
	questions := ansi.KittyGraphics([]byte("AAAA"), nothing) + ansi.RequestNameVersion + askCell + ansi.RequestPrimaryDeviceAttributes
	return tea.Sequence(m.askPixels(), tea.Raw(questions))
}

// askCell asks for the size of a cell in pixels.
var askCell = ansi.WindowOp(16)

// askPixels asks the system for the size of the terminal in pixels. Some terminals tell
// it, and not the size of a cell.
func (m *Model) askPixels() tea.Cmd {
	screen := m.opts.Screen
	if screen == nil {
		return nil
	}
	return func() tea.Msg {
		if size, ok := pixels(screen.File); ok {
			return size
		}
		return nil
	}
}

// askCells asks for it again: a terminal of another size may have another font.
func (m *Model) askCells() tea.Cmd {
	if !m.graphics.answered {
		return nil
	}
	return tea.Batch(m.askPixels(), tea.Raw(askCell))
}

// takesQuestions reports whether a terminal keeps what it does not understand off the
// screen, as far as its name tells.
func (m *Model) takesQuestions() bool {
	term := m.opts.Env("TERM")
	inScreen := m.opts.Env("STY") != "" // GNU screen
	return term != "" && term != "dumb" && term != "linux" && !inScreen && !strings.HasPrefix(m.opts.Env("TERM_PROGRAM"), "Apple")
}

// hearGraphics takes what the terminal says of itself.
func (m *Model) hearGraphics(msg tea.Msg) {
	g := &m.graphics
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		g.few = msg.Profile < colorprofile.ANSI256
	case uv.KittyGraphicsEvent:
		g.kitty = g.kitty || string(msg.Payload) == "OK"
	case tea.TerminalVersionMsg:
		g.terminal = msg.Name
	case uv.PixelSizeEvent:
		if m.width > 0 && m.height > 0 {
			g.cell = image.Pt(msg.Width/m.width, msg.Height/m.height)
		}
	case uv.CellSizeEvent:
		g.cell = image.Pt(msg.Width, msg.Height)
	case uv.PrimaryDeviceAttributesEvent:
		g.sixel, g.answered = slices.Contains(msg, 4), true
	default:
		return
	}
	how := g.choose(m.opts.Env)
	m.reader.SetGraphics(how)
	m.result.SetGraphics(how)
}

// choose settles on the best that a terminal can, or on what the user wants.
func (g *graphics) choose(env func(string) string) picture.Graphics {
	const least, most = 2, 200 // pixels of a cell that can be meant
	out := picture.Graphics{Cell: g.cell, Tmux: env("TMUX") != ""}
	known := min(g.cell.X, g.cell.Y) >= least && max(g.cell.X, g.cell.Y) <= most
	if !known {
		out.Cell = usualCell
	}
	switch {
	case g.fixed != nil:
		out.Protocol = *g.fixed
	case !g.answered:
	case g.kitty && g.placeholders() && !g.few:
		out.Protocol = picture.Kitty
	case g.inline() && !out.Tmux:
		out.Protocol = picture.ITerm
	case g.sixel && known && !g.smears():
		out.Protocol = picture.Sixel
	}
	return out
}

// placeholders reports whether a terminal that speaks kitty's protocol knows the
// placeholders, too. Not all do, and none says so.
func (g *graphics) placeholders() bool {
	var minor int
	if n, _ := fmt.Sscanf(g.terminal, "kitty(0.%d", &minor); n == 1 {
		return minor >= 28
	}
	return g.is("kitty", "ghostty")
}

// inline reports whether a terminal shows inline images.
func (g *graphics) inline() bool { return g.is("iTerm2", "WezTerm", "mintty", "rio") }

// smears reports whether sixels stay on a terminal when something else is written in
// their cells.
func (g *graphics) smears() bool { return g.is("Konsole", "contour") }

// is reports whether the terminal calls itself one of names, with a version behind it.
func (g *graphics) is(names ...string) bool {
	for _, name := range names {
		if len(g.terminal) >= len(name) && strings.EqualFold(g.terminal[:len(name)], name) {
			return true
		}
	}
	return false
}

// showImage hands the terminal the image of a pane that was drawn just now. Where the
// pane wants another one it asks for an update: that starts the work.
func (m *Model) showImage(p *reader.Pane) {
	if m.opts.Screen != nil {
		m.opts.Screen.image.Store(p.Image())
	}
	if p.Found() {
		m.inbox.put(imageWanted{})
	}
}

// imageWanted tells that drawing found that an image has to be encoded.
type imageWanted struct{}

// Screen is the terminal as the program writes to it: it puts the image on show in the
// place of its mark.
type Screen struct {
	*os.File
	image atomic.Pointer[picture.Encoding]
}

// NewScreen returns what writes to a terminal.
func NewScreen(terminal *os.File) *Screen { return &Screen{File: terminal} }

// Terminal is the terminal itself.
func (s *Screen) Terminal() *os.File { return s.File }

// Write writes a frame. It reports the length of the frame, which what is written for
// an image is no part of.
func (s *Screen) Write(frame []byte) (int, error) {
	if _, err := s.WriteString(picture.Replace(string(frame), s.image.Load())); err != nil {
		return 0, err
	}
	return len(frame), nil
}
