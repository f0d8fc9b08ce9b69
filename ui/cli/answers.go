package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/input"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/safetext"
)

// answerFlags are what a server may get from the user: answers to its questions,
// and folders.
type answerFlags struct {
	roots []string
	file  string
}

func (a *answerFlags) addRoots(f *pflag.FlagSet) {
	f.StringArrayVar(&a.roots, "root", nil, "offer `DIR` to a server that asks for folders; may be repeated")
}

func (a *answerFlags) addFile(f *pflag.FlagSet) {
	f.StringVar(&a.file, "answer", "", "answer questions of the server from `FILE`, a JSON object by key or message")
}

// options lets the client ask what the flags can answer, and only that.
func (a *answerFlags) options(p *Program, o *mcpclient.Options) error {
	for _, dir := range a.roots {
		root, err := rootOf(p.Dir, dir)
		if err != nil {
			return fmt.Errorf("--root %s: %w", dir, err)
		}
		o.Roots = append(o.Roots, root)
	}
	given := &answers{file: a.file, err: p.Err}
	if a.file != "" {
		text, err := os.ReadFile(a.file)
		if err != nil {
			return fmt.Errorf("--answer: %w", err)
		}
		if given.given, err = parseAnswers(text); err != nil {
			return fmt.Errorf("--answer %s: %w", a.file, err)
		}
	}
	if a.file != "" || len(a.roots) > 0 {
		o.Asker = given
	}
	return nil
}

// rootOf is a folder as a root (specification: Roots).
func rootOf(from, dir string) (input.Root, error) {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(from, dir)
	}
	switch info, err := os.Stat(dir); {
	case err != nil:
		return input.Root{}, errors.New("there is no such folder")
	case !info.IsDir():
		return input.Root{}, errors.New("it is no folder")
	}
	path := filepath.ToSlash(filepath.Clean(dir))
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	return input.Root{URI: (&url.URL{Scheme: "file", Path: path}).String(), Name: filepath.Base(dir)}, nil
}

// answers answers questions from a file, for scripts. Folders that were named on
// the command line are agreed to by that, unless the file says otherwise.
type answers struct {
	file  string // "" where there is none
	given map[string]givenAnswer
	err   io.Writer
}

// givenAnswer is one answer of the file.
type givenAnswer struct {
	action  input.Action
	content rawjson.Value
}

func parseAnswers(text []byte) (map[string]givenAnswer, error) {
	const shape = `give {"KEY OR MESSAGE": {"action": "accept", "content": {…}}}`
	if err := rawjson.Check(text); err != nil {
		return nil, fmt.Errorf("it is no JSON: %w; %s", err, shape)
	}
	all, _, err := rawjson.Next(text)
	if err != nil || all.Kind() != rawjson.Object {
		return nil, errors.New("it is no object; " + shape)
	}
	out := map[string]givenAnswer{}
	for name, v := range all.Members() {
		action, _ := v.Get("action").Text()
		a := givenAnswer{input.Action(action), v.Get("content")}
		switch {
		case a.action != input.Accept && a.action != input.Decline && a.action != input.Cancel:
			return nil, fmt.Errorf("the action for %q is none of accept, decline and cancel; %s", name, shape)
		case a.content != nil && a.content.Kind() != rawjson.Object:
			return nil, fmt.Errorf("the content for %q is no object; %s", name, shape)
		}
		out[string(name)] = a
	}
	return out, nil
}

// Elicits implements [input.Asker].
func (a *answers) Elicits() bool { return a.file != "" }

// Ask implements [input.Asker].
func (a *answers) Ask(_ context.Context, q input.Question) (input.Answer, error) {
	answer, err := a.answer(q)
	if err != nil && q.Key == "" {
		// The request that brought it up goes on; the question alone is cancelled.
		fmt.Fprintln(a.err, "mcperuse: "+safetext.Line(err.Error()))
	}
	return answer, err
}

func (a *answers) answer(q input.Question) (input.Answer, error) {
	given, ok := a.given[q.Key]
	if !ok || q.Key == "" {
		given, ok = a.given[q.Message]
	}
	asks := fmt.Sprintf("the server asks %q", q.Message)
	if q.Key != "" {
		asks = fmt.Sprintf("the server asks %s, %q", q.Key, q.Message)
	}
	answer := input.Answer{Action: given.action}
	switch {
	case !ok && q.Kind == input.Roots:
		return input.Answer{Action: input.Accept}, nil
	case !ok:
		name := q.Key
		if name == "" {
			name = q.Message
		}
		return answer, &localError{
			what: asks, why: a.file + " has no answer to it",
			try: fmt.Sprintf("add %s: {\"action\": \"accept\", …}; it wants %s", rawjson.AppendString(nil, name), asksFor(q)),
		}
	case given.action != input.Accept:
		return answer, nil
	case q.Refused != "":
		return answer, &localError{what: asks, why: "it cannot be accepted: " + q.Refused, try: "decline it"}
	case q.Kind != input.Form:
		return answer, nil
	}
	content, err := input.ParseContent(q.Fields, given.content)
	if err != nil {
		return answer, &localError{what: asks, why: "the answer in " + a.file + " does not fit: " + err.Error()}
	}
	answer.Content = content
	return answer, nil
}

// asksFor says what a question is answered with.
func asksFor(q input.Question) string {
	if q.Kind == input.URL {
		return "you to go to " + q.Address
	}
	var names []string
	for i := range q.Fields {
		names = append(names, q.Fields[i].Name+" ("+q.Fields[i].Wants()+")")
	}
	if len(names) == 0 {
		return "nothing more: " + model.Quote(q.Raw)
	}
	return strings.Join(names, ", ")
}
