// Package keymap is the one table of keys. Dispatch, footer, help and the
// README's key sheet all come from it.
package keymap

import (
	"fmt"
	"slices"
	"strings"
)

// ID names what a key does, whatever key that is.
type ID string

// Scope is a place where a key works. A key press is looked up in the scopes
// that are active, the innermost first.
type Scope string

// The scopes, in the order of the help screen. Whoever has the focus names the
// active ones, for example Reader, Document, Moving, Global. While text is
// typed neither Moving nor Global is active, only Always.
const (
	Waiting   Scope = "While waiting"          // something can be cancelled; the innermost
	Resources Scope = "Resources"              // screen 1, the list
	Tree      Scope = "Resources as a tree"    // screen 1 instead, the list as a tree
	Listing   Scope = "What is listed"         // screen 1: of the list, flat or as a tree
	Order     Scope = "The order of resources" // while it is chosen
	Pages     Scope = "Pages"                  // of the list of resources
	Counting  Scope = "Count"                  // while one is typed
	Folds     Scope = "JSON as a tree"         // in the reader
	Folder    Scope = "Contents as a folder"   // in the reader
	Reader    Scope = "Reader"
	Selecting Scope = "A selection"  // in a text, while keys move its end
	Document  Scope = "The resource" // selected or open: list and reader alike
	Changes   Scope = "Changes"      // between two versions of the contents
	Templates Scope = "Templates"    // screen 2, the list
	Form      Scope = "Template form"
	Offered   Scope = "What is offered"         // for a field, while it is typed into
	Choosing  Scope = "A choice"                // while one of what is offered is selected
	Lines     Scope = "A text of several lines" // in a form
	Question  Scope = "A question"              // the server's, a form to fill in
	Review    Scope = "Before it is sent"
	Visit     Scope = "An address to go to"
	Arriving  Scope = "A question that just came"
	Share     Scope = "Folders to share"
	Updates   Scope = "Updates"     // screen 3
	Cache     Scope = "Cache"       // screen 4
	Wire      Scope = "Wire"        // screen 5, the list of frames
	Frame     Scope = "A frame"     // screen 5, one frame
	Find      Scope = "Search line" // below a text
	Going     Scope = "Go to"       // the same line, for a place
	Filter    Scope = "Filter line" // while a filter is typed
	Call      Scope = "Raw call"    // a request while it is written
	Findings  Scope = "Findings"    // screen 6
	Server    Scope = "Server"      // screen 7
	Help      Scope = "Help"
	Palette   Scope = "Commands"
	Opener    Scope = "Open a URI"          // typed, bookmarked, or typed before
	Asked     Scope = "A name or a command" // while it is typed
	Moving    Scope = "Moving"              // in any list and any text
	Global    Scope = "Everywhere"
	Always    Scope = "Always" // while text is typed, too
)

// Binding is one row of the table. Bindings that Footer, Groups and Table
// return share their Keys: they are for reading.
type Binding struct {
	ID    ID
	Keys  []string // as Bubble Tea spells them; the first is the one shown
	Short string   // for the footer, one or two words
	Help  string   // for the help screen, a sentence without a full stop
	Scope Scope
	// Footer ranks the binding for the footer, 1 first; 0 keeps it out.
	Footer int
}

// Key is the first key as people read it.
func (b Binding) Key() string { return Spell(b.Keys[0]) }

// AllKeys is every key as people read it, separated by spaces.
func (b Binding) AllKeys() string {
	spelled := make([]string, len(b.Keys))
	for i, key := range b.Keys {
		spelled[i] = Spell(key)
	}
	return strings.Join(spelled, " ")
}

// Spell turns a key as Bubble Tea spells it into what people read.
func Spell(key string) string {
	switch key {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgdown":
		return "pgdn"
	}
	return key
}

// Lookup finds what a key, as Bubble Tea spells it, does in the active scopes,
// given innermost first.
func Lookup(key string, scopes ...Scope) (ID, bool) {
	if key == "ctrl+@" { // what most terminals send for it
		key = "ctrl+space"
	}
	for _, scope := range scopes {
		for _, b := range table {
			if b.Scope == scope && slices.Contains(b.Keys, key) {
				return b.ID, true
			}
		}
	}
	return "", false
}

// KeyOf is the key that does something in a scope as people read it, for
// sentences that name a key; "" where none does.
func KeyOf(id ID, scope Scope) string {
	for _, b := range table {
		if b.Scope == scope && b.ID == id {
			return b.Key()
		}
	}
	return ""
}

// Footer returns the bindings of the active scopes that have a place in the
// footer, the most important first. A key or an id that two scopes use belongs
// to the inner one.
func Footer(scopes ...Scope) []Binding {
	var out []Binding
	for _, scope := range scopes {
		for _, b := range table {
			taken := func(inner Binding) bool { return inner.ID == b.ID || inner.Keys[0] == b.Keys[0] }
			if b.Scope == scope && b.Footer > 0 && !slices.ContainsFunc(out, taken) {
				out = append(out, b)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Binding) int { return a.Footer - b.Footer })
	return out
}

// Group is the bindings of one scope.
type Group struct {
	Scope    Scope
	Active   bool
	Bindings []Binding
}

// Groups returns the whole table by scope for the help screen: the active
// scopes first, in the order given, then the others.
func Groups(active ...Scope) []Group {
	var out []Group
	add := func(scope Scope) {
		if slices.ContainsFunc(out, func(g Group) bool { return g.Scope == scope }) {
			return
		}
		g := Group{Scope: scope, Active: slices.Contains(active, scope)}
		for _, b := range table {
			if b.Scope == scope {
				g.Bindings = append(g.Bindings, b)
			}
		}
		if len(g.Bindings) > 0 {
			out = append(out, g)
		}
	}
	for _, scope := range active {
		add(scope)
	}
	for _, b := range table {
		add(b.Scope)
	}
	return out
}

// Markdown returns the key sheet of the README: one table a scope.
func Markdown() string {
	var b strings.Builder
	for i, g := range Groups() {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "**%s**\n\n| Keys | What they do |\n|---|---|\n", g.Scope)
		for _, binding := range g.Bindings {
			keys := make([]string, len(binding.Keys))
			for i, key := range binding.Keys {
				keys[i] = "`" + Spell(key) + "`"
			}
			fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(keys, " "), binding.Help)
		}
	}
	return b.String()
}
