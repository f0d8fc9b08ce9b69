package fields

import (
	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/themes"
	"mcperuse/views/draw"
	"mcperuse/views/humanize"
)

// DrawChoices draws what is offered over what is around its field, within bounds:
// below it, or above it where there is more room.
func (v *View) DrawChoices(scr uv.Screen, bounds uv.Rectangle, th themes.Theme) {
	bounds = bounds.Intersect(scr.Bounds())
	f := v.current()
	at := v.layout.value
	if f == nil || !v.choices.open || !v.layout.visible || !at.In(bounds) {
		return
	}
	c := &v.choices
	foot := c.count(f)
	want := min(len(c.shown), mostChoices)
	if foot != "" {
		want++
	}
	below, above := bounds.Max.Y-at.Y-1, at.Y-bounds.Min.Y
	height := min(want, max(below, above))
	top := at.Y + 1
	if below < height {
		top = at.Y - height
	}
	if height < want && height < 2 {
		foot = ""
	}
	listed := height
	if foot != "" {
		listed--
	}
	c.list.SetHeight(listed)
	box := c.box(scr.WidthMethod(), bounds, uv.Rect(at.X-2, top, 0, height), f, foot)
	draw.Fill(scr, box, th.Inactive)
	v.layout.choices = box
	v.layout.choices.Max.Y = box.Min.Y + listed
	for y := range box.Dy() {
		row := draw.NewRow(scr, box, y)
		row.TakeRight(1).Text(themes.On(th.Inactive, th.Rule), "│")
		if y == listed {
			row.Text(themes.On(th.Inactive, th.Accent), "│ ")
			row.Text(themes.On(th.Inactive, th.Dim), foot)
			continue
		}
		if line, ok := c.list.LineAt(y); ok {
			c.draw(row, f, line, th)
		}
	}
}

// box is the place of the choices: as wide as they need, inside the bounds.
func (c *choices) box(m uv.WidthMethod, bounds, box uv.Rectangle, f *field, foot string) uv.Rectangle {
	const edge = 5 // columns of the bars and the air around
	width := draw.Width(m, foot)
	for y := range box.Dy() {
		if line, ok := c.list.LineAt(y); ok {
			width = max(width, draw.Width(m, c.shown[line]))
		}
	}
	width = max(width+edge, 16)
	if f.kind == MultiSelect {
		width += 2
	}
	box.Min.X = max(min(box.Min.X, bounds.Max.X-width), bounds.Min.X)
	box.Max.X = min(box.Min.X+width, bounds.Max.X)
	return box
}

func (c *choices) draw(row *draw.Row, f *field, line int, th themes.Theme) {
	base, mark := th.Inactive, "│ "
	if c.in && line == c.list.Cursor() {
		base, mark = th.Selected, "▌ "
	}
	row.Fill(base)
	row.Text(themes.On(base, th.Accent), mark)
	if f.kind == MultiSelect {
		tick := "· "
		if f.set && f.chosen[line] {
			tick = "✓ "
		}
		row.Text(themes.On(base, th.OK), tick)
	}
	row.TakeRight(1)
	row.Cut(themes.On(base, th.Text), c.shown[line], draw.CutMiddle)
}

// count says how many there are where not all are seen.
func (c *choices) count(f *field) string {
	shown := len(c.shown)
	switch {
	case !f.written() && shown > mostChoices:
		return humanize.Count(int64(shown)) + " options"
	case !f.written():
		return ""
	case c.all.More && c.all.Total > shown:
		return humanize.Count(int64(shown)) + " of " + humanize.Count(int64(c.all.Total)) + ", type on for more"
	case c.all.More:
		return humanize.Count(int64(shown)) + " shown, more on the server"
	case c.all.Total > shown && shown == len(c.all.Values):
		return humanize.Count(int64(shown)) + " of " + humanize.Count(int64(c.all.Total))
	case shown > mostChoices:
		return humanize.Count(int64(shown)) + " values"
	}
	return ""
}
