package resources_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/freshness"
	"mcperuse/mcpclient/model"
	"mcperuse/mcpclient/rawjson"
	"mcperuse/views/resources"
)

// store is a long list in pages of a thousand.
type store struct {
	pages [][]model.Resource
	rows  int
}

// filled is a store of n rows as a server of source files would send them.
func filled(n int) *store {
	s := &store{}
	for s.rows < n {
		page := make([]model.Resource, 0, 1000)
		for i := s.rows; i < s.rows+1000; i++ {
			page = append(page, model.DecodeResource(rawjson.Value(fmt.Sprintf(
				`{"uri":"file:///src/mod%d/pkg%d/file%d.go","name":"file%d.go","description":"Source file number %d","mimeType":"text/x-go","size":%d}`,
				i%37, i%1001, i, i, i, i*7919%100_003))))
		}
		s.pages = append(s.pages, page)
		s.rows += len(page)
	}
	return s
}

func (s *store) Gone() ([]string, int) { return nil, 0 }
func (s *store) Len() int              { return s.rows }
func (s *store) Pages() int            { return len(s.pages) }
func (s *store) Row(i int) resources.Row {
	return resources.Row{Resource: &s.pages[i/1000][i%1000], Freshness: freshness.Fresh}
}
func (s *store) Page(i int) resources.Page {
	return resources.Page{First: i * 1000, Count: len(s.pages[i]), RoundTrip: 5 * time.Millisecond, Freshness: freshness.NoHint}
}
func (s *store) Find(uri string) int {
	for p, page := range s.pages {
		for i := range page {
			if page[i].URI == uri {
				return p*1000 + i
			}
		}
	}
	return -1
}
func (s *store) Items(page int) []model.Resource    { return s.pages[page] }
func (s *store) Changed() (map[string]bool, uint64) { return nil, 0 }

// complete is a view of all of a list, with all work done.
func complete(b *testing.B, source resources.Source) *resources.View {
	v := resources.New(source)
	v.SetStatus(resources.Status{Phase: resources.Complete})
	v.SetSize(120, 40)
	work(b, v)
	return v
}

// One key and the screen after it, in every way to look at the list.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{1000, 100_000, 1_000_000} {
		source := filled(n)
		for _, way := range []struct {
			name  string
			enter func(v *resources.View)
		}{
			{"as sent", func(*resources.View) {}},
			{"by name", func(v *resources.View) { v.Handle(keymap.ChooseOrder); v.Handle(keymap.OrderByName) }},
			{"filtered", func(v *resources.View) { v.Handle(keymap.EditFilter); enter(v, "mod7"); v.Handle(keymap.KeepFilter) }},
			{"tree", func(v *resources.View) { v.Handle(keymap.ToggleTree) }},
		} {
			v := complete(b, source)
			way.enter(v)
			work(b, v)
			scr := uv.NewScreenBuffer(120, 40)
			for _, id := range []keymap.ID{keymap.Down, keymap.PageDown, keymap.Bottom} {
				b.Run(fmt.Sprintf("%d/%s/%s", n, way.name, id), func(b *testing.B) {
					v.Handle(keymap.Top)
					b.ReportAllocs()
					for b.Loop() {
						v.Handle(id)
						v.Draw(scr, scr.Bounds(), th, true)
					}
				})
			}
		}
	}
}

// What a key that changes the whole list costs: while it is handled, and all of
// the work that follows.
func BenchmarkArrange(b *testing.B) {
	source := filled(100_000)
	for _, tc := range []struct {
		name   string
		before func(v *resources.View)
		key    func(v *resources.View)
	}{
		{"filter, a first letter", nil, func(v *resources.View) { v.Key("f", "f") }},
		{"filter, another", func(v *resources.View) { enter(v, "f") }, func(v *resources.View) { v.Key("9", "9") }},
		{"filter, pasted", nil, func(v *resources.View) { v.Paste("mod7 file99") }},
		{"order by name", nil, func(v *resources.View) { v.Handle(keymap.OrderByName) }},
		{"order by size", nil, func(v *resources.View) { v.Handle(keymap.OrderBySize) }},
		{"tree", nil, func(v *resources.View) { v.Handle(keymap.ToggleTree) }},
	} {
		b.Run(tc.name, func(b *testing.B) {
			var handling, slices time.Duration
			var jobs int
			for range b.N {
				b.StopTimer()
				v := complete(b, source)
				switch {
				case strings.HasPrefix(tc.name, "filter"):
					v.Handle(keymap.EditFilter)
				case strings.HasPrefix(tc.name, "order"):
					v.Handle(keymap.ChooseOrder)
				}
				if tc.before != nil {
					tc.before(v)
					work(b, v)
				}
				b.StartTimer()
				start := time.Now()
				tc.key(v)
				handling += time.Since(start)
				for {
					start := time.Now()
					j, ok := v.Work()
					if handling += time.Since(start); !ok {
						break
					}
					jobs++
					start = time.Now()
					out := j.Run(b.Context())
					slices += time.Since(start)
					start = time.Now()
					v.Apply(out)
					handling += time.Since(start)
				}
			}
			b.ReportMetric(float64(handling.Microseconds())/float64(b.N), "µs-handling/op")
			b.ReportMetric(float64(slices.Microseconds())/float64(max(jobs, 1)), "µs/job")
		})
	}
}

// What the view keeps of a million rows besides the rows themselves.
func BenchmarkMemory(b *testing.B) {
	source := filled(1_000_000)
	for range b.N {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		v := complete(b, source)
		v.Handle(keymap.ChooseOrder)
		v.Handle(keymap.OrderBySize)
		work(b, v)
		v.Handle(keymap.EditFilter)
		enter(v, "file")
		work(b, v)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "bytes/row")
		runtime.KeepAlive(v)
	}
}

// A key and its screen where every row is as long as a server can make it, or
// all of them have one URI.
func BenchmarkHostile(b *testing.B) {
	long := strings.Repeat("日本x/", 2500)
	lists := map[string]*list{"long names": {}, "one URI": {}}
	var names, twins []resources.Row
	for i := range 1000 {
		names = append(names, row(fmt.Sprintf(`{"uri":"file:///%s%d","name":"%s","title":"%s","description":"%s"}`, long, i, long, long, long)))
	}
	for range 200_000 {
		twins = append(twins, row(`{"uri":"file:///a/b/c.md","name":"c.md"}`))
	}
	lists["long names"].add(names...)
	lists["one URI"].add(twins...)
	for name, source := range lists {
		for _, way := range []keymap.ID{keymap.EditFilter, keymap.ToggleTree} {
			b.Run(name+"/"+string(way), func(b *testing.B) {
				v := complete(b, &quiet{source})
				v.Handle(way)
				v.Paste("xx9 | c.md")
				v.Handle(keymap.KeepFilter)
				work(b, v)
				scr := uv.NewScreenBuffer(120, 40)
				b.ReportAllocs()
				for b.Loop() {
					v.Handle(keymap.Down)
					v.Draw(scr, scr.Bounds(), th, true)
				}
			})
		}
	}
}

// quiet is a list in which nothing changes.
type quiet struct{ *list }

func (quiet) Changed() (map[string]bool, uint64) { return nil, 0 }
