// Package views holds what the views have in common: the actions they ask for.
//
// A view is passive. It is told its size and its data, turns key ids and mouse
// events into an [Action], and draws itself into a rectangle of cells. It does
// no I/O, starts no goroutine and knows nothing of the program around it.
package views

import (
	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/input"
)

// Action is something a view asks the program to do; nil asks for nothing.
type Action interface{ action() }

// Read asks for the contents of a URI. Without Refetch a fresh copy from the
// cache will do.
type Read struct {
	URI     string
	Refetch bool
}

// ReadExpanded asks for the contents of a URI that came from a template.
type ReadExpanded struct {
	Template string
	URI      string
}

// CancelRead asks to stop the read under way.
type CancelRead struct{}

// ToggleWatch asks to watch a URI, or to stop watching it.
type ToggleWatch struct{ URI string }

// OpenURI asks to read a URI, listed or not. Typed tells that it came from the
// keyboard.
type OpenURI struct {
	URI   string
	Typed bool
}

// ToggleBookmark asks to bookmark a URI, or to take its bookmark away.
type ToggleBookmark struct{ URI string }

// ShowChanges asks to show what changed in a resource since it was read before.
type ShowChanges struct{ URI string }

// ChooseOther asks for the version to compare one with, by its index.
type ChooseOther struct{ Version int }

// CompareVersions asks to show what differs between two versions that were listed,
// by their indexes.
type CompareVersions struct{ Older, Newer int }

// WatchAll asks to watch several URIs, or to stop where all of them are watched.
type WatchAll struct{ URIs []string }

// SaveContents asks to write the contents of resources to files, reading first
// what was not read.
type SaveContents struct{ URIs []string }

// SaveAs asks to write the contents on show to a new file.
type SaveAs struct{ Name string }

// Tool is what contents can be opened with.
type Tool uint8

// The tools.
const (
	Pager Tool = iota
	Editor
	Viewer // what the system opens files with
)

// OpenWith asks to open a copy of the contents on show with a program.
type OpenWith struct {
	Tool    Tool
	Program string
	Sure    bool // that it may run what is in them
}

// Pipe asks to give the contents on show to a command, on its standard input.
type Pipe struct{ Command string }

// OpenTemplate asks for the form of the template at an index of the list.
type OpenTemplate struct{ Index int }

// Reveal asks to select a URI in the list of resources and to read it. With Changes
// what differs from the reading before is shown, where there was one.
type Reveal struct {
	URI     string
	Changes bool
}

// ShowReader asks to move the focus to the reader.
type ShowReader struct{}

// RefetchPage asks to fetch one page of the list of resources again, by its
// index. The rows of other pages stay.
type RefetchPage struct{ Page int }

// ShowPage asks to show a page of the list of resources, by its index.
type ShowPage struct{ Page int }

// RefetchCached asks the server again for contents that are kept, without
// showing them.
type RefetchCached struct{ URI string }

// DropCached asks to forget one kept result.
type DropCached struct{ Key freshness.Key }

// DropAllCached asks to forget every kept result.
type DropAllCached struct{}

// StopList asks to stop fetching pages.
type StopList struct{}

// ContinueList asks to go on after a stop, one page past a repeating cursor.
type ContinueList struct{}

// ReloadList asks to start again at page 1.
type ReloadList struct{}

// ReloadTemplates asks to fetch the list of templates again.
type ReloadTemplates struct{}

// Reconnect asks to connect again, or to start again what is being connected.
type Reconnect struct{}

// ShowFrame asks to show the frame with a sequence number on the Wire screen.
type ShowFrame struct{ Seq uint64 }

// CopyText asks to put a text on the clipboard, byte for byte. Label names what
// it is, for the word that it was done: "frame 58".
type CopyText struct{ Text, Label string }

// CopyBytes is CopyText for what may be large: the bytes, which do not change, are
// made a text only once they were chosen.
type CopyBytes struct {
	Bytes []byte
	Label string
}

// EditCall asks for an editor with a request in it, to be sent as it is then.
// Params is JSON as it was sent, "" where there was none.
type EditCall struct{ Method, Params string }

// SendCall asks to send a request, or a notification where Method begins with
// "notifications/". Params is a JSON object on one line, "" for none. Unless it
// is Exact, what the protocol asks for and params lack is added to their _meta.
type SendCall struct {
	Method, Params string
	Exact          bool
}

// AnswerQuestion asks to send an answer to what the server asks.
type AnswerQuestion struct{ Answer input.Answer }

// OpenAddress asks to open an address outside, and to accept what the server asks
// once that went well.
type OpenAddress struct{ Address string }

// SaveFrames asks to write every frame of the log to a file, as JSON Lines.
type SaveFrames struct{}

// Do asks to do what a key does.
type Do struct{ ID keymap.ID }

// ChooseLexer asks to colour the text on show with the lexer of a name, "" for
// none, or as guessed.
type ChooseLexer struct {
	Name  string
	Guess bool
}

// Notice asks to tell the person why a key did nothing.
type Notice struct{ Text string }

// Back asks to leave the view, keeping everything in it.
type Back struct{}

func (Read) action()            {}
func (ReadExpanded) action()    {}
func (CancelRead) action()      {}
func (ToggleWatch) action()     {}
func (OpenURI) action()         {}
func (ToggleBookmark) action()  {}
func (ShowChanges) action()     {}
func (WatchAll) action()        {}
func (ChooseOther) action()     {}
func (CompareVersions) action() {}
func (SaveContents) action()    {}
func (SaveAs) action()          {}
func (OpenWith) action()        {}
func (Pipe) action()            {}
func (OpenTemplate) action()    {}
func (Reveal) action()          {}
func (ShowReader) action()      {}
func (RefetchPage) action()     {}
func (ShowPage) action()        {}
func (RefetchCached) action()   {}
func (DropCached) action()      {}
func (DropAllCached) action()   {}
func (StopList) action()        {}
func (ContinueList) action()    {}
func (ReloadList) action()      {}
func (ShowFrame) action()       {}
func (CopyText) action()        {}
func (CopyBytes) action()       {}
func (EditCall) action()        {}
func (SendCall) action()        {}
func (AnswerQuestion) action()  {}
func (OpenAddress) action()     {}
func (SaveFrames) action()      {}
func (Do) action()              {}
func (ChooseLexer) action()     {}
func (Notice) action()          {}
func (ReloadTemplates) action() {}
func (Reconnect) action()       {}
func (Back) action()            {}
