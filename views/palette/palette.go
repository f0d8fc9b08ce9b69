// Package palette is the list of everything that can be done now, found by
// typing a part of its name.
package palette

import (
	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/picker"
)

// keysWidth is the column of the keys.
const keysWidth = 14

// New returns the palette for the scopes that are active below it, innermost
// first. What an inner scope takes a key for, an outer one does not offer.
func New(active ...keymap.Scope) *picker.View {
	var items []picker.Item
	taken := map[keymap.ID]bool{keymap.ShowPalette: true}
	for _, g := range keymap.Groups(active...) {
		if !g.Active || g.Scope == keymap.Moving {
			continue
		}
		for _, b := range g.Bindings {
			if !taken[b.ID] {
				taken[b.ID] = true
				items = append(items, picker.Item{Left: b.AllKeys(), Text: b.Help, Right: string(b.Scope), Also: b.Short, Choose: views.Do{ID: b.ID}})
			}
		}
	}
	return picker.New(picker.Words{Title: "Do", None: "Nothing here is called that."}, keysWidth, items)
}
