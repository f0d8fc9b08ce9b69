package reader_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/themes"
	"mcperuse/views/failure"
	"mcperuse/views/reader"
	"mcperuse/views/screentest"
)

const markdown = `# Architecture

The server keeps **three** tables and *one* queue, see [the design](https://example.com/design).

## Opening

` + "```go\nfunc Open(ctx context.Context) (*DB, error) {\n\treturn open(ctx, \"atlas\")\n}\n```" + `

- one thing
  - a part of it
- another, with ` + "`code`" + `

| table | rows |
|---|---:|
| users | 12,345 |
| 文書 | 7 |

> Quoted words that go on for long enough to be wrapped on a terminal of eighty columns, twice.

1. first
2. second

---
![a picture](https://example.com/pixel.png)
`

const goSource = "package store\n\nimport \"context\"\n\n// Open opens the store.\nfunc Open(ctx context.Context, name string) (*DB, error) {\n\tdb := &DB{name: name, limit: 42}\n\treturn db, nil\n}\n"

const odd = `{"uri":"file:///broken-size.txt","name":"broken-size.txt","title":null,"description":"A file whose size is text, to see what happens then.\nIt has two lines.","mimeType":"text/plain","size":"12","annotations":{"audience":["user","robot"],"priority":7,"lastModified":"yesterday"},"x-vendor":{"a":[1,2]},"empty":""}`

// bare is a resource that declares nothing.
var bare = subject(`{"uri":"` + uri + `","name":"architecture.md"}`)

// pdf is as much of a document as is looked at.
const pdf = "%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\n2 0 obj\n<< /Type /Page >>\nendobj\n3 0 obj\n<< /Title (The \\(old\\) atlas) >>\nendobj\n"

// states are all states of the pane, by the name of their golden files.
func states(t testing.TB) map[string]*reader.Pane {
	t.Helper()
	broken := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x10\x08\x02\x00\x00\x00" + strings.Repeat("\x00 pixel\xff", 60))
	out := map[string]*reader.Pane{
		"nothing":         reader.New(themes.Dark(), "Nothing is selected."),
		"unread":          newPane(plain),
		"unread-odd":      newPane(subject(odd)),
		"unread-number":   newPane(reader.Subject{Resource: resource(`42`)}),
		"unread-no-uri":   newPane(subject(`{"name":"nameless"}`)),
		"unread-template": newPane(reader.Subject{URI: "repo://o/n", Template: "repo://{owner}/{name}"}),
		"reading":         newPane(plain),
		"progress":        newPane(plain),
		"counting":        newPane(plain),
		"markdown":        read(plain, textResult(uri, "text/markdown", markdown), minute),
		"json":            read(bare, textResult(uri, "application/json", `{"name":"atlas","limits":{"rows":12345678901234567890,"rate":1.10e2},"tags":["a","b",null],"open":true}`), minute),
		"csv":             read(bare, textResult(uri, "text/csv", "city,people\nLagos,15388000\n\"Oslo, East\",7\nshort\n"), minute),
		"log":             read(bare, textResult("file:///a.log", "text/plain", "2026-02-01 12:04:13 INFO  ready\n2026-02-01 12:04:14 ERROR broken\n{\"time\":\"12:04:15\",\"level\":\"warn\",\"msg\":\"slow\",\"ms\":1200}\n"), minute),
		"unclosed-csv":    read(bare, textResult(uri, "text/csv", "a,b\n1,\"2\n"), minute),
		"deep-json":       read(bare, textResult(uri, "application/json", strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)), minute),
		"broken-json":     read(bare, textResult(uri, "application/json", `{"name":"atlas",}`), minute),
		"go":              read(subject(`{"uri":"file:///store.go","name":"store.go","title":"The store"}`), textResult("file:///store.go", "", goSource), info("", "")),
		"several":         read(bare, result(`{"ttlMs":0,"cacheScope":"public","contents":[{"uri":"dir:///docs/a.go","mimeType":"text/x-go","text":"package a\n"},{"uri":"dir:///docs/b.png","blob":"iVBORw0KGgo="}]}`), minute),
		"empty-text":      read(bare, textResult(uri, "text/plain", ""), minute),
		"empty-blob":      read(bare, blobResult("image/png", ""), minute),
		"neither":         read(bare, result(`{"contents":[{"uri":"`+uri+`","mimeType":"text/plain","_meta":{"k":1}}]}`), minute),
		"both":            read(bare, result(`{"contents":[{"uri":"`+uri+`","mimeType":"text/plain","text":"hello","blob":"aGVsbG8="}]}`), minute),
		"no-contents":     read(bare, result(`{"contents":[],"ttlMs":5}`), minute),
		"null-contents":   read(bare, result(`{"contents":null}`), minute),
		"blob":            read(bare, blobResult("image/png", base64.StdEncoding.EncodeToString(broken)), minute),
		"image":           work(t, read(bare, blobResult("image/png", shadedPNG(t)), minute)),
		"archive":         read(bare, blobResult("application/zip", zipped(t)), minute),
		"document":        read(bare, blobResult("application/pdf", base64.StdEncoding.EncodeToString([]byte(pdf))), minute),
		"blob-guess":      read(bare, blobResult("", base64.RawURLEncoding.EncodeToString(broken)), minute),
		"blob-mismatch":   read(bare, blobResult("image/jpeg", base64.StdEncoding.EncodeToString(broken)), minute),
		"blob-rubbish":    read(bare, blobResult("image/png", "this is *not* base64 \x1b[2J"), minute),
		"hidden":          read(bare, textResult(uri, "text/plain", "a\x1b]52;c;aGk=\x07b\r\ngpj.\u202eexe\r\n\u200b\xff\r\n"), minute),
		"failed":          newPane(subject(`{"uri":"file:///missing.txt","name":"missing.txt"}`)),
		"failed-again":    read(bare, textResult(uri, "text/plain", "the old text\n"), minute),
		"lost":            newPane(plain),
		"cancelled":       newPane(plain),
		"cancelled-again": read(bare, textResult(uri, "text/plain", "the old text\n"), minute),
		"again":           read(bare, textResult(uri, "text/plain", "the old text\n"), minute),
		"question": read(bare, result(`{"resultType":"input_required","requestState":"opaque","inputRequests":{"who":{"method":"elicitation/create","params":{"message":"Which team are you in?\u001b[2J","requestedSchema":{"type":"object","properties":{"team":{"type":"string","description":"as in the directory"}},"required":["team"]}}},"roots":{"method":"roots/list"}}}`),
			minute),
		"hostile": read(subject(`{"uri":"x://\u001b]0;t\u0007\u202e/日本語/👨‍👩‍👧‍👦","name":"`+strings.Repeat("e\u0301", 3)+strings.Repeat("\u0301", 30)+`\u001b[2J\n","mimeType":"text/\u009bplain"}`),
			textResult("x://other\x1b[2J", "text/\x1b[31mplain", "👩‍👩‍👧"+strings.Repeat("日本語 e"+strings.Repeat("\u0301", 20), 60)), info(`"\u001b[2J"`, `"\u202e"`)),
	}
	begin := func(name string, serial uint64) *reader.Pane {
		p := out[name]
		p.Begin(reader.Request{Serial: serial, URI: p.URI(), Started: now.Add(-4200 * time.Millisecond)})
		return p
	}
	begin("reading", 9)
	begin("again", 9)
	begin("progress", 9).Progress(9, reader.Progress{Done: 55, Total: 100, Message: "joining \x1b[2Jrows"})
	begin("counting", 9).Progress(9, reader.Progress{Done: 1200, Message: ""})
	end := func(name string, a reader.Answer) {
		p := begin(name, 9)
		a.Serial, a.URI, a.At = 9, p.URI(), now
		if !p.Deliver(a) {
			t.Fatalf("%s: the answer was refused", name)
		}
	}
	end("failed", reader.Answer{Failure: notFound()})
	end("failed-again", reader.Answer{Failure: notFound()})
	stale := minute
	stale.FailedAt = now
	out["failed-again"].SetInfo(uri, stale)
	end("lost", reader.Answer{Failure: &failure.Failure{Title: "connection lost", Reason: "the server exited with status 1 in the middle of the read", Try: "R connects again, 7 shows what it said"}})
	end("cancelled", reader.Answer{Cancelled: true})
	end("cancelled-again", reader.Answer{Cancelled: true})
	for _, p := range out {
		p.SetSize(80, 24)
		work(t, p)
	}
	return out
}

// zipped is an archive with a folder and a name that leads outside, in base64.
func zipped(t testing.TB) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range []string{"docs/", "docs/architecture.md", "../../etc/passwd", "\x1b[2J\u202e.txt"} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)})
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = f.Write([]byte(strings.Repeat("words ", 500)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// shadedPNG is an image of 64 by 32 pixels, brighter towards the right in eight steps
// of which the last is half transparent, in base64.
func shadedPNG(t testing.TB) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 64, 32))
	for i := range 64 * 32 {
		step := uint8(i % 64 / 8)
		img.SetNRGBA(i%64, i/64, color.NRGBA{step * 32, step * 32, step * 32, 255 - step/7*127})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

func TestScreens(t *testing.T) {
	for name, p := range states(t) {
		if inLooks(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, size := range []uv.Position{uv.Pos(80, 24), uv.Pos(120, 40)} {
				p.SetSize(size.X, size.Y)
				work(t, p)
				screentest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size.X, size.Y), size.X, size.Y, draw(p))
			}
		})
	}
}

func TestViewScreens(t *testing.T) {
	for _, name := range []string{"blob", "both"} {
		p := states(t)[name]
		for i := range 2 {
			p.Handle(keymap.NextView)
			work(t, p)
			screentest.Golden(t, name+"-view"+string(rune('2'+i))+"-80x24", 80, 24, draw(p))
		}
	}
}

// looks are the views of contents, each with a state that has it.
var looks = []struct{ view, state string }{
	{"source", "go"}, {"rendered", "markdown"}, {"pretty", "json"}, {"tree", "json"}, {"table", "csv"}, {"log", "log"},
	{"hex", "go"}, {"raw", "json"}, {"image", "image"}, {"blob", "archive"}, {"blob", "document"},
}

// inLooks reports whether the first view of a state is among the looks.
func inLooks(state string) bool {
	for _, l := range looks {
		if l.state == state {
			return true
		}
	}
	return false
}

// Every view of contents, in every theme.
func TestLooks(t *testing.T) {
	for _, l := range looks {
		name := l.view + "-of-" + l.state
		t.Run(name, func(t *testing.T) {
			p := states(t)[l.state]
			for i := 0; !strings.HasPrefix(p.Status(), l.view); i++ {
				if p.Handle(keymap.NextView); i > 8 {
					t.Fatalf("there is no view %q, only %q at last", l.view, p.Status())
				}
				work(t, p)
			}
			inEveryTheme(t, name, p)
		})
	}
}

// inEveryTheme compares a pane in every theme, at the usual sizes.
func inEveryTheme(t *testing.T, name string, p *reader.Pane) {
	t.Helper()
	for _, size := range []uv.Position{uv.Pos(80, 24), uv.Pos(120, 40)} {
		p.SetSize(size.X, size.Y)
		screentest.Looks(t, name, size.X, size.Y, func(th themes.Theme) screentest.Draw {
			return func(scr uv.Screen, area uv.Rectangle) {
				p.SetTheme(th)
				draw(work(t, p))(scr, area)
			}
		})
	}
}

// The pane beside a list is narrow.
func TestNarrowScreens(t *testing.T) {
	for _, name := range []string{"markdown", "blob", "failed", "unread-odd", "progress", "several", "failed-again"} {
		p := states(t)[name]
		p.SetSize(46, 20)
		work(t, p)
		screentest.Golden(t, name+"-46x20", 46, 20, draw(p))
	}
}

func TestSizes(t *testing.T) {
	for name, p := range states(t) {
		t.Run(name, func(t *testing.T) { screentest.Sizes(t, draw(p)) })
	}
}

// A key costs what is in sight, however large the text is.
func BenchmarkKey(b *testing.B) {
	p := read(plain, textResult(uri, "text/x-go", strings.Repeat(goSource, 25000)), minute)
	work(b, p)
	scr := uv.NewScreenBuffer(80, 24)
	for b.Loop() {
		p.Handle(keymap.PageDown)
		p.Draw(scr, scr.Bounds(), true, now)
	}
}

func FuzzContents(f *testing.F) {
	f.Add(`{"contents":[{"uri":"a","mimeType":"text/markdown","text":"# a"}]}`, uint8(60), uint8(9))
	f.Add(`{"contents":[{"uri":"a","mimeType":"application/json","text":"{}"},{"blob":"aGk="}]}`, uint8(30), uint8(5))
	f.Add(`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}}}`, uint8(30), uint8(50))
	f.Fuzz(func(t *testing.T, raw string, width, height uint8) {
		r := model.DecodeRead([]byte(raw))
		p := read(plain, &r, minute)
		p.SetSize(int(width), int(height))
		for range 8 {
			if j, ok := p.Work(); ok {
				p.Apply(j.Run(context.Background()))
			}
			screentest.Text(t, int(width), int(height), draw(p))
			p.Handle(keymap.NextView)
			p.Handle(keymap.HalfDown)
			p.Status()
		}
	})
}
