package table

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"mcperuse/views/draw"
)

const (
	// maxColumns is how many columns are shown.
	maxColumns = 512
	// widest is how wide a column gets, in columns of the screen.
	widest = 40
	// sample is how many records decide how wide columns are.
	sample = 1000
	// longest is how much of a field is drawn, in bytes.
	longest = 1 << 10
)

// ErrLarge says that a text is too large for an index.
var ErrLarge = errors.New("more than 4 GB")

// Index knows where the records of a CSV text are. It keeps the text and 8 bytes a
// record, and does not change once made.
type Index struct {
	text    string
	comma   byte
	names   []string // of the columns
	records []record // without the header
	columns []column
	header  int // how many fields a record should have
	odd     int // records that have not as many fields as the header
}

// record is one line of the table, which can be several of the text.
type record struct{ start, fields uint32 }

// column is how a column is laid out.
type column struct {
	width   int
	numbers bool // so aligned at the right
}

// Comma guesses what separates the fields of a text from its first line: the one
// of comma, semicolon and tab that is in it most often.
func Comma(text string) byte {
	line, _, _ := strings.Cut(text[:min(len(text), 64<<10)], "\n")
	best, most := byte(','), 0
	for _, c := range []byte(",;\t") {
		if n := strings.Count(line, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// Parse indexes text by RFC 4180, with another comma where it has one. Without a
// header columns have numbers for names. The error says why a text is no table.
func Parse(ctx context.Context, text string, comma byte, header bool) (*Index, error) {
	if uint64(len(text)) > math.MaxUint32 {
		return nil, ErrLarge
	}
	ix := &Index{text: text, comma: comma}
	most := 0
	for at := 0; at < len(text); {
		if len(ix.records)&0xfff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if end := lineEnd(text, at); end > at { // a blank line
			at = end
			continue
		}
		r := record{start: uint32(at)}
		for more := true; more; r.fields++ {
			var closed bool
			if _, at, closed, more = ix.field(at); !closed {
				return nil, fmt.Errorf("the quote that opens in row %d is never closed", len(ix.records)+1)
			}
		}
		most = max(most, int(r.fields))
		ix.records = append(ix.records, r)
	}
	if len(ix.records) == 0 {
		return nil, errors.New("there are no rows")
	}
	ix.header = int(ix.records[0].fields)
	if header {
		ix.names = ix.fields(ix.records[0], maxColumns)
		ix.records = ix.records[1:]
	}
	for n := len(ix.names); n < min(most, maxColumns); n++ {
		ix.names = append(ix.names, fmt.Sprint(n+1))
	}
	for _, r := range ix.records {
		if int(r.fields) != ix.header {
			ix.odd++
		}
	}
	ix.measure()
	return ix, nil
}

// measure lays the columns out by the first records.
func (ix *Index) measure() {
	width := func(s string) int { return min(draw.Width(ansi.WcWidth, s[:min(len(s), longest)]), widest) }
	ix.columns = make([]column, len(ix.names))
	for i, name := range ix.names {
		ix.columns[i] = column{width: max(width(name), 1), numbers: true}
	}
	filled := make([]bool, len(ix.names))
	for _, r := range ix.records[:min(len(ix.records), sample)] {
		for i, field := range ix.fields(r, len(ix.columns)) {
			c := &ix.columns[i]
			c.width = max(c.width, width(field))
			c.numbers = c.numbers && (field == "" || number(field))
			filled[i] = filled[i] || field != ""
		}
	}
	for i := range ix.columns {
		ix.columns[i].numbers = ix.columns[i].numbers && filled[i]
	}
}

// number reports whether a field is a number as people write them.
func number(s string) bool {
	digit := false
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digit = true
		case strings.IndexByte("+-.,%eE ", c) < 0:
			return false
		}
	}
	return digit
}

// fields are the fields of a record, the first of them where there are many.
func (ix *Index) fields(r record, most int) []string {
	out := make([]string, 0, min(int(r.fields), most))
	for at := int(r.start); len(out) < cap(out); {
		var field string
		field, at, _, _ = ix.field(at)
		out = append(out, field)
	}
	return out
}

// field returns the field that starts at a byte, where the next one starts, and
// whether that is in the same record. It is not closed where its quote never ends.
func (ix *Index) field(at int) (field string, next int, closed, more bool) {
	s := ix.text
	var quoted string
	start := at
	if at < len(s) && s[at] == '"' {
		for at++; ; at += 2 {
			n := strings.IndexByte(s[at:], '"')
			if n < 0 {
				return s[start:], len(s), false, false
			}
			if at += n; at+1 == len(s) || s[at+1] != '"' {
				break
			}
		}
		quoted = strings.ReplaceAll(s[start+1:at], `""`, `"`)
		at++
		start = at // what is between the quote and the comma belongs to the field
	}
	for ; at < len(s) && s[at] != ix.comma; at++ {
		if end := lineEnd(s, at); end > at {
			return quoted + s[start:at], end, true, false
		}
	}
	field = quoted + s[start:at]
	if at == len(s) {
		return field, at, true, false
	}
	return field, at + 1, true, true
}

// lineEnd returns the byte after the line break at a byte, that byte where there
// is none.
func lineEnd(s string, at int) int {
	switch {
	case s[at] == '\n':
		return at + 1
	case s[at] == '\r' && at+1 < len(s) && s[at+1] == '\n':
		return at + 2
	}
	return at
}
