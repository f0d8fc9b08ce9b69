// Package ui is the full-screen browser: a Bubble Tea program on an
// [mcpclient.Client].
//
// The [Model] owns the layout, the focus and everything the views show. A key
// becomes an id of the key table, the focused view turns it into an action,
// and the action becomes a command that calls the client. What the client
// reports comes back through the [inbox], at most once a frame of the screen.
package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/themes"
	"mcperuse/ui/cli"
	"mcperuse/ui/keep"
	"mcperuse/ui/outside"
	"mcperuse/views/picture"
)

// Run shows the browser until the user quits or ctx ends. The connection, the
// child and the terminal are in order again when it returns.
//
// Interrupts are the ones that ctx ends with.
func Run(ctx context.Context, interrupts *outside.Interrupts, b cli.Browse) error {
	asker := NewAsker()
	b.Options.Asker = asker
	client := mcpclient.New(b.Target, b.Options)
	screen := NewScreen(os.Stdout)
	m, err := New(Options{
		Client: client, Asker: asker, Title: b.Title, Theme: b.Theme, Graphics: b.Graphics, Screen: screen, Mouse: !b.NoMouse, AutoReload: b.AutoReload, AutoRestart: b.AutoRestart, Alert: Alert(b.Alert),
		Keep: keep.For(b.Target, time.Now), Now: time.Now, After: time.After, Interrupts: interrupts, Env: os.Getenv,
	})
	if err != nil {
		return err
	}
	stop, err := watchFiles(ctx, b.RestartOn, m.inbox)
	if err != nil {
		return errors.Join(fmt.Errorf("--restart-on: %w", err), client.Close())
	}
	pumped := make(chan struct{})
	go func() {
		defer close(pumped)
		for e := range client.Events() {
			m.inbox.put(e)
		}
	}()
	// A signal ends the program the way a key does: everything is put in order.
	program := tea.NewProgram(m, tea.WithoutSignalHandler(), tea.WithOutput(screen))
	defer context.AfterFunc(ctx, program.Quit)()
	_, err = program.Run()
	m.inbox.close()
	m.cancelAll()
	closing := client.Close()
	<-pumped
	return errors.Join(err, closing, stop(), m.copies.Close())
}

// Options is what a Model is made of.
type Options struct {
	Client *mcpclient.Client
	Asker  *Asker // the one the client has; nil where it has none
	Title  string // the server as the user named it
	Theme  string // "auto" or the name of a theme
	// Graphics is "auto" or the name of a way to show images.
	Graphics string
	Screen   *Screen // what the program writes to; nil where no images are shown
	Mouse    bool
	// AutoReload reloads the list whenever the server says that it changed.
	AutoReload bool
	// AutoRestart connects again whenever the connection is lost.
	AutoRestart bool
	// Alert is how changes make themselves noticed.
	Alert Alert
	// Keep is where what belongs to the server is kept; nil keeps nothing.
	Keep *keep.File
	// Interrupts are lent to the programs that get the terminal.
	Interrupts *outside.Interrupts
	Env        func(name string) string // as os.Getenv; nil where nothing is set
	Now        func() time.Time
	After      func(time.Duration) <-chan time.Time // as time.After
}

// New returns the model of the browser; its Init begins to connect. The error
// names the themes there are.
func New(o Options) (*Model, error) {
	if o.Asker == nil {
		o.Asker = NewAsker()
	}
	if o.Interrupts == nil {
		o.Interrupts = &outside.Interrupts{}
	}
	if o.Env == nil {
		o.Env = func(string) string { return "" }
	}
	m := &Model{
		opts: o, client: o.Client, inbox: o.Asker.box, now: o.Now, theme: themes.Dark(), screen: screenResources,
		auto: autoReload{on: o.AutoReload}, restarting: restarting{on: o.AutoRestart},
	}
	if o.Theme != "auto" && o.Theme != "" {
		theme, err := themes.ByName(o.Theme)
		if err != nil {
			return nil, err
		}
		m.theme, m.themeFixed = theme, true
	}
	m.begin()
	if o.Graphics != "auto" && o.Graphics != "" {
		protocol, err := picture.ByName(o.Graphics)
		if err != nil {
			return nil, err
		}
		m.graphics.fixed = &protocol
		how := m.graphics.choose(o.Env)
		m.reader.SetGraphics(how)
		m.result.SetGraphics(how)
	}
	return m, nil
}
