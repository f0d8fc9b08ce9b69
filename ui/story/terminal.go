package story

import (
	"fmt"
	"image/color"
	"io"
	"slices"
	"sync"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// terminal is the emulated terminal: the screen, and everything a program can
// switch on in a terminal and has to switch off again. Its methods may be
// called from any goroutine.
type terminal struct {
	kind Terminal

	mu      sync.Mutex
	emu     *vt.Emulator
	changed chan struct{} // closed and replaced after each change
	raw     []byte        // all output
	title   string
	modes   map[int]bool // DEC private modes by number
	kitty   [2][]int     // kitty keyboard flags of the main and the alternate screen
	other   int          // xterm's modifyOtherKeys
	held    *Screen      // the last whole frame, while a synchronized one is drawn

	foreground, background, cursor color.Color // at the start
}

// DEC private modes the driver itself looks at.
const (
	modeCursorKeys   = 1
	modeCursor       = 25
	modeMouseClicks  = 1000
	modeMouseDrag    = 1002
	modeMouseMotion  = 1003
	modeMouseSGR     = 1006
	modeAlternate    = 1049
	modePaste        = 2004
	modeSynchronized = 2026
	modeGraphemes    = 2027
)

// modeNames says what a mode is in words, for messages.
var modeNames = map[int]string{
	modeCursorKeys: "application cursor keys", 7: "line wrap", modeCursor: "the cursor",
	47: "the alternate screen", modeMouseClicks: "mouse clicks", modeMouseDrag: "mouse drags",
	modeMouseMotion: "mouse motion", 1004: "focus reports", modeMouseSGR: "SGR mouse reports",
	1047: "the alternate screen", modeAlternate: "the alternate screen", modePaste: "bracketed paste",
	modeSynchronized: "synchronized output", modeGraphemes: "grapheme widths", 2031: "colour scheme reports",
	2048: "in-band resize reports",
}

// initiallySet are the DEC private modes that are on in a fresh terminal.
var initiallySet = map[int]bool{7: true, modeCursor: true}

func newTerminal(kind Terminal, width, height int, light bool) *terminal {
	t := &terminal{
		kind:    kind,
		emu:     vt.NewEmulator(width, height),
		changed: make(chan struct{}),
		modes:   map[int]bool{},
		kitty:   [2][]int{{0}, {0}},
	}
	for mode := range initiallySet {
		t.modes[mode] = true
	}
	if light {
		t.emu.SetDefaultBackgroundColor(color.White)
		t.emu.SetDefaultForegroundColor(color.Black)
	}
	t.foreground, t.background, t.cursor = t.emu.ForegroundColor(), t.emu.BackgroundColor(), t.emu.CursorColor()
	t.emu.SetCallbacks(vt.Callbacks{
		Title:       func(title string) { t.title = title },
		EnableMode:  func(mode ansi.Mode) { t.setMode(mode, true) },
		DisableMode: func(mode ansi.Mode) { t.setMode(mode, false) },
	})
	t.watchKeyboard()
	if kind == Modern {
		t.emu.RegisterCsiHandler(ansi.Command('?', '$', 'p'), t.confirmMode)
	}
	return t
}

// setMode runs inside the emulator's Write, under mu.
func (t *terminal) setMode(mode ansi.Mode, on bool) {
	dec, ok := mode.(ansi.DECMode)
	if !ok {
		return
	}
	if dec == modeSynchronized {
		t.held = nil
		if on {
			frame := t.capture()
			t.held = &frame
		}
	}
	t.modes[int(dec)] = on
}

// confirmMode answers DECRQM for the modes the emulator supports but does not
// say so.
func (t *terminal) confirmMode(params ansi.Params) bool {
	n, _, _ := params.Param(0, 0)
	if n != modeSynchronized && n != modeGraphemes {
		return false
	}
	setting := ansi.ModeReset
	if t.modes[n] {
		setting = ansi.ModeSet
	}
	t.answer(ansi.ReportMode(ansi.DECMode(n), setting))
	return true
}

// watchKeyboard follows the kitty keyboard protocol and modifyOtherKeys, which
// the emulator does not know.
func (t *terminal) watchKeyboard() {
	t.emu.RegisterCsiHandler(ansi.Command('>', 0, 'u'), func(params ansi.Params) bool {
		flags, _, _ := params.Param(0, 0)
		stack := t.kittyStack()
		*stack = append(*stack, flags)
		return true
	})
	t.emu.RegisterCsiHandler(ansi.Command('<', 0, 'u'), func(params ansi.Params) bool {
		n, _, _ := params.Param(0, 1)
		stack := t.kittyStack()
		*stack = (*stack)[:max(1, len(*stack)-n)]
		return true
	})
	t.emu.RegisterCsiHandler(ansi.Command('=', 0, 'u'), func(params ansi.Params) bool {
		flags, _, _ := params.Param(0, 0)
		how, _, _ := params.Param(1, 1)
		stack := *t.kittyStack()
		top := &stack[len(stack)-1]
		switch how {
		case 2:
			*top |= flags
		case 3:
			*top &^= flags
		default:
			*top = flags
		}
		return true
	})
	t.emu.RegisterCsiHandler(ansi.Command('?', 0, 'u'), func(ansi.Params) bool {
		if t.kind == Modern {
			stack := *t.kittyStack()
			t.answer(fmt.Sprintf("\x1b[?%du", stack[len(stack)-1]))
		}
		return true
	})
	t.emu.RegisterCsiHandler(ansi.Command('>', 0, 'm'), func(params ansi.Params) bool {
		if resource, _, _ := params.Param(0, 0); resource == 4 {
			t.other, _, _ = params.Param(1, 0)
		}
		return true
	})
}

// kittyStack returns the flags stack of the screen that is showing.
func (t *terminal) kittyStack() *[]int {
	if t.modes[modeAlternate] {
		return &t.kitty[1]
	}
	return &t.kitty[0]
}

// answer sends s to the program as if the terminal had typed it.
func (t *terminal) answer(s string) {
	_, _ = io.WriteString(t.emu.InputPipe(), s)
}

// Write takes output of the program.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.raw = append(t.raw, p...)
	n, err := t.emu.Write(p)
	t.notify()
	return n, err
}

// answers hands what the terminal has to say to put, until close. It must run
// while output is written: the emulator's answers go through a pipe that holds
// nothing.
func (t *terminal) answers(put func(string)) {
	buf := make([]byte, 4096)
	for {
		n, err := t.emu.Read(buf)
		if n > 0 && t.kind != Mute {
			put(string(buf[:n]))
		}
		if err != nil {
			return
		}
	}
}

// close ends answers. It closes the pipe instead of the emulator, whose Close
// is not safe beside Read.
func (t *terminal) close() {
	if pipe, ok := t.emu.InputPipe().(io.Closer); ok {
		_ = pipe.Close()
	}
}

// notify wakes everything that waits for a change. The caller holds mu.
func (t *terminal) notify() {
	close(t.changed)
	t.changed = make(chan struct{})
}

func (t *terminal) resize(width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.emu.Resize(width, height)
	t.notify()
}

// look returns the last whole frame and a channel that closes at the next change.
func (t *terminal) look() (Screen, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held != nil {
		return *t.held, t.changed
	}
	return t.capture(), t.changed
}

// capture copies the screen. The caller holds mu.
func (t *terminal) capture() Screen {
	at := t.emu.CursorPosition()
	s := Screen{
		Width: t.emu.Width(), Height: t.emu.Height(),
		CursorX: at.X, CursorY: at.Y, CursorVisible: t.modes[modeCursor],
		Alternate: t.modes[modeAlternate], Title: t.title,
	}
	s.cells = make([]uv.Cell, s.Width*s.Height)
	for y := range s.Height {
		for x := range s.Width {
			if cell := t.emu.CellAt(x, y); cell != nil {
				s.cells[y*s.Width+x] = *cell
			}
		}
	}
	return s
}

// output returns the bytes written since the first from ones.
func (t *terminal) output(from int) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.raw[from:])
}

// written returns how many bytes the program has written.
func (t *terminal) written() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.raw)
}

// mode reports whether a DEC private mode is on.
func (t *terminal) mode(number int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.modes[number]
}

// keyboard returns how keys have to be sent now.
func (t *terminal) keyboard() keyboard {
	t.mu.Lock()
	defer t.mu.Unlock()
	stack := *t.kittyStack()
	return keyboard{
		kitty:     t.kind == Modern && stack[len(stack)-1]&1 != 0,
		appCursor: t.modes[modeCursorKeys],
	}
}

// leftOn says what a program that has ended did not put back.
func (t *terminal) leftOn() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var wrong []string
	for mode, on := range t.modes {
		if on == initiallySet[mode] {
			continue
		}
		name := modeNames[mode]
		if name == "" {
			name = "a mode"
		}
		state := "off"
		if on {
			state = "on"
		}
		wrong = append(wrong, fmt.Sprintf("%s (DEC mode %d) was left %s", name, mode, state))
	}
	slices.Sort(wrong)
	for i, screen := range []string{"main", "alternate"} {
		if stack := t.kitty[i]; len(stack) > 1 || stack[0] != 0 {
			wrong = append(wrong, fmt.Sprintf("kitty keyboard flags of the %s screen were left as %v", screen, stack))
		}
	}
	if t.other != 0 {
		wrong = append(wrong, fmt.Sprintf("modifyOtherKeys was left at %d", t.other))
	}
	for _, c := range []struct {
		name     string
		was, now color.Color
	}{
		{"foreground", t.foreground, t.emu.ForegroundColor()},
		{"background", t.background, t.emu.BackgroundColor()},
		{"cursor", t.cursor, t.emu.CursorColor()},
	} {
		if c.was != c.now {
			wrong = append(wrong, "the "+c.name+" colour was left changed")
		}
	}
	return wrong
}
