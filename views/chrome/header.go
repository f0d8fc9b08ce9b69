package chrome

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
)

// Link is the state of the connection.
type Link uint8

// The states. Live means that the server is listening for us: updates come.
const (
	Connecting Link = iota
	Connected
	Live
	Deaf // connected, but updates that were asked for do not come any more
	Lost
)

// Header is the first line: who we are talking to, how, and whether it is
// alive.
type Header struct {
	Server    string // as the server calls itself, or the command while unknown
	Revision  string // "2026-07-28"; "" while unknown
	Era       string // "modern" or "legacy"
	Transport string // "stdio", "http" or "sse"
	Link      Link
	Warnings  int    // kinds of things that were wrong
	Progress  string // of a list that is coming: "page 3 · 150 rows…"
	Clock     string // "12:04:31"
}

// How much is left out, from nothing on. From narrow on the line has its short
// form: "▸ atlas-docs        modern ● 2 ⚠".
const (
	noClock = iota + 1
	noProgress
	noTransport
	narrow
	noEra
	noWarnings
	bare
)

// Draw draws the header on the first line of the area.
func (h Header) Draw(scr uv.Screen, area uv.Rectangle, th themes.Theme) {
	m := scr.WidthMethod()
	row := draw.NewRow(scr, area, 0)
	left, right := h.fit(m, row.Room(), th)
	if len(right) > 0 {
		put(row.TakeRight(width(m, right)), right)
		row.TakeRight(2)
	}
	put(row, left)
}

// fit returns what fits in room columns.
func (h Header) fit(m uv.WidthMethod, room int, th themes.Theme) (left, right []part) {
	// A long name is cut before anything is left out, but not below this.
	const shortest = 24
	name := min(draw.Width(m, h.Server), shortest)
	for less := 0; ; less++ {
		left, right = h.left(less, th), h.right(less, th)
		if width(m, left)+name+2+width(m, right) <= room || less == bare {
			return append(left, part{h.Server, th.Bold}), right
		}
	}
}

// left is what comes before the name.
func (h Header) left(less int, th themes.Theme) []part {
	parts := []part{{" ", th.Text}}
	if less < narrow {
		parts = append(parts, part{"mcperuse ", th.Dim})
	}
	return append(parts, part{"▸ ", th.Accent})
}

func (h Header) right(less int, th themes.Theme) []part {
	if less == bare {
		return nil
	}
	separator := part{" · ", th.Dim}
	if less >= narrow {
		separator.text = " "
	}
	var parts []part
	add := func(more ...part) {
		if len(parts) > 0 {
			parts = append(parts, separator)
		}
		parts = append(parts, more...)
	}
	if h.Progress != "" && less < noProgress {
		add(part{h.Progress, th.Accent})
	}
	revision := h.Revision
	switch {
	case less >= noEra:
		revision = ""
	case less >= narrow:
		revision = h.Era
	case h.Era != "" && h.Revision != "":
		revision += " " + h.Era
	}
	if revision != "" {
		add(part{revision, th.Dim})
	}
	if h.Transport != "" && less < noTransport {
		add(part{h.Transport, th.Dim})
	}
	mark, word, style := h.Link.say(th)
	if less < narrow {
		mark += " " + word
	}
	add(part{mark, style})
	if h.Warnings > 0 && less < noWarnings {
		add(part{humanize.Count(int64(h.Warnings)) + " ⚠", th.Attention})
	}
	if h.Clock != "" && less < noClock {
		parts = append(parts, part{"   " + h.Clock, th.Dim})
	}
	return append(parts, part{" ", th.Text})
}

// say puts the state into a mark, a word and a style.
func (l Link) say(th themes.Theme) (mark, word string, style uv.Style) {
	switch l {
	case Connected:
		return "○", "connected", th.OK
	case Live:
		return "●", "live", th.OK
	case Deaf:
		return "⚠", "updates lost", th.Attention
	case Lost:
		return "✗", "lost", th.Error
	default:
		return "◌", "connecting", th.Dim
	}
}
