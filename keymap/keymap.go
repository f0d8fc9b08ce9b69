// Package keymap is the one table of keys. Dispatch, footer, help and the
// README's key sheet all come from it.
package keymap

// ID names what a key does, whatever key that is.
type ID string

// Scope is a place where a key works. A key press is looked up in the scopes
// that are active, the innermost first.
type Scope string

// The scopes.
const (
	Global    Scope = "Everywhere"
	List      Scope = "Lists"     // moving in any list
	Resources Scope = "Resources" // screen 1, the list
	Reader    Scope = "Reader"
	Templates Scope = "Templates" // screen 2, the list
	Form      Scope = "Template form"
	Updates   Scope = "Updates"       // screen 3
	Server    Scope = "Server"        // screen 7
	Waiting   Scope = "While waiting" // something can be cancelled
	Help      Scope = "Help"
)

// Binding is one row of the table.
type Binding struct {
	ID    ID
	Keys  []string // as Bubble Tea spells them; the first is the one shown
	Short string   // for the footer, one or two words
	Help  string   // for the help screen, a sentence without a full stop
	Scope Scope
	// Footer ranks the binding for the footer, 1 first; 0 keeps it out.
	Footer int
}
