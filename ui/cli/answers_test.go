package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcperuse/mcpclient/input"
)

func answerFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "answers.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAnswersFromAFile(t *testing.T) {
	tests := []struct {
		name, server, uri, answers string
		code                       int
		says                       string
	}{
		{"by key", "modern", "atlas://plan/itinerary", `{"trip":{"action":"accept","content":{"name":"Ada","start":"lima"}}}`, 0, "A trip for Ada|Lima"},
		{"by message", "modern", "atlas://plan/itinerary", `{"Where shall the trip go?":{"action":"accept","content":{"name":"Ada"}}}`, 0, "A trip for Ada|Kyoto"},
		{"by message, legacy", "legacy", "atlas://plan/itinerary", `{"Where shall the trip go?":{"action":"accept","content":{"name":"Ada"}}}`, 0, "A trip for Ada"},
		{"declined", "modern", "atlas://plan/itinerary", `{"trip":{"action":"decline"}}`, 0, "rather not say (decline)"},
		{"cancelled", "modern", "atlas://plan/itinerary", `{"trip":{"action":"cancel"}}`, 0, "rather not say (cancel)"},
		{"several rounds", "modern", "atlas://survey/permit",
			`{"terms":{"action":"accept"},"person":{"action":"accept","content":{"name":"Ada"}},"place":{"action":"accept"}}`, 0, "Granted|Ada|2B|jp"},
		{"no answer", "modern", "atlas://plan/itinerary", `{}`, 1, `the server asks trip, "Where shall the trip go?"|has no answer to it|add "trip"|stops (a whole number, 1 to 8)`},
		{"no answer, legacy", "legacy", "atlas://plan/itinerary", `{}`, 0, `add "Where shall the trip go?"|rather not say (cancel)`},
		{"one that does not fit", "modern", "atlas://plan/itinerary", `{"trip":{"action":"accept","content":{"name":"Ada","stops":9}}}`, 1, "stops: too large: 8 at most"},
		{"a field that is not there", "modern", "atlas://plan/itinerary", `{"trip":{"action":"accept","content":{"names":"Ada"}}}`, 1, "names: there is no such field"},
		{"no JSON", "modern", "atlas://plan/itinerary", `{trip}`, 2, "it is no JSON"},
		{"no object", "modern", "atlas://plan/itinerary", `[]`, 2, "it is no object"},
		{"no action", "modern", "atlas://plan/itinerary", `{"trip":{}}`, 2, "none of accept, decline and cancel"},
		{"content that is no object", "modern", "atlas://plan/itinerary", `{"trip":{"action":"accept","content":1}}`, 2, "is no object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := run(t, tt.server, "read", "--uri", tt.uri, "--answer", answerFile(t, tt.answers), "--", "SERVER")
			if r.code != tt.code {
				t.Errorf("exit code %d, want %d\n%s%s", r.code, tt.code, r.out, r.errOut)
			}
			for _, want := range strings.Split(tt.says, "|") {
				if !strings.Contains(r.out+r.errOut, want) {
					t.Errorf("%q is not in\n%s%s", want, r.out, r.errOut)
				}
			}
		})
	}
}

func TestWithoutAnswersNothingIsDeclared(t *testing.T) {
	r := run(t, "modern", "read", "--uri", "atlas://plan/itinerary", "--", "SERVER")
	if r.code != 0 || !strings.Contains(r.out, "takes no questions") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.errOut)
	}
}

func TestACallThatEndsInAQuestionFails(t *testing.T) {
	r := run(t, "broken", "call", "resources/read", "--params", `{"uri":"broken:input/undeclared"}`, "--", "SERVER")
	if r.code != 1 || !strings.Contains(r.out, "input_required") || !strings.Contains(r.errOut, "asks a question before it answers resources/read: it asks for the answer of a language model") {
		t.Errorf("exit code %d\n%s%s", r.code, r.out, r.errOut)
	}
	if r = run(t, "broken", "call", "--exact", "resources/read", "--params", `{"uri":"broken:input/undeclared"}`, "--", "SERVER"); r.code != 0 {
		t.Errorf("exact: exit code %d\n%s%s", r.code, r.out, r.errOut)
	}
}

func TestRoots(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "a folder")
	file := filepath.Join(dir, "file")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want := input.Root{URI: "file://" + filepath.ToSlash(dir) + "/a%20folder", Name: "a folder"}
	for _, given := range []string{sub, "a folder"} {
		if root, err := rootOf(dir, given); err != nil || root != want {
			t.Errorf("got %+v, %v, want %+v", root, err, want)
		}
	}
	for given, says := range map[string]string{"nowhere": "no such folder", "file": "no folder"} {
		if _, err := rootOf(dir, given); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", given, err)
		}
	}
	// Named on the command line is agreed to; elicitation is not declared by it.
	a := &answers{}
	if answer, err := a.Ask(t.Context(), input.Question{Request: input.Request{Kind: input.Roots}}); err != nil || answer.Action != input.Accept || a.Elicits() {
		t.Errorf("got %+v, %v", answer, err)
	}
	a.given = map[string]givenAnswer{"r": {action: input.Decline}}
	if answer, err := a.Ask(t.Context(), input.Question{Key: "r", Request: input.Request{Kind: input.Roots}}); err != nil || answer.Action != input.Decline {
		t.Errorf("got %+v, %v", answer, err)
	}
}
