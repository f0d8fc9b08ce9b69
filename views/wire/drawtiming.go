package wire

import (
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
)

// bars are the heights of a sparkline.
var bars = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

const (
	tookColumn  = 9 // of a duration, with its gap
	countColumn = 8 // of a number, with its gap
	leastSpark  = 10
	mostSpark   = 40
)

// draw draws the panel: one method a row.
func (t *timing) draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	if area.Empty() {
		return
	}
	draw.Rule(scr, area, th.Rule)
	draw.NewRow(scr, area, 0).Skip(1).Text(th.Bold, " Latency ")
	p := timingPanel{width: area.Dx(), th: th}
	for _, m := range t.methods {
		p.method = max(p.method, draw.Width(scr.WidthMethod(), clip(m.method)))
	}
	p.arrange()
	p.head(draw.NewRow(scr, area, 1))
	for i, m := range t.methods {
		y := i + 2
		if y >= area.Dy() {
			break
		}
		if rest := len(t.methods) - i; y == area.Dy()-1 && rest > 1 {
			draw.NewRow(scr, area, y).Skip(3).Text(th.Dim, "and "+humanize.Amount(rest, "method", "methods")+" more")
			break
		}
		p.row(draw.NewRow(scr, area, y), m)
	}
}

// timingPanel lays out the rows of the panel.
type timingPanel struct {
	width  int
	th     themes.Theme
	method int // columns
	spark  int // columns, 0 for no sparkline
	slow   bool
	waits  bool
}

func (p *timingPanel) arrange() {
	const margin = 4
	room := p.width - margin - 2*countColumn - tookColumn // count, errors, p50
	if p.slow = room-min(p.method, 16) >= tookColumn; p.slow {
		room -= tookColumn
	}
	if p.waits = room-min(p.method, 20) >= countColumn; p.waits {
		room -= countColumn
	}
	p.method = min(p.method, max(room, 0))
	if room -= p.method + 3; room >= leastSpark {
		p.spark = min(room, mostSpark)
	}
}

func (p timingPanel) head(r *draw.Row) {
	cell := func(width int, text string) { r.Take(width).Right(p.th.Dim, text) }
	r.Skip(3 + p.method)
	cell(countColumn, "replies")
	cell(tookColumn, "p50")
	if p.slow {
		cell(tookColumn, "p99")
	}
	cell(countColumn, "errors")
	if p.waits {
		cell(countColumn, "open")
	}
	if p.spark > 0 {
		r.Skip(3).Text(p.th.Dim, "the latest")
	}
}

func (p timingPanel) row(r *draw.Row, m *methodTiming) {
	cell := func(st uv.Style, width int, text string) { r.Take(width).Right(st, text) }
	number := func(st uv.Style, n int) {
		if n == 0 {
			cell(p.th.Dim, countColumn, "–")
			return
		}
		cell(st, countColumn, humanize.Count(int64(n)))
	}
	took := func(percent int) {
		if m.count == 0 {
			cell(p.th.Dim, tookColumn, "–")
			return
		}
		cell(p.th.Text, tookColumn, humanize.Duration(m.percentile(percent)))
	}
	r.Skip(3).Take(p.method).Cut(p.th.Text, clip(m.method), draw.CutMiddle)
	number(p.th.Text, m.count)
	took(50)
	if p.slow {
		took(99)
	}
	number(p.th.Error, m.errors)
	if p.waits {
		number(p.th.Attention, m.open)
	}
	if p.spark > 0 {
		p.sparkline(r.Skip(3), m.latest(p.spark))
	}
}

// sparkline draws round trips one beside the other, as high as they took long.
// One that brought an error is drawn as such.
func (p timingPanel) sparkline(r *draw.Row, samples []sample) {
	longest := time.Duration(1)
	for _, s := range samples {
		longest = max(longest, s.took)
	}
	for _, s := range samples {
		style := p.th.Accent
		if s.failed {
			style = p.th.Error
		}
		r.Text(style, bars[int(int64(s.took)*int64(len(bars)-1)/int64(longest))])
	}
}
