package reader

import (
	"bytes"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/keymap"
	"mcperuse/mcpclient/model"
	"mcperuse/views"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
	"mcperuse/views/rows"
)

// isFolder reports whether contents are what is in a folder: several, all with
// URIs below the one that was read.
func isFolder(uri string, contents []model.Contents) bool {
	below := strings.TrimRight(uri, "/") + "/"
	for i := range contents {
		if u := contents[i].URI; !strings.HasPrefix(u, below) || u == below {
			return false
		}
	}
	return len(contents) > 1
}

// list shows the list of the contents, or one of them.
func (p *Pane) list(on bool) {
	if p.listing = on; on {
		p.entries.SetLen(len(p.items))
		p.entries.Select(p.current)
	}
}

// enter opens what the cursor is on in the list of contents: one of them, or, where
// that holds nothing, the resource it names.
func (p *Pane) enter() views.Action {
	at := p.entries.Cursor()
	if at < 0 {
		return nil
	}
	if c := p.items[at].contents; c.Kind == model.Neither && c.URI != "" {
		return views.OpenURI{URI: c.URI}
	}
	p.current = at
	p.list(false)
	p.small()
	return nil
}

// turn goes to another of the contents, around the ends.
func (p *Pane) turn(by int) {
	n := len(p.items)
	switch {
	case n == 0:
	case p.listing:
		p.entries.Select((p.entries.Cursor() + by + n) % n)
	default:
		p.current = (p.current + by + n) % n
		p.small()
	}
}

// Step goes to another of the contents that are looked at one by one. It reports
// false, and stays, where there is none.
func (p *Pane) Step(by int) bool {
	to := p.current + by
	if p.details || p.listing || to < 0 || to >= len(p.items) {
		return false
	}
	p.turn(by)
	return true
}

// sizeWord is the size of an item, estimated from its base64 where that was not
// decoded yet, "" where there is none.
func (it *item) sizeWord() string {
	if n, known := it.bytes(); known {
		return humanize.Bytes(n)
	}
	if it.contents.Kind == model.Blob && it.exam == nil {
		return humanize.Bytes(int64(len(bytes.TrimRight(it.contents.Base64, "=")) * 3 / 4))
	}
	return ""
}

func kindWord(k model.ContentsKind) string {
	switch k {
	case model.Text:
		return "text"
	case model.Blob:
		return "blob"
	case model.Both:
		return "text and blob"
	case model.Neither:
	}
	return "neither"
}

// lastPart is what tells a URI from its neighbours.
func lastPart(uri string) string {
	trimmed := strings.TrimRight(uri, "/")
	return trimmed[strings.LastIndexByte(trimmed, '/')+1:]
}

// drawStrip draws which of several contents is on show, and its neighbours as far
// as there is room.
func (p *Pane) drawStrip(scr uv.Screen, area uv.Rectangle) {
	row := draw.NewRow(scr, area, 0).Skip(1)
	row.TakeRight(1)
	row.Text(p.th.Dim, "[ ").Text(p.th.Accent, strconv.Itoa(p.current+1)).Text(p.th.Dim, "/"+strconv.Itoa(len(p.items))+" ]  ")
	facts := func(i int) string {
		return strings.TrimRight("  "+kindWord(p.items[i].contents.Kind)+"  "+p.items[i].sizeWord(), " ")
	}
	name := func(i int) string {
		if i == p.current {
			return p.items[i].uri()
		}
		return strconv.Itoa(i+1) + " " + lastPart(p.items[i].uri())
	}
	m := scr.WidthMethod()
	width := func(i int) int { return draw.Width(m, name(i)+facts(i)) }
	from, to, room := p.current, p.current+1, row.Room()-width(p.current)
	for grown := true; grown; {
		grown = false
		if to < len(p.items) && width(to)+len(" | ") <= room {
			room -= width(to) + len(" | ")
			to++
			grown = true
		}
		if from > 0 && width(from-1)+len(" | ") <= room {
			from--
			room -= width(from) + len(" | ")
			grown = true
		}
	}
	for i := from; i < to; i++ {
		if i > from {
			row.Text(p.th.Rule, " │ ")
		}
		if i != p.current {
			row.Text(p.th.Dim, name(i)+facts(i))
			continue
		}
		words := facts(i)
		row.Take(min(draw.Width(m, name(i)), max(row.Room()-draw.Width(m, words), row.Room()/2))).Cut(p.th.Text, name(i), draw.CutMiddle)
		row.Text(p.th.Dim, words)
	}
}

// drawEntries draws the list of the contents.
func (p *Pane) drawEntries(scr uv.Screen, area uv.Rectangle, focused bool) {
	p.entries.SetHeight(area.Dy())
	below := strings.TrimRight(p.subject.URI, "/") + "/"
	p.entries.Draw(scr, area, p.th, focused, func(l rows.Line) {
		it := p.items[l.Index]
		l.Skip(1)
		l.TakeRight(1)
		const sizes, kinds, types = 9, 14, 24
		if l.Room() > sizes+kinds+20 {
			l.TakeRight(sizes).Right(l.On(p.th.Text), it.sizeWord())
			l.TakeRight(kinds).Text(l.On(p.th.Dim), kindWord(it.contents.Kind))
		}
		if l.Room() > types+30 {
			l.TakeRight(types).Cut(l.On(p.th.Dim), it.contents.MIMEType, draw.CutMiddle)
			l.TakeRight(2)
		}
		l.Cut(l.On(p.th.Bold), strings.TrimPrefix(it.uri(), below), draw.CutMiddle)
		if it.contents.Kind == model.Neither {
			l.Text(l.On(p.th.Dim), "  "+keymap.KeyOf(keymap.Open, keymap.Folder)+" reads it")
		}
	})
}
