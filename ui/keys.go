package ui

import (
	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/chrome"
	"mcperuse/views/help"
	"mcperuse/views/palette"
	"mcperuse/views/reader"
)

// scopes are the key scopes that are active, innermost first.
func (m *Model) scopes() []keymap.Scope {
	var out []keymap.Scope
	if m.over != nil {
		return []keymap.Scope{m.over.scope, keymap.Always}
	}
	if m.help != nil {
		return []keymap.Scope{keymap.Help, keymap.Moving, keymap.Global, keymap.Always}
	}
	if m.questions.shown() != nil {
		return m.questions.shown().Scopes()
	}
	if m.cancellable() != nil {
		out = append(out, keymap.Waiting)
	}
	if m.starting() {
		return append(out, keymap.Global, keymap.Always)
	}
	if m.focused() == paneReader && m.changes() != nil {
		return append(out, m.changes().Scopes()...)
	}
	if m.focused() == paneReader && (m.pane().Typing() || m.pane().Selecting()) {
		return append(append(out, m.pane().Scopes()...), keymap.Always)
	}
	if m.focused() == paneReader {
		return append(append(out, m.pane().Scopes()...), keymap.Document, keymap.Moving, keymap.Global, keymap.Always)
	}
	switch m.screen {
	case screenTemplates:
		if m.form != nil {
			return append(append(out, m.form.Scopes()...), keymap.Always)
		}
		out = append(out, keymap.Templates)
	case screenUpdates:
		out = append(out, keymap.Updates)
	case screenCache:
		out = append(out, keymap.Cache)
	case screenWire:
		if m.calling {
			return append(append(out, m.caller.Scopes()...), keymap.Always)
		}
		return append(out, m.wire.Scopes()...)
	case screenFindings:
		if m.findings.Len() > 0 {
			out = append(out, keymap.Findings)
		}
	case screenServer:
		if m.server.Typing() {
			return append(out, keymap.Filter, keymap.Always)
		}
		out = append(out, keymap.Server)
	default:
		return append(out, m.list.Scopes()...)
	}
	return append(out, keymap.Moving, keymap.Global, keymap.Always)
}

// starting reports whether the screen says that the server is starting, in the
// place of everything else.
func (m *Model) starting() bool {
	return m.pane() != nil && m.link.phase == connecting && m.store.Len() == 0
}

// focused is the pane of the current screen that has the focus.
func (m *Model) focused() pane { return m.focus[m.screen] }

// pane is the reader of the current screen, nil where it has none.
func (m *Model) pane() *reader.Pane {
	switch m.screen {
	case screenResources:
		return m.reader
	case screenTemplates:
		return m.result
	}
	return nil
}

// cancellable returns what esc would stop now, nil where there is nothing.
func (m *Model) cancellable() func() {
	switch p := m.pane(); {
	case m.link.phase == connecting:
		return m.link.cancel
	case p != nil && p.Waiting():
		return m.reads[p].stop
	case m.saving.running():
		return m.saving.stop
	case m.screen == screenWire && m.calling && m.call.running():
		return m.call.stop
	}
	return nil
}

// key does what a key press means where the focus is.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	if id, ok := keymap.Lookup(name, m.scopes()...); ok {
		return m.do(id)
	}
	if w := m.typing(); w != nil {
		w.Key(name, msg.Text)
	}
	return nil
}

// writer is a view that text can be typed into.
type writer interface {
	Key(key, text string) bool
	Paste(text string)
}

// typing is the view that keys are text for, nil where they are not.
func (m *Model) typing() writer {
	switch {
	case m.over != nil:
		return m.over
	case m.help != nil:
	case m.questions.shown() != nil:
		return m.questions.shown()
	case m.focused() == paneReader && m.changes() != nil:
		if m.changes().Typing() {
			return m.changes()
		}
	case m.focused() == paneReader && m.pane().Typing():
		return m.pane()
	case m.screen == screenServer && m.server.Typing():
		return m.server
	case m.screen == screenTemplates && m.form != nil && m.focused() == paneMain:
		return m.form
	case m.screen == screenWire && m.calling:
		return m.caller
	case m.screen == screenWire && m.wire.Typing():
		return m.wire
	case m.screen == screenResources && m.focused() == paneMain && m.list.Typing():
		return m.list
	}
	return nil
}

func (m *Model) paste(text string) {
	if w := m.typing(); w != nil {
		w.Paste(text)
	}
}

// screens are the screens by the id that shows them.
var screens = map[keymap.ID]screen{
	keymap.ShowResources: screenResources, keymap.ShowTemplates: screenTemplates, keymap.ShowUpdates: screenUpdates,
	keymap.ShowCache: screenCache, keymap.ShowWire: screenWire, keymap.ShowFindings: screenFindings, keymap.ShowServer: screenServer,
}

// do acts on the id of a key: the program's own here, all others in the view
// that has the focus.
func (m *Model) do(id keymap.ID) tea.Cmd {
	switch id {
	case keymap.Quit:
		return tea.Quit
	case keymap.Suspend:
		return tea.Suspend
	case keymap.ShowHelp:
		m.toggleHelp()
		return nil
	case keymap.ShowPalette:
		m.over = &over{palette.New(m.scopes()...), keymap.Palette}
		return nil
	case keymap.ChooseLexer:
		m.chooseLexer()
		return nil
	case keymap.ShowLinks:
		m.showLinks()
		return nil
	case keymap.OpenURI:
		m.openURI()
		return nil
	case keymap.OpenWith:
		return m.chooseProgram()
	case keymap.Pipe:
		m.askCommand()
		return nil
	case keymap.ListVersions:
		return m.listVersions()
	case keymap.ShowBookmarks:
		m.showBookmarks()
		return nil
	case keymap.GoBack, keymap.GoForward:
		return m.travel(travelKeys[id])
	case keymap.ToggleTheme:
		if m.colourless {
			m.say(chrome.Warning, "this terminal shows no colours")
			return nil
		}
		m.themeFixed = true
		m.setTheme(themes.For(!m.theme.Dark))
		return nil
	case keymap.Cancel:
		if stop := m.cancellable(); stop != nil {
			stop()
		}
		return nil
	case keymap.ToggleFollow:
		return m.toggleFollow()
	case keymap.ToggleRestart:
		return m.toggleRestart()
	case keymap.ToggleAutoReload:
		return m.toggleAutoReload()
	case keymap.FillIn:
		m.fillIn()
		return nil
	case keymap.SetAside:
		m.questions.aside = true
		return nil
	case keymap.ShowQuestion:
		if m.questions.aside = false; m.questions.view == nil {
			m.say(chrome.Warning, "the server asks nothing now")
		}
		return nil
	case keymap.NewCall:
		return m.act(views.EditCall{})
	case keymap.Reconnect:
		if m.link.phase == connecting {
			return nil
		}
		return m.connect()
	}
	if s, ok := screens[id]; ok {
		m.show(s)
		return nil
	}
	if m.over != nil {
		return m.act(m.over.Handle(id))
	}
	if m.help != nil {
		return m.act(m.help.Handle(id))
	}
	if m.questions.shown() != nil {
		return m.act(m.questions.shown().Handle(id))
	}
	switch p := m.pane(); id {
	case keymap.Copy:
		if m.focused() == paneReader && m.changes() == nil && !p.Selecting() {
			return m.copyFromReader()
		}
	case keymap.Save:
		if m.focused() == paneReader {
			return m.askName()
		}
	case keymap.FocusNext, keymap.FocusPrevious:
		by := 1
		if id == keymap.FocusPrevious {
			by = -1
		}
		if p != nil && (m.focused() != paneReader || !p.Step(by)) {
			m.focus[m.screen] = 1 - m.focused()
		}
		return nil
	case keymap.NextView, keymap.PreviousView, keymap.Wrap, keymap.NextContent, keymap.PreviousContent, keymap.ShowDetails:
		// They are about the contents, wherever the focus is.
		if p != nil {
			if id == keymap.ShowDetails && !p.Details() {
				m.focusReaderIfNarrow()
			}
			return m.act(p.Handle(id))
		}
	}
	return m.act(m.view().Handle(id))
}

// view is the view that has the focus.
func (m *Model) view() interface {
	Handle(keymap.ID) views.Action
} {
	if m.focused() == paneReader {
		if v := m.changes(); v != nil {
			return v
		}
		return m.pane()
	}
	if m.screen == screenWire && m.calling {
		return m.caller
	}
	if b, ok := m.bodies[m.screen]; ok {
		return b
	}
	switch {
	case m.screen == screenTemplates && m.form != nil:
		return m.form
	case m.screen == screenTemplates:
		return m.templates
	}
	return m.list
}

func (m *Model) show(s screen) {
	m.help, m.over = nil, nil
	m.screen = s
}

func (m *Model) toggleHelp() {
	if m.help != nil {
		m.help = nil
		return
	}
	active := m.scopes()
	m.help = &help.View{}
	m.help.Open(active...)
}

// act carries out what a view asked for.
func (m *Model) act(a views.Action) tea.Cmd {
	switch a := a.(type) {
	case views.Read:
		return m.readSelected(a)
	case views.ShowReader:
		m.focus[m.screen] = paneReader
	case views.ReadExpanded:
		kept := m.sendForm()
		m.selectSubject(m.result, reader.Subject{URI: a.URI, Template: a.Template, Bookmarked: m.kept.Bookmarked(a.URI)})
		m.focusReaderIfNarrow()
		return tea.Batch(kept, m.read(m.result, a.URI, true, m.form))
	case views.CancelRead:
		if p := m.pane(); p != nil {
			m.reads[p].stop()
		}
	case views.ToggleWatch:
		m.toggleWatch(a.URI)
	case views.ShowChanges:
		return m.showChanges(a.URI)
	case views.WatchAll:
		m.watchAll(a.URIs)
	case views.SaveContents:
		return m.saveContents(a.URIs)
	case views.SaveAs:
		return m.saveAs(a.Name)
	case views.OpenWith:
		return m.openWith(a)
	case views.Pipe:
		return m.pipe(a.Command)
	case views.ChooseOther:
		m.chooseOther(a.Version)
	case views.CompareVersions:
		m.compareVersions(a)
	case views.OpenTemplate:
		m.openForm(a.Index)
	case views.Reveal:
		return m.reveal(a)
	case views.StopList:
		m.walk.stop()
	case views.ContinueList:
		return m.goOn()
	case views.RefetchPage:
		return m.refetchPage(a.Page)
	case views.ShowPage:
		m.show(screenResources)
		m.focus[screenResources] = paneMain
		return m.act(m.list.SelectPage(a.Page))
	case views.RefetchCached:
		return m.refetchKept(a.URI)
	case views.DropCached:
		m.client.Cache().Drop(a.Key)
	case views.DropAllCached:
		m.dropAll()
	case views.ReloadList, views.ReloadTemplates:
		if m.link.phase == lost {
			return m.connect()
		}
		return m.reloadLists(a)
	case views.Reconnect:
		return m.do(keymap.Reconnect)
	case views.EditCall:
		m.openCall(a)
	case views.SendCall:
		return m.send(a)
	case views.ShowFrame:
		m.show(screenWire)
		m.calling = false
		if !m.wire.Show(a.Seq) {
			m.say(chrome.Warning, "that frame was dropped to stay within the memory of the log")
		}
	case views.AnswerQuestion:
		m.answerQuestion(a.Answer)
	case views.OpenAddress:
		return m.openAddress(a)
	case views.SaveFrames:
		return m.saveFrames()
	case views.CopyText:
		m.over = nil
		return m.copyText(a)
	case views.CopyBytes:
		m.over = nil
		return copyBytes(a)
	case views.OpenURI:
		return m.openTyped(a)
	case views.ToggleBookmark:
		return m.toggleBookmark(a.URI)
	case views.Do:
		m.over = nil
		return m.do(a.ID)
	case views.ChooseLexer:
		m.over = nil
		m.pane().SetLexer(a)
	case views.Notice:
		m.say(chrome.Warning, a.Text)
	case views.Back:
		m.back()
	}
	return nil
}

// reloadLists fetches a list again from its beginning. A change of the list of
// resources may have changed the templates too.
func (m *Model) reloadLists(a views.Action) tea.Cmd {
	if _, only := a.(views.ReloadTemplates); only {
		return m.listTemplates()
	}
	return tea.Batch(m.startWalk(nil), m.listTemplates())
}

// readSelected reads into the pane of the current screen.
func (m *Model) readSelected(a views.Read) tea.Cmd {
	p := m.pane()
	if p == nil {
		return m.reveal(views.Reveal{URI: a.URI})
	}
	m.focusReaderIfNarrow()
	if p.Kept() && !a.Refetch {
		m.showKept(p)
		m.visited(p)
		return nil
	}
	return m.read(p, a.URI, a.Refetch, nil)
}

// focusReaderIfNarrow shows the reader where only one pane fits.
func (m *Model) focusReaderIfNarrow() {
	if m.layout.narrow {
		m.focus[m.screen] = paneReader
	}
}

// reveal goes to a resource on screen 1 and reads it, listed or not.
func (m *Model) reveal(r views.Reveal) tea.Cmd {
	m.goTo(r.URI)
	m.focusReaderIfNarrow()
	again := m.store.changed[r.URI]
	if r.Changes && !again && len(m.versions.of(r.URI)) > 1 {
		return m.showChanges(r.URI)
	}
	if r.Changes {
		m.changesOf = r.URI
	}
	return m.read(m.reader, r.URI, again, nil)
}

// goTo shows a resource on screen 1 as far as it is known. Where no row is its own
// the reader has the focus, so that keys are about what it shows.
func (m *Model) goTo(uri string) {
	m.show(screenResources)
	s := reader.Subject{URI: uri, Bookmarked: m.kept.Bookmarked(uri)}
	if m.list.SelectURI(uri) {
		s.Resource = m.store.at(m.list.Selected())
	} else {
		m.focus[screenResources] = paneReader
	}
	m.shown = m.list.Selected()
	m.selectSubject(m.reader, s)
}

// back goes one step back; it never quits and loses nothing.
func (m *Model) back() {
	switch {
	case m.over != nil:
		m.over = nil
	case m.help != nil:
		m.help = nil
	case m.focused() == paneReader && m.changes() != nil:
		m.hideChanges()
	case m.focused() == paneReader:
		m.focus[m.screen] = paneMain
	case m.screen == screenTemplates && m.form != nil:
		m.form = nil
	case m.screen == screenWire && m.calling:
		m.calling = false
	case m.screen != screenResources:
		m.show(screenResources)
	}
}
