package updates

import (
	"time"

	"mcperuse/themes"
	"mcperuse/views/draw"
)

const (
	minute   = 60 // seconds that are remembered
	barWidth = 3  // seconds a bar stands for
)

// activity counts changes by the second, over the last minute.
type activity struct {
	counts [minute]int
	last   int64 // the second of the newest count
}

// slot is where the count of a second is kept.
func slot(second int64) int64 { return (second%minute + minute) % minute }

// advance forgets what is older than a minute before a second.
func (a *activity) advance(second int64) {
	if second <= a.last {
		return
	}
	for s := max(a.last+1, second-minute+1); s <= second; s++ {
		a.counts[slot(s)] = 0
	}
	a.last = second
}

func (a *activity) add(at time.Time, n int) {
	second := at.Unix()
	a.advance(second)
	if second > a.last-minute {
		a.counts[slot(second)] += n
	}
}

// any reports whether there was any activity in the minute before a time.
func (a *activity) any(now time.Time) bool {
	a.advance(now.Unix())
	for _, n := range a.counts {
		if n > 0 {
			return true
		}
	}
	return false
}

// bars are the counts of the last minute, the oldest first.
func (a *activity) bars(now time.Time) (bars [minute / barWidth]int, most int) {
	a.advance(now.Unix())
	for i := range minute {
		bar := i / barWidth
		bars[bar] += a.counts[slot(a.last-minute+1+int64(i))]
		most = max(most, bars[bar])
	}
	return bars, most
}

// draw draws a bar for every few seconds at the right end, where there was
// something to show.
func (a *activity) draw(r *draw.Row, now time.Time, th themes.Theme) {
	const label = " last minute"
	bars, most := a.bars(now)
	if most == 0 || r.Room() < len(bars)+len(label)+2 {
		return
	}
	r.Right(th.Dim, label)
	cells := r.TakeRight(len(bars))
	r.TakeRight(2)
	levels := []rune("▁▂▃▄▅▆▇█")
	for _, n := range bars {
		level, style := 0, th.Dim
		if n > 0 {
			level, style = n*(len(levels)-1)/most, th.Changed
		}
		cells.Text(style, string(levels[level]))
	}
}
