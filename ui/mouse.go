package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views"
	"mcperuse/views/textpane"
)

// wheelRows is how far one step of the mouse wheel scrolls.
const wheelRows = 3

// mouse does what a click or a turn of the wheel means where it happened.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := uv.Pos(msg.Mouse().X, msg.Mouse().Y)
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			m.wheel(at, -wheelRows)
		case tea.MouseWheelDown:
			m.wheel(at, wheelRows)
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			done := m.click(at)
			m.press(at)
			return done
		}
	case tea.MouseMotionMsg:
		if m.pressed.in != nil {
			m.pressed.in.Drag(at)
		}
	case tea.MouseReleaseMsg:
		return m.release()
	}
	return nil
}

// pressed is what a button of the mouse was pressed on last.
type pressed struct {
	in    *textpane.Pane // while it is held, nil where it was no text
	at    uv.Position
	time  time.Time
	times int // in a row, at the same place
}

// doubleClick is the longest time between two presses that belong together.
const doubleClick = 400 * time.Millisecond

// press begins to select in the text at a place.
func (m *Model) press(at uv.Position) {
	now, last := m.now(), m.pressed
	m.pressed = pressed{at: at, time: now, times: 1}
	if last.at == at && now.Sub(last.time) <= doubleClick {
		m.pressed.times = last.times%3 + 1
	}
	if t := m.textAt(at); t != nil && t.Press(at, m.pressed.times) {
		m.pressed.in = t
	}
}

// release ends a selection with the mouse, and copies it.
func (m *Model) release() tea.Cmd {
	t := m.pressed.in
	m.pressed.in = nil
	if t == nil || t.Selected() == "" {
		return nil
	}
	return m.act(views.CopyText{Text: t.Selected(), Label: "selection"})
}

// textAt is the text that is seen at a place, nil where there is none.
func (m *Model) textAt(at uv.Position) *textpane.Pane {
	p := m.pane()
	switch {
	case !at.In(m.layout.body) || m.over != nil || m.help != nil || m.questions.shown() != nil:
		return nil
	case m.screen == screenWire && !m.calling:
		return m.wire.Text()
	case p == nil || !m.overReader(at):
		return nil
	case m.changes() != nil:
		return m.changes().Text()
	}
	return p.Text()
}

func (m *Model) wheel(at uv.Position, rows int) {
	l := m.layout
	switch p := m.pane(); {
	case !at.In(l.body):
	case m.over != nil:
		m.over.Wheel(rows)
	case m.help != nil:
		m.help.Wheel(rows)
	case m.questions.shown() != nil:
		m.questions.shown().Wheel(at.Y, rows)
	case m.screen == screenWire && m.calling:
		m.caller.Wheel(at.Y, rows)
	case p == nil:
		m.bodies[m.screen].Wheel(at.X-l.body.Min.X, at.Y-l.body.Min.Y, rows)
	case m.overReader(at) && m.changes() != nil:
		m.changes().Wheel(rows)
	case m.overReader(at):
		p.Wheel(rows)
	case !at.In(l.main):
	case m.screen == screenTemplates && m.form != nil:
		m.form.Wheel(at.Y, rows)
	case m.screen == screenTemplates:
		m.templates.Wheel(rows)
	default:
		m.list.Wheel(rows)
	}
}

// overReader reports whether the reader is what is seen at a place.
func (m *Model) overReader(at uv.Position) bool {
	if m.layout.narrow {
		return m.focused() == paneReader
	}
	return at.In(m.layout.reader)
}

func (m *Model) click(at uv.Position) tea.Cmd {
	l := m.layout
	x, y := at.X-l.main.Min.X, at.Y-l.main.Min.Y
	switch {
	case at.In(l.tabs) && m.questions.shown() == nil:
		if s, ok := m.tabs().Hit(m.width, at.X); ok {
			m.show(screen(s))
		}
	case at.In(l.footer):
		if id, ok := m.footer().Hit(m.method, m.width, at.X); ok {
			return m.do(id)
		}
	case m.over != nil && at.In(l.body):
		return m.act(m.over.Click(at.X-l.body.Min.X, at.Y-l.body.Min.Y))
	case !at.In(l.body) || m.help != nil:
	case m.questions.shown() != nil:
		m.questions.shown().Click(m.method, at.X, at.Y)
	case m.screen == screenWire && m.calling:
		m.caller.Click(m.method, at.X, at.Y)
	case m.pane() == nil:
		return m.act(m.bodies[m.screen].Click(at.X-l.body.Min.X, at.Y-l.body.Min.Y))
	case m.overReader(at):
		if m.focus[m.screen] = paneReader; m.changes() == nil {
			return m.act(m.pane().Click(at.X, at.Y))
		}
	case !at.In(l.main):
	default:
		m.focus[m.screen] = paneMain
		switch {
		case m.screen == screenTemplates && m.form != nil:
			m.form.Click(m.method, at.X, at.Y)
		case m.screen == screenTemplates:
			return m.act(m.templates.Click(x, y))
		default:
			return m.act(m.list.Click(x, y))
		}
	}
	return nil
}
