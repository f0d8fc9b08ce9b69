package keymap

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// together lists the scopes that are active at the same time, as the program
// combines them.
var together = map[string][]Scope{
	"resources": {Resources, Listing, Document, Moving, Global, Always},
	"tree":      {Tree, Listing, Document, Moving, Global, Always},
	"order":     {Order, Always},
	"pages":     {Pages, Moving, Global, Always},
	"counting":  {Counting, Moving, Always},
	"reader":    {Reader, Document, Moving, Global, Always},
	"folds":     {Folds, Reader, Document, Moving, Global, Always},
	"folder":    {Folder, Reader, Document, Moving, Global, Always},
	"selecting": {Selecting, Moving, Always},
	"changes":   {Changes, Moving, Global, Always},
	"templates": {Templates, Moving, Global, Always},
	"form":      {Form, Always},
	"offered":   {Offered},
	"choosing":  {Choosing},
	"lines":     {Lines, Call, Always},
	"question":  {Question, Always},
	"review":    {Review, Moving, Always},
	"arriving":  {Arriving, Always},
	"visit":     {Visit, Moving, Always},
	"share":     {Share, Moving, Always},
	"updates":   {Updates, Moving, Global, Always},
	"cache":     {Cache, Moving, Global, Always},
	"wire":      {Wire, Moving, Global, Always},
	"frame":     {Frame, Moving, Global, Always},
	"filter":    {Filter, Always},
	"find":      {Find, Always},
	"going":     {Going, Always},
	"call":      {Call, Always},
	"findings":  {Findings, Moving, Global, Always},
	"server":    {Server, Moving, Global, Always},
	"help":      {Help, Moving, Global, Always},
	"palette":   {Palette, Always},
	"opener":    {Opener, Always},
	"asked":     {Asked, Always},
	"waiting":   {Waiting},
}

func TestOneMeaningAKey(t *testing.T) {
	for name, scopes := range together {
		t.Run(name, func(t *testing.T) {
			meaning := map[string]ID{}
			for _, b := range Table() {
				if !slices.Contains(scopes, b.Scope) {
					continue
				}
				for _, key := range b.Keys {
					if other, taken := meaning[key]; taken && other != b.ID {
						t.Errorf("%q means both %s and %s", key, other, b.ID)
					}
					meaning[key] = b.ID
				}
			}
		})
	}
}

// What a key does in a scope stands in the table once, or help and the README would
// say it twice.
func TestNoBindingStandsTwice(t *testing.T) {
	type place struct {
		id    ID
		scope Scope
		key   string
	}
	seen := map[place]bool{}
	for _, b := range Table() {
		for _, key := range b.Keys {
			if p := (place{b.ID, b.Scope, key}); seen[p] {
				t.Errorf("%s stands twice for %q in %q", b.ID, key, b.Scope)
			} else {
				seen[p] = true
			}
		}
	}
}

func TestWaitingTakesOnlyEsc(t *testing.T) {
	for _, b := range Table() {
		if b.Scope == Waiting && !slices.Equal(b.Keys, []string{"esc"}) {
			t.Errorf("%s takes %v from the scopes below it", b.ID, b.Keys)
		}
	}
}

func TestEveryScopeIsUsed(t *testing.T) {
	for _, scope := range constants(t, "keymap.go", "Scope") {
		used := slices.ContainsFunc(Table(), func(b Binding) bool { return b.Scope == Scope(scope) })
		combined := false
		for _, scopes := range together {
			combined = combined || slices.Contains(scopes, Scope(scope))
		}
		if !used || !combined {
			t.Errorf("scope %q: in the table %v, in a combination %v", scope, used, combined)
		}
	}
}

func TestEveryIDIsInTheTable(t *testing.T) {
	ids := constants(t, "ids.go", "ID")
	if len(ids) < 30 {
		t.Fatalf("found only %d ids", len(ids))
	}
	for _, id := range ids {
		if !slices.ContainsFunc(Table(), func(b Binding) bool { return b.ID == ID(id) }) {
			t.Errorf("no key does %q", id)
		}
	}
}

func TestEveryBindingIsWhole(t *testing.T) {
	for _, b := range Table() {
		if len(b.Keys) == 0 || b.ID == "" || b.Scope == "" {
			t.Errorf("%+v lacks a key, an id or a scope", b)
		}
		if b.Help == "" || strings.HasSuffix(b.Help, ".") {
			t.Errorf("%s: the help is %q", b.ID, b.Help)
		}
		if b.Footer != 0 && b.Short == "" {
			t.Errorf("%s is in the footer without a word", b.ID)
		}
	}
}

func TestLookup(t *testing.T) {
	for _, tc := range []struct {
		name, key string
		scopes    []Scope
		want      ID
	}{
		{"in an outer scope", "j", together["resources"], Down},
		{"the arrow, too", "down", together["resources"], Down},
		{"enter reads in the list", "enter", together["resources"], Open},
		{"enter sends in the form", "enter", together["form"], Send},
		{"esc goes back", "esc", together["reader"], Back},
		{"esc cancels while waiting", "esc", append([]Scope{Waiting}, together["reader"]...), Cancel},
		{"letters are text in the form", "q", together["form"], ""},
		{"another spelling", "ctrl+@", together["form"], ShowChoices},
		{"ctrl+c always quits", "ctrl+c", together["form"], Quit},
		{"no such key", "ctrl+alt+y", together["resources"], ""},
		{"no scope", "j", nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := Lookup(tc.key, tc.scopes...)
			if got != tc.want || ok != (tc.want != "") {
				t.Errorf("Lookup(%q) = %q, %v; want %q", tc.key, got, ok, tc.want)
			}
		})
	}
}

func TestKeyOf(t *testing.T) {
	if got := KeyOf(PageDown, Moving); got != "pgdn" {
		t.Errorf("the key for a page down is %q", got)
	}
	if got := KeyOf(Send, Moving); got != "" {
		t.Errorf("a key that does not exist is %q", got)
	}
}

func TestFooter(t *testing.T) {
	words := func(scopes ...Scope) string {
		var out []string
		for _, b := range Footer(scopes...) {
			out = append(out, b.Key()+" "+b.Short)
		}
		return strings.Join(out, ", ")
	}
	for _, tc := range []struct {
		name string
		got  string
		want string
	}{
		{"resources", words(together["resources"]...), "enter read, w watch, / filter, t tree, v view, r refetch, s sort, d diff, e form, ? help, tab other pane, q quit"},
		{"form", words(together["form"]...), "enter send, tab next, esc back, ctrl+e edit by hand, ctrl+x unset, ctrl+n one more, ctrl+y copy, alt+w watch, ctrl+o result, f1 help"},
		{"reader, waiting", words(append([]Scope{Waiting}, together["reader"]...)...), "esc cancel, w watch, / search, v view, r refetch, d diff, e form, ? help, tab other pane, q quit"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.got != tc.want {
				t.Errorf("got  %s\nwant %s", tc.got, tc.want)
			}
		})
	}
}

func TestGroupsPutTheActiveFirst(t *testing.T) {
	groups := Groups(Form, Always)
	if groups[0].Scope != Form || groups[1].Scope != Always || !groups[1].Active || groups[2].Active {
		t.Errorf("got %v, %v, %v", groups[0].Scope, groups[1].Scope, groups[2])
	}
	bindings := 0
	for _, g := range groups {
		bindings += len(g.Bindings)
	}
	if bindings != len(Table()) {
		t.Errorf("%d bindings in groups, %d in the table", bindings, len(Table()))
	}
}

func TestMarkdownHasEveryBinding(t *testing.T) {
	sheet := Markdown()
	for _, b := range Table() {
		if !strings.Contains(sheet, b.Help) || !strings.Contains(sheet, "`"+b.Key()+"`") {
			t.Errorf("%s is not in the key sheet", b.ID)
		}
	}
	if !strings.HasPrefix(sheet, "**While waiting**\n\n| Keys | What they do |\n|---|---|\n| `esc` | Stop what is under way |\n\n**Resources**") {
		t.Errorf("the key sheet starts\n%.200s", sheet)
	}
}

// constants returns the values of the constants of a type in a source file, so
// that none can be left out of a table by mistake.
func constants(t *testing.T, file, typeName string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if ident, ok := spec.Type.(*ast.Ident); ok && ident.Name == typeName {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, value)
		}
		return false
	})
	return out
}
