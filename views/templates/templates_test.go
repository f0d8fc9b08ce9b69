package templates_test

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	"mcperuse/views/failure"
	"mcperuse/views/screentest"
	"mcperuse/views/templates"
)

const list = `{"resourceTemplates":[
	{"uriTemplate":"repo://{owner}/{name}/contents{/path*}{?ref}","name":"contents","title":"Repository contents","description":"One file or directory of a repository, at a branch, tag or commit. The path may have any number of segments.","mimeType":"text/plain"},
	{"uriTemplate":"events{?topic,since}","name":"events"},
	{"uriTemplate":"config://app","name":"config","description":"A template without variables."},
	{"uriTemplate":"broken://{q/","name":"broken"},
	{"name":"none"},
	{"uriTemplate":"\u001b]0;t\u0007{x}\u202e","name":"日本語 👨‍👩‍👧‍👦 \u001b[2J\n","title":7,"description":"\u001b[2J"},
	null
]}`

func view(status templates.Status, raw string) *templates.View {
	v := templates.New()
	v.SetStatus(status)
	v.SetTemplates(model.DecodeTemplates(rawjson.Value(raw)).Items)
	return v
}

func draw(v *templates.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, themes.Dark(), true) }
}

func failed(code int64, raw string) templates.Status {
	return templates.Status{Phase: templates.Stopped, Failure: &failure.Failure{Server: &failure.ServerError{
		Code: code, CodeRaw: rawjson.Value(raw), Message: "no",
	}}}
}

func screens() map[string]*templates.View {
	complete := templates.Status{Phase: templates.Complete}
	out := map[string]*templates.View{
		"list":            view(complete, list),
		"malformed":       view(complete, list),
		"constant":        view(complete, list),
		"hostile":         view(complete, list),
		"more":            view(templates.Status{Phase: templates.Loading}, list),
		"incomplete":      view(templates.Status{Phase: templates.Stopped, Reason: "the cursor repeats"}, list),
		"none":            view(complete, `{"resourceTemplates":[]}`),
		"not-asked":       view(templates.Status{}, `{}`),
		"loading":         view(templates.Status{Phase: templates.Loading}, `{}`),
		"stopped":         view(templates.Status{Phase: templates.Stopped, Reason: "cancelled"}, `{}`),
		"not-implemented": view(failed(-32601, "-32601"), `{}`),
		"failed":          view(failed(-32603, "-32603"), `{}`),
		"many":            view(complete, `{"resourceTemplates":[`+strings.Repeat(`{"uriTemplate":"a://{b}","name":"a"},`, 300)+`{"uriTemplate":"z://{z}","name":"last"}]}`),
	}
	down := func(name string, n int) {
		out[name].SetSize(80, 24)
		for range n {
			out[name].Handle(keymap.Down)
		}
	}
	down("malformed", 3)
	down("constant", 2)
	down("hostile", 5)
	out["many"].SetSize(80, 24)
	out["many"].Handle(keymap.Bottom)
	return out
}

func TestScreens(t *testing.T) {
	for name, v := range screens() {
		t.Run(name, func(t *testing.T) {
			screentest.Golden(t, name+"-60x20", 60, 20, draw(v))
			screentest.Golden(t, name+"-80x24", 80, 24, draw(v))
			screentest.Golden(t, name+"-120x40", 120, 40, draw(v))
		})
	}
}

func TestSizes(t *testing.T) {
	for name, v := range screens() {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(v)) })
	}
}

func TestOpen(t *testing.T) {
	for i, want := range []views.Action{
		views.OpenTemplate{Index: 0},
		views.OpenTemplate{Index: 1},
		views.ReadExpanded{Template: "config://app", URI: "config://app"},
		views.OpenTemplate{Index: 3},
		views.OpenTemplate{Index: 4},
	} {
		v := view(templates.Status{Phase: templates.Complete}, list)
		v.SetSize(80, 24)
		for range i {
			v.Handle(keymap.Down)
		}
		if got := v.Handle(keymap.Open); got != want {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
	empty := templates.New()
	if got := empty.Handle(keymap.Open); got != nil {
		t.Errorf("opening nothing: %v", got)
	}
	if got := empty.Handle(keymap.Reload); got != (views.ReloadTemplates{}) {
		t.Errorf("reload: %v", got)
	}
}

func TestMouse(t *testing.T) {
	v := view(templates.Status{Phase: templates.Complete}, list)
	v.SetSize(80, 24)
	if got := v.Click(5, 2); got != nil || v.Selected() != 1 {
		t.Errorf("first click: %v, row %d", got, v.Selected())
	}
	if got := v.Click(5, 2); got != (views.OpenTemplate{Index: 1}) {
		t.Errorf("second click: %v", got)
	}
	for _, y := range []int{-1, 0, 8, 23, 500} {
		if got := v.Click(5, y); got != nil || v.Selected() != 1 {
			t.Errorf("a click on line %d: %v, row %d", y, got, v.Selected())
		}
	}
	if got := v.Position(); got != "row 2/7" {
		t.Errorf("position %q", got)
	}
	if x, y, ok := v.Cursor(); x != 0 || y != 2 || !ok {
		t.Errorf("cursor at %d,%d, %v", x, y, ok)
	}
}

func TestMoreTemplatesKeepTheCursor(t *testing.T) {
	v := view(templates.Status{Phase: templates.Loading}, `{"resourceTemplates":[{"uriTemplate":"a","name":"a"},{"uriTemplate":"b","name":"b"}]}`)
	v.SetSize(80, 24)
	v.Handle(keymap.Down)
	v.SetTemplates(model.DecodeTemplates(rawjson.Value(list)).Items)
	if v.Selected() != 1 {
		t.Errorf("row %d", v.Selected())
	}
}
