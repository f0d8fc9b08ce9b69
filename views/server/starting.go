package server

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
)

// mostStarting is how many lines of standard error are shown while starting.
const mostStarting = 8

// DrawStarting draws what stands in the place of everything else before
// anything is loaded: how long it has taken, what the server says meanwhile,
// what is being waited for, and how to stop.
func (v *View) DrawStarting(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	d := &v.data
	row := 1
	next := func() *draw.Row {
		r := draw.NewRow(scr, area, row).Skip(1)
		row++
		return r
	}
	word := "starting…"
	if d.Transport == "http" || d.Transport == "sse" {
		word = "connecting…"
	}
	next().Text(th.Text, word).Skip(2).Text(th.Dim, humanize.Clock(v.since())).Skip(2).Cut(th.Dim, d.Target, draw.CutMiddle)
	lines := d.Stderr[max(0, len(d.Stderr)-mostStarting):]
	for _, l := range lines {
		next().Skip(2).Text(th.Dim, l.Text)
	}
	if d.Waiting != "" {
		next().Text(th.Text, "waiting for an answer to ").Text(th.Accent, strings.TrimSuffix(d.Waiting, "."))
	}
	row++
	next().Text(th.Accent, keymap.KeyOf(keymap.Cancel, keymap.Waiting)).Text(th.Dim, " stops   ").
		Text(th.Accent, keymap.KeyOf(keymap.ShowServer, keymap.Global)).Text(th.Dim, " details")
}
