package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"mcperuse/keymap"
	"mcperuse/mcpclient"
	"mcperuse/mcpclient/freshness"
	"mcperuse/themes"
	"mcperuse/ui/keep"
	"mcperuse/views"
	"mcperuse/views/cache"
	"mcperuse/views/caller"
	"mcperuse/views/diff"
	"mcperuse/views/findings"
	"mcperuse/views/form"
	"mcperuse/views/help"
	"mcperuse/views/opener"
	"mcperuse/views/reader"
	"mcperuse/views/resources"
	"mcperuse/views/server"
	"mcperuse/views/templates"
	"mcperuse/views/updates"
	"mcperuse/views/wire"
)

// screen is one of the screens on the number keys.
type screen int

// The screens, by the key that shows them.
const (
	screenResources screen = 1
	screenTemplates screen = 2
	screenUpdates   screen = 3
	screenCache     screen = 4
	screenWire      screen = 5
	screenFindings  screen = 6
	screenServer    screen = 7
)

// body is the view of a screen that has only one.
type body interface {
	SetSize(width, height int)
	Handle(keymap.ID) views.Action
	Click(x, y int) views.Action
	Wheel(x, y, lines int)
	Cursor() (x, y int, ok bool)
	Position() string
	Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme, focused bool)
}

// pane is the part of a screen that has the focus.
type pane uint8

const (
	paneMain   pane = iota // the list, the form, or the only one
	paneReader             // what was read
)

// Model is the root model of the program. Only Bubble Tea calls its methods,
// one at a time.
type Model struct {
	opts   Options
	client *mcpclient.Client
	inbox  *inbox
	now    func() time.Time

	theme      themes.Theme
	colourless bool // the terminal shows no colours, or is not to
	themeFixed bool // chosen by the user, not by the terminal's background
	width      int
	height     int
	method     ansi.Method // how the terminal measures text
	graphics   graphics
	layout     layout
	screen     screen
	focus      [screenServer + 1]pane // of each screen
	help       *help.View             // nil while closed
	over       *over                  // what is drawn over the body, nil for nothing
	opener     *opener.View           // what was typed last into it
	filling                           // the forms of templates

	store     *store
	list      *resources.View
	templates *templates.View
	reader    *reader.Pane // of the resources screen
	result    *reader.Pane // of the templates screen
	updates   *updates.View
	cache     *cache.View
	wire      *wire.View
	caller    *caller.View // over the wire screen while calling
	findings  *findings.View
	server    *server.View
	bodies    map[screen]body // the views of the screens that have one

	kept      keep.Server // what belongs to the server
	history   history
	returning bool // something of the history is being shown again

	link           link
	identity       identity // of the server, when it was connected to last
	restarting     restarting
	walk           walkState
	reload         reload
	auto           autoReload
	comparing      stopper // the list with the one before
	following      following
	versions       versions
	diff           *diff.View // what changed, nil while that is not shown
	changesOf      string     // a URI whose changes are to be shown once it is read, "" for none
	diffFrom       pane       // that had the focus before
	listedVersions versionList
	outgoing
	comparison stopper
	pressed    pressed
	alerted    time.Time // when the last alert was given
	listing    templateState
	reads      map[*reader.Pane]*readState
	serial     uint64 // of the last read or walk asked for
	toast      *toast
	warnings   int     // findings that are more than information
	searches   stopper // the work of the wire screen
	sorting    stopper // the work of the list of resources
	finding    stopper // of what fits the line for a URI
	pageFetch  stopper // one page that is fetched again
	saving     saveState
	keptFetch  stopper // kept contents that are fetched again from the Cache screen
	calling    bool    // the editor of a raw call is open
	call       stopper // the raw call under way
	questions  questions
	callSerial uint64
	shown      int              // the row the reader is about
	shownCache freshness.Totals // what the Cache screen was told
	ticking    bool             // a tick is on its way
	looked     bool             // at the wire once more since something happened
}

// phase is how far the connection is.
type phase uint8

const (
	connecting phase = iota
	connected
	lost
)

// link is the connection to the server.
type link struct {
	phase  phase
	serial uint64    // of the attempt to connect
	since  time.Time // when connecting began
	step   string    // what is being waited for
	err    error     // why it failed or was lost
	cancel context.CancelFunc
	reason string // why it is made again, "" where nobody needs to be told
}

// begin sets up the views of an empty browser.
func (m *Model) begin() {
	m.store = newStore(m.client, m.now)
	m.list = resources.New(m.store)
	m.templates = templates.New()
	m.reader = reader.New(m.theme, "Nothing is selected.")
	m.result = reader.New(m.theme, "What a template reads shows up here.")
	m.updates = updates.New()
	m.cache = cache.New()
	m.wire = wire.New(m.client.Log())
	m.wire.SetCommand(m.client.Target().Words()...)
	m.caller = caller.New()
	m.findings = findings.New()
	m.server = server.New()
	m.bodies = map[screen]body{screenUpdates: m.updates, screenCache: m.cache, screenWire: m.wire, screenFindings: m.findings, screenServer: m.server}
	m.filling = filling{forms: map[string]*form.Form{}, fit: fit{index: -1}}
	m.reads = map[*reader.Pane]*readState{m.reader: {}, m.result: {}}
}

// Init implements [tea.Model]: it begins to connect and asks the terminal for
// its background.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.inbox.next(time.Time{}), m.connect(), m.loadKept(), m.askGraphics()}
	if !m.themeFixed {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, tick := msg.(tickMsg); m.screen == screenWire && !tick {
		m.looked = false
	}
	cmd := m.handle(msg)
	m.refresh()
	return m, tea.Batch(cmd, m.work(), m.complete(), m.tick())
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	m.hearGraphics(msg)
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg.Width, msg.Height)
		return m.askCells()
	case tea.BackgroundColorMsg:
		if !m.themeFixed && !m.colourless {
			m.setTheme(themes.For(msg.IsDark()))
		}
	case tea.ColorProfileMsg:
		if m.colourless = msg.Profile == colorprofile.ASCII || msg.Profile == colorprofile.NoTTY; m.colourless {
			m.setTheme(themes.Plain())
		}
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && msg.Value.IsSet() {
			m.method = ansi.GraphemeWidth
		}
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.PasteMsg:
		m.paste(msg.Content)
	case tea.MouseMsg:
		return m.mouse(msg)
	case batch:
		return m.deliver(msg)
	case tickMsg:
		m.ticking, m.looked = false, true
	case opened:
		return m.opened(msg)
	case listed:
		m.listed(msg)
	case answered:
		m.answered(msg)
	case completed:
		m.completed(msg)
	case rendered:
		msg.pane.Apply(msg.outcome)
	case pageRefetched:
		m.pageRefetched(msg)
	case compared:
		m.compared(msg)
	case keptChanged:
		m.keptChanged(msg)
	case followDue:
		return m.followDue()
	case restartDue:
		return m.restartDue(msg)
	case reloadDue:
		return m.reloadDue()
	case keptRefetched:
		m.keptRefetched(msg)
	case diffed:
		if m.diff != nil {
			m.diff.Apply(msg.outcome)
		}
	case arranged:
		m.list.Apply(msg.outcome)
	case searched:
		m.wire.Apply(msg.outcome)
	case found:
		msg.view.Apply(msg.outcome)
	case nameFound:
		m.nameFound(msg)
	case savedAs:
		m.savedAs(msg)
	case programsFound:
		m.programsFound(msg)
	case copyReady:
		return m.copyText(views.CopyText(msg))
	case copied:
		m.copied(msg)
	case copyMade:
		return m.copyMade(msg)
	case toolLeft:
		return m.toolLeft(msg)
	case toolEnded:
		m.toolEnded(msg)
	case pipeReady:
		return m.pipeReady(msg)
	case pipeEnded:
		m.pipeEnded(msg)
	case versionsListed:
		m.versionsListed(msg)
	case addressOpened:
		m.addressOpened(msg)
	case saved:
		m.saved(msg)
	}
	return nil
}

// deliver takes everything that happened since the last frame.
func (m *Model) deliver(b batch) tea.Cmd {
	cmds := []tea.Cmd{m.inbox.next(time.Now())}
	for _, v := range b {
		switch v := v.(type) {
		case pageArrived:
			m.pageArrived(v)
		case walkRestarted:
			m.walkRestarted(v)
		case known:
			if v.serial == m.walk.serial {
				m.store.known = v.uris
			}
		case walked:
			cmds = append(cmds, m.walked(v))
		case callSent:
			m.caller.Sent(string(v.id))
		case called:
			m.called(v)
		case filesChanged:
			cmds = append(cmds, m.filesChanged(v))
		case saving:
			if v.serial == m.saving.serial {
				m.saving.done = v.done
			}
		case *asked:
			m.asked(v)
		case unasked:
			m.unasked(v.asked)
		case progressed:
			v.pane.Progress(v.serial, v.progress)
		case mcpclient.Event:
			cmds = append(cmds, m.event(v))
		}
	}
	return tea.Batch(cmds...)
}

func (m *Model) setTheme(t themes.Theme) {
	m.theme = t
	m.reader.SetTheme(t)
	m.result.SetTheme(t)
	if m.diff != nil {
		m.diff.SetTheme(t)
	}
}

// tickMsg redraws what changes by itself with time.
type tickMsg struct{}

// tick asks for a redraw a second from now while something on screen counts.
// Nothing wakes the program otherwise.
func (m *Model) tick() tea.Cmd {
	now := m.now()
	if m.toast != nil && !now.Before(m.toast.until) {
		m.toast = nil
	}
	if settling := m.questions.settle(now); m.ticking || !settling && !m.counting(now) {
		return nil
	}
	m.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

// counting reports whether something on screen changes by itself.
func (m *Model) counting(now time.Time) bool {
	switch {
	case m.toast != nil, m.link.phase == connecting, !m.restarting.at.IsZero(), m.walk.running(), m.call.running(), m.saving.running():
		return true
	case m.screen == screenResources:
		return m.reader.Ticking(now)
	case m.screen == screenTemplates:
		return m.result.Ticking(now)
	case m.screen == screenUpdates:
		return m.updates.Ticking(now)
	case m.screen == screenCache:
		return m.cache.Ticking()
	case m.screen == screenWire:
		// Drawing is what notices large frames; one more look starts the work.
		return !m.looked
	case m.screen == screenServer:
		return m.link.phase == connected // up time
	}
	return false
}

// toast is a short message in the footer.
type toast struct {
	level chromeLevel
	text  string
	until time.Time
}

func (m *Model) say(level chromeLevel, text string) {
	m.toast = &toast{level, text, m.now().Add(4 * time.Second)}
}
