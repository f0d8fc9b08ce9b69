package wire

import (
	"slices"
	"strings"

	"mcperuse/mcpclient/rawjson"
	"mcperuse/mcpclient/wire"
	"mcperuse/views"
	"mcperuse/views/humanize"
)

// copyCommand copies the selected request, or that of the selected reply, as a
// command line that sends it again.
func (v *View) copyCommand() views.Action {
	e := v.request()
	if e == nil {
		return notCallable
	}
	return views.CopyText{Text: v.callLine(e), Label: "the call of frame " + humanize.Count(int64(e.Seq)) + " as a command"}
}

// editCall asks for an editor with the same request.
func (v *View) editCall() views.Action {
	e := v.request()
	if e == nil {
		return notCallable
	}
	return views.EditCall{Method: e.Method, Params: string(e.Params)}
}

var notCallable = views.Notice{Text: "only a request to the server can be called again"}

// request is the selected request to the server, or that of the selected reply;
// nil where there is none.
func (v *View) request() *entry {
	e := v.selected()
	if e != nil && e.ReplyTo != 0 {
		e = v.table.at(e.ReplyTo)
	}
	if e == nil || e.Kind != wire.Request || e.Dir != wire.ToServer {
		return nil
	}
	return e
}

// callLine is the command line that sends a request again.
func (v *View) callLine(e *entry) string {
	line := []string{"mcperuse", "call"}
	after := v.command
	if len(after) > 0 && after[0] != "--" {
		line, after = append(line, after...), nil
	}
	line = append(line, e.Method)
	if params := withoutMeta(e.Params); params != "" {
		line = append(line, "--params", params)
	}
	line = append(line, after...)
	for i, word := range line {
		line[i] = quoteWord(word)
	}
	return strings.Join(line, " ")
}

// withoutMeta returns params without what every request gets by itself, "" where
// nothing is left.
func withoutMeta(params rawjson.Value) string {
	if params.Kind() != rawjson.Object {
		return string(params)
	}
	var own []byte
	for name, value := range params.Members() {
		if string(name) == "_meta" {
			continue
		}
		if own != nil {
			own = append(own, ',')
		}
		own = append(append(rawjson.AppendString(own, string(name)), ':'), value...)
	}
	if own == nil {
		return ""
	}
	return "{" + string(own) + "}"
}

// quoteWord writes a word so that a POSIX shell takes it as it is.
func quoteWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if word != "" && !slices.ContainsFunc([]rune(word), func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
