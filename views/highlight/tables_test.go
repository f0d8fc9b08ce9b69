package highlight

import (
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"
)

func TestTablesNameLexersThatExist(t *testing.T) {
	for _, table := range []map[string]string{types, suffixes, extensions, files, interpreters} {
		for key, name := range table {
			if name == "" {
				continue
			}
			if l := lexers.GlobalLexerRegistry.Get(name); l == nil || l.Config().Name != name {
				t.Errorf("%s: there is no lexer %q", key, name)
			}
		}
	}
}
