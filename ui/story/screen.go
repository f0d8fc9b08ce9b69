package story

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
)

// Screen is what the terminal showed at one moment. It does not change.
// Coordinates count cells from the top left corner, starting at zero.
type Screen struct {
	Width, Height    int
	CursorX, CursorY int
	CursorVisible    bool
	// Alternate says that the alternate screen is showing, which a full-screen
	// program uses and leaves when it ends.
	Alternate bool
	// Title is the window title the program set last.
	Title string

	cells []uv.Cell
}

// Cell returns the cell at x, y with its style, or an empty cell outside the
// screen. The second cell of a wide character has no content and width zero.
func (s Screen) Cell(x, y int) uv.Cell {
	if x < 0 || y < 0 || x >= s.Width || y >= s.Height {
		return uv.Cell{}
	}
	return s.cells[y*s.Width+x]
}

// Row returns row y as text without trailing spaces.
func (s Screen) Row(y int) string {
	text, _ := s.row(y)
	return strings.TrimRight(text, " ")
}

// row returns row y at full width, and for each byte of it the column it is in.
func (s Screen) row(y int) (string, []int) {
	var text strings.Builder
	var columns []int
	for x := range s.Width {
		cell := s.Cell(x, y)
		content := cell.Content
		if content == "" {
			if x > 0 && cell.Width == 0 && s.Cell(x-1, y).Width > 1 {
				continue
			}
			content = " "
		}
		text.WriteString(content)
		for range len(content) {
			columns = append(columns, x)
		}
	}
	return text.String(), columns
}

// String returns the rows, each ended by a newline, without trailing spaces and
// without the empty rows at the bottom.
func (s Screen) String() string {
	var text strings.Builder
	blank := 0
	for y := range s.Height {
		row := s.Row(y)
		if row == "" {
			blank++
			continue
		}
		text.WriteString(strings.Repeat("\n", blank))
		blank = 0
		text.WriteString(row)
		text.WriteByte('\n')
	}
	return text.String()
}

// Contains reports whether text stands in one row.
func (s Screen) Contains(text string) bool {
	_, _, ok := s.Find(text)
	return ok
}

// Find returns the first cell of the topmost, leftmost place where text stands
// in one row.
func (s Screen) Find(text string) (x, y int, ok bool) {
	for y := range s.Height {
		row, columns := s.row(y)
		if i := strings.Index(row, text); i >= 0 && i < len(columns) {
			return columns[i], y, true
		}
	}
	return 0, 0, false
}
