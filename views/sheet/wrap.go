package sheet

import (
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"mcperuse/views/draw"
	"mcperuse/views/safetext"
)

// row is one row of a wrapped line.
type row struct {
	indent    int
	fragments []Span
}

// wrapper fills the rows of one line.
type wrapper struct {
	rows   []row
	width  int
	indent int // of further rows
	line   row
	used   int // columns of line in use, indent included

	// The last place the line can be broken at, after a space: a fragment, -1
	// where there is none, the bytes of it up to there, and the columns.
	breakIn, breakAt, breakUsed int
}

// appendRows wraps one line. A row breaks after a space where there is one, and
// between two clusters otherwise; a substitute is never torn apart.
func appendRows(rows []row, line Line, m uv.WidthMethod, width int) []row {
	w := wrapper{rows: rows, width: width, indent: line.Indent, breakIn: -1}
	if w.indent > width/2 {
		w.indent = 0 // too narrow to spare the columns
	}
	for _, span := range line.Spans {
		w.line.fragments = append(w.line.fragments, Span{Style: span.Style})
		for seg := range safetext.Segments(span.Text) {
			source := span.Text[seg.Start:seg.End]
			if seg.Substitute {
				w.add(source, utf8.RuneCountInString(seg.Text))
				continue
			}
			for source != "" {
				cluster, columns := draw.Cluster(m, source)
				w.add(cluster, columns)
				source = source[len(cluster):]
			}
		}
	}
	return append(w.rows, w.line)
}

// add appends a piece of text that must stay together to the last fragment.
func (w *wrapper) add(text string, columns int) {
	last := len(w.line.fragments) - 1
	switch fits := w.used+columns <= w.width; {
	case !fits && text == " ":
		// The break takes the place of the space.
		w.breakIn, w.breakAt, w.breakUsed = last, len(w.line.fragments[last].Text), w.used
		return
	case !fits && w.used > w.line.indent:
		w.breakRow()
		last = len(w.line.fragments) - 1
	}
	w.line.fragments[last].Text += text
	w.used += columns
	if text == " " && w.used > w.indent { // before that nothing would be gained
		w.breakIn, w.breakAt, w.breakUsed = last, len(w.line.fragments[last].Text), w.used
	}
}

// breakRow ends the row at the last space, or at its end, and takes what follows
// the space to the next row.
func (w *wrapper) breakRow() {
	last := len(w.line.fragments) - 1
	if w.breakIn < 0 {
		w.breakIn, w.breakAt, w.breakUsed = last, len(w.line.fragments[last].Text), w.used
	}
	cut := w.line.fragments[w.breakIn]
	next := row{indent: w.indent, fragments: []Span{{cut.Style, cut.Text[w.breakAt:]}}}
	next.fragments = append(next.fragments, w.line.fragments[w.breakIn+1:]...)
	w.line.fragments = append(w.line.fragments[:w.breakIn:w.breakIn], Span{cut.Style, cut.Text[:w.breakAt]})
	w.rows = append(w.rows, w.line)
	w.line = next
	w.used += w.indent - w.breakUsed
	w.breakIn = -1
}
