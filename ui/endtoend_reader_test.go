package ui_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcperuse/ui/story"
)

// BenchmarkReading drives the real program in a terminal to read big contents: time
// until there is something to read, next to the floor, until that has colours, and
// until the last thing that is found out about it; what a key costs; peak memory,
// also as a multiple of the contents. less -S does the same where it can.
func BenchmarkReading(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	story.Binary(b) // built before anything is timed
	for _, c := range bigs {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				bare := contentsFloor(b, c)
				s := story.Start(b, story.Options{Size: "120x40", Env: []string{bigContentsServer + "=" + c.name}}, "--", self)
				s.Wait("file:///big/" + c.name)
				start := time.Now()
				since := func(name string) { b.ReportMetric(float64(time.Since(start).Milliseconds()), name) }
				s.Press("enter").Wait(c.opened)
				opened := time.Since(start)
				since("open-ms")
				b.ReportMetric(float64(opened)/float64(bare), "open/floor")
				if !c.blob {
					waitColour(s, c.opened)
					since("colour-ms")
				}
				s.Press("tab").Wait(c.late)
				since("late-ms")
				s.Press(c.turns...).Wait(c.first)
				keys(b, s, c)
				peak := peak(b, s.Pid())
				b.ReportMetric(peak, "peak-MB")
				b.ReportMetric(peak*1e6/float64(c.size), "peak/size")
				s.Press("q").Exit(0)
			}
		})
		b.Run(c.name+"/less", func(b *testing.B) { readWithLess(b, c) })
	}
}

// waitColour waits until lines have several colours: those from one with a text on,
// right of where that begins.
func waitColour(s *story.Story, text string) {
	s.WaitUntil("colours", func(screen story.Screen) bool {
		left, top, ok := screen.Find(text)
		colours := map[any]bool{}
		for y := top; ok && y < screen.Height-2; y++ {
			for x := left; x < screen.Width; x++ {
				if c := screen.Cell(x, y); c.Content != "" && c.Content != " " {
					colours[c.Style.Fg] = true
				}
			}
		}
		return len(colours) > 1
	})
}

// meter measures what keys cost: the time until their effect is on screen, the
// processor time and the bytes written.
type meter struct {
	b *testing.B
	s *story.Story
}

// cost reports the cost of each of so many keys, which press has acted on.
func (m meter) cost(name string, keys int, press func()) {
	m.b.Helper()
	report := func(total float64, unit string) { m.b.ReportMetric(total/float64(keys), name+"-"+unit+"/key") }
	m.s.Mark()
	cpu, start := cpuOf(m.b, m.s.Pid()), time.Now()
	press()
	report(float64(time.Since(start).Microseconds())/1000, "ms")
	report(float64((cpuOf(m.b, m.s.Pid())-cpu).Microseconds())/1000, "cpu-ms")
	report(float64(len(m.s.Bytes())), "B")
}

// keys measures the keys of the reader.
func keys(b *testing.B, s *story.Story, c bigContents) {
	b.Helper()
	m := meter{b, s}
	goTo := "a line, or a percentage"
	if c.blob {
		goTo = "0x400, 50%"
	}
	for _, move := range []struct{ name, key string }{{"line", "j"}, {"page", "pgdown"}} {
		const presses = 100
		m.cost(move.name, presses, func() {
			for range presses {
				s.Press(move.key)
			}
			s.Press("ctrl+g").Wait(goTo) // all keys before it were acted on
		})
		s.Press("esc").WaitGone(goTo).Press("g").Wait(c.first)
	}
	const rounds = 10
	m.cost("end", 2*rounds, func() {
		for range rounds {
			s.Press("G").Wait(c.last).Press("g").Wait(c.first)
		}
	})
	if !c.blob {
		m.cost("wrap", 2*rounds, func() {
			for range rounds {
				s.Press("z").WaitGone(wrapped).Press("z").Wait(wrapped)
			}
		})
	}
	m.cost("resize", 2*rounds, func() {
		for range rounds {
			s.Resize(100, 30).WaitUntil("30 rows", func(screen story.Screen) bool { return strings.Contains(screen.Row(29), " 0 %") })
			s.Resize(120, 40).WaitUntil("40 rows", func(screen story.Screen) bool { return strings.Contains(screen.Row(39), " 0 %") })
		}
	})
	s.Press("/").Wait("enter keep")
	m.cost("letter", len(c.rare), func() {
		for i := range c.rare {
			s.Type(c.rare[i:i+1]).WaitUntil("what is found", func(screen story.Screen) bool {
				return screen.Contains(c.rare[:i+1]) && !screen.Contains("searching…")
			})
		}
		s.Press("enter").Wait("1/1")
	})
}

// readWithLess measures the same keys in less -S, which reads the text from a file.
func readWithLess(b *testing.B, c bigContents) {
	less, err := exec.LookPath("less")
	switch {
	case err != nil:
		b.Skip("less is not installed: there is nothing to compare with")
	case c.blob:
		b.Skip("less shows no bytes: there is nothing to compare with")
	case c.name == "line.json":
		b.Skip("less -S stays at the start of a line, whatever it finds in it: there is nothing to compare with")
	}
	file := filepath.Join(b.TempDir(), c.name)
	if err := os.WriteFile(file, []byte(c.write()), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		start := time.Now()
		s := story.Start(b, story.Options{Size: "120x40", Binary: less}, "-S", "-N", file).Wait(c.first)
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "open-ms")
		m := meter{b, s}
		line := func(start string) {
			s.WaitUntil(fmt.Sprintf("the line of %q", start), func(screen story.Screen) bool {
				return strings.HasPrefix(screen.Row(screen.Height-1), start)
			})
		}
		const presses = 100
		m.cost("line", presses, func() {
			for range presses {
				s.Press("j")
			}
			s.Press("/")
			line("/")
		})
		m.cost("search", 1, func() { s.Type(c.rare).Press("enter").Wait(c.rare); line(":") })
		m.cost("end", 1, func() { s.Press("G").Wait(c.last) })
		b.ReportMetric(peak(b, s.Pid()), "peak-MB")
		s.Press("q").Exit(0)
	}
}
