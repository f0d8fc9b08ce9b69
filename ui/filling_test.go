package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"mcperuse/mcpclient"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/form"
)

// withTemplates gives a browser some templates.
func withTemplates(m *Model, templates ...string) {
	var rows []string
	for _, t := range templates {
		rows = append(rows, string(rawjson.AppendString([]byte(`{"name":"n","uriTemplate":`), t))+"}")
	}
	list := model.DecodeTemplates(rawjson.Value(`{"resourceTemplates":[` + strings.Join(rows, ",") + `]}`))
	m.listing.serial++
	send(m, listed{serial: m.listing.serial, items: list.Items})
}

func word(m *Model, text string) {
	for _, r := range text {
		send(m, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestAFormIsFilledInFromAResource(t *testing.T) {
	m, _ := browser(t, 120, 36)
	withTemplates(m, "other:{x}", "{+anything}", "file:///{name}")
	send(m, batch{pageArrived{1, page(0, 3)}})
	contains(t, m, "e form")
	press(m, "e")
	contains(t, m, "Template  file:///{name}", "f000.go", "URI       file:///f000.go")
	press(m, "esc", "1", "j", "e")
	contains(t, m, "URI       file:///f001.go")
}

func TestNoTemplateFits(t *testing.T) {
	m, _ := browser(t, 120, 36)
	withTemplates(m, "other:{x}")
	send(m, batch{pageArrived{1, page(0, 3)}})
	lacks(t, m, "e form")
	press(m, "e")
	contains(t, m, "no template makes this URI")
}

func TestRowsWithoutATemplateHaveTheirOwnForms(t *testing.T) {
	m, _ := browser(t, 120, 36)
	list := model.DecodeTemplates(rawjson.Value(`{"resourceTemplates":[{"name":"a"},{"name":"b"}]}`))
	m.listing.serial++
	send(m, listed{serial: m.listing.serial, items: list.Items})
	press(m, "2", "enter")
	word(m, "x:1")
	press(m, "esc", "j", "enter")
	lacks(t, m, "x:1")
	press(m, "esc", "k", "enter")
	contains(t, m, "x:1")
}

// question is what the open form wants to know once a text was typed.
func question(t *testing.T, m *Model, text string) completed {
	t.Helper()
	if !m.asking.running() {
		t.Fatal("nothing is asked")
	}
	return completed{form: m.form, query: form.Query{Template: "x://{a}/{b}", Variable: "a", Text: text}}
}

func TestCompletion(t *testing.T) {
	m, _ := browser(t, 120, 36)
	withTemplates(m, "x://{a}/{b}")
	press(m, "2", "enter")
	word(m, "o")
	first := question(t, m, "o")
	word(m, "s")
	second := question(t, m, "os")
	second.got = mcpclient.Completion{Values: []string{"oslo", "ostrava"}, Total: 7, HasMore: true}
	send(m, second)
	contains(t, m, "oslo", "ostrava", "2 of 7")
	first.got = mcpclient.Completion{Values: []string{"oulu"}}
	send(m, first)
	lacks(t, m, "oulu")
	press(m, "esc")
	lacks(t, m, "ostrava")
	contains(t, m, "Template  x://{a}/{b}")
}

func TestALegacyServerIsAskedOnce(t *testing.T) {
	m, _ := browser(t, 120, 36)
	withTemplates(m, "x://{a}/{b}")
	press(m, "2", "enter")
	word(m, "o")
	q := question(t, m, "o")
	q.err = &mcpclient.ServerError{Method: "completion/complete", Code: -32601, Message: "Method not found"}
	send(m, q)
	contains(t, m, "no suggestions: error -32601, Method not found")
	word(m, "s")
	if m.asking.running() {
		t.Error("asked again")
	}
	contains(t, m, "x://os/")
}

func TestACompletionThatNeverComes(t *testing.T) {
	m, _ := browser(t, 120, 36)
	withTemplates(m, "x://{a}/{b}")
	press(m, "2", "enter")
	word(m, "o")
	q := question(t, m, "o")
	q.err = &mcpclient.TimeoutError{Method: "completion/complete", After: 5e9}
	send(m, q)
	contains(t, m, "no suggestions: no answer within 5s; ctrl+space asks again")
}
