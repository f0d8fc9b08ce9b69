package ui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"mcperuse/keymap"
	"mcperuse/ui/outside"
	"mcperuse/views"
	"mcperuse/views/chrome"
	"mcperuse/views/humanize"
	"mcperuse/views/picker"
)

// copyFromReader copies what is in the reader; where several things could be
// meant, it asks which.
func (m *Model) copyFromReader() tea.Cmd {
	choices := m.pane().CopyChoices()
	switch len(choices) {
	case 0:
		return nil
	case 1:
		return m.act(choices[0].Copy)
	}
	items := make([]picker.Item, len(choices))
	for i, c := range choices {
		items[i] = picker.Item{Text: c.Label, Right: humanize.Bytes(int64(c.Size)), Choose: c.Copy}
	}
	m.over = &over{picker.New(picker.Words{Title: "Copy", None: "Nothing here is called that."}, 0, items), keymap.Palette}
	return nil
}

// Sizes of texts for the clipboard of the terminal, in bytes.
const (
	sureForTerminal = 74_994   // what the terminals with the narrowest bounds take, before base64
	mostForTerminal = 16 << 20 // a terminal may be busy for a long time with more
)

// copyReady is a text for the clipboard that was made of bytes.
type copyReady views.CopyText

// copyBytes makes a text of bytes for the clipboard.
func copyBytes(a views.CopyBytes) tea.Cmd {
	return func() tea.Msg { return copyReady{string(a.Bytes), a.Label} }
}

// copied is the end of an attempt to use a clipboard of the system.
type copied struct {
	of   views.CopyText
	sent bool // to the terminal, too
	name string
	err  error
}

// copyText puts a text on the clipboard: through the terminal where that may take
// it, and with a program of this computer where there is one, since a terminal does
// not say whether it did.
func (m *Model) copyText(a views.CopyText) tea.Cmd {
	send := len(a.Text) <= mostForTerminal
	env := m.opts.Env
	native := func() tea.Msg {
		name, err := outside.Clipboard(context.Background(), env, a.Text)
		return copied{a, send, name, err}
	}
	if send {
		return tea.Batch(tea.SetClipboard(a.Text), native)
	}
	return native
}

func (m *Model) copied(msg copied) {
	what := fmt.Sprintf("%s, %s", msg.of.Label, humanize.Bytes(int64(len(msg.of.Text))))
	native := msg.name != "" && msg.err == nil
	switch {
	case native && msg.sent:
		m.say(chrome.Done, what+", sent to the terminal (OSC 52) and to "+msg.name)
	case native:
		m.say(chrome.Done, what+", given to "+msg.name)
	case !msg.sent && msg.err != nil:
		m.say(chrome.Failure, what+", not copied: "+msg.err.Error())
	case !msg.sent:
		m.say(chrome.Failure, what+", is too large for the clipboard of a terminal: save it instead")
	case len(msg.of.Text) > sureForTerminal:
		m.say(chrome.Warning, what+", sent to the terminal (OSC 52), which may take less")
	default:
		m.say(chrome.Done, what+", sent to the terminal (OSC 52)")
	}
}
