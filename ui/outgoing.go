package ui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/ui/export"
	"mcperuse/ui/outside"
	"mcperuse/views"
	"mcperuse/views/chrome"
	"mcperuse/views/humanize"
	"mcperuse/views/picker"
	"mcperuse/views/prompt"
	"mcperuse/views/safetext"
)

// outgoing is what contents are given to outside the program.
type outgoing struct {
	naming   *prompt.View // the name of a file, while it is asked for
	command  *prompt.View // what was typed last into it
	commands []string     // that were run, the oldest first
	copies   outside.Copies
}

// contents are the contents on show with their URI. Where there are none it says
// so.
func (m *Model) contents() (uri string, c *model.Contents) {
	if p := m.pane(); p != nil {
		uri, c = p.Contents()
	}
	if c == nil {
		m.say(chrome.Warning, "no contents are on show: read a resource first, or open one of several")
	}
	return uri, c
}

// nameFound is a name that is free for contents.
type nameFound struct {
	name, folder string
	err          error
}

// askName asks under which name the contents on show are to be saved.
func (m *Model) askName() tea.Cmd {
	uri, c := m.contents()
	if c == nil {
		return nil
	}
	return func() tea.Msg {
		folder, err := export.Open(".")
		if err != nil {
			return nameFound{err: err}
		}
		name := folder.Free(export.Name(uri, c.MIMEType))
		return nameFound{name, folder.Path(), folder.Close()}
	}
}

func (m *Model) nameFound(msg nameFound) {
	if msg.err != nil {
		m.say(chrome.Failure, "not saved: "+msg.err.Error())
		return
	}
	m.naming = prompt.New(prompt.Words{
		Title: "Save as",
		Facts: []string{"into " + msg.folder, "The bytes are exact. Nothing is overwritten, and nothing is written outside of that folder."},
		Empty: "type a name for the file",
	}, msg.name, nil, func(name string) views.Action { return views.SaveAs{Name: name} })
	m.over = &over{m.naming, keymap.Asked}
}

// savedAs is the end of an attempt to save contents under a name.
type savedAs struct {
	asked *prompt.View
	path  string
	bytes int64
	free  string // another name, where that one is taken
	err   error
}

// saveAs writes the contents on show to a new file.
func (m *Model) saveAs(name string) tea.Cmd {
	_, c := m.contents()
	if c == nil {
		return nil
	}
	m.naming.Begin("saving…")
	asked := m.naming
	return func() tea.Msg {
		out := savedAs{asked: asked}
		folder, err := export.Open(".")
		if err != nil {
			out.err = err
			return out
		}
		out.path = filepath.Join(folder.Path(), name)
		out.err = folder.WriteNew(name, func(w io.Writer) (err error) {
			out.bytes, err = c.WriteTo(w)
			return err
		})
		if errors.Is(out.err, fs.ErrExist) {
			out.free = folder.Free(name)
		}
		out.err = errors.Join(out.err, folder.Close())
		return out
	}
}

func (m *Model) savedAs(msg savedAs) {
	switch {
	case msg.err == nil:
		if m.over != nil && m.over.overlay == overlay(msg.asked) {
			m.over = nil
		}
		m.say(chrome.Done, fmt.Sprintf("saved %s to %s", humanize.Bytes(msg.bytes), safetext.Line(msg.path)))
	case msg.free != "":
		msg.asked.Complain("there is a file of that name, which stays as it is; this one is free", msg.free)
	default:
		msg.asked.Complain("not saved: "+msg.err.Error(), "")
	}
}

// programsFound are the programs that contents can be opened with.
type programsFound struct{ programs outside.Programs }

// chooseProgram asks which program the contents on show are to be opened with.
func (m *Model) chooseProgram() tea.Cmd {
	if _, c := m.contents(); c == nil {
		return nil
	}
	env := m.opts.Env
	return func() tea.Msg { return programsFound{outside.Find(env)} }
}

// toolWords say what the tools are, and what becomes of the copy.
var toolWords = [...]struct{ name, note string }{
	views.Pager:  {"pager", "control characters as they are shown here"},
	views.Editor: {"editor", "a copy: changes are not sent, and not kept"},
	views.Viewer: {"viewer", "a copy, removed when mcperuse ends"},
}

func (m *Model) programsFound(msg programsFound) {
	var items []picker.Item
	for tool, words := range toolWords {
		if program, ok := msg.programs[views.Tool(tool)]; ok {
			items = append(items, picker.Item{Left: words.name, Text: program, Right: words.note, Choose: views.OpenWith{Tool: views.Tool(tool), Program: program}})
		}
	}
	if len(items) == 0 {
		m.say(chrome.Warning, "no program to open it with: set PAGER or EDITOR")
		return
	}
	m.over = &over{picker.New(picker.Words{Title: "Open with", None: "No program here is called that."}, len("editor")+2, items), keymap.Palette}
}

// copyMade is a temporary copy for a program, or why there is none.
type copyMade struct {
	with views.OpenWith
	copy *outside.Copy
	runs bool // it could be run, and nobody said that it may be
	err  error
}

// openWith opens a copy of the contents on show with a program.
func (m *Model) openWith(a views.OpenWith) tea.Cmd {
	m.over = nil
	uri, c := m.contents()
	if c == nil {
		return nil
	}
	copies := &m.copies
	return func() tea.Msg {
		data, err := c.Data()
		if err != nil {
			return copyMade{with: a, err: err}
		}
		suffix := export.Suffix(uri, c.MIMEType)
		if a.Tool == views.Viewer && !a.Sure && export.Runs(suffix, data) {
			return copyMade{with: a, runs: true}
		}
		if a.Tool == views.Pager {
			// Not every pager keeps control characters from the terminal.
			data = []byte(safetext.Text(string(data)))
		}
		file, err := copies.Make(data, suffix)
		if err == nil && a.Tool == views.Viewer {
			if err = outside.Open(file.Path(), ""); err != nil {
				err = errors.Join(err, file.Remove())
			}
		}
		return copyMade{with: a, copy: file, err: err}
	}
}

func (m *Model) copyMade(msg copyMade) tea.Cmd {
	switch {
	case msg.err != nil:
		m.say(chrome.Failure, "not opened: "+msg.err.Error())
	case msg.runs:
		m.askSure(msg.with)
	case msg.with.Tool == views.Viewer:
		m.say(chrome.Done, "given to "+msg.with.Program+"; the copy is removed when mcperuse ends")
	default:
		run := outside.Program(outside.OnFile(msg.with.Program, msg.copy.Path()), m.opts.Interrupts)
		return tea.Exec(run, func(err error) tea.Msg { return toolLeft{shortName(msg.with.Program), msg.copy, err} })
	}
	return nil
}

// askSure asks whether what could be run is to be opened all the same.
func (m *Model) askSure(a views.OpenWith) {
	a.Sure = true
	m.over = &over{picker.New(picker.Words{Title: "Opening this could run what the server sent.", None: "esc leaves it."}, 0, []picker.Item{
		{Text: "Do not open it", Choose: views.Back{}},
		{Text: "Open it with " + a.Program + " all the same", Choose: a},
	}), keymap.Palette}
}

// shortName is the name of a program without its folder and its options.
func shortName(program string) string {
	first, _, _ := strings.Cut(program, " ")
	return filepath.Base(first)
}

// toolLeft tells that a program gave the terminal back.
type toolLeft struct {
	program string
	copy    *outside.Copy
	err     error // of the program
}

// toolLeft looks at the copy that the program had, and removes it.
func (m *Model) toolLeft(msg toolLeft) tea.Cmd {
	return func() tea.Msg {
		changed := msg.copy.Changed()
		return toolEnded{msg.program, changed, msg.err, msg.copy.Remove()}
	}
}

// toolEnded is the end of a program that had the terminal.
type toolEnded struct {
	program string
	changed bool
	err     error // of the program
	left    error // why its copy could not be removed
}

func (m *Model) toolEnded(msg toolEnded) {
	switch {
	case msg.left != nil:
		m.say(chrome.Failure, "the temporary copy is still there: "+msg.left.Error())
	case msg.err != nil:
		m.say(chrome.Failure, msg.program+": "+outside.Ending(msg.err))
	case msg.changed:
		m.say(chrome.Warning, "changes made in "+msg.program+" are gone with the copy: nothing is sent to the server")
	}
}

// askCommand asks for a command to give the contents on show to, with what was
// typed and not run.
func (m *Model) askCommand() {
	uri, c := m.contents()
	if c == nil {
		return
	}
	if m.command == nil {
		m.command = prompt.New(prompt.Words{Title: "Pipe to", Empty: "type a command, such as wc -l or jq ."}, "", nil, func(line string) views.Action { return views.Pipe{Command: line} })
	}
	m.command.SetPast(m.commands)
	m.command.SetFacts("The command runs in your shell, and gets the exact bytes of "+uri+".", "What it writes goes to the terminal as it is.")
	m.over = &over{m.command, keymap.Asked}
}

// pipeReady are the bytes for a command.
type pipeReady struct {
	command string
	data    []byte
	err     error
}

// pipe decodes the contents on show for a command.
func (m *Model) pipe(command string) tea.Cmd {
	_, c := m.contents()
	if c == nil {
		return nil
	}
	m.command.Begin("starting…")
	return func() tea.Msg {
		data, err := c.Data()
		return pipeReady{command, data, err}
	}
}

func (m *Model) pipeReady(msg pipeReady) tea.Cmd {
	if msg.err != nil {
		m.command.Complain(msg.err.Error(), "")
		return nil
	}
	m.command.Clear()
	if m.over != nil && m.over.overlay == overlay(m.command) {
		m.over = nil
	}
	if n := len(m.commands); n == 0 || m.commands[n-1] != msg.command {
		m.commands = append(m.commands, msg.command)
	}
	return tea.Exec(outside.Pipe(m.opts.Env, msg.command, msg.data, m.opts.Interrupts), func(err error) tea.Msg { return pipeEnded{msg.command, err} })
}

// pipeEnded is the end of a command.
type pipeEnded struct {
	command string
	err     error
}

func (m *Model) pipeEnded(msg pipeEnded) {
	level := chrome.Done
	if msg.err != nil {
		level = chrome.Warning
	}
	m.say(level, safetext.Line(strings.TrimSpace(msg.command))+": "+outside.Ending(msg.err))
}
