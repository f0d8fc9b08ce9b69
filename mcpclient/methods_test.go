package mcpclient

import (
	"slices"
	"testing"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
)

func TestMethods(t *testing.T) {
	tests := []struct {
		name, revision, capabilities string
		declared                     []string
		not                          []string // declared, but known
		unknown                      []string
	}{
		{
			"a modern server with resources", Revision2026, `{"resources":{"subscribe":false},"tools":null}`,
			[]string{"resources/read", "server/discover", "subscriptions/listen"},
			[]string{"tools/call", "completion/complete"},
			[]string{"ping", "initialize", "resources/subscribe", "logging/setLevel"},
		},
		{
			"a legacy server", "2025-06-18", `{"resources":{"subscribe":true},"completions":{},"logging":{}}`,
			[]string{"resources/subscribe", "completion/complete", "ping", "logging/setLevel", "initialize"},
			[]string{"prompts/get"},
			[]string{"server/discover", "subscriptions/listen"},
		},
		{"odd capabilities", "2025-06-18", `[1]`, []string{"ping"}, []string{"resources/read"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Server{Revision: tt.revision, Capabilities: Capabilities{Raw: rawjson.Value(tt.capabilities)}}
			all := s.Methods("x:\"1\"", "x:{a}")
			find := func(name string) int { return slices.IndexFunc(all, func(m Method) bool { return m.Name == name }) }
			for _, name := range tt.declared {
				if i := find(name); i < 0 || !all[i].Declared {
					t.Errorf("%s is not declared", name)
				}
			}
			for _, name := range tt.not {
				if i := find(name); i < 0 || all[i].Declared {
					t.Errorf("%s is declared, or not known", name)
				}
			}
			for _, name := range tt.unknown {
				if find(name) >= 0 {
					t.Errorf("%s is not of this revision", name)
				}
			}
			if !slices.IsSortedFunc(all, func(a, b Method) int {
				if !a.Declared && b.Declared {
					return 1
				}
				return 0
			}) {
				t.Error("what is declared does not come first")
			}
			for _, m := range all {
				if _, err := wire.ParseParams([]byte(m.Params)); err != nil {
					t.Errorf("%s: %v", m.Name, err)
				}
			}
			if read := all[find("resources/read")].Params; read != `{"uri":"x:\"1\""}` {
				t.Errorf("the URI is not put in: %s", read)
			}
			if complete := all[find("completion/complete")].Params; rawjson.Value(complete).Get("ref", "uri") == nil || string(rawjson.Value(complete).Get("ref", "uri")) != `"x:{a}"` {
				t.Errorf("the template is not put in: %s", complete)
			}
		})
	}
}
