package reader_test

import (
	"fmt"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views/reader"
)

// large are results of 5 MB, by what they hold.
func large() map[string]*model.Read {
	var lines, line, table strings.Builder
	lines.WriteString("[\n")
	line.WriteString("[")
	table.WriteString("id,name,lat\n")
	for i := 0; lines.Len() < 5<<20; i++ {
		fmt.Fprintf(&lines, "  {\n    \"id\": %d,\n    \"name\": \"place %d\",\n    \"at\": [1.25, -3.5]\n  },\n", i, i)
	}
	for i := 0; line.Len() < 5<<20; i++ {
		fmt.Fprintf(&line, `{"id":%d,"name":"place %d","at":[1.25,-3.5]},`, i, i)
	}
	for i := 0; table.Len() < 5<<20; i++ {
		fmt.Fprintf(&table, "%d,\"place, %d\",1.25\n", i, i)
	}
	return map[string]*model.Read{
		"pretty JSON":   textResult(uri, "application/json", lines.String()+"  {}\n]\n"),
		"one-line JSON": textResult(uri, "application/json", line.String()+"{}]"),
		"CSV":           textResult(uri, "text/csv", table.String()),
	}
}

// The first frame comes before any work: it has the text.
func BenchmarkFirstFrame5MB(b *testing.B) {
	scr := uv.NewScreenBuffer(120, 40)
	for name, r := range large() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(bare, r, minute).Draw(scr, scr.Bounds(), true, now)
			}
		})
	}
}

// All that is worked out for the first view, and for the one after it.
func BenchmarkWork5MB(b *testing.B) {
	for name, r := range large() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p := work(b, read(bare, r, minute))
				p.Handle(keymap.NextView)
				work(b, p)
			}
		})
	}
}

// A key and its frame, in every view.
func BenchmarkKey5MB(b *testing.B) {
	scr := uv.NewScreenBuffer(120, 40)
	for name, r := range large() {
		p := work(b, read(bare, r, minute))
		p.SetSize(120, 40)
		for range 5 {
			work(b, p)
			view, _, _ := strings.Cut(p.Status(), " ")
			b.Run(name+" "+view, func(b *testing.B) { keys(b, p, scr) })
			p.Handle(keymap.NextView)
		}
	}
}

func keys(b *testing.B, p *reader.Pane, scr uv.ScreenBuffer) {
	for b.Loop() {
		p.Handle(keymap.PageDown)
		p.Draw(scr, scr.Bounds(), true, now)
	}
}
