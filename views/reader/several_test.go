package reader_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"mcperuse/keymap"
	"mcperuse/views"
	"mcperuse/views/reader"
	"mcperuse/views/screentest"
)

var folder = reader.Subject{URI: "dir:///docs/"}

const inFolder = `{"contents":[
	{"uri":"dir:///docs/a.go","mimeType":"text/x-go","text":"package a\n"},
	{"uri":"dir:///docs/img/b.png","mimeType":"image/png","blob":"iVBORw0KGgo="},
	{"uri":"dir:///docs/sub"}]}`

func TestFolder(t *testing.T) {
	p := work(t, read(folder, result(inFolder), minute))
	screentest.Golden(t, "folder-80x24", 80, 24, draw(p))
	p.SetSize(40, 12)
	screentest.Golden(t, "folder-40x12", 40, 12, draw(p))
	screentest.Sizes(t, draw(p))
	p.SetSize(80, 24)
	if !slices.Contains(p.Scopes(), keymap.Folder) {
		t.Error("a folder has no keys of its own")
	}
	if p.Step(1) {
		t.Error("tab stays in the list of a folder")
	}

	p.Handle(keymap.Down)
	p.Handle(keymap.Open)
	contains(t, screen(t, work(t, p)), "dir:///docs/img/b.png", "sha-256")
	if got := p.Handle(keymap.Back); got != nil {
		t.Errorf("back from an entry: %v", got)
	}
	if got := p.Status(); got != "folder · 2/3" {
		t.Errorf("back in the folder: %q", got)
	}
	p.Handle(keymap.Down)
	if got := p.Handle(keymap.Open); got != (views.OpenURI{URI: "dir:///docs/sub"}) {
		t.Errorf("a folder in the folder: %v", got)
	}
	if got := p.Handle(keymap.Back); got != (views.Back{}) {
		t.Errorf("back from the folder: %v", got)
	}
}

// What the list says of a folder is not said of what is in it.
func TestFolderIsNotItsContents(t *testing.T) {
	p := work(t, read(subject(`{"uri":"dir:///docs/","name":"docs","mimeType":"inode/directory","size":4096}`), result(inFolder), minute))
	p.Handle(keymap.Open)
	if got := screen(t, work(t, p)); strings.Contains(got, "listed") {
		t.Errorf("an entry is compared with its folder:\n%s", got)
	}
}

// What is read again is looked at as before.
func TestFolderReadAgain(t *testing.T) {
	p := work(t, read(folder, result(inFolder), minute))
	p.Handle(keymap.Open)
	again := func() {
		p.Begin(reader.Request{Serial: 2, URI: folder.URI, Started: start})
		p.Deliver(reader.Answer{Serial: 2, URI: folder.URI, At: start, Read: result(inFolder), Info: minute})
	}
	again()
	contains(t, screen(t, work(t, p)), "package a")
	p.Handle(keymap.Back)
	again()
	if got := p.Status(); got != "folder · 1/3" {
		t.Errorf("the folder: %q", got)
	}
}

func TestOnlyFoldersAreFolders(t *testing.T) {
	for name, contents := range map[string]string{
		"one":            `[{"uri":"dir:///docs/a","text":""}]`,
		"the same URI":   `[{"uri":"dir:///docs/","text":""},{"uri":"dir:///docs/a","text":""}]`,
		"elsewhere":      `[{"uri":"dir:///docs/a","text":""},{"uri":"dir:///docsother/a","text":""}]`,
		"without URIs":   `[{"text":""},{"text":""}]`,
		"nothing at all": `[]`,
	} {
		p := work(t, read(folder, result(`{"contents":`+contents+`}`), minute))
		if strings.HasPrefix(p.Status(), "folder") {
			t.Errorf("%s is a folder", name)
		}
	}
}

func TestStepEndsAtTheEnds(t *testing.T) {
	p := work(t, read(plain, result(`{"contents":[{"uri":"a:1","text":"one"},{"uri":"a:2","text":"two"}]}`), minute))
	for i, want := range []bool{true, false, false} {
		if got := p.Step(1); got != want {
			t.Errorf("step %d: %v", i+1, got)
		}
	}
	contains(t, screen(t, p), "two")
	if !p.Step(-1) || p.Step(-1) {
		t.Error("not back to the first, or past it")
	}
}

func TestContentsOfSeveral(t *testing.T) {
	p := work(t, read(plain, result(`{"contents":[{"uri":"dir:///a.go","mimeType":"text/x-go","text":"package a"},{"uri":"dir:///b.png","mimeType":"image/png","blob":"iVBORw0KGgo="},{"uri":"dir:///c"}]}`), minute))
	for _, want := range []string{
		"[ 1/3 ]  dir:///a.go  text  9 B │ 2 b.png  blob  8 B │ 3 c  neither",
		"[ 2/3 ]  1 a.go  text  9 B │ dir:///b.png  blob  8 B │ 3 c  neither",
		"[ 3/3 ]  1 a.go  text  9 B │ 2 b.png  blob  8 B │ dir:///c  neither",
		"[ 1/3 ]",
	} {
		contains(t, screen(t, work(t, p)), want)
		p.Handle(keymap.NextContent)
	}
	p.Handle(keymap.PreviousContent)
	p.Handle(keymap.PreviousContent)
	contains(t, screen(t, p), "[ 3/3 ]")
}

// Kilobytes can become megabytes, which is no work for the moment they arrive.
func TestNothingIsInflatedAtOnce(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p := read(plain, blobResult("application/gzip", base64.StdEncoding.EncodeToString(packed.Bytes())), minute)
	contains(t, screen(t, p), "decoding…")
	contains(t, screen(t, work(t, p)), "gzip · 1 entry")
}
