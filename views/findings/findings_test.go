package findings_test

import (
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/findings"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/themes"
	"mcperuse/views"
	view "mcperuse/views/findings"
	"mcperuse/views/screentest"
)

var th = themes.Dark()

func group(severity findings.Severity, id, title, expected, spec string, found ...findings.Finding) findings.Group {
	g := findings.Group{
		Rule:  findings.Rule{ID: id, Severity: severity, Title: title, Expected: expected, Spec: spec},
		Count: len(found),
	}
	for _, f := range found {
		f.Rule, f.Severity, f.Spec = id, severity, spec
		g.Findings = append(g.Findings, f)
	}
	return g
}

func some() []findings.Group {
	ttl := func(frame uint64) findings.Finding {
		return findings.Finding{Where: "result", Message: "resources/list: ttlMs is missing", Frame: frame}
	}
	return []findings.Group{
		group(findings.Error, "cache/ttl-missing", "a result that may be cached lacks ttlMs", "ttlMs, a number of milliseconds", "Caching: TTL field", ttl(6), ttl(8), ttl(10)),
		group(findings.Warning, "list/size-not-a-number", "a size that is no number", "a number of bytes, or no size at all", "Resources: Resource", findings.Finding{
			Where: "resources[17]", Message: `broken-size.txt: size is the string "12"`, Frame: 12,
			Evidence: rawjson.Value(`{"uri":"file:///broken-size.txt","name":"broken-size.txt","size":"12"}`),
		}),
		group(findings.Warning, "stdio/noise", "a line on stdout that is not a message", "logs on stderr", "stdio: Receiving Messages", findings.Finding{
			Message: "a line on stdout that is not a message", Frame: 1300, Evidence: rawjson.Value("DEBUG cache miss"),
		}),
		group(findings.Info, "server/no-instructions", "no instructions", "a sentence on what the server is for", "Lifecycle", findings.Finding{Message: "no instructions"}),
	}
}

func opened(groups []findings.Group) *view.View {
	v := view.New()
	v.SetStatus(view.Status{Frames: 1288, Rules: 64, Revision: "2026-07-28"})
	v.SetSize(80, 24)
	v.Set(groups)
	return v
}

func drawer(v *view.View) screentest.Draw {
	return func(scr uv.Screen, area uv.Rectangle) { v.Draw(scr, area, th, true) }
}

func TestGolden(t *testing.T) {
	checking := view.New()
	checking.SetStatus(view.Status{Rules: 64})
	many := some()
	many[0].Count = 1200
	selected := opened(many)
	selected.Handle(keymap.Down)
	for _, tc := range []struct {
		name string
		view *view.View
	}{{"none", opened(nil)}, {"nothing-yet", checking}, {"several", opened(many)}, {"selected", selected}} {
		for _, size := range []struct{ w, h int }{{40, 12}, {80, 24}, {120, 40}} {
			name := fmt.Sprintf("%s-%dx%d", tc.name, size.w, size.h)
			t.Run(name, func(t *testing.T) { screentest.Golden(t, name, size.w, size.h, drawer(tc.view)) })
		}
	}
}

func TestActions(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []keymap.ID
		want views.Action
	}{
		{"enter shows the frame", []keymap.ID{keymap.Open}, views.ShowFrame{Seq: 6}},
		{"of the next of its kind", []keymap.ID{keymap.NextFinding, keymap.Open}, views.ShowFrame{Seq: 8}},
		{"around the end", []keymap.ID{keymap.PreviousFinding, keymap.Open}, views.ShowFrame{Seq: 10}},
		{"another rule starts at its first", []keymap.ID{keymap.NextFinding, keymap.Down, keymap.Up, keymap.Open}, views.ShowFrame{Seq: 6}},
		{"one of its kind", []keymap.ID{keymap.Down, keymap.NextFinding}, views.Notice{Text: "there is one finding of this rule"}},
		{"no frame", []keymap.ID{keymap.Bottom, keymap.Open}, views.Notice{Text: "this finding belongs to no single frame"}},
		{"esc", []keymap.ID{keymap.Back}, views.Back{}},
		{"a key of another view", []keymap.ID{keymap.Watch}, nil},
		{"y copies", []keymap.ID{keymap.Down, keymap.Copy}, views.CopyText{Label: "the finding list/size-not-a-number", Text: `list/size-not-a-number (warning): broken-size.txt: size is the string "12"
where: resources[17]
expected: a number of bytes, or no size at all
specification: Resources: Resource
evidence: {"uri":"file:///broken-size.txt","name":"broken-size.txt","size":"12"}
`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := opened(some())
			var got views.Action
			for _, key := range tc.keys {
				got = v.Handle(key)
			}
			if got != tc.want {
				t.Errorf("got %#v, want %#v", got, tc.want)
			}
		})
	}
	if got := opened(nil).Handle(keymap.Open); got != nil {
		t.Errorf("enter on an empty list asks for %#v", got)
	}
}

// TestTheCursorStaysOnItsRule as worse ones come in above it.
func TestTheCursorStaysOnItsRule(t *testing.T) {
	v := opened(some()[1:])
	v.Handle(keymap.Down)
	line := func() int {
		for i, row := range strings.Split(screentest.Text(t, 80, 24, drawer(v)), "\n") {
			if strings.HasPrefix(row, "▌") && strings.Contains(row, "stdio/noise") {
				return i
			}
		}
		return -1
	}
	if line() != 2 {
		t.Fatalf("the cursor is on line %d", line())
	}
	v.Set(some())
	if line() != 3 || v.Position() != "row 3/4" {
		t.Errorf("the cursor is on line %d, %s", line(), v.Position())
	}
	v.Set(nil)
	if v.Position() != "" || v.Handle(keymap.Copy) != nil {
		t.Errorf("without findings the position is %q", v.Position())
	}
}

func TestMouse(t *testing.T) {
	v := opened(some())
	if got := v.Click(10, 2); got != nil || v.Position() != "row 2/4" {
		t.Errorf("a click asks for %#v at %s", got, v.Position())
	}
	if got := v.Click(10, 2); got != (views.ShowFrame{Seq: 12}) {
		t.Errorf("a second click asks for %#v", got)
	}
	if got := v.Click(10, 20); got != nil || v.Position() != "row 2/4" {
		t.Errorf("a click on the panel asks for %#v at %s", got, v.Position())
	}
}

// TestHostile draws findings that quote the worst a server can send.
func TestHostile(t *testing.T) {
	evil := "\x1b]52;c;AAAA\a\x1b[2J\u202e" + strings.Repeat("长", 4000) + "\xff\n\r"
	v := opened([]findings.Group{
		group(findings.Error, evil, evil, evil, evil, findings.Finding{Where: evil, Message: evil, Evidence: rawjson.Value(evil), Frame: 1}),
		group(findings.Warning, "a/b", evil, evil, evil, findings.Finding{Message: evil, Evidence: rawjson.Value(`{"a":"` + evil + `"}`)}, findings.Finding{}),
	})
	screentest.Sizes(t, drawer(v))
	v.Handle(keymap.Down)
	screentest.Sizes(t, drawer(v))
	screentest.Sizes(t, drawer(opened(some())))
	screentest.Sizes(t, drawer(opened(nil)))
}
